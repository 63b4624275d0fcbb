// When a seat calls its player: when a question opens for it, and once more when little time is left. Pure.
// = clients/seat/model/bell.py

import { Timing } from "../desk/talk.js";
import { clean, say } from "../words.js";
import { clockText } from "../turns.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */

/** The calls that one desk has already made. */
export class Ringing {
  /** @param {Desk} desk */
  constructor(desk) {
    this._desk = desk;
    this._opened = -1;
    this._hurried = -1;
  }

  /**
   * Return what to call the player for now, each time once, "" if there is nothing.
   * @param {number} nowMs
   * @returns {"" | "opened" | "last"}
   */
  due(nowMs) {
    const { view } = this._desk;
    if (view === null || !waits(this._desk, nowMs)) return "";
    const urgent = this._desk.timing(nowMs) === Timing.URGENT;
    if (this._opened !== view.gate) {
      this._opened = view.gate;
      if (urgent) this._hurried = view.gate;
      return "opened";
    }
    if (!urgent || this._hurried === view.gate) return "";
    this._hurried = view.gate;
    return "last";
  }

  /**
   * Return the title of the window. It counts the time only while the page itself cannot be seen.
   * @param {number} nowMs
   * @param {{hidden: boolean}} page
   */
  title(nowMs, { hidden }) {
    if (waits(this._desk, nowMs)) {
      return hidden ? say("question.title_asked", { time: clockText(this._desk.leftMs(nowMs)) }) : say("question.title_your_turn");
    }
    const name = clean(this._desk.welcome?.seat_title ?? "");
    return name ? say("question.title_seat", { seat: name }) : say("web.title");
  }
}

/**
 * Return whether the table waits for this player while the clock runs.
 * @param {Desk} desk
 * @param {number} nowMs
 */
export function waits(desk, nowMs) {
  const { view } = desk;
  const asked = view?.form !== undefined && !view.voided && desk.sealed === null;
  const timing = desk.timing(nowMs);
  const runs = timing === Timing.RUNS || timing === Timing.URGENT;
  return asked && runs && desk.sending === null && !desk.bot && !desk.watching;
}
