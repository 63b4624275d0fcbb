// Links to other gateways when the page's own machine stays away. A page cannot change its own gateway, so the player
// opens it at another one.

import { html } from "./vendor/preact.js";
import { say } from "./words.js";

/** @param {{link: import("./link/state.js").LinkChange}} props */
export function ElsewhereLinks({ link }) {
  if (!link.webs?.length) return null;
  return html`<p>${say("web.elsewhere")} ${link.webs.map((web) => html`<a key=${web} href=${web}>${web}</a> `)}</p>`;
}
