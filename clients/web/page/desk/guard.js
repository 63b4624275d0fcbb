// Guard ignores touches and keys that were meant for something else, until the player pauses.
// = clients/seat/model/typing_guard.py

/** How long no key may come before an answer is accepted again. A player who goes on typing leaves shorter gaps. */
export const GUARD_MS = 700;

/** Holds from the moment it is raised until no key has come for GUARD_MS. Times are milliseconds of any one clock. */
export class Guard {
  constructor() {
    /** Why it holds, as a key of the catalogue. */
    this.why = "question.new";
    /** @type {number | null} */
    this._untilMs = null;
    /** @type {number | null} */
    this._typedMs = null;
  }

  /**
   * Begin to hold: another question is open, or (`why`) keys come here that were meant for something else.
   * @param {number} nowMs
   */
  raiseAt(nowMs, why = "question.new") {
    this.why = why;
    this._untilMs = nowMs + GUARD_MS;
  }

  /**
   * Return whether answers are held off.
   * @param {number} nowMs
   */
  holds(nowMs) {
    return this._untilMs !== null && nowMs < this._untilMs;
  }

  /**
   * Return how long answers are still held off, 0 if they are not.
   * @param {number} nowMs
   */
  leftMs(nowMs) {
    return this._untilMs === null ? 0 : Math.max(0, this._untilMs - nowMs);
  }

  /**
   * Record a touch or a key, wherever it was typed. While the guard holds, the pause begins again.
   * @param {number} nowMs
   */
  press(nowMs) {
    this._typedMs = nowMs;
    if (this.holds(nowMs)) this._untilMs = nowMs + GUARD_MS;
  }

  /**
   * Raise the guard if the keyboard focus moves while the player is typing.
   * @param {number} nowMs
   */
  follow(nowMs) {
    const types = this._typedMs !== null && nowMs - this._typedMs < GUARD_MS;
    if (types && !this.holds(nowMs)) this.raiseAt(nowMs, "question.still_typing");
  }
}
