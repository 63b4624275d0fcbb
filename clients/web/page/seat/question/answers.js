// Answers against forms: whether one fills a form, and the arithmetic of it (protocol/table/answers.py). Pure.

import { own } from "../../desk/words.js";
import { clean, cleanLines } from "../../words.js";

/** @typedef {import("../../link/wire.js").Answer} Answer */
/** @typedef {import("../../link/wire.js").Value} Value */
/** @typedef {import("../../link/wire.js").Form} Form */
/** @typedef {import("../../link/wire.js").FormField} FormField */
/** @typedef {import("../../link/wire.js").Choice} Choice */
/** @typedef {import("../../link/wire.js").Pick} Pick */
/** @typedef {import("../../link/wire.js").Rank} Rank */
/** @typedef {import("../../link/wire.js").Sort} Sort */
/** @typedef {import("../../link/wire.js").Count} Count */
/** @typedef {import("../../link/wire.js").Words} Words */
/** @typedef {import("../../link/wire.js").Option} Option */
/** @typedef {import("../../link/wire.js").Thing} Thing */
/** @typedef {import("../../link/wire.js").Place} Place */
/** @typedef {import("../../link/wire.js").Moves} Moves */
/** @typedef {import("../../link/wire.js").When} When */

/** No answer that contains a text is longer as JSON. */
const ANSWER_BYTES_MAX = 1640;
const utf8 = new TextEncoder();

/**
 * Return the length of a text as Python counts it.
 * @param {string} text
 */
export function lengthOf(text) {
  return [...text].length;
}

/**
 * Return how many bytes a value takes as JSON.
 * @param {unknown} value
 */
export function bytesOf(value) {
  return utf8.encode(JSON.stringify(value)).length;
}

/**
 * Return how many more bytes an answer may have. Below 0 it is too long to send.
 * @param {Answer} answer
 */
export function spareBytes(answer) {
  return ANSWER_BYTES_MAX - bytesOf(answer);
}

/**
 * Return whether a field is asked, given the values answered so far.
 * @param {When | undefined} when
 * @param {Answer} answer
 */
export function applies(when, answer) {
  if (!when) return true;
  const value = own(answer, when.field);
  return typeof value === "string" && when.values.includes(value);
}

/**
 * Return a text as it answers a field: cleaned, and cut to the length of the field.
 * @param {Words} field
 * @param {string} text
 */
export function tidied(field, text) {
  return (field.lines ? cleanLines : clean)(text, field.chars_max);
}

/**
 * Return the first place with too many or too few things, null if all fits: what it would hold, and how many too many
 * that is (below 0, too few).
 * @param {Sort} field
 * @param {Moves} moves
 * @returns {{place: Place, number: number, over: number} | null}
 */
export function misfit(field, moves) {
  const lying = held(field, moves);
  for (const place of field.places) {
    const number = lying.get(place.name) ?? 0;
    if (number < place.low || number > place.high) {
      return { place, number, over: number - (number > place.high ? place.high : place.low) };
    }
  }
  return null;
}

/**
 * Return how many of the field's things each place would hold after the moves.
 * @param {Sort} field
 * @param {Moves} moves
 */
export function held(field, moves) {
  /** @type {Map<string, number>} */
  const lying = new Map(field.places.map((place) => [place.name, 0]));
  const add = (/** @type {string} */ place, /** @type {number} */ number) =>
    lying.set(place, (lying.get(place) ?? 0) + number);
  for (const thing of field.things) {
    const away = Object.entries(own(moves, thing.name) ?? {});
    add(thing.at, away.reduce((left, [, number]) => left - number, thing.count));
    for (const [place, number] of away) add(place, number);
  }
  return lying;
}
