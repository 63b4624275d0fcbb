// The actions in a panel: call the umpire, ask for information, hand the seat over or take it over, leave. = clients/seat/screen/overlays.py

import { LinkState } from "../link/state.js";
import { TextField } from "../textfield.js";
import { html, useState } from "../vendor/preact.js";
import { clean, say, SPEECH_CHARS_MAX } from "../words.js";
import { Sure } from "./sure.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("./app.js").Act} Act */

/**
 * The words that ask for confirmation before the seat is taken back from a bot, taken from another crew member, or handed
 * over.
 */
const BACK = { asks: "company.seat_from_bot", says: "company.seat_from_bot_says", yes: "web.seat_take_yes" };
const TAKE = { asks: "company.seat_take", says: "company.seat_take_says", yes: "web.seat_take_yes" };
const HAND_OVER = { asks: "company.seat_hand_over", says: "company.seat_hand_over_says", yes: "web.seat_hand_over_yes" };

/** The form that calls the umpire. @param {{desk: Desk, act: Act, close: () => void}} props */
export function Calling({ desk, act, close }) {
  const [text, write] = useState("");
  /** @param {SubmitEvent} event */
  const call = (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    act.send(desk.call(text));
    close();
  };
  return html`
    <form onSubmit=${call}>
      <p>${say("notices.call_text")}</p>
      <label class="label" for="call-text">${say("notices.call_need")}</label>
      <${TextField}
        class="input"
        id="call-text"
        lines
        rows="3"
        maxlength=${SPEECH_CHARS_MAX}
        value=${text}
        onText=${(/** @type {import("../textfield.js").Box} */ box) => write(box.value)}
      />
      <div class="buttons"><button type="submit" class="button button-first">${say("web.call_send")}</button></div>
    </form>
  `;
}

/** The form that asks for information. @param {{desk: Desk, act: Act, close: () => void}} props */
export function Asking({ desk, act, close }) {
  const [text, write] = useState("");
  if (!desk.asksAt) return html`<p class="part-none">${say("notices.cannot_ask")}</p>`;
  /** @param {SubmitEvent} event */
  const ask = (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    act.send(desk.ask(text));
    close();
  };
  return html`
    <form onSubmit=${ask}>
      <p>${say("notices.ask_text", { who: clean(desk.asksAt) })}</p>
      <label class="label" for="ask-text">${say("notices.ask_need")}</label>
      <${TextField}
        class="input"
        id="ask-text"
        lines
        rows="3"
        maxlength=${SPEECH_CHARS_MAX}
        value=${text}
        onText=${(/** @type {import("../textfield.js").Box} */ box) => write(box.value)}
      />
      <div class="buttons"><button type="submit" class="button button-first">${say("help.foot_ask")}</button></div>
    </form>
  `;
}

/** Hands the seat over, or takes it over, after confirmation. @param {{desk: Desk, act: Act, close: () => void}} props */
export function SeatDoing({ desk, act, close }) {
  if (desk.bot && !desk.lent) return html`<${Calling} desk=${desk} act=${act} close=${close} />`;
  const words = desk.bot ? BACK : desk.watching ? TAKE : HAND_OVER;
  /** @param {boolean} sure */
  const decide = (sure) => {
    if (sure) act.send(desk.bot || desk.watching ? desk.claim() : desk.handOver());
    close();
  };
  return html`<${Sure} question=${say(words.asks)} says=${say(words.says)} yes=${say(words.yes)} decide=${decide} />`;
}

/**
 * Leaves, after the player has confirmed. The words promise nothing that a closed window cannot keep.
 * @param {{desk: Desk, leave: () => void, close: () => void}} props
 */
export function Leaving({ desk, leave, close }) {
  const going = desk.ended === null ? "web.leaving" : "web.leaving_over";
  const says = desk.link.state === LinkState.SHUT ? "company.leaving_shut" : desk.dismissed ? "web.leaving_ended" : going;
  return html`<${Sure} question=${say(desk.dismissed ? "company.close_sure" : "company.leave_sure")} says=${say(says)} yes=${say("help.foot_leave")} decide=${(/** @type {boolean} */ sure) => (sure ? leave() : close())} />`;
}
