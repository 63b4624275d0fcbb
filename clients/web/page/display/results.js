// The results of a room: who won which table, how and when, and how often each side won.
// = clients/widgets/pieces/results.py

import { Badge, Sides, sided } from "../board/sides.js";
import { ink } from "../board/text.js";
import { html } from "../vendor/preact.js";
import { listed } from "../turns.js";
import { clean, say } from "../words.js";

/** @typedef {import("../link/wire.js").TableStatus} TableStatus */
/** @typedef {import("../link/wire.js").Ended} Ended */

const HEADS = ["display.table", "display.head_winner", "display.head_turns", "display.head_counted", "display.head_how"];

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
  const over = found.filter((status) => status.ended);
  /** @type {Map<string, number>} */
  const won = new Map();
  for (const status of over) {
    const names = (status.result?.winners ?? []).map((each) => ink(each));
    const who = listed(names) || ink(status.result?.title);
    won.set(who, (won.get(who) ?? 0) + 1);
  }
  const drawn = won.get("") ?? 0;
  won.delete("");
  const parts = [...won].sort(([, one], [, other]) => other - one).map(([who, n]) => `${who} ${n}`);
  if (drawn) parts.push(say("display.drawn_tables", { tables: drawn }));
  if (over.length < found.length) parts.push(say("display.not_over_tables", { tables: found.length - over.length }));
  return parts.join(" · ");
}

/** How often each side has won, in large letters. @param {{tables: TableStatus[]}} props */
export function Score({ tables }) {
  const sides = sidesOf(tables);
  return html`<div class="display-score" role="status">${tallies(tables).map((line) => html`<p class="display-tally">${sided(sides, line)}</p>`)}</div>`;
}

/**
 * Each table. Only the first ones show their result yet, as they turn over one by one.
 * @param {{tables: TableStatus[], turned?: number}} props
 */
export function Results({ tables, turned = tables.length }) {
  const sides = sidesOf(tables);
  const rows = tables.map(cells);
  const filled = HEADS.map((_, at) => at === 4 || rows.some((row) => row[at]));
  return html`<div class="display-results">
    <table class="display-table">
      <thead>
        <tr>${HEADS.map((head, at) => filled[at] && html`<th scope="col">${say(head)}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, number) => html`<tr data-shut=${number < turned ? null : "yes"} aria-hidden=${number < turned ? null : "true"}>
            <th scope="row">${row[0]}</th>
            <td><${Badge} sides=${sides} title=${row[1] ?? ""} /></td>
            ${row.slice(2).map((cell, at) => filled[at + 2] && html`<td>${sided(sides, cell)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
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
