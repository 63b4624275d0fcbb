// The latest events, as steps in time: each with its lines and, for a scene, its board. It uses no clock. The caller
// supplies the time. = clients/widgets/pieces/scenes.py

import { lightOf } from "./light.js";
import { after } from "./scenes.js";

/** @typedef {import("../link/wire.js").Scene} Scene */
/** @typedef {import("../link/wire.js").Sheet} Sheet */
/** @typedef {import("../link/wire.js").StoryLine} StoryLine */
/** @typedef {import("./light.js").Light} Light */
/**
 * One step: its lines, and the board after it. `title` is "" if it has no scene.
 * @typedef {{lines: StoryLine[], title: string, board: Sheet | null, light: Light | null}} Step
 */
/**
 * `roomMs`: how much time the whole may take, null if there is no hurry. `scenes` are the public scenes of these events, `board` is the board before them.
 * @typedef {{roomMs: number | null, scenes?: readonly Scene[], board?: Sheet | null}} Shown
 */

/** How long a reader gets for each word, with plenty of time, and at least with little. */
const WORD_MS = 250;
const WORD_SHORT_MS = 100;
/** How long each line is shown alone at least, with plenty of time and with little. */
export const STEP_MS = 1100;
export const STEP_SHORT_MS = 500;
/** How long each scene is shown at least. */
const SCENE_MS = 1700;
const SCENE_SHORT_MS = 900;
/** How long the end stays, after lines and after scenes. */
export const LINGER_MS = 3500;
const LINGER_SCENE_MS = 1500;
/** With fewer lines than this and no scene there is no telling. The lines only appear in the story. */
export const TELL_MIN = 3;
/** A telling takes no longer than this, if it can be read faster. */
const LONG_MS = 60_000;

/**
 * Return the steps in which these lines are told, beginning with a board. A line without a scene joins the scene before
 * it. Those before the first scene are one step.
 * @param {readonly StoryLine[]} lines @param {readonly Scene[]} scenes @param {Sheet | null} board @returns {Step[]}
 */
function stepsOf(lines, scenes, board) {
  /** @type {Step[]} */
  const steps = [];
  const shows = board !== null && lines.some((line) => line.scene || line.shows);
  for (const line of lines) {
    const scene = line.scene ?? (line.shows > 0 ? scenes[line.shows - 1] : undefined);
    const last = steps.at(-1);
    if (scene && board !== null) {
      board = after(board, scene);
      const light = lightOf(scene);
      if (scene.joins && last?.light && last.title === scene.title) {
        steps[steps.length - 1] = { lines: [...last.lines, line], title: last.title, board, light: last.light.and(light) };
      } else {
        steps.push({ lines: [line], title: scene.title, board, light });
      }
    } else if (shows && last) {
      steps[steps.length - 1] = { ...last, lines: [...last.lines, line] };
    } else {
      steps.push({ lines: [line], title: "", board, light: null });
    }
  }
  return steps;
}

/**
 * Return how long each step is shown: as long as it takes to read, or less if the whole has too little room.
 * @param {readonly Step[]} steps @param {number | null} roomMs @param {boolean} watched
 */
function timesOf(steps, roomMs, watched) {
  const [long, short] = watched ? [SCENE_MS, SCENE_SHORT_MS] : [STEP_MS, STEP_SHORT_MS];
  const words = steps.map((step) => total(step.lines.map((line) => line.text.split(/\s+/u).filter(Boolean).length)));
  const times = words.map((n) => Math.max(long, n * WORD_MS));
  const room = roomMs === null ? LONG_MS : Math.min(LONG_MS, roomMs);
  const whole = total(times);
  if (whole <= room) return times;
  return times.map((ms, at) => Math.max(short, (words[at] ?? 0) * WORD_SHORT_MS, Math.floor((ms * Math.max(0, room)) / whole)));
}

/** @param {readonly number[]} numbers */
function total(numbers) {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** The latest events, told step by step. Events that happen meanwhile are added without falling behind. */
export class Telling {
  #toldBefore = 0;
  #begunMs;
  #endsMs;
  /** @type {number | null} */
  #pausedMs = null;

  /**
   * `still`: without movement, the end is shown at once. `look`: what to look at meanwhile, "" for nothing.
   * @param {readonly StoryLine[]} lines @param {number} now @param {Shown & {still?: boolean, look?: string}} shown
   */
  constructor(lines, now, { still = false, look = "", ...shown }) {
    /** @type {Step[]} */
    this.steps = [];
    this.look = look;
    /** All that its scenes name, null without a scene. @type {Light | null} */
    this.lights = null;
    /** How long each step is shown, those that were shown at once with 0. @type {number[]} */
    this.stepMs = [];
    this.still = still;
    this.#begunMs = now;
    this.#endsMs = now;
    this.add(lines, now, shown);
  }

  /**
   * Add new events. All steps before them are shown at once. A few lines are not worth a wait.
   * @param {readonly StoryLine[]} lines @param {number} now @param {Shown} shown
   */
  add(lines, now, { roomMs, scenes = [], board = null }) {
    const steps = stepsOf(lines, scenes, board);
    const watched = steps.some((step) => step.title);
    this.#toldBefore = this.steps.length;
    this.#pausedMs = null;
    this.steps.push(...steps);
    this.lights = steps.reduce((all, { light }) => (all && light ? all.and(light) : (all ?? light)), this.lights);
    this.stepMs = [...Array(this.#toldBefore).fill(0), ...timesOf(steps, roomMs, watched)];
    this.#begunMs = now;
    if (this.still) {
      this.#toldBefore = this.steps.length;
      this.#endsMs = now + LINGER_MS;
      return;
    }
    if (this.#toldBefore && lines.length < TELL_MIN && !watched) {
      this.#toldBefore = this.steps.length;
      this.#endsMs = Math.min(this.#endsMs, now + LINGER_MS);
      return;
    }
    this.#endsMs = now + total(this.stepMs) + (watched ? LINGER_SCENE_MS : LINGER_MS);
  }

  /** All lines of the telling, in order. */
  get lines() {
    return this.steps.flatMap((step) => step.lines);
  }

  /** Whether any step has a scene. */
  get watched() {
    return this.steps.some((step) => step.title);
  }

  /** Return how many steps have been shown. @param {number} now */
  come(now) {
    let past = this.#at(now) - this.#begunMs;
    let come = this.#toldBefore + 1;
    while (come < this.steps.length && past >= (this.stepMs[come - 1] ?? 0)) {
      past -= this.stepMs[come - 1] ?? 0;
      come += 1;
    }
    return Math.min(this.steps.length, come);
  }

  /** Return the time of the telling, which stands while it is paused. @param {number} now */
  #at(now) {
    return this.#pausedMs ?? now;
  }

  /** Whether the reader has stopped the telling. */
  get paused() {
    return this.#pausedMs !== null;
  }

  /** Stop at the present step, or go on. @param {number} now */
  pause(now) {
    if (this.#pausedMs === null) {
      this.#pausedMs = now;
      return;
    }
    this.#begunMs += now - this.#pausedMs;
    this.#endsMs += now - this.#pausedMs;
    this.#pausedMs = null;
  }

  /** Return the step that is shown now. @param {number} now @returns {Step} */
  now(now) {
    return /** @type {Step} */ (this.steps[this.come(now) - 1]);
  }

  /** Return how many lines have been told. @param {number} now */
  told(now) {
    return this.steps.slice(0, this.come(now)).reduce((sum, step) => sum + step.lines.length, 0);
  }

  /** Return whether everything has been told and shown long enough. @param {number} now */
  isOver(now) {
    return this.#at(now) >= this.#endsMs;
  }

  /** Return the time of the next change that happens without the reader, Infinity while it is paused. @param {number} now */
  changesAt(now) {
    if (this.paused) return Infinity;
    const come = this.come(now);
    return come < this.steps.length ? this.#begunMs + total(this.stepMs.slice(0, come)) : this.#endsMs;
  }

  /** Show the next step at once. After the last step, end. @param {number} now */
  hurryOn(now) {
    const come = this.come(now);
    const at = this.#at(now);
    if (come === this.steps.length) {
      this.#endsMs = at;
      return;
    }
    const sooner = this.#begunMs + total(this.stepMs.slice(0, come)) - at;
    this.#begunMs -= sooner;
    this.#endsMs -= sooner;
  }
}
