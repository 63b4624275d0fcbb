// Detects sleep: a locked phone, or a tab in the background, stops and gets no event for it. News that came meanwhile is
// old when it is read, so none of it may be believed, least of all a clock.

/** A working page checks far more often than this. A slower one would take its link for silent. */
const ASLEEP_MS = 2500;

/**
 * Notices time that passed during sleep, by whichever of two clocks saw it. On some machines one of them stops in sleep.
 */
export class Sleep {
  /**
   * @param {() => number} steadyMs the page's own time
   * @param {() => number} wallMs the time of day, which may be changed
   */
  constructor(steadyMs, wallMs) {
    this._clocks = [steadyMs, wallMs];
    this._seen = this._clocks.map((clock) => clock());
  }

  /** Check. Return whether much time has passed since the last check. */
  hasSlept() {
    const before = this._seen;
    this._seen = this._clocks.map((clock) => clock());
    return this._seen.some((now, at) => now - (before[at] ?? now) > ASLEEP_MS);
  }
}
