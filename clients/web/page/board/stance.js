// What a post or a side does openly: a word, and its sign where the word begins with one.

import { html } from "../vendor/preact.js";
import { ink } from "./text.js";

/** Draw a public word. @param {{words: string}} props */
export function Stance({ words }) {
  return html`<p class="line-stance" key=${words}>${ink(words)}</p>`;
}
