// A projector's knowledge: every table at a glance, and all public information of the one it shows.
// = clients/display/showing.py
// It uses no screen, no socket and no clock. The caller supplies the time of each news item.

import { Telling } from "../board/telling.js";
import { ink } from "../board/text.js";
import { linkChange, LinkState } from "../link/state.js";
import { clean, refused, say } from "../words.js";

/** @typedef {import("../link/state.js").News} News */
/** @typedef {import("../link/state.js").LinkChange} LinkChange */
/** @typedef {import("../link/wire.js").Request} Request */
/** @typedef {import("../link/wire.js").View} View */
/** @typedef {import("../link/wire.js").Clock} Clock */
/** @typedef {import("../link/wire.js").ClockView} ClockView */
/** @typedef {import("../link/wire.js").TableStatus} TableStatus */

export const ROOM = 0;

/**
 * The common clock of a room: the question at most tables, and the longest time left among these.
 * @typedef {{title: string, phase: string, leftMs: number, tables: number, running: boolean}} RoomClock
 */

/** A table as last received, and when. */
export class TableNow {
  /** @param {TableStatus} status @param {number} heardMs */
  constructor(status, heardMs) {
    this.status = status;
    this.heardMs = heardMs;
  }

  /** Return the time left on its clock. @param {number} now */
  leftMs(now) {
    return this.status.clock ? leftAt(this.status.clock, this.heardMs, now) : 0;
  }

  /** Whether a question is open there and its clock runs. */
  get playing() {
    const { clock, ended, held, paused } = this.status;
    return Boolean(clock?.running) && !(ended || held || paused);
  }
}

/**
 * Return the time left on a clock that was received at `heardMs`.
 * @param {ClockView} clock
 * @param {number} heardMs
 * @param {number} now
 */
function leftAt(clock, heardMs, now) {
  return Math.max(0, clock.left_ms - (clock.running ? now - heardMs : 0));
}

/** How long each table takes to turn over: at most, at least, and all of them together. */
const TURN_MS = 1500;
const TURN_MS_MIN = 200;
const TURNS_MS = 24_000;

/**
 * The state of a projector. The caller feeds it news, and sends the requests that it returns. `wanted`: a table, or ROOM.
 * `still`: without movement.
 */
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
    /** The telling at the table that is shown. @type {Telling | null} */
    this.telling = null;
    this.still = still;
    /** @type {ClockView | null} */
    this.clock = null;
    this.heardMs = 0;
    /** @type {number | null} */
    this.frozenMs = null;
    this.wanted = wanted;
    /** The time since which the results are shown. @type {number | null} */
    this.resultsMs = null;
  }

  /**
   * Record a reply or a change of the link. Return the requests that follow from it.
   * @param {News} news
   * @param {number} now
   * @returns {Request[]}
   */
  feed(news, now) {
    const asked = this.#feed(news, now);
    if (!this.showsResults) this.resultsMs = null;
    else this.resultsMs ??= now;
    return asked;
  }

  /**
   * @param {News} news
   * @param {number} now
   * @returns {Request[]}
   */
  #feed(news, now) {
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
        this.trouble = refused(news);
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

  /**
   * Record the state of the link. While it is not up every clock is stopped, because its state is unknown.
   * @param {LinkChange} change
   * @param {number} now
   */
  #linked(change, now) {
    this.link = change;
    if (change.state === LinkState.UP) this.frozenMs = null;
    else this.frozenMs ??= now;
  }

  /** Return the time up to which clocks are counted: now, or when the link was lost. @param {number} now */
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

  /** Record a view, and start telling its scenes. @param {View} view @param {number} now */
  #viewed(view, now) {
    const before = this.view;
    this.view = view;
    this.clock = view.clock ?? null;
    this.heardMs = now;
    if (view.whole || before === null) this.telling = null;
    else if (view.story.some((line) => line.shows))
      this.telling = new Telling(view.story, now, { roomMs: null, scenes: view.scenes, board: before.sheet, still: this.still });
  }

  /** @param {Clock} news @param {number} now */
  #moved(news, now) {
    if (this.view === null || news.gate !== this.view.gate) return;
    this.view = { ...this.view, paused: news.paused };
    this.clock = news.clock ?? null;
    this.heardMs = now;
  }

  /** Return the step that is shown now. Null: the board is shown as it is. @param {number} now */
  scene(now) {
    if (this.telling?.isOver(now)) this.telling = null;
    return this.telling === null || this.still ? null : this.telling.now(now);
  }

  // --- what to show ---------------------------------------------------------------------------------------------------

  /** Show a table from now on, or ROOM. An unknown table is ignored. @param {number} table @returns {Request[]} */
  show(table) {
    if (table !== ROOM && !this.tables.has(table)) return [];
    this.table = table;
    this.view = this.clock = this.telling = null;
    return [{ type: "watch", table }];
  }

  /** Show the next table or the one before. The room is between the last and the first. @param {number} by */
  step(by) {
    const stops = [ROOM, ...this.tables.keys()];
    const at = Math.max(0, stops.indexOf(this.table));
    return this.show(stops[(at + by + stops.length) % stops.length] ?? ROOM);
  }

  /** The status of the table that is shown. */
  get status() {
    return this.tables.get(this.table)?.status ?? null;
  }

  /** Whether every game is over. */
  get over() {
    return this.tables.size > 0 && [...this.tables.values()].every((heard) => heard.status.ended);
  }

  /** Whether the results of the room are shown: an umpire ordered them, or every game is over. */
  get showsResults() {
    const wanted = [...this.tables.values()].some((heard) => heard.status.results);
    return wanted || (this.over && this.table === ROOM);
  }

  /** Return how many tables show their result. They turn over one by one. @param {number} now */
  turned(now) {
    const number = this.tables.size;
    if (this.still || this.resultsMs === null || !number) return number;
    const each = Math.max(TURN_MS_MIN, Math.min(TURN_MS, Math.floor(TURNS_MS / number)));
    return Math.min(number, Math.floor((now - this.resultsMs) / each));
  }

  /** Return the time left on the clock of the table that is shown. @param {number} now */
  leftMs(now) {
    return this.clock ? leftAt(this.clock, this.heardMs, this.standsAt(now)) : 0;
  }

  /**
   * Return the room's clock, null if no table has one any more. Stopped tables count only if no clock runs.
   * @param {number} now
   * @returns {RoomClock | null}
   */
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
