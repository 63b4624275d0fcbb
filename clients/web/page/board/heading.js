// The head line of an element. = heading of clients/widgets/board/ink.py

import { html } from "../vendor/preact.js";
import { sided } from "./sides.js";
import { ink } from "./text.js";

/** Give the head line of an element, or none where there is nothing to say. @param {{title: string, note?: string, sides: import("./sides.js").Sides}} props */
export function Heading({ title, note = "", sides }) {
  if (!ink(title) && !note) return null;
  return html`<header class="board-heading">
    ${ink(title) && html`<h3>${sided(sides, title)}</h3>`}
    ${note && html`<p class="board-note">${note}</p>`}
  </header>`;
}
