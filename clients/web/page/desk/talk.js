// Talk and time at a desk: conversations, the state of the clock, and the cards that open no seat.

import { clean } from "../words.js";

/** @typedef {import("../link/wire").ChannelView} ChannelView */
/** @typedef {import("../link/wire").Spoken} Spoken */

/** The games title a conversation of two sides "One and Other". */
const PAIR = " and ";
/** The cards that open no seat: the catalogue key of the message, by role. */
export const WRONG_ROLE = new Map([
  ["umpire", "door.umpires_card"],
  ["observer", "door.observers_card"],
  ["technical", "door.technicals_card"],
  ["display", "door.displays_card"],
]);

/** The state of the clock. */
export const Timing = /** @type {const} */ ({
  /** No clock: the game is over, or nothing has come yet. */
  NONE: "none",
  RUNS: "runs",
  /** Running, with little time left. */
  URGENT: "urgent",
  UP: "up",
  /** Stopped: paused, held or not begun. */
  STANDS: "stands",
  /** Perhaps running, but this page cannot know: the link is down. */
  FROZEN: "frozen",
});

/**
 * A conversation as far as it is remembered: its lines by number, the line that is being written, and the number of the
 * newest line that the reader has had on the screen.
 * @typedef {{id: string, title: string, members: readonly string[], quietMs: number, readers: readonly string[], readsOnly: boolean, lines: Map<number, Spoken>, half: string, seen: number}} Conversation
 */

/**
 * The conversations of a seat, in the order in which the desk heard of them.
 * @extends {Map<string, Conversation>}
 */
export class Talks extends Map {
  /** Forget all lines. They will all be sent again. Lines being written stay. */
  forgetLines() {
    for (const talk of this.values()) talk.lines.clear();
  }

  /** Record that the reader has seen every line of every conversation. */
  seeAll() {
    for (const talk of this.values()) see(talk);
  }

  /** Lower the number of lines seen to the newest line, because a restored exercise counts lines again. */
  seeNoFurther() {
    for (const talk of this.values()) talk.seen = Math.min(talk.seen, Math.max(0, ...talk.lines.keys()));
  }

  /**
   * Record a conversation that this seat is a member of.
   * @param {ChannelView} channel
   */
  know(channel) {
    const { title, members, readers } = channel;
    const about = { title, members, readers, quietMs: channel.quiet_ms, readsOnly: channel.reads_only };
    const talk = this.get(channel.id);
    if (talk) Object.assign(talk, about);
    else this.set(channel.id, { id: channel.id, ...about, lines: new Map(), half: "", seen: 0 });
  }

  /**
   * Record a line that was said.
   * @param {Spoken} line
   */
  hear(line) {
    const talk = this.get(line.channel) ?? unheardOf(line.channel);
    this.set(line.channel, talk);
    talk.lines.set(line.n, line);
  }

  /**
   * Put a line that was not said back into the input line, unless the player has begun another. Return whether it is
   * there.
   * @param {string} channel
   * @param {string} text
   */
  giveBack(channel, text) {
    const talk = this.get(channel);
    if (!talk || talk.half) return false;
    talk.half = text;
    return true;
  }
}

/**
 * Return the lines of others that the reader has not seen, in order.
 * @param {Conversation} talk
 * @param {string} me
 */
export function unreadIn(talk, me) {
  const fresh = [...talk.lines].filter(([number, line]) => number > talk.seen && line.seat !== me);
  return fresh.sort(([one], [other]) => one - other).map(([, line]) => line);
}

/**
 * Record that the reader has seen every line.
 * @param {Conversation} talk
 */
export function see(talk) {
  talk.seen = Math.max(talk.seen, ...talk.lines.keys());
}

/**
 * Return the title of a conversation. In a conversation of two, return the name of the other one.
 * @param {Conversation} talk
 * @param {readonly string[]} mine
 */
export function nameFor(talk, mine) {
  const title = clean(talk.title);
  for (const name of mine.map((each) => clean(each)).filter(Boolean)) {
    const [first, last] = [`${name}${PAIR}`, `${PAIR}${name}`];
    if (title.startsWith(first)) return title.slice(first.length);
    if (title.endsWith(last)) return title.slice(0, -last.length);
  }
  return title;
}

/**
 * @param {string} id
 * @returns {Conversation}
 */
function unheardOf(id) {
  const words = id.replaceAll("_", " ").toLowerCase();
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return { id, title, members: [], quietMs: 0, readers: [], readsOnly: false, lines: new Map(), half: "", seen: 0 };
}
