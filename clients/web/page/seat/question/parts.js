// The parts of every field: its frame with the message about what is missing, and a number with steps.

import { html } from "../../vendor/preact.js";
import { clean, say } from "../../words.js";

/** @typedef {import("./filling.js").Filling} Filling */
/** @typedef {import("./answers.js").FormField} FormField */

/**
 * The properties of every kind of field. `changed` is called after each change. `alone`: no other field is asked, so the
 * question itself names it. `lacks`: the message about what is missing, once the player has tried to seal.
 * @template {FormField} F
 * @typedef {{field: F, filling: Filling, id: string, alone: boolean, lacks: string, changed: () => void}} FieldProps
 */

/**
 * Draw a field: its name, its parts, and what is missing. With the role "none" its only control contains all of that.
 * @param {{id: string, label: string, alone: boolean, lacks: string, role?: string, note?: any, children?: any, onKeyDown?: (event: KeyboardEvent) => void, required?: boolean}} props
 */
export function Field({ id, label, alone, lacks, role = "group", note, children, onKeyDown, required }) {
  const tied = [note && `${id}-note`, lacks && `${id}-lacks`].filter(Boolean).join(" ") || undefined;
  const radios = role === "radiogroup";
  const says = role !== "none";
  return html`<fieldset
    class="question-field"
    id=${id}
    role=${role}
    aria-labelledby=${says && alone ? "question-asked" : undefined}
    aria-describedby=${says ? tied : undefined}
    aria-required=${radios && required ? "true" : undefined}
    aria-invalid=${radios && lacks ? "true" : undefined}
    onKeyDown=${onKeyDown}
  >
    ${alone ? null : html`<legend class="question-label">${clean(label)}</legend>`} ${children}
    ${note && html`<p class="question-note" id=${`${id}-note`}>${note}</p>`} <${Lacks} id=${id} lacks=${lacks} />
  </fieldset>`;
}

/**
 * Draw the message about what is missing in a field.
 * @param {{id: string, lacks: string}} props
 */
function Lacks({ id, lacks }) {
  if (!lacks) return null;
  return html`<p class="question-lacks" id=${`${id}-lacks`}><span aria-hidden="true">▲ </span>${lacks}</p>`;
}

/**
 * Draw a whole number that is typed, or stepped by one. A typed text that is no number, or beyond the limits, is reported
 * and not replaced.
 * @param {{id: string, label: string, labelledBy?: string, describedBy?: string, value: number | null, low: number, high: number, lacks?: string, onNumber: (number: number | null) => void}} props
 */
export function Stepper({ id, label, labelledBy, describedBy, value, low, high, lacks, onNumber }) {
  const now = value ?? low;
  const step = (/** @type {number} */ by) => () => onNumber(Math.max(low, Math.min(high, now + by)));
  const typed = (/** @type {Event} */ event) => {
    const box = /** @type {HTMLInputElement} */ (event.currentTarget);
    onNumber(/^\d+$|^-\d+$/.test(box.value) ? Number(box.value) : null);
  };
  return html`<div class="question-stepper">
    <button
      type="button"
      class="question-step"
      tabindex="-1"
      aria-label=${say("fields.fewer", { what: label })}
      aria-disabled=${now <= low}
      onClick=${step(-1)}
    >
      −
    </button>
    <input
      class="question-number"
      id=${id}
      type="number"
      inputmode="numeric"
      step="1"
      min=${low}
      max=${high}
      value=${value ?? ""}
      aria-label=${labelledBy ? undefined : label}
      aria-labelledby=${labelledBy}
      aria-describedby=${describedBy}
      aria-invalid=${lacks ? "true" : undefined}
      onInput=${typed}
      onFocus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.currentTarget).select()}
    />
    <button
      type="button"
      class="question-step"
      tabindex="-1"
      aria-label=${say("fields.more", { what: label })}
      aria-disabled=${now >= high}
      onClick=${step(1)}
    >
      +
    </button>
  </div>`;
}

/**
 * Return how many are wanted: 2, or 1 to 3.
 * @param {{low: number, high: number}} field
 */
export function wanted({ low, high }) {
  return low === high ? String(low) : say("fields.span", { low, high });
}

/**
 * Return the option that a character chooses, by the game's key or by its number (clients/seat/answer/field_keys.py).
 * @param {{options: readonly import("./answers.js").Option[]}} field
 * @param {KeyboardEvent} event
 */
export function keyed(field, event) {
  if (event.ctrlKey || event.altKey || event.metaKey || [...event.key].length !== 1) return undefined;
  const char = event.key.toLowerCase();
  const named = field.options.find((option) => option.key && option.key.toLowerCase() === char);
  const counted = /^[1-9]$/.test(char) ? field.options[Number(char) - 1] : undefined;
  return named ?? (/^\d+$/.test(counted?.key ?? "") ? undefined : counted);
}
