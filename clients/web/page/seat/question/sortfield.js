// Sort fields: things are moved to places. For several equal things each place has a number, a single thing has one
// place. Also shows what each place would hold then (clients/seat/drawing/fields.py).

import { html } from "../../vendor/preact.js";
import { clean, say } from "../../words.js";
import { held } from "./answers.js";
import { Field, Stepper } from "./parts.js";
import { free, goals, lies, pieces, taken } from "./sorting.js";

/** @typedef {import("./answers.js").Moves} Moves */
/** @typedef {import("./answers.js").Place} Place */
/** @typedef {import("./answers.js").Sort} Sort */
/** @typedef {import("./answers.js").Thing} Thing */
/** @typedef {import("./filling.js").Filling} Filling */
/** @typedef {(thing: Thing, place: string, number: number) => void} Put */

/** A limit of at least this is not worth showing. */
const HIGH_FREE = 1000;
/** With at most this many places and things they are shown side by side. With more, each is a list to open. */
const PLACES_FEW = 5;
const THINGS_FEW = 3;

/** @param {import("./parts.js").FieldProps<Sort>} props */
export function SortField({ field, filling, id, alone, lacks, changed }) {
  const moves = filling.moves(field);
  const lying = held(field, moves);
  const put = (/** @type {Thing} */ thing, /** @type {string} */ place, /** @type {number} */ number) => {
    filling.put(field, thing, place, number);
    changed();
  };
  const single = field.things.filter((thing) => thing.count === 1);
  const many = field.things.filter((thing) => thing.count > 1);
  const short = single.length > THINGS_FEW;
  return html`<${Field} id=${id} label=${field.label} alone=${alone} lacks=${lacks}>
    ${field.things.length === 0 && html`<p class="question-note">${say("fields.nothing_to_move")}</p>`}
    <div class="question-singles" data-short=${short}>
      ${single.map(
        (thing) => html`<${Single}
          key=${thing.name}
          id=${`${id}-thing-${field.things.indexOf(thing)}`}
          field=${field}
          thing=${thing}
          moves=${moves}
          short=${short}
          put=${put}
        />`,
      )}
    </div>
    <div class="question-places" data-many=${many.length > 0}>
      ${field.places.map(
        (place, at) => html`<${PlaceCard}
          key=${place.name}
          id=${`${id}-place-${at}`}
          field=${field}
          place=${place}
          many=${many}
          moves=${moves}
          number=${lying.get(place.name) ?? 0}
          put=${put}
        />`,
      )}
    </div>
  <//>`;
}

/**
 * One single thing, which is at one of its places.
 * @param {{id: string, field: Sort, thing: Thing, moves: Moves, short: boolean, put: Put}} props
 */
function Single({ id, field, thing, moves, short, put }) {
  const places = goals(field, thing).map((name) => /** @type {Place} */ (field.places.find((each) => each.name === name)));
  const at = places.find((place) => lies(moves, thing, place.name))?.name ?? thing.at;
  const go = (/** @type {string} */ to) => put(thing, to, to === thing.at ? 0 : 1);
  if (short || places.length > PLACES_FEW) {
    return html`<p class="question-single" data-moved=${at !== thing.at}>
      <label class="question-single-name" for=${id}>${clean(thing.label)}</label>
      <select class="input" id=${id} onChange=${(/** @type {Event} */ event) => go(/** @type {HTMLSelectElement} */ (event.currentTarget).value)}>
        ${places.map((place) => html`<option key=${place.name} value=${place.name} selected=${place.name === at}>${clean(place.label)}</option>`)}
      </select>
    </p>`;
  }
  return html`<fieldset class="question-single" role="radiogroup" aria-labelledby=${id}>
    <span class="question-single-name" id=${id}>${clean(thing.label)}</span>
    <span class="question-chips">
      ${places.map(
        (place) => html`<label class="question-chip" key=${place.name} data-chosen=${place.name === at}>
          <input class="question-mark" type="radio" name=${id} checked=${place.name === at} onChange=${() => go(place.name)} />
          <span>${clean(place.label)}</span>
        </label>`,
      )}
    </span>
  </fieldset>`;
}

/**
 * One place: what is there, how many of each thing go there, and what it would hold.
 * @param {{id: string, field: Sort, place: Place, many: readonly Thing[], moves: Moves, number: number, put: Put}} props
 */
function PlaceCard({ id, field, place, many, moves, number, put }) {
  const stays = many.filter((thing) => thing.at === place.name);
  const come = many.filter((thing) => thing.at !== place.name && thing.to.includes(place.name));
  const label = clean(place.label);
  const total = totalOf(place, number);
  const holds = clean(place.holds, Infinity);
  return html`<div class="question-place" data-from=${many.length > 0 && !come.length} ...${come.length > 0 && { role: "group", "aria-labelledby": `${id}-name`, "aria-describedby": `${id}-total` }}>
    <p class="question-place-head">
      <span class="question-place-name" id=${`${id}-name`}>${label}</span>
      <span class="question-place-total" id=${`${id}-total`} data-fits=${total.fits}>
        <span class="question-place-would">${say("fields.would_be")} </span>${total.text}
      </span>
    </p>
    ${holds && html`<p class="question-note">${say("fields.there_now", { what: holds })}</p>`}
    ${stays.map((thing) => html`<p class="question-stays" key=${thing.name}>
      <span class="question-come-name">${clean(thing.label)}</span><span>${say("fields.stay", { n: lies(moves, thing, place.name), of: thing.count })}</span>
    </p>`)}
    ${come.map((thing) => {
      const what = say("fields.moved_to", { what: clean(thing.label), place: label });
      return html`<div class="question-come" key=${thing.name}>
        <span class="question-come-name" aria-hidden="true">
          ${clean(thing.label)} <span class="question-note">${say("fields.free", { n: lies(moves, thing, thing.at) })}</span>
        </span>
        <${Stepper}
          id=${`${id}-${field.things.indexOf(thing)}`}
          label=${what}
          describedBy=${`${id}-total`}
          value=${taken(moves, thing, place.name)}
          low=${0}
          high=${free(moves, thing, place.name)}
          onNumber=${(/** @type {number | null} */ n) => put(thing, place.name, n ?? 0)}
        />
      </div>`;
    })}
  </div>`;
}

/**
 * Return what a place would hold, and whether it accepts that ("yes", "no", or "free": it accepts anything).
 * @param {Place} place
 * @param {number} number
 * @returns {{text: string, fits: "yes" | "no" | "free"}}
 */
function totalOf(place, number) {
  const before = pieces(place.holds);
  const total = before !== null ? String(number + before) : `+${number}`;
  if (place.low === 0 && place.high >= HIGH_FREE) return { text: total, fits: "free" };
  const fits = place.low <= number && number <= place.high;
  if (place.high === 0) {
    return fits ? { text: say("fields.empty"), fits: "yes" } : { text: say("fields.left_over", { n: number }), fits: "no" };
  }
  const wanted = place.low === place.high ? String(place.low) : say("fields.span_short", { low: place.low, high: place.high });
  const of = say("fields.of", { total, wanted });
  if (place.low === 0 && fits) return { text: of, fits: "free" };
  return { text: `${fits ? "✓" : "!"} ${of}`, fits: fits ? "yes" : "no" };
}
