// The top of the door's screens: whose seat it is, from the address of the card.

import { html } from "../vendor/preact.js";
import { say } from "../words.js";

/**
 * Draw whose seat it is, from the address of the card.
 * @param {{whose: import("./whose.js").Whose, kind: string}} props
 */
export function Card({ whose: { seat, table, name, exercise }, kind }) {
  const about = [table && say("door.table", { table }), exercise].filter(Boolean).join(" · ");
  return html`
    <header class="door-card">
      <h1 class="door-seat">${seat || say(kind === "seat" ? "door.your_seat" : "door.projector")}</h1>
      ${name && html`<p class="door-name">${name}</p>`} ${about && html`<p class="door-about">${about}</p>`}
    </header>
  `;
}
