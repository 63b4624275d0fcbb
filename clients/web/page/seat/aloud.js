// The announcements for a screen reader: the clock at its important moments, and the news of a desk since the last call.
// Each is announced once, with its rank among those of one moment (live.js). The question and the telling announce
// themselves. Pure. = clients/seat/model/shown/announcements.py

import { withPerson } from "../desk/company.js";
import { messageHead } from "../desk/messages.js";
import { Timing } from "../desk/talk.js";
import { same } from "../link/canonical.js";
import { LinkState } from "../link/state.js";
import { clean, say } from "../words.js";
import { dealWords } from "./deals.js";
import { clockText } from "../turns.js";
import { Rank } from "./live.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** An announcement and its rank. @typedef {{text: string, rank: number}} Spoken */

/** The times left at which the clock is announced. */
const MARKS_MS = [60_000, 30_000, 10_000];
/** An umpire moves the clock by at least this. A smaller difference is network jitter. */
const MOVED_MS = 3000;
/** A clock that is set so soon after its question opened has no other time that a player knows. */
const OPENS_MS = 3000;
const LINK = { up: "aloud.link_up", down: "talk.link_down", shut: "question.link_shut", ended: "link.farewell" };

/** Announces the important moments of one clock, to a seat that can answer or speak meanwhile. */
export class ClockAloud {
  constructor() {
    this._gate = -1;
    this._endsMs = 0;
    this._stands = false;
    this._begun = true;
    /** How many marks are past. */
    this._past = 0;
    this._openedMs = 0;
  }

  /**
   * Return the announcements that are due now.
   * @param {Desk} desk
   * @param {number} nowMs
   * @returns {Spoken[]}
   */
  due(desk, nowMs) {
    const { view } = desk;
    if (!view?.clock || view.ended) return [];
    const timing = desk.timing(nowMs);
    const left = desk.leftMs(nowMs);
    const time = clockText(left);
    const concerned = view.form !== undefined || view.channels.length > 0;
    if (view.gate !== this._gate || view.begun !== this._begun) {
      const begins = view.begun && !this._begun;
      this._gate = view.gate;
      this._begun = view.begun;
      this._openedMs = nowMs;
      this._stands = timing === Timing.STANDS;
      this._start(left, nowMs);
      if (begins) return [later(say("aloud.begun", { time }), Rank.CLOCK)];
      return this._stands && concerned ? [later(desk.standstill(), Rank.CLOCK)] : [];
    }
    if (timing === Timing.STANDS) {
      const said = this._stands || !concerned ? [] : [later(say("aloud.stands", { time, why: desk.standstill() }), Rank.CLOCK)];
      this._stands = true;
      return said;
    }
    if (timing !== Timing.RUNS && timing !== Timing.URGENT && timing !== Timing.UP) return [];
    const said = this._running(desk, left, nowMs);
    return concerned ? said : [];
  }

  /**
   * @param {Desk} desk
   * @param {number} left
   * @param {number} nowMs
   * @returns {Spoken[]}
   */
  _running(desk, left, nowMs) {
    const time = clockText(left);
    const stood = this._stands;
    const moved = left > 0 && Math.abs(nowMs + left - this._endsMs) > MOVED_MS;
    this._stands = false;
    if (stood || moved) {
      this._start(left, nowMs);
      if (stood) return [later(say("aloud.again", { time }), Rank.CLOCK)];
      const opens = nowMs - this._openedMs < OPENS_MS;
      return [later(opens ? say("aloud.has", { time }) : say("aloud.moved", { time }), Rank.CLOCK)];
    }
    const past = marksPassed(left);
    if (past <= this._past) return [];
    this._past = past;
    if (left === 0) return [now(desk.timeIsUp(nowMs))];
    const seconds = Math.ceil((MARKS_MS[past - 1] ?? 0) / 1000);
    const said = say("aloud.left", { n: seconds });
    return [past === MARKS_MS.length ? now(said) : later(said, Rank.CLOCK)];
  }

  /**
   * @param {number} left
   * @param {number} nowMs
   */
  _start(left, nowMs) {
    this._endsMs = nowMs + left;
    this._past = marksPassed(left);
  }
}

/**
 * Return how many marks are past, with the end counted as one.
 * @param {number} left
 */
export function marksPassed(left) {
  return MARKS_MS.filter((mark) => left <= mark).length + Number(left === 0);
}

/** Announces when a conversation opens and when it closes, each once. */
export class DoorAloud {
  constructor() {
    /** The open conversations, with their names. @type {Map<string, string>} */
    this._open = new Map();
  }

  /**
   * Return the announcements that are due now. None from when the link breaks until a clock comes, because the state is
   * unknown.
   * @param {Desk} desk
   * @param {number} nowMs
   * @returns {Spoken[]}
   */
  due(desk, nowMs) {
    if (!desk.up || desk.timing(nowMs) === Timing.FROZEN) return [];
    const open = [...desk.talks.values()].filter((talk) => desk.isOpen(talk, nowMs));
    const before = this._open;
    this._open = new Map(open.map((talk) => [talk.id, desk.nameOf(talk)]));
    const closed = [...before].filter(([id]) => !this._open.has(id)).map(([, title]) => say("aloud.talk_closes", { title }));
    const places = new Map((desk.view?.channels ?? []).map((channel, at) => [channel.id, at]));
    const opened = open
      .filter((talk) => !before.has(talk.id))
      .sort((one, other) => (places.get(one.id) ?? -1) - (places.get(other.id) ?? -1))
      .map((talk) => say("aloud.talk_opens", { title: desk.nameOf(talk), time: clockText(desk.shutsMs(talk, nowMs)) }));
    return [...closed, ...opened].map((text) => later(text, Rank.TALK));
  }
}

/** Return the state of a seat about which nothing was announced yet. */
function nothing() {
  return {
    came: false,
    story: 0,
    /** The line of the story that was announced last. */
    newest: /** @type {import("../link/wire").StoryLine | null} */ (null),
    lines: /** @type {Map<string, number>} */ (new Map()),
    deals: /** @type {Map<number, string>} */ (new Map()),
    notices: 0,
    said: "",
    late: /** @type {{words: string}[]} */ ([]),
    who: "",
    over: false,
  };
}

/** Compares a desk with what was announced of it. */
export class Heard {
  /** @param {Desk} desk */
  constructor(desk) {
    this._desk = desk;
    this._link = desk.link;
    this._webs = "";
    this._alarm = "";
    this._seating = desk.seatings;
    this._seat = nothing();
  }

  /**
   * Return the new announcements. `telling`: a telling is under way, and announces its own steps.
   * @param {{telling: boolean}} how
   * @returns {Spoken[]}
   */
  fresh({ telling }) {
    const desk = this._desk;
    if (desk.seatings !== this._seating) {
      this._seating = desk.seatings;
      this._seat = nothing();
    }
    const said = this._ofLink();
    if (desk.view !== null) {
      // Lines from before the player sat down are there to be read, and are not announced.
      const first = !this._seat.came;
      this._seat.came = true;
      const rest = [...this._ofStory(telling), ...this._ofTalk(), ...this._ofDeals(), ...this._ofUmpire(), ...this._ofCrew(), ...this._ofEnd()];
      if (!first) said.push(...rest);
    }
    const late = desk.late.said;
    said.push(...late.filter((each) => !each.inStory && !this._seat.late.includes(each)).map((each) => later(each.words, Rank.OWN)));
    this._seat.late = [...late];
    if (desk.said && desk.said !== this._seat.said) said.push(later(desk.said, Rank.OWN));
    this._seat.said = desk.said;
    return said;
  }

  _ofLink() {
    const desk = this._desk;
    /** @type {Spoken[]} */
    const said = [];
    if (desk.link.state !== this._link.state || desk.link.text !== this._link.text) {
      const words = say(LINK[desk.link.state]);
      const text = clean(desk.link.text);
      const whole = text.startsWith(words) ? text : `${words} ${text}`.trim();
      said.push(desk.link.state === LinkState.UP ? later(whole, Rank.OWN) : now(whole));
      this._link = desk.link;
    }
    const webs = desk.link.webs?.join(" ") ?? "";
    if (webs && webs !== this._webs) said.push(now(`${say("web.elsewhere")} ${webs}`));
    this._webs = webs;
    if (desk.alarm && desk.alarm !== this._alarm) said.push(now(clean(desk.alarm, Infinity)));
    this._alarm = desk.alarm;
    return said;
  }

  /**
   * @param {boolean} telling
   * @returns {Spoken[]}
   */
  _ofStory(telling) {
    const desk = this._desk;
    const { story } = desk;
    const of = this._seat;
    let at = of.story;
    if (at > story.length || (at > 0 && !same(story[at - 1], of.newest))) at = story.length; // after a rollback the story is another one, and there to be read
    of.story = story.length;
    of.newest = story.at(-1) ?? null;
    return telling ? [] : story.slice(at).map((line) => later(clean(line.text, Infinity), Rank.STORY));
  }

  _ofTalk() {
    const desk = this._desk;
    /** @type {Spoken[]} */
    const said = [];
    for (const talk of desk.talks.values()) {
      const newest = Math.max(0, ...talk.lines.keys());
      const before = Math.min(this._seat.lines.get(talk.id) ?? 0, newest); // a restored exercise counts lines again
      this._seat.lines.set(talk.id, newest);
      for (const [number, line] of [...talk.lines].sort(([one], [other]) => one - other)) {
        if (number <= before) continue;
        if (line.seat === desk.welcome?.seat) continue;
        said.push(later(spoken(desk, talk, line), Rank.TALK));
      }
    }
    return said;
  }

  _ofDeals() {
    const desk = this._desk;
    const me = desk.welcome?.seat ?? "";
    /** @type {Spoken[]} */
    const said = [];
    for (const deal of desk.deals.values()) {
      if (this._seat.deals.get(deal.number) === deal.state) continue;
      this._seat.deals.set(deal.number, deal.state);
      const { giver, taker, state } = dealWords(deal, me);
      said.push(later(say("aloud.deal", { n: deal.number, giver, taker, text: clean(deal.text), state }), Rank.DEALS));
    }
    return said;
  }

  _ofUmpire() {
    const fresh = this._desk.notices.slice(this._seat.notices);
    this._seat.notices = this._desk.notices.length;
    return fresh.map((notice) => now(say("aloud.notice", { head: messageHead(notice), text: clean(notice.text, Infinity) })));
  }

  _ofCrew() {
    const desk = this._desk;
    const who = desk.bot ? "bot" : desk.watching ? "watching" : "";
    const before = this._seat.who;
    this._seat.who = who;
    if (who === before || desk.ended) return [];
    return [now(who === "bot" ? say("question.bot_plays") : say(who ? "question.you_watch" : "aloud.you_drive"))];
  }

  _ofEnd() {
    const over = this._desk.ended;
    if (this._seat.over || !over) return [];
    this._seat.over = true;
    return [later(say("verdict.over_because", { reason: clean(over.reason, Infinity) }), Rank.STORY)];
  }
}

/**
 * Return a line of talk in words: to whom, between two seats, and in which conversation, if there are several.
 * @param {Desk} desk
 * @param {import("../desk/talk.js").Conversation} talk
 * @param {import("../link/wire").Spoken} line
 */
function spoken(desk, talk, line) {
  const who = withPerson(desk.company, line.seat, line.title);
  const text = clean(line.text);
  if (desk.isPair(talk)) return say("aloud.spoken_to", { who, to: say("company.you"), text });
  return desk.talks.size > 1 ? say("aloud.spoken_in", { who, title: desk.nameOf(talk), text }) : say("aloud.spoken", { who, text });
}

/** @param {string} text @param {number} rank @returns {Spoken} */
function later(text, rank) {
  return { text, rank };
}

/** @param {string} text @returns {Spoken} */
function now(text) {
  return { text, rank: Rank.URGENT };
}
