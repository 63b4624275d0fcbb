// The live regions for a screen reader, one polite and one assertive. Both are in the page, empty, from the start. A text
// is put into its region, stays there long enough to be read, and is removed. The next one waits for it. The same text
// twice is read twice.
// The texts of one moment have an order. Urgent ones come first, because they interrupt whatever is being read and
// nothing could interrupt them. The others become one text, in the order of `Rank`. So no one hears a question before the
// events that led to it.

/** How long new texts are gathered before they are announced. */
const GATHER_MS = 60;
/** How long a text stays before the next one replaces it. */
const STAND_MS = 300;
/** How long a text stays if no other follows. After that a reader who moves through the page does not find it. */
const GO_MS = 3000;

/** A repeated text must differ from the one before, otherwise it is not read. */
const AGAIN = "\u00a0";
/** The end of a sentence. Without one, the next sentence would be read on without a pause. */
const ENDED = /[.!?…:;]["'”’»)]*$/u;

/** The order of the texts of one moment. */
export const Rank = /** @type {const} */ ({
  /** Urgent texts. */
  URGENT: 0,
  /** The results of the player's own actions, and the state of the link. */
  OWN: 1,
  /** The story, and how the game ended. */
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
    /** Whether texts are being gathered, or a text is shown. */
    this._busy = false;
  }

  /**
   * Announce something once.
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
 * Join the texts of one moment by their ranks. Texts of the same rank stay in order.
 * @param {Waiting[]} due
 */
function joined(due) {
  const texts = [...due].sort((one, other) => one.rank - other.rank).map((each) => each.text.trim());
  return texts.map((text, at) => (at === texts.length - 1 || ENDED.test(text) ? text : `${text}.`)).join(" ");
}

const speaker = new Speaker();

/**
 * Announce something once, after texts of a lower rank.
 * @param {string} text
 * @param {number} [rank] one of `Rank`
 */
export function tell(text, rank = Rank.OWN) {
  speaker.add(text, rank);
}
