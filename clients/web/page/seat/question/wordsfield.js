// Something to write, on one line or on several, with what is left of its limit always in sight.

import { html } from "../../vendor/preact.js";
import { say, WRITTEN_LINES_MAX } from "../../words.js";
import { Field } from "./parts.js";
import { left } from "./writing.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Box */

/** @param {import("./parts.js").FieldProps<import("./answers.js").Words>} props */
export function WordsField({ field, filling, id, alone, lacks, changed }) {
  const text = filling.written(field);
  const take = (/** @type {Event} */ event) => {
    const box = /** @type {Box} */ (event.currentTarget);
    if (event instanceof InputEvent && event.isComposing) return;
    const caret = filling.write(field, box.value, box.selectionEnd ?? box.value.length);
    const now = filling.written(field);
    if (box.value !== now) {
      box.value = now;
      box.setSelectionRange(caret, caret);
    }
    changed();
  };
  const common = {
    class: "input question-text",
    id: `${id}-text`,
    dir: "auto",
    value: text,
    autocomplete: "off",
    required: field.required,
    "aria-labelledby": alone ? "question-asked" : undefined,
    "aria-label": alone ? undefined : field.label,
    "aria-describedby": `${id}-note${lacks ? ` ${id}-lacks` : ""}`,
    "aria-invalid": lacks ? "true" : undefined,
    onInput: take,
    onCompositionEnd: take,
  };
  return html`<${Field} id=${id} label=${field.label} alone=${alone} lacks=${lacks} role="none" note=${limit(field, text, filling.spare)}>
    ${field.lines ? html`<textarea ...${common} rows="5"></textarea>` : html`<input ...${common} type="text" />`}
  <//>`;
}

/**
 * Say how many letters are left, and at the limit that no more is taken.
 * @param {import("./answers.js").Words} field
 * @param {string} text
 * @param {number} spare
 */
function limit(field, text, spare) {
  const n = left(field, text, spare);
  if (n === 0) return say("fields.text_full");
  const lines = text.split("\n").length;
  return field.lines && lines >= WRITTEN_LINES_MAX ? say("fields.lines_full", { n: lines }) : say("fields.chars_left", { n });
}
