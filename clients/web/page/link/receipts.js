// The receipts of a key. Each is proved when it comes, stored for this session of the browser, and shown to the arbiter
// on every new connection. The lots of the key are stored here too.

import { same } from "./canonical.js";
import { digestOf, isSigned } from "./signed.js";

/** @typedef {import("./wire").Declare} Declare */
/** @typedef {import("./wire").Held} Held */
/** @typedef {import("./wire").Receipt} Receipt */
/** @typedef {import("./wire").Welcome} Welcome */
/** @typedef {import("./lots.js").KeptLot} KeptLot */

/**
 * A receipt with all that is needed to prove it later: one line of a file for `warcouncil verify --receipts`.
 * @typedef {Held & {exercise: string, answer: import("./wire").Answer, verify_key: string, commitment: string}} Kept
 */

/** How many of the newest receipts are stored for a key. */
export const KEPT_MAX = 500;
/**
 * How many declarations are remembered here to be compared with their receipts: more than are possible at one question.
 */
const ASKED_MAX = 256;

/** The receipts of one key, kept in a `Store`. */
export class Receipts {
  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this._store = store;
    /** @type {Map<string, Declare>} */
    this._asked = new Map();
    /** @type {Kept[]} */
    this._kept = store.list("receipts");
    /** @type {KeptLot[]} */
    this._lots = store.list("lots");
    /** The lines of a file of receipts, "" if there are none. */
    this.file = "";
    this._written();
  }

  /** The newest receipt, null if there is none. */
  get newest() {
    return this._kept.length ? held(/** @type {Kept} */ (this._kept.at(-1))) : null;
  }

  _written() {
    this.file = [...this._lots, ...this._kept].map((each) => `${JSON.stringify(each)}\n`).join("");
  }

  /**
   * Remember a declaration, to compare it with its receipt.
   * @param {Declare} declare
   */
  ask(declare) {
    this._asked.delete(declare.id);
    this._asked.set(declare.id, declare);
    const [oldest] = this._asked.keys();
    if (this._asked.size > ASKED_MAX && oldest !== undefined) this._asked.delete(oldest);
  }

  /**
   * Return the proof in a receipt. Null: the signature, or what was signed, is not right.
   * @param {Receipt} receipt
   * @param {Welcome} welcome
   * @returns {Kept | null}
   */
  prove(receipt, welcome) {
    const asked = this._asked.get(receipt.id);
    if (asked === undefined || receipt.gate !== asked.gate) return null;
    const digest = digestOf(asked.answer);
    if (digest !== receipt.digest || digest !== digestOf(receipt.answer)) return null;
    const { exercise, table, seat, verify_key, commitment } = welcome;
    const { gate, id, signature } = receipt;
    const said = `receipt:${exercise}|${table}|${seat}|${gate}|${id}|${digest}`;
    if (!isSigned(said, { signature, verifyKey: verify_key })) return null;
    return { table, seat, gate, id, digest, signature, exercise, answer: asked.answer, verify_key, commitment };
  }

  /**
   * Store a receipt as the newest. Throws if the browser stores nothing.
   * @param {Kept} kept
   */
  keep(kept) {
    if (this._kept.some((each) => same(each, kept))) return;
    this._kept = [...this._kept, kept].slice(-KEPT_MAX);
    this._written();
    this._store.put("receipts", this._kept);
  }

  /**
   * Return the lot that is stored for a place, in its newest state, null if there is none.
   * @param {KeptLot} place
   */
  lot(place) {
    return this._lots.find((lot) => sameLot(lot, place)) ?? null;
  }

  /**
   * Store a lot. It replaces its older state. Throws if the browser stores nothing.
   * @param {KeptLot} lot
   */
  keepLot(lot) {
    this._lots = [...this._lots.filter((each) => !sameLot(each, lot)), lot];
    this._written();
    this._store.put("lots", this._lots);
  }
}

/**
 * Return whether two lots are for the same exercise, table, seat and number of the host.
 * @param {KeptLot} one
 * @param {KeptLot} other
 */
export function sameLot(one, other) {
  return one.exercise === other.exercise && one.table === other.table && one.seat === other.seat && one.commitment === other.commitment;
}

/**
 * Return what the arbiter needs to recognise a receipt.
 * @param {Kept} kept
 * @returns {Held}
 */
function held({ table, seat, gate, id, digest, signature }) {
  return { table, seat, gate, id, digest, signature };
}
