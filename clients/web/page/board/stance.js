// The public stance of a post: its word, with a drawing of the hand if the word begins with one. The hands are drawn
// here, because not every device has them in its fonts, and they look different on each.

import { html } from "../vendor/preact.js";
import { ink } from "./text.js";

/** @type {Record<string, string>} */
const HANDS = {
  "✋": "M7 13V6.2a1.3 1.3 0 0 1 2.6 0V11V3.8a1.3 1.3 0 0 1 2.6 0V11V4.4a1.3 1.3 0 0 1 2.6 0V11.6V7a1.3 1.3 0 0 1 2.6 0V15.4C17.4 19.4 15.3 22 11.8 22C9 22 7.8 20.9 6.5 18.6L3.3 13.4C2.4 11.9 4.2 10.6 5.4 11.9Z",
  "✊": "M5 11.4V9a1.9 1.9 0 0 1 3.3-1.3V7a1.9 1.9 0 0 1 3.6-.6a1.9 1.9 0 0 1 3.5.7a1.8 1.8 0 0 1 3.3 1.1V14.4C18.7 18.6 16.2 21.5 12.2 21.5C7.8 21.5 4.8 18.6 4.8 14.6ZM5 11.4C7 12 10 12 12.4 11.4C14 11 14 13.6 12.6 14C10.8 14.5 9.8 15 9.2 17M8.3 8V10.6M11.8 7.4V10.4M15.4 7.6V10.8",
};

/** Return the words of a stance without the sign of a hand, which not every device has. @param {string} words */
export function stanceWords(words) {
  const said = ink(words);
  return HANDS[said.slice(0, 1)] ? said.slice(1).trim() : said;
}

/** Draw a public stance. @param {{words: string}} props */
export function Stance({ words }) {
  const said = ink(words);
  const hand = HANDS[said.slice(0, 1)];
  if (!hand) return html`<p class="line-stance" key=${said}>${said}</p>`;
  return html`<p class="line-stance" data-hand=${said.slice(0, 1) === "✊" ? "closed" : "open"} key=${said}>
    <span class="aloud">${said}</span>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${hand} /></svg>
    <span class="line-word" aria-hidden="true">${stanceWords(words)}</span>
  </p>`;
}
