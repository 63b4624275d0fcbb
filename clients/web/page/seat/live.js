// What is heard: one polite and one assertive live region, which stand in the page, empty, from its first moment. A text is put into
// its node, stands there for a while so that it is read, and goes; the next waits its turn, and the same text twice is read twice.
//
// What comes at one moment comes in an order: what cannot wait before the rest, for it cuts short whatever is being read and would be
// cut short by nothing; the rest as one text, in the order of `Rank`. So nobody hears the question before what led to it.

/** So long what is new is gathered before it is said, … */
const GATHER_MS = 60;
/** … so long a text stands alone before the next takes its place, … */
const STAND_MS = 300;
/** … and so long before it goes where none follows: nobody should find it there who reads the page on. */
const GO_MS = 3000;

/** A text that is said again must be another text, or nothing is heard. */
const AGAIN = "\u00a0";
/** What ends a sentence: without one the next would be read on in one breath. */
const ENDED = /[.!?…:;]["'”’»)]*$/u;

/** In which order is heard what comes at one moment. */
export const Rank = /** @type {const} */ ({
  /** What cannot wait. */
  URGENT: 0,
  /** What became of what one did oneself, and the link. */
  OWN: 1,
  /** What happened, and how it ended. */
  STORY: 2,
  QUESTION: 3,
  CLOCK: 4,
  DEALS: 5,
  TALK: 6,
});

/** @typedef {{text: string, rank: number}} Waiting */

/** The two regions. */
class Speaker {
  constructor() {
    /** @type {Waiting[]} */
    this._waiting = [];
    /** @type {Record<string, string>} */
    this._last = {};
    this._timer = 0;
    /** Whether something is gathered, or stands alone still. */
    this._busy = false;
  }

  /**
   * Say something, once.
   * @param {string} text
   * @param {number} rank
   */
  add(text, rank) {
    if (!text) return;
    this._waiting.push({ text, rank });
    if (!this._busy) this._after(GATHER_MS);
  }

  /** @param {number} ms */
  _after(ms) {
    this._busy = true;
    window.clearTimeout(this._timer);
    this._timer = window.setTimeout(() => this._next(), ms);
  }

  _next() {
    const urgent = this._waiting.some((each) => each.rank === Rank.URGENT);
    const due = this._waiting.filter((each) => (each.rank === Rank.URGENT) === urgent);
    if (!due.length) {
      this._busy = false;
      this._timer = window.setTimeout(() => this._clear(), GO_MS);
      return;
    }
    this._waiting = this._waiting.filter((each) => !due.includes(each));
    this._put(urgent ? "assertive" : "polite", joined(due));
    this._after(STAND_MS);
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  _put(id, text) {
    const said = text === this._last[id] ? text + AGAIN : text;
    this._last[id] = said;
    const node = document.getElementById(id);
    if (node) node.textContent = said;
  }

  _clear() {
    for (const id of Object.keys(this._last)) {
      const node = document.getElementById(id);
      if (node) node.textContent = "";
    }
    this._last = {};
  }
}

/**
 * Make one text of what comes at one moment, in its order; what is of one rank stays as it came.
 * @param {Waiting[]} due
 */
function joined(due) {
  const texts = [...due].sort((one, other) => one.rank - other.rank).map((each) => each.text.trim());
  return texts.map((text, at) => (at === texts.length - 1 || ENDED.test(text) ? text : `${text}.`)).join(" ");
}

const speaker = new Speaker();

/**
 * Say something once whoever listens has heard what is of a lower rank.
 * @param {string} text
 * @param {number} [rank] what it is, of `Rank`
 */
export function tell(text, rank = Rank.OWN) {
  speaker.add(text, rank);
}
