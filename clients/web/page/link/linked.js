// Connects the parts between a page and the arbiter: its line, the page's life, its other windows, and what the tab
// stores.

import { alarm } from "./alarm.js";
import { Leading } from "./leading.js";
import { Life } from "./life.js";
import { Line } from "./line.js";
import { Receipts } from "./receipts.js";
import { Store, tabsKeeper } from "./store.js";
import { nowMs, Timers } from "./timers.js";
import { Ways } from "./transport.js";
import { Windows } from "./windows.js";

/**
 * Create the link of a page. It does not connect before `line.start`.
 * @param {object} parts
 * @param {"seat" | "display"} parts.place
 * @param {string} parts.plate
 * @param {(news: import("./state.js").News) => void} parts.pass Receives the news.
 * @param {() => void} parts.refused Called when this device refuses WebSockets.
 */
export function linked({ place, plate, pass, refused }) {
  const store = new Store(plate, tabsKeeper());
  const receipts = new Receipts(store);
  const life = new Life(nowMs);
  const ways = new Ways(`/${place}/${plate}`, store, refused);
  const timers = new Timers(nowMs, alarm(() => life.look() || timers.run()));
  const line = new Line({ connect: (ears) => ways.open(life.awake(ears)), pass, timers, nowMs, receipts, leading: new Leading(store) });
  return { store, receipts, life, line, windows: new Windows(plate, () => line.fence()) };
}
