// What is still to be done before a field is filled, in words; "" when nothing is (clients/seat/answer/filling.py). Pure.

import { clean, say } from "../../words.js";
import { misfit } from "./answers.js";

/**
 * Say how many more or fewer must be picked.
 * @param {import("./answers.js").Pick} field
 * @param {number} picked
 */
export function pickFault(field, picked) {
  if (picked < field.low) return say("fields.pick_more", { n: field.low - picked });
  return picked > field.high ? say("fields.pick_at_most", { n: field.high }) : "";
}

/**
 * Say how many more or fewer must have a place.
 * @param {import("./answers.js").Rank} field
 * @param {number} ranked
 */
export function rankFault(field, ranked) {
  if (ranked < field.low) return say("fields.place_more", { n: field.low - ranked });
  return ranked > field.high ? say("fields.place_at_most", { n: field.high }) : "";
}

/**
 * Say that something must be written.
 * @param {import("./answers.js").Words} field
 * @param {string} text
 */
export function wordsFault(field, text) {
  return field.required && !text.trim() ? say("fields.write_something") : "";
}

/**
 * Say which number is no number, or not one that is asked for.
 * @param {import("./answers.js").Count} field
 * @param {unknown} value
 */
export function countFault(field, value) {
  const fits = Number.isInteger(value) && field.low <= Number(value) && Number(value) <= field.high;
  return fits ? "" : say("fields.number_from", { low: field.low, high: field.high });
}

/**
 * Say which place holds too many or too few.
 * @param {import("./answers.js").Sort} field
 * @param {import("./answers.js").Moves} moves
 */
export function sortFault(field, moves) {
  const found = misfit(field, moves);
  if (found === null) return "";
  const place = clean(found.place.label);
  return found.over > 0
    ? say("fields.too_many", { place, n: found.over })
    : say("fields.too_few", { place, n: -found.over });
}
