// Starts the page of a seat: the table where this browser holds the seat's key, and the door where it does not.

import { Door } from "./door/door.js";
import { whose } from "./door/whose.js";
import { Locker } from "./link/locker.js";
import { Store, tabsKeeper } from "./link/store.js";
import { App } from "./seat/app.js";
import { storeOf } from "./seat/settings.js";
import { Table } from "./table.js";
import { html, render } from "./vendor/preact.js";
import { learn } from "./words.js";

const root = /** @type {Element} */ (document.getElementById("root"));

/** @param {string} plate */
function sit(plate) {
  render(null, root);
  new Table({ plate, root, App, unknown: (why) => knock(plate, why) }).start();
}

/**
 * @param {string} plate
 * @param {string} why what is said at once, "" for nothing
 */
function knock(plate, why) {
  const joined = () => {
    const kept = new Store(plate, tabsKeeper());
    const way = kept.get("way");
    sessionStorage.clear(); // whoever sat here before has nothing more to find
    new Locker(plate, storeOf()).wipe();
    kept.offer("way", way);
    sit(plate);
  };
  render(null, root);
  render(html`<${Door} plate=${plate} kind="seat" whose=${whose(location.hash)} why=${why} joined=${joined} />`, root);
}

await learn();
sit((location.pathname.split("/")[2] ?? "").toUpperCase());
