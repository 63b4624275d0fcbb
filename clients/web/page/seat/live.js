// What is heard: one polite and one assertive live region, which stand in the page, empty, from its first moment. A text is put into
// its node, stands there for a while so that it is read, and goes; the next waits its turn, and the same text twice is read twice.

/** So long a text stands alone before the next takes its place, … */
const STAND_MS = 300;
/** … and so long before it goes where none follows: nobody should find it there who reads the page on. */
const GO_MS = 3000;

/** A text that is said again must be another text, or nothing is heard. */
const AGAIN = "\u00a0";

/** One live region, by its id. */
export class Region {
  /** @param {string} id */
  constructor(id) {
    this._id = id;
    /** @type {string[]} */
    this._waiting = [];
    this._last = "";
    this._timer = 0;
    /** Whether a text stands alone still. */
    this._busy = false;
  }

  /**
   * Say something, once.
   * @param {string} text
   */
  add(text) {
    if (!text) return;
    this._waiting.push(text);
    if (!this._busy) this._next();
  }

  _next() {
    window.clearTimeout(this._timer);
    const node = document.getElementById(this._id);
    const text = this._waiting.shift();
    this._busy = text !== undefined;
    if (text === undefined) {
      this._timer = window.setTimeout(() => {
        this._timer = 0;
        if (node) node.textContent = "";
        this._last = "";
      }, GO_MS);
      return;
    }
    this._last = text === this._last ? text + AGAIN : text;
    if (node) node.textContent = this._last;
    this._timer = window.setTimeout(() => this._next(), STAND_MS);
  }
}

const polite = new Region("polite");
const assertive = new Region("assertive");

/** Say something when whoever listens has heard the rest. @param {string} text */
export function tell(text) {
  polite.add(text);
}

/** Say something now. @param {string} text */
export function warn(text) {
  assertive.add(text);
}
