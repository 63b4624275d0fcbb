// Asks for confirmation, in the place of the button that started it. = clients/seat/screen/boxes.py

import { html, useLayoutEffect, useRef } from "../vendor/preact.js";
import { say } from "../words.js";

/**
 * `decide` is called with the decision. Escape means no.
 * @param {{question: string, says?: string, yes: string, decide: (sure: boolean) => void}} props
 */
export function Sure({ question, says = "", yes, decide }) {
  const first = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => first.current?.focus(), []);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    decide(false);
  };
  return html`
    <div class="sure" role="group" aria-label=${question} onKeyDown=${onKeyDown}>
      <p class="sure-question" tabindex="-1" ref=${first}><b>${question}</b> ${says}</p>
      <div class="buttons">
        <button type="button" class="button button-first" onClick=${() => decide(true)}>${yes}</button>
        <button type="button" class="button" onClick=${() => decide(false)}>${say("web.no")}</button>
      </div>
    </div>
  `;
}
