// What came too late, or just in time, in words: it is read in peace, however soon another question follows. = clients/seat/model/feedback.py

/** So long it stands at the least. */
export const STANDS_MS = 6000;

/** Words about questions that are gone, each with the time at which it came. */
export class Late {
  constructor() {
    /** @type {{ms: number, words: string}[]} */
    this.said = [];
  }

  /** All that stands. */
  get words() {
    return this.said.map((each) => each.words).join(" ");
  }

  /**
   * Take in what became of an answer whose question is gone.
   * @param {string} words
   * @param {number} nowMs
   */
  tell(words, nowMs) {
    this.said.push({ ms: nowMs, words });
  }

  /**
   * Another question has come: forget what has stood long enough.
   * @param {number} nowMs
   */
  passOn(nowMs) {
    this.said = this.said.filter((each) => nowMs - each.ms < STANDS_MS);
  }

  /** Forget all: it was read. */
  putAway() {
    this.said = [];
  }
}
