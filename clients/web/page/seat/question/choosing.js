// Choice and Pick fields: cards large enough for a thumb, each with a radio button or a checkbox.

import { html } from "../../vendor/preact.js";
import { clean, say } from "../../words.js";
import { Field, keyed, wanted } from "./parts.js";

/** @typedef {import("./answers.js").Choice} Choice */
/** @typedef {import("./answers.js").Option} Option */
/** @typedef {import("./answers.js").Pick} Pick */

const SHORT_CHARS = 16;
const FEW = 4;

/**
 * Draw a Choice field: exactly one option.
 * @param {import("./parts.js").FieldProps<Choice>} props
 */
export function ChoiceField({ field, filling, id, alone, lacks, changed }) {
  const value = filling.value(field);
  const choose = (/** @type {Option} */ option) => {
    filling.choose(field, option.value);
    changed();
  };
  return html`<${Field}
    id=${id}
    label=${field.label}
    alone=${alone}
    lacks=${lacks}
    role="radiogroup"
    required=${true}
    onKeyDown=${byLetter(field, id, choose)}
  >
    <${Options} field=${field} id=${id} type="radio" chosen=${[value]} choose=${choose} />
  <//>`;
}

/**
 * Draw a Pick field: some options.
 * @param {import("./parts.js").FieldProps<Pick>} props
 */
export function PickField({ field, filling, id, alone, lacks, changed }) {
  const picked = filling.picked(field);
  const one = field.low === 1 && field.high === 1;
  const toggle = (/** @type {Option} */ option) => {
    if (!one || !picked.includes(option.value)) filling.toggle(field, option.value);
    changed();
  };
  const note = one ? null : say("fields.picked_of", { n: picked.length, wanted: wanted(field) });
  return html`<${Field}
    id=${id}
    label=${field.label}
    alone=${alone}
    lacks=${lacks}
    role=${one ? "radiogroup" : "group"}
    required=${one}
    note=${note}
    onKeyDown=${byLetter(field, id, toggle)}
  >
    <${Options} field=${field} id=${id} type=${one ? "radio" : "checkbox"} chosen=${picked} choose=${toggle} />
  <//>`;
}

/**
 * Draw options as cards.
 * @param {{field: Choice | Pick, id: string, type: "radio" | "checkbox", chosen: readonly unknown[], choose: (option: Option) => void}} props
 */
function Options({ field, id, type, chosen, choose }) {
  const { options } = field;
  const short = options.length > FEW && options.every((option) => !option.help && option.label.length <= SHORT_CHARS);
  return html`<div class="question-options" data-short=${short}>
    ${options.map((option, at) => {
      const one = `${id}-${at}`;
      const help = clean(option.help, Infinity);
      return html`<label class="question-option" key=${option.value} data-chosen=${chosen.includes(option.value)}>
        <input
          class="question-mark"
          type=${type}
          id=${one}
          name=${id}
          checked=${chosen.includes(option.value)}
          aria-labelledby=${`${one}-label`}
          aria-describedby=${help ? `${one}-help` : undefined}
          onChange=${() => choose(option)}
        />
        <span class="question-option-words">
          <span class="question-option-label" id=${`${one}-label`}>${clean(option.label, Infinity)}</span>
          ${help && html`<span class="question-option-help" id=${`${one}-help`}>${help}</span>`}
        </span>
        ${option.key && html`<kbd class="question-key" aria-hidden="true">${clean(option.key).toUpperCase()}</kbd>`}
      </label>`;
    })}
  </div>`;
}

/**
 * Choose by a letter or a digit, while the keyboard focus is in this field.
 * @param {Choice | Pick} field
 * @param {string} id
 * @param {(option: Option) => void} choose
 */
function byLetter(field, id, choose) {
  return (/** @type {KeyboardEvent} */ event) => {
    const option = keyed(field, event);
    if (!option) return;
    event.preventDefault();
    document.getElementById(`${id}-${field.options.indexOf(option)}`)?.focus();
    if (!event.repeat) choose(option);
  };
}
