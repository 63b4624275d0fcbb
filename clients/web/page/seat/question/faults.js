// The messages about what is missing before a field is filled in, "" if nothing is (clients/seat/answer/filling.py).
// Pure.

import { clean, say } from "../../words.js";
import { misfit } from "./answers.js";

/**
 * Return the message that more, or fewer, options must be picked, "" if the number is right.
 * @param {import("./answers.js").Pick} field
 * @param {number} picked
 */
export function pickFault(field, picked) {
  if (picked < field.low) return say("fields.pick_more", { n: field.low - picked });
  return picked > field.high ? say("fields.pick_at_most", { n: field.high }) : "";
}

/**
 * Return the message that more, or fewer, options need a place, "" if the number is right.
 * @param {import("./answers.js").Rank} field
 * @param {number} ranked
 */
export function rankFault(field, ranked) {
  if (ranked < field.low) return say("fields.place_more", { n: field.low - ranked });
  return ranked > field.high ? say("fields.place_at_most", { n: field.high }) : "";
}

/**
 * Return the message that a required text is empty, else "".
 * @param {import("./answers.js").Words} field
 * @param {string} text
 */
export function wordsFault(field, text) {
  return field.required && !text.trim() ? say("fields.write_something") : "";
}

/**
 * Return the message that a value is no number within the limits, else "".
 * @param {import("./answers.js").Count} field
 * @param {unknown} value
 */
export function countFault(field, value) {
  const fits = Number.isInteger(value) && field.low <= Number(value) && Number(value) <= field.high;
  return fits ? "" : say("fields.number_from", { low: field.low, high: field.high });
}

/**
 * Return the message that names a place with too many or too few things, "" if there is none.
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
