// The life of a page in a browser: hidden and shown again, asleep with its phone, off the network and on again. A page
// that was asleep is different from a network that broke: it makes a new connection at once, and believes nothing that
// came meanwhile.

import { Sleep } from "./sleep.js";

/** @typedef {import("./seeking.js").Ears} Ears */

/** An answer must come within this when a page is shown again. Otherwise the connection counts as dead. */
const PROBE_MS = 1000;
/** The events after which a page may have been away. */
const RETURNS = /** @type {const} */ ([
  ["visibilitychange", "document"],
  ["resume", "document"],
  ["pageshow", "window"],
  ["online", "window"],
]);

/** Watches over one line. `nowMs` is the page's own time, `wallMs` the time of day. */
export class Life {
  /**
   * @param {() => number} nowMs
   * @param {() => number} [wallMs]
   */
  constructor(nowMs, wallMs = Date.now) {
    this._sleep = new Sleep(nowMs, wallMs);
    /** @type {import("./line.js").Line | null} */
    this._line = null;
  }

  /**
   * Watch over this line from now on.
   * @param {import("./line.js").Line} line
   */
  watch(line) {
    this._line = line;
    for (const [name, where] of RETURNS) (where === "document" ? document : window).addEventListener(name, () => this._returned());
  }

  /** Check whether the page has slept. If so, nothing more is read from the old connection. Call it at every event. */
  look() {
    const slept = this._sleep.hasSlept();
    if (slept) this._line?.afresh();
    return slept;
  }

  /**
   * Return callbacks that ignore what came while the page slept.
   * @param {Ears} ears
   * @returns {Ears}
   */
  awake(ears) {
    return {
      onOpen: () => this.look() || ears.onOpen(),
      onFrame: (text) => this.look() || ears.onFrame(text),
      onEnd: (end) => this.look() || ears.onEnd(end),
    };
  }

  _returned() {
    if (document.visibilityState === "visible" && !this.look()) this._line?.probe(PROBE_MS);
  }
}
