// The results of a room: who won which table, how and when, and how often each side won.
// = clients/widgets/pieces/results.py

import { Badge, Sides, sided } from "../board/sides.js";
import { ink } from "../board/text.js";
import { html } from "../vendor/preact.js";
import { listed } from "../turns.js";
import { clean, say } from "../words.js";

/** @typedef {import("../link/wire.js").TableStatus} TableStatus */
/** @typedef {import("../link/wire.js").Ended} Ended */

/** With more sides and kinds of ends than this, the score is words. = clients/display/score.py */
const COLUMNS_MAX = 5;

/**
 * Return the title of a table's game. Two tables with the same game may have different titles.
 * @param {TableStatus} status
 */
export function gameShown(status) {
  return ink(status.game_title || status.game);
}

/** Return whether these tables play different games, or games with different titles. @param {TableStatus[]} tables */
export function severalGames(tables) {
  return new Set(tables.map(gameShown)).size > 1;
}

/** Return who won a table that is over: Red won. Without a winner, the title of the end, or drawn. @param {TableStatus} status */
export function winnerText(status) {
  if (!status.result) return say("display.over");
  const winners = status.result.winners.map((each) => ink(each));
  if (winners.length) return say("display.won", { who: listed(winners) });
  return ink(status.result.title) || say("display.drawn");
}

/**
 * Return the sides of several tables together. If two have the same id, the first counts.
 * @param {TableStatus[]} tables
 */
function sidesOf(tables) {
  const badges = tables.flatMap((status) => status.result?.sides ?? []);
  return new Sides(badges.filter((badge, at) => badges.findIndex((each) => each.id === badge.id) === at));
}

/**
 * Count who won how many tables, one line for each game: Red 11 · Black 8 · drawn 1 · 2 not over.
 * @param {TableStatus[]} tables
 */
export function tallies(tables) {
  /** @type {Map<string, TableStatus[]>} */
  const games = new Map();
  for (const status of tables) games.set(gameShown(status), [...(games.get(gameShown(status)) ?? []), status]);
  return [...games].map(([game, found]) => (games.size > 1 ? `${game}: ${tally(found)}` : tally(found)));
}

/** @param {TableStatus[]} found */
function tally(found) {
  const won = counted(found);
  const drawn = won.get("") ?? 0;
  won.delete("");
  const parts = [...won].sort(([, one], [, other]) => other - one).map(([who, n]) => `${who} ${n}`);
  if (drawn) parts.push(say("display.drawn_tables", { tables: drawn }));
  const unfinished = found.filter((status) => !status.ended).length;
  if (unfinished) parts.push(say("display.not_over_tables", { tables: unfinished }));
  return parts.join(" · ");
}

/**
 * Return how many tables that are over each side won, or ended in each way. "": drawn.
 * @param {TableStatus[]} tables
 * @returns {Map<string, number>}
 */
function counted(tables) {
  /** @type {Map<string, number>} */
  const won = new Map();
  for (const { ended, result } of tables) {
    if (!ended) continue;
    const who = listed((result?.winners ?? []).map((each) => ink(each))) || ink(result?.title);
    won.set(who, (won.get(who) ?? 0) + 1);
  }
  return won;
}

/**
 * Return a column for each side of these tables, for each other end that was shown, and for draws.
 * @param {TableStatus[]} tables
 * @param {number} turned
 * @returns {{name: string, number: number, ink: string}[]}
 */
function columnsOf(tables, turned) {
  const sides = sidesOf(tables);
  const won = counted(tables.slice(0, turned));
  const names = new Set([...sides.badges.map((badge) => ink(badge.title)), ...won.keys()].filter(Boolean));
  const columns = [...names].map((name) => ({ name, number: won.get(name) ?? 0, ink: sides.of(name)?.ink ?? "" }));
  return counted(tables).has("") ? [...columns, { name: say("display.drawn"), number: won.get("") ?? 0, ink: "drawn" }] : columns;
}

/**
 * How often each side has won: a column for each with its number in large digits, and one bar of all tables.
 * @param {{tables: TableStatus[], turned?: number}} props
 */
export function Score({ tables, turned = tables.length }) {
  const columns = columnsOf(tables, turned);
  if (severalGames(tables) || columns.length > COLUMNS_MAX) {
    const sides = sidesOf(tables);
    return html`<div class="display-score" role="status">
      ${tallies(tables.slice(0, turned)).map((line) => html`<p class="display-tally">${sided(sides, line)}</p>`)}
    </div>`;
  }
  const rest = tables.length - columns.reduce((sum, { number }) => sum + number, 0);
  return html`<div class="display-score" role="status">
    <p class="display-counts">${say("display.score_counts")}</p>
    <ul class="display-sides">
      ${columns.map(({ name, number, ink: worn }) => html`<li data-ink=${worn || null}><b>${number}</b> <span>${name}</span></li>`)}
    </ul>
    <div class="display-bar" aria-hidden="true">
      ${[...columns, { number: rest, ink: "rest" }].map((part) => html`<i data-ink=${part.ink || null} style=${{ flexGrow: part.number }}></i>`)}
    </div>
  </div>`;
}

/**
 * What was counted first at the end of one game: a column for each side.
 * @param {{ended: Ended}} props
 */
export function Counted({ ended }) {
  const score = ended.scores?.[0];
  if (!score || score.of.length < 2 || score.of.length > COLUMNS_MAX) return null;
  const sides = new Sides(ended.sides);
  return html`<figure class="display-counted">
    <figcaption>${ink(score.label)}</figcaption>
    <ul class="display-sides">
      ${score.of.map(([who, n]) => html`<li data-ink=${sides.of(ink(who))?.ink ?? null}><b>${n}</b> <span>${ink(who)}</span></li>`)}
    </ul>
  </figure>`;
}

/**
 * Each table. Only the first ones show their result yet, as they turn over one by one.
 * @param {{tables: TableStatus[], turned?: number}} props
 */
export function Results({ tables, turned = tables.length }) {
  const sides = sidesOf(tables);
  return html`<ol class="display-results">
    ${tables.map((status, number) => {
      const [label, winner, turns, scores, how] = cells(status);
      const shut = number >= turned;
      return html`<li class="display-result" data-shut=${shut ? "yes" : null}>
        <b class="display-number"><span class="aloud">${say("display.table")} </span>${label}</b>
        <div class="display-ends" aria-hidden=${shut ? "true" : null}>
          <${Badge} sides=${sides} title=${winner ?? ""} />
          <span>${sided(sides, how ?? "")}</span>
          ${(turns || scores) && html`<small>${turns}${turns && scores && " · "}${sided(sides, scores ?? "")}</small>`}
        </div>
      </li>`;
    })}
  </ol>`;
}

/**
 * Return the words of a row: the table, who won, in how many turns, the unit of these, how.
 * @param {TableStatus} status
 * @returns {string[]}
 */
function cells(status) {
  const label = `${status.table}${status.name ? ` · ${ink(status.name)}` : ""}`;
  if (!status.ended) return [label, say("display.not_over"), "", "", ink(status.title)];
  const { result } = status;
  if (!result) return [label, winnerText(status), "", "", ink(status.ended)];
  const turns = result.turns ? `${result.turns} ${turnsWord(result)}` : "";
  const scores = (result.scores ?? []).map((score) => {
    const of = score.of.map(([who, n]) => `${clean(who)} ${n}`);
    return `${clean(score.label)} ${of.join(", ")}`;
  });
  return [label, winnerText(status), turns, scores.join("; "), ink(result.reason)];
}

/** Return the word for what was counted, in the singular for one. @param {Ended} result */
function turnsWord({ turns, turns_are: word = "" }) {
  return turns === 1 ? clean(word).replace(/s$/, "") : clean(word);
}
