// The messages to a seat: the newest until it is put away, the list of all, and the reply if one is asked for.
// = clients/seat/drawing/header.py, clients/seat/screen/boxes.py

import { paragraphs } from "../board/text.js";
import { messageHead } from "../desk/messages.js";
import { TextField } from "../textfield.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../vendor/preact.js";
import { say, SPEECH_CHARS_MAX } from "../words.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("../link/wire").Notice} Notice */
/** @typedef {import("./app.js").Act} Act */

/** Return whether a reply of this seat to this message is asked for. @param {Desk} desk @param {Notice} notice */
function asksReply(desk, notice) {
  return desk.unreplied.includes(notice);
}

/** How many settled proposals are named at once, the newest ones. */
const OUTCOMES_MAX = 3;

/** Return the results of the last request and of proposals, in words. @param {Desk} desk */
export function toldNow(desk) {
  const outcomes = desk.settled.slice(-OUTCOMES_MAX).map((number) => desk.outcome(number));
  return [desk.late.words, desk.said || desk.onItsWay, ...outcomes].filter(Boolean);
}

/** Remove the results of requests and proposals, because the reader has seen them. @param {Desk} desk */
export function dropTold(desk) {
  desk.said = "";
  desk.late.putAway();
  desk.settled = [];
}

/**
 * The lines that must be seen now: the results of the last request and of proposals, and the newest notice that was not
 * put away.
 * @param {{desk: Desk, act: Act}} props
 */
export function Newest({ desk, act }) {
  const told = toldNow(desk);
  const waiting = desk.newNotices;
  const notice = desk.notices[waiting.at(-1) ?? -1];
  const drop = () => {
    dropTold(desk);
    act.redraw();
  };
  const putAway = () => {
    desk.putNoticeAway();
    act.redraw();
  };
  return html`
    ${told.length > 0 &&
    html`
      <div class="said" id="told">
        <div>${told.map((words) => html`<p key=${words}><span aria-hidden="true">› </span>${words}</p>`)}</div>
        ${(desk.said || desk.late.words || desk.settled.length > 0) && html`<button type="button" class="button button-small" onClick=${drop} aria-label=${say("web.put_away_said")}>✕</button>`}
      </div>
    `}
    ${notice &&
    html`
      <section class="notice" id="notice-title" tabindex="-1" aria-label=${say("notices.title")}>
        <${Word} notice=${notice} waiting=${waiting.length} />
        ${asksReply(desk, notice) && html`<${Replying} key=${notice.number} desk=${desk} notice=${notice} act=${act} id="newest" />`}
        <button type="button" class="button" onClick=${putAway}>${say("web.close")}</button>
      </section>
    `}
  `;
}

/** All messages to this seat. Those that were unread when the list opened are marked. @param {{desk: Desk, act: Act}} props */
export function Notices({ desk, act }) {
  const [fresh] = useState(() => new Set(desk.newNotices));
  useEffect(() => {
    for (const at of desk.newNotices) {
      fresh.add(at);
      desk.noticesRead.add(at);
    }
    setTimeout(act.redraw); // after all effects of this drawing
  }, [desk.notices.length]);
  if (!desk.notices.length) return html`<p class="part-none">${say("notices.none")}</p>`;
  return html`
    <ol class="notices-list">
      ${desk.notices.map(
        (notice, at) => html`
          <li key=${at} class="notice">
            <${Word} notice=${notice} fresh=${fresh.has(at)} />
            ${notice.number > 0 && desk.answered.has(notice.number) && html`<p class="part-note">${say("notices.replied")}</p>`}
            ${asksReply(desk, notice) && html`<${Replying} desk=${desk} notice=${notice} act=${act} id=${`all-${at}`} />`}
          </li>
        `,
      )}
    </ol>
  `;
}

/**
 * Let the keys reach a text as long as it scrolls, under this name. Return the ref of its box.
 * @param {string} name
 * @param {string} words
 */
function useScrolling(name, words) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    const measure = () => {
      const scrolls = node.scrollHeight > node.clientHeight;
      for (const [key, value] of Object.entries({ tabindex: "0", role: "group", "aria-label": name })) {
        if (scrolls) node.setAttribute(key, value);
        else node.removeAttribute(key);
      }
    };
    const watching = new ResizeObserver(measure);
    watching.observe(node);
    for (const line of node.children) watching.observe(line);
    return () => watching.disconnect();
  }, [name, words]);
  return box;
}

/** @param {{notice: Notice, waiting?: number, fresh?: boolean}} props */
function Word({ notice, waiting = 0, fresh = false }) {
  const to = messageHead(notice);
  const text = useScrolling(to, notice.text);
  return html`
    <p class="notice-to">
      <span aria-hidden="true">✉ </span>${waiting > 1 ? say("notices.one_of", { to, n: waiting }) : to}
      ${fresh && html` <span class="badge">${say("web.not_read_yet")}</span>`}
    </p>
    <div class="notice-text" ref=${text}>${paragraphs(notice.text).map((line, at) => html`<p key=${at} dir="auto">${line}</p>`)}</div>
  `;
}

/** @param {{desk: Desk, notice: Notice, act: Act, id: string}} props */
function Replying({ desk, notice, act, id }) {
  const { number } = notice;
  const text = desk.replies.get(number) ?? "";
  /** @param {SubmitEvent} event */
  const reply = (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    desk.replies.delete(number);
    act.send(desk.write(number, text));
  };
  /** @param {import("../textfield.js").Box} box */
  const keep = (box) => {
    desk.replies.set(number, box.value);
    act.redraw();
  };
  return html`
    <form class="notice-reply" onSubmit=${reply}>
      <label class="label" for=${`reply-${id}`}>${say("notices.your_reply")}</label>
      <div class="line">
        <${TextField}
          class="input"
          id=${`reply-${id}`}
          autocomplete="off"
          enterkeyhint="send"
          maxlength=${SPEECH_CHARS_MAX}
          value=${text}
          onText=${keep}
        />
        <button type="submit" class="button">${say("notices.reply")}</button>
      </div>
    </form>
  `;
}
