// Whose seat a card opens, as its address says after the sign #: for the person's eyes before anything is typed, and for no server's.

import { clean } from "../words.js";

const CHARS_MAX = 64;

/**
 * What a card says of its seat; "" for what it does not say.
 * @typedef {{seat: string, table: string, name: string, exercise: string}} Whose
 */

/**
 * Read the end of an address.
 * @param {string} hash
 * @returns {Whose}
 */
export function whose(hash) {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const part = (/** @type {string} */ name) => clean(said.get(name) ?? "", CHARS_MAX);
  return { seat: part("seat"), table: part("table"), name: part("name"), exercise: part("exercise") };
}
