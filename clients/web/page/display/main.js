// Starts the page of a projector: the public information if this browser holds its key, otherwise the door.

import { Door } from "../door/door.js";
import { whose } from "../door/whose.js";
import { html, render } from "../vendor/preact.js";
import { learn, say } from "../words.js";
import { Projector } from "./projector.js";

const root = /** @type {Element} */ (document.getElementById("root"));

/**
 * @param {string} plate
 * @param {string} [unkept] the message if this browser turns out to hold no key, although it got one
 */
function show(plate, unkept = "") {
  render(null, root);
  new Projector({ plate, root, unknown: (why) => knock(plate, why || unkept) }).start();
}

/** @param {string} plate @param {string} why the first message, "" for none */
function knock(plate, why) {
  render(null, root);
  render(
    html`<${Door} plate=${plate} kind="projector" whose=${whose(location.hash)} why=${why} joined=${() => show(plate, say("door.not_kept"))} />`,
    root,
  );
}

await learn();
show((location.pathname.split("/")[2] ?? "").toUpperCase());
