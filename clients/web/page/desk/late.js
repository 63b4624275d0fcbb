// Messages that an answer came too late, or just in time. They stay readable even if another question follows soon.
// = clients/seat/model/feedback.py

/** How long a message stays at least. */
export const STANDS_MS = 6000;

/** Messages about questions that are over, each with the time at which it came. */
export class Late {
  constructor() {
    /** `inStory`: the story of the same moment says this too. The page shows it, but does not announce it. @type {{ms: number, words: string, inStory: boolean}[]} */
    this.said = [];
  }

  /** All messages that are shown. */
  get words() {
    return this.said.map((each) => each.words).join(" ");
  }

  /**
   * Add a message about an answer whose question is over.
   * @param {string} words
   * @param {number} nowMs
   * @param {{inStory?: boolean}} how
   */
  tell(words, nowMs, { inStory = false } = {}) {
    this.said.push({ ms: nowMs, words, inStory });
  }

  /**
   * Remove messages that were shown long enough. The next question is open.
   * @param {number} nowMs
   */
  passOn(nowMs) {
    this.said = this.said.filter((each) => nowMs - each.ms < STANDS_MS);
  }

  /** Remove all messages, because the player has read them. */
  putAway() {
    this.said = [];
  }
}
