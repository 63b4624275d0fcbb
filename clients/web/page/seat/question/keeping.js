// Keeps an answer that is half filled in over a reload: in this window alone, for one question of one seat, until it is over.

import { empty } from "./filling.js";

/** @typedef {import("./answers.js").FormField} FormField */
/** @typedef {import("./answers.js").Value} Value */
/** @typedef {import("./filling.js").Filling} Filling */

const KEY = "question";

/**
 * Keep what is filled in at a question of a seat; what was kept of another is gone.
 * @param {string} place
 * @param {number} gate
 * @param {Filling} filling
 */
export function keep(place, gate, filling) {
  tried(() => sessionStorage.setItem(KEY, JSON.stringify({ place, gate, values: [...filling.values] })));
}

/** Forget what was kept. */
export function wipe() {
  tried(() => sessionStorage.removeItem(KEY));
}

/**
 * Fill in what was kept of a question of a seat; tell whether there was anything. What is of another is gone.
 * @param {string} place
 * @param {number} gate
 * @param {Filling} filling
 */
export function restore(place, gate, filling) {
  const kept = read();
  if (kept?.place !== place || kept.gate !== gate) {
    wipe();
    return false;
  }
  for (const field of filling.form.fields) {
    const value = kept.values.get(field.name);
    if (value !== undefined) filling.values.set(field.name, fits(field, value) ? value : empty(field));
  }
  return true;
}

/** @returns {{place: string, gate: number, values: Map<string, Value>} | null} */
function read() {
  const text = tried(() => sessionStorage.getItem(KEY));
  const kept = tried(() => JSON.parse(text ?? "null"));
  const values = tried(() => new Map(kept.values));
  return values ? { place: String(kept.place), gate: Number(kept.gate), values } : null;
}

/**
 * Tell whether a value is of the kind that a field takes: filled in or half filled in.
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

/**
 * Do what a browser may refuse: storage is full or forbidden, or what it holds is not ours.
 * @template T
 * @param {() => T} act
 * @returns {T | null}
 */
function tried(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
