// The warning before an answer is sealed that leaves something empty that the game warns about
// (clients/seat/model/hints.py). Pure.

import { listed } from "../../turns.js";
import { clean, say } from "../../words.js";
import { taken } from "./sorting.js";

/** @typedef {import("./answers.js").Moves} Moves */
/** @typedef {import("./answers.js").Place} Place */
/** @typedef {import("./answers.js").Sort} Sort */

/**
 * Return the game's warning about what an answer leaves empty, "" if there is none.
 * @param {import("./filling.js").Filling} filling
 */
export function caution(filling) {
  for (const field of filling.fields) {
    if (field.kind !== "sort") continue;
    const warned = field.places.filter((place) => place.bare);
    const moves = filling.moves(field);
    if (warned.length && warned.every((place) => isBare(field, moves, place))) {
      return say("fields.named", { label: listed(warned.map((place) => clean(place.label))), value: clean(warned[0].bare) });
    }
  }
  return "";
}

/**
 * Return whether a place would be empty although something could still go there.
 * @param {Sort} field
 * @param {Moves} moves
 * @param {Place} place
 */
function isBare(field, moves, place) {
  const gone = field.things.some((thing) => taken(moves, thing, place.name));
  const left = field.things.filter((thing) => thing.count - taken(moves, thing));
  return (
    !gone &&
    !left.some((thing) => thing.at === place.name) &&
    left.some((thing) => thing.to.includes(place.name))
  );
}
