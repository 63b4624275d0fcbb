// An unfinished answer as it is stored over a reload: of one question, and only the parts that its form accepts.

import { empty } from "./filling.js";

/** @typedef {import("./answers.js").FormField} FormField */
/** @typedef {import("./answers.js").Value} Value */
/** @typedef {import("./filling.js").Filling} Filling */

/**
 * Return the unfinished answer to a question as text.
 * @param {number} gate
 * @param {Filling} filling
 */
export function written(gate, filling) {
  return JSON.stringify({ gate, values: [...filling.values] });
}

/**
 * Fill in the stored answer to a question. Return whether there was one for this question.
 * @param {string} text
 * @param {number} gate
 * @param {Filling} filling
 */
export function refill(text, gate, filling) {
  const kept = read(text);
  if (kept?.gate !== gate) return false;
  for (const field of filling.form.fields) {
    const value = kept.values.get(field.name);
    if (value !== undefined) filling.values.set(field.name, fits(field, value) ? value : empty(field));
  }
  return true;
}

/**
 * @param {string} text
 * @returns {{gate: number, values: Map<string, Value>} | null}
 */
function read(text) {
  try {
    const { gate, values } = JSON.parse(text || "{}");
    return { gate: Number(gate), values: new Map(values) };
  } catch {
    return null; // the stored text is not ours
  }
}

/**
 * Return whether a value is of the kind that a field accepts, finished or not.
 * @param {FormField} field
 * @param {Value} value
 */
function fits(field, value) {
  switch (field.kind) {
    case "choice":
      return value === "" || field.options.some((option) => option.value === value);
    case "pick":
    case "rank": {
      const offered = field.options.map((option) => option.value);
      return Array.isArray(value) && value.every((each) => offered.includes(each)) && new Set(value).size === value.length;
    }
    case "sort":
      return typeof value === "object" && !Array.isArray(value) && field.things.every((thing) => moves(thing, value));
    case "count":
      return value === "" || Number.isInteger(value);
    case "words":
      return typeof value === "string";
  }
}

/**
 * @param {import("./answers.js").Thing} thing
 * @param {import("./answers.js").Moves} all
 */
function moves(thing, all) {
  const away = Object.entries(all[thing.name] ?? {});
  const known = away.every(([place, number]) => thing.to.includes(place) && Number.isInteger(number) && number > 0);
  return known && away.reduce((sum, [, number]) => sum + number, 0) <= thing.count;
}
