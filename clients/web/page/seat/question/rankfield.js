// Rank fields: the options with a place come first, in order. Each is moved by buttons or by keys.

import { html, useLayoutEffect, useRef } from "../../vendor/preact.js";
import { clean, say } from "../../words.js";
import { tell } from "../live.js";
import { Field, keyed, wanted } from "./parts.js";
import { shown } from "./ranking.js";

/** @typedef {import("./answers.js").Option} Option */
/** @typedef {import("./answers.js").Rank} Rank */

/** @param {import("./parts.js").FieldProps<Rank>} props */
export function RankField({ field, filling, id, alone, lacks, changed }) {
  const ranked = filling.picked(field);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const hand = useRef("");
  useLayoutEffect(() => {
    if (hand.current) focusRow(list.current, hand.current);
    hand.current = "";
  });
  const done = (/** @type {Option} */ option, /** @type {boolean} */ moved) => {
    hand.current = option.value;
    if (moved) tell(placeWords(filling, field, option));
    changed();
  };
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    const row = /** @type {HTMLElement} */ (event.target).closest("[data-row]");
    const rows = shown(field, ranked);
    const at = row ? rows.findIndex((option) => option.value === row.getAttribute("data-row")) : -1;
    const act = at < 0 ? null : pressed(field, filling, rows, at, event);
    if (!act) return;
    event.preventDefault();
    done(act.on, act.moved());
  };
  return html`<${Field}
    id=${id}
    label=${field.label}
    alone=${alone}
    lacks=${lacks}
    note=${html`${say("fields.placed_of", { n: ranked.length, wanted: wanted(field) })}<span class="question-keys">
      ${" "}· ${say("fields.way_rank")}
    </span>`}
    onKeyDown=${onKeyDown}
  >
    <ol class="question-ranks" ref=${list}>
      ${shown(field, ranked).map(
        (option, at) => html`<${Row}
          key=${option.value}
          field=${field}
          option=${option}
          place=${at < ranked.length ? at + 1 : 0}
          last=${at === ranked.length - 1}
          full=${ranked.length >= field.high}
          toggle=${() => done(option, filling.rank(field, option.value))}
          shift=${(/** @type {-1 | 1} */ by) => done(option, filling.shift(field, option.value, by))}
        />`,
      )}
    </ol>
  <//>`;
}

/**
 * One option. The button with its name assigns the next place to it, or removes it from its place.
 * @param {{field: Rank, option: Option, place: number, last: boolean, full: boolean, toggle: () => void, shift: (by: -1 | 1) => void}} props
 */
function Row({ field, option, place, last, full, toggle, shift }) {
  const what = clean(option.label, Infinity);
  const help = clean(option.help, Infinity);
  const stays = last && (place === field.options.length || field.low >= place);
  const move = (/** @type {-1 | 1} */ by, /** @type {string} */ key, /** @type {string} */ sign, /** @type {boolean} */ off) =>
    html`<button
      type="button"
      class="question-step"
      tabindex="-1"
      aria-label=${say(key, { what })}
      aria-disabled=${off}
      onClick=${() => off || shift(by)}
    >
      <span aria-hidden="true">${sign}</span>
    </button>`;
  return html`<li class="question-rank" data-row=${option.value} data-placed=${place > 0}>
    <button type="button" class="question-rank-name" aria-pressed=${place > 0} aria-disabled=${!place && full} onClick=${toggle}>
      <span class="question-rank-place" aria-hidden="true">${place ? `${place}.` : "–"}</span>
      <span class="question-option-words">
        <span class="question-option-label">
          ${what}<span class="aloud"> · ${place ? say("fields.place", { n: place }) : say("fields.no_place")}</span>
        </span>
        ${help && html`<span class="question-option-help">${help}</span>`}
      </span>
    </button>
    ${place > 0 && move(-1, "fields.up", "↑", place === 1)} ${place > 0 && move(1, "fields.down", "↓", stays)}
  </li>`;
}

/**
 * Return which place an option has now, in words.
 * @param {import("./filling.js").Filling} filling
 * @param {Rank} field
 * @param {Option} option
 */
function placeWords(filling, field, option) {
  const place = filling.picked(field).indexOf(option.value) + 1;
  const what = clean(option.label);
  return place ? say("fields.has_place", { what, n: place }) : say("fields.has_none", { what });
}

/**
 * Return what a key does: + and −, or Shift with an arrow, move the option with the focus. A digit assigns that place to
 * it. An arrow moves the focus.
 * @param {Rank} field
 * @param {import("./filling.js").Filling} filling
 * @param {readonly Option[]} rows
 * @param {number} at
 * @param {KeyboardEvent} event
 * @returns {{on: Option, moved: () => boolean} | null}
 */
function pressed(field, filling, rows, at, event) {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey) return null;
  const on = rows[at];
  if (key === "+" || (key === "ArrowUp" && shiftKey)) return { on, moved: () => filling.shift(field, on.value, -1) };
  if (key === "-" || key === "−" || (key === "ArrowDown" && shiftKey)) {
    return { on, moved: () => filling.shift(field, on.value, 1) };
  }
  if (/^[1-9]$/.test(key)) {
    return Number(key) <= field.high ? { on, moved: () => filling.place(field, on.value, Number(key) - 1) } : null;
  }
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[key];
  if (to !== undefined) return { on: rows[Math.max(0, Math.min(rows.length - 1, to))], moved: () => false };
  const named = keyed(field, event);
  return named ? { on: named, moved: () => filling.rank(field, named.value) } : null;
}

/**
 * Keep the keyboard focus on the option that was moved: on the same button, or on its name.
 * @param {HTMLElement | null} list
 * @param {string} value
 */
function focusRow(list, value) {
  const row = [...(list?.children ?? [])].find((each) => each.getAttribute("data-row") === value);
  if (!row || row.contains(document.activeElement)) return;
  row.querySelector("button")?.focus();
}
