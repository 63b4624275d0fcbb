// Private notes, which no one else can read. If this device does not store them, the panel shows that.
// = clients/seat/words/notes.py

import { TextField } from "../textfield.js";
import { html } from "../vendor/preact.js";
import { say } from "../words.js";

const NOTES_CHARS_MAX = 20_000;

/** @param {{text: string, keep: (text: string) => void, areKept: boolean}} props */
export function Notes({ text, keep, areKept }) {
  return html`
    <label class="label" for="notes">${say("web.notes_for_you")}</label>
    <${TextField}
      class="input notes"
      id="notes"
      lines
      rows="8"
      maxlength=${NOTES_CHARS_MAX}
      value=${text}
      onText=${(/** @type {import("../textfield.js").Box} */ box) => keep(box.value)}
    />
    <p class="part-note" role="status">${areKept ? say("web.notes_kept") : say("help.notes_kept_not", { why: say("link.keeps_nothing") })}</p>
  `;
}
