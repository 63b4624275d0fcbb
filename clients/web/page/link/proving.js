// Receipts as they come: each is proved and kept, and what does not hold is said to the person once.

import { say } from "../words.js";
import { shout } from "./state.js";

/** @typedef {import("./state.js").Shout} Shout */
/** @typedef {import("./wire").Declare} Declare */
/** @typedef {import("./wire").Receipt} Receipt */
/** @typedef {import("./wire").Welcome} Welcome */

/** Proves and keeps the receipts of one key. */
export class Proving {
  /** @param {import("./receipts.js").Receipts} receipts */
  constructor(receipts) {
    this._receipts = receipts;
    /**
     * The declarations whose receipts were false, as was said once.
     * @type {Set<string>}
     */
    this._false = new Set();
    this._keptNot = false;
  }

  /** Give the newest receipt; null for none. */
  get newest() {
    return this._receipts.newest;
  }

  /**
   * Remember a declaration, to know its receipt by.
   * @param {Declare} declare
   */
  ask(declare) {
    this._receipts.ask(declare);
  }

  /**
   * Keep a receipt that holds; whether it does, and what must be said of it.
   * @param {Receipt} receipt
   * @param {Welcome} welcome
   * @returns {[holds: boolean, says: Shout | null]}
   */
  take(receipt, welcome) {
    const kept = this._receipts.prove(receipt, welcome);
    if (kept === null) {
      const said = this._false.has(receipt.id);
      this._false.add(receipt.id);
      return [false, said ? null : shout(say("link.receipt_false", { gate: receipt.gate }), receipt.gate)];
    }
    try {
      this._receipts.keep(kept);
    } catch {
      const said = this._keptNot;
      this._keptNot = true;
      return [true, said ? null : shout(say("link.receipts_not_kept", { why: say("link.keeps_nothing") }))];
    }
    return [true, null];
  }

  /**
   * Say what the arbiter signed for and does not hold any more; null where there is nothing.
   * @param {Welcome} welcome
   */
  missed(welcome) {
    const held = this.newest;
    if (welcome.receipt !== "missing" || held === null) return null;
    return shout(say("link.receipt_missing", { gate: held.gate }), held.gate);
  }
}
