// The desk: what a seat's page knows, what it can do now, and the requests it makes. It uses no screen, no socket and no
// clock. The caller supplies ids and times.

import { same } from "../link/canonical.js";
import { LinkState } from "../link/state.js";
import { clean, say } from "../words.js";
import { personAt, waitingWords } from "./company.js";
import { Known } from "./known.js";
import { hasChoice, mayChange, takesBack } from "./sealing.js";
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

/**
 * The sentences about a settled proposal, by its state: for a proposal of the reader, and for one that the reader
 * answered.
 */
const SETTLED = /** @type {Record<Deal["state"], readonly string[]>} */ ({
  open: [],
  accepted: ["deals.they_accepted", "deals.you_accepted"],
  refused: ["deals.they_refused", "deals.you_refused"],
  lapsed: ["deals.they_left", "deals.you_left"],
});
const URGENT_MS = 10_000;
/** A question that is still open this long after its time waits for something. */
const LATE_MS = 4000;

/** The desk of one seat. The caller feeds it news and asks it for requests. */
export class Desk extends Known {
  /** @param {() => string} makeId */
  constructor(makeId) {
    super();
    this._makeId = makeId;
  }

  // --- what the screen asks -------------------------------------------------------------------------------------

  /** Whether the link is up. */
  get up() {
    return this.link.state === LinkState.UP;
  }

  /** Whether the umpire has ended the exercise. */
  get dismissed() {
    return this.link.state === LinkState.ENDED;
  }

  /** The advice of the briefing on where to look in the first turn, "" if the rules have not come. */
  get look() {
    return this.rules !== null ? clean(this.rules.briefing.looks) : "";
  }

  /** How the game ended. Null until everything has been told that led to it. */
  get ended() {
    return this.isTold ? (this.view?.ended ?? null) : null;
  }

  /** Whether the seat is no longer this window's, so that it may show nothing of it. At the end everything stays. */
  get isGivenUp() {
    return this.link.state === LinkState.SHUT && !this.view?.ended?.laid_open;
  }

  /** The words for requests that have waited unusually long for an answer, else "". */
  get onItsWay() {
    return this._pending.onItsWay(this._nowMs, { up: this.up });
  }

  /** Whether the seat cannot be handed over, because this player is its only crew. */
  get alone() {
    return !(this.bot || this.watching || this.welcome?.crews);
  }

  /** Whether another crew member drives the seat. */
  get watching() {
    return this.view?.watching ?? false;
  }

  /**
   * Return the time left on the clock, counted here.
   * @param {number} nowMs
   */
  leftMs(nowMs) {
    return this.clock.leftMs(nowMs);
  }

  /**
   * Return the state of the clock.
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

  /** Return why the clock is stopped. */
  standstill() {
    if (this.view?.held) return say("clock.held");
    if (this.view !== null && !this.view.begun && this.waiting) return say("clock.not_begun", { waiting: this.waiting });
    return clean(this.paused) || say("clock.stands");
  }

  /**
   * Return why no answer can be sealed now, "" if one can.
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
   * Return whether another answer can replace the sealed one now. The question must stay open and allow another answer.
   * @param {number} nowMs
   */
  canChange(nowMs) {
    return this.sealed !== null && this.view !== null && mayChange(this.view) && this.timing(nowMs) !== Timing.UP;
  }

  /**
   * Return whether the player has said that they are ready, and can take it back now.
   * @param {number} nowMs
   */
  canTakeBack(nowMs) {
    const { view, sending } = this;
    if (view === null || !view.readiness || view.closes_at_once || this.bot || view.watching) return false;
    const isReady = sending === null ? this.sealed !== null : !takesBack(view, sending.answer);
    return isReady && this.timing(nowMs) !== Timing.UP;
  }

  /**
   * Return how long the sealed answer can be changed or taken back, "" if neither is possible.
   * @param {number} nowMs
   */
  until(nowMs) {
    if (this.canChange(nowMs)) return say("question.until_closes");
    if (this.canTakeBack(nowMs)) return say("question.until_taken_back");
    return this.timing(nowMs) === Timing.UP ? say("question.no_longer") : "";
  }

  /** Whether this seat has sealed nothing and the question waits for it, even after its time. */
  get owesLate() {
    const view = this.view;
    return view !== null && view.waits && view.form !== undefined && this.sealed === null && !view.voided;
  }

  /**
   * Return what the question waits for now that its time is up.
   * @param {number} nowMs
   */
  timeIsUp(nowMs) {
    if (this.view?.waits) return say(this.owesLate ? "clock.waits_for_you" : "clock.waits_for_others");
    return say(this.clock.overMs(nowMs) > LATE_MS ? "clock.waits_for_tables" : "clock.time_is_up");
  }

  /**
   * Return whether a conversation is open now. The arbiter decides it by the same clock.
   * @param {Conversation} talk
   * @param {number} nowMs
   */
  isOpen(talk, nowMs) {
    if (!this.view?.channels.some((channel) => channel.id === talk.id)) return false;
    const timing = this.timing(nowMs);
    return (timing === Timing.RUNS || timing === Timing.URGENT) && this.leftMs(nowMs) > talk.quietMs;
  }

  /**
   * Return how long a conversation stays open.
   * @param {Conversation} talk
   * @param {number} nowMs
   */
  shutsMs(talk, nowMs) {
    return Math.max(0, this.leftMs(nowMs) - talk.quietMs);
  }

  /**
   * Return why the player cannot speak in a conversation now, "" if they can.
   * @param {Conversation} talk
   * @param {number} nowMs
   */
  mute(talk, nowMs) {
    if (!this.up) return say("talk.link_down");
    if (!this.isOpen(talk, nowMs)) return say("talk.closed");
    if (talk.readsOnly) return say("talk.reads_only");
    if (this.bot) return say("question.bot_plays");
    return this.watching ? say("talk.you_watch") : "";
  }

  /**
   * Return the name of the player at a seat, "" if no one is named.
   * @param {string} seat
   */
  person(seat) {
    return personAt(this.company, seat);
  }

  /** The seats that the table waits for before it begins, in words. */
  get waiting() {
    return waitingWords(this.company, this.me);
  }

  /** Whether the briefing is shown first. It was requested and not read here (desk/briefed.js remembers that). */
  get toBeBriefed() {
    const view = this.view;
    return !this.briefed && (this.rulesAsked || this.rules !== null) && view !== null && view.ended === undefined;
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
   * Return the name of a conversation for this reader. With two members it is the name of the other.
   * @param {Conversation} talk
   */
  nameOf(talk) {
    const { welcome } = this;
    if (welcome === null) return nameFor(talk, []);
    const worn = (this.view?.sheet.sides ?? []).filter((side) => side.id === welcome.team).map((side) => side.title);
    return nameFor(talk, [welcome.seat_title, welcome.team_title, ...worn]);
  }

  /**
   * Return whether a conversation is between the reader and one other seat.
   * @param {Conversation} talk
   */
  isPair(talk) {
    return talk.members.length === 2 || this.nameOf(talk) !== clean(talk.title);
  }

  /** The notices that were not put away, by their index in `notices`, the newest last. */
  get newNotices() {
    return [...this.notices.keys()].filter((at) => !this.noticesRead.has(at));
  }

  /** The title of the team that the player may ask for information now, "" for none. */
  get asksAt() {
    return this.view !== null && !(this.bot || this.watching) ? this.view.asks_at : "";
  }

  /** The messages that wait for a reply of this seat, the oldest first. */
  get unreplied() {
    return this.notices.filter(({ number }) => number > 0 && !this.answered.has(number));
  }

  /** Put the newest notice away. The one before it becomes the newest. */
  putNoticeAway() {
    const at = this.newNotices.at(-1);
    if (at !== undefined) this.noticesRead.add(at);
  }

  /**
   * Return a sentence about a settled proposal of this seat or to it.
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
   * Return why no proposal can be made or answered now, "" if one can. The arbiter decides it by the same clock.
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
   * Return the request for the rules, once for each seat. Drivers and watchers may make it.
   * @returns {ReadRules | null}
   */
  wantsRules() {
    const role = this.welcome?.role;
    if (this.rulesAsked || (role !== "seat" && role !== "watcher")) return null;
    this.rulesAsked = true;
    return { type: "read_rules", id: this._makeId() };
  }

  /**
   * Put the briefing away and return the request that marks this player ready. For a watcher it counts from the time when
   * they drive the seat.
   * @returns {SayReady}
   */
  ready() {
    this.briefed = true;
    return { type: "ready" };
  }

  /** Whether another game can begin when this one is over. */
  get playsAgain() {
    return Boolean(this.welcome?.plays_again);
  }

  /** Whether the exercise allows this seat a hint, and the open question allows more than one answer. */
  get mayHint() {
    const form = this.view?.form;
    return Boolean(this.welcome?.hints && form && hasChoice(form)) && !this.bot && !this.watching;
  }

  /**
   * Return the request for the answer of a bot, null if no hint is possible now.
   * @param {number} nowMs
   * @returns {AskHint | null}
   */
  askHint(nowMs) {
    if (!this.mayHint || this.locked(nowMs) || this._pending.has("ask_hint")) return null;
    return this._remember({ type: "ask_hint", id: this._makeId(), gate: this._gate });
  }

  /**
   * Return the request to seal an answer. Null: that is not possible, and `refused` holds why.
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
   * Return the request to take back that the player is ready. Null: that is not possible.
   * @param {number} nowMs
   * @returns {Declare | null}
   */
  takeBack(nowMs) {
    return this.canTakeBack(nowMs) ? this.declare({}, nowMs) : null;
  }

  /**
   * Continue with the declaration that was under way when the page was reloaded. With the same id it counts once. Null if
   * another answer has been sealed since.
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

  /** Whether a declaration is under way and it is not known whether it is sealed. */
  get seals() {
    return this.sending !== null || this._overtaken !== null;
  }

  /**
   * Return the request to store a draft. Null: drafts do not count here, or nothing changed.
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
   * Return the request to say a line. Null: that is not possible now, the line is kept, and `said` holds why.
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
   * Return the request to make a proposal to another seat, null if the text is empty.
   * @param {string} to
   * @param {string} text
   * @returns {Propose | null}
   */
  propose(to, text) {
    const line = clean(text);
    return line ? this._remember({ type: "propose", id: this._makeId(), to, text: line, gate: this._gate }) : null;
  }

  /**
   * Return the request to accept or refuse a proposal.
   * @param {number} deal
   * @param {{accept: boolean}} how
   * @returns {Respond}
   */
  respond(deal, { accept }) {
    return this._remember({ type: "respond", id: this._makeId(), deal, accept });
  }

  /**
   * Return the request to call the umpire, null if the text is empty.
   * @param {string} text
   * @returns {Call | null}
   */
  call(text) {
    const line = clean(text);
    return line ? this._remember({ type: "call", id: this._makeId(), text: line, to: "umpire" }) : null;
  }

  /**
   * Return the request to ask for information, null if the text is empty.
   * @param {string} text
   * @returns {Call | null}
   */
  ask(text) {
    const line = clean(text);
    return line ? this._remember({ type: "call", id: this._makeId(), text: line, to: "cell" }) : null;
  }

  /**
   * Return the reply to a message, null if the text is empty.
   * @param {number} notice
   * @param {string} text
   * @returns {Write | null}
   */
  write(notice, text) {
    const line = clean(text);
    return line ? this._remember({ type: "write", id: this._makeId(), notice, text: line }) : null;
  }

  /**
   * Return the request to hand the seat over to another crew member.
   * @returns {HandOver}
   */
  handOver() {
    return this._remember({ type: "hand_over", id: this._makeId() });
  }

  /**
   * Return the request to take the seat over from a silent driver.
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
