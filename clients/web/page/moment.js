// What time alone changes on a seat's screen. A page draws everything only when `momentOf` differs from what it drew last.
// At each other second only the figures that count are drawn, so a phone keeps its battery.

import { Timing } from "./desk/talk.js";
import { marksPassed } from "./seat/aloud.js";
import { useEffect, useReducer } from "./vendor/preact.js";

/** Time changes nothing at these but figures that count, and what `momentOf` names. @type {ReadonlySet<string>} */
const CALM = new Set([Timing.NONE, Timing.STANDS, Timing.RUNS]);

/** The parts of the page that draw themselves at each second. @type {Set<() => void>} */
const counting = new Set();
let newestMs = 0;

/**
 * Return a text that differs when time has changed more than figures that count: the state of the clock, whether each
 * conversation is open, whether proposals are possible, requests that take long, times that are announced. It always
 * differs while something moves within a second: a telling, the last seconds of a clock, answers that are held off. A
 * hidden page has its clock in the title, and differs with each second.
 * @param {import("./desk/desk.js").Desk} desk
 * @param {number} nowMs
 * @param {boolean} hidden whether the page is hidden
 */
export function momentOf(desk, nowMs, hidden = false) {
  const timing = desk.timing(nowMs);
  if (!isCalm(desk, nowMs)) return `${timing} at ${nowMs}`;
  const open = [...desk.talks.values()].filter((talk) => desk.isOpen(talk, nowMs)).map((talk) => talk.id);
  const marks = marksPassed(desk.leftMs(nowMs));
  const second = hidden || !CALM.has(timing) ? secondOf(desk, nowMs) : "";
  return JSON.stringify([timing, open, desk.noDeals(nowMs), desk.onItsWay, marks, second]);
}

/**
 * Return whether nothing moves within a second.
 * @param {import("./desk/desk.js").Desk} desk
 * @param {number} nowMs
 */
function isCalm(desk, nowMs) {
  return desk.timing(nowMs) !== Timing.URGENT && desk.isTold && !desk.guard.holds(nowMs);
}

/**
 * Return a text that differs with each second on the clock, or with each second if no clock runs.
 * @param {import("./desk/desk.js").Desk} desk
 * @param {number} nowMs
 */
export function secondOf(desk, nowMs) {
  return desk.timing(nowMs) === Timing.RUNS ? `left ${Math.ceil(desk.leftMs(nowMs) / 1000)}` : String(Math.floor(nowMs / 1000));
}

/** How often to look again while something moves within a second. */
const MOVES_MS = 250;

/**
 * Return the milliseconds until time may have changed what the page shows. The moment at which answers are accepted again
 * is met exactly, because a player may wait for it.
 * @param {import("./desk/desk.js").Desk} desk
 * @param {number} nowMs
 */
export function toNextMoment(desk, nowMs) {
  const held = desk.guard.leftMs(nowMs);
  if (!isCalm(desk, nowMs)) return held ? Math.min(MOVES_MS, held) : MOVES_MS;
  return desk.timing(nowMs) === Timing.RUNS ? (desk.leftMs(nowMs) % 1000) + 1 : 1000 - (nowMs % 1000);
}

/**
 * Draw the parts that count.
 * @param {number} nowMs
 */
export function count(nowMs) {
  newestMs = nowMs;
  for (const again of counting) again();
}

/**
 * Let a part of the page draw itself at each second, and return the time that it shows.
 * @param {number} now the time of the page's last drawing
 */
export function useCounting(now) {
  const [, again] = useReducer((/** @type {number} */ drawings) => drawings + 1, 0);
  useEachSecond(() => again(0), []);
  return Math.max(now, newestMs);
}

/**
 * Call a function at each second in which not everything is drawn.
 * @param {() => void} call
 * @param {readonly unknown[]} of the values that the function uses
 */
export function useEachSecond(call, of) {
  useEffect(() => {
    counting.add(call);
    return () => void counting.delete(call);
  }, [...of]);
}
