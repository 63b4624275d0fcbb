// Things that are put in order (clients/seat/answer/rank_keys.py): what has a place stands first, in its place; then what has none. Pure.

/** @typedef {import("./answers.js").Rank} Rank */

/**
 * Give the options in the order in which they stand on the screen.
 * @param {Rank} field
 * @param {readonly string[]} ranked
 */
export function shown(field, ranked) {
  const first = ranked.flatMap((value) => field.options.filter((option) => option.value === value).slice(0, 1));
  return [...first, ...field.options.filter((option) => !ranked.includes(option.value))];
}

/**
 * Give what has no place the next one; take its place from what has one.
 * @param {Rank} field
 * @param {readonly string[]} ranked
 * @param {string} value
 */
export function toggled(field, ranked, value) {
  if (ranked.includes(value)) return ranked.filter((each) => each !== value);
  return placed(field, ranked, value, ranked.length);
}

/**
 * Give something a place (from 0), or the next one that is free. Where one place is left in a whole order, the last takes it.
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
 * Move something a place up (-1) or down (1); what has none gets the next, and what falls behind the last has none any more.
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
