// A payoff sheet: the reader chooses an option for each issue and reads the sum. Nothing of it is sent.
// = clients/seat/model/package.py

import { html, useId, useState } from "../vendor/preact.js";
import { say } from "../words.js";
import { ink } from "./text.js";

/** The trial choices, by the title of the sheet and the issue. They last as long as the page. @type {Map<string, string>} */
const picks = new Map();

/** Draw the choices below a payoff sheet. @param {{element: import("../link/wire.js").Rows}} props */
export function Package({ element }) {
  const [, redraw] = useState(0);
  const id = useId();
  const key = (/** @type {string} */ issue) => `${element.title}\n${issue}`;
  const issues = [...new Set(element.rows.map(([issue]) => issue ?? ""))];
  const chosen = element.rows.filter(([issue, option]) => picks.get(key(issue ?? "")) === option);
  const sum = chosen.reduce((total, row) => total + Number(row[2]), 0);
  const pick = (/** @type {string} */ issue, /** @type {string} */ option) => {
    if (option) picks.set(key(issue), option);
    else picks.delete(key(issue));
    redraw((count) => count + 1);
  };
  return html`<fieldset class="package" aria-describedby=${id}>
    <legend>${say("package.title")}</legend>
    <p id=${id} class="package-help">${say("package.help_page")}</p>
    ${issues.map(
      (issue) => html`<label key=${issue}>
        <span>${ink(issue)}</span>
        <select value=${picks.get(key(issue)) ?? ""} onChange=${(/** @type {any} */ event) => pick(issue, event.currentTarget.value)}>
          <option value="">${say("package.none")}</option>
          ${element.rows.filter((row) => row[0] === issue).map((row) => html`<option key=${row[1]} value=${row[1]}>${ink(row[1] ?? "")} (${row[2]})</option>`)}
        </select>
      </label>`,
    )}
    <output class="package-sum">${say("package.sum", { points: sum, unit: ink(element.head[2] ?? "") })}</output>
  </fieldset>`;
}
