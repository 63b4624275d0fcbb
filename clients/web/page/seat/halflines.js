// What is half written in each conversation, and in reply to the umpire: kept in this tab over a reload, for one seat of one exercise.

import { Kept } from "./kept.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */

export class HalfLines {
  /** @param {Desk} desk */
  constructor(desk) {
    this._desk = desk;
    this._kept = new Kept("halves", desk);
    this._before = "";
    this._place = "";
  }

  /** Give back what was half written before a reload, and keep what is written now. */
  watch() {
    const { replies, talks, view } = this._desk;
    const place = this._kept.place;
    if (!place || view === null) return;
    if (place !== this._place) {
      this._place = place;
      this._give(this._kept.read());
    }
    const lines = [...talks.values()].map((talk) => [talk.id, talk.half]);
    const now = JSON.stringify([...lines, ...replies].filter(([, half]) => half));
    if (now === this._before) return;
    this._before = now;
    this._kept.write(now);
  }

  /** Forget them: the seat is left. */
  wipe() {
    this._kept.wipe();
  }

  /** @param {string} text */
  _give(text) {
    /** @type {unknown} */
    let halves = [];
    try {
      halves = JSON.parse(text || "[]");
    } catch {
      return; // not ours
    }
    for (const each of Array.isArray(halves) ? halves : []) {
      const [to, half] = Array.isArray(each) ? each : [];
      if (typeof to === "string" && typeof half === "string") this._desk.talks.giveBack(to, half);
      if (typeof to === "number" && typeof half === "string") this._desk.replies.set(to, half);
    }
  }
}
