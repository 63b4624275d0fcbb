// A small table with a head. = draw_rows of clients/widgets/board/small.py

import { html, useId } from "../vendor/preact.js";
import { isNumber } from "./facts.js";
import { Heading } from "./heading.js";
import { Package } from "./package.js";
import { Pane } from "./pane.js";
import { sided } from "./sides.js";
import { ink } from "./text.js";

/** @typedef {import("./sides.js").Sides} Sides */

/**
 * Return what draws a number as a bar where there is room. A bar is compared with its row if each column is a side's, and
 * with its column otherwise. Where a number is negative, or nothing can be compared, there are no bars.
 * @param {import("../link/wire.js").Rows} element @param {readonly boolean[]} numbers @param {Sides} sides
 * @returns {(row: readonly string[], column: number) => {} | null}
 */
function barsOf(element, numbers, sides) {
  const counted = element.head.map((_, column) => column).filter((column) => column > 0 && numbers[column]);
  const alongRow = counted.length > 1 && counted.every((column) => sides.of(element.head[column] ?? ""));
  const valueOf = (/** @type {readonly string[]} */ row, /** @type {number} */ column) => Number(ink(row[column])) || 0;
  if (element.rows.some((row) => counted.some((column) => valueOf(row, column) < 0))) return () => null;
  return (row, column) => {
    if (!counted.includes(column)) return null;
    const others = alongRow ? counted.map((each) => valueOf(row, each)) : element.rows.map((each) => valueOf(each, column));
    const most = Math.max(...others);
    if (most <= 0 || others.length < 2) return null;
    const worn = sides.of(alongRow ? (element.head[column] ?? "") : (row[0] ?? ""));
    return { "data-bar": "yes", "data-ink": worn?.ink, style: { "--part": `${valueOf(row, column) / most}` } };
  };
}

/** Draw a table: each row is named by its first cell. @param {{element: import("../link/wire.js").Rows, sides: Sides}} props */
export function Rows({ element, sides }) {
  const id = useId();
  const numbers = element.head.map((_, column) => element.rows.length > 0 && element.rows.every((row) => !row[column] || isNumber(row[column] ?? "")));
  const side = (/** @type {number} */ column) => (numbers[column] ? "number" : null);
  const bars = barsOf(element, numbers, sides);
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
                  ? html`<th scope="row" key=${column} data-holds=${side(column)} data-again=${at > 0 && cell === element.rows[at - 1]?.[0] ? "yes" : null}>${sided(sides, cell)}</th>`
                  : html`<td key=${column} data-holds=${side(column)} ...${bars(row, column)}>${sided(sides, cell)}</td>`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>
    <//>
    ${element.package && html`<${Package} element=${element} />`}`;
}
