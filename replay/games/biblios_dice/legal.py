"""What may come next: the moves that `play` accepts, and short menus of them for messages.

Dice, pairs of value dice and the cards of a turn-up are listed in one order; `play` accepts every order. Rolls,
re-rolls and turn-ups are many: the generators are lazy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, permutations, product
from math import prod
from typing import Final

from replay.games import Move
from replay.games.biblios_dice.codes import (
    ADJUST,
    BISHOP,
    FACE_NAME,
    GOLD,
    GOLD_FOR_ALL,
    KIND_SHIFT,
    MULE,
    PASS,
    RESOURCES,
    UNKNOWN,
    UNSHOWN,
    token_name,
)
from replay.games.biblios_dice.moves import (
    CHOOSES,
    OBJECTIVE,
    REROLLS,
    REVEAL,
    ROLLS,
    SPLITS,
    TAKES,
    TURNS,
    text_of,
)
from replay.games.biblios_dice.play_select import adjustments, least_capped
from replay.games.biblios_dice.state import (
    BID,
    CADFAEL,
    CHOOSE,
    GROUP,
    MARKET,
    OVER,
    POOL_ADJUST,
    POOL_GOLD,
    ROLL,
    ROLLED,
    SELECT,
    State,
)

#: More turn-ups than this are one pattern in `legal`.
_MANY: Final = 64


def legal_moves(state: State, *, paid: bool = True) -> Iterator[Move]:
    """Every move that `play` accepts without `!`, each in one order of its words, most useful first.

    Rolls and paid re-rolls come in thousands and millions: take what is needed, or leave out the latter (`paid`).
    """
    if state.phase == OVER:
        yield from _objectives(state)
    elif state.due:
        yield from _turns(state)
    elif state.phase == CADFAEL:
        faces = sorted(set(state.sheet.resource_faces))
        for dice in combinations_with_replacement(faces, state.sheet.cadfael_dice):
            yield (ROLLS, state.players, dice)
    elif state.phase == ROLL:
        yield from _rolls(state)
    elif state.phase == ROLLED and not state.is_market:
        yield from _takes(state)
        if paid:
            yield from _rerolls(state)
    elif state.phase in (ROLLED, MARKET):
        if state.pool[POOL_GOLD] == 0:
            for face in sorted(set(state.sheet.gold_faces)):
                yield (REROLLS, state.first, ((GOLD_FOR_ALL, face),))
        else:
            yield from _splits(state)
        if state.phase == ROLLED and paid:
            yield from _rerolls(state)
    elif state.phase == BID:
        yield from _reveals(state)
    elif state.phase == CHOOSE:
        yield (CHOOSES, state.active, 1)
        yield (CHOOSES, state.active, 2)
    else:
        yield from _takes(state)


def legal(state: State) -> Iterator[str]:
    """What may come next as canonical events; what comes in thousands is one pattern with `…` (`Ana rolls …`).

    Patterns stand for rolls, paid re-rolls and turn-ups with more than `_MANY` possibilities; `legal_moves` has them all.
    """
    if state.phase != OVER and not state.due:
        if state.phase == ROLL:
            yield f"{state.handles[state.first]} rolls …"
            return
        if state.phase == BID and prod(len(cards_of(state, actor)) for actor in bidders(state)) > _MANY:
            yield "reveal " + " ".join(f"{state.handles[actor]}=…" for actor in bidders(state))
            return
    for move in legal_moves(state, paid=False):
        yield text_of(state, move)
    if _may_reroll(state):
        yield f"{state.handles[state.first]} rerolls …"


def _may_reroll(state: State) -> bool:
    """Whether the first player may re-roll for VP."""
    return state.phase == ROLLED and not state.rerolled and state.vp[state.first] >= state.sheet.reroll_price


def _objectives(state: State) -> Iterator[Move]:
    if state.objectives:
        for seat in range(state.players):
            if state.shown[seat] == UNSHOWN:
                for track in range(RESOURCES):
                    if track not in state.shown:
                        yield (OBJECTIVE, seat, track)
                yield (OBJECTIVE, seat, UNKNOWN)


def _turns(state: State) -> Iterator[Move]:
    seat = state.due_seat
    for token in sorted(set(state.tokens[state.due[0]])):
        steps = 0 if seat >= state.players else token // 10 % 10
        for tracks in permutations(range(RESOURCES), steps):
            yield (TURNS, seat, token, tracks)


def _rolls(state: State) -> Iterator[Move]:
    sheet = state.sheet
    count = sheet.resource_dice[state.players - 2]
    faces, golds, adjusts, mules = (
        sorted(set(die)) for die in (sheet.resource_faces, sheet.gold_faces, sheet.adjust_faces, sheet.mule_faces)
    )
    for dice in combinations_with_replacement(faces, count):
        for gold in golds:
            for adjust in adjusts:
                for mule in mules:
                    yield (ROLLS, state.first, (*dice, gold, adjust, mule))


def shown_dice(state: State, *, mule: bool = True) -> list[int]:
    """The faces of all dice in the pool (and of the mule die), in canonical order."""
    pool = state.pool
    dice = [face for face in range(6) for _ in range(pool[face])]
    if pool[POOL_GOLD] >= 0:
        dice.append(GOLD + pool[POOL_GOLD])
    if pool[POOL_ADJUST] >= 0:
        dice.append(ADJUST + pool[POOL_ADJUST])
    if mule and state.mule_die:
        dice.append(MULE + state.mule_die)
    return dice


def _faces_of_kind(state: State, kind: int) -> list[int]:
    sheet = state.sheet
    return sorted(set((sheet.resource_faces, sheet.gold_faces, sheet.adjust_faces, sheet.mule_faces)[kind]))


def _rerolls(state: State) -> Iterator[Move]:
    """The paid re-rolls. Gold for all alone is the free one in a market and listed elsewhere."""
    if not _may_reroll(state):
        return
    dice = shown_dice(state)
    for size in range(1, len(dice) + 1):
        for chosen in dict.fromkeys(combinations(dice, size)):
            if chosen == (GOLD_FOR_ALL,) and state.is_market:
                continue
            choices: list[list[tuple[int, ...]]] = []
            groups = [(face, chosen.count(face)) for face in dict.fromkeys(chosen)]
            for face, count in groups:
                choices.append(list(combinations_with_replacement(_faces_of_kind(state, face >> KIND_SHIFT), count)))
            for results in product(*choices):
                yield (
                    REROLLS,
                    state.first,
                    tuple((face, after) for (face, _), shown in zip(groups, results, strict=True) for after in shown),
                )


def _takes(state: State) -> Iterator[Move]:
    seat, sheet, pool = state.active, state.sheet, state.pool
    for face in range(6):
        count = pool[face]
        if count:
            yield (TAKES, seat, face, ())
            if face != BISHOP and state.pos[face * state.actors + seat] == sheet.top:
                others = [other for other in sorted(set(sheet.resource_faces)) if other not in (face, BISHOP)]
                for shown in combinations_with_replacement(others, count):
                    yield (TAKES, seat, face, shown)
    if pool[POOL_GOLD] >= 0:
        yield (TAKES, seat, GOLD + pool[POOL_GOLD], ())
    if pool[POOL_ADJUST] >= 0:
        for changes in legal_adjustments(state, pool[POOL_ADJUST]):
            yield (TAKES, seat, ADJUST + pool[POOL_ADJUST], changes)


def legal_adjustments(state: State, face: int) -> Sequence[tuple[int, ...]]:
    """The uses of a face of the adjustment die that may be made (all, unless the header forbids capped dice)."""
    ways = adjustments(face)
    if not state.rulings.capped_forbidden:
        return ways
    least = least_capped(state, face)
    high, low = state.sheet.high, state.sheet.low
    limits = (high, low, -1)
    return [
        changes
        for changes in ways
        if sum(state.values[change & 7] == limits[change >> 3] for change in changes) <= least
    ]


def _splits(state: State) -> Iterator[Move]:
    dice = shown_dice(state, mule=False)
    small, large = state.sheet.split[state.players - 2]
    for size in dict.fromkeys((large, small)):
        for one in dict.fromkeys(combinations(dice, size)):
            two = list(dice)
            for face in one:
                two.remove(face)
            yield (SPLITS, state.first, one, tuple(two))


def bidders(state: State) -> list[int]:
    """Who turns up a card now: players by seat, then Cadfael."""
    found = [seat for seat in range(state.players) if state.live >> seat & 1]
    if state.cadfael >= 0 and len(state.reveals) < state.sheet.cadfael_cards:
        found.append(state.cadfael)
    return found


def cards_of(state: State, actor: int) -> list[int]:
    """The cards that an actor may still turn up in this auction; a player's pass card first."""
    gone = state.spent[actor]
    if actor == state.cadfael:
        gone |= state.cadfael_seen
        return [card for card in state.sheet.cards if not gone >> card & 1]
    return [PASS, *(card for card in state.sheet.cards if not gone >> card & 1)]


def _reveals(state: State) -> Iterator[Move]:
    who = bidders(state)
    for cards in product(*(cards_of(state, actor) for actor in who)):
        yield (REVEAL, -1, tuple(zip(who, cards, strict=True)))


#: Longest menu.
_MENU: Final = 24


def menu_moves(state: State) -> list[str]:
    """Short patterns of what may come next: `Ana takes I`, `Ana rolls …`; for messages."""
    handles = state.handles
    if state.phase == OVER:
        return [
            f"{handles[seat]} objective …"
            for seat in range(state.players)
            if state.objectives and state.shown[seat] == UNSHOWN
        ]
    if state.due:
        who = handles[state.due_seat]
        found = []
        for token in sorted(set(state.tokens[state.due[0]])):
            steps = 0 if state.due_seat >= state.players else token // 10 % 10
            found.append(f"{who} turns {token_name(token)}" + " …" * bool(steps))
        return found
    if state.phase == CADFAEL:
        return ["Cadfael rolls …"]
    who = handles[state.active]
    if state.phase == ROLL:
        return [f"{handles[state.first]} rolls …"]
    if state.phase in (ROLLED, MARKET) and (state.phase == MARKET or state.is_market):
        found = [f"{who} rerolls GA>…"] if state.pool[POOL_GOLD] == 0 else [f"{who} splits …"]
    elif state.phase == BID:
        found = ["reveal " + " ".join(f"{handles[actor]}=…" for actor in bidders(state))]
    elif state.phase == CHOOSE:
        found = [f"{who} chooses 1", f"{who} chooses 2"]
    else:
        found = [
            f"{who} takes {FACE_NAME[face]}" + " …" * (face >= ADJUST)
            for face in dict.fromkeys(shown_dice(state, mule=False))
        ]
    if _may_reroll(state):
        found.append(f"{who} rerolls …")
    return found[:_MENU]


def menu_for(state: State, move: Move | None) -> list[str]:
    """`menu_moves`, but where only the details of `move` are wrong, the whole events that would do."""
    if move is not None and state.phase != OVER:
        verb, seat = move[0], move[1]
        taking = state.phase in (SELECT, GROUP) or (state.phase == ROLLED and not state.is_market)
        if verb == TAKES and taking and seat == state.active and not state.due and move[2] >= ADJUST:
            face = state.pool[POOL_ADJUST]
            if face == move[2] - ADJUST:
                ways = legal_adjustments(state, face)
                return [text_of(state, (TAKES, seat, move[2], changes)) for changes in ways][:_MENU]
        if verb == TURNS and state.due and seat == state.due_seat and move[2] in state.tokens[state.due[0]]:
            same = [found for found in _turns(state) if found[2] == move[2]]
            return [text_of(state, found) for found in same][:_MENU]
    if move is not None and move[0] == OBJECTIVE and state.phase == OVER:
        same = [found for found in _objectives(state) if found[1] == move[1]]
        if same:
            return [text_of(state, found) for found in same]
    return menu_moves(state)
