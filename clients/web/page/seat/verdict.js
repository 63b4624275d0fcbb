// The verdict: how the game ended, in the board's place once everything has been told that led to it. = clients/seat/drawing/verdict.py

import { Badge, Sides, sided } from "../board/sides.js";
import { ink } from "../board/text.js";
import { listed } from "../turns.js";
import { html, useEffect, useRef } from "../vendor/preact.js";
import { say } from "../words.js";

/** @typedef {import("../link/wire.js").Ended} Ended */

/** Return the result for the reader. A draw is the same for everyone. "": neither, as the end has a title. @param {Ended} ended */
export function outcome(ended) {
  if (!ended.winners.length) return ended.title ? "" : say("verdict.draw");
  if (ended.won == null) return "";
  return say(ended.won ? "verdict.won" : "verdict.lost");
}

/** Return the title of the end, or else who won, or that no one did. @param {Ended} ended */
export function headline(ended) {
  if (ended.title) return ink(ended.title);
  if (!ended.winners.length) return say("verdict.a_draw");
  return say("verdict.wins", { n: ended.winners.length, who: listed(ended.winners.map(ink)) });
}

/**
 * Draw who won, why, what was counted, and what the reader did. `again` asks for another game.
 * @param {{desk: {ended: Ended | null, deeds: {words: string}, playsAgain: boolean}, again?: () => void}} props
 */
export function Verdict({ desk, again }) {
  const { ended } = desk;
  const verdict = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (ended) verdict.current?.scrollIntoView({ block: "nearest" });
  }, [ended !== null]);
  if (!ended) return null;
  const sides = new Sides(ended.sides);
  const winner = ended.winners.length === 1 ? sides.of(ended.winners[0] ?? "") : undefined;
  const mine = ended.winners.length > 0 ? outcome(ended) : "";
  const who = ended.title && ended.winners.length ? say("verdict.won_by", { who: listed(ended.winners.map(ink)) }) : "";
  return html`<section class="verdict" ref=${verdict} data-ink=${winner?.ink} data-draw=${ended.winners.length ? null : "yes"} aria-label=${say("verdict.title")}>
    <div class="verdict-banner">
      ${winner && html`<span class="verdict-sign" aria-hidden="true">${ink(winner.sign)}</span>`}
      <h2>${headline(ended)}</h2>
    </div>
    ${mine && html`<p class="verdict-mine" data-won=${ended.won ? "yes" : "no"}>${ended.won && html`<span aria-hidden="true">★${" "}</span>`}${mine}</p>`}
    ${who && html`<p class="verdict-winners">${sided(sides, who)}</p>`}
    <p class="verdict-reason">${sided(sides, say("verdict.reason", { reason: ink(ended.reason) }))}</p>
    ${ended.meaning && html`<p class="verdict-meaning">${sided(sides, ink(ended.meaning))}</p>`}
    ${ended.scores.length > 0 &&
    html`<table class="verdict-scores">
      <tbody>
        ${ended.scores.map(
          (score, at) => html`<tr key=${at}>
            <th scope="row">${ink(score.label)}</th>
            <td>${score.of.map(([side, value], place) => html`<span class="verdict-score" key=${place}><${Badge} sides=${sides} title=${side} />${" "}<b>${value}</b></span>${" "}`)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`}
    ${ended.turns > 0 && html`<p class="verdict-turns"><span>${ink(ended.turns_are)}</span>${" "}<b>${ended.turns}</b></p>`}
    ${desk.deeds.words && html`<p class="verdict-deeds">${say("verdict.your_orders", { deeds: desk.deeds.words })}</p>`}
    ${ended.laid_open && html`<p class="verdict-open">${say("verdict.laid_open")}</p>`}
    ${again && desk.playsAgain && html`<p class="verdict-again"><button type="button" class="button button-first" onClick=${again}>${say("help.foot_again")}</button></p>`}
  </section>`;
}
