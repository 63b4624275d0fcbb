// Troops as a map shows them: a block for each piece, with the sign of its arm if its name is a common one.

import { html } from "../vendor/preact.js";

const BLOCKS_MAX = 12;
/** Map signs that have been in use for two centuries. Any other piece is a plain block. @type {Record<string, string>} */
const SIGNS = { inf: "M1 1L19 11M19 1L1 11", cav: "M1 11L19 1", art: "M10 6h.01", arm: "M6 3.5h8a2.5 2.5 0 0 1 0 5H6a2.5 2.5 0 0 1 0-5" };

/**
 * Draw the blocks of one part, such as "4 inf". Nothing if it has no number, or one that is too large.
 * @param {{part: string, most?: number}} props
 */
export function Troops({ part, most = BLOCKS_MAX }) {
  const found = /^(\d+)\s+(\S+)/u.exec(part);
  const many = Number(found?.[1] ?? 0);
  if (!found || many < 1 || many > most) return null;
  const sign = SIGNS[(found[2] ?? "").slice(0, 3).toLowerCase()];
  const blocks = Array.from({ length: many }, (_, at) => at);
  return html`<span class="line-troops" aria-hidden="true">
    ${blocks.map((at) => html`<svg key=${at} viewBox="0 0 20 12"><rect x="1" y="1" width="18" height="10" />${sign && html`<path d=${sign} />`}</svg>`)}
  </span>`;
}
