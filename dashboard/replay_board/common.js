// Small helpers shared by both boards. Every text that a stranger may have written (names, comments, log words) goes
// into the page as textContent or through setAttribute, never as markup.

function el(tag, className, text) {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined && text !== null) node.textContent = text;
  return node;
}

function put(parent, ...children) {
  for (const child of children) if (child) parent.appendChild(child);
  return parent;
}

const SVG = "http://www.w3.org/2000/svg";

function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  return put(node, ...children);
}

/** `text` with names for `{0}`, `{1}` …, in one pass: a name that looks like a mark stays as it is. */
function fillNames(text, names) {
  return text.replace(/\{(\d+)\}/g, (mark, number) => (number < names.length ? names[number] : mark));
}

// Our own signs, one shape a category, drawn in a box of 24.
const SIGNS = {
  P: "M12 1.5C8.2 7 4.8 10.9 4.8 15a7.2 7.2 0 0 0 14.4 0C19.2 10.9 15.8 7 12 1.5zM8 14.6c.3 2.3 1.9 3.9 4 4.3v1.5c-3-.3-5.300-2.700-5.500-5.800z",
  M: "M12 2.200c2.500 0 4.300 2 4.300 4.500 0 1.700-.7 3.200-1.900 4 3.600 1.100 5.600 4.300 5.600 11.300H4c0-7 2-10.200 5.600-11.300-1.200-.8-1.900-2.300-1.900-4 0-2.500 1.800-4.500 4.300-4.500zM9.600 6.200a2.500 2.500 0 0 0 4.800 0z",
  H: "M10 1.500h4v5.500h5v4h-5v11.500h-4V11H5V7h5z",
  S: "M5.500 1.500H15l4.500 4.500v16.500h-14zM8.500 9h8v1.700h-8zM8.500 13h8v1.700h-8zM8.500 17h5.500v1.700H8.500z",
  T: "M12 4.500C6.400 4.500 2.500 9 .8 12c1.700 3 5.600 7.500 11.200 7.500S21.500 15 23.200 12C21.500 9 17.600 4.500 12 4.500zM12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 10.300a1.700 1.700 0 1 0 0 3.400 1.700 1.700 0 0 0 0-3.400z",
  G: "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM12 4.200a7.800 7.800 0 1 0 0 15.600 7.800 7.800 0 0 0 0-15.600zM12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12z",
  C: "M12 1.500c4.500 4 7 8.200 7 12.500l-1.200 8H6.200L5 14c0-4.300 2.500-8.500 7-12.500zM11 7v3H8.300v2H11v6h2v-6h2.700v-2H13V7z",
  // Biblios Dice
  V: "M12 1.8l3 6.600 7.200.800-5.400 4.800 1.500 7.100L12 17.500l-6.300 3.600 1.500-7.100L1.800 9.200 9 8.400z",
  X: "M10 2h4v12h5l-7 8-7-8h5z",
  Q: "M20.500 2C12 3 6.500 8.500 5.500 16.500L3.500 22h2l1.500-4c7.500.5 13-5 13.500-16zM9 15.500c1.500-4 4-7 7.500-9-2.500 3-4.500 6-5.500 9.200z",
  I: "M8.500 2h7v4l3.500 5v11H5V11l3.500-5zM7.500 12.500V20h9v-7.500z",
  B: "M12 1.500c4.500 4 7 8.200 7 12.500l-1.200 8H6.200L5 14c0-4.300 2.500-8.500 7-12.500zM11 7v3H8.300v2H11v6h2v-6h2.700v-2H13V7z",
};

function sign(name, className) {
  return svg("svg", { viewBox: "0 0 24 24", class: className || "sign", "aria-hidden": "true" },
    svg("path", { d: SIGNS[name] || SIGNS.G, "fill-rule": "evenodd" }));
}

const PIPS = {
  1: [[12, 12]],
  2: [[6.500, 6.500], [17.500, 17.500]],
  3: [[6.500, 6.500], [12, 12], [17.500, 17.500]],
  4: [[6.500, 6.500], [17.500, 6.500], [6.500, 17.500], [17.500, 17.500]],
  5: [[6.500, 6.500], [17.500, 6.500], [12, 12], [6.500, 17.500], [17.500, 17.500]],
  6: [[6.500, 5.500], [17.500, 5.500], [6.500, 12], [17.500, 12], [6.500, 18.500], [17.500, 18.500]],
};

/** A value die with pips. */
function die(pips, className) {
  const node = svg("svg", { viewBox: "0 0 24 24", class: "die " + (className || ""), "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: 22, height: 22, rx: 4.500, class: "body" }));
  for (const [x, y] of PIPS[pips] || []) node.appendChild(svg("circle", { cx: x, cy: y, r: 2.300, class: "pip" }));
  return node;
}

/** What two bags of words (separated by blanks) have in common and apart: [word, -1 gone | 0 same | 1 new] in order. */
function compareBags(now, before) {
  const current = now ? now.split(" ") : [];
  const past = before === undefined ? current : before ? before.split(" ") : [];
  const left = new Map();
  for (const word of past) left.set(word, (left.get(word) || 0) + 1);
  const out = current.map((word) => {
    const count = left.get(word) || 0;
    if (count) left.set(word, count - 1);
    return [word, count ? 0 : 1];
  });
  for (const [word, count] of left) for (let i = 0; i < count; i++) out.push([word, -1]);
  return out.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
}

/** Runs `draw` only if one of the values it depends on is another one than last time. */
class Region {
  constructor(draw) {
    this.draw = draw;
    this.last = null;
  }
  update(...values) {
    const last = this.last;
    if (last && values.every((value, index) => value === last[index])) return;
    this.last = values;
    this.draw(...values);
  }
}

// Seats are told apart by colour, by dash and by their number.
const SEAT_DASHES = ["", "7 4", "2 3", "10 3 2 3", "5 2 1 2"];

const BOARDS = {};
