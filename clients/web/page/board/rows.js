// A small table with a head. = draw_rows of clients/widgets/board/small.py

import { html, useId } from "../vendor/preact.js";
import { isNumber } from "./facts.js";
import { Heading } from "./heading.js";
import { Package } from "./package.js";
import { Pane } from "./pane.js";
import { sided } from "./sides.js";
import { ink } from "./text.js";

/** @typedef {import("./sides.js").Sides} Sides */

/** Draw a table: each row is named by its first cell. @param {{element: import("../link/wire.js").Rows, sides: Sides}} props */
export function Rows({ element, sides }) {
  const id = useId();
  const numbers = element.head.map((_, column) => element.rows.length > 0 && element.rows.every((row) => !row[column] || isNumber(row[column] ?? "")));
  const side = (/** @type {number} */ column) => (numbers[column] ? "number" : null);
  return html`<div id=${id}><${Heading} title=${element.title} sides=${sides} /></div>
    <${Pane}>
      <table class="rows" aria-labelledby=${ink(element.title) ? id : null}>
        <thead>
          <tr>${element.head.map((title, column) =>
            ink(title) ? html`<th scope="col" key=${column} data-holds=${side(column)}>${sided(sides, title)}</th>` : html`<td key=${column}></td>`,
          )}</tr>
        </thead>
        <tbody>
          ${element.rows.map(
            (row, at) => html`<tr key=${at}>
              ${row.slice(0, element.head.length).map((cell, column) =>
                column === 0
                  ? html`<th scope="row" key=${column} data-holds=${side(column)}>${sided(sides, cell)}</th>`
                  : html`<td key=${column} data-holds=${side(column)}>${sided(sides, cell)}</td>`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>
    <//>
    ${element.package && html`<${Package} element=${element} />`}`;
}
