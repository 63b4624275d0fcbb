// The whole room: every table with its clock and its phase, in as many columns as there is room for.
// = clients/display/grid.py

import { ink } from "../board/text.js";
import { html } from "../vendor/preact.js";
import { clockText } from "../turns.js";
import { say } from "../words.js";
import { LAST_MS } from "./face.js";
import { gameShown, severalGames, winnerText } from "./results.js";

/** @typedef {import("./showing.js").Showing} Showing */
/** @typedef {import("./showing.js").TableNow} TableNow */

/** @param {{showing: Showing, now: number, show: (table: number) => void}} props */
export function Room({ showing, now, show }) {
  const tables = [...showing.tables.values()];
  const mixed = severalGames(tables.map((heard) => heard.status));
  const at = showing.standsAt(now);
  return html`<ol class="display-room">
    ${tables.map((heard) => html`<li><${Cell} heard=${heard} now=${at} mixed=${mixed} show=${show} /></li>`)}
  </ol>`;
}

/** @param {{heard: TableNow, now: number, mixed: boolean, show: (table: number) => void}} props */
function Cell({ heard, now, mixed, show }) {
  const { status } = heard;
  const left = heard.leftMs(now);
  const words = status.ended ? winnerText(status) : ink(status.phase || status.title);
  const label = [ink(status.name), mixed ? gameShown(status) : "", words].filter(Boolean).join(" · ");
  const state = heard.playing ? (left <= LAST_MS ? "last" : "plays") : status.ended ? "over" : "stands";
  return html`<button class="display-cell" data-state=${state} onClick=${() => show(status.table)}>
    <span class="display-number"><span class="aloud">${say("display.table")} </span>${status.table}</span>
    <span class="display-left">${said(heard, left)}</span>
    <span class="display-words">${label}</span>
    ${hasBar(status) && html`<i class="display-time" aria-hidden="true" style=${{ inlineSize: `${part(status, left)}%` }}></i>`}
  </button>`;
}

/** Return whether its time left is drawn as a bar. @param {TableNow["status"]} status */
function hasBar(status) {
  return Boolean(status.begun && !status.ended && status.clock?.total_ms);
}

/** Return the part of the time that is left, in percent. @param {TableNow["status"]} status @param {number} left */
function part(status, left) {
  return Math.min(100, Math.round((100 * left) / (status.clock?.total_ms ?? 1)));
}

/** Return a word for the state of its clock. @param {TableNow} heard @param {number} left */
function said(heard, left) {
  if (heard.status.ended) return say("display.over");
  if (heard.status.held) return say("display.waits");
  if (!heard.status.begun) return "–";
  return heard.playing ? clockText(left) : say("display.paused");
}
