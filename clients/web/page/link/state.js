// A link as the page sees it: its state, and what the player must know at once.

/** The state of the link. */
export const LinkState = /** @type {const} */ ({
  UP: "up",
  /** Lost for now. The page looks for the arbiter. */
  DOWN: "down",
  /** Refused for good: the key is unknown or fenced, or the versions differ. */
  SHUT: "shut",
  /** The umpire has ended the exercise. The page looks for it again only on request. */
  ENDED: "ended",
});

/**
 * The link changed. `text` explains it to the player, and what to do if it is shut. `why`: "unknown" if only a code opens
 * it again. `webs`: where the seat may be found in a browser, once its own machine stays away.
 * @typedef {{type: "link", state: typeof LinkState[keyof typeof LinkState], text: string, why?: Why, webs?: string[]}} LinkChange
 */

/**
 * An alarm for the player: the arbiter's word does not hold. `text` explains what is wrong, and what to do. `gate` is the
 * question whose answer must not count as sealed, 0 if there is none.
 * @typedef {{type: "shout", text: string, gate: number}} Shout
 */

/** @typedef {"" | "unknown" | "fenced" | "version"} Why */
/** @typedef {import("./wire").Reply | LinkChange | Shout} News */

/**
 * @param {LinkChange["state"]} state
 * @param {string} [text]
 * @param {Why} [why]
 * @returns {LinkChange}
 */
export function linkChange(state, text = "", why = "") {
  return { type: "link", state, text, why };
}

/**
 * @param {string} text
 * @param {number} [gate]
 * @returns {Shout}
 */
export function shout(text, gate = 0) {
  return { type: "shout", text, gate };
}

/**
 * Return whether two welcomes are for the same seat.
 * @param {import("./wire").Welcome} one
 * @param {import("./wire").Welcome} other
 */
export function samePlace(one, other) {
  return one.exercise === other.exercise && one.table === other.table && one.seat === other.seat;
}
