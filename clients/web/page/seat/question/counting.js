// A whole number between two others.

import { html } from "../../vendor/preact.js";
import { clean, say } from "../../words.js";
import { Field, Stepper } from "./parts.js";

/** @param {import("./parts.js").FieldProps<import("./answers.js").Count>} props */
export function CountField({ field, filling, id, alone, lacks, changed }) {
  const value = filling.value(field);
  const count = (/** @type {number | null} */ number) => {
    filling.count(field, number);
    changed();
  };
  const fault = filling.faultOf(field);
  return html`<${Field}
    id=${id}
    label=${field.label}
    alone=${alone}
    lacks=${fault || lacks}
    role="none"
    note=${say("board.of_range", { low: field.low, high: field.high })}
  >
    <${Stepper}
      id=${`${id}-number`}
      label=${clean(field.label)}
      labelledBy=${alone ? "question-asked" : undefined}
      describedBy=${`${id}-note${fault ? ` ${id}-lacks` : ""}`}
      value=${typeof value === "number" ? value : null}
      low=${field.low}
      high=${field.high}
      lacks=${fault}
      onNumber=${count}
    />
  <//>`;
}
