// Options that are put in order (clients/seat/answer/rank_keys.py). Those with a place come first, in order, then the
// others. Pure.

/** @typedef {import("./answers.js").Rank} Rank */

/**
 * Return the options in the order of the screen.
 * @param {Rank} field
 * @param {readonly string[]} ranked
 */
export function shown(field, ranked) {
  const first = ranked.flatMap((value) => field.options.filter((option) => option.value === value).slice(0, 1));
  return [...first, ...field.options.filter((option) => !ranked.includes(option.value))];
}

/**
 * Assign the next place to an option that has none. Remove an option that has one.
 * @param {Rank} field
 * @param {readonly string[]} ranked
 * @param {string} value
 */
export function toggled(field, ranked, value) {
  if (ranked.includes(value)) return ranked.filter((each) => each !== value);
  return placed(field, ranked, value, ranked.length);
}

/**
 * Assign a place (from 0) to an option, or the next free place. If one option of a complete order is left, it takes the
 * last place.
 * @param {Rank} field
 * @param {readonly string[]} ranked
 * @param {string} value
 * @param {number} place
 * @returns {readonly string[]}
 */
export function placed(field, ranked, value, place) {
  let kept = ranked.filter((each) => each !== value);
  if (kept.length >= field.high) {
    if (field.high > 1) return ranked; // no more may have a place
    kept = [];
  }
  const after = [...kept.slice(0, place), value, ...kept.slice(place)];
  const left = field.options.map((option) => option.value).filter((each) => !after.includes(each));
  return left.length === 1 && field.low === field.options.length ? [...after, ...left] : after;
}

/**
 * Move an option up (-1) or down (1) by one place. An option without a place takes the next one. An option moved past the
 * last place loses it.
 * @param {Rank} field
 * @param {readonly string[]} ranked
 * @param {string} value
 * @param {-1 | 1} by
 * @returns {readonly string[]}
 */
export function shifted(field, ranked, value, by) {
  if (!ranked.includes(value)) return by < 0 ? placed(field, ranked, value, ranked.length) : ranked;
  const at = ranked.indexOf(value);
  const kept = ranked.filter((each) => each !== value);
  if (at + by >= ranked.length) return ranked.length === field.options.length ? ranked : kept;
  const to = Math.max(0, at + by);
  return to === at ? ranked : [...kept.slice(0, to), value, ...kept.slice(to)];
}
