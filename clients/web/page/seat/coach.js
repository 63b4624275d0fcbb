// Coaching: one line of help at the first answer, draft, seal and telling on this device. No line is shown twice.
// = clients/seat/model/coaching.py

import { LinkState } from "../link/state.js";
import { hasChoice } from "../desk/sealing.js";
import { Timing } from "../desk/talk.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("./settings.js").Remembered} Remembered */

/** The line of help that is shown now, until the next question or until the player puts it away. */
export class Coach {
  /**
   * @param {Desk} desk
   * @param {Remembered} kept
   */
  constructor(desk, kept) {
    this._desk = desk;
    this._kept = kept;
    /** @type {"" | "first_answer" | "first_draft" | "first_seal" | "first_telling"} The key of the line, "" for none. */
    this.now = "";
    this._gate = 0;
  }

  /**
   * Check whether the player does something here for the first time. A device that cannot remember is not coached.
   * @param {number} nowMs
   * @param {{telling: boolean}} how
   */
  watch(nowMs, { telling }) {
    const { view, link } = this._desk;
    if (view === null || !this._kept.remembers || this._desk.toBeBriefed) return; // no one reads it beside a briefing
    if (link.state === LinkState.SHUT || link.state === LinkState.ENDED) {
      this.now = "";
      return;
    }
    if (view.gate !== this._gate) {
      if (!telling || this.now !== "first_telling") this.now = "";
      if (!telling) this._gate = view.gate;
    }
    if (!this._answers && this.now !== "first_telling") this.now = "";
    if (this.now === "first_seal" && !this._desk.canChange(nowMs)) this.now = "";
    const occasion = this._occasion(nowMs, telling);
    if (occasion && this._kept.isNew(occasion)) this.now = occasion;
  }

  /**
   * @param {number} nowMs
   * @param {boolean} telling
   */
  _occasion(nowMs, telling) {
    if (telling) return "first_telling";
    if (!this._answers) return "";
    if (this._desk.sealed !== null) return this._desk.canChange(nowMs) ? "first_seal" : "";
    const { view } = this._desk;
    if (!view?.form || !hasChoice(view.form)) return ""; // the help stays for the first question that needs it
    const timing = this._desk.timing(nowMs);
    const runs = timing === Timing.RUNS || timing === Timing.URGENT;
    if (!runs || this._desk.locked(nowMs)) return "";
    return view.drafts ? "first_draft" : "first_answer";
  }

  /**
   * Whether the player answers for this seat: no bot and no other crew member does, and the answer was not struck out.
   */
  get _answers() {
    return !this._desk.bot && !this._desk.watching && !this._desk.view?.voided;
  }

  /** Remove the line. */
  putAway() {
    this.now = "";
  }
}
