// How a link comes up, is lost, and comes up again by itself.
//
// Law: each connection is fresh, so that no frame of an older one comes through it.

import { say } from "../words.js";
import { encodeRequest } from "./frames.js";
import { LinkState, linkChange } from "./state.js";

/** @typedef {import("./state.js").News} News */
/** @typedef {import("./wire").Hello} Hello */
/** @typedef {import("./wire").RefusalCode} RefusalCode */
/** @typedef {import("./wire").Welcome} Welcome */

/**
 * How a connection ended.
 * @typedef {"gone" | "denied" | "strange" | "many"} End
 */

/**
 * One connection to the arbiter: frames out (false: it is no good), `close` at the end.
 * @typedef {{send: (frame: Uint8Array) => boolean, close: () => void}} Wire
 */

/**
 * What a connection tells: that it stands, a frame, and its end, once.
 * @typedef {{onOpen: () => void, onFrame: (text: string) => void, onEnd: (end: End) => void}} Ears
 */

/**
 * What a line is made of. `connect` makes a connection, `pass` takes what is news, `nowMs` is the page's own time.
 * @typedef {{connect: (ears: Ears) => Wire, pass: (news: News) => void, timers: import("./timers.js").Timers, nowMs: () => number, random?: () => number}} Parts
 */

/** The beat of an exercise that has none: only to show that the page lives. */
const IDLE_BEAT_MS = 1000;
/** Somebody must be there within this, whichever way a connection is made. */
const OPEN_MS = 7000;
const WELCOME_MS = 3000;
/** How soon it is tried again at first, and in the end: a room is to be back within seconds of its arbiter. */
const BACKOFF_MS = /** @type {const} */ ([100, 1000]);
/** A break that heals within this is not worth a word to the person. */
const DOWN_AFTER_MS = 1000;
/** One that lasts so much longer may be for good: a page cannot follow its arbiter to another machine, but its person can. */
const AWAY_AFTER_MS = 4000;

/** How far it has come. */
export const LinkStage = /** @type {const} */ ({
  /** No connection, or one that was not yet welcomed. */
  SEEKING: "seeking",
  UP: "up",
  /** The exercise was ended: nothing is sought. */
  ENDED: "ended",
  SHUT: "shut",
});

/** A line that seeks its arbiter. What goes over it, its subclass says. */
export class Seeking {
  /** @param {Parts} parts */
  constructor({ connect, pass, timers, nowMs, random = Math.random }) {
    this._connectBy = connect;
    this._pass = pass;
    this._timers = timers;
    this._now = nowMs;
    this._random = random;
    /** @type {typeof LinkStage[keyof typeof LinkStage]} */
    this._stage = LinkStage.SEEKING;
    /** @type {typeof LinkState[keyof typeof LinkState]} */
    this._told = LinkState.DOWN;
    /** @type {Wire | null} */
    this._wire = null;
    this._session = "";
    this._beatMs = IDLE_BEAT_MS;
    this._tries = 0;
    /** @type {string[]} */
    this._webs = [];
  }

  // --- what goes over it ----------------------------------------------------------------------------------------

  /**
   * Give what is said first on a new connection; what belonged to the old one is forgotten.
   * @returns {Hello}
   */
  _hello() {
    throw new Error("a line says how it greets");
  }

  /**
   * Ask for nothing any more; give the ids of what was asked.
   * @returns {string[]}
   */
  _forget() {
    return [];
  }

  /**
   * Take in a frame.
   * @param {string} _text
   */
  _frame(_text) {}

  /** Send the frame of this beat. */
  _beat() {}

  // --- the line -------------------------------------------------------------------------------------------------

  /** Begin to seek the arbiter. */
  start() {
    this._timers.start("down", DOWN_AFTER_MS, () => this._tellDown());
    this._connect();
    return this;
  }

  /** Seek the arbiter again, after the exercise was ended. */
  again() {
    if (this._stage !== LinkStage.ENDED) return;
    this._stage = LinkStage.SEEKING;
    this._tries = 0;
    this._tellDown(say("link.seeking"));
    this._connect();
  }

  /** Let the link go for good. */
  close() {
    this._stage = LinkStage.SHUT;
    this._timers.stopAll();
    this._wire?.close();
  }

  /**
   * Say good-bye, so that the place is not taken for linked any longer, and let the link go for good. Before the welcome we do not know our
   * session: the good-bye then follows the hello, and ends what that opened.
   */
  leave() {
    const there = this._stage === LinkStage.SEEKING || this._stage === LinkStage.UP;
    const frame = there ? encodeRequest({ type: "leave" }, this._session) : null;
    if (frame) this._wire?.send(frame);
    this.close();
  }

  /** Let the link go for good: the seat was opened elsewhere. */
  fence() {
    this._shut(say("link.fenced"), "fenced");
  }

  /** Make a new connection at once: the old one is not to be believed, and nothing is known until the new one speaks. */
  afresh() {
    if (this._stage === LinkStage.SHUT || this._stage === LinkStage.ENDED) return;
    this._stage = LinkStage.SEEKING;
    this._tries = 0;
    this._timers.stop("beat", "welcome", "down");
    if (this._told === LinkState.UP) this._tellDown(say("link.coming_back"));
    this._connect();
  }

  // --- coming up and going down ---------------------------------------------------------------------------------

  /** Make a fresh connection. What an older one says from now on is not heard. */
  _connect() {
    this._dropWire();
    this._timers.stop("connect", "probe");
    this._session = "";
    /** @type {Wire} */
    let wire;
    const mine = (/** @type {() => void} */ hear) => {
      if (this._wire === wire) hear();
    };
    wire = this._connectBy({
      onOpen: () => mine(() => this._timers.start("welcome", WELCOME_MS, () => this._lost())),
      onFrame: (text) => mine(() => this._frame(text)),
      onEnd: (end) => mine(() => this._ended(end)),
    });
    this._wire = wire;
    const hello = encodeRequest(this._hello());
    if (hello) wire.send(hello);
    this._timers.start("welcome", OPEN_MS, () => this._lost());
  }

  /** @param {End} end */
  _ended(end) {
    if (end === "denied") this._shut(say("link.unknown"), "unknown");
    else if (end === "many") this.fence();
    else this._lost();
  }

  /** The connection is no good: try again soon, later each time, never all clients at the same moment. */
  _lost() {
    if (this._stage === LinkStage.SHUT || this._stage === LinkStage.ENDED) return;
    this._dropWire();
    this._timers.stop("beat", "welcome");
    if (this._stage === LinkStage.UP) {
      this._stage = LinkStage.SEEKING;
      this._timers.start("down", DOWN_AFTER_MS, () => this._tellDown());
    }
    const [low, high] = BACKOFF_MS;
    const waitMs = Math.min(high, low * 2 ** this._tries) * (0.5 + 0.5 * this._random());
    this._tries += 1;
    this._timers.start("connect", waitMs, () => this._connect());
  }

  /**
   * @param {Welcome} welcome
   * @param {string} session
   */
  _up(welcome, session) {
    this._timers.stop("welcome", "down", "away");
    this._stage = LinkStage.UP;
    this._session = session;
    this._tries = 0;
    this._beatMs = welcome.beat_seconds * 1000;
    if (this._told !== LinkState.UP) {
      this._told = LinkState.UP;
      this._pass(linkChange(LinkState.UP));
    }
    this._timers.start("beat", this._periodMs * (0.1 + 0.9 * this._random()), () => this._beat());
  }

  /**
   * @param {string} text
   * @param {import("./state.js").Why} why
   */
  _shut(text, why) {
    if (this._stage === LinkStage.SHUT) return;
    this.close();
    this._pass(linkChange(LinkState.SHUT, text, why));
  }

  /**
   * Take leave: the exercise was ended in order, so nobody is there to be sought.
   * @param {string} text
   */
  _end(text) {
    if (this._stage === LinkStage.SHUT) return;
    this._stage = LinkStage.ENDED;
    this._timers.stopAll();
    this._dropWire();
    for (const id of this._forget()) this._refuse(id, "closed", say("link.ended"));
    this._pass(linkChange(LinkState.ENDED, text));
  }

  /** @param {string} [text] */
  _tellDown(text = say("link.down")) {
    this._told = LinkState.DOWN;
    this._pass(linkChange(LinkState.DOWN, text));
    this._timers.start("away", AWAY_AFTER_MS, () => this._tellAway());
  }

  /** Say where else the seat may be found: its own machine stays away. */
  _tellAway() {
    if (this._webs.length) this._pass({ ...linkChange(LinkState.DOWN, say("link.down")), webs: this._webs });
  }

  /**
   * @param {string} id
   * @param {import("./wire").Refusal["code"]} code
   * @param {string} text
   */
  _refuse(id, code, text) {
    this._pass({ type: "refusal", id, code, text, rule: "" });
  }

  get _periodMs() {
    return this._beatMs || IDLE_BEAT_MS;
  }

  _dropWire() {
    const wire = this._wire;
    this._wire = null;
    wire?.close();
  }
}
