// Starts the page of a seat: the table if this browser holds the seat's key, otherwise the door.

import { Door } from "./door/door.js";
import { whose } from "./door/whose.js";
import { Locker } from "./link/locker.js";
import { forgetTab, Store, tabsKeeper } from "./link/store.js";
import { App } from "./seat/app.js";
import { storeOf } from "./seat/settings.js";
import { Table } from "./table.js";
import { html, render } from "./vendor/preact.js";
import { learn, say } from "./words.js";

const root = /** @type {Element} */ (document.getElementById("root"));

/**
 * @param {string} plate
 * @param {string} [unkept] the message if this browser turns out to hold no key, although it had or got one
 */
function sit(plate, unkept = "") {
  render(null, root);
  new Table({ plate, root, App, unknown: (why) => knock(plate, why || unkept) }).start();
}

/**
 * @param {string} plate
 * @param {string} why the first message, "" for none
 */
function knock(plate, why) {
  const joined = () => {
    const kept = new Store(plate, tabsKeeper());
    const way = kept.get("way");
    forgetTab(); // the player before must leave nothing behind
    new Locker(plate, storeOf()).wipe();
    kept.offer("way", way);
    sit(plate, say("door.not_kept"));
  };
  render(null, root);
  render(html`<${Door} plate=${plate} kind="seat" whose=${whose(location.hash)} why=${why} joined=${joined} />`, root);
}

await learn();
sit((location.pathname.split("/")[2] ?? "").toUpperCase(), history.state?.why);
