// The reader: one document in full, under the clock. It stays open when a question opens, and shows that.
// = clients/seat/screen/document_reader.py

import { DocumentText } from "../board/papers.js";
import { sided, Sides } from "../board/sides.js";
import { Timing } from "../desk/talk.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { clean, say } from "../words.js";
import { known } from "./dossier.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("./dossier.js").Dossier} Dossier */

/**
 * Draw the reader. `alone`: it has no list of the documents, because that is on the board beside it.
 * @param {{desk: Desk, now: number, dossier: Dossier, title?: string, alone?: boolean, close?: () => void}} props
 */
export function Documents({ desk, now, dossier, title = "", alone = false, close }) {
  const all = dossier.all;
  const named = all.findIndex((each) => each.title === title);
  const [at, turn] = useState(() => (named >= 0 ? named : dossier.first()));
  const [gate] = useState(() => asked(desk));
  const page = useRef(/** @type {HTMLElement | null} */ (null));
  const document = all[Math.min(at, all.length - 1)];
  const chips = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!document) return;
    dossier.read(document);
    page.current?.scrollTo?.(0, 0);
    const chosen = chips.current?.querySelector('[aria-pressed="true"]');
    if (chosen instanceof HTMLElement) chips.current?.scrollTo(chosen.offsetLeft - (chips.current.offsetWidth - chosen.offsetWidth) / 2, 0);
  }, [document && known(document)]);
  if (!document) return html`<p class="part-none">${say("board.no_documents")}</p>`;
  const call = calls(desk, now, gate);
  const sides = new Sides(desk.view?.sheet.sides);
  const unread = all.map((_, number) => (number + at + 1) % all.length).filter((number) => all[number] !== document && !dossier.isRead(/** @type {any} */ (all[number])));
  const [next] = unread;
  const goOn = () => {
    turn(/** @type {number} */ (next));
    page.current?.querySelector("h3")?.focus();
  };
  return html`
    ${call &&
    close &&
    html`<p class="banner banner-alarm">${call} <button type="button" class="button" onClick=${close}>${say("web.go_to_question")}</button></p>`}
    ${all.length > 1 &&
    !alone &&
    html`
      <div class="choices document-choices" ref=${chips} role="group" aria-label=${say("web.documents")}>
        ${all.map(
          (each, number) => html`
            <button type="button" class="choice" key=${number} aria-pressed=${each === document} onClick=${() => turn(number)}>
              ${!dossier.isRead(each) && html`<span aria-hidden="true">● </span>`}${clean(each.title)}
              ${!dossier.isRead(each) && html`<span class="aloud">, ${say("web.not_read_yet")}</span>`}
            </button>
          `,
        )}
      </div>
    `}
    <article class="document" ref=${page} aria-labelledby="document-title">
      <h3 class="document-title" id="document-title" tabindex="-1">${sided(sides, document.title)}</h3>
      ${document.note && html`<p class="part-note">${clean(document.note)}</p>`}
      ${document.secret && html`<p class="document-secret">${say("web.secret_document")}</p>`}
      <div class="document-text paper"><${DocumentText} document=${document} blank=${"\u00a0"} /></div>
      ${next !== undefined &&
      html`<p class="buttons"><button type="button" class="button button-first" onClick=${goOn}>${say("web.next_unread", { title: clean(all[next]?.title ?? "") })}</button></p>`}
    </article>
  `;
}

/** Return the gate that asks this seat, 0 if none does. @param {Desk} desk */
function asked(desk) {
  return desk.view?.form ? desk.view.gate : 0;
}

/**
 * Return words for what must not be missed while reading: another question, or that time is nearly up and nothing is
 * sealed.
 * @param {Desk} desk
 * @param {number} now
 * @param {number} gate
 */
function calls(desk, now, gate) {
  const form = desk.view?.form;
  if (!form || desk.sealed !== null) return "";
  if (asked(desk) !== gate) return say("board.question_came", { question: clean(form.question) });
  return desk.timing(now) === Timing.URGENT ? say("board.nearly_up") : "";
}
