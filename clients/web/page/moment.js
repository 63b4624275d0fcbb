// What time alone changes on a seat's screen. A page draws when this differs from what it drew last. So an idle page draws
// once a second, and a phone keeps its battery.

import { Timing } from "./desk/talk.js";

/**
 * Return a text that differs when time has changed what a seat shows: with each second on the clock. It always differs
 * while something moves within a second: a telling, the last seconds of a clock, answers that are held off.
 * @param {import("./desk/desk.js").Desk} desk
 * @param {number} nowMs
 */
export function momentOf(desk, nowMs) {
  const timing = desk.timing(nowMs);
  if (timing === Timing.URGENT || !desk.isTold || desk.guard.holds(nowMs)) return `${timing} at ${nowMs}`;
  const counts = timing === Timing.RUNS;
  return `${timing} ${counts ? Math.ceil(desk.leftMs(nowMs) / 1000) : Math.floor(nowMs / 1000)}`;
}
