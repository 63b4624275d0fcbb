// The head of the page: who the player is, what is going on, and the clock. = clients/seat/drawing/header.py

import { Badge, Sides } from "../board/sides.js";
import { LinkState } from "../link/state.js";
import { Timing } from "../desk/talk.js";
import { ElsewhereLinks } from "../elsewhere.js";
import { useCounting } from "../moment.js";
import { html } from "../vendor/preact.js";
import { clean, say } from "../words.js";
import { clockText, listed } from "../turns.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("./app.js").Act} Act */
/** @typedef {Act["open"]} Open */

const ASKED_MAX = 3;
/** The lengths that the bar of the clock can have. A finer one would be drawn anew each second and look the same. */
const BAR_STEPS = 500;

/** @param {{desk: Desk, now: number, act: Act}} props */
export function Header({ desk, now, act }) {
  const timing = desk.timing(now);
  return html`
    <header class="head" data-timing=${timing}>
      <div class="head-row">
        <div class="head-words">
          <${Who} desk=${desk} />
          <${What} desk=${desk} now=${now} open=${act.open} />
        </div>
        <${ClockFace} desk=${desk} now=${now} />
      </div>
      <${ClockBar} desk=${desk} now=${now} />
      <${ClockWords} desk=${desk} now=${now} />
      <${Banners} desk=${desk} act=${act} />
    </header>
  `;
}

/** The names of the seat, its team, the player, the game and the table. @param {{desk: Desk}} props */
function Who({ desk }) {
  const { welcome, view } = desk;
  if (!welcome) return html`<h1 class="head-name head-quiet">${say("web.not_linked_yet")}</h1>`;
  const seat = clean(welcome.seat_title);
  const team = clean(welcome.team_title);
  const name = !team || seat.toLowerCase().includes(team.toLowerCase()) ? seat : `${team.toUpperCase()} · ${seat}`;
  return html`
    <h1 class="head-name">
      <${Badge} sides=${new Sides(view?.sheet.sides)} title=${name} side=${welcome.team} />
      ${welcome.person && html`${" "}<span class="head-person">${clean(welcome.person)}</span>`}
    </h1>
    <p class="head-place">${say("company.place", { game: clean(welcome.game_title), n: welcome.table })}</p>
  `;
}

/**
 * The phase, its rule, and who is asked. It is highlighted when another question opens.
 * @param {{desk: Desk, now: number, open: Open}} props
 */
function What({ desk, now, open }) {
  const { view } = desk;
  if (!view) return null;
  const title = desk.isTold || !view.ended ? clean(view.title) : say("story.what_happened");
  return html`
    <div class="head-what">
      <p class="head-phase" data-fresh=${desk.guard.holds(now)}><strong>${title}</strong></p>
      ${view.rule && html`${" "}<button type="button" class="head-rule" onClick=${() => open("rules")}>${say("rules.number", { rule: clean(view.rule) })}</button>`}
    </div>
    ${view.asked.length > 0 && !view.ended && html`<p class="head-deciding">${say("company.deciding", { who: whoDecides(view.asked) })}</p>`}
  `;
}

/** Return the names of those who are asked, or their number if they are too many to name here. @param {string[]} asked */
function whoDecides(asked) {
  return asked.length > ASKED_MAX ? say("company.seats", { n: asked.length }) : asked.map((name) => clean(name)).join(", ");
}

/** The clock in large figures. @param {{desk: Desk, now: number}} props */
function ClockFace({ desk, now: drawn }) {
  const now = useCounting(drawn);
  const timing = desk.timing(now);
  if (timing === Timing.NONE) {
    return desk.ended ? html`<p class="clock" data-timing="none"><span class="clock-over">${say("clock.over")}</span></p>` : null;
  }
  const figures = clockText(desk.leftMs(now));
  return html`
    <p class="clock" role="timer" data-timing=${timing}>
      <span class="aloud">${say("clock.time_left")} </span><span class="clock-figures">${figures}</span>
    </p>
  `;
}

/** The time left as a bar, hatched if it is not known here. @param {{desk: Desk, now: number}} props */
function ClockBar({ desk, now: drawn }) {
  const now = useCounting(drawn);
  const timing = desk.timing(now);
  const total = desk.clock.clock?.total_ms ?? 0;
  if (timing === Timing.NONE || total <= 0) return html`<div class="clock-bar" data-timing="none" aria-hidden="true"></div>`;
  const part = Math.round(Math.min(1, desk.leftMs(now) / total) * BAR_STEPS) / BAR_STEPS;
  return html`
    <div class="clock-bar" data-timing=${timing} aria-hidden="true">
      <div class="clock-left" style=${{ "--part": String(part) }}></div>
    </div>
  `;
}

/** The state of the clock in words, if figures alone do not show it. @param {{desk: Desk, now: number}} props */
function ClockWords({ desk, now }) {
  const words = clockWords(desk, now);
  return words ? html`<p class="clock-words" data-timing=${desk.timing(now)}>${words}</p>` : null;
}

/**
 * Return the words for the state of the clock, "" while it runs.
 * @param {Desk} desk
 * @param {number} now
 */
function clockWords(desk, now) {
  switch (desk.timing(now)) {
    case Timing.STANDS:
      return desk.standstill();
    case Timing.FROZEN:
      return say(desk.dismissed ? "clock.frozen_ended" : "clock.frozen_lost");
    case Timing.URGENT:
      return desk.view?.form && desk.sealed === null ? say("clock.hurry", { n: Math.ceil(desk.leftMs(now) / 1000) }) : "";
    case Timing.UP:
      return desk.timeIsUp(now);
    default:
      return "";
  }
}

/** The warnings: the link, a receipt that proves nothing, a bot at the seat. @param {{desk: Desk, act: Act}} props */
function Banners({ desk, act }) {
  const { link } = desk;
  const away = () => {
    desk.alarm = "";
    act.redraw();
  };
  const plays = !desk.ended; // afterwards the seat cannot be taken back
  return html`
    ${link.state === LinkState.DOWN &&
    html`<div class="banner banner-alarm">
      <div>
        <p><strong>${say("web.link_down")}</strong> · ${clean(link.text)}</p>
        <${ElsewhereLinks} link=${link} />
      </div>
    </div>`}
    ${link.state === LinkState.SHUT &&
    html`
      <div class="banner banner-alarm">
        <p><strong>${say("web.link_shut")}</strong> · ${clean(link.text)}</p>
        <button type="button" class="button" onClick=${() => act.again?.()}>${say("web.open_here")}</button>
      </div>
    `}
    ${desk.dismissed &&
    html`
      <div class="banner banner-note">
        <p><span aria-hidden="true">■ </span>${clean(link.text)} ${resultOf(desk)} ${say("web.you_may_leave")}</p>
        <button type="button" class="button" onClick=${() => act.again?.()}>${say("help.foot_seek")}</button>
      </div>
    `}
    ${desk.alarm &&
    html`
      <div class="banner banner-alarm">
        <p><strong>${say("web.receipt")}</strong> ${clean(desk.alarm, 600)}</p>
        <button type="button" class="button" onClick=${away}>${say("web.close")}</button>
      </div>
    `}
    ${plays &&
    desk.bot &&
    html`
      <div class="banner banner-note">
        <p>${say("question.bot_plays")}</p>
        <button type="button" class="button" onClick=${() => act.open(desk.lent ? "seat" : "call")}>
          ${say(desk.lent ? "web.take_seat" : "web.ask_for_seat")}
        </button>
      </div>
    `}
    ${plays &&
    !desk.bot &&
    desk.watching &&
    html`
      <div class="banner banner-note">
        <p>${say("question.you_watch")}</p>
        <button type="button" class="button" onClick=${() => act.open("seat")}>${say("web.take_seat")}</button>
      </div>
    `}
  `;
}

/**
 * Return how the game at the player's own table ended, or that it did not.
 * @param {Desk} desk
 */
function resultOf(desk) {
  const ended = desk.view?.ended;
  if (!ended) return say("verdict.not_over");
  const winners = ended.winners.map((name) => clean(name));
  const title = ended.title ? say("verdict.reason", { reason: clean(ended.title, Infinity) }) : "";
  const won = winners.length ? say("verdict.won_by", { who: listed(winners) }) : title ? "" : say("verdict.nobody_won");
  const who = [title, won].filter(Boolean).join(" ");
  return say("verdict.your_table", { reason: clean(ended.reason, Infinity), who });
}
