// Starts the page: the door first where nobody sits here yet, then the desk, fed by the line, and the screen, drawn of the desk.

import { Desk } from "./desk/desk.js";
import { newId } from "./link/ids.js";
import { App } from "./seat/app.js";
import { html, render } from "./vendor/preact.js";
import { learn } from "./words.js";

/** So often the screen is drawn while a clock runs. */
const TICK_MS = 250;

/**
 * What a part of the screen may do.
 * @typedef {object} Act
 * @property {(request: import("./link/wire").Request | null) => void} send Send a request, if there is one; the screen is drawn anew.
 * @property {() => void} redraw Draw the screen anew.
 * @property {(panel: string) => void} open Open a panel: "" for none.
 */

async function start() {
  await learn();
  const root = /** @type {Element} */ (document.getElementById("root"));
  const desk = new Desk(newId);
  const redraw = () => render(html`<${App} desk=${desk} now=${nowMs()} act=${act} />`, root);
  /** @type {Act} */
  const act = { send: redraw, redraw, open: redraw };
  redraw();
  setInterval(redraw, TICK_MS);
}

function nowMs() {
  return Math.floor(performance.now());
}

await start();
