// The head line of an element. = heading of clients/widgets/board/ink.py

import { html } from "../vendor/preact.js";
import { sided } from "./sides.js";
import { ink } from "./text.js";

/**
 * Draw the head line of an element, nothing if there is no title and no note.
 * @param {{title: string, note?: string, sides: import("./sides.js").Sides}} props
 */
export function Heading({ title, note = "", sides }) {
  if (!ink(title) && !note) return null;
  return html`<header class="board-heading">
    ${ink(title) && html`<h3>${sided(sides, title)}</h3>`}
    ${note && html`<p class="board-note">${note}</p>`}
  </header>`;
}
