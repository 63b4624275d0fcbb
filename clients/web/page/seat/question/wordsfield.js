// A text field, of one line or several. It always shows how much more can be written.

import { TextField } from "../../textfield.js";
import { html } from "../../vendor/preact.js";
import { say, WRITTEN_LINES_MAX } from "../../words.js";
import { Field } from "./parts.js";
import { left } from "./writing.js";

/** @param {import("./parts.js").FieldProps<import("./answers.js").Words>} props */
export function WordsField({ field, filling, id, alone, lacks, changed }) {
  const text = filling.written(field);
  const take = (/** @type {import("../../textfield.js").Box} */ box, /** @type {boolean} */ composing) => {
    const caret = filling.write(field, box.value, box.selectionEnd ?? box.value.length);
    const now = filling.written(field);
    if (!composing && box.value !== now) {
      box.value = now;
      box.setSelectionRange(caret, caret);
    }
    changed();
  };
  const common = {
    class: "input question-text",
    id: `${id}-text`,
    value: text,
    autocomplete: "off",
    required: field.required,
    "aria-labelledby": alone ? "question-asked" : undefined,
    "aria-label": alone ? undefined : field.label,
    "aria-describedby": `${id}-note${lacks ? ` ${id}-lacks` : ""}`,
    "aria-invalid": lacks ? "true" : undefined,
    lines: Boolean(field.lines),
    rows: field.lines ? 5 : undefined,
    onText: take,
  };
  return html`<${Field} id=${id} label=${field.label} alone=${alone} lacks=${lacks} role="none" note=${limit(field, text, filling.spare)}>
    <${TextField} ...${common} />
  <//>`;
}

/**
 * Return how many letters are left. At the limit, that no more is accepted.
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
