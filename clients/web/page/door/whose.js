// The seat that a card opens, from the part of its address after the sign #. The player sees it before typing anything.
// Servers never get it.

import { clean } from "../words.js";

const CHARS_MAX = 64;

/**
 * The seat of a card by its address, "" for each missing part.
 * @typedef {{seat: string, table: string, name: string, exercise: string}} Whose
 */

/**
 * Parse the end of an address.
 * @param {string} hash
 * @returns {Whose}
 */
export function whose(hash) {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const part = (/** @type {string} */ name) => clean(said.get(name) ?? "", CHARS_MAX);
  return { seat: part("seat"), table: part("table"), name: part("name"), exercise: part("exercise") };
}
