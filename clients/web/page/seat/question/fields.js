// The fields of a question, each drawn by its kind.

import { html } from "../../vendor/preact.js";
import { ChoiceField, PickField } from "./choosing.js";
import { CountField } from "./counting.js";
import { RankField } from "./rankfield.js";
import { SortField } from "./sortfield.js";
import { WordsField } from "./wordsfield.js";

const KINDS = {
  choice: ChoiceField,
  pick: PickField,
  rank: RankField,
  sort: SortField,
  count: CountField,
  words: WordsField,
};

/**
 * Draw the fields that are asked. `tried`: the player has tried to seal, so each field shows what is missing.
 * @param {{filling: import("./filling.js").Filling, gate: number, tried: boolean, changed: () => void}} props
 */
export function Fields({ filling, gate, tried, changed }) {
  const fields = filling.fields;
  return fields.map(
    (field) => html`<${KINDS[field.kind]}
      key=${field.name}
      field=${field}
      filling=${filling}
      id=${fieldId(filling, gate, field)}
      alone=${fields.length === 1}
      lacks=${tried ? filling.faultOf(field) : ""}
      changed=${changed}
    />`,
  );
}

/**
 * Return the id of a field in the page.
 * @param {import("./filling.js").Filling} filling
 * @param {number} gate
 * @param {import("./answers.js").FormField} field
 */
export function fieldId(filling, gate, field) {
  return `question-${gate}-${filling.form.fields.indexOf(field)}`;
}
