// A link as the page sees it: how it stands, and what a person must hear of now.

/** How the link stands. */
export const LinkState = /** @type {const} */ ({
  UP: "up",
  /** Lost for now; it is being sought again. */
  DOWN: "down",
  /** Refused for good: the key is unknown or fenced, or the versions differ. */
  SHUT: "shut",
  /** The umpire has ended the exercise; it is not sought until somebody asks for that. */
  ENDED: "ended",
});

/**
 * The link changed. `text` says it to a person, and what to do when it is shut; `why`: "unknown" where only a code opens it again; `webs`: where
 * the seat may be found in a browser, once its own machine stays away.
 * @typedef {{type: "link", state: typeof LinkState[keyof typeof LinkState], text: string, why?: Why, webs?: string[]}} LinkChange
 */

/**
 * What a person must hear of now: the arbiter's word does not hold. `text` says what, and what to do about it;
 * `gate` is the question whose answer must not count as sealed; 0: none.
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
 * Tell whether two welcomes are to one seat.
 * @param {import("./wire").Welcome} one
 * @param {import("./wire").Welcome} other
 */
export function samePlace(one, other) {
  return one.exercise === other.exercise && one.table === other.table && one.seat === other.seat;
}
