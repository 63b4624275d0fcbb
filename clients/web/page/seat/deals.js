// Proposals: who proposed what to whom, the result, and the form in which they are made and answered.
// = clients/seat/screen/proposals.py

import { sided, Sides } from "../board/sides.js";
import { TextField } from "../textfield.js";
import { html, useState } from "../vendor/preact.js";
import { clean, say, SPEECH_CHARS_MAX } from "../words.js";
import { Sure } from "./sure.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("../link/wire").Deal} Deal */
/** @typedef {import("./app.js").Act} Act */

/** The signs of settled proposals, beside their words. */
const SIGNS = { open: "", accepted: "✓ ", refused: "✗ ", lapsed: "" };
/** The states of a proposal in words. */
const STATES = { open: "deals.open", accepted: "deals.accepted", refused: "deals.refused", lapsed: "deals.lapsed" };

/** Return whether proposals are shown on the screen now. @param {Desk} desk */
export function dealsWanted(desk) {
  return desk.view !== null && (desk.view.deals_open || desk.deals.size > 0);
}

/** Return who makes a proposal, to whom, and its state, as the seat `me` reads it. @param {Deal} deal @param {string} me */
export function dealWords(deal, me) {
  const asks = deal.state === "open" && deal.taker === me;
  return {
    giver: deal.giver === me ? say("talk.you") : clean(deal.giver_title),
    taker: deal.taker === me ? say("company.you") : clean(deal.taker_title),
    state: asks ? say("deals.waits_from_you") : say(STATES[deal.state]),
    asks,
  };
}

/** Return whether this window makes proposals at this question. @param {Desk} desk */
function proposes(desk) {
  const { view } = desk;
  return view !== null && view.deals_open && view.seats.length > 0 && !desk.bot && !desk.watching;
}

/** @param {{desk: Desk, now: number, act: Act}} props */
export function Deals({ desk, now, act }) {
  if (!dealsWanted(desk)) return null;
  const deals = [...desk.deals.values()].sort(
    (one, other) => Number(one.state !== "open") - Number(other.state !== "open") || other.number - one.number,
  );
  return html`
    <section class="part deals" aria-labelledby="deals-title">
      <div class="part-head">
        <h2 class="part-title" id="deals-title" tabindex="-1">${say("deals.title")}</h2>
        <p class="part-note">${say("deals.binds_nobody")}</p>
      </div>
      ${deals.length > 0
        ? html`<ol class="deals-list">${deals.map((deal) => html`<${OneDeal} key=${deal.number} desk=${desk} deal=${deal} now=${now} act=${act} />`)}</ol>`
        : html`<p class="part-none">${say("deals.none")}</p>`}
      ${proposes(desk) ? html`<${Proposing} desk=${desk} now=${now} act=${act} />` : html`<p class="part-note">${desk.noDeals(now) || say("deals.cannot")}</p>`}
    </section>
  `;
}

/**
 * One proposal, with the two answers if it waits for this seat and can be answered.
 * @param {{desk: Desk, deal: Deal, now: number, act: Act}} props
 */
function OneDeal({ desk, deal, now, act }) {
  const [sure, ask] = useState(false);
  const me = desk.welcome?.seat ?? "";
  const { giver, taker, state, asks } = dealWords(deal, me);
  const can = !desk.noDeals(now);
  const sides = new Sides(desk.view?.sheet.sides);
  /** @param {boolean} accept */
  const respond = (accept) => {
    ask(false);
    if (desk.waitingDeals.some((each) => each.number === deal.number)) act.send(desk.respond(deal.number, { accept }));
    else act.redraw();
  };
  return html`
    <li class="deal" data-state=${deal.state} data-asks=${asks}>
      <p class="deal-who">
        <span class="deal-number">${deal.number}</span> <b>${sided(sides, say("deals.from_to", { giver, taker }))}</b>
        ${deal.heading && html`${" "}<span class="deal-when">${clean(deal.heading)}</span>`}
      </p>
      <p class="deal-text" dir="auto">${say("fields.quoted", { text: clean(deal.text) })}</p>
      <p class="deal-state"><span aria-hidden="true">${SIGNS[deal.state]}</span>${state}</p>
      ${asks &&
      can &&
      !sure &&
      html`
        <div class="buttons">
          <button type="button" class="button" onClick=${() => ask(true)} aria-label=${say("deals.accept_number", { n: deal.number })}>${say("deals.accept")}</button>
          <button type="button" class="button" onClick=${() => respond(false)} aria-label=${say("deals.refuse_number", { n: deal.number })}>${say("deals.refuse")}</button>
        </div>
      `}
      ${asks && can && sure && html`<${Sure} question=${say("deals.sure", { n: deal.number })} yes=${say("deals.accept")} decide=${(/** @type {boolean} */ yes) => (yes ? respond(true) : ask(false))} />`}
    </li>
  `;
}

/**
 * The form that makes a proposal. An unfinished text stays in it while no proposal can be made.
 * @param {{desk: Desk, now: number, act: Act}} props
 */
function Proposing({ desk, now, act }) {
  const why = desk.noDeals(now);
  const seats = desk.view?.seats ?? [];
  const [to, choose] = useState(seats[0]?.[0] ?? "");
  const [text, write] = useState("");
  const chosen = seats.some(([seat]) => seat === to) ? to : (seats[0]?.[0] ?? "");
  /** @param {SubmitEvent} event */
  const put = (event) => {
    event.preventDefault();
    if (why || !text.trim()) return;
    act.send(desk.propose(chosen, text));
    write("");
  };
  if (why && !text && document.activeElement?.id !== "deals-text") return html`<p class="part-note">${why}</p>`;
  return html`
    <form class="deals-form" onSubmit=${put}>
      <label class="label" for="deals-to">${say("deals.to")}</label>
      <select class="input" id="deals-to" value=${chosen} onChange=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
        ${seats.map(([seat, title]) => html`<option key=${seat} value=${seat} selected=${seat === chosen}>${clean(title)}</option>`)}
      </select>
      <label class="label" for="deals-text">${say("deals.your_proposal")}</label>
      <div class="line">
        <${TextField}
          class="input"
          id="deals-text"
          autocomplete="off"
          enterkeyhint="send"
          maxlength=${SPEECH_CHARS_MAX}
          value=${text}
          readonly=${Boolean(why)}
          aria-describedby="deals-why"
          onText=${(/** @type {import("../textfield.js").Box} */ box) => write(box.value)}
        />
        <button type="submit" class="button" aria-disabled=${Boolean(why)}>${say("deals.put")}</button>
      </div>
      ${why && html`<p class="part-note" id="deals-why">${why}</p>`}
    </form>
  `;
}
