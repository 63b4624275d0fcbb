// Starts the page at the front door, where the whole code of a card is typed: a seat's, or (at /display) a projector's.

import { Door } from "./door/door.js";
import { whose } from "./door/whose.js";
import { html, render } from "./vendor/preact.js";
import { learn } from "./words.js";

const place = location.pathname === "/display" ? "display" : "seat";
const kind = place === "display" ? "projector" : "seat";

/** @param {string} plate */
function joined(plate) {
  sessionStorage.clear();
  location.assign(`/${place}/${plate}`);
}

await learn();
const root = /** @type {Element} */ (document.getElementById("root"));
render(html`<${Door} plate="" kind=${kind} whose=${whose("")} why="" joined=${joined} />`, root);
