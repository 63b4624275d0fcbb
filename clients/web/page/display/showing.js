// What a projector knows: every table at a glance and all that is public at the one it shows. = clients/display/showing.py
//
// No screen, no socket and no clock of its own: news comes in with the time it came.

import { Telling } from "../board/telling.js";
import { ink } from "../board/text.js";
import { linkChange, LinkState } from "../link/state.js";
import { clean, say } from "../words.js";

/** @typedef {import("../link/state.js").News} News */
/** @typedef {import("../link/state.js").LinkChange} LinkChange */
/** @typedef {import("../link/wire.js").Request} Request */
/** @typedef {import("../link/wire.js").View} View */
/** @typedef {import("../link/wire.js").Clock} Clock */
/** @typedef {import("../link/wire.js").ClockView} ClockView */
/** @typedef {import("../link/wire.js").TableStatus} TableStatus */

export const ROOM = 0;

/**
 * The one clock of a room: the question that most tables are at, and the longest time that any of them has.
 * @typedef {{title: string, phase: string, leftMs: number, tables: number, running: boolean}} RoomClock
 */

/** A table as it was last heard of, and when. */
export class TableNow {
  /** @param {TableStatus} status @param {number} heardMs */
  constructor(status, heardMs) {
    this.status = status;
    this.heardMs = heardMs;
  }

  /** Give what is left of its clock. @param {number} now */
  leftMs(now) {
    return this.status.clock ? leftAt(this.status.clock, this.heardMs, now) : 0;
  }

  /** Whether a question is open there and its clock runs. */
  get playing() {
    const { clock, ended, held, paused } = this.status;
    return Boolean(clock?.running) && !(ended || held || paused);
  }
}

/** Give what is left of a clock that was heard of then. @param {ClockView} clock @param {number} heardMs @param {number} now */
function leftAt(clock, heardMs, now) {
  return Math.max(0, clock.left_ms - (clock.running ? now - heardMs : 0));
}

/** What is shown. Feed it news; it gives back what must be asked for in turn. `wanted`: a table, or ROOM. `still`: nothing moves. */
export class Showing {
  /** @param {number | null} [wanted] @param {{still?: boolean}} [how] */
  constructor(wanted = null, { still = false } = {}) {
    this.exercise = "";
    /** @type {LinkChange} */
    this.link = linkChange(LinkState.DOWN, "");
    this.trouble = "";
    /** @type {Map<number, TableNow>} */
    this.tables = new Map();
    this.table = ROOM;
    /** @type {View | null} */
    this.view = null;
    /** What is watched at the table that is shown. @type {Telling | null} */
    this.telling = null;
    this.still = still;
    /** @type {ClockView | null} */
    this.clock = null;
    this.heardMs = 0;
    /** @type {number | null} */
    this.frozenMs = null;
    this.wanted = wanted;
  }

  /** Take in a reply or a change of the link. Give the requests that follow from it. @param {News} news @param {number} now @returns {Request[]} */
  feed(news, now) {
    switch (news.type) {
      case "link":
        this.#linked(news, now);
        break;
      case "welcome":
        this.exercise = clean(news.exercise);
        this.trouble = news.role === "display" ? "" : say("display.wrong_role");
        break;
      case "wall":
        this.tables = new Map();
        break;
      case "table":
        return this.#table(news, now);
      case "view":
        this.#viewed(news, now);
        break;
      case "clock":
        this.#moved(news, now);
        break;
      case "refusal":
        this.trouble = ink(news.text);
        break;
      case "farewell":
        this.#linked(linkChange(LinkState.ENDED, ink(news.text)), now);
        break;
      case "fenced":
        this.#linked(linkChange(LinkState.SHUT, ink(news.text)), now);
        break;
    }
    return [];
  }

  /** Take note of the link. While it is not up every clock stands: nobody here knows better. @param {LinkChange} change @param {number} now */
  #linked(change, now) {
    this.link = change;
    if (change.state === LinkState.UP) this.frozenMs = null;
    else this.frozenMs ??= now;
  }

  /** Give the moment to which clocks are counted: now, or when the link was lost. @param {number} now */
  standsAt(now) {
    return this.frozenMs ?? now;
  }

  /** @param {TableStatus} status @param {number} now @returns {Request[]} */
  #table(status, now) {
    this.tables.set(status.table, new TableNow(status, now));
    this.tables = new Map([...this.tables].sort(([one], [other]) => one - other));
    if (this.wanted === null || this.wanted !== status.table) return [];
    this.wanted = null;
    return this.show(status.table);
  }

  /** Take in a view, and let be watched what it brings. @param {View} view @param {number} now */
  #viewed(view, now) {
    const before = this.view;
    this.view = view;
    this.clock = view.clock ?? null;
    this.heardMs = now;
    if (view.whole || before === null) this.telling = null;
    else if (view.story.some((line) => line.shows))
      this.telling = new Telling(view.story, now, { hurry: false, scenes: view.scenes, board: before.sheet, still: this.still });
  }

  /** @param {Clock} news @param {number} now */
  #moved(news, now) {
    if (this.view === null || news.gate !== this.view.gate) return;
    this.view = { ...this.view, paused: news.paused };
    this.clock = news.clock ?? null;
    this.heardMs = now;
  }

  /** Give the step that is watched now; null: the board stands as it is. @param {number} now */
  scene(now) {
    if (this.telling?.isOver(now)) this.telling = null;
    return this.telling === null || this.still ? null : this.telling.now(now);
  }

  // --- what to show ---------------------------------------------------------------------------------------------------

  /** Show a table from now on, or ROOM. A table that is not there is not shown. @param {number} table @returns {Request[]} */
  show(table) {
    if (table !== ROOM && !this.tables.has(table)) return [];
    this.table = table;
    this.view = this.clock = this.telling = null;
    return [{ type: "watch", table }];
  }

  /** Show the next table or the one before; the room stands between the last and the first. @param {number} by */
  step(by) {
    const stops = [ROOM, ...this.tables.keys()];
    const at = Math.max(0, stops.indexOf(this.table));
    return this.show(stops[(at + by + stops.length) % stops.length] ?? ROOM);
  }

  /** The table that is shown, at a glance. */
  get status() {
    return this.tables.get(this.table)?.status ?? null;
  }

  /** Whether every game is over. */
  get over() {
    return this.tables.size > 0 && [...this.tables.values()].every((heard) => heard.status.ended);
  }

  /** Whether the results of the room are shown: an umpire wants them, or nothing else is left to be shown. */
  get showsResults() {
    const wanted = [...this.tables.values()].some((heard) => heard.status.results);
    return wanted || (this.over && this.table === ROOM);
  }

  /** Give what is left of the clock of the table that is shown. @param {number} now */
  leftMs(now) {
    return this.clock ? leftAt(this.clock, this.heardMs, this.standsAt(now)) : 0;
  }

  /** Give the room's clock; null when no table has one any more. Tables that stand still count if none plays. @param {number} now @returns {RoomClock | null} */
  roomClock(now) {
    const there = [...this.tables.values()].filter((heard) => heard.status.clock && !heard.status.ended);
    const running = there.filter((heard) => heard.playing);
    const counted = running.length ? running : there;
    /** @type {Map<string, {title: string, phase: string, tables: number}>} */
    const questions = new Map();
    for (const { status } of counted) {
      const key = JSON.stringify([status.title, status.phase]);
      const one = questions.get(key) ?? { title: status.title, phase: status.phase ?? "", tables: 0 };
      questions.set(key, { ...one, tables: one.tables + 1 });
    }
    const most = [...questions.values()].sort((one, other) => other.tables - one.tables)[0];
    if (!most) return null;
    const same = counted.filter((heard) => heard.status.title === most.title);
    const leftMs = Math.max(...same.map((heard) => heard.leftMs(this.standsAt(now))));
    return { ...most, leftMs, running: running.length > 0 };
  }
}
