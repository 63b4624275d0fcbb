// Labels with their values, such as scores. = draw_facts of clients/widgets/board/small.py

import { html } from "../vendor/preact.js";
import { say } from "../words.js";
import { Heading } from "./heading.js";
import { sided } from "./sides.js";
import { ink } from "./text.js";

/** @typedef {import("../link/wire.js").Fact} Fact */
/** @typedef {import("./sides.js").Sides} Sides */
/** @typedef {import("./light.js").Light} Light */

/** More facts than these stand in columns where there is room. */
const MANY = 4;

/** Draw facts. @param {{element: import("../link/wire.js").Facts, sides: Sides, light: Light | null}} props */
export function Facts({ element, sides, light }) {
  return html`<${Heading} title=${element.title} sides=${sides} /><${FactList} facts=${element.facts} sides=${sides} light=${light} />`;
}

/** Draw labels with their values. @param {{facts: readonly Fact[], sides: Sides, light?: Light | null}} props */
export function FactList({ facts, sides, light = null }) {
  return html`<dl class="facts" data-many=${facts.length > MANY ? "yes" : null}>
    ${facts.map(
      (fact, at) => html`<div class="facts-fact" key=${at} data-lit=${light?.onFact(fact.label) ? "yes" : null}>
        <dt>${sided(sides, fact.label)}</dt>${" "}
        <dd key=${fact.value}>${fact.value === "?" ? html`<${Unknown} />` : sided(sides, fact.value)}</dd>
      </div>`,
    )}
  </dl>`;
}

/** Draw a question mark for something unknown. */
export function Unknown() {
  return html`<span class="board-unknown" aria-hidden="true">?</span><span class="aloud">${say("board.unknown")}</span>`;
}

/** Return whether a text is a number, which is aligned at the right. @param {string} text */
export function isNumber(text) {
  return /^(?:[+−-]?\d+|–)$/u.test(ink(text));
}
