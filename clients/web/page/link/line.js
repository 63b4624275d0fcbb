// A line that reconnects by itself, over whatever connects the page with its arbiter.
// One frame of one size leaves at every beat, whether or not there is anything to send. So an observer of the network
// learns nothing. Replies are passed on in order and without a gap, or a whole view follows. Answers are passed on in any
// case. A request with an id is repeated under that id until it is answered, for this seat alone.

import { say } from "../words.js";
import { Asked, idOf } from "./asked.js";
import { WrongVersion, decodeReply, encodeRequest } from "./frames.js";
import { Lots } from "./lots.js";
import { ReplyOrder } from "./order.js";
import { Proving } from "./proving.js";
import { LinkStage, Seeking } from "./seeking.js";
import { samePlace } from "./state.js";

/** @typedef {import("./state.js").News} News */
/** @typedef {import("./wire").Reply} Reply */
/** @typedef {import("./wire").Request} Request */
/** @typedef {import("./wire").ToClient} ToClient */
/** @typedef {import("./wire").Welcome} Welcome */

const SILENT_BEATS_MAX = 3;
const SILENCE_SLACK_MS = 1000;
/** A request, or one for the whole view, is repeated if it was not answered within this. */
const REPEAT_MS = 4000;
/**
 * Refusals after which trying again is useless, and the words for them.
 * @type {Map<string, {text: string, why: import("./state.js").Why}>}
 */
const FOR_GOOD = new Map([
  ["unknown_key", { text: "link.unknown", why: "unknown" }],
  ["fenced", { text: "link.fenced", why: "fenced" }],
  ["wrong_version", { text: "web.version", why: "version" }],
]);

/** A line of one seat. Call `start` before use and `close` after. */
export class Line extends Seeking {
  /**
   * @param {import("./seeking.js").Parts & {receipts: import("./receipts.js").Receipts, leading: import("./leading.js").Leading, app?: string}} parts
   */
  constructor({ receipts, leading, app = "browser", ...parts }) {
    super(parts);
    this._leading = leading;
    this._app = app;
    this.lostFrames = 0;
    this._asked = new Asked(REPEAT_MS);
    /** @type {Welcome | null} */
    this._welcomed = null;
    this._proving = new Proving(receipts);
    this._lots = new Lots(receipts);
    this._order = new ReplyOrder();
    this._askedWholeMs = -Infinity;
    this._heardMs = -Infinity;
  }

  // --- the line -------------------------------------------------------------------------------------------------

  /**
   * Send a request at a beat, once the link is up. It is refused here if too many wait for an answer.
   * @param {Request} body
   */
  send(body) {
    if (this._stage === LinkStage.SHUT) {
      this._refuse(idOf(body), "closed", say("link.shut"));
    } else if (this._stage === LinkStage.ENDED) {
      this._refuse(idOf(body), "closed", say("link.ended"));
    } else if (!this._asked.add(body)) {
      this._refuse(idOf(body), "too_fast", say("link.too_many"));
    } else {
      if (body.type === "declare") this._proving.ask(body);
      if (this._sendsAtOnce) this._flush();
    }
  }

  /**
   * Check whether the connection still lives, if nothing was received lately. Without an answer in time a new one is
   * made.
   * @param {number} withinMs
   */
  probe(withinMs) {
    const askedMs = this._now();
    if (this._stage !== LinkStage.UP) {
      if (this._stage === LinkStage.SEEKING) this.afresh();
      return;
    }
    if (askedMs - this._heardMs < this._periodMs) return;
    this._timers.start("probe", withinMs, () => {
      if (this._heardMs < askedMs) this.afresh();
    });
  }

  _hello() {
    this._order.restart();
    this._asked.broken();
    return { type: /** @type {const} */ ("hello"), app: this._app, held: this._proving.newest ?? undefined };
  }

  _forget() {
    return this._asked.forget();
  }

  // --- out ------------------------------------------------------------------------------------------------------

  get _sendsAtOnce() {
    return !this._beatMs;
  }

  /** Send exactly one frame: the request that has waited longest, or a sign of life. */
  _beat() {
    const nowMs = this._now();
    if (nowMs - this._heardMs > SILENT_BEATS_MAX * this._periodMs + SILENCE_SLACK_MS) {
      this._lost();
      return;
    }
    this._timers.start("beat", this._periodMs, () => this._beat());
    if (this._order.gap && nowMs - this._askedWholeMs > REPEAT_MS) this._askWhole();
    this._emit(this._asked.next(nowMs) ?? this._sign());
  }

  _flush() {
    while (this._stage === LinkStage.UP) {
      const body = this._asked.next(this._now());
      if (body === null) return;
      this._emit(body);
    }
  }

  /** @returns {Request} */
  _sign() {
    return { type: "beat", seen: this._order.seen };
  }

  /** @param {Request} body */
  _emit(body) {
    let frame = encodeRequest(body, this._session);
    if (frame === null) {
      this._asked.giveUp(body);
      this._refuse(idOf(body), "malformed", say("link.too_long"));
      frame = encodeRequest(this._sign(), this._session);
    }
    if (frame === null || !this._wire?.send(frame)) this._lost();
  }

  _askWhole() {
    this._askedWholeMs = this._now();
    this._asked.addFirst({ type: "resync" });
  }

  // --- in -------------------------------------------------------------------------------------------------------

  /** @param {string} text */
  _frame(text) {
    let message = null;
    try {
      message = decodeReply(text);
    } catch (error) {
      if (!(error instanceof WrongVersion)) throw error;
      this._shut(say("web.version"), "version");
    }
    if (message === null) {
      this.lostFrames += 1;
      return;
    }
    this._heardMs = this._now();
    this._message(message);
  }

  /** @param {ToClient} message */
  _message(message) {
    const { body } = message;
    if (!message.session) this._outside(body);
    else if (body.type === "welcome") this._welcome(body, message);
    else if (message.session === this._session) this._inside(body, message);
  }

  /**
   * @param {Reply} body
   * @param {ToClient} message
   */
  _inside(body, message) {
    if ((body.type === "receipt" && !this._proved(body)) || body.type === "draw" || body.type === "elsewhere") {
      if (body.type === "draw") this._putIn(this._lots.shown(body));
      if (body.type === "elsewhere") this._webs = body.webs;
      this._numbered(message, null);
      return;
    }
    if (body.type === "farewell" && body.returns) {
      queueMicrotask(() => this._hostStops(body.text || say("link.host_stops")));
      return;
    }
    const answers = this._answers(body);
    if (this._settles(body)) {
      this._numbered(message, null);
    } else if (message.n) {
      this._numbered(message, body, answers);
    } else {
      this._noteGap(message.last > this._order.seen);
      this._pass(body);
    }
    if (answers && this._sendsAtOnce) this._flush();
  }

  /**
   * Come up. Requests for another seat than this one are dropped.
   * @param {Welcome} welcome
   * @param {ToClient} message
   */
  _welcome(welcome, message) {
    if (!this._leading.believes(welcome)) {
      this._lost();
      return;
    }
    const before = this._welcomed;
    this._welcomed = welcome;
    this._webs = welcome.webs;
    const moved = before !== null && !samePlace(before, welcome);
    const dropped = moved ? this._asked.forget() : [];
    if (welcome.role === "watcher") this._asked.watches();
    this._order.seated = welcome.seat !== "";
    this._up(welcome, message.session);
    this._numbered(message, welcome);
    for (const id of dropped) this._refuse(id, "stale", say("link.moved"));
    this._putIn(this._lots.welcomed(welcome));
    const missed = this._proving.missed(welcome);
    if (missed !== null) this._pass(missed);
    if (this._sendsAtOnce) this._flush();
  }

  /**
   * Keep a receipt that is proved. A false receipt raises one alarm and does not count as an answer.
   * @param {import("./wire").Receipt} receipt
   */
  _proved(receipt) {
    if (this._welcomed === null) return false;
    const [holds, says] = this._proving.take(receipt, this._welcomed);
    if (says !== null) this._pass(says);
    return holds;
  }

  /**
   * Send what pledges or opens the lot. It needs neither the player nor a key press.
   * @param {[Request | null, import("./state.js").Shout | null]} what
   */
  _putIn([body, says]) {
    if (body !== null) this._asked.add(body);
    if (says !== null) this._pass(says);
    if (this._sendsAtOnce) this._flush();
  }

  /**
   * Return whether a reply is about this key's lot. Such a reply is not passed on.
   * @param {Reply} body
   */
  _settles(body) {
    const [settles, says] = this._lots.settles(body);
    if (says !== null) this._pass(says);
    return settles;
  }

  /**
   * Pass a message on if it is the next. After a gap only answers are passed on, until a whole view repeats everything.
   * @param {ToClient} message
   * @param {Reply | null} item
   * @param {boolean} [answers]
   */
  _numbered(message, item, answers = false) {
    let passed = item;
    if (!this._order.takes(message)) {
      this._noteGap(message.n > this._order.seen);
      passed = answers ? item : null;
    }
    if (passed !== null) this._pass(passed);
  }

  /** @param {boolean} gap */
  _noteGap(gap) {
    if (!gap || this._order.gap) return;
    this._order.gap = true;
    this._askWhole();
    if (this._sendsAtOnce) this._flush();
  }

  /**
   * Settle the request that a reply answers. Return whether the request was still waiting.
   * @param {Reply} body
   */
  _answers(body) {
    switch (body.type) {
      case "receipt":
      case "done":
      case "refusal":
      case "seen":
      case "rules":
      case "hint":
        return this._asked.answered(body.id);
      case "view":
        this._asked.passed(body.gate);
        break;
      case "fenced":
        queueMicrotask(() => this._shut(body.text || say("link.fenced"), "fenced"));
        break;
      case "farewell":
        queueMicrotask(() => this._end(body.text || say("link.farewell")));
        break;
    }
    return false;
  }

  /**
   * Handle a refusal outside any session: the arbiter does not accept us, or not yet.
   * @param {Reply} body
   */
  _outside(body) {
    const code = body.type === "refusal" ? body.code : "";
    const forGood = FOR_GOOD.get(code);
    if (forGood) this._shut(say(forGood.text), forGood.why);
    else if (code === "stale") this._lost();
    else this._pass(body);
  }
}
