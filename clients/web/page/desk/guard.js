// The guard of a new question: a touch or a key that was meant for the question before it must not answer this one.

/** So long after a question opens nothing can be chosen or sealed. */
export const GUARD_MS = 700;
/** A key that is pressed meanwhile, or held down, makes it longer by so much, … */
export const PRESS_MS = 250;
/** … up to this. */
export const GUARD_MOST_MS = 2000;

/** Give it the time, in milliseconds from nowhere in particular. */
export class Guard {
  constructor() {
    /** @type {number | null} */
    this._untilMs = null;
    this._mostMs = 0;
  }

  /**
   * Begin: another question stands there.
   * @param {number} nowMs
   */
  raiseAt(nowMs) {
    this._untilMs = nowMs + GUARD_MS;
    this._mostMs = nowMs + GUARD_MOST_MS;
  }

  /**
   * Say whether it stands.
   * @param {number} nowMs
   */
  holds(nowMs) {
    return this._untilMs !== null && nowMs < this._untilMs;
  }

  /**
   * Take note of a key that it held off.
   * @param {number} nowMs
   */
  press(nowMs) {
    if (this._untilMs !== null) this._untilMs = Math.min(this._mostMs, Math.max(this._untilMs, nowMs + PRESS_MS));
  }
}
