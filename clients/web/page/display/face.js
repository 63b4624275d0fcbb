// The words in and around the projector's clock: the phase, the time, a state in large words, a sentence.
// = clients/display/draw.py

import { Sides } from "../board/sides.js";
import { ink } from "../board/text.js";
import { clockText, listed } from "../turns.js";
import { say } from "../words.js";

/** @typedef {import("./showing.js").Showing} Showing */

/** With less time than this, the last seconds run. */
export const LAST_MS = 10_000;

/**
 * `state`: one or two large words if it is not simply running. `ink`: the colour of a winner. `words`: a sentence below
 * the clock. `meaning`: what an end means in the story of the game.
 * @typedef {{phase: string, clock: string, last: boolean, state: string, ink: string, words: string, meaning: string}} Face
 */

/** @param {Partial<Face>} [parts] @returns {Face} */
function face(parts = {}) {
  return { phase: "", clock: "", last: false, state: "", ink: "", words: "", meaning: "", ...parts };
}

/** Return the face of what is shown. @param {Showing} showing @param {number} now */
export function faceOf(showing, now) {
  return showing.table ? tableFace(showing, now) : roomFace(showing, now);
}

/** @param {Showing} showing @param {number} now */
function tableFace(showing, now) {
  const { view, status } = showing;
  if (view === null) return face({ phase: ink(status?.title), words: say("display.waiting_table") });
  const phase = ink(view.title);
  const step = showing.scene(now);
  if (view.ended && step !== null) {
    const heading = ink(step.lines.at(-1)?.heading); // its title would say that the game is over
    return face({ phase: heading.charAt(0).toUpperCase() + heading.slice(1) });
  }
  if (view.ended) {
    const winners = view.ended.winners.map((each) => ink(each));
    const who = listed(winners);
    const worn = winners.length === 1 ? (new Sides(view.ended.sides).of(who)?.ink ?? "") : "";
    const title = ink(view.ended.title);
    const won = winners.length ? say("display.won", { who }) : say("display.a_draw");
    const reason = say("verdict.reason", { reason: ink(view.ended.reason) });
    const words = title && winners.length ? `${reason} ${say("verdict.won_by", { who })}` : reason;
    return face({ state: title || won, ink: worn, words, meaning: ink(view.ended.meaning) });
  }
  const left = showing.leftMs(now);
  const clock = showing.clock ? clockText(left) : "";
  if (view.held) return face({ phase, clock, state: say("display.please_wait"), words: say("display.umpire_looks") });
  if (view.paused) {
    const state = status === null || status.begun ? say("display.paused") : say("display.not_begun");
    return face({ phase, clock, state, words: ink(view.paused) });
  }
  return running(phase, left, clock);
}

/** @param {string} phase @param {number} left @param {string} clock */
function running(phase, left, clock) {
  if (!clock) return face({ phase });
  const words = left === 0 ? say("display.time_is_up") : left <= LAST_MS ? say("display.last_seconds") : "";
  return face({ phase, clock, last: left <= LAST_MS, words });
}

/** @param {Showing} showing @param {number} now */
function roomFace(showing, now) {
  const clock = showing.roomClock(now);
  const n = showing.tables.size;
  const begun = [...showing.tables.values()].some(({ status }) => status.begun && !status.ended);
  if (clock === null && begun) return face();
  if (clock === null)
    return n ? face({ state: say("display.not_begun"), words: say("display.not_begun_yet") }) : face({ words: say("display.waiting_tables") });
  const phase = ink(clock.title);
  if (clock.running) {
    const shown = running(phase, clock.leftMs, clockText(clock.leftMs));
    return clock.tables < n ? { ...shown, words: say("display.at_some", { some: clock.tables, n }) } : shown;
  }
  const state = begun ? say("display.paused") : say("display.not_begun");
  const words = begun ? say("display.clocks_stand") : say("display.not_begun_yet");
  return face({ phase, clock: clockText(clock.leftMs), state, words });
}
