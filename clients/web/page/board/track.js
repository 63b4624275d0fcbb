// A number on its track: how far it has come, and what is reached where. = draw_track of clients/widgets/board/small.py

import { html } from "../vendor/preact.js";
import { say } from "../words.js";
import { Running } from "./running.js";
import { sided } from "./sides.js";
import { ink } from "./text.js";

/** @typedef {import("./sides.js").Sides} Sides */

const STEPS_MAX = 24;
/** The width of a bar in letters, roughly, if its marks are below their places. */
const BAR_EMS = 36;

/** Draw a track. @param {{element: import("../link/wire.js").Track, sides: Sides}} props */
export function Track({ element, sides }) {
  const { low, high } = element;
  const span = Math.max(1, high - low);
  const share = (/** @type {number} */ value) => ((Math.max(low, Math.min(high, value)) - low) * 100) / span;
  const zero = share(Math.max(0, low));
  const here = share(element.at);
  const worn = sides.of(element.title);
  const marks = [...element.marks].sort((one, other) => one.at - other.at);
  const steps = span <= STEPS_MAX ? Array.from({ length: span - 1 }, (_, at) => ((at + 1) * 100) / span) : [];
  return html`<div class="track" data-ink=${worn?.ink}>
    <header class="board-heading">
      <h3>${sided(sides, element.title)}</h3>
      ${element.note && html`<p class="board-note">${ink(element.note)}</p>`}
    </header>
    <p class="track-words">
      <b class="track-at"><${Running} text=${low < 0 && element.at > 0 ? `+${element.at}` : `${element.at}`} /></b>${" "}
      <span class="track-of">${low ? say("board.of_range", { low, high }) : say("board.of", { high })}</span>
    </p>
    <svg class="track-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track-way" width="100" height="8" />
      <rect class="track-come" style=${{ x: Math.min(zero, here), width: Math.abs(here - zero) }} height="8" />
      ${steps.map((x) => html`<path class="track-step" d=${`M${x} 0V8`} />`)}
      ${low < 0 && html`<path class="track-zero" d=${`M${zero} 0V8`} />`}
      ${marks.map((mark) => html`<path class="track-tick" d=${`M${share(mark.at)} 0V8`} />`)}
      <path class="track-here" style=${{ transform: `translateX(${here}px)` }} d="M0 0V8" />
    </svg>
    ${marks.length > 0 &&
    html`<ul class="track-marks" role="list">
      ${places(marks, share).map(({ mark, row, left }) => html`<li key=${mark.at} style=${{ gridRow: row, left: `${left}%`, transform: `translateX(${-left}%)` }} data-reached=${mark.at >= 0 ? String(element.at >= mark.at) : String(element.at <= mark.at)}><b>${mark.at}</b>${" "}${sided(sides, mark.label)}</li>`)}
    </ul>`}
  </div>`;
}

/**
 * Return the place of each mark below the bar, on as many lines as keep them apart.
 * @param {import("../link/wire.js").Mark[]} marks from left to right @param {(value: number) => number} share
 */
function places(marks, share) {
  /** @type {number[]} */
  const ends = [];
  return marks.map((mark) => {
    const left = share(mark.at);
    const wide = ((`${mark.at} ${mark.label}`.length * 0.5 + 1) * 100) / BAR_EMS;
    const start = left - (left * wide) / 100;
    const free = ends.findIndex((end) => end <= start);
    const row = free < 0 ? ends.length : free;
    ends[row] = start + wide;
    return { mark, row: row + 1, left };
  });
}
