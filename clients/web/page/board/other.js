// An element of a kind that this page does not know: all its words and numbers in order, so that its readers see no less
// than others until the page can draw it.

import { html } from "../vendor/preact.js";
import { Heading } from "./heading.js";
import { sided } from "./sides.js";

/** @typedef {import("./sides.js").Sides} Sides */

/** Draw any element by its words alone. @param {{element: Record<string, unknown>, sides: Sides}} props */
export function Other({ element, sides }) {
  const { kind: _, title, ...rest } = element;
  return html`<${Heading} title=${String(title ?? "")} sides=${sides} /><${Value} value=${rest} sides=${sides} />`;
}

/** @param {{value: unknown, sides: Sides}} props */
function Value({ value, sides }) {
  if (value === null || value === undefined || value === false || value === "") return null;
  if (typeof value !== "object") return value === true ? null : html`<span>${sided(sides, String(value))}</span>`;
  const inner = Object.values(value).filter((each) => each !== null && each !== "" && typeof each !== "boolean");
  return html`<ul class="other" role="list">${inner.map((each, at) => html`<li key=${at}><${Value} value=${each} sides=${sides} /></li>`)}</ul>`;
}
