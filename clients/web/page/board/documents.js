// The documents of a sheet: each with its title and the beginning of its text. It unfolds in place, or opens where
// documents are read. = clients/widgets/board/documents.py

import { html } from "../vendor/preact.js";
import { say } from "../words.js";
import { Veil } from "./cards.js";
import { Heading } from "./heading.js";
import { DocumentText, linesOf } from "./papers.js";
import { sided } from "./sides.js";
import { ink } from "./text.js";

/** @typedef {import("../link/wire.js").Document} Document */
/** @typedef {import("./sides.js").Sides} Sides */
/** @typedef {import("./light.js").Light} Light */

/** Draw a list of documents. @param {{element: import("../link/wire.js").Documents, sides: Sides, light: Light | null, onDocument?: (document: Document) => void}} props */
export function Documents({ element, sides, light, onDocument }) {
  return html`<${Heading} title=${element.title || say("board.documents")} note=${say("board.texts", { n: element.documents.length })} sides=${sides} />
    <ul class="documents" role="list">
      ${element.documents.map((document, at) => {
        const lit = light === null ? null : light.onDocument(document.title) ? "yes" : "no";
        return html`<li key=${at} class="documents-one" data-new=${document.new ? "yes" : null} data-lit=${lit}>
          <${DocumentSeen} document=${document} sides=${sides} lit=${lit === "yes"} onDocument=${onDocument} />
        </li>`;
      })}
    </ul>`;
}

/** @param {{document: Document, sides: Sides, lit: boolean, onDocument?: (document: Document) => void}} props */
function DocumentSeen({ document, sides, lit, onDocument }) {
  if (onDocument) {
    return html`<button type="button" class="documents-open" aria-label=${called(document)} onClick=${() => onDocument(document)}><${Head} document=${document} sides=${sides} /></button>`;
  }
  return html`<details open=${lit}>
    <summary class="documents-open"><${Head} document=${document} sides=${sides} /></summary>
    <div class="documents-text paper"><${DocumentText} document=${document} /></div>
  </details>`;
}

/** @param {{document: Document, sides: Sides}} props */
function Head({ document, sides }) {
  return html`<span class="documents-title">${document.new && html`<em class="documents-new">${say("board.new")}</em>${" "}`}<b>${sided(sides, document.title)}</b></span>${" "}
    ${document.note && html`<span class="documents-note">${ink(document.note)}</span>${" "}`}
    ${document.secret && html`<span class="documents-note"><${Veil} />${" "}${say("board.secret")}</span>${" "}`}
    <span class="documents-begins">${firstLine(document)}</span>`;
}

/**
 * Return the name of a document for a screen reader, without its text, which is read once it is open.
 * @param {Document} document
 */
function called(document) {
  const said = [document.new && say("board.new"), ink(document.title), ink(document.note), document.secret && say("board.secret")];
  return said.filter(Boolean).join(", ");
}

/** Return the first line of a text that is not blank. @param {Document} document */
function firstLine(document) {
  return linesOf(document).find(Boolean) ?? "";
}
