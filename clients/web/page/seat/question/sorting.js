// The positions of things after the moves: how many of each thing are moved, and to where
// (clients/seat/answer/sort_keys.py). Pure.

import { own } from "../../desk/words.js";

/** @typedef {import("./answers.js").Sort} Sort */
/** @typedef {import("./answers.js").Thing} Thing */
/** @typedef {import("./answers.js").Place} Place */
/** @typedef {import("./answers.js").Moves} Moves */

const PIECES = /^\d+ [\p{L}\p{N}_]+(,? \d+ [\p{L}\p{N}_]+)*$/u;

/**
 * Return how many of a thing would be at a place.
 * @param {Moves} moves
 * @param {Thing} thing
 * @param {string} place
 */
export function lies(moves, thing, place) {
  return place === thing.at ? thing.count - taken(moves, thing) : taken(moves, thing, place);
}

/**
 * Return how many of a thing are moved to a place, or to any place.
 * @param {Moves} moves
 * @param {Thing} thing
 * @param {string} [place]
 * @returns {number}
 */
export function taken(moves, thing, place = "") {
  const away = own(moves, thing.name) ?? {};
  if (place) return own(away, place) ?? 0;
  return Object.values(away).reduce((sum, number) => sum + number, 0);
}

/**
 * Return the places where a thing may be: its present place, and those to which it may go.
 * @param {Sort} field
 * @param {Thing} thing
 */
export function goals(field, thing) {
  const known = field.places.map((place) => place.name);
  return [thing.at, ...thing.to].filter((place) => known.includes(place));
}

/**
 * Return how many of a thing may be at a place at most, with the unmoved ones.
 * @param {Moves} moves
 * @param {Thing} thing
 * @param {string} place
 */
export function free(moves, thing, place) {
  return thing.count - taken(moves, thing) + taken(moves, thing, place);
}

/**
 * Return the moves with `number` of a thing at a place. A single thing leaves every other place. Zero means that it
 * stays.
 * @param {Moves} moves
 * @param {Thing} thing
 * @param {string} place
 * @param {number} number
 * @returns {Moves}
 */
export function put(moves, thing, place, number) {
  const before = thing.count === 1 ? [] : Object.entries(own(moves, thing.name) ?? {});
  const away = [...before.filter(([goal]) => goal !== place), [place, number]].filter(
    ([goal, count]) => count && goal !== thing.at,
  );
  const rest = Object.entries(moves).filter(([name]) => name !== thing.name);
  return Object.fromEntries(away.length ? [...rest, [thing.name, Object.fromEntries(away)]] : rest);
}

/**
 * Return how many things are there already, if the text counts pieces, such as 4 inf 1 cav, else null.
 * @param {string} holds
 * @returns {number | null}
 */
export function pieces(holds) {
  if (holds === "" || holds === "nothing") return 0;
  if (!PIECES.test(holds)) return null;
  return [...holds.matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0);
}
