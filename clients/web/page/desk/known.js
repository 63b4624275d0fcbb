// All that a seat's page has heard. Each news item comes in with its time and updates it. It uses no screen, no socket
// and no clock.

import { same } from "../link/canonical.js";
import { LinkState, linkChange, samePlace } from "../link/state.js";
import { clean, refused, say } from "../words.js";
import { missed, withMessages } from "./messages.js";
import { doneWords } from "./pending.js";
import { closedWords, takesBack } from "./sealing.js";
import { Sitting } from "./sitting.js";
import { WRONG_ROLE } from "./talk.js";
import { answerWords } from "./words.js";

/** @typedef {import("../link/state.js").LinkChange} LinkChange */
/** @typedef {import("../link/state.js").News} News */
/** @typedef {import("../link/state.js").Shout} Shout */
/** @typedef {import("../link/wire").Clock} Clock */
/** @typedef {import("../link/wire").Deal} Deal */
/** @typedef {import("../link/wire").Declare} Declare */
/** @typedef {import("../link/wire").Done} Done */
/** @typedef {import("../link/wire").Notice} Notice */
/** @typedef {import("../link/wire").Receipt} Receipt */
/** @typedef {import("../link/wire").Refusal} Refusal */
/** @typedef {import("../link/wire").View} View */
/** @typedef {import("../link/wire").Welcome} Welcome */

/** All that a seat's page knows. */
export class Known extends Sitting {
  constructor() {
    super();
    /** @type {LinkChange} */
    this.link = linkChange(LinkState.DOWN, say("link.seeking"));
    /** @type {Welcome | null} */
    this.welcome = null;
    /** Why this page is the wrong one, in words, "" if it is not. */
    this.trouble = "";
    /** Counts the updates. */
    this.newsNumber = 0;
    /** Counts the seats that this window has shown. */
    this.seatings = 1;
    /** Why the arbiter cannot be trusted here, in words, "" if it can. */
    this.alarm = "";
    /** The question that the alarm is about, if it is about one. */
    this._alarmGate = 0;
    this._nowMs = 0;
  }

  /** Reset everything that belongs to a seat, because the window shows another one. */
  _sitDown() {
    Object.assign(this, new Sitting());
    this.seatings += 1;
  }

  // --- news -----------------------------------------------------------------------------------------------------

  /**
   * Update from a news item of the link.
   * @param {News} news
   * @param {number} nowMs
   */
  feed(news, nowMs) {
    this._nowMs = nowMs;
    switch (news.type) {
      case "link":
        return this._linked(news);
      case "fenced":
        return this._linked(linkChange(LinkState.SHUT, news.text, "fenced"));
      case "shout":
        return this._shouted(news);
      case "farewell":
        return this._linked(linkChange(LinkState.ENDED, news.text));
      case "welcome":
        return this._welcomed(news);
      case "view":
        return this._view(news, nowMs);
      case "clock":
        return this._clockMoved(news, nowMs);
      case "alive":
        return this.clock.setRight(news.clock ?? null, nowMs);
      case "receipt":
        return this._receipt(news);
      case "done":
        return this._done(news);
      case "refusal":
        return this._refusal(news);
      default:
        return this._word(news);
    }
  }

  /**
   * Record the state of the link. When it is shut, no request is under way any more.
   * @param {LinkChange} change
   */
  _linked(change) {
    this.link = change;
    if (change.state !== LinkState.UP) this.clock.freeze(this._nowMs);
    if (change.state !== LinkState.SHUT && change.state !== LinkState.ENDED) return;
    if (this.sending !== null) {
      this.sending = null;
      this.refused = say("link.shut_before_answer");
    }
    for (const request of this._pending.empty()) {
      if (request.type === "say") this.talks.giveBack(request.channel, request.text);
    }
  }

  /** @param {Shout} shout */
  _shouted(shout) {
    this.alarm = shout.text;
    this._alarmGate = shout.gate;
    this._unsealed = Math.max(this._unsealed, shout.gate);
    if (this.view !== null && shout.gate === this.view.gate) this.sealed = null;
  }

  /**
   * Record which seat this is. A window shows nothing of a seat that it has left.
   * @param {Welcome} welcome
   */
  _welcomed(welcome) {
    const before = this.welcome;
    this.welcome = welcome;
    const wrong = WRONG_ROLE.get(welcome.role);
    this.trouble = wrong ? say(wrong) : "";
    if (before !== null && !samePlace(before, welcome)) {
      const lost = !this._pending.isEmpty || this.sending !== null;
      const again = Boolean(this.view?.ended);
      this._sitDown();
      this.said = lost ? say("link.left_seat") : again ? "" : say("link.new_seat");
    } else if (before !== null && before.role !== welcome.role) {
      this.said = say(welcome.role === "seat" ? "talk.done_claim" : "talk.done_hand_over");
    }
  }

  /**
   * Record what was said, and who is there. Frames for umpires and for the link are passed over.
   * @param {News} news
   */
  _word(news) {
    switch (news.type) {
      case "spoken":
        this.talks.hear(news);
        break;
      case "notice":
        this._notice(news);
        break;
      case "team":
        this.team = news.team;
        this.bot = news.bot;
        this.lent = news.lent;
        this._asked(this.sealed !== null);
        break;
      case "company":
        this.company = news;
        break;
      case "rules":
        this.rules = news;
        break;
      case "hint":
        if (this._pending.pop(news.id) !== null) this.hint = news;
        break;
      case "deals":
        this._deals(news.deals, this.deals);
        break;
    }
  }

  /**
   * @param {View} view
   * @param {number} nowMs
   */
  _view(view, nowMs) {
    const before = this.view;
    const newGate = before === null || view.gate !== before.gate;
    if (before !== null && newGate) {
      this.late.passOn(nowMs);
      this._closed(before, view);
    }
    this._story(view);
    this.view = view;
    if (before !== null) this._changed(before, view, newGate, nowMs);
    else if (view.form !== undefined && this.seatings > 1) this.guard.raiseAt(nowMs);
    this.clock.put(view.clock ?? null, nowMs);
    this.paused = view.paused;
    this.team = view.team;
    this.bot = view.bot;
    this.lent = view.lent;
    this.sealed = view.gate !== this._unsealed ? (view.sealed ?? null) : null;
    if (newGate) {
      this.sending = this.drafted = this.inHand = null;
      this.refused = this.said = "";
    } else if (this.sending !== null && same(this.sealed, this.sending.answer)) {
      this.sending = null;
    }
    this.drafted ??= view.drafted ?? null;
    this._lists(view, before === null);
    if (newGate) this._putOldNewsAway(view);
    this._asked(view.sealed !== undefined);
  }

  /**
   * Record in `deeds` the open question, whether this player answers it, and whether an umpire struck the answer out.
   * @param {boolean} hasSealed
   */
  _asked(hasSealed) {
    const view = this.view;
    if (view === null) return;
    const isOurs = !this.bot && !view.watching;
    this.deeds.opened(view.gate, { asked: view.form !== undefined && isOurs && !view.voided && !view.readiness, hasSealed, nowMs: this._nowMs });
    if (!isOurs) this.deeds.handedOver();
    if (view.voided) this.deeds.struckOut();
  }

  /**
   * Raise the guard before another question. Forget why an answer was refused if something has changed.
   * @param {View} before
   * @param {View} view
   * @param {boolean} newGate
   * @param {number} nowMs
   */
  _changed(before, view, newGate, nowMs) {
    if (view.form !== undefined && (newGate || !same(view.form, before.form))) this.guard.raiseAt(nowMs);
    if (view.begun !== before.begun || view.paused !== before.paused) this.refused = "";
  }

  /**
   * @param {View} view
   * @param {boolean} first
   */
  _lists(view, first) {
    const { deals } = this;
    if (view.whole) {
      this.deals = new Map();
      this.notices = [];
      this.talks.forgetLines();
    }
    for (const channel of view.channels) this.talks.know(channel);
    for (const line of view.lines) this.talks.hear(line);
    if (first) this.talks.seeAll(); // lines from before the player sat down are there to be read, but are not new
    else if (view.whole) this.talks.seeNoFurther();
    this._deals(view.deals, deals);
    for (const notice of view.notices) this._notice(notice);
  }

  /**
   * Put away what was shown for a whole question: outcomes of proposals, and at the end of the game notices.
   * @param {View} view
   */
  _putOldNewsAway(view) {
    this.settled = this.settled.filter((number) => !this._settledBefore.has(number));
    this._settledBefore = new Set(this.settled);
    if (view.ended) for (let at = 0; at < this._noticesBefore; at++) this.noticesRead.add(at);
    this._noticesBefore = this.notices.length;
  }

  /**
   * Record a message. An answer to a request settles it at every seat to which it was put.
   * @param {Notice} notice
   */
  _notice(notice) {
    this.notices.push(notice);
    if (notice.answers > 0) this.answered.add(notice.answers);
  }

  /**
   * Record proposals, and note those that were settled since `before`.
   * @param {readonly Deal[]} deals
   * @param {ReadonlyMap<number, Deal>} before
   */
  _deals(deals, before) {
    for (const deal of deals) {
      if (deal.state !== "open" && before.get(deal.number)?.state === "open") this.settled.push(deal.number);
    }
    for (const deal of deals) this.deals.set(deal.number, deal);
  }

  /**
   * Record what counts at a question that closed, unless another answers for the seat or an umpire struck its answer out.
   * @param {View} before
   * @param {View} view
   */
  _closed(before, view) {
    if (before.form === undefined) return;
    const { sending, sealed, drafted, inHand } = this;
    if (sending !== null) {
      if (!same(sending.answer, sealed) && !same(sending.answer, drafted)) {
        this._overtaken = { late: sending, words: answerWords(before.form, sending.answer) };
      }
    } else if (!(view.whole || before.voided || this.bot || before.watching)) {
      const ranOut = this.clock.leftMs(this._nowMs) === 0;
      if (view.ended !== undefined && !ranOut) return; // An umpire ended the game: no answer counts.
      for (const { words, inStory } of closedWords(before, view.story, { sealed, drafted, inHand, ranOut })) {
        this.late.tell(words, this._nowMs, { inStory });
      }
    }
  }

  /**
   * Record what happened. After a broken link only the missed lines are news. After sitting down none are.
   * @param {View} view
   */
  _story(view) {
    const known = this.story;
    let fresh = view.story;
    if (view.whole) {
      fresh = missed(known, view.story);
      this.story = [...view.story];
    } else {
      this.story = [...known, ...fresh];
    }
    if (fresh.length) {
      this.news = fresh;
      this.newsNumber += 1;
    }
  }

  /**
   * Return the story with the messages to this seat, and how many of its last lines are new. The newest `untold` events are
   * left out, with the messages that came after them.
   */
  wholeStory(untold = 0) {
    const events = this.story.slice(0, this.story.length - untold);
    const later = this.story[events.length];
    const notices = this.notices.filter((each) => !later || each.gate <= later.gate);
    const fresh = events.slice(events.length - Math.max(0, this.news.length - untold));
    const since = notices.filter((each) => fresh[0] && each.gate > fresh[0].gate);
    return { lines: withMessages(events, notices), fresh: fresh.length + since.length };
  }

  /**
   * @param {Clock} news
   * @param {number} nowMs
   */
  _clockMoved(news, nowMs) {
    if (this.view === null || news.gate !== this.view.gate) return;
    this.paused = news.paused;
    this.clock.put(news.clock, nowMs);
  }

  /** @param {Receipt} receipt */
  _receipt(receipt) {
    const overtaken = this._overtaken;
    if (overtaken !== null && receipt.gate === overtaken.late.gate && same(receipt.answer, overtaken.late.answer)) {
      this._sealedInTime(overtaken.words);
    }
    if (this.view === null || receipt.gate !== this.view.gate) return;
    const isBack = takesBack(this.view, receipt.answer);
    this.sealed = isBack ? null : receipt.answer;
    this.refused = "";
    this._unsealed = 0;
    if (receipt.gate === this._alarmGate) {
      this.alarm = "";
      this._alarmGate = 0;
    }
    if (isBack) {
      this.drafted = this.inHand = null;
      this.said = say("question.taken_back");
      this.deeds.takenBack(receipt.gate);
    } else {
      if (this.said === say("question.taken_back")) this.said = "";
      this.deeds.receipt(receipt.gate, this._nowMs);
    }
    if (this.sending !== null && this.sending.id === receipt.id) this.sending = null;
  }

  /**
   * Add the message that an answer was sealed, or taken back (""), in time, although its question closed first.
   * @param {string} answer
   */
  _sealedInTime(answer) {
    this._overtaken = null;
    if (!answer) {
      this.late.tell(say("question.taken_back_in_time"), this._nowMs);
      return;
    }
    this.late.tell(say("question.sealed_in_time", { answer }), this._nowMs);
    this.deeds.receiptAfter();
  }

  /** @param {Done} done */
  _done(done) {
    const request = this._pending.pop(done.id);
    if (request === null) return;
    if (request.type === "write") this.answered.add(request.notice);
    this.said = doneWords(request) || this.said;
  }

  /** @param {Refusal} refusal */
  _refusal(refusal) {
    const text = refusalWords(refusal);
    if (this.sending !== null && refusal.id === this.sending.id) {
      this._notSealed(this.sending, refusal.code, text);
      return;
    }
    if (this._overtaken !== null && refusal.id === this._overtaken.late.id) {
      const { words } = this._overtaken;
      if (refusal.code === "counted") {
        this._sealedInTime(words);
      } else {
        this.late.tell(refusedWords(words, refusal.code, text), this._nowMs);
        this._overtaken = null;
      }
      return;
    }
    const request = this._pending.pop(refusal.id);
    if (request?.type === "say") {
      const kept = this.talks.giveBack(request.channel, request.text);
      this.said = kept ? say("talk.not_said", { why: text }) : say("talk.not_said_line", { why: text, line: request.text });
    } else if (request !== null) {
      this.said = say("talk.not_done", { why: text });
    } else if (!refusal.id) {
      this.said = text;
    }
  }

  /**
   * Record that a declaration was refused. If another answers the question by now, the message goes beside it.
   * @param {Declare} declare
   * @param {Refusal["code"]} code
   * @param {string} why
   */
  _notSealed(declare, code, why) {
    const { bot, view } = this;
    this.sending = null;
    if (view?.form !== undefined && (view.watching || bot)) {
      this.late.tell(refusedWords(answerWords(view.form, declare.answer), code, why), this._nowMs);
    } else {
      this.refused = why;
    }
  }
}

/**
 * Return the words that an answer came too late. If it was struck out or replaced, that it does not count. Without an
 * answer: it was not taken back.
 * @param {string} answer
 * @param {Refusal["code"]} code
 * @param {string} why
 */
function refusedWords(answer, code, why) {
  if (!answer) return say("question.not_taken_back", { why });
  if (code === "not_allowed") return say("question.does_not_count", { answer, why });
  return say("question.not_sealed_in_time", { answer });
}

/**
 * @param {Refusal} refusal
 */
function refusalWords(refusal) {
  const text = refused(refusal);
  return refusal.rule ? say("question.by_rule", { text, rule: clean(refusal.rule) }) : text;
}
