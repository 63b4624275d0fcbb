// What a seat did at its questions, as its own window saw it: answers sealed, missed, and the quickest.

import { say } from "../words.js";

/** Counts. A question counts once, when it has closed; what happened before this window was opened does not. */
export class Deeds {
  constructor() {
    this.sealed = 0;
    this.missed = 0;
    /** @type {number | null} */
    this.quickestMs = null;
    /**
     * The number of the question that this window saw first.
     * @type {number | null}
     */
    this.firstGate = null;
    /**
     * The question that is open, as its number and when it was first seen.
     * @type {[gate: number, seenMs: number] | null}
     */
    this.openGate = null;
    this.hasSealed = false;
    /**
     * How long its first answer took, where that was seen.
     * @type {number | null}
     */
    this.tookMs = null;
  }

  /**
   * Take note of the question that is open now, and count the one before it when it is another.
   * @param {number} gate
   * @param {{asked: boolean, hasSealed: boolean, nowMs: number}} how
   */
  opened(gate, { asked, hasSealed, nowMs }) {
    this.firstGate ??= gate;
    if (this.openGate !== null && this.openGate[0] !== gate) this._count();
    if (asked && this.openGate === null) {
      this.openGate = [gate, nowMs];
      this.hasSealed = hasSealed;
      this.tookMs = null;
    }
  }

  /**
   * Take note of a receipt: the first at a question says how quick the answer was.
   * @param {number} gate
   * @param {number} nowMs
   */
  receipt(gate, nowMs) {
    if (this.openGate === null || this.openGate[0] !== gate) return;
    if (!this.hasSealed) this.tookMs = nowMs - this.openGate[1];
    this.hasSealed = true;
  }

  /** Take note that a bot or another of the crew plays the seat: what was not answered yet is his to answer. */
  handedOver() {
    if (!this.hasSealed) this.openGate = null;
  }

  /** Take note that an umpire struck the answer out: the question is neither sealed nor missed. */
  struckOut() {
    this.openGate = null;
  }

  /** Take note of a receipt that came when the next question was open: what was counted as missed was sealed. */
  receiptAfter() {
    this.sealed += 1;
    this.missed -= 1;
  }

  _count() {
    this.sealed += this.hasSealed ? 1 : 0;
    this.missed += this.hasSealed ? 0 : 1;
    if (this.tookMs !== null) this.quickestMs = Math.min(this.tookMs, this.quickestMs ?? this.tookMs);
    this.openGate = null;
  }

  /** Say it in words, and since when it was counted, where that was not from the first question on; "" where nothing was asked. */
  get words() {
    if (!(this.sealed + this.missed)) return "";
    const { sealed, missed } = this;
    const told =
      this.quickestMs === null
        ? say("verdict.deeds", { sealed, missed })
        : say("verdict.deeds_quickest", { sealed, missed, seconds: Math.ceil(this.quickestMs / 1000) });
    return (this.firstGate ?? 0) > 1 ? say("verdict.deeds_here", { deeds: told }) : told;
  }
}
