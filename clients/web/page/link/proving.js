// Proves and stores each receipt when it comes. A false one is reported to the player once.

import { say } from "../words.js";
import { shout } from "./state.js";

/** @typedef {import("./state.js").Shout} Shout */
/** @typedef {import("./wire").Declare} Declare */
/** @typedef {import("./wire").Receipt} Receipt */
/** @typedef {import("./wire").Welcome} Welcome */

/** Proves and stores the receipts of one key. */
export class Proving {
  /** @param {import("./receipts.js").Receipts} receipts */
  constructor(receipts) {
    this._receipts = receipts;
    /**
     * The declarations whose receipts were false and were reported.
     * @type {Set<string>}
     */
    this._false = new Set();
    this._keptNot = false;
  }

  /** The newest receipt, null if there is none. */
  get newest() {
    return this._receipts.newest;
  }

  /**
   * Remember a declaration, to compare it with its receipt.
   * @param {Declare} declare
   */
  ask(declare) {
    this._receipts.ask(declare);
  }

  /**
   * Store a receipt that is proved. Return whether it is, and an alarm, if any.
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
   * Return an alarm for an answer that the arbiter signed for and no longer holds.
   * @param {Welcome} welcome
   */
  missed(welcome) {
    const held = this.newest;
    if (welcome.receipt !== "missing" || held === null) return null;
    return shout(say("link.receipt_missing", { gate: held.gate }), held.gate);
  }
}
