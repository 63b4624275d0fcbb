// Sleep: a phone that is locked, or a tab that is put away, stands still and is told nothing of it. What came meanwhile is old when it is
// read, so that nothing of it may be believed, least of all a clock.

/** A page that works looks far oftener than this; one that is so slow would take its link for silent. */
const ASLEEP_MS = 2500;

/** Notices that time has passed unseen, by whichever of two clocks saw it: one of them stands still on some machines that sleep. */
export class Sleep {
  /**
   * @param {() => number} steadyMs the page's own time
   * @param {() => number} wallMs the time of day, which may be set anew
   */
  constructor(steadyMs, wallMs) {
    this._clocks = [steadyMs, wallMs];
    this._seen = this._clocks.map((clock) => clock());
  }

  /** Look; whether much time has passed since the last look. */
  hasSlept() {
    const before = this._seen;
    this._seen = this._clocks.map((clock) => clock());
    return this._seen.some((now, at) => now - (before[at] ?? now) > ASLEEP_MS);
  }
}
