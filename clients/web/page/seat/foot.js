// The foot: on a phone the parts of the table and a menu, on wider screens the panels that can be opened.
// = clients/seat/drawing/keys.py

import { html } from "../vendor/preact.js";
import { say } from "../words.js";
import { waits } from "./ringing.js";
import { Unread } from "./talk.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("./app.js").Part} Part */
/**
 * Something that waits for the reader out of sight.
 * @typedef {{where: "deals" | "notice" | "said", words: string}} Unseen
 */

const PARTS = /** @type {const} */ ([
  ["table", "web.part_table"],
  ["talk", "help.foot_talk"],
  ["story", "help.foot_story"],
]);

/** A drawing for each, on an area of 24 by 24. */
const SIGNS = {
  table: "M4 5h16v14H4zM4 12h16M12 5v14",
  talk: "M4 5h16v11H11l-5 4v-4H4z",
  story: "M6 4h12v16H6zM9 8h6M9 12h6M9 16h4",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

/** The titles of the panels, by name. @type {Record<string, string>} */
const OPENS = {
  documents: "board.documents",
  rules: "rules.title",
  help: "help.title",
  notices: "notices.title",
  notes: "help.foot_notes",
  call: "notices.call_title",
  cover: "web.open_cover",
  ask: "notices.ask_title",
  seat: "web.open_seat",
  settings: "web.open_settings",
  leave: "help.foot_leave",
  more: "web.open_more",
};

/**
 * Return the title of a panel on its button. The one of the seat names the action that is possible there.
 * @param {string} name
 * @param {Desk} desk
 */
export function opens(name, desk) {
  if (name === "seat" && (desk.bot || desk.watching)) return say("web.take_seat");
  return say(OPENS[name] ?? "web.open_more");
}

/**
 * Return whether the player can hand the seat over, or take it. A seat that stays with a bot allows only a call to the
 * umpire, and one without other crew cannot be handed over.
 * @param {Desk} desk
 */
export function seatChanges(desk) {
  return !desk.ended && !desk.alone && !(desk.bot && !desk.lent);
}

/**
 * Return the panels that can be opened now, in their order.
 * @param {Desk} desk
 * @param {number} documents
 */
export function openings(desk, documents) {
  return [
    ...(documents ? ["documents"] : []),
    "rules",
    ...(desk.notices.length ? ["notices"] : []),
    "notes",
    "call",
    ...(desk.asksAt ? ["ask"] : []),
    ...(seatChanges(desk) ? ["seat"] : []),
    "cover",
    "settings",
    "leave",
  ];
}

/**
 * @param {{desk: Desk, now: number, part: Part, panel: string, documents: number, unread: number, unseen: Unseen[], goTo: (where: Unseen["where"]) => void, show: (part: Part) => void, open: (panel: string) => void}} props
 */
export function Foot({ desk, now, part, panel, documents, unread, unseen, goTo, show, open }) {
  const here = panel ? "" : part;
  return html`
    <footer class="foot">
      ${unseen.length > 0 &&
      html`
        <ul class="foot-unseen">
          ${unseen.map(
            ({ where, words }) => html`
              <li key=${where}>
                <span class="foot-words" dir="auto">${words}</span>
                ${where === "said"
                  ? html`<button type="button" class="button button-small" aria-label=${say("web.put_away_said")} onClick=${() => goTo(where)}>✕</button>`
                  : html`<button type="button" class="button button-small" aria-label=${say("web.show_what", { what: words })} onClick=${() => goTo(where)}>${say("web.show")}</button>`}
              </li>
            `,
          )}
        </ul>
      `}
      <nav class="foot-parts" aria-label=${say("web.parts")}>
        ${PARTS.map(
          ([each, title]) => html`
            <button type="button" class="foot-part" key=${each} aria-current=${each === here ? "true" : null} onClick=${() => show(each)}>
              <${Sign} path=${SIGNS[each]} />
              <span>${say(title)}</span>
              ${each !== here && html`<${News} part=${each} desk=${desk} now=${now} />`}
            </button>
          `,
        )}
        <button type="button" class="foot-part" aria-expanded=${panel !== ""} onClick=${() => open(panel ? "" : "more")}>
          <${Sign} path=${SIGNS.more} />
          <span>${say("web.open_more")}</span>
          ${!panel && unread > 0 && html`<span class="foot-news"><span aria-hidden="true">●</span><span class="aloud">, ${say("web.unread", { n: unread })}</span></span>`}
        </button>
      </nav>
      <nav class="foot-all" aria-label=${say("web.open_more")}>
        <${Doors} desk=${desk} documents=${documents} unread=${unread} panel=${panel} open=${open} />
      </nav>
    </footer>
  `;
}

/**
 * The mark of news in a part of the page that is not shown: a number of lines, or a dot.
 * @param {{part: Part, desk: Desk, now: number}} props
 */
function News({ part, desk, now }) {
  const lines = desk.unreadTalks.reduce((sum, talk) => sum + desk.unread(talk), 0);
  if (part === "talk" && lines > 0) return html`<span class="foot-news"><${Unread} n=${lines} /></span>`;
  const asks = part === "table" ? waits(desk, now) : part === "talk" && desk.waitingDeals.length > 0;
  if (asks) return html`<${Dot} words=${say(part === "table" ? "web.asked" : "web.new")} />`;
  const open = part === "talk" && [...desk.talks.values()].some((talk) => desk.isOpen(talk, now));
  return open && html`<${Dot} words=${say("talk.is_open")} open=${true} />`;
}

/** @param {{words: string, open?: boolean}} props */
function Dot({ words, open = false }) {
  return html`<span class="foot-news" data-open=${open}><span aria-hidden="true">●</span><span class="aloud">, ${words}</span></span>`;
}

/** @param {{path: string}} props */
function Sign({ path }) {
  return html`<svg class="foot-sign" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;
}

/**
 * A button for each panel that can be opened now.
 * @param {{desk: Desk, documents: number, unread: number, panel: string, open: (panel: string) => void}} props
 */
export function Doors({ desk, documents, unread, panel, open }) {
  return openings(desk, documents).map(
    (name) => html`
      <button type="button" class="button door-button" key=${name} aria-expanded=${name === panel} onClick=${() => open(name === panel ? "" : name)}>
        ${opens(name, desk)}${name === "documents" && unread > 0 && html`${" "}<span class="badge">${say("web.unread", { n: unread })}</span>`}
        ${name === "notices" && desk.newNotices.length > 0 && html`${" "}<span class="badge">${say("web.unread", { n: desk.newNotices.length })}</span>`}
      </button>
    `,
  );
}
