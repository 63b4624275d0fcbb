// Draws the rules of a game: chapters with headings, paragraphs, lists and tables. Nothing is cut off.
// = clients/widgets/pieces/rule_page.py

import { html } from "../vendor/preact.js";
import { clean } from "../words.js";

/** @typedef {import("../link/wire").RuleChapter} RuleChapter */
/** @typedef {import("../link/wire").RuleBlock} RuleBlock */
/** @typedef {import("../vendor/preact").Drawable} Drawable */

const CHARS_MAX = 4000;

/**
 * Draw chapters one below the other, each under its title. A search word is marked.
 * @param {{chapters: readonly RuleChapter[], word?: string}} props
 */
export function Chapters({ chapters, word = "" }) {
  return chapters.map(
    (chapter) => html`
      <section class="rules-part" key=${chapter.name}>
        <h3 class="rules-chapter">${marked(chapter.title, word)}</h3>
        ${chapter.blocks.map((block) => drawn(block, word))}
      </section>
    `,
  );
}

/**
 * @param {RuleBlock} block
 * @param {string} word
 */
function drawn(block, word) {
  switch (block.kind) {
    case "text":
      return html`<p dir="auto">${marked(block.text, word)}</p>`;
    case "heading":
      return html`<h4 class="rules-heading">${block.rule && html`<span class="rules-number">${clean(block.rule)}</span> `}${marked(block.text, word)}</h4>`;
    case "list":
      return html`<ul class="rules-list">${block.items.map((item) => html`<li dir="auto">${marked(item, word)}</li>`)}</ul>`;
    case "sample":
      return html`<p class="rules-sample"><code>${marked(block.text, word)}</code></p>`;
    case "table":
      return html`
        <div class="rules-table" tabindex="0" role="group" aria-label=${block.head.map((cell) => clean(cell)).join(", ")}>
          <table>
            <thead><tr>${block.head.map((cell) => html`<th scope="col">${marked(cell, word)}</th>`)}</tr></thead>
            <tbody>
              ${block.rows.map((row) => html`<tr>${row.map((cell, at) => (at ? html`<td>${marked(cell, word)}</td>` : html`<th scope="row">${marked(cell, word)}</th>`))}</tr>`)}
            </tbody>
          </table>
        </div>
      `;
  }
}

/**
 * Return the passages with a word, each under its chapter and its heading. Of lists and tables only the parts with the
 * word.
 * @param {readonly RuleChapter[]} chapters
 * @param {string} word
 * @returns {RuleChapter[]}
 */
export function found(chapters, word) {
  const sought = word.toLowerCase();
  /** @type {RuleChapter[]} */
  const all = [];
  for (const chapter of chapters) {
    /** @type {RuleBlock | null} */
    let heading = null;
    /** @type {RuleBlock[]} */
    const pieces = [];
    for (const block of chapter.blocks) {
      if (block.kind === "heading") heading = block;
      const piece = speaking(block, sought);
      if (!piece) continue;
      if (heading && !pieces.includes(heading) && piece !== heading) pieces.push(heading);
      pieces.push(piece);
    }
    if (pieces.length) all.push({ ...chapter, blocks: pieces });
  }
  return all;
}

/**
 * Return the parts of a block with a word, null if there are none.
 * @param {RuleBlock} block
 * @param {string} word
 * @returns {RuleBlock | null}
 */
function speaking(block, word) {
  /** @param {string} text */
  const speaks = (text) => text.toLowerCase().includes(word);
  switch (block.kind) {
    case "list": {
      const items = block.items.filter(speaks);
      return items.length ? { ...block, items } : null;
    }
    case "table": {
      const rows = block.rows.filter((row) => row.some(speaks));
      return rows.length ? { ...block, rows } : null;
    }
    default:
      return speaks(block.text) ? block : null;
  }
}

/**
 * Return a text with each occurrence of a word marked.
 * @param {string} text
 * @param {string} word
 * @returns {Drawable}
 */
function marked(text, word) {
  const plain = clean(text, CHARS_MAX);
  const low = plain.toLowerCase();
  const sought = word.toLowerCase();
  if (!sought || low.length !== plain.length) return plain;
  /** @type {Drawable[]} */
  const pieces = [];
  let from = 0;
  for (let at = low.indexOf(sought); at >= 0; at = low.indexOf(sought, from)) {
    pieces.push(plain.slice(from, at), html`<mark>${plain.slice(at, at + sought.length)}</mark>`);
    from = at + sought.length;
  }
  return [...pieces, plain.slice(from)];
}
