// The one clock, as it was heard of: counted on here, and standing still while nobody can be heard.

/** @typedef {import("../link/wire").ClockView} ClockView */

/** A beat's clock that differs by less is the network's unrest: the clock on the screen does not jump for it. */
const JITTER_MS = 300;

/** A clock that runs elsewhere. Give it the time here, in milliseconds from nowhere in particular. */
export class HeardClock {
  constructor() {
    /**
     * As it was heard of last.
     * @type {ClockView | null}
     */
    this.clock = null;
    this._heardMs = 0;
    /** @type {number | null} */
    this._frozenMs = null;
  }

  /** Whether it stands only because nothing is heard of it. */
  get frozen() {
    return this._frozenMs !== null;
  }

  /**
   * Take in what was heard.
   * @param {ClockView | null} clock
   * @param {number} nowMs
   */
  put(clock, nowMs) {
    this.clock = clock;
    this._heardMs = nowMs;
    this._frozenMs = null;
  }

  /**
   * Take in what a beat says, unless only the network's unrest speaks.
   * @param {ClockView | null} clock
   * @param {number} nowMs
   */
  setRight(clock, nowMs) {
    if (clock === null || this.clock === null) return;
    const off = Math.abs(clock.left_ms - this.leftMs(nowMs));
    if (off > JITTER_MS || clock.running !== this.clock.running || this.frozen) this.put(clock, nowMs);
  }

  /**
   * Let it stand at what it shows: a fault must not seem to take anybody's time.
   * @param {number} nowMs
   */
  freeze(nowMs) {
    if (this._frozenMs === null) this._frozenMs = nowMs;
  }

  /**
   * Give how long ago it ran out, counted here; 0 while it runs or stands.
   * @param {number} nowMs
   */
  overMs(nowMs) {
    if (this.clock === null || !this.clock.running || this.frozen) return 0;
    return Math.max(0, nowMs - this._heardMs - this.clock.left_ms);
  }

  /**
   * Give what is left, counted here.
   * @param {number} nowMs
   */
  leftMs(nowMs) {
    if (this.clock === null) return 0;
    const at = this._frozenMs ?? nowMs;
    return Math.max(0, this.clock.left_ms - (this.clock.running ? at - this._heardMs : 0));
  }
}
