// Fronts: places where two sides lay cards against each other, one place below the other.
// = clients/widgets/board/fronts.py

import { html } from "../vendor/preact.js";
import { say } from "../words.js";
import { CardList } from "./cards.js";
import { Unknown } from "./facts.js";
import { Heading } from "./heading.js";
import { Running } from "./running.js";
import { Badge } from "./sides.js";
import { ink } from "./text.js";

/** @typedef {import("../link/wire.js").Front} Front */
/** @typedef {import("../link/wire.js").Cards} CardsSeen */
/** @typedef {import("./sides.js").Sides} Sides */
/** @typedef {import("./light.js").Light} Light */

/**
 * Draw each front: the left side's cards, the place itself, and the right side's cards.
 * @param {{element: import("../link/wire.js").Fronts, sides: Sides, light: Light | null}} props
 */
export function Fronts({ element, sides, light }) {
  return html`<${Heading} title=${element.title} sides=${sides} />
    <p class="fronts-sides">
      <span class="fronts-side" data-place="left"><${Badge} sides=${sides} title=${element.left} /></span>${" "}
      <span class="fronts-against">${say("board.against")}</span>${" "}
      <span class="fronts-side" data-place="right"><${Badge} sides=${sides} title=${element.right} /></span>
    </p>
    <ol class="fronts-list" role="list">
      ${element.fronts.map((front, at) => html`<${FrontSeen} key=${at} front=${front} left=${element.left} right=${element.right} sides=${sides} light=${light} />`)}
    </ol>`;
}

/** @param {{front: Front, left: string, right: string, sides: Sides, light: Light | null}} props */
function FrontSeen({ front, left, right, sides, light }) {
  const lit = light === null ? null : light.onFront(front.label) ? "yes" : "no";
  const marked = sides.namedIn(front.mark);
  return html`<li class="fronts-front" data-lit=${lit}>
    <div class="fronts-centre">
      <h4>${ink(front.label)}</h4>
      ${front.at != null && front.high > front.low && html`<${Marker} at=${front.at} low=${front.low} high=${front.high} left=${sides.of(left)?.ink} right=${sides.of(right)?.ink} />`}
      ${front.mark && html`<p class="fronts-mark" key=${front.mark} data-ink=${marked?.ink}>${ink(front.mark)}</p>`}
      ${front.note && html`<p class="fronts-note">${ink(front.note)}</p>`}
    </div>
    <${Half} place="left" title=${left} cards=${front.left} total=${front.left_total} sides=${sides} />
    <${Half} place="right" title=${right} cards=${front.right} total=${front.right_total} sides=${sides} />
  </li>`;
}

/**
 * Draw one side's cards at a front, with the total next to the middle.
 * @param {{place: string, title: string, cards: CardsSeen, total: string, sides: Sides}} props
 */
function Half({ place, title, cards, total, sides }) {
  const hidden = (cards.count ?? 0) - cards.cards.length;
  const empty = !cards.cards.length && hidden <= 0;
  return html`<div class="fronts-half" data-place=${place} data-ink=${sides.of(title)?.ink}>
    <span class="aloud">${ink(title)}: </span>
    <div class="fronts-cards">
      <${CardList} cards=${cards.cards} sides=${sides} small />
      ${hidden > 0 && html`<p class="fronts-hidden">${say("board.more_down", { n: hidden })}</p>`}
      ${empty && html`<p class="fronts-none"><span aria-hidden="true">–</span><span class="aloud">${say("board.none")}</span></p>`}
      ${cards.note && html`<p class="fronts-note">${ink(cards.note)}</p>`}
    </div>
    <p class="fronts-total"><span class="aloud">${say("board.total")}${" "}</span>${totalSeen(total)}</p>
  </div>`;
}

/**
 * Draw a total. One that is not known yet is a question mark. One that the reader may not see is left out.
 * @param {string} total
 */
function totalSeen(total) {
  if (total === "?") return html`<b><${Unknown} /></b>`;
  return total ? html`<b><${Running} text=${ink(total)} /></b>` : html`<span class="aloud">${say("board.unknown")}</span>`;
}

/**
 * Draw the position of the marker between the left side's end (`high`) and the right side's (`low`).
 * @param {{at: number, low: number, high: number, left?: string, right?: string}} props
 */
function Marker({ at, low, high, left, right }) {
  const place = (high - Math.max(low, Math.min(high, at))) / (high - low);
  const steps = high - low;
  const dots = steps <= 14 ? Array.from({ length: steps + 1 }, (_, step) => 14 + (step * 72) / steps) : [];
  const x = 14 + place * 72;
  return html`<div class="fronts-marker">
    <svg viewBox="0 0 100 16" aria-hidden="true">
      <path class="fronts-way" d="M6 8H94" />
      <path class="fronts-end" data-ink=${left} d="M7 2L0 8L7 14Z" />
      <path class="fronts-end" data-ink=${right} d="M93 2L100 8L93 14Z" />
      ${dots.map((dot) => html`<circle class="fronts-step" cx=${dot} cy="8" r="1.6" />`)}
      <path class="fronts-at" d="M0 -7L7 0L0 7L-7 0Z" style=${{ transform: `translate(${x}px, 8px)` }} />
    </svg>
    <span class="fronts-number"><span class="aloud">${say("board.marker")}${" "}</span>${low < 0 && at > 0 ? `+${at}` : at}<span class="aloud">${" "}${say("board.of_range", { low, high })}</span></span>
  </div>`;
}
