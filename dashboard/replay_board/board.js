// The replay: all positions of one game in the browser, moved through with keys, buttons, slider, list and chart.
// What it tells the server is the absolute ply and the seat, after a moment of quiet; what the server tells it is the
// frames, and a place to go to whenever the token changes (the address was changed by somebody else).

const QUIET = 400;
const boards = new WeakMap();

class Replay {
  constructor(parent) {
    this.parent = parent;
    this.root = parent.querySelector(".replay");
    this.$ = (selector) => this.root.querySelector(selector);
    this.rev = null;
    this.token = null;
    this.ply = 0;
    this.shown = -1;
    this.plies = 0;
    this.count = 0;
    this.stepTimes = [];
    this.nameStamp = 0;
    this.shields = false;
    this.listen();
  }

  // ------------------------------------------------------------------------------------------------ from the server
  receive(data, outside) {
    this.outside = outside;
    const payload = data.payload;
    this.theme();
    if (this.rev !== data.rev) {
      this.rev = data.rev;
      this.payload = payload;
      this.links = data.links !== false;
      this.build(payload);
    }
    if (this.notesText !== JSON.stringify(data.notes || {})) {
      this.notesText = JSON.stringify(data.notes || {});
      this.markNotes(data.notes || {});
    }
    if (this.token !== data.token) {
      const first = this.token === null;
      this.token = data.token;
      this.told = [data.ply, payload.seat];
      if (first) this.$(".report").open = Boolean(data.open_report);
      this.go(data.ply, true);
    } else this.go(this.ply, true);
  }

  theme() {
    const probe = getComputedStyle(this.root).backgroundColor.match(/[\d.]+/g) || [255, 255, 255];
    const [r, g, b] = probe.map(Number);
    this.root.classList.toggle("dark", 0.299 * r + 0.587 * g + 0.114 * b < 110);
  }

  report(extra) {
    clearTimeout(this.timer);
    const send = () => {
      const seat = extra && extra.seat !== undefined ? extra.seat : this.payload.seat;
      this.say();
      if (this.told && this.told[0] === this.ply && this.told[1] === seat) return;
      this.told = [this.ply, seat];
      this.outside.where({ ply: this.ply, seat, n: Date.now() * 100 + (this.count++ % 100) });
    };
    if (extra) send();
    else this.timer = setTimeout(send, QUIET);
  }

  say() {
    const text = this.$(".what").textContent;
    if (this.$(".spoken").textContent !== text) this.$(".spoken").textContent = text;
  }

  // -------------------------------------------------------------------------------------------------------- building
  names(full) {
    return full ? this.fullNames : this.handles;
  }

  text(marked) {
    return fillNames(marked, this.apart);
  }

  build(payload) {
    this.stop();
    this.handles = payload.players.map((player) => player.handle).concat(payload.others);
    // Names written from right to left are set apart, so that the words round them keep their order.
    this.apart = this.handles.map((name) => (/[\u0590-\u08ff\ufb1d-\ufefc]/.test(name) ? "\u2068" + name + "\u2069" : name));
    this.fullNames = payload.players.map((player) => player.name).concat(payload.others);
    this.nameStamp++;
    this.frames = [];
    if (payload.base) {
      let last = payload.base;
      this.frames.push(last);
      for (const delta of payload.deltas) this.frames.push((last = { ...last, ...delta }));
    }
    this.plies = Math.max(0, this.frames.length - 1);
    this.ply = Math.min(this.ply, this.plies);
    this.shown = -1;
    this.root.classList.toggle("unmoved", !this.frames.length);
    this.flags = payload.flags.filter((flag) => flag[4] && (payload.seat < 0 || !flag[2].length || flag[2].includes(payload.seat)));
    this.buildPlayers();
    this.buildSeats();
    this.buildReport();
    this.buildMoves();
    this.buildTicks();
    const desk = this.$(".board");
    desk.textContent = "";
    this.board = null;
    if (this.frames.length && BOARDS[payload.game]) {
      this.board = BOARDS[payload.game]({ payload, names: () => this.handles, legend: payload.legend, shields: () => this.shields });
      desk.appendChild(this.board.root);
    } else desk.appendChild(el("p", "empty", payload.status === "complete" ? "Only the result of this game is known." : "No move of this log can be played."));
    const shields = this.$(".shields");
    shields.hidden = !(this.board && this.board.shields);
    this.buildChart();
    this.$('[data-do="copy"]').hidden = !this.links;
  }

  buildPlayers() {
    const { payload } = this;
    const node = this.$(".players");
    node.textContent = "";
    const score = payload.score;
    const claimed = !score && payload.claims ? new Map(payload.claims.result) : null;
    payload.players.forEach((player, seat) => {
      const won = score && score.winners ? score.winners.includes(seat) : Boolean(claimed && payload.claims.winner.includes(seat));
      const chip = el("span", "player seat" + seat + (won ? " won" : ""));
      const name = el("bdi", "name", player.name);
      const total = score ? score.totals[seat] : claimed ? claimed.get(seat) : undefined;
      put(chip, el("span", "mark", String(seat + 1)), name);
      if (total !== undefined) chip.appendChild(el("b", "total", total === null ? "?" : String(total)));
      if (won) chip.appendChild(el("span", "crown", "♛ won"));
      node.appendChild(chip);
    });
    if (payload.status !== "complete") node.appendChild(el("span", "status", payload.status));
  }

  buildSeats() {
    const select = this.$(".viewas");
    select.textContent = "";
    const add = (value, text) => {
      const option = el("option", "", text);
      option.value = String(value);
      select.appendChild(option);
    };
    add(-1, "everybody (all cards open)");
    this.payload.players.forEach((player, seat) => add(seat, player.handle + " (what this seat knew)"));
    select.value = String(this.payload.seat);
    select.disabled = !this.outside.seats;
    this.$(".view").hidden = !this.outside.seats && this.payload.seat < 0;
    this.root.classList.remove("waiting");
  }

  buildReport() {
    const { payload } = this;
    const node = this.$(".report .body");
    node.textContent = "";
    const facts = [payload.title, payload.date, payload.event, payload.place, payload.simulated ? "simulated by programs" : "", payload.status,
      this.plies + " moves played"];
    put(node, el("p", "facts", facts.filter(Boolean).join(" · ")));
    if (payload.problem) {
      const box = el("div", "problem");
      put(box, el("b", "", payload.problem.kind + (payload.problem.ply ? " at ply " + payload.problem.ply : "") + ": "), el("span", "", payload.problem.message));
      if (payload.problem.text) put(box, el("pre", "", payload.problem.text));
      node.appendChild(box);
    }
    const columns = put(node, el("div", "columns")).lastChild;
    const result = put(columns, el("div", "result")).lastChild;
    if (payload.score) this.buildScore(result, payload.score);
    else if (payload.claims && payload.claims.result.length) result.appendChild(el("p", "", "The sheet says: " + payload.claims.result.map(([seat, total]) => this.handles[seat] + " " + total).join(", ") + ". No moves were recorded to check it."));
    else if (payload.status === "unfinished" || payload.status === "abandoned") result.appendChild(el("p", "", "The game was not played to its end; there is no score."));
    if (payload.flags.length) this.buildFlags(columns);
    const counts = payload.counts;
    if (counts) put(node, el("p", "evidence", Object.keys(counts).filter((key) => counts[key]).map((key) => counts[key] + " " + key).join(" · ")));
  }

  buildScore(node, score) {
    const table = el("table", "score");
    const head = put(el("tr"), el("th", "", ""), el("th", "", score.unit));
    this.payload.players.forEach((player, seat) => put(head, put(el("th", "seat" + seat), el("bdi", "", player.handle))));
    put(table, put(el("thead"), head));
    const body = el("tbody");
    for (const row of score.rows) {
      const line = el("tr", "k-" + row.code);
      const label = put(el("th", "label"), row.code ? sign(row.code) : null, el("span", "", row.label));
      const note = row.why || row.note;
      if (note) label.appendChild(el("small", "", this.text(note)));
      put(line, label, el("td", "worth", row.worth === undefined || row.worth === null ? "" : String(row.worth)));
      row.cells.forEach((cell, seat) => {
        const won = row.winner === seat;
        const box = el("td", won ? "won" : "");
        put(box, el("span", "total", cell.total === undefined ? "" : cell.total === null ? "?" : String(cell.total)));
        if (cell.points === null) put(box, el("b", "", "?"));
        else if (cell.points) put(box, el("b", "", (cell.points > 0 ? "+" : "−") + Math.abs(cell.points)));
        line.appendChild(box);
      });
      body.appendChild(line);
    }
    const sum = put(el("tr", "sum"), el("th", "label", "total"), el("td", "worth", ""));
    score.totals.forEach((total, seat) => put(sum, el("td", score.winners && score.winners.includes(seat) ? "won" : "", total === null ? "?" : String(total))));
    body.appendChild(sum);
    for (const extra of score.extra || []) {
      const line = put(el("tr", "extra"), el("th", "label", extra.label), el("td", "worth", ""));
      for (const value of extra.values) line.appendChild(el("td", "", value === null ? "?" : String(value)));
      body.appendChild(line);
    }
    put(table, body);
    put(node, put(el("div", "scroll"), table));
    this.buildWaterfall(node, score);
    const said = [];
    if (score.winners) said.push(score.winners.map((seat) => this.handles[seat]).join(" and ") + (score.winners.length > 1 ? " share the victory" : " wins") + (score.decided ? ": " + score.decided : ""));
    if (score.why) said.push((score.winners ? "not known: " : "the winner is not known: ") + this.text(score.why));
    if (score.unjudged.length) said.push("rests on the open ruling " + score.unjudged.join(", "));
    if (said.length) node.appendChild(el("p", "decided", said.join(" · ")));
  }

  /** One bar a seat: what each row adds, from left to right; what is taken away stands hatched after it. */
  buildWaterfall(node, score) {
    const most = Math.max(1, ...score.rows[0].cells.map((_, seat) => score.rows.reduce((sum, row) => sum + Math.max(0, row.cells[seat].points || 0), 0)));
    const chart = el("div", "waterfall");
    this.payload.players.forEach((player, seat) => {
      const bar = el("div", "bar");
      for (const row of score.rows) {
        const points = row.cells[seat].points;
        if (!points) continue;
        const part = el("span", "part k-" + row.code + (points < 0 ? " minus" : ""), (row.code ? row.code + " " : "") + (points > 0 ? "+" : "−") + Math.abs(points));
        part.style.width = (100 * Math.abs(points)) / most + "%";
        part.title = row.label + ": " + (points > 0 ? "+" : "−") + Math.abs(points);
        bar.appendChild(part);
      }
      const total = score.totals[seat];
      put(chart, put(el("div", "line"), put(el("span", "who seat" + seat), el("bdi", "", player.handle)), bar, el("b", "", total === null ? "?" : String(total))));
    });
    node.appendChild(chart);
  }

  buildFlags(node) {
    const LABEL = { lot: "lots decided", unsold: "unsold", price: "high prices", overpay: "needless overpay", default: "defaults", overbid: "overbids",
      lead: "leads changed", die: "dice changed", forced: "forced", unjudged: "unjudged", stood: "let stand", token: "tokens", market: "markets", tie: "ties in bids" };
    const kinds = new Map();
    for (const flag of this.payload.flags) kinds.set(flag[1], (kinds.get(flag[1]) || 0) + 1);
    const box = el("div", "flags");
    put(box, el("b", "", "Moments worth a look"));
    const bar = el("div", "kinds");
    const list = el("ol", "moments");
    const quietKinds = new Set(["lot", "forced", "unsold", "die", "market"]);
    const picked = new Set([...kinds.keys()].filter((kind) => !quietKinds.has(kind)));
    const fill = () => {
      list.textContent = "";
      for (const [ply, kind, , text] of this.payload.flags) {
        if (!picked.has(kind)) continue;
        const button = el("button", "moment f-" + kind, "");
        button.type = "button";
        button.dataset.ply = ply;
        put(button, el("span", "no", String(ply)), el("span", "", this.text(text)));
        put(list, put(el("li"), button));
      }
      if (!list.childNodes.length) list.appendChild(el("li", "empty", "none of the chosen kinds"));
    };
    for (const [kind, number] of kinds) {
      const chip = el("button", "kind f-" + kind, (LABEL[kind] || kind) + " " + number);
      chip.type = "button";
      chip.setAttribute("aria-pressed", String(picked.has(kind)));
      chip.onclick = () => {
        if (!picked.delete(kind)) picked.add(kind);
        chip.setAttribute("aria-pressed", String(picked.has(kind)));
        fill();
      };
      bar.appendChild(chip);
    }
    list.onclick = (event) => {
      const button = event.target.closest("[data-ply]");
      if (button) {
        this.go(Number(button.dataset.ply));
        this.$(".walk").scrollIntoView({ block: "start" });
      }
    };
    fill();
    put(node, put(box, bar, list));
  }

  buildMoves() {
    const { payload } = this;
    const list = this.$(".moves");
    list.textContent = "";
    this.rows = [];
    this.groupOf = [];
    this.verdictNames = ["proven", "possible", "unjudged", "let stand"];
    const flagged = new Map();
    for (const flag of payload.flags) if (!flagged.has(flag[0]) || flag[4]) flagged.set(flag[0], flag);
    const rows = document.createDocumentFragment();
    const row = (ply, text, move) => {
      const node = el("button", "move" + (move && move[1] >= 0 ? " seat" + move[1] : ""));
      node.type = "button";
      node.tabIndex = -1;
      node.dataset.ply = ply;
      const words = el("span", "words", text);
      put(node, el("span", "no", String(ply)), words);
      if (move && move[4]) {
        const mark = el("span", "verdict v" + move[4], ["", "?", "§", "!"][move[4]]);
        mark.title = this.verdictNames[move[4]] + (move[5] ? ": " + this.text(move[5]) : "");
        mark.dataset.why = mark.title;
        node.appendChild(mark);
      }
      const flag = flagged.get(ply);
      if (flag) {
        const mark = el("span", "flag f-" + flag[1], flag[4] ? "⚑" : "·");
        mark.title = this.text(flag[3]);
        mark.dataset.why = mark.title;
        node.appendChild(mark);
      }
      this.rows[ply] = node;
      return node;
    };
    rows.appendChild(row(0, "set-up", null));
    let at = 0;
    let section = rows;
    let phase = "";
    for (let ply = 1; ply <= this.plies; ply++) {
      while (at < payload.groups.length && payload.groups[at].from <= ply) {
        const group = payload.groups[at++];
        if (group.kind !== phase) {
          phase = group.kind;
          const title = { gift: "Gift phase", lot: "Auction phase", end: "The end", round: "Rounds" }[phase];
          if (title) rows.appendChild(el("div", "phase", title));
        }
        section = el("div", "group g-" + group.kind);
        const head = el("button", "grouphead", "");
        head.type = "button";
        head.tabIndex = -1;
        head.dataset.ply = group.from;
        put(head, el("b", "", this.text(group.title)), el("span", "", this.text(group.note)));
        put(rows, put(section, head));
      }
      this.groupOf[ply] = at - 1;
      section.appendChild(row(ply, this.text(payload.moves[ply - 1][2]), payload.moves[ply - 1]));
    }
    if (payload.problem && payload.problem.ply) {
      put(section, el("div", "stopped", payload.problem.kind + ": " + payload.problem.message + " — " + (payload.events - this.plies) + " more lines were not played"));
    }
    list.appendChild(rows);
    this.currentRow = null;
    this.setWords();
  }

  setWords() {
    const column = this.$(".raw").checked ? 3 : 2;
    for (let ply = 1; ply <= this.plies; ply++) this.rows[ply].childNodes[1].textContent = this.text(this.payload.moves[ply - 1][column]);
    this.root.classList.toggle("rawwords", column === 3);
  }

  markNotes(notes) {
    for (const row of this.rows || []) {
      const old = row && row.querySelector(".note");
      if (old) old.remove();
    }
    for (const ply in notes) {
      if (this.rows[ply]) {
        const mark = el("span", "note", "✎");
        mark.title = notes[ply] + (notes[ply] === 1 ? " comment" : " comments");
        this.rows[ply].appendChild(mark);
      }
    }
  }

  buildTicks() {
    const ticks = this.$(".ticks");
    ticks.textContent = "";
    const slider = this.$(".slider");
    slider.max = this.plies;
    const end = Math.max(1, this.plies);
    for (const group of this.payload.groups) {
      const tick = el("i", "t-" + group.kind);
      tick.style.left = (100 * group.from) / end + "%";
      ticks.appendChild(tick);
    }
    for (const flag of this.flags) {
      if (["lot", "die", "market"].includes(flag[1])) continue;
      const tick = el("i", "t-flag");
      tick.style.left = (100 * flag[0]) / end + "%";
      ticks.appendChild(tick);
    }
  }

  buildChart() {
    const node = this.$(".chart");
    node.textContent = "";
    this.cursors = [];
    if (this.plies < 2) return;
    const W = 1000, H = 150;
    const count = this.payload.players.length;
    const draw = (title, read) => {
      const lines = [];
      let most = 1;
      let least = 0;
      for (let seat = 0; seat < count; seat++) {
        const values = this.frames.map((frame) => read(frame, seat));
        for (const value of values) {
          if (typeof value !== "number") continue;
          if (value > most) most = value;
          if (value < least) least = value;
        }
        lines.push(values);
      }
      if (lines.every((values) => values.every((value) => typeof value !== "number"))) return;
      const picture = svg("svg", { viewBox: `0 0 ${W} ${H}`, preserveAspectRatio: "none", role: "img", "aria-label": title + " of each seat over the game" });
      for (const group of this.payload.groups) {
        if (group.kind === "lot" || group.kind === "round" || group.kind === "market")
          picture.appendChild(svg("line", { x1: (W * group.from) / this.plies, x2: (W * group.from) / this.plies, y1: 0, y2: H, class: "grid" }));
      }
      const height = (value) => H - 6 - ((H - 14) * (value - least)) / (most - least);
      if (least < 0) picture.appendChild(svg("line", { x1: 0, x2: W, y1: height(0), y2: height(0), class: "zero" }));
      lines.forEach((values, seat) => {
        let path = "";
        let pen = false;
        values.forEach((value, ply) => {
          if (typeof value !== "number") {
            pen = false;
            return;
          }
          const x = ((W * ply) / this.plies).toFixed(1), y = height(value).toFixed(1);
          path += pen ? `H${x}V${y}` : `M${x} ${y}`;
          pen = true;
        });
        picture.appendChild(svg("path", { d: path, class: "line seat" + seat, "stroke-dasharray": SEAT_DASHES[seat] }));
      });
      const cursor = svg("line", { x1: 0, x2: 0, y1: 0, y2: H, class: "cursor" });
      picture.appendChild(cursor);
      this.cursors.push(cursor);
      picture.addEventListener("click", (event) => {
        const box = picture.getBoundingClientRect();
        this.go(Math.round(((event.clientX - box.left) / box.width) * this.plies));
      });
      const figure = el("figure");
      const values = el("div", "values");
      const readers = lines.map((numbers, seat) => {
        const item = el("span", "seat" + seat);
        const stroke = svg("svg", { viewBox: "0 0 26 6", class: "key", "aria-hidden": "true" }, svg("line", { x1: 0, x2: 26, y1: 3, y2: 3, class: "line seat" + seat, "stroke-dasharray": SEAT_DASHES[seat] }));
        const number = el("b");
        put(item, stroke, el("bdi", "", this.handles[seat]), number);
        values.appendChild(item);
        return (ply) => {
          const value = numbers[ply];
          const text = typeof value === "number" ? String(value) : "?";
          if (number.textContent !== text) number.textContent = text;
        };
      });
      put(node, put(figure, put(el("figcaption"), el("b", "", title), values), picture));
      this.cursors.push((ply) => readers.forEach((reader) => reader(ply)));
    };
    const titles = this.board && this.board.chartTitles ? this.board.chartTitles : ["Standing (pips led)", "Gold in hand"];
    draw(titles[0], (frame, seat) => frame.sd[seat]);
    draw(titles[1], (frame, seat) => frame["g" + seat]);
  }

  // ---------------------------------------------------------------------------------------------------------- moving
  go(ply, quietly) {
    ply = Math.max(0, Math.min(this.plies, Math.round(ply)));
    this.ply = ply;
    this.root.dataset.ply = ply;
    if (!this.drawing) {
      this.drawing = true;
      requestAnimationFrame(() => {
        this.drawing = false;
        this.draw();
      });
    }
    if (!quietly) this.report();
  }

  draw() {
    if (!this.root.isConnected || !this.payload) return;
    const start = performance.now();
    const ply = this.ply;
    const now = this.frames[ply];
    if (now && this.board) {
      this.board.update(now, ply > 0 ? this.frames[ply - 1] : undefined, ply, this.nameStamp);
    }
    this.drawNow(ply, now);
    const slider = this.$(".slider");
    if (Number(slider.value) !== ply) slider.value = ply;
    slider.setAttribute("aria-valuetext", "ply " + ply + " of " + this.plies);
    const row = this.rows[ply];
    if (this.currentRow !== row) {
      if (this.currentRow) this.currentRow.removeAttribute("aria-current");
      this.currentRow = row;
      if (row) {
        row.setAttribute("aria-current", "step");
        const list = this.$(".moves");
        const top = row.offsetTop;
        if (top < list.scrollTop + 60 || top > list.scrollTop + list.clientHeight - 90) list.scrollTop = top - list.clientHeight / 2;
      }
    }
    const x = this.plies ? (1000 * ply) / this.plies : 0;
    for (const cursor of this.cursors) {
      if (typeof cursor === "function") cursor(ply);
      else {
        cursor.setAttribute("x1", x);
        cursor.setAttribute("x2", x);
      }
    }
    this.shown = ply;
    this.root.dataset.shown = ply;
    this.stepTimes.push(performance.now() - start);
    if (this.stepTimes.length > 2000) this.stepTimes.shift();
    this.root.stepTimes = this.stepTimes;
  }

  drawNow(ply, now) {
    const group = this.payload.groups[this.groupOf[ply]];
    const where = "ply " + ply + " of " + this.plies + (now && this.board ? " · " + this.board.phase(now) : "") + (group && ply ? " · " + this.text(group.title) : "");
    this.$(".where").textContent = where;
    const what = this.$(".what"), why = this.$(".why");
    why.textContent = "";
    if (!ply) {
      what.textContent = this.frames.length ? "The set-up" : "";
      what.className = "what";
      return;
    }
    const [line, seat, text, raw, verdict, reason, at, comments] = this.payload.moves[ply - 1];
    what.textContent = this.text(text);
    what.className = "what" + (seat >= 0 ? " seat" + seat : "");
    if (verdict) put(why, el("span", "verdict v" + verdict, this.verdictNames[verdict]), el("span", "", reason ? this.text(reason) : ""));
    for (const flag of this.payload.flags) if (flag[0] === ply) put(why, put(el("span", "moment f-" + flag[1]), el("span", "flag", "⚑ "), el("span", "", this.text(flag[3]))));
    put(why, el("code", "logline", this.text(raw) + (verdict === 3 ? " !" : "")), el("span", "lineno", "line " + line + (at ? ", " + at : "")));
    for (const comment of comments || []) put(why, el("q", "scribe", comment));
  }

  // ------------------------------------------------------------------------------------------------------------ acts
  group(step) {
    const starts = this.payload.groups.map((group) => group.from);
    if (step > 0) this.go(starts.find((start) => start > this.ply) ?? this.plies);
    else this.go([...starts].reverse().find((start) => start < this.ply) ?? 0);
  }

  flag(step) {
    const plies = this.flags.map((flag) => flag[0]);
    const found = step > 0 ? plies.find((ply) => ply > this.ply) : [...plies].reverse().find((ply) => ply < this.ply);
    if (found === undefined) this.toast(step > 0 ? "no later flagged moment" : "no earlier flagged moment");
    else this.go(found);
  }

  /** Once round the table: to the next (or last) ply of the one who acted here. */
  lap(step) {
    const moves = this.payload.moves;
    const actor = this.ply ? moves[this.ply - 1][1] : moves.length ? moves[0][1] : -1;
    let left = false;
    for (let ply = this.ply + step; ply >= 1 && ply <= this.plies; ply += step) {
      if (moves[ply - 1][1] !== actor) left = true;
      else if (left || !this.ply) return this.go(ply);
    }
    return this.go(step > 0 ? this.plies : 0);
  }

  play() {
    if (this.playing) return this.stop();
    if (this.ply >= this.plies) this.go(0);
    const tick = () => {
      if (!this.root.isConnected || this.ply >= this.plies) return this.stop();
      this.go(this.ply + 1);
    };
    this.playing = setInterval(tick, 1000 / Number(this.$(".pace").value));
    const button = this.$('[data-do="play"]');
    button.querySelector("path").setAttribute("d", "M5 4h5v16H5zM14 4h5v16h-5z");
    button.setAttribute("aria-pressed", "true");
    button.setAttribute("aria-label", "Pause");
  }

  stop() {
    clearInterval(this.playing);
    this.playing = null;
    const button = this.$('[data-do="play"]');
    button.querySelector("path").setAttribute("d", "M6 3v18l14-9z");
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-label", "Play");
  }

  async copy() {
    const address = new URL(location.href);
    address.searchParams.set("game", this.payload.id);
    address.searchParams.set("ply", this.ply);
    if (this.payload.seat >= 0) address.searchParams.set("seat", this.payload.masked ? "#" + (this.payload.seat + 1) : this.payload.players[this.payload.seat].handle);
    else address.searchParams.delete("seat");
    try {
      await navigator.clipboard.writeText(address.href);
      this.toast("link to ply " + this.ply + " copied");
    } catch {
      this.toast(address.href);
    }
  }

  toast(text) {
    const node = this.$(".toast");
    node.textContent = text;
    node.hidden = false;
    clearTimeout(this.toasting);
    this.toasting = setTimeout(() => (node.hidden = true), 2600);
  }

  help() {
    const dialog = this.$(".keys");
    if (dialog.open) return dialog.close();
    if (!dialog.childNodes.length) {
      const rows = [["← →  or  k j", "one ply"], ["[ ]", "once round the table"], ["↑ ↓", "turn, lot or round (while the replay has the focus)"], ["Home End", "set-up, end (with focus)"],
        ["n N", "next, previous flagged moment"], ["Ctrl ← →", "previous, next game of the list"], ["Space", "play and pause (with focus)"], ["?", "this list"]];
      const list = el("dl");
      for (const [key, text] of rows) put(list, put(el("dt"), el("kbd", "", key)), el("dd", "", text));
      const close = el("button", "", "Close");
      close.type = "button";
      close.onclick = () => dialog.close();
      put(dialog, el("h3", "", "Keys"), list, close);
    }
    dialog.showModal();
  }

  act(name) {
    const acts = {
      first: () => this.go(0), last: () => this.go(this.plies), back: () => this.go(this.ply - 1), next: () => this.go(this.ply + 1),
      "group+": () => this.group(1), "group-": () => this.group(-1), "flag+": () => this.flag(1), "flag-": () => this.flag(-1),
      play: () => this.play(), copy: () => this.copy(), help: () => this.help(),
      shields: () => {
        this.shields = !this.shields;
        this.nameStamp++;
        this.$(".shields").setAttribute("aria-pressed", String(this.shields));
        this.go(this.ply, true);
      },
    };
    if (name !== "play" && name !== "copy" && name !== "help" && name !== "shields") this.stop();
    acts[name]();
  }

  // ------------------------------------------------------------------------------------------------------- listening
  listen() {
    const root = this.root;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-do]");
      if (button && root.contains(button)) this.act(button.dataset.do);
    });
    this.$(".moves").addEventListener("click", (event) => {
      const why = event.target.closest("[data-why]");
      if (why) this.toast(why.dataset.why);
      const row = event.target.closest("[data-ply]");
      if (!row) return;
      this.stop();
      this.go(Number(row.dataset.ply));
      root.focus({ preventScroll: true });
    });
    const slider = this.$(".slider");
    slider.addEventListener("input", () => {
      this.stop();
      this.go(Number(slider.value));
    });
    this.$(".raw").addEventListener("change", () => this.setWords());
    this.$(".pace").addEventListener("change", () => {
      if (this.playing) {
        this.stop();
        this.play();
      }
    });
    this.$(".viewas").addEventListener("change", (event) => {
      this.stop();
      root.classList.add("waiting");
      this.report({ seat: Number(event.target.value) });
    });
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  key(event) {
    if (!this.root.isConnected || !this.payload || event.defaultPrevented || event.isComposing || event.altKey || event.metaKey) return;
    const target = event.composedPath()[0];
    const inside = event.composedPath().includes(this.root);
    if (target instanceof Element) {
      const slider = target === this.$(".slider");
      if (!slider && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")) return;
      if (!inside && target.closest("input, canvas, [role=slider], [role=tab], [role=combobox], [role=listbox], [role=option], [role=menu], [role=menuitem], [role=grid], [role=radio], [role=dialog], [role=textbox], [role=spinbutton]")) return;
      if (target.closest("dialog") && event.key !== "?") return;
    }
    const { key } = event;
    let act;
    if (event.ctrlKey) {
      if ((key === "ArrowLeft" || key === "ArrowRight") && !event.shiftKey && this.outside.game) act = () => this.outside.game(key === "ArrowLeft" ? -1 : 1);
    } else if (!event.shiftKey || key === "N" || key === "?") {
      act = {
        ArrowLeft: () => this.act("back"), k: () => this.act("back"), ArrowRight: () => this.act("next"), j: () => this.act("next"),
        "[": () => this.lap(-1), "]": () => this.lap(1), n: () => this.act("flag+"), N: () => this.act("flag-"), "?": () => this.help(),
      }[key];
      if (!act && inside) {
        act = { ArrowUp: () => this.act("group-"), ArrowDown: () => this.act("group+"), Home: () => this.act("first"), End: () => this.act("last") }[key];
        if (key === " " && !(target instanceof Element && target.closest("button, summary, input[type=checkbox]"))) act = () => this.act("play");
      }
    }
    if (!act) return;
    event.preventDefault();
    act();
  }

  destroy() {
    this.stop();
    clearTimeout(this.timer);
    document.removeEventListener("keydown", this.onKey);
  }
}

export default function replayBoard(component) {
  const { data, parentElement, setStateValue, setTriggerValue } = component;
  let board = boards.get(parentElement);
  if (!board || board.root !== parentElement.querySelector(".replay")) {
    if (board) board.destroy();
    board = new Replay(parentElement);
    boards.set(parentElement, board);
  }
  board.receive(data, {
    where: (where) => setStateValue("where", where),
    game: data.links === false ? null : (step) => setTriggerValue("game", step),
    seats: data.links !== false,
  });
  return () => {
    board.destroy();
    boards.delete(parentElement);
  };
}
