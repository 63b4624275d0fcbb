// The teller of a seat: decides what is told at a desk, and which board is shown meanwhile. = Teller of
// clients/seat/model/shown/telling.py
// A telling never delays the question: the board waits for it, the clock does not.

import { TELL_MIN, Telling } from "./telling.js";

/** @typedef {import("../link/wire.js").Sheet} Sheet */
/** @typedef {import("./light.js").Light} Light */
/**
 * The part of a desk that a teller uses (desk/desk.js).
 * @typedef {{
 *   view: import("../link/wire.js").View | null, newsNumber: number, news: readonly import("../link/wire.js").StoryLine[],
 *   wholeStory: (untold: number) => {lines: import("../link/wire.js").StoryLine[], fresh: number}, look: string, isTold: boolean,
 *   timing: (now: number) => string, leftMs: (now: number) => number,
 * }} DeskTold
 */

/** How much time a telling leaves to answer the open question. */
const ANSWER_MS = 15_000;

export class Teller {
  /** @type {Sheet | null} */
  #position = null;
  #told;
  #isFirst = true;

  /** `still`: the end is shown at once. @param {DeskTold} desk @param {{still?: boolean}} [how] */
  constructor(desk, { still = false } = {}) {
    this.desk = desk;
    this.still = still;
    /** @type {Telling | null} */
    this.telling = null;
    /**
     * The board that is shown. If nothing is watched, it stays as it was until all has been told.
     * @type {Sheet | null}
     */
    this.board = null;
    /** @type {Light | null} */
    this.light = null;
    /**
     * All that the scenes of the telling name, null without a scene.
     * @type {Light | null}
     */
    this.lights = null;
    this.#told = desk.newsNumber;
  }

  /** Start again, because another seat is shown. */
  sitDown() {
    this.telling = this.board = this.light = this.lights = this.#position = null;
    this.#isFirst = true;
  }

  /** Start to tell what happened, or stop when all has been told. @param {number} now */
  update(now) {
    const { desk } = this;
    if (this.#told !== desk.newsNumber) {
      this.#told = desk.newsNumber;
      this.#tell(now);
    }
    if (this.telling?.isOver(now)) this.telling = null;
    desk.isTold = this.telling === null;
    if (!desk.view) return;
    this.#position = desk.view.sheet;
    this.light = null;
    this.lights = this.telling?.lights ?? null;
    if (!this.telling || !this.board) {
      this.board = desk.view.sheet;
    } else if (this.telling.watched) {
      const step = this.telling.now(now);
      this.board = this.still ? desk.view.sheet : (step.board ?? this.board);
      this.light = step.light;
    }
  }

  /** @param {number} now */
  #tell(now) {
    const { desk } = this;
    const scenes = desk.view?.scenes ?? [];
    const shown = { roomMs: this.#roomMs(now), scenes, board: this.#position };
    const watched = desk.news.some((line) => line.shows || line.scene);
    if (this.telling) {
      this.telling.add(desk.news, now, shown);
    } else if (desk.news.length >= TELL_MIN || watched) {
      this.telling = new Telling(desk.news, now, { ...shown, still: this.still, look: watched && this.#isFirst ? desk.look : "" });
      this.#isFirst = this.#isFirst && !watched;
    }
  }

  /** Show the next step at once. @param {number} now */
  hurryOn(now) {
    this.telling?.hurryOn(now);
  }

  /** Stop the telling. */
  end() {
    this.telling = null;
    this.desk.isTold = true;
  }

  /** Return the story as far as it has been told, and how many of its last lines are new. @param {number} now */
  story(now) {
    const { desk } = this;
    const untold = this.telling ? this.telling.lines.length - this.telling.told(now) : 0;
    return desk.wholeStory(untold);
  }

  /** Stop the telling at the present step, or go on. @param {number} now */
  pause(now) {
    this.telling?.pause(now);
  }

  /** Return how much time a telling may take, null if this seat has nothing to answer meanwhile. @param {number} now */
  #roomMs(now) {
    const { desk } = this;
    const timing = desk.timing(now);
    if (!desk.view?.form || timing === "none" || timing === "stands") return null;
    return Math.max(0, desk.leftMs(now) - ANSWER_MS);
  }
}
