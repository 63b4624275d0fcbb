// Timers by their names: one of a name runs at a time. They are woken by a worker, whose time no browser slows down while the page is hidden.

/** Give the page's own time in whole milliseconds. */
export function nowMs() {
  return Math.floor(performance.now());
}

/** What is to be done later. `run` does what is due; `wake` asks for a call of it after so many milliseconds. */
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
   * Do something after so many milliseconds, in place of what was to be done under that name.
   * @param {string} name
   * @param {number} ms
   * @param {() => void} call
   */
  start(name, ms, call) {
    this._running.set(name, { dueMs: this._nowMs() + ms, call });
    this._wake(ms);
  }

  /**
   * Do not do it.
   * @param {string[]} names
   */
  stop(...names) {
    for (const name of names) this._running.delete(name);
  }

  /** Do nothing of what was to be done. */
  stopAll() {
    this._running.clear();
  }

  /** Do what is due, the longest due first. */
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
