// Isolates text that runs from right to left inside other text. Otherwise a number or a full stop beside such a name
// would be drawn on its other side, and two such names would swap places. A text written by one person has `dir` instead,
// and a page that itself runs from the right has a CSS rule (base.css).
// @ts-check

import { h, options } from "./vendor/preact.js";

/** @typedef {import("./vendor/preact").Drawable} Drawable */

const LETTERS = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const SOME = new RegExp(`[${LETTERS}]`, "u");
const OTHERS = new RegExp(`(?![${LETTERS}])\\p{L}`, "u");
/** One name. A sign, a number or a comma ends it. */
const NAME = new RegExp(`([${LETTERS}]+(?:[ '"’-]+[${LETTERS}]+)*)`, "gu");
/** Elements that hold only text, or are isolated already. */
const AS_IT_IS = ["bdi", "option", "textarea", "title"];

options.vnode = (node) => {
  const props = /** @type {{dir?: string, children?: Drawable}} */ (node.props);
  if (typeof node.type !== "string" || props.dir || AS_IT_IS.includes(node.type) || document.documentElement.dir === "rtl") return;
  props.children = apart(props.children);
};

/**
 * Return the content with each name that runs from right to left in an element of its own.
 * @param {Drawable} child
 * @returns {Drawable}
 */
function apart(child) {
  if (Array.isArray(child)) return child.map(apart);
  if (typeof child !== "string" || !SOME.test(child)) return child;
  if (!OTHERS.test(child)) return h("bdi", null, child);
  return child.split(NAME).map((piece, at) => (at % 2 ? h("bdi", null, piece) : piece));
}
