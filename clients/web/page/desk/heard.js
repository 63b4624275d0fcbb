// The arbiter's clock as last received. It is counted on here, and stops while nothing is received.

/** @typedef {import("../link/wire").ClockView} ClockView */

/** A beat whose clock differs by less than this is network jitter. The clock on the screen does not jump for it. */
const JITTER_MS = 300;

/** A clock that runs elsewhere. The caller supplies the time here, in milliseconds of any one clock. */
export class HeardClock {
  constructor() {
    /**
     * The clock as last received.
     * @type {ClockView | null}
     */
    this.clock = null;
    this._heardMs = 0;
    /** @type {number | null} */
    this._frozenMs = null;
  }

  /** Whether it is stopped only because nothing is received. */
  get frozen() {
    return this._frozenMs !== null;
  }

  /**
   * Record the clock as received.
   * @param {ClockView | null} clock
   * @param {number} nowMs
   */
  put(clock, nowMs) {
    this.clock = clock;
    this._heardMs = nowMs;
    this._frozenMs = null;
  }

  /**
   * Correct the clock from a beat, unless the difference is only network jitter.
   * @param {ClockView | null} clock
   * @param {number} nowMs
   */
  setRight(clock, nowMs) {
    if (clock === null || this.clock === null) return;
    const off = Math.abs(clock.left_ms - this.leftMs(nowMs));
    if (off > JITTER_MS || clock.running !== this.clock.running || this.frozen) this.put(clock, nowMs);
  }

  /**
   * Stop it at what it shows. A fault must not seem to take anyone's time.
   * @param {number} nowMs
   */
  freeze(nowMs) {
    if (this._frozenMs === null) this._frozenMs = nowMs;
  }

  /**
   * Return how long ago it ran out, counted here. 0 while it runs or is stopped.
   * @param {number} nowMs
   */
  overMs(nowMs) {
    if (this.clock === null || !this.clock.running || this.frozen) return 0;
    return Math.max(0, nowMs - this._heardMs - this.clock.left_ms);
  }

  /**
   * Return the time left, counted here.
   * @param {number} nowMs
   */
  leftMs(nowMs) {
    if (this.clock === null) return 0;
    const at = this._frozenMs ?? nowMs;
    return Math.max(0, this.clock.left_ms - (this.clock.running ? at - this._heardMs : 0));
  }
}
