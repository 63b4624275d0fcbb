// The seat's page: the head, the board, the question, the council and the story, each where there is room for it. A phone
// shows one part at a time, a tablet two columns, a wide screen everything. This module lays out the parts and opens
// panels. Each part has its own module. = clients/seat/screen/table.py

import { isStill } from "../board/running.js";
import { Sheet } from "../board/sheet.js";
import { Tale } from "../board/tale.js";
import { ink } from "../board/text.js";
import { messageHead } from "../desk/messages.js";
import { html, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "../vendor/preact.js";
import { clean, say } from "../words.js";
import { Briefing } from "./briefing.js";
import { Deals } from "./deals.js";
import { Documents } from "./documents.js";
import { Foot, openings } from "./foot.js";
import { Header } from "./header.js";
import { Rank, tell } from "./live.js";
import { dropTold, Newest, toldNow } from "./notices.js";
import { Opened } from "./opened.js";
import { CoachLine, useBack, useBoardTop, useCalls, useKeys, useMeasured, useOwn, usePhone, useTaleMeasured, useTop, useWide } from "./own.js";
import { Question } from "./question/question.js";
import { saveReceipts, saveStory } from "./saving.js";
import { wear } from "./settings.js";
import { isHidden } from "./sight.js";
import { Story } from "./story.js";
import { Talk } from "./talk.js";
import { Team } from "./team.js";
import { Verdict } from "./verdict.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("./own.js").Own} Own */

/**
 * The actions of a part of the screen.
 * @typedef {object} Act
 * @property {(request: import("../link/wire").Request | null) => void} send Send a request, if there is one, and redraw.
 * @property {() => void} redraw Redraw the screen.
 * @property {(panel: string, about?: string) => void} open Open a panel. "" closes it.
 * @property {() => void} [leave] Leave the seat on this device.
 * @property {() => void} [again] Look for the exercise again, after it was ended.
 * @property {import("../link/locker.js").Locker} [locker] Stores notes on this device longer than the tab.
 * @property {() => string} [receipts] Return the file of receipts, "" if there are none.
 */

/** The parts that a phone shows one at a time. @typedef {"table" | "talk" | "story"} Part */

const NONE = { name: "", about: "" };

/** @param {{desk: Desk, now: number, act: Act}} props */
export function App({ desk, now, act }) {
  const own = useOwn(desk, act);
  const [part, show] = useState(/** @type {Part} */ ("table"));
  const [panel, setPanel] = useState(NONE);
  const [, redraw] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const unseen = useUnseen(desk, act);
  const doing = useMemo(() => ({ ...act, open: (/** @type {string} */ name, about = "") => setPanel({ name, about }) }), [act]);
  const goTo = useRef("");
  const seat = useRef(/** @type {HTMLElement | null} */ (null));
  const seating = useRef(desk.seatings);
  if (seating.current !== desk.seatings) {
    seating.current = desk.seatings; // nothing of the old seat stays on the screen
    own.teller.sitDown();
    setPanel(NONE);
  }
  own.teller.still = isStill();
  own.teller.update(now);
  own.halves.watch();
  own.coach.watch(now, { telling: own.teller.telling !== null });
  useMeasured(seat);
  useTaleMeasured(seat, own.teller.telling !== null);
  const briefs = desk.toBeBriefed;
  useTop(`${part} ${panel.name} ${briefs} ${desk.ended !== null}`, part === "story" && !panel.name);
  const phone = usePhone();
  useBoardTop(phone, own.teller.telling !== null);
  const close = () => setPanel(NONE);
  useBack(panel.name !== "", close);
  useCalls(own, desk, now);
  useKeys(own, (action) => {
    if (action === "suggest") act.send(desk.askHint(performance.now()));
    else if (action === "talk" || action === "story") {
      setPanel(NONE);
      show(action);
      goTo.current = action;
      redraw(0);
    } else if (openings(desk, own.dossier.all.length).includes(action) || action === "help") {
      setPanel((before) => (before.name === action ? NONE : { name: action, about: "" }));
    }
  });
  useLayoutEffect(() => {
    if (goTo.current) document.getElementById(`${goTo.current}-title`)?.focus();
    goTo.current = "";
  });
  if (desk.trouble) return html`<main class="plain"><p>${desk.trouble}</p></main>`;
  if (desk.isGivenUp) {
    // the seat is another player's now, or open in another window: nothing of it stays in this one
    return html`<div class="seat" ref=${seat}>
      <${Header} desk=${desk} now=${now} act=${doing} />
      <main class="seat-body" id="table" tabindex="-1"><p class="seat-hidden">${say("link.seat_hidden")}</p></main>
    </div>`;
  }
  const pasted = (/** @type {ClipboardEvent} */ event) => {
    const max = cutOff(event);
    if (max === 0) return;
    desk.said = say("web.pasted_in_part", { n: max });
    act.redraw();
  };
  return html`
    <a class="skip" href="#table">${say("web.skip")}</a>
    <div class="seat" ref=${seat} data-part=${part} data-panel=${panel.name || null} data-briefs=${briefs ? "yes" : null} data-over=${desk.ended ? "yes" : null} data-tells=${own.teller.telling ? "yes" : null} onPaste=${pasted}>
      <${Header} desk=${desk} now=${now} act=${doing} />
      <main class="seat-body" id="table" tabindex="-1">
        <div class="seat-said">
          ${!phone && html`<${CoachLine} own=${own} redraw=${redraw} />`}
          <${Newest} desk=${desk} act=${doing} />
        </div>
        ${briefs
          ? html`<div class="seat-briefing"><${Briefing} desk=${desk} act=${doing} /></div>
              ${!phone && html`<div class="seat-board"><${Board} desk=${desk} act=${doing} own=${own} phone=${phone} /></div>`}`
          : html`<${Table} desk=${desk} now=${now} act=${doing} own=${own} phone=${phone} panel=${panel.name} talk=${() => show("talk")} />`}
        <div class="seat-side"><${Side} desk=${desk} now=${now} act=${doing} own=${own} /></div>
        ${panel.name &&
        html`<${Opened}
          panel=${panel}
          desk=${desk}
          now=${now}
          act=${doing}
          own=${own}
          close=${close}
          changed=${() => {
            wear(own.kept.now, document.documentElement);
            redraw(0);
          }}
        />`}
      </main>
      <${Foot}
        desk=${desk}
        now=${now}
        part=${part}
        panel=${panel.name}
        documents=${own.dossier.all.length}
        unread=${own.dossier.unread}
        unseen=${unseen}
        goTo=${(/** @type {"deals" | "notice" | "said"} */ where) => {
          if (where === "said") dropTold(desk);
          else {
            close();
            goTo.current = where;
          }
          if (where === "deals") show("talk");
          act.redraw();
        }}
        show=${(/** @type {Part} */ to) => {
          close();
          show(to);
        }}
        open=${doing.open}
      />
    </div>
  `;
}

/**
 * The board, the telling or the verdict, and the question. On a phone the hint is below the board, which it would push down.
 * On a wide page the documents are below the question whether the players are ready.
 * @param {{desk: Desk, now: number, act: Act, own: Own, phone: boolean, panel: string, talk: () => void}} props
 */
function Table({ desk, now, act, own, phone, panel, talk }) {
  const { teller } = own;
  const reads = useWide() && !panel && !teller.telling && Boolean(desk.view?.readiness && desk.view.form) && own.dossier.all.length > 0;
  return html`
    <div class="seat-ask">
      <div class="seat-tale">
        ${desk.ended && html`<${Verdict} desk=${desk} again=${() => act.send(desk.call(say("verdict.another_call")))} />`}
        ${teller.telling && html`<${Tale} teller=${teller} now=${now} redraw=${act.redraw} tell=${(/** @type {string} */ text) => tell(text, Rank.STORY)} />`}
        ${phone && html`<${CoachLine} own=${own} redraw=${act.redraw} />`}
      </div>
      <div class="seat-question">
        <${Question} desk=${desk} now=${now} act=${act} notes=${own.notes} />
        ${phone && !teller.telling && !desk.ended && html`<${Ways} desk=${desk} now=${now} unread=${own.dossier.unread} talk=${talk} open=${act.open} />`}
        ${reads && html`<section class="seat-reads" aria-label=${say("web.documents")}><${Documents} desk=${desk} now=${now} dossier=${own.dossier} alone=${true} /></section>`}
      </div>
    </div>
    <div class="seat-board"><${Board} desk=${desk} act=${act} own=${own} phone=${phone} /></div>
  `;
}

/**
 * On a phone: the ways to conversations that are open, and to documents that were not read yet.
 * @param {{desk: Desk, now: number, unread: number, talk: () => void, open: Act["open"]}} props
 */
function Ways({ desk, now, unread, talk, open }) {
  const talks = [...desk.talks.values()].filter((each) => desk.isOpen(each, now) && !each.readsOnly);
  return html`
    ${talks.length > 0 &&
    html`<button type="button" class="button seat-way" onClick=${talk}>
      <span>${say("help.foot_talk")}: ${talks.map((each) => desk.nameOf(each)).join(", ")}</span>${" "}<span class="seat-way-open">${say("talk.is_open")}</span>
    </button>`}
    ${unread > 0 && html`<button type="button" class="button seat-way" onClick=${() => open("documents")}>${say("web.documents")}${" "}<span class="badge">${say("web.unread", { n: unread })}</span></button>`}
  `;
}

/**
 * The board as far as the telling has come.
 * @param {{desk: Desk, act: Act, own: Own, phone: boolean}} props
 */
function Board({ desk, act, own, phone }) {
  const { teller, dossier } = own;
  const { light, lights } = teller;
  const read = (/** @type {{title: string}} */ each) => act.open("documents", each.title);
  const goOn = () => {
    teller.hurryOn(performance.now());
    act.redraw();
  };
  const sheet = teller.board && dossier.marked(teller.board);
  const open = !desk.view?.form && !lights;
  return useMemo(
    () => sheet && html`<${Sheet} sheet=${sheet} light=${light} lights=${lights} open=${open} phone=${phone && !desk.ended} over=${desk.ended !== null} onDocument=${read} onTap=${goOn} />`,
    [sheet, light, lights, open, phone, desk.ended, teller, act],
  );
}

/**
 * The parts beside the board: proposals, talk, the team, the story.
 * @param {{desk: Desk, now: number, act: Act, own: Own}} props
 */
function Side({ desk, now, act, own }) {
  const { lines, fresh } = own.teller.story(now);
  const proves = Boolean(act.receipts?.());
  const story = useMemo(
    () => html`<${Story} desk=${desk} told=${lines} fresh=${fresh} save=${() => saveStory(desk)} receipts=${proves && (() => saveReceipts(desk, act.receipts?.() ?? ""))} />`,
    [desk, act, lines.length, lines[0], lines.at(-1), fresh, desk.look, desk.view?.sheet.sides, proves],
  );
  return html`
    <div class="seat-talk">
      <${Deals} desk=${desk} now=${now} act=${act} />
      <${Talk} desk=${desk} now=${now} act=${act} />
      <${Team} desk=${desk} />
    </div>
    <div class="seat-story">${story}</div>
  `;
}

/**
 * Return how much of a pasted text a field accepts if it does not accept all of it, else 0. A line end counts as one
 * character there, whatever the system writes for it. Losing those at the end does not matter.
 * @param {ClipboardEvent} event
 */
function cutOff({ target, clipboardData }) {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || target.maxLength < 0) return 0;
  const chosen = (target.selectionEnd ?? 0) - (target.selectionStart ?? 0);
  const room = target.maxLength - target.value.length + chosen;
  const text = (clipboardData?.getData("text") ?? "").replace(/[\r\n]+$/, "").replaceAll("\r\n", "\n");
  return text.length > room ? target.maxLength : 0;
}

/**
 * Return the words for things that wait for the reader out of sight, with the part of the page that they are in.
 * @param {Desk} desk
 * @param {Act} act
 * @returns {{where: "deals" | "notice" | "said", words: string}[]}
 */
function useUnseen(desk, act) {
  const hidden = useRef("");
  useEffect(() => {
    const places = { deals: ".deal[data-asks=true]", notice: "#notice-title", said: "#told" };
    const now = Object.entries(places).filter(([, selector]) => isHidden(document.querySelector(selector)));
    const names = now.map(([where]) => where).join(" ");
    if (names === hidden.current) return;
    hidden.current = names;
    setTimeout(act.redraw); // after all effects of this drawing
  });
  const [deal] = desk.waitingDeals;
  const notice = desk.notices[desk.newNotices.at(-1) ?? -1];
  /** @type {{where: "deals" | "notice" | "said", words: string}[]} */
  const waits = [
    { where: "notice", words: notice ? `${messageHead(notice)}: ${ink(notice.text)}` : "" },
    { where: "deals", words: deal ? say("web.deal_waits", { n: deal.number, who: clean(deal.giver_title) }) : "" },
    { where: "said", words: toldNow(desk).join(" ") },
  ];
  return waits.filter(({ where, words }) => words && hidden.current.split(" ").includes(where));
}
