// The table of Biblios: Scriptorium with five value dice, seats round the table, hands as cards, the lot and its bids.

const CHURCH_WORDS = {
  "C+": "Church: one die up", "C-": "Church: one die down", "C++": "Church: two dice up",
  "C--": "Church: two dice down", "C+-": "Church: one die up or down",
};
const cardCache = new Map();

function cardTitle(word, legend) {
  if (word === "?") return "hidden card";
  if (CHURCH_WORDS[word]) return CHURCH_WORDS[word];
  if (word[0] === "G") return "Gold " + word.slice(1);
  const found = legend.categories.find((entry) => entry[0] === word[0]);
  return (found ? found[1] : word[0]) + " " + word[1] + (word[2] ? " (" + word[2] + ")" : "");
}

/** A card; the template of each word is made once and copied. */
function makeCard(word, legend, change) {
  let base = cardCache.get(word);
  if (!base) {
    base = el("span", "card c-" + (word === "?" ? "back" : word[0]));
    base.setAttribute("role", "img");
    base.setAttribute("aria-label", cardTitle(word, legend));
    base.title = cardTitle(word, legend);
    if (word !== "?") {
      const edge = el("span", "edge");
      if (word[0] === "C") put(edge, el("b", "church", word.slice(1).replace(/-/g, "−")), sign("C"), el("i", "", "C"));
      else put(edge, el("b", "", word[1]), sign(word[0]), el("i", "", word[0] === "G" ? "G" : word[2] || "·"));
      put(base, edge, sign(word[0], "sign big"), el("span", "corner", word[0]));
    }
    cardCache.set(word, base);
  }
  const card = base.cloneNode(true);
  if (change > 0) card.classList.add("new");
  if (change < 0) {
    card.classList.add("gone");
    card.setAttribute("aria-label", "just gone: " + base.title);
  }
  return card;
}

/** A hand: cards of one kind overlap, kinds stand apart; what came and what just went can be seen. */
function drawHand(node, now, before, legend, order) {
  node.textContent = "";
  const kinds = new Map(order.map((name) => [name, []]));
  for (const entry of compareBags(now, before)) kinds.get(entry[0][0]).push(entry);
  for (const [kind, cards] of kinds) {
    if (!cards.length) continue;
    const fan = el("span", "fan" + (kind === "?" ? " backs" : ""));
    if (kind === "?" && cards.length > 5) {
      const fresh = cards.some((entry) => entry[1] > 0) ? 1 : 0;
      put(fan, makeCard("?", legend, 0), makeCard("?", legend, 0), makeCard("?", legend, fresh), el("span", "times", "× " + cards.filter((entry) => entry[1] >= 0).length));
    } else for (const [word, change] of cards) fan.appendChild(makeCard(word, legend, change));
    node.appendChild(fan);
  }
  if (!node.childNodes.length) node.appendChild(el("span", "empty", "no cards"));
}

BOARDS.biblios = function biblios(context) {
  const { payload, names, legend } = context;
  const count = payload.players.length;
  const categories = legend.categories;
  const order = ["P", "M", "H", "S", "T", "G", "C", "?"];
  const root = el("div", "biblios p" + count);

  // ---- Scriptorium
  const scriptorium = put(root, el("section", "scriptorium")).lastChild;
  scriptorium.setAttribute("aria-label", "Scriptorium: value dice");
  const slots = categories.map(([code, name], index) => {
    const slot = el("div", "slot k-" + code);
    const face = el("div", "face");
    const lead = el("div", "lead");
    const past = el("div", "past");
    const banner = put(el("div", "banner"), sign(code), el("b", "", code), el("span", "", name));
    put(scriptorium, put(slot, banner, face, lead, past));
    return {
      die: new Region((pips, was) => {
        face.textContent = "";
        face.appendChild(die(pips, "k-" + code + (was !== undefined && was !== pips ? " changed" : "")));
        slot.setAttribute("aria-label", name + ": " + pips + " pips");
        if (was !== undefined && was !== pips) face.appendChild(el("span", "delta", (pips > was ? "▲" : "▼") + " from " + was));
      }),
      lead: new Region((leader, letter, changed) => {
        lead.textContent = leader === null ? "leader not known" : leader < 0 ? "nobody leads" : names()[leader] + (letter ? " (by letter)" : "");
        lead.className = "lead" + (leader >= 0 && leader !== null ? " seat" + leader : " none") + (changed ? " new" : "");
      }),
      past: new Region((steps) => {
        past.textContent = "";
        put(past, el("bdi", "", steps));
        past.title = steps ? "history of this die" : "";
      }),
      index,
    };
  });
  const steps = categories.map((_, index) => payload.dice.filter((change) => change[1] === index));

  // ---- table
  const table = put(root, el("section", "table")).lastChild;
  const centre = el("div", "centre");
  const viewed = payload.seat >= 0 ? payload.seat : count - 1;
  const seats = [];
  for (let seat = 0; seat < count; seat++) {
    // Clockwise round the table; the viewed seat sits in front, at the lower left.
    const place = (seat - viewed + 2 * count - 1) % count;
    const panel = el("article", "seat at" + place + " seat" + seat);
    const name = el("b", "name");
    const act = el("span", "act");
    const gold = el("span", "gold");
    const cards = el("span", "count");
    const bid = el("span", "bid");
    const strength = el("div", "strength");
    const hand = el("div", "hand");
    put(panel, put(el("header"), el("span", "mark", String(seat + 1)), name, act, bid, put(el("span", "purse"), sign("G"), gold), cards), strength, hand);
    table.appendChild(panel);
    name.dir = "auto";
    const chips = categories.map(([code, label]) => {
      const number = el("b");
      put(strength, put(el("span", "chip k-" + code), sign(code), el("i", "", code), number));
      const chip = strength.lastChild;
      return new Region((total, hidden, leads, was) => {
        number.textContent = total + (hidden ? "+" : "");
        chip.classList.toggle("leads", leads);
        chip.classList.toggle("new", was !== undefined && was !== total);
        chip.setAttribute("aria-label", label + " " + total + (hidden ? " or more" : "") + (leads ? ", leads" : ""));
        chip.title = label + ": " + total + (hidden ? " or more" : "") + (leads ? " (leads)" : "");
      });
    });
    seats.push({
      name: new Region((text, start) => {
        name.textContent = text;
        panel.setAttribute("aria-label", "Seat " + (seat + 1) + ": " + text + (start ? ", start player" : ""));
      }),
      act: new Region((acts, active) => {
        act.textContent = acts ? "▶ to act" : active ? "active" : "";
        panel.classList.toggle("acts", acts);
      }),
      gold: new Region((value, was) => {
        gold.textContent = Array.isArray(value) ? value[0] + "–" + value[1] : String(value);
        gold.parentNode.classList.toggle("new", was !== undefined && String(was) !== String(value));
        gold.parentNode.title = "Gold in hand";
      }),
      bid: new Region((value, lot) => {
        bid.textContent = !lot ? "" : value === -2 ? "out" : value === -1 ? "passed" : value > 0 ? "bids " + value : "";
        bid.className = "bid" + (lot && value > 0 ? " on" : "");
      }),
      hand: new Region((now, before) => {
        drawHand(hand, now, before, legend, order);
        const number = now ? now.split(" ").length : 0;
        cards.textContent = number + (number === 1 ? " card" : " cards");
      }),
      chips,
    });
  }
  table.appendChild(centre);

  const piles = el("div", "piles");
  const open = el("div", "open");
  const lot = el("div", "lot");
  put(centre, piles, open, lot);

  function pile(label, number, className, changed) {
    const node = el("div", "pile " + className + (changed ? " new" : "") + (number ? "" : " none"));
    put(node, el("span", "stack"), el("b", "", String(number)), el("span", "tag", label));
    node.setAttribute("aria-label", label + ": " + number + " cards");
    return node;
  }
  const pilesRegion = new Region((deck, auction, gone, known, wasDeck, wasAuction, wasGone) => {
    piles.textContent = "";
    const heap = pile("Auction pile", auction, "auction", wasAuction !== undefined && wasAuction !== auction);
    if (known) heap.title = "known in the pile: " + known;
    put(piles, pile("deck", deck, "deck", wasDeck !== undefined && wasDeck !== deck), heap,
      pile("discarded", gone, "discards", wasGone !== undefined && wasGone !== gone));
  });
  const openRegion = new Region((now, before, phase, placed, church) => {
    open.textContent = "";
    const gifts = phase === "place" || phase === "take" || (phase === "church" && now);
    if (gifts || now || before) {
      put(open, el("span", "tag", "public"));
      const row = el("div", "row");
      for (const [word, change] of compareBags(now, before)) row.appendChild(makeCard(word, legend, change));
      if (!row.childNodes.length) row.appendChild(el("span", "empty", "none yet"));
      open.appendChild(row);
      if (phase === "place") {
        put(open, el("span", "placed", "placed " + (placed[0] + placed[1] + placed[2]) + " of " + placed[3] +
          (placed[0] ? " · kept" : "") + (placed[1] ? " · auctioned" : "")));
      }
    }
    if (church) {
      put(open, put(el("div", "church"), makeCard(church[0], legend, 1), el("span", "", names()[church[1]] + " may move dice")));
    }
  });
  const lotRegion = new Region((current, bids, before, lastBids) => {
    lot.textContent = "";
    // At the ply that ends a lot, the lot stays in sight with the reason why it ended so.
    const ended = !current && before;
    if (!current && !before) return;
    if (ended) bids = lastBids;
    const [word, number, standing, holder, defaults] = current || before;
    const fresh = !ended && (!before || before[1] !== number);
    const side = el("div", "onsale");
    put(side, el("span", "tag", "lot " + number), makeCard(word, legend, fresh ? 1 : 0));
    const ladder = el("ol", "ladder");
    ladder.setAttribute("aria-label", "bids");
    let round = bids.length ? bids[0][2] : 0;
    bids.forEach(([seat, amount, lap], index) => {
      if (lap !== round) {
        ladder.appendChild(el("li", "again", "again"));
        round = lap;
      }
      const last = index === bids.length - 1;
      const item = el("li", "seat" + seat + (amount ? " bids" : " passes") + (last ? " last" : "") + (amount && amount === standing && seat === holder && lap === bids[bids.length - 1][2] ? " best" : ""));
      put(item, el("span", "who", names()[seat]), el("b", "", amount ? String(amount) : "pass"));
      ladder.appendChild(item);
    });
    const gold = word[0] === "G";
    const unit = (amount) => amount + (gold ? (amount > 1 ? " cards" : " card") : " Gold");
    const text = ended ? (standing ? names()[holder] + " takes it for " + unit(standing) + ": all others passed" : "discarded: everybody passed") :
      standing ? names()[holder] + " holds it at " + unit(standing) : "no bid yet";
    lot.classList.toggle("over", Boolean(ended));
    put(lot, side, put(el("div", "bidding"), el("div", "best", text + (defaults ? " · " + defaults + (defaults > 1 ? " defaults" : " default") : "")), ladder));
  });

  const nothing = {};
  function update(now, before, ply, nameStamp) {
    const was = before || nothing;
    slots.forEach((slot, index) => {
      slot.die.update(now.d[index], before ? was.d[index] : undefined);
      slot.lead.update(now.ld[index], now.lt.includes(categories[index][0]), before ? was.ld[index] !== now.ld[index] : false, nameStamp);
      const past = steps[index].filter((change) => change[0] <= ply);
      slot.past.update(past.length ? [past[0][2], ...past.map((change) => change[3])].slice(-7).join(" → ") : "");
    });
    for (let seat = 0; seat < count; seat++) {
      const parts = seats[seat];
      const hidden = now["h" + seat].includes("?");
      parts.name.update(names()[seat], seat === 0);
      parts.act.update(now.to.includes(seat) && now.ph !== "over", now.ac === seat && now.ph !== "over");
      parts.gold.update(now["g" + seat], before ? was["g" + seat] : undefined);
      parts.bid.update(now["b" + seat], now.lo);
      parts.hand.update(now["h" + seat], before ? was["h" + seat] : undefined);
      parts.chips.forEach((chip, index) =>
        chip.update(now["s" + seat][index], hidden, now.ld[index] === seat, before ? was["s" + seat][index] : undefined));
    }
    pilesRegion.update(now.dk, now.ap, now.gn, now.au, was.dk, was.ap, was.gn);
    openRegion.update(now.pu, before ? was.pu : undefined, now.ph, now.pl, now.ch, nameStamp);
    lotRegion.update(now.lo, now.bi, was.lo, was.bi, nameStamp);
  }
  const PHASES = { place: "Gift: placing cards", take: "Gift: taking", church: "Church card", flip: "Auction: next lot", bid: "Auction: bidding", pay: "Auction: paying", penalty: "Penalty", over: "The end" };
  return { root, update, phase: (now) => PHASES[now.ph] || now.ph };
};
