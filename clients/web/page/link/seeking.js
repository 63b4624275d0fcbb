// How a link comes up, is lost, and comes up again by itself.
// Each connection is fresh, so that no frame of an older one comes through it.

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
 * One connection to the arbiter: `send` sends a frame (false: the connection is no good), `close` ends it.
 * @typedef {{send: (frame: Uint8Array) => boolean, close: () => void}} Wire
 */

/**
 * The callbacks of a connection: it is open, a frame came, and it ended, once.
 * @typedef {{onOpen: () => void, onFrame: (text: string) => void, onEnd: (end: End) => void}} Ears
 */

/**
 * The parts of a line. `connect` opens a connection, `pass` receives news items, `nowMs` is the page's own time.
 * @typedef {{connect: (ears: Ears) => Wire, pass: (news: News) => void, timers: import("./timers.js").Timers, nowMs: () => number, random?: () => number}} Parts
 */

/** The beat of an exercise without beats, only to show that the page lives. */
const IDLE_BEAT_MS = 1000;
/** The arbiter must answer within this, whichever way a connection is made. */
const OPEN_MS = 7000;
const WELCOME_MS = 3000;
/** The pauses before another attempt, the first and the longest: a room must be back within seconds of its arbiter. */
const BACKOFF_MS = /** @type {const} */ ([100, 1000]);
/** A break that heals within this is not reported to the player. */
const DOWN_AFTER_MS = 1000;
/**
 * A break that lasts longer than this beyond DOWN_AFTER_MS may be permanent. A page cannot follow its arbiter to another
 * machine, but its player can.
 */
const AWAY_AFTER_MS = 4000;

/** The stages of a link. */
export const LinkStage = /** @type {const} */ ({
  /** No connection, or one without a welcome yet. */
  SEEKING: "seeking",
  UP: "up",
  /** The exercise was ended. The page does not look for it. */
  ENDED: "ended",
  SHUT: "shut",
});

/** A line that connects to its arbiter. Subclasses define the messages on it. */
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
   * Return the first message on a new connection. Forget everything of the old one.
   * @returns {Hello}
   */
  _hello() {
    throw new Error("a line says how it greets");
  }

  /**
   * Drop all requests. Return their ids.
   * @returns {string[]}
   */
  _forget() {
    return [];
  }

  /**
   * Handle a frame.
   * @param {string} _text
   */
  _frame(_text) {}

  /** Send the frame of this beat. */
  _beat() {}

  // --- the line -------------------------------------------------------------------------------------------------

  /** Start connecting to the arbiter. */
  start() {
    this._timers.start("down", DOWN_AFTER_MS, () => this._tellDown());
    this._connect();
    return this;
  }

  /** Look for the arbiter again after the exercise was ended. */
  again() {
    if (this._stage !== LinkStage.ENDED) return;
    this._stage = LinkStage.SEEKING;
    this._tries = 0;
    this._tellDown(say("link.seeking"));
    this._connect();
  }

  /** Close the link for good. */
  close() {
    this._stage = LinkStage.SHUT;
    this._timers.stopAll();
    this._wire?.close();
  }

  /**
   * Send a good-bye, so that the seat is no longer shown as linked, and close the link for good. Before the welcome the
   * session is unknown. The good-bye then follows the hello and ends the session that it opened.
   */
  leave() {
    const there = this._stage === LinkStage.SEEKING || this._stage === LinkStage.UP;
    const frame = there ? encodeRequest({ type: "leave" }, this._session) : null;
    if (frame) this._wire?.send(frame);
    this.close();
  }

  /** Close the link for good, because the seat was opened elsewhere. */
  fence() {
    this._shut(say("link.fenced"), "fenced");
  }

  /** Make a new connection at once. The old one is not believed, and nothing is known until the new one is up. */
  afresh() {
    if (this._stage === LinkStage.SHUT || this._stage === LinkStage.ENDED) return;
    this._stage = LinkStage.SEEKING;
    this._tries = 0;
    this._timers.stop("beat", "welcome", "down");
    if (this._told === LinkState.UP) this._tellDown(say("link.coming_back"));
    this._connect();
  }

  // --- coming up and going down ---------------------------------------------------------------------------------

  /** Open a fresh connection. Anything that still comes from an older one is ignored. */
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

  /**
   * Drop the connection and try again soon, with growing random pauses, so that clients do not come at the same moment.
   */
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
   * Stop, because the exercise was ended in order and no arbiter is left to find.
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

  /**
   * Say why the arbiter goes away, and look for it: it may come back, here or on another machine.
   * @param {string} text
   */
  _hostStops(text) {
    if (this._stage !== LinkStage.UP) return;
    this._lost();
    this._timers.stop("down");
    this._tellDown(text);
  }

  /** @param {string} [text] */
  _tellDown(text = say("link.down")) {
    this._told = LinkState.DOWN;
    this._pass(linkChange(LinkState.DOWN, text));
    this._timers.start("away", AWAY_AFTER_MS, () => this._tellAway());
  }

  /** Pass on where else the seat may be found, because its own machine stays away. */
  _tellAway() {
    if (this._webs.length) this._pass({ ...linkChange(LinkState.DOWN, say("link.down")), webs: this._webs });
  }

  /**
   * @param {string} id
   * @param {import("./wire").Refusal["code"]} code
   * @param {string} text
   */
  _refuse(id, code, text) {
    this._pass({ type: "refusal", id, code, text, rule: "", key: "", fields: {} });
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
