// Where to go when the page's own machine stays away: a page cannot change where it came from, so its person opens it at the other one.

import { html } from "./vendor/preact.js";
import { say } from "./words.js";

/** @param {{link: import("./link/state.js").LinkChange}} props */
export function ElsewhereLinks({ link }) {
  if (!link.webs?.length) return null;
  return html`<p>${say("web.elsewhere")} ${link.webs.map((web) => html`<a key=${web} href=${web}>${web}</a> `)}</p>`;
}
