// Counts of what a seat did at its questions, as seen in this window: answers sealed, missed, and the quickest.

import { say } from "../words.js";

/**
 * Counts of sealed and missed questions. A question counts once, when it closes. A question that only asks whether the
 * player is ready does not count, and neither do questions before this window was opened.
 */
export class Deeds {
  constructor() {
    this.sealed = 0;
    this.missed = 0;
    /** @type {number | null} */
    this.quickestMs = null;
    /**
     * The number of the first question that this window saw.
     * @type {number | null}
     */
    this.firstGate = null;
    /**
     * The number of the newest question.
     * @type {number | null}
     */
    this.lastGate = null;
    /** Whether the question before it was counted as missed. */
    this.lastMissed = false;
    /**
     * The open question, as its number and when it was first seen.
     * @type {[gate: number, seenMs: number] | null}
     */
    this.openGate = null;
    this.hasSealed = false;
    /**
     * How long its first answer took, null if that was not seen.
     * @type {number | null}
     */
    this.tookMs = null;
  }

  /**
   * Record the question that is open now. Count the one before it if this one is new.
   * @param {number} gate
   * @param {{asked: boolean, hasSealed: boolean, nowMs: number}} how
   */
  opened(gate, { asked, hasSealed, nowMs }) {
    this.firstGate ??= gate;
    if (gate !== this.lastGate) {
      this.lastGate = gate;
      this.lastMissed = this.openGate !== null && !this.hasSealed;
      if (this.openGate !== null) this._count();
    }
    if (asked && this.openGate === null) {
      this.openGate = [gate, nowMs];
      this.hasSealed = hasSealed;
      this.tookMs = null;
    }
  }

  /**
   * Record a receipt. The first receipt of a question shows how quick the answer was.
   * @param {number} gate
   * @param {number} nowMs
   */
  receipt(gate, nowMs) {
    if (this.openGate === null || this.openGate[0] !== gate) return;
    if (!this.hasSealed) this.tookMs = nowMs - this.openGate[1];
    this.hasSealed = true;
  }

  /**
   * Record that the answer to the open question was taken back.
   * @param {number} gate
   */
  takenBack(gate) {
    if (this.openGate === null || this.openGate[0] !== gate) return;
    this.hasSealed = false;
    this.tookMs = null;
  }

  /** Record that a bot or another crew member plays the seat. An unanswered question no longer counts here. */
  handedOver() {
    if (!this.hasSealed) this.openGate = null;
  }

  /** Record that an umpire struck the answer out. The question counts neither as sealed nor as missed. */
  struckOut() {
    this.openGate = null;
  }

  /** Record a receipt that came after the next question opened. If the question was counted as missed, count it as sealed. */
  receiptAfter() {
    if (!this.lastMissed) return;
    this.sealed += 1;
    this.missed -= 1;
    this.lastMissed = false;
  }

  _count() {
    this.sealed += this.hasSealed ? 1 : 0;
    this.missed += this.hasSealed ? 0 : 1;
    if (this.tookMs !== null) this.quickestMs = Math.min(this.tookMs, this.quickestMs ?? this.tookMs);
    this.openGate = null;
  }

  /**
   * The counts in words, "" if nothing was asked. They name a later beginning if this window did not see the first
   * question.
   */
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
