// Private notes: they go to nobody, and are kept in this tab alone, until it is closed or another sits down. = clients/seat/notes.py

import { html } from "../vendor/preact.js";
import { say } from "../words.js";

const NOTES_CHARS_MAX = 20_000;

/** @param {{text: string, keep: (text: string) => void}} props */
export function Notes({ text, keep }) {
  return html`
    <label class="label" for="notes">${say("web.notes_for_you")}</label>
    <textarea
      class="input notes"
      id="notes"
      dir="auto"
      rows="8"
      maxlength=${NOTES_CHARS_MAX}
      value=${text}
      onInput=${(/** @type {Event} */ event) => keep(/** @type {HTMLTextAreaElement} */ (event.target).value)}
    ></textarea>
    <p class="part-note">${say("web.notes_kept")}</p>
  `;
}
