// The panel that rebinds keys: press the button of an action, then its new key.

import { html, useRef, useState } from "../vendor/preact.js";
import { say } from "../words.js";
import { bind, keyOf, keysOf } from "./keys.js";
import { tell } from "./live.js";

/** @typedef {import("./keys.js").Action} Action */

/** @param {{kept: import("./settings.js").Remembered, changed: () => void}} props */
export function KeysPanel({ kept, changed }) {
  const [waits, setWaits] = useState(/** @type {Action | ""} */ (""));
  const said = useRef("");
  const note = (/** @type {string} */ text) => {
    said.current = text;
    tell(text);
  };
  /** @param {Action} action @param {string} title @param {KeyboardEvent} event */
  const pressed = (action, title, event) => {
    if (waits !== action) return;
    if (["Tab", "Shift", "Alt", "Control", "Meta"].includes(event.key)) {
      if (event.key === "Tab") setWaits("");
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Escape") {
      note("");
      return setWaits("");
    }
    const away = ["Backspace", "Delete"].includes(event.key);
    const key = away ? "" : keyOf(event);
    if (!away && !key) return note(say("settings.key_not"));
    const taken = bind(kept, action, key);
    if (taken) return note(say("settings.key_taken", { key, what: taken }));
    note(key ? say("settings.key_is", { what: title, key }) : say("settings.key_gone", { what: title }));
    setWaits("");
    changed();
  };
  return html`
    <details class="keys">
      <summary class="label">${say("settings.own_keys")}</summary>
      <p class="part-note">${say("settings.own_keys_how")}</p>
      <ul class="keys-list">
        ${keysOf(kept.now).map(
          ({ action, title, key }) => html`
            <li class="keys-row" key=${action}>
              <span id=${`key-of-${action}`}>${title}</span>
              <button
                type="button"
                class="button keys-key"
                aria-describedby=${`key-of-${action}`}
                data-waits=${waits === action}
                onClick=${() => setWaits(waits === action ? "" : action)}
                onKeyDown=${(/** @type {KeyboardEvent} */ event) => pressed(action, title, event)}
                onBlur=${() => setWaits("")}
              >
                ${waits === action ? say("settings.press_key") : key || say("settings.no_key")}
              </button>
            </li>
          `,
        )}
      </ul>
      <p class="part-note" aria-hidden="true">${said.current}</p>
      <button
        type="button"
        class="button button-small"
        onClick=${() => {
          kept.put("own", {});
          note(say("settings.keys_usual_again"));
          changed();
        }}
      >
        ${say("settings.keys_usual")}
      </button>
    </details>
  `;
}
