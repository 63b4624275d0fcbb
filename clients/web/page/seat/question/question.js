// The question: what is asked, the present answer, what is sealed and how long it can be changed
// (clients/seat/drawing/question.py).

import { takesBack } from "../../desk/sealing.js";
import { answerWords, named } from "../../desk/words.js";
import { same } from "../../link/canonical.js";
import { nowMs } from "../../link/timers.js";
import { useEachSecond } from "../../moment.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { clean, say } from "../../words.js";
import { Rank, tell } from "../live.js";
import { answeringOf } from "./answering.js";
import { fieldId, Fields } from "./fields.js";
import { Sealed } from "./sealed.js";
import { Sealer } from "./sealer.js";
import { NotAsked, Waiting } from "./unasked.js";

/** @typedef {import("../../desk/desk.js").Desk} Desk */
/** @typedef {import("./answering.js").Answering} Answering */
/** @typedef {import("./answering.js").Hand} Hand */
/** @typedef {{send: (request: any) => void, redraw: () => void}} Act */

/**
 * Show the question, and receive the answer. `notes` receives a text that came too late.
 * @param {{desk: Desk, now: number, act: Act, notes?: {text: string, keep: (text: string) => void}}} props
 */
export function Question({ desk, now, act, notes }) {
  const answering = answeringOf(desk);
  const hand = answering.takeUp();
  useEffect(() => {
    if (!answering.lost || !notes) return;
    notes.keep(`${notes.text.trimEnd()}\n\n${say("question.not_in_time")}\n${answering.lost}\n`.trimStart());
    desk.late.tell(say("question.in_notes"), nowMs());
    answering.lost = "";
    act.redraw();
  });
  useEffect(() => {
    const late = answering.goOn();
    if (late) act.send(late);
  });
  const drafts = () => {
    const draft = answering.tick(nowMs());
    if (draft) act.send(draft);
  };
  useEffect(drafts);
  useEachSecond(drafts, [answering, act]);
  useEffect(() => {
    const leave = () => {
      const draft = answering.tick(nowMs(), { last: true });
      if (draft) act.send(draft);
    };
    document.addEventListener("visibilitychange", leave);
    return () => {
      document.removeEventListener("visibilitychange", leave);
      leave();
    };
  }, [answering]);
  useEffect(() => {
    const typed = (/** @type {KeyboardEvent} */ event) => isTyped(event) && desk.guard.press(nowMs());
    document.addEventListener("keydown", typed, { capture: true });
    return () => document.removeEventListener("keydown", typed, { capture: true });
  }, [desk]);
  const within = useRef(false);
  const asks = useRef("");
  useLayoutEffect(() => {
    const gone = within.current && (document.activeElement === null || document.activeElement === document.body);
    if (gone) document.getElementById("question-asked")?.focus({ preventScroll: true });
    asks.current = !gone && desk.view?.form && !desk.view.ended ? clean(desk.view.form.question, Infinity) : "";
  }, [desk.seatings, hand?.gate]);
  useEffect(() => tell(asks.current, Rank.QUESTION), [desk.seatings, hand?.gate]); // together with the other announcements of this moment
  if (!desk.view) return html`<${Waiting} />`;
  if (desk.view.ended) return null;
  return html`<section
    class="question"
    aria-labelledby="question-asked"
    onFocusIn=${(/** @type {FocusEvent} */ event) => {
      within.current = true;
      if (event.relatedTarget !== null) return;
      desk.guard.follow(nowMs()); // the element that had the focus is gone
      act.redraw();
    }}
    onFocusOut=${(/** @type {FocusEvent} */ event) => (within.current = event.relatedTarget === null)}
  >
    ${hand
      ? html`<${Asked} key=${`${desk.seatings} ${hand.gate}`} desk=${desk} now=${now} act=${act} answering=${answering} hand=${hand} />`
      : html`<${NotAsked} desk=${desk} now=${now} />`}
  </section>`;
}

/**
 * One question to this seat.
 * @param {{desk: Desk, now: number, act: Act, answering: Answering, hand: Hand}} props
 */
function Asked({ desk, now, act, answering, hand }) {
  const { filling, gate } = hand;
  const form = filling.form;
  const [caution, setCaution] = useState("");
  const guarded = desk.guard.holds(now);
  useAnnounced(desk, form);
  const changed = () => {
    setCaution("");
    const draft = answering.changed(nowMs());
    if (draft) act.send(draft);
    act.redraw();
  };
  const suggest = () => act.send(desk.askHint(nowMs()));
  useEffect(() => {
    if (!answering.takeHint()) return;
    tell(say("question.suggestion_filled"));
    changed();
  });
  const seal = () => {
    const why = answering.holdsBack(nowMs());
    if (why) setCaution(why);
    else sealNow();
  };
  const sealNow = () => {
    setCaution("");
    const request = answering.seal(nowMs());
    if (request) act.send(request);
    act.redraw();
  };
  const takeBack = () => {
    act.send(answering.takeBack(nowMs()));
    act.redraw();
  };
  const refuse = () => {
    if (filling.fault) {
      answering.tried = true;
      const lacking = filling.fields.find((field) => filling.faultOf(field));
      if (lacking) focusField(fieldId(filling, gate, lacking));
    }
    tell(whyNot(desk, filling, nowMs()) || settledWords(desk, filling));
    act.redraw();
  };
  const heldOff = (/** @type {Event} */ event) => {
    if (!desk.guard.holds(nowMs()) || isNavigation(event)) return;
    desk.guard.press(nowMs());
    event.preventDefault();
    event.stopPropagation();
  };
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    enterGoesOn(event);
    if (event.defaultPrevented || !/^[\p{L}\p{N}]$/u.test(event.key) || isNavigation(event) || takesLetters(event.target)) return;
    desk.guard.raiseAt(nowMs(), "question.still_typing"); // it is part of a sentence
    act.redraw();
  };
  const shut = desk.bot || desk.watching || desk.dismissed;
  return html`<form
    class="question-form"
    noValidate
    autocomplete="off"
    data-guarded=${guarded}
    onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}
    onClickCapture=${heldOff}
    onPointerDownCapture=${heldOff}
    onKeyDownCapture=${heldOff}
    onBeforeInputCapture=${heldOff}
    onKeyDown=${pressed}
  >
    <h2 class="question-asked" dir="auto" id="question-asked" tabindex="-1">${clean(form.question, Infinity)}</h2>
    ${form.help && html`<p class="question-help" dir="auto">${clean(form.help, Infinity)}</p>`}
    ${shut && html`<${Sealed} desk=${desk} form=${form} now=${now} />`}
    <fieldset class="question-fields" disabled=${shut} role="none">
      <${Fields} filling=${filling} gate=${gate} tried=${answering.tried} changed=${changed} />
    </fieldset>
    ${!shut && desk.mayHint && html`<p class="question-suggest"><button type="button" class="button" onClick=${suggest}>${say("question.suggest")}</button></p>`}
    ${!shut && html`<${Sealed} desk=${desk} form=${form} now=${now} />`}
    ${caution
      ? html`<${Caution} why=${caution} seal=${sealNow} back=${() => setCaution("")} />`
      : html`<${SealFoot} desk=${desk} hand=${hand} now=${now} tried=${answering.tried} seal=${seal} takeBack=${takeBack} refuse=${refuse} />`}
  </form>`;
}

/**
 * The last part of a question: the control that seals, and why nothing can be sealed. The foot of the screen is `Foot` in ../foot.js.
 * @param {{desk: Desk, hand: Hand, now: number, tried: boolean, seal: () => void, takeBack: () => void, refuse: () => void}} props
 */
function SealFoot({ desk, hand, now, tried, seal, takeBack, refuse }) {
  const { filling } = hand;
  const locked = desk.locked(now);
  if (desk.bot || desk.watching) return null; // a line above the fields shows that
  if (desk.dismissed) return html`<p class="question-why" id="question-why"><span aria-hidden="true">⊘ </span>${locked}</p>`;
  const calm = locked || filling.fault ? "" : settledWords(desk, filling);
  const why = calm ? "" : whyNot(desk, filling, now);
  const label = say(desk.sealed === null ? "question.seal_this" : "question.seal_instead");
  return html`<div class="question-foot">
    ${why && html`<p class="question-why" id="question-why" data-calm=${desk.guard.holds(now) || (!locked && !tried)}><span aria-hidden="true">${locked ? "⊘" : "▲"} </span>${why}</p>`}
    <${Sealer}
      ready=${!why && !calm}
      label=${calm || label}
      calm=${Boolean(calm)}
      answer=${answerWords(filling.form, filling.answer)}
      describedBy=${why ? "question-why" : undefined}
      seal=${seal}
      refuse=${refuse}
    />
    ${desk.canTakeBack(now) && !locked && html`<p class="question-take-back"><button type="button" class="button" onClick=${takeBack}>${say("question.take_back")}</button></p>`}
  </div>`;
}

/**
 * Return why the answer cannot be sealed now, "" if it can.
 * @param {Desk} desk
 * @param {import("./filling.js").Filling} filling
 * @param {number} now
 */
function whyNot(desk, filling, now) {
  const locked = desk.locked(now);
  const lacking = filling.fields.find((field) => filling.faultOf(field));
  if (locked || !lacking) return locked;
  const fault = filling.faultOf(lacking);
  return filling.fields.length > 1 ? named(lacking.label, fault) : fault;
}

/**
 * Return that the answer is sealed, or something is under way, "" if it is another one.
 * @param {Desk} desk
 * @param {import("./filling.js").Filling} filling
 */
function settledWords(desk, filling) {
  const { sending, view } = desk;
  if (sending && (same(sending.answer, filling.answer) || (view && takesBack(view, sending.answer)))) return say("question.on_its_way");
  return desk.sealed !== null && same(desk.sealed, filling.answer) ? say("question.is_sealed") : "";
}

/**
 * Ask about an answer that leaves undone what the game warns of.
 * @param {{why: string, seal: () => void, back: () => void}} props
 */
function Caution({ why, seal, back }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => box.current?.focus(), []);
  return html`<div class="question-caution" role="alertdialog" aria-labelledby="question-caution-ask" aria-describedby="question-caution-why" tabindex="-1" ref=${box}>
    <p class="question-caution-why" id="question-caution-why"><span aria-hidden="true">▲ </span>${why}</p>
    <p class="question-caution-ask" id="question-caution-ask">${say("question.seal_all_the_same")}</p>
    <p class="question-caution-ways">
      <button type="button" class="button button-first" onClick=${seal}>${say("question.anyway")}</button>
      <button type="button" class="button" onClick=${back}>${say("question.look_again")}</button>
    </p>
  </div>`;
}

/**
 * Announce each result of the answer once.
 * @param {Desk} desk
 * @param {import("./answers.js").Form} form
 */
function useAnnounced(desk, form) {
  const sealed = desk.sealed === null ? "" : JSON.stringify(desk.sealed);
  const before = useRef(sealed);
  useEffect(() => {
    if (sealed && sealed !== before.current && desk.sealed !== null) {
      const answer = answerWords(form, desk.sealed);
      const until = desk.until(nowMs());
      tell(until ? say("question.sealed_aloud", { answer, until }) : say("question.sealed_is", { answer }));
    }
    before.current = sealed;
  }, [sealed]);
  useEffect(() => {
    if (desk.refused) tell(say("question.not_sealed", { why: desk.refused }));
  }, [desk.refused]);
}

/**
 * Move from a filled-in text box to the control that seals on Enter, without pressing it.
 * @param {KeyboardEvent} event
 */
function enterGoesOn(event) {
  const box = /** @type {HTMLElement} */ (event.target);
  if (event.key !== "Enter" || event.isComposing || box.tagName !== "INPUT") return;
  event.preventDefault();
  document.getElementById("question-sealer")?.focus();
}

/**
 * Return whether a key only moves the focus, and so is no part of an answer.
 * @param {Event} event
 */
function isNavigation(event) {
  return event instanceof KeyboardEvent && (["Tab", "Shift", "Escape"].includes(event.key) || event.ctrlKey || event.altKey || event.metaKey);
}

/**
 * Return whether a key writes something or ends a line.
 * @param {KeyboardEvent} event
 */
function isTyped(event) {
  return !isNavigation(event) && (event.key.length === 1 || event.key === "Enter" || event.key === "Backspace");
}

/**
 * Return whether a control accepts letters.
 * @param {EventTarget | null} control
 */
function takesLetters(control) {
  return control instanceof HTMLElement && control.matches("input:not([type=radio], [type=checkbox]), textarea, select");
}

/**
 * Move the keyboard focus to the first control of a field.
 * @param {string} id
 */
function focusField(id) {
  const field = document.getElementById(id);
  const control = field?.querySelector("input, select, textarea, button:not([tabindex='-1'])");
  /** @type {HTMLElement | null | undefined} */ (control)?.focus();
  field?.scrollIntoView({ block: "center" });
}
