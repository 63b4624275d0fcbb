// The desk: what a seat's page knows, what can be done with it now, and the requests it makes.
// No screen, no socket and no clock of its own: ids are made by whoever owns it.

import { same } from "../link/canonical.js";
import { LinkState } from "../link/state.js";
import { clean, say } from "../words.js";
import { personAt, waitingWords } from "./company.js";
import { Known } from "./known.js";
import { mayChange } from "./sealing.js";
import { nameFor, Timing, unreadIn } from "./talk.js";

/** @typedef {import("../link/wire").Answer} Answer */
/** @typedef {import("../link/wire").AskHint} AskHint */
/** @typedef {import("../link/wire").Call} Call */
/** @typedef {import("../link/wire").Claim} Claim */
/** @typedef {import("../link/wire").Deal} Deal */
/** @typedef {import("../link/wire").Declare} Declare */
/** @typedef {import("../link/wire").Draft} Draft */
/** @typedef {import("../link/wire").HandOver} HandOver */
/** @typedef {import("../link/wire").Propose} Propose */
/** @typedef {import("../link/wire").ReadRules} ReadRules */
/** @typedef {import("../link/wire").Respond} Respond */
/** @typedef {import("../link/wire").Say} Say */
/** @typedef {import("../link/wire").SayReady} SayReady */
/** @typedef {import("../link/wire").Write} Write */
/** @typedef {import("./talk.js").Conversation} Conversation */
/**
 * A declaration that has no receipt yet, its answer in words, and what was sealed before.
 * @typedef {{late: Declare, words: string, over: Answer | null}} OnItsWay
 */

/** The sentences about an answered proposal, by its state: of the reader's own, and of one that the reader answered. */
const SETTLED = /** @type {Record<Deal["state"], readonly string[]>} */ ({
  open: [],
  accepted: ["deals.they_accepted", "deals.you_accepted"],
  refused: ["deals.they_refused", "deals.you_refused"],
  lapsed: [],
});
const URGENT_MS = 10_000;
/** A question that is open so long after its time waits for something. */
const LATE_MS = 4000;

/** A seat's desk. Feed it news; ask it for requests. */
export class Desk extends Known {
  /** @param {() => string} makeId */
  constructor(makeId) {
    super();
    this._makeId = makeId;
  }

  // --- what the screen asks -------------------------------------------------------------------------------------

  /** Whether the link stands. */
  get up() {
    return this.link.state === LinkState.UP;
  }

  /** Whether the umpire has ended the exercise. */
  get dismissed() {
    return this.link.state === LinkState.ENDED;
  }

  /** What to look at when the first turn is told, "" where that is not known. */
  get look() {
    return this.rules !== null ? clean(this.rules.briefing.looks) : "";
  }

  /** How the game ended, once everything has been told that led to it. */
  get ended() {
    return this.isTold ? (this.view?.ended ?? null) : null;
  }

  /** Say what is asked for and not answered, when it takes longer than usual; else "". */
  get onItsWay() {
    return this._pending.onItsWay(this._nowMs, { up: this.up });
  }

  /** Whether nobody shares the seat that is driven here: it cannot be handed over. */
  get alone() {
    return !(this.bot || this.watching || this.welcome?.crews);
  }

  /** Whether another drives the seat. */
  get watching() {
    return this.view?.watching ?? false;
  }

  /**
   * Give what is left of the clock, counted here.
   * @param {number} nowMs
   */
  leftMs(nowMs) {
    return this.clock.leftMs(nowMs);
  }

  /**
   * Say what the clock does.
   * @param {number} nowMs
   * @returns {typeof Timing[keyof typeof Timing]}
   */
  timing(nowMs) {
    const clock = this.clock.clock;
    if (this.view === null || clock === null || this.view.ended !== undefined) return Timing.NONE;
    if (this.view.held || this.paused || !clock.running) return Timing.STANDS;
    if (this.clock.frozen) return Timing.FROZEN;
    const left = this.leftMs(nowMs);
    if (left === 0) return Timing.UP;
    return left <= URGENT_MS ? Timing.URGENT : Timing.RUNS;
  }

  /** Say why the clock stands. */
  standstill() {
    if (this.view?.held) return say("clock.held");
    if (this.view !== null && !this.view.begun && this.waiting) return say("clock.not_begun", { waiting: this.waiting });
    return clean(this.paused) || say("clock.stands");
  }

  /**
   * Say why no answer can be sealed now; "" when one can.
   * @param {number} nowMs
   */
  locked(nowMs) {
    const view = this.view;
    if (view === null || view.form === undefined || view.ended !== undefined) return say("question.not_asked");
    if (this.bot) return say("question.bot_plays");
    if (view.watching) return say("question.you_watch");
    if (this.link.state === LinkState.SHUT) return say("question.link_shut");
    if (this.dismissed) return say("link.farewell");
    if (view.voided) return say("question.voided");
    if (this.guard.holds(nowMs)) return say(this.guard.why);
    const timing = this.timing(nowMs);
    if (timing === Timing.STANDS) return say("question.stands", { why: this.standstill() });
    return timing === Timing.UP && !this.owesLate ? say("clock.time_is_up") : "";
  }

  /**
   * Whether another answer may replace the sealed one now: the question stays open, and has another answer.
   * @param {number} nowMs
   */
  canChange(nowMs) {
    return this.sealed !== null && this.view !== null && mayChange(this.view) && this.timing(nowMs) !== Timing.UP;
  }

  /**
   * Say how long the sealed answer can be changed; "" where no other can replace it.
   * @param {number} nowMs
   */
  until(nowMs) {
    if (this.canChange(nowMs)) return say("question.until_closes");
    return this.timing(nowMs) === Timing.UP ? say("question.no_longer") : "";
  }

  /** Whether this seat has sealed nothing to a question that waits for it, however late it is. */
  get owesLate() {
    const view = this.view;
    return view !== null && view.waits && view.form !== undefined && this.sealed === null && !view.voided;
  }

  /**
   * Say what becomes of the question now that the clock has run out.
   * @param {number} nowMs
   */
  timeIsUp(nowMs) {
    if (this.view?.waits) return say(this.owesLate ? "clock.waits_for_you" : "clock.waits_for_others");
    return say(this.clock.overMs(nowMs) > LATE_MS ? "clock.waits_for_tables" : "clock.time_is_up");
  }

  /**
   * Say whether a conversation is open now, as the arbiter decides it: by the one clock.
   * @param {Conversation} talk
   * @param {number} nowMs
   */
  isOpen(talk, nowMs) {
    if (!this.view?.channels.some((channel) => channel.id === talk.id)) return false;
    const timing = this.timing(nowMs);
    return (timing === Timing.RUNS || timing === Timing.URGENT) && this.leftMs(nowMs) > talk.quietMs;
  }

  /**
   * Give how long a conversation stays open.
   * @param {Conversation} talk
   * @param {number} nowMs
   */
  shutsMs(talk, nowMs) {
    return Math.max(0, this.leftMs(nowMs) - talk.quietMs);
  }

  /**
   * Say why one cannot speak in a conversation now; "" when one can.
   * @param {Conversation} talk
   * @param {number} nowMs
   */
  mute(talk, nowMs) {
    if (!this.up) return say("talk.link_down");
    if (!this.isOpen(talk, nowMs)) return say("talk.closed");
    if (this.bot) return say("question.bot_plays");
    return this.watching ? say("talk.you_watch") : "";
  }

  /**
   * Give who sits at a seat, "" where nobody is named.
   * @param {string} seat
   */
  person(seat) {
    return personAt(this.company, seat);
  }

  /** Say whom the table waits for before it begins. */
  get waiting() {
    return waitingWords(this.company, this.me);
  }

  /** Whether the briefing comes first: it was asked for, it has not been read here, and the game has hardly begun. */
  get toBeBriefed() {
    const view = this.view;
    const fresh = view !== null && view.ended === undefined && (!view.begun || view.gate === 1);
    return !this.briefed && (this.rulesAsked || this.rules !== null) && fresh;
  }

  // --- what the reader has not seen yet ---------------------------------------------------------------------------

  /** The seat that this window shows. */
  get me() {
    return this.welcome?.seat ?? "";
  }

  /**
   * Return how many lines of a conversation the reader has not seen.
   * @param {Conversation} talk
   */
  unread(talk) {
    return unreadIn(talk, this.me).length;
  }

  /** The conversations with lines that the reader has not seen. */
  get unreadTalks() {
    return [...this.talks.values()].filter((talk) => this.unread(talk) > 0);
  }

  /**
   * Return the name of a conversation for this reader: the other's where two talk.
   * @param {Conversation} talk
   */
  nameOf(talk) {
    const { welcome } = this;
    if (welcome === null) return nameFor(talk, []);
    const worn = (this.view?.sheet.sides ?? []).filter((side) => side.id === welcome.team).map((side) => side.title);
    return nameFor(talk, [welcome.seat_title, welcome.team_title, ...worn]);
  }

  /**
   * Check whether a conversation is between the reader and one other.
   * @param {Conversation} talk
   */
  isPair(talk) {
    return talk.members.length === 2 || this.nameOf(talk) !== clean(talk.title);
  }

  /** The umpire's words that were not put away, by their place in `notices`; the newest is the last. */
  get newNotices() {
    return [...this.notices.keys()].filter((at) => !this.noticesRead.has(at));
  }

  /** Put the newest of the umpire's words away; the one before it is the newest then. */
  putNoticeAway() {
    const at = this.newNotices.at(-1);
    if (at !== undefined) this.noticesRead.add(at);
  }

  /**
   * Return a sentence about a proposal of or to this seat that was answered.
   * @param {number} number
   */
  outcome(number) {
    const deal = this.deals.get(number);
    if (!deal) return "";
    const mine = deal.taker === this.me;
    const key = SETTLED[deal.state][Number(mine)];
    const who = clean(mine ? deal.giver_title : deal.taker_title);
    return key ? say(key, { n: number, who, text: clean(deal.text) }) : "";
  }

  /** The proposals to this seat that it has not answered. */
  get waitingDeals() {
    return [...this.deals.values()].filter((deal) => deal.state === "open" && deal.taker === this.me);
  }

  /**
   * Say why no proposal can be put or answered now, as the arbiter decides it: by the one clock; "" when one can.
   * @param {number} nowMs
   */
  noDeals(nowMs) {
    const { view } = this;
    const timing = this.timing(nowMs);
    if (view === null || !view.deals_open || timing === Timing.NONE) return say("deals.cannot");
    if (this.bot || view.watching) return say(this.bot ? "question.bot_plays" : "question.you_watch");
    if (timing === Timing.STANDS) return say("deals.stands", { why: this.standstill() });
    const quietMs = Math.max(0, ...view.channels.map((channel) => channel.quiet_ms));
    return this.leftMs(nowMs) > quietMs ? "" : say("deals.time_is_up");
  }

  // --- requests -------------------------------------------------------------------------------------------------

  /**
   * Ask for the rules, once at each seat; whoever drives it and whoever watches may.
   * @returns {ReadRules | null}
   */
  wantsRules() {
    const role = this.welcome?.role;
    if (this.rulesAsked || (role !== "seat" && role !== "watcher")) return null;
    this.rulesAsked = true;
    return { type: "read_rules", id: this._makeId() };
  }

  /**
   * Put the briefing away, and say that one is ready; of who watches it counts as soon as he drives the seat.
   * @returns {SayReady}
   */
  ready() {
    this.briefed = true;
    return { type: "ready" };
  }

  /** Whether the exercise lets this seat have a hint, and it is asked something. */
  get mayHint() {
    return Boolean(this.welcome?.hints && this.view?.form) && !this.bot && !this.watching;
  }

  /**
   * Ask what a bot would answer; null where that is not to be had now.
   * @param {number} nowMs
   * @returns {AskHint | null}
   */
  askHint(nowMs) {
    if (!this.mayHint || this.locked(nowMs) || this._pending.has("ask_hint")) return null;
    return this._remember({ type: "ask_hint", id: this._makeId(), gate: this._gate });
  }

  /**
   * Seal an answer; null when that is locked, and `refused` says why.
   * @param {Answer} answer
   * @param {number} nowMs
   * @returns {Declare | null}
   */
  declare(answer, nowMs) {
    const why = this.locked(nowMs);
    if (why || this.view === null || this.welcome === null) {
      this.refused = why;
      return null;
    }
    const { table, seat } = this.welcome;
    /** @type {Declare} */
    const declare = { type: "declare", id: this._makeId(), gate: this.view.gate, answer, table, seat };
    this.sending = declare;
    this.refused = "";
    return declare;
  }

  /**
   * Go on with what was on its way when the page was loaded anew: under its id it counts once. Null where another answer has been sealed since.
   * @param {OnItsWay} kept
   * @returns {Declare | null}
   */
  goOn({ late, words, over }) {
    if (this.view === null || this.sending !== null) return null;
    if (late.gate !== this.view.gate) this._overtaken = { late, words };
    else if (same(this.sealed, over)) this.sending = late;
    else return null;
    return late;
  }

  /** Whether something is on its way of which nobody knows whether it is sealed. */
  get seals() {
    return this.sending !== null || this._overtaken !== null;
  }

  /**
   * Tell what the seat would answer, where that counts and has changed.
   * @param {Answer} answer
   * @param {number} nowMs
   * @returns {Draft | null}
   */
  draft(answer, nowMs) {
    if (!this.view?.drafts || same(answer, this.drafted) || this.locked(nowMs) || !this.up) return null;
    this.drafted = answer;
    return { type: "draft", gate: this.view.gate, answer };
  }

  /**
   * Speak; null when the line cannot be said now: it is kept, and `said` says why.
   * @param {string} channel
   * @param {string} text
   * @param {number} nowMs
   * @returns {Say | null}
   */
  say(channel, text, nowMs) {
    const talk = this.talks.get(channel);
    const line = clean(text);
    if (!talk || !line) return null;
    const why = this.mute(talk, nowMs);
    if (why) {
      talk.half = line;
      this.said = say("talk.line_kept", { why });
      return null;
    }
    talk.half = "";
    return this._remember({ type: "say", id: this._makeId(), channel, text: line, gate: this._gate });
  }

  /**
   * Put a proposal to another seat.
   * @param {string} to
   * @param {string} text
   * @returns {Propose | null}
   */
  propose(to, text) {
    const line = clean(text);
    return line ? this._remember({ type: "propose", id: this._makeId(), to, text: line, gate: this._gate }) : null;
  }

  /**
   * Accept or refuse a proposal.
   * @param {number} deal
   * @param {{accept: boolean}} how
   * @returns {Respond}
   */
  respond(deal, { accept }) {
    return this._remember({ type: "respond", id: this._makeId(), deal, accept });
  }

  /**
   * Call the umpire.
   * @param {string} text
   * @returns {Call | null}
   */
  call(text) {
    const line = clean(text);
    return line ? this._remember({ type: "call", id: this._makeId(), text: line }) : null;
  }

  /**
   * Reply to the umpire.
   * @param {number} notice
   * @param {string} text
   * @returns {Write | null}
   */
  write(notice, text) {
    const line = clean(text);
    return line ? this._remember({ type: "write", id: this._makeId(), notice, text: line }) : null;
  }

  /**
   * Let another of the crew drive the seat.
   * @returns {HandOver}
   */
  handOver() {
    return this._remember({ type: "hand_over", id: this._makeId() });
  }

  /**
   * Take the seat over from a silent driver.
   * @returns {Claim}
   */
  claim() {
    return this._remember({ type: "claim", id: this._makeId() });
  }

  /**
   * @template {import("./pending.js").Asking} R
   * @param {R} request
   * @returns {R}
   */
  _remember(request) {
    this._pending.add(request, this._nowMs);
    return request;
  }

  get _gate() {
    return this.view?.gate ?? 0;
  }
}
