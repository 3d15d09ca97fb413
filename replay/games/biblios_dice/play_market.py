"""Phase III in a market: the two groups, the auction, the choice of a group."""

from __future__ import annotations

from typing import NoReturn

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
    card_name,
)
from replay.games.biblios_dice.course import (
    end_market,
    first_player,
    give_gold,
    not_cadfael,
    out_of_order,
    pool_of,
    start_group,
)
from replay.games.biblios_dice.state import (
    BID,
    CHOOSE,
    GROUP,
    MARKET,
    POOL_ADJUST,
    POOL_GOLD,
    ROLLED,
    Auction,
    State,
)
from replay.problems import Fault


def splits(state: State, move: Move) -> None:
    """`Ana splits I I M G3 A+ / P P Q`: the market's two groups."""
    seat: int = move[1]
    one: tuple[int, ...] = move[2]
    two: tuple[int, ...] = move[3]
    not_cadfael(state, seat, "splits the dice")
    if state.due or state.phase not in (ROLLED, MARKET) or (state.phase == ROLLED and not state.is_market):
        rule = "biblios-dice.order.market" if state.phase == GROUP else "biblios-dice.order.selection"
        out_of_order(state, seat, "splits the dice", rule)
    first_player(state, seat, "splits the dice")
    who = state.handles[seat]
    if state.pool[POOL_GOLD] == GOLD_FOR_ALL - GOLD:
        raise Fault(
            "biblios-dice.reroll.gold-for-all",
            f"{who} splits the dice while the gold die shows GA; it is re-rolled first",
            because=(max(state.roll_ply, state.reroll_ply),),
        )
    if pool_of(one + two) != state.pool or len(one) + len(two) != _dice_in(state.pool):
        _wrong_split(state, seat, one, two)
    sizes = state.sheet.split[state.players - 2]
    if sizes != (len(one), len(two)) != sizes[::-1]:
        raise Fault(
            "biblios-dice.split.sizes",
            f"{who} makes groups of {len(one)} and {len(two)} dice; they have {sizes[1]} and {sizes[0]}",
        )
    state.mule = state.sheet.path_end
    state.groups = (one, two)
    state.phase = BID
    state.live = ((1 << state.players) - 1) & ~state.banned
    state.spent = [0] * state.actors
    state.bids = [0] * state.actors
    state.reveals = ()
    state.split_ply = state.ply + 1
    if not state.live and state.players != 2:
        _resolve(state)


def _dice_in(pool: list[int]) -> int:
    """Number of dice in a pool."""
    return sum(pool[:6]) + 2 - pool[6:].count(-1)


def _wrong_split(state: State, seat: int, one: tuple[int, ...], two: tuple[int, ...]) -> NoReturn:
    """Raise the fault of groups that hold what no die shows, or leave a die out."""
    who = state.handles[seat]
    pool = state.pool[:]
    for index, face in enumerate((*one, *two)):
        kind = face >> KIND_SHIFT
        if not kind:
            pool[face] -= 1
            there = pool[face] >= 0
        elif face < ADJUST:
            there, pool[POOL_GOLD] = pool[POOL_GOLD] == face - GOLD, -1
        else:
            there, pool[POOL_ADJUST] = face < MULE and pool[POOL_ADJUST] == face - ADJUST, -1
        if not there:
            raise Fault(
                "biblios-dice.split.dice",
                f"{who} puts {FACE_NAME[face]} into a group, but no die (left) shows that",
                word=index + (index >= len(one)),
                because=dict.fromkeys((max(state.roll_ply, state.reroll_ply), state.roll_ply)),
            )
    names = [FACE_NAME[face] for face in range(6) for _ in range(pool[face])]
    names += [
        FACE_NAME[base + pool[slot]] for slot, base in ((POOL_GOLD, GOLD), (POOL_ADJUST, ADJUST)) if pool[slot] >= 0
    ]
    raise Fault(
        "biblios-dice.split.dice",
        f"{who} leaves {' '.join(names)} out of the groups",
        because=dict.fromkeys((max(state.roll_ply, state.reroll_ply), state.roll_ply)),
    )


def reveal(state: State, move: Move) -> None:
    """`reveal Ana=5 Bram=2 C=pass`: everybody who still bids turns up a card at the same time."""
    cards: tuple[tuple[int, int], ...] = move[2]
    if state.due or state.phase != BID:
        out_of_order(state, -1, "turns up bidding cards", "biblios-dice.order.bidding")
    cadfael = state.cadfael
    expected = state.live
    if cadfael >= 0 and len(state.reveals) < state.sheet.cadfael_cards:
        expected |= 1 << cadfael
    bids, spent, card_bits = state.bids[:], state.spent[:], state.sheet.card_bits
    live, missing = state.live, expected
    for actor, card in cards:
        bit = 1 << actor
        if not missing & bit:
            _wrong_cards(state, cards, expected)
        missing ^= bit
        if card:
            mask = 1 << card
            if not card_bits & mask or spent[actor] & mask or (actor == cadfael and state.cadfael_seen & mask):
                _wrong_cards(state, cards, expected)
            bids[actor] += card
            spent[actor] |= mask
        elif actor == cadfael:
            _wrong_cards(state, cards, expected)
        else:
            live ^= bit
    if missing:
        _wrong_cards(state, cards, expected)
    if cadfael >= 0:
        state.cadfael_seen |= spent[cadfael]
    state.live, state.bids, state.spent = live, bids, spent
    state.reveals = (*state.reveals, (state.ply + 1, cards))
    if not live and (cadfael < 0 or len(state.reveals) >= state.sheet.cadfael_cards):
        _resolve(state)


def _wrong_cards(state: State, cards: tuple[tuple[int, int], ...], expected: int) -> NoReturn:
    """Raise the fault of a turn-up, looking at its cards as they stand and then for those that are missing."""
    cadfael = state.cadfael
    seen = 0
    for index, (actor, card) in enumerate(cards):
        bit = 1 << actor
        who = state.handles[actor]
        if seen & bit:
            raise Fault("biblios-dice.bid.twice", f"{who} stands twice in one turn-up", word=index)
        if not expected & bit:
            _not_bidding(state, actor, index)
        if (card == PASS and actor == cadfael) or (card != PASS and card not in state.sheet.cards):
            nobody = "he does not have" if actor == cadfael else "nobody has"
            raise Fault("biblios-dice.bid.card", f"{who} shows {card_name(card)}, a card that {nobody}", word=index)
        if card != PASS and state.spent[actor] >> card & 1:
            raise Fault(
                "biblios-dice.bid.spent" if actor != cadfael else "biblios-dice.bid.cadfael-card",
                f"{who} shows {card}, which already lies on the table",
                word=index,
                because=(_ply_of(state, actor, card),),
            )
        if card != PASS and actor == cadfael and state.cadfael_seen >> card & 1:
            raise Fault(
                "biblios-dice.bid.cadfael-card",
                f"Cadfael shows {card}, which lies face up since an earlier auction",
                word=index,
                because=(_ply_of(state, actor, card),),
            )
        seen |= bit
    missing = expected & ~seen
    actor = (missing & -missing).bit_length() - 1
    rule = "biblios-dice.bid.cadfael" if actor == cadfael else "biblios-dice.bid.missing"
    raise Fault(rule, f"no card of {state.handles[actor]}, who still bids")


def _not_bidding(state: State, actor: int, index: int) -> None:
    who = state.handles[actor]
    if actor == state.cadfael:
        plies = [ply for ply, _ in state.reveals[: state.sheet.cadfael_cards]]
        raise Fault("biblios-dice.bid.cadfael", "Cadfael shows a third card", word=index, because=plies)
    if state.banned >> actor & 1:
        ply = state.auctions[-1].ply if state.auctions else 0
        raise Fault(
            "biblios-dice.bid.banned", f"{who} overbid in the last auction and may not bid", word=index, because=(ply,)
        )
    raise Fault("biblios-dice.bid.passed", f"{who} has passed", word=index, because=(_ply_of(state, actor, PASS),))


def _ply_of(state: State, actor: int, card: int) -> int:
    """The ply at which an actor last showed this card, 0 where never."""
    auctions = [auction.reveals for auction in state.auctions[-state.sheet.cadfael_auctions :]]
    for reveals in (state.reveals, *reversed(auctions)):
        for ply, cards in reversed(reveals):
            if (actor, card) in cards:
                return ply
    return 0


def _resolve(state: State) -> None:
    """The bidding is over: rank, find out who owes too much, let the two best pay."""
    players, bids, gold = state.players, state.bids, state.gold
    base, pos, stamp = BISHOP * state.actors, state.pos, state.stamp
    best = [
        (-total, -pos[base + actor], stamp[base + actor], actor)  # equal totals: whoever is ahead on the Bishop track
        for actor, total in enumerate(bids)
        if total
    ]
    best.sort()
    order = [actor for _, _, _, actor in best]
    ranked = tuple([(actor, bids[actor]) for actor in order])
    purses = tuple(gold)
    overbid: list[int] = []
    lost: list[int] = []
    while (actor := _found_out(state, order)) >= 0:
        order.remove(actor)
        overbid.append(actor)
        lost.append(gold[actor])
        give_gold(state, actor, -gold[actor])
    first, second = (*order[:2], -1, -1)[:2]
    first_paid = bids[first] if 0 <= first < players else 0
    second_paid = (bids[second] + 1) // 2 if 0 <= second < players else 0
    if first_paid:
        give_gold(state, first, -first_paid)
    if second_paid:
        give_gold(state, second, -second_paid)
    first_group = -1
    if first == state.cadfael and first >= 0:
        first_group = int(len(state.groups[1]) > len(state.groups[0]))
    auction = Auction(
        state.round, state.first, state.groups, state.banned, state.reveals, ranked, tuple(overbid), tuple(lost),
        first, first_paid, second, second_paid, state.split_ply, state.ply + 1, purses,
        first_group, 1 - first_group if first_group >= 0 and second >= 0 else -1,
    )  # fmt: skip
    state.auctions = (*state.auctions, auction)
    state.banned = 0
    for actor in overbid:
        state.banned |= 1 << actor
    if state.cadfael >= 0:
        state.cadfael_auctions += 1
        if state.cadfael_auctions == state.sheet.cadfael_auctions:
            state.cadfael_auctions = state.cadfael_seen = 0
    state.choose_ply = 0
    state.waiting = ()
    if first < 0:
        end_market(state)
    elif first < players:
        state.phase = CHOOSE
        state.active = first
    elif second >= 0:
        start_group(state, second, 1 - first_group)
    else:
        end_market(state)


def _found_out(state: State, order: list[int]) -> int:
    """The first of the two best bidders who owes more than he has, or -1. Cadfael owes nothing."""
    for place, actor in enumerate(order[:2]):
        if actor < state.players and (state.bids[actor] + place) // (1 + place) > state.gold[actor]:
            return actor
    return -1


def chooses(state: State, move: Move) -> None:
    """`Ana chooses 1`: the winner's group."""
    seat: int = move[1]
    group: int = move[2] - 1
    if state.due or state.phase != CHOOSE:
        out_of_order(state, seat, "chooses a group", "biblios-dice.choose.due")
    if seat != state.active:
        raise Fault(
            "biblios-dice.choose.winner",
            f"{state.handles[seat]} chooses a group, but {state.handles[state.active]} has won the auction",
            word=-2,
            because=(state.ply,),
        )
    *earlier, auction = state.auctions
    second = auction.second
    chosen = Auction(*auction[:-2], group, 1 - group if second >= 0 else -1)
    state.auctions = (*earlier, chosen)
    state.choose_ply = state.ply + 1
    state.waiting = ((second, 1 - group),) if 0 <= second < state.players else ()
    start_group(state, seat, group)
