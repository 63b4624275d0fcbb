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
 * `hurry`: little time is left. `scenes` are the public scenes of these events, `board` is the board before them.
 * @typedef {{hurry: boolean, scenes?: readonly Scene[], board?: Sheet | null}} Shown
 */

/** How long each line is shown alone, with plenty of time and with little. */
export const STEP_MS = 1100;
export const STEP_SHORT_MS = 500;
/** How long each scene is shown. */
const SCENE_MS = 1700;
const SCENE_SHORT_MS = 900;
/** How long the end stays, after lines and after scenes. */
export const LINGER_MS = 3500;
const LINGER_SCENE_MS = 1500;
/** With fewer lines than this and no scene there is no telling. The lines only appear in the story. */
export const TELL_MIN = 3;
const LONG_MS = 9000;
const LONG_SCENES_MS = 14_000;

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

/** The latest events, told step by step. Events that happen meanwhile are added without falling behind. */
export class Telling {
  #toldBefore = 0;
  #begunMs;
  #endsMs;

  /**
   * `still`: without movement, the end is shown at once. `look`: what to look at meanwhile, "" for nothing.
   * @param {readonly StoryLine[]} lines @param {number} now @param {Shown & {still?: boolean, look?: string}} shown
   */
  constructor(lines, now, { still = false, look = "", ...shown }) {
    /** @type {Step[]} */
    this.steps = [];
    this.look = look;
    this.stepMs = STEP_MS;
    this.still = still;
    this.#begunMs = now;
    this.#endsMs = now;
    this.add(lines, now, shown);
  }

  /**
   * Add new events. All steps before them are shown at once. A few lines are not worth a wait.
   * @param {readonly StoryLine[]} lines @param {number} now @param {Shown} shown
   */
  add(lines, now, { hurry, scenes = [], board = null }) {
    const steps = stepsOf(lines, scenes, board);
    const watched = steps.some((step) => step.title);
    this.#toldBefore = this.steps.length;
    this.steps.push(...steps);
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
    const [long, short] = watched ? [SCENE_MS, SCENE_SHORT_MS] : [STEP_MS, STEP_SHORT_MS];
    const brisk = hurry || steps.length * long > (watched ? LONG_SCENES_MS : LONG_MS);
    this.stepMs = brisk ? short : long;
    this.#endsMs = now + steps.length * this.stepMs + (watched ? LINGER_SCENE_MS : LINGER_MS);
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
    return Math.min(this.steps.length, this.#toldBefore + 1 + Math.floor((now - this.#begunMs) / this.stepMs));
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
    return now >= this.#endsMs;
  }

  /** Return the time of the next change that happens without the reader. @param {number} now */
  changesAt(now) {
    return this.come(now) < this.steps.length ? this.#begunMs + (this.come(now) - this.#toldBefore) * this.stepMs : this.#endsMs;
  }

  /** Show the next step at once. After the last step, end. @param {number} now */
  hurryOn(now) {
    if (this.come(now) === this.steps.length) {
      this.#endsMs = now;
      return;
    }
    const past = (now - this.#begunMs) % this.stepMs;
    const sooner = this.stepMs - past;
    this.#begunMs -= sooner;
    this.#endsMs -= sooner;
  }
}
