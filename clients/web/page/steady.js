// Keeps the page right when another program replaces its texts: a translation of the browser or an extension puts elements
// in the place of text nodes. The drawing would go on writing to nodes that nobody sees, and the clock would stand still.
// A text that has changed goes back to its place. One that has not keeps its translation.
// @ts-check

import { options } from "./vendor/preact.js";

/** @typedef {import("./vendor/preact").VNode} VNode */

/** The element that holds each text, and what the text said when it was last drawn. @type {WeakMap<Text, { host: Element, said: string }>} */
const drawn = new WeakMap();
/** The newest drawing of each element. @type {WeakMap<Element, VNode>} */
const drawings = new WeakMap();
/** The texts of this pass that are new. @type {VNode[]} */
let fresh = [];
/** The elements whose contents must be put right after this pass. @type {Set<Element>} */
let spoilt = new Set();
/** Whether a text was ever found out of its place. Until then no element needs a closer look. */
let disturbed = false;

const { diffed, unmount, __c: commit } = options;

options.diffed = (node) => {
  const dom = node.__e;
  if (dom instanceof Text) noteText(node, dom);
  else if (dom && typeof node.type === "string") noteElement(node, /** @type {Element} */ (dom));
  diffed?.(node);
};

options.unmount = (node) => {
  const dom = node.__e;
  const kept = dom instanceof Text && node.type === null && drawn.get(dom);
  if (kept && dom.parentNode !== kept.host) spoilt.add(kept.host);
  unmount?.(node);
};

options.__c = (root, queue) => {
  for (const node of fresh) {
    const host = hostOf(node);
    if (host) drawn.set(/** @type {Text} */ (node.__e), { host, said: String(node.props) });
  }
  for (const host of spoilt) putRight(host);
  fresh = [];
  spoilt = new Set();
  commit?.(root, queue);
};

/**
 * @param {VNode} node
 * @param {Text} dom
 */
function noteText(node, dom) {
  if (node.type !== null) return;
  const kept = drawn.get(dom);
  if (!kept) {
    fresh.push(node);
    return;
  }
  const said = String(node.props);
  if (dom.parentNode !== kept.host) {
    disturbed = true;
    if (said !== kept.said) spoilt.add(kept.host);
  }
  kept.said = said;
}

/**
 * Note an element. What was put beside a text that is not in its place is at the end of the element instead.
 * @param {VNode} node
 * @param {Element} dom
 */
function noteElement(node, dom) {
  drawings.set(dom, node);
  if (!disturbed) return;
  const own = contents(node);
  const there = own.filter((child) => child.parentNode === dom);
  if (there.length === own.length) return;
  const places = there.map((child) => [...dom.childNodes].indexOf(/** @type {ChildNode} */ (child)));
  if (places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0))) spoilt.add(dom);
}

/**
 * Return the element that holds a text.
 * @param {VNode} node
 */
function hostOf(node) {
  let above = node.__;
  while (above && typeof above.type !== "string") above = above.__;
  return above ? /** @type {Element} */ (above.__e) : null;
}

/**
 * Remove what others put into an element, and put its own contents back in their order.
 * @param {Element} host
 */
function putRight(host) {
  const drawing = drawings.get(host);
  if (!drawing || !host.isConnected) return;
  const own = contents(drawing);
  for (const child of [...host.childNodes]) if (!own.includes(child)) child.remove();
  own.forEach((child, at) => {
    if (host.childNodes[at] !== child) host.insertBefore(child, host.childNodes[at] ?? null);
  });
}

/**
 * Return the nodes that a drawing has in its element.
 * @param {VNode} drawing
 * @returns {Node[]}
 */
function contents(drawing) {
  return (drawing.__k ?? []).flatMap((child) => {
    if (!child) return [];
    return typeof child.type === "function" ? contents(child) : child.__e ? [child.__e] : [];
  });
}

/** Insert before the element that another program has put around a text, which is no longer a neighbour itself. */
function insertBesideStrangers() {
  const insert = Node.prototype.insertBefore;
  /**
   * @template {Node} T
   * @param {T} node
   * @param {Node | null} before
   * @returns {T}
   */
  Node.prototype.insertBefore = function (node, before) {
    let next = before;
    while (next && next.parentNode !== this) next = next.parentNode;
    return /** @type {T} */ (insert.call(this, node, next));
  };
}

if (typeof document === "object") insertBesideStrangers(); // the tests' own engine has no page
