// The place of the question when this seat is asked nothing.

import { Timing } from "../../desk/talk.js";
import { listed } from "../../turns.js";
import { html } from "../../vendor/preact.js";
import { clean, say } from "../../words.js";

/** Shown before anything has come. */
export function Waiting() {
  return html`<section class="question"><p class="question-help">${say("question.waiting")}</p></section>`;
}

/**
 * Show whom the table waits for.
 * @param {{desk: import("../../desk/desk.js").Desk, now: number}} props
 */
export function NotAsked({ desk, now }) {
  if (desk.timing(now) === Timing.STANDS) {
    return html`<h2 class="question-asked" id="question-asked" tabindex="-1">${desk.standstill()}</h2>`;
  }
  const asked = (desk.view?.asked ?? []).map((name) => clean(name));
  const who = listed(asked);
  return html`<h2 class="question-asked" id="question-asked" tabindex="-1">${say("question.not_asked_now")}</h2>
    ${who && html`<p class="question-help">${say("question.deciding", { who, n: asked.length })}</p>`}`;
}
