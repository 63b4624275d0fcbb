// The unfinished line in each conversation, and the unfinished replies to the umpire. They are stored in this tab over a
// reload, for one seat of one exercise.

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

  /** Restore the unfinished lines from before a reload, and store the present ones. */
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

  /** Delete them, because the player leaves the seat. */
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
