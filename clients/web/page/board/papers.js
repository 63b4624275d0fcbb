// Papers: the pieces of a text. They come from the host without marks, so the page parses no text.
// = clients/widgets/board/papers.py

import { html } from "../vendor/preact.js";
import { clean } from "../words.js";
import { Pane } from "./pane.js";
import { paragraphs } from "./text.js";

/** @typedef {import("../link/wire.js").Document} Document */
/** @typedef {NonNullable<Document["pieces"]>[number]} Piece */
/** @typedef {Extract<Piece, {kind: "list"}>["items"][number]} Item */
/** @typedef {readonly string[]} Words */

const PART_CHARS_MAX = 6000;
const BULLET = "-";
const HEADINGS = /** @type {const} */ (["h4", "h5", "h6"]);

/** Draw the text of a document. `blank`: what stands for an empty line of a text without pieces. @param {{document: Document, blank?: string}} props */
export function DocumentText({ document, blank = "" }) {
  const pieces = document.pieces ?? [];
  if (!pieces.length) return html`${paragraphs(document.text).map((line, at) => html`<p key=${at} dir="auto">${line || blank}</p>`)}`;
  return html`${pieces.map((piece, at) => html`<${Drawn} key=${at} piece=${piece} />`)}`;
}

/** @param {{piece: Piece}} props */
function Drawn({ piece }) {
  switch (piece.kind) {
    case "text":
      return html`<p dir="auto">${broken(piece.lines)}</p>`;
    case "heading": {
      const name = HEADINGS[piece.level - 1] ?? "h6";
      return html`<${name} class="paper-heading" dir="auto">${marked(piece.words)}<//>`;
    }
    case "list":
      return listed(piece.items, 0);
    case "picture":
      return html`<p><img class="paper-picture" src=${source(piece)} alt=${clean(piece.alt, PART_CHARS_MAX)} width=${piece.width} height=${piece.height} /></p>`;
    default:
      return html`<${Pane}>
        <table class="rows paper-table">
          <thead><tr>${piece.head.map((cell, at) => html`<th scope="col" key=${at} data-holds=${side(piece, at)}>${marked(cell)}</th>`)}</tr></thead>
          <tbody>${piece.rows.map((row, at) => html`<tr key=${at}>${row.map((cell, column) => html`<td key=${column} data-holds=${side(piece, column)}>${marked(cell)}</td>`)}</tr>`)}</tbody>
        </table>
      <//>`;
  }
}

/** Return the address of a picture: its own data. As an image it runs nothing and loads nothing. @param {Extract<Piece, {kind: "picture"}>} piece */
function source(piece) {
  return `data:${piece.media === "image/png" ? "image/png" : "image/svg+xml"};base64,${piece.data}`;
}

/** @param {Extract<Piece, {kind: "table"}>} piece @param {number} column */
function side(piece, column) {
  return piece.right?.includes(column) ? "number" : null;
}

/**
 * Draw items, each with those inside it. Their numbers are words of the author, so they stand in the text.
 * @param {readonly Item[]} items
 * @param {number} depth
 * @returns {any}
 */
function listed(items, depth) {
  /** @type {{item: Item | null, inner: Item[]}[]} */
  const own = [];
  for (const item of items) {
    if (item.depth === depth || !own.length) own.push({ item: item.depth === depth ? item : null, inner: [] });
    if (item.depth !== depth) own.at(-1)?.inner.push(item);
  }
  return html`<ul class="paper-list" role="list">
    ${own.map(
      ({ item, inner }, at) => html`<li key=${at} dir="auto" data-bullet=${item?.label === BULLET ? "yes" : null}>
        ${item?.label && item.label !== BULLET && html`<span class="paper-label">${clean(item.label)}</span>${" "}`}${item && broken(item.lines)}${inner.length ? listed(inner, depth + 1) : null}
      </li>`,
    )}
  </ul>`;
}

/** Draw lines with a break between them. @param {readonly Words[]} lines */
function broken(lines) {
  return lines.map((words, at) => html`${at ? html`<br />` : null}${marked(words)}`);
}

/** Draw the words of a line: plain and bold in turn. @param {Words} words */
function marked(words) {
  return words.map((part, at) => (at % 2 ? html`<b>${kept(part)}</b>` : kept(part)));
}

/** Return a part of a line, cleaned, with the spaces at its ends. @param {string} part */
function kept(part) {
  const inner = clean(part, PART_CHARS_MAX);
  if (!inner) return part ? " " : "";
  return `${/^\s/u.test(part) ? " " : ""}${inner}${/\s$/u.test(part) ? " " : ""}`;
}

/** Return the lines by which a document is told from others. They have no marks. @param {Document} document */
export function linesOf(document) {
  const pieces = document.pieces ?? [];
  return pieces.length ? pieces.flatMap((piece) => wordsOf(piece).map((words) => clean(words.join(""), PART_CHARS_MAX))) : paragraphs(document.text);
}

/** @param {Piece} piece @returns {readonly Words[]} */
function wordsOf(piece) {
  switch (piece.kind) {
    case "text":
      return piece.lines;
    case "heading":
      return [piece.words];
    case "picture":
      return [[`[${piece.alt}]`]];
    case "list":
      return piece.items.flatMap((item) => item.lines);
    default:
      return [piece.head, ...piece.rows].map((row) => row.map((words) => words.join("")));
  }
}
