// Timers by name. One of each name runs at a time. A worker wakes them, because a browser slows the page's own timers
// down while it is hidden.

/** Return the page's own time in whole milliseconds. */
export function nowMs() {
  return Math.floor(performance.now());
}

/** Delayed calls. `run` makes the calls that are due. `wake` asks for a call of `run` after some milliseconds. */
export class Timers {
  /**
   * @param {() => number} nowMs
   * @param {(ms: number) => void} wake
   */
  constructor(nowMs, wake) {
    this._nowMs = nowMs;
    this._wake = wake;
    /** @type {Map<string, {dueMs: number, call: () => void}>} */
    this._running = new Map();
  }

  /**
   * Call a function after some milliseconds. It replaces the call that has this name.
   * @param {string} name
   * @param {number} ms
   * @param {() => void} call
   */
  start(name, ms, call) {
    this._running.set(name, { dueMs: this._nowMs() + ms, call });
    this._wake(ms);
  }

  /**
   * Cancel the calls with these names.
   * @param {string[]} names
   */
  stop(...names) {
    for (const name of names) this._running.delete(name);
  }

  /** Cancel all calls. */
  stopAll() {
    this._running.clear();
  }

  /** Make the calls that are due, the longest due first. */
  run() {
    const nowMs = this._nowMs();
    const due = [...this._running].filter(([, { dueMs }]) => dueMs <= nowMs);
    due.sort(([, one], [, other]) => one.dueMs - other.dueMs);
    for (const [name, timer] of due) {
      if (this._running.get(name) !== timer) continue;
      this._running.delete(name);
      timer.call();
    }
    const left = [...this._running.values()].map(({ dueMs }) => dueMs);
    if (left.length) this._wake(Math.max(0, Math.min(...left) - this._nowMs()));
  }
}
