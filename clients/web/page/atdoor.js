// Starts the page at the front door, where the full code of a card is typed: a seat's, or (at /display) a projector's.

import { Door } from "./door/door.js";
import { whose } from "./door/whose.js";
import { forgetTab } from "./link/store.js";
import { html, render } from "./vendor/preact.js";
import { learn } from "./words.js";

const place = location.pathname === "/display" ? "display" : "seat";
const kind = place === "display" ? "projector" : "seat";

/**
 * Go to the place that the code opens. The address bar shows that place at once, however long the page takes to load. The
 * door is replaced there, so the way back does not lead to an open door.
 * @param {string} plate
 */
function joined(plate) {
  forgetTab();
  history.replaceState(null, "", `/${place}/${plate}`);
  location.reload();
}

await learn();
const root = /** @type {Element} */ (document.getElementById("root"));
render(html`<${Door} plate="" kind=${kind} whose=${whose("")} why="" joined=${joined} />`, root);
