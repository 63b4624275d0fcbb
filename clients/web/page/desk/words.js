// Answers in plain words, as the player entered them.

import { clean, say } from "../words.js";

/** @typedef {import("../link/wire").Answer} Answer */
/** @typedef {import("../link/wire").Form} Form */
/** @typedef {import("../link/wire").FormField} FormField */
/** @typedef {import("../link/wire").Moves} Moves */
/** @typedef {import("../link/wire").Place} Place */
/** @typedef {import("../link/wire").Sort} Sort */
/** @typedef {import("../link/wire").Thing} Thing */
/** @typedef {import("../link/wire").Value} Value */

/**
 * Return an answer as a sentence. If several things are asked, each is named.
 * @param {Form} form
 * @param {Answer} answer
 */
export function answerWords(form, answer) {
  const parts = [];
  for (const field of form.fields) {
    const value = own(answer, field.name);
    if (value !== undefined) parts.push({ label: field.label, value: valueWords(field, value) });
  }
  if (parts.length === 1) return parts[0]?.value ?? "";
  return parts.map(({ label, value }) => named(label, value)).join("; ");
}

/**
 * Return a value after the label of its field. A question mark needs no colon after it.
 * @param {string} label
 * @param {string} value
 */
export function named(label, value) {
  const said = clean(label);
  return say(said.endsWith("?") ? "fields.asked" : "fields.named", { label: said, value });
}

/**
 * Return the value of one field in words.
 * @param {FormField} field
 * @param {Value} value
 * @returns {string}
 */
function valueWords(field, value) {
  switch (field.kind) {
    case "choice": {
      const chosen = field.options.find((option) => option.value === value);
      return chosen ? clean(chosen.label) : say("fields.not_chosen");
    }
    case "pick": {
      const picked = field.options.filter((option) => several(value).includes(option.value));
      return picked.map((option) => clean(option.label)).join(", ") || say("fields.none");
    }
    case "rank": {
      const labels = new Map(field.options.map((option) => [option.value, clean(option.label)]));
      const ranked = several(value).filter((each) => labels.has(each));
      return ranked.map((each, at) => `${at + 1}. ${labels.get(each)}`).join(", ") || say("fields.none");
    }
    case "sort":
      return movesWords(field, value);
    case "count":
      return String(value);
    case "words": {
      const lines = String(value).split("\n").filter(Boolean);
      return value ? say("fields.quoted", { text: clean(lines.join(" / "), 2 * field.chars_max) }) : say("fields.nothing_written");
    }
  }
}

/**
 * @param {Value} value
 * @returns {string[]}
 */
function several(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * @param {Sort} field
 * @param {Value} value
 */
function movesWords(field, value) {
  const moves = typeof value === "object" && !Array.isArray(value) ? value : {};
  const parts = field.places.map((place) => into(field, moves, place)).filter(Boolean);
  return parts.join("; ") || say("fields.nothing_moves");
}

/**
 * @param {Sort} field
 * @param {Moves} moves
 * @param {Place} place
 */
function into(field, moves, place) {
  const came = [];
  for (const thing of field.things) {
    const number = own(own(moves, thing.name) ?? {}, place.name) ?? 0;
    if (number) came.push(pieces(field, number, thing));
  }
  return came.length ? say("fields.moved_to", { what: came.join(", "), place: clean(place.label) }) : "";
}

/**
 * Return how many of a thing. Its name is left out if there is no other thing.
 * @param {Sort} field
 * @param {number} number
 * @param {Thing} thing
 */
function pieces(field, number, thing) {
  if (thing.count === 1) return clean(thing.label);
  return field.things.length === 1 ? String(number) : `${number} ${clean(thing.label)}`;
}

/**
 * Return the value that an object itself has under a name. Every object also has inherited ones, such as `constructor`.
 * @template T
 * @param {Record<string, T>} object
 * @param {string} name
 * @returns {T | undefined}
 */
export function own(object, name) {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
