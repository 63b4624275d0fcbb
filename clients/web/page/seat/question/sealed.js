// The sealed answer and how long it can be changed, or why nothing is sealed (clients/seat/drawing/question.py,
// seal_lines).

import { takesBack } from "../../desk/sealing.js";
import { answerWords } from "../../desk/words.js";
import { same } from "../../link/canonical.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../words.js";
import { Wax } from "./wax.js";

/** @typedef {import("../../desk/desk.js").Desk} Desk */
/** @typedef {import("./answers.js").Answer} Answer */
/** @typedef {import("./answers.js").Form} Form */

/** @param {{desk: Desk, form: Form, now: number}} props */
export function Sealed({ desk, form, now }) {
  if (desk.bot || desk.watching) {
    return html`<${Others} who=${say(desk.bot ? "question.bot_answers" : "question.you_watch")} desk=${desk} form=${form} />`;
  }
  if (desk.sending) {
    const takesIt = desk.view !== null && takesBack(desk.view, desk.sending.answer);
    return html`<div class="question-state" data-state="sending">
      <${Wax} pressed=${false} />
      <p>
        <strong class="question-state-word">${say(takesIt ? "question.taking_back" : "question.sealing")}</strong>
        <span class="question-answer">${answerWords(form, desk.sending.answer)}</span>
        ${!desk.up && html`<span class="question-until">${say("question.sent_later")}</span>`}
      </p>
    </div>`;
  }
  if (desk.sealed === null) {
    if (desk.refused) return html`<p class="question-refused"><span aria-hidden="true">✗ </span>${say("question.not_sealed", { why: desk.refused })}</p>`;
    if (desk.view?.voided) return html`<p class="question-open"><span aria-hidden="true">✗ </span>${say("question.struck_out")}</p>`;
    const stands = desk.drafted === null ? say("question.unsealed") : draftStands(form, desk.drafted, desk.inHand);
    return html`<p class="question-open"><span aria-hidden="true">○ </span>${stands}</p>`;
  }
  const until = desk.until(now);
  return html`<div class="question-state" data-state="sealed">
      <${Wax} key=${JSON.stringify(desk.sealed)} pressed=${true} />
      <p>
        <strong class="question-state-word">${say("question.sealed")}</strong>
        <span class="question-answer">${answerWords(form, desk.sealed)}</span>
        ${until && html`<span class="question-until">${until}</span>`}
      </p>
    </div>
    ${desk.refused && html`<p class="question-refused"><span aria-hidden="true">✗ </span>${say(desk.view?.readiness ? "question.not_taken_back" : "question.change_not_sealed", { why: desk.refused })}</p>`}`;
}

/**
 * Return that a draft counts when time is up. The answers of several fields are not repeated while the fields show the same.
 * @param {Form} form
 * @param {Answer} drafted
 * @param {Answer | null} inHand
 */
function draftStands(form, drafted, inHand) {
  if (Object.keys(drafted).length > 1 && inHand !== null && same(drafted, inHand)) return say("question.drafts_stand");
  return say("question.draft_stands", { answer: answerWords(form, drafted) });
}

/** @param {{who: string, desk: Desk, form: Form}} props */
function Others({ who, desk, form }) {
  return html`<p class="question-others">
    ${who} ${desk.sealed !== null && say("question.sealed_is", { answer: answerWords(form, desk.sealed) })}
  </p>`;
}
