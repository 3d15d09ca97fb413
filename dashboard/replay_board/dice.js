// The table of Biblios Dice: six tracks with ordered markers and their value dice, the dice pool, the mule's path, the
// market with its sealed bids, and what each player has behind the shield.

const ADJUST_WORDS = { "A+": "+1", "A-": "−1", "A++": "+1 +1", "A--": "−1 −1", "A+-": "+1 −1", A3: "→3" };
const MULE = "M2 8l2-4 2 3c5-1 9-1 12 1l2 2-.6 1.200-1.900-.8.5 2.600L19 20h-1.800l-.7-5H9.500L8.800 20H7l-.6-6L4.500 11 2.500 11.500 1.500 10z";

/** One die of the pool as a small face. */
function poolDie(word, title) {
  const kind = word.startsWith("mule") ? "mule" : word[0] === "G" ? "G" : word[0] === "A" ? "adjust" : word;
  const node = el("span", "pd pd-" + kind);
  node.title = title;
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", title);
  if (kind === "G") put(node, sign("G"), el("b", "", word === "GA" ? "all" : word.slice(1)));
  else if (kind === "adjust") put(node, el("b", "", ADJUST_WORDS[word] || word));
  else if (kind === "mule") put(node, svg("svg", { viewBox: "0 0 24 24", class: "sign" }, svg("path", { d: MULE })), el("b", "", word.slice(4)));
  else put(node, sign(word), el("i", "", word));
  return node;
}

BOARDS["biblios-dice"] = function dice(context) {
  const { payload, names, legend, shields } = context;
  const count = payload.players.length;
  const actors = count + payload.others.length;
  const tracks = legend.tracks;
  const trackName = new Map(tracks);
  const dieTitle = (word) => word.startsWith("mule") ? "mule " + word.slice(4) : word === "GA" ? "gold for all" : word[0] === "G" ? "gold " + word.slice(1) : word[0] === "A" ? "adjustment " + ADJUST_WORDS[word] : trackName.get(word);
  const root = el("div", "dicegame");
  const base = payload.base;
  const RATIOS = { 4: "5:1", 5: "4:1", 6: "3:1", 7: "2:1" };

  const marker = (actor, fresh) => {
    const node = el("span", "marker " + (actor < count ? "seat" + actor : "cadfael") + (fresh ? " new" : ""), actor < count ? String(actor + 1) : "C");
    node.title = names()[actor];
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", names()[actor]);
    return node;
  };

  // ---- tracks
  const chart = put(root, el("section", "tracks")).lastChild;
  const rows = tracks.map(([letter, name], index) => {
    const row = el("div", "track k-" + letter);
    const head = put(el("div", "trackhead"), sign(letter), el("b", "", letter), el("span", "", name));
    const face = el("div", "value");
    put(row, head);
    const length = base["t" + letter].split("/").length;
    const spaces = [];
    for (let space = 1; space <= length; space++) {
      const low = letter !== "B" && space <= 3;
      const cell = el("div", "space" + (letter !== "B" && space >= 4 ? " scores" : "") + (space === length ? " top" : ""));
      const print = el("span", "print", low ? "−" + (4 - space) : letter === "B" ? RATIOS[space] || "" : "");
      const gift = el("span", "gift");
      const here = el("span", "here");
      put(cell, print, gift, here);
      put(row, cell);
      spaces.push({ cell, gift, here });
    }
    put(row, face);
    put(chart, row);
    return {
      letter,
      markers: new Region((now, before) => {
        const cells = now.split("/"), past = before === undefined ? cells : before.split("/");
        cells.forEach((there, space) => {
          const { here, cell } = spaces[space];
          if (here.dataset.shown === there + "|" + past[space] + "|" + (before === undefined)) return;
          here.dataset.shown = there + "|" + past[space] + "|" + (before === undefined);
          here.textContent = "";
          for (const actor of there) put(here, marker(Number(actor), !past[space].includes(actor)));
          for (const actor of past[space]) if (!there.includes(actor)) put(here, el("span", "marker left", ""));
          cell.setAttribute("aria-label", name + " " + (space + 1) + (there ? ": " + [...there].map((actor) => names()[Number(actor)]).join(", ") : ""));
        });
      }),
      gifts: new Region((now, was) => {
        if (letter === "B") {
          [3, 5, 7].forEach((space, stack) => {
            const gift = spaces[space - 1].gift;
            const left = now[stack] ? now[stack].split(" ") : [];
            gift.textContent = left.length ? "✠" + left.length : "";
            gift.title = left.length ? "Bishop tokens of group " + (stack + 1) + ": " + left.join(", ") : "";
            gift.classList.toggle("new", Boolean(was) && was[stack] !== now[stack]);
          });
        } else {
          now.split("/").forEach((stack, number) => {
            const gift = spaces[number ? 5 : 3].gift;
            gift.textContent = stack ? "★" + stack[0] : "";
            gift.title = stack ? "VP tokens: " + [...stack].join(", ") : "no VP token left";
            gift.classList.toggle("new", was !== undefined && was !== now && was.split("/")[number] !== stack);
          });
        }
      }),
      die: new Region((pips, was) => {
        face.textContent = "";
        if (letter === "B") return;
        face.appendChild(die(pips, "k-" + letter + (was !== undefined && was !== pips ? " changed" : "")));
        face.setAttribute("aria-label", name + " die: " + pips);
        if (was !== undefined && was !== pips) face.appendChild(el("span", "delta", (pips > was ? "▲" : "▼") + was));
      }),
      index,
    };
  });

  // ---- pool, path
  const middle = put(root, el("section", "middle")).lastChild;
  const path = el("div", "path");
  const pool = el("div", "pool");
  put(middle, path, pool);
  const pathSpaces = [];
  put(path, el("span", "tag", "market path"));
  for (let space = 1; space <= 6; space++) {
    const node = el("span", "pathspace" + (space === 6 ? " goal" : ""), space === 6 ? "market" : "");
    pathSpaces.push(node);
    path.appendChild(node);
  }
  const pathRegion = new Region((mule, round, first) => {
    pathSpaces.forEach((node, index) => {
      node.textContent = index === 5 ? "market" : "";
      if (index + 1 === mule[0]) put(node, svg("svg", { viewBox: "0 0 24 24", class: "mule" }, svg("path", { d: MULE })));
    });
    path.setAttribute("aria-label", "The mule stands on space " + mule[0] + " of 6");
    let head = path.querySelector(".round");
    if (!head) head = put(path, el("span", "round")).lastChild;
    head.textContent = "Round " + round + " · first: " + names()[first];
  });
  const poolRegion = new Region((now, before, die) => {
    pool.textContent = "";
    put(pool, el("span", "tag", "dice pool"));
    const row = el("div", "row");
    const order = (word) => "SMPQIBGA".indexOf(word[0] === "m" ? "A" : word[0]);
    const list = compareBags(now, before).sort((a, b) => order(a[0]) - order(b[0]));
    for (const [word, change] of list) {
      const node = poolDie(word, dieTitle(word));
      if (change < 0) node.classList.add("gone");
      if (change > 0) node.classList.add("new");
      row.appendChild(node);
    }
    if (die) row.appendChild(poolDie(die, dieTitle(die)));
    if (!row.childNodes.length) row.appendChild(el("span", "empty", "empty"));
    pool.appendChild(row);
  });

  // ---- market
  const market = put(root, el("section", "market")).lastChild;
  const marketRegion = new Region((groups, turned, totals, passed, banned, outcome) => {
    market.textContent = "";
    market.hidden = !groups.length || !groups.some(Boolean);
    if (market.hidden) return;
    const wares = el("div", "wares");
    groups.forEach((group, index) => {
      const taken = outcome && (outcome[2] === group ? outcome[0] : outcome[5] === group ? outcome[3] : -1);
      const box = el("div", "ware" + (taken >= 0 && taken !== false ? " seat" + taken : ""));
      put(box, el("span", "tag", "group " + (index + 1)));
      const row = el("div", "row");
      for (const word of group.split(" ").filter(Boolean)) row.appendChild(poolDie(word, dieTitle(word)));
      put(box, row);
      wares.appendChild(box);
    });
    put(market, wares);
    if (turned.length || banned.length) {
      const table = el("table", "sealed");
      table.setAttribute("aria-label", "bidding cards turned up");
      const best = Math.max(...totals, 0);
      for (let actor = 0; actor < actors; actor++) {
        const line = el("tr", actor < count ? "seat" + actor : "cadfael");
        put(line, put(el("th"), marker(actor), el("bdi", "", names()[actor])));
        const cards = el("td", "cards");
        // Whoever turned up cards was banned only afterwards, for the next market.
        if (banned.includes(actor) && !turned.some((round) => round[actor] !== undefined)) cards.appendChild(el("span", "empty", "may not bid (overbid last time)"));
        turned.forEach((round, index) => {
          const card = round[actor];
          if (card === undefined) return;
          const node = el("span", "bidcard" + (card === "pass" ? " pass" : "") + (index === turned.length - 1 ? " new" : ""), card === "pass" ? "–" : card);
          node.title = card === "pass" ? "pass" : "card " + card;
          cards.appendChild(node);
        });
        const over = outcome && outcome[6].includes(actor);
        const place = outcome ? (outcome[0] === actor ? "first" + (actor < count ? ", pays " + outcome[1] : "") : outcome[3] === actor ? "second" + (actor < count ? ", pays " + outcome[4] : "") : over ? "overbid: loses all Gold" : "") : "";
        put(line, cards, el("td", "sum" + (totals[actor] === best && best ? " best" : ""), String(totals[actor])), el("td", "place" + (over ? " over" : ""), place));
        table.appendChild(line);
      }
      market.appendChild(table);
    }
  });

  // ---- players
  const shelf = put(root, el("section", "shelf")).lastChild;
  const seats = [];
  for (let seat = 0; seat < actors; seat++) {
    const player = seat < count;
    const panel = el("article", "seat shield " + (player ? "seat" + seat : "cadfael"));
    const name = el("b", "name");
    name.dir = "auto";
    const act = el("span", "act");
    const gold = el("b"), points = el("b"), now = el("b");
    const extra = el("div", "extra");
    const figures = el("div", "figures");
    if (player) put(figures, put(el("span", "figure k-G"), sign("G"), gold));
    put(figures, put(el("span", "figure k-V"), sign("V"), points));
    if (player) put(figures, put(el("span", "figure ends"), el("span", "tag", "if it ended now"), now));
    put(panel, put(el("header"), el("span", "mark", player ? String(seat + 1) : "C"), name, act), figures, extra);
    shelf.appendChild(panel);
    const closed = () => shields() && payload.seat >= 0 && seat !== payload.seat && player;
    const number = (node, label) => new Region((value, was) => {
      const hidden = closed();
      node.textContent = hidden ? "?" : String(value);
      node.parentNode.classList.toggle("new", !hidden && was !== undefined && was !== value);
      node.parentNode.title = label;
    });
    seats.push({
      name: new Region((text) => {
        name.textContent = text;
        panel.setAttribute("aria-label", player ? "Seat " + (seat + 1) + ": " + text : text);
      }),
      act: new Region((acts, first) => {
        act.textContent = acts ? "▶ to act" : first ? "first player" : "";
        panel.classList.toggle("acts", acts);
      }),
      gold: number(gold, "Gold"),
      points: number(points, "VP tokens"),
      now: number(now, "points if the game ended now"),
      extra: new Region((objective, banned, cards) => {
        extra.textContent = "";
        if (objective) put(extra, put(el("span", "k-" + objective), sign(objective), document.createTextNode(" objective " + (trackName.get(objective) || "?"))));
        if (banned) put(extra, el("span", "banned", "no bid in the next market"));
        if (cards && cards.length) put(extra, el("span", "empty", "face up: " + cards.join(" ")));
      }),
    });
  }

  const PHASES = { cadfael: "Cadfael's dice", roll: "Rolling", rolled: "After the roll", select: "Taking dice", market: "Market", bid: "Market: bidding", choose: "Market: choosing", group: "Market: taking the group", over: "The end" };
  function update(now, before, ply, stamp) {
    const was = before || {};
    for (const row of rows) {
      row.markers.update(now["t" + row.letter], before ? was["t" + row.letter] : undefined, stamp);
      row.gifts.update(row.letter === "B" ? now.bt : now["k" + row.letter], before ? (row.letter === "B" ? was.bt : was["k" + row.letter]) : undefined);
      row.die.update(now.d[row.index], before ? was.d[row.index] : undefined);
    }
    pathRegion.update(now.mu, now.rd, now.fp, stamp);
    poolRegion.update(now.po, before ? was.po : undefined, now.ph === "rolled" || now.ph === "select" ? now.mu[1] : "");
    marketRegion.update(now.gr, now.rv, now.bd, now.ps, now.ba, now.oc, stamp);
    for (let actor = 0; actor < actors; actor++) {
      const parts = seats[actor];
      parts.name.update(names()[actor]);
      parts.act.update(now.to.includes(actor) && now.ph !== "over", now.fp === actor);
      if (actor < count) {
        parts.gold.update(now["g" + actor], before ? was["g" + actor] : undefined, stamp);
        parts.now.update(now.sd[actor], before ? was.sd[actor] : undefined, stamp);
        parts.extra.update(now.ob[actor] && now.ob[actor] !== "?" ? now.ob[actor] : "", now.ba.includes(actor), null);
      } else parts.extra.update("", false, now.cf);
      parts.points.update(now["v" + actor], before ? was["v" + actor] : undefined, stamp);
    }
  }
  return { root, update, phase: (now) => PHASES[now.ph] || now.ph, chartTitles: ["Points if it ended now", "Gold"], shields: payload.seat >= 0 };
};
