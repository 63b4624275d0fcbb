// The lot of a key: the number that it adds to the chance of its table, automatically and within one beat.
// It is stored before its fingerprint is sent. It is opened only if this key's own pledge is in the signed list of all
// pledges, and never after a different list.

import { say } from "../words.js";
import { same } from "./canonical.js";
import { newId, toHex } from "./ids.js";
import { sameLot } from "./receipts.js";
import { fingerprint, isSigned } from "./signed.js";
import { shout } from "./state.js";

/** @typedef {import("./state.js").Shout} Shout */
/** @typedef {import("./wire").DrawShown} DrawShown */
/** @typedef {import("./wire").OpenLot} OpenLot */
/** @typedef {import("./wire").Pledge} Pledge */
/** @typedef {import("./wire").Reply} Reply */
/** @typedef {import("./wire").Welcome} Welcome */

const LOT_BYTES = 32;

/**
 * A lot as it is stored: one line of a file of receipts. `taken` is the arbiter's signature for the pledge, and
 * `taken_open` for the number itself. `pledges`, `seed` and `signature` are from the newest `draw` that was shown, and
 * empty before that.
 * @typedef {{exercise: string, table: number, seat: string, lot: string, commitment: string, verify_key: string, taken: string, taken_open: string, pledges: string[], seed: string, signature: string}} KeptLot
 */

/** The lot of this key at its present table. */
export class Lots {
  /** @param {import("./receipts.js").Receipts} receipts */
  constructor(receipts) {
    this._receipts = receipts;
    /** @type {KeptLot | null} */
    this._kept = null;
    /** The id of the request that pledged it. */
    this._pledge = "";
    /** The id of the request that opened its number. */
    this._opening = "";
    /** Whether the chance was already decided when this page came. */
    this._late = false;
    /** @type {Set<string>} */
    this._said = new Set();
  }

  /**
   * Return the pledge for a new seat: the stored one for that seat, if there is one.
   * @param {Welcome} welcome
   * @returns {[Pledge | null, Shout | null]}
   */
  welcomed(welcome) {
    if (welcome.chance !== "all" || welcome.role !== "seat") {
      this._kept = null;
      return [null, null];
    }
    const fresh = newLot(welcome);
    if (this._kept !== null && sameLot(this._kept, fresh)) {
      const hasArrived = this._kept.taken || this._late;
      return [hasArrived ? null : this._pledged(this._kept), null];
    }
    const known = this._receipts.lot(fresh);
    this._kept = known ?? fresh;
    this._pledge = newId();
    this._opening = newId();
    this._late = false;
    const says = known ? null : this._keep(fresh);
    return [this._pledged(this._kept), says];
  }

  /**
   * Return the pledge, if it can still count. It may be sent again: it has one effect.
   * @param {KeptLot} kept
   * @returns {Pledge | null}
   */
  _pledged(kept) {
    return kept.seed ? null : { type: "pledge", id: this._pledge, pledge: pledgeOf(kept) };
  }

  /**
   * Store the lot. Return an alarm if that fails. The number counts all the same.
   * @param {KeptLot} kept
   */
  _keep(kept) {
    try {
      this._receipts.keepLot(kept);
    } catch {
      return this._once(say("link.receipts_not_kept", { why: say("link.keeps_nothing") }));
    }
    return null;
  }

  /**
   * Handle the progress of the chance. Open the number when all have pledged, or return what is wrong.
   * @param {DrawShown} draw
   * @returns {[OpenLot | null, Shout | null]}
   */
  shown(draw) {
    const kept = this._kept;
    if (kept === null) return [null, null];
    const told = { ...kept, pledges: draw.pledges, seed: draw.seed, signature: draw.signature };
    const other = (kept.pledges.length > 0 && !same(kept.pledges, draw.pledges)) || (kept.seed !== "" && kept.seed !== draw.seed);
    if (other || !isSigned(drawSaid(told), { signature: told.signature, verifyKey: told.verify_key })) {
      return [null, this._once(say("link.draw_false"))];
    }
    if (!draw.pledges.includes(pledgeOf(kept))) {
      const isLate = draw.seed && !kept.taken;
      return [null, isLate ? null : this._once(say("link.lot_left_out"))];
    }
    this._kept = told;
    const says = same(told, kept) ? null : this._keep(told);
    if (draw.seed || told.taken_open) return [null, says];
    return [{ type: "open_lot", id: this._opening, lot: kept.lot }, says];
  }

  /**
   * Return whether a reply answers a request made here, and an alarm about it, if any.
   * @param {Reply} reply
   * @returns {[settles: boolean, says: Shout | null]}
   */
  settles(reply) {
    if ((reply.type !== "done" && reply.type !== "refusal") || !reply.id) return [false, null];
    const opened = reply.id === this._opening;
    if (!opened && reply.id !== this._pledge) return [false, null];
    if (reply.type === "done") return [true, this._taken(reply.signature, opened)];
    if (opened) return [true, this._once(say("link.lot_late"))];
    this._late = true;
    return [true, null];
  }

  /**
   * Store the arbiter's signature that the pledge, or the number, was accepted.
   * @param {string} signature
   * @param {boolean} opened
   */
  _taken(signature, opened) {
    const kept = this._kept;
    if (kept === null) return null;
    if (!isSigned(takenSaid(kept, opened), { signature, verifyKey: kept.verify_key })) return this._once(say("link.draw_false"));
    this._kept = { ...kept, [opened ? "taken_open" : "taken"]: signature };
    return same(this._kept, kept) ? null : this._keep(this._kept);
  }

  /** @param {string} text */
  _once(text) {
    const said = this._said.has(text);
    this._said.add(text);
    return said ? null : shout(text);
  }
}

/**
 * Draw a number for the seat of a welcome.
 * @param {Welcome} welcome
 * @returns {KeptLot}
 */
function newLot({ exercise, table, seat, commitment, verify_key }) {
  const lot = toHex(crypto.getRandomValues(new Uint8Array(LOT_BYTES)));
  return { exercise, table, seat, lot, commitment, verify_key, taken: "", taken_open: "", pledges: [], seed: "", signature: "" };
}

/**
 * Return the fingerprint that pledges a lot.
 * @param {KeptLot} kept
 */
function pledgeOf({ exercise, table, seat, lot }) {
  return fingerprint(`lot:${exercise}|${table}|${seat}|${lot}`, LOT_BYTES);
}

/**
 * Return the text that the arbiter signed when it accepted the pledge, or (`opened`) the number.
 * @param {KeptLot} kept
 * @param {boolean} opened
 */
function takenSaid(kept, opened) {
  return `taken:${kept.exercise}|${kept.table}|${kept.seat}|${pledgeOf(kept)}|${opened ? "open" : "pledge"}`;
}

/**
 * Return the text that the arbiter signed when it showed the pledges and the seed.
 * @param {KeptLot} kept
 */
function drawSaid({ exercise, table, commitment, pledges, seed }) {
  return `draw:${exercise}|${table}|${commitment}|${pledges.join(",")}|${seed}`;
}
