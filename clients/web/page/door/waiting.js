// The screens before a player sits at a table, and after they have left it.

import { html } from "../vendor/preact.js";
import { say } from "../words.js";
import { Card } from "./card.js";
import { whose } from "./whose.js";

/**
 * Draw the screen while the page looks for the arbiter.
 * @param {{desk: import("../desk/desk.js").Desk}} props
 */
export function Seeking({ desk }) {
  return html`
    <main class="door">
      <${Card} whose=${whose(location.hash)} kind="seat" />
      <p class="door-told" role="status">${desk.link.text}</p>
    </main>
  `;
}

/** Draw the screen after the seat was left. */
export function Left() {
  return html`
    <main class="door">
      <h1 class="door-seat">${say("door.left")}</h1>
      <p>${say("web.leaving")}</p>
      <button class="button button-first" type="button" onClick=${() => location.reload()}>${say("door.sit_again")}</button>
    </main>
  `;
}
