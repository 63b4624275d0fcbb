// The panel that changes settings. Each change applies at once.

import { html } from "../vendor/preact.js";
import { say } from "../words.js";
import { KeysPanel } from "./keyspanel.js";
import { CHOICES } from "./settings.js";

/** @typedef {import("./settings.js").Remembered} Remembered */

/** The title of each setting, and of its values. */
const NAMED = {
  theme: { title: "settings.theme", auto: "settings.auto", dark: "settings.theme_dark", light: "settings.theme_light", safe: "settings.theme_safe" },
  text: { title: "settings.text", normal: "settings.text_normal", large: "settings.text_large", larger: "settings.text_larger" },
  motion: { title: "settings.motion", auto: "settings.auto", reduced: "settings.motion_reduced" },
};
const SWITCHES = /** @type {const} */ ([
  ["sound", "settings.sound"],
  ["vibration", "settings.vibration"],
  ["awake", "settings.awake"],
  ["keys", "settings.keys"],
]);

/** @param {{kept: Remembered, changed: () => void}} props */
export function SettingsPanel({ kept, changed }) {
  return html`
    ${/** @type {(keyof typeof CHOICES)[]} */ (Object.keys(CHOICES)).map(
      (key) => html`
        <fieldset class="settings-group" key=${key}>
          <legend class="label">${say(NAMED[key].title)}</legend>
          <div class="choices">
            ${CHOICES[key].map(
              (value) => html`
                <label class="choice" key=${value}>
                  <input
                    type="radio"
                    name=${`setting-${key}`}
                    value=${value}
                    checked=${kept.now[key] === value}
                    onChange=${() => {
                      kept.put(key, value);
                      changed();
                    }}
                  />
                  ${say(/** @type {Record<string, string>} */ (NAMED[key])[value] ?? "settings.auto")}
                </label>
              `,
            )}
          </div>
        </fieldset>
      `,
    )}
    <fieldset class="settings-group">
      <legend class="label">${say("settings.calls")}</legend>
      ${SWITCHES.map(
        ([key, title]) => html`
          <label class="settings-switch" key=${key}>
            <input
              type="checkbox"
              checked=${kept.now[key]}
              onChange=${(/** @type {Event} */ event) => {
                kept.put(key, /** @type {HTMLInputElement} */ (event.target).checked);
                changed();
              }}
            />
            <span>${say(title)}</span>
          </label>
        `,
      )}
    </fieldset>
    <${KeysPanel} kept=${kept} changed=${changed} />
    <p class="part-note">${say("settings.remembered")}</p>
  `;
}
