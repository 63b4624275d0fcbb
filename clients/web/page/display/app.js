// The projector's page: the phase in words, one clock that fills half the height, and what is public. = clients/display/draw.py

import { Sheet } from "../board/sheet.js";
import { sided, Sides } from "../board/sides.js";
import { ink } from "../board/text.js";
import { LinkState } from "../link/state.js";
import { html, useEffect, useLayoutEffect, useRef } from "../vendor/preact.js";
import { say } from "../words.js";
import { faceOf } from "./face.js";
import { ElsewhereLinks } from "../elsewhere.js";
import { Counted, Results, Score } from "./results.js";
import { Room } from "./room.js";

/** @typedef {import("./face.js").Face} Face */
/** @typedef {import("./showing.js").Showing} Showing */
/** @typedef {import("../link/wire.js").Sheet} SheetSeen */
/** @typedef {import("../link/wire.js").Ended} Ended */

/**
 * The actions of a projector.
 * @typedef {{show: (table: number) => void, step: (by: number) => void, again: () => void, screen: () => void, colours: () => void, help: (open: boolean) => void, keys: (on: boolean) => void}} DisplayActs
 */

const STORY_LINES = 6;
/**
 * The part below the clock is drawn as large as it fits, between these factors. On a narrow screen it is never made
 * smaller.
 */
const LARGEST = 3;
const SMALLEST = 0.4;
const TRIES = 8;
const NARROW_PX = 700;

/** @param {{showing: Showing, now: number, acts: DisplayActs, helps: boolean, single: boolean}} props */
export function Display({ showing, now, acts, helps, single }) {
  return html`<div class="display-page">
    <${Band} showing=${showing} />
    ${showing.link.state === LinkState.DOWN && html`<div class="display-down" role="status"><p>${say("display.down")}</p><${ElsewhereLinks} link=${showing.link} /></div>`}
    <main class="display-main" aria-label=${say("display.title")}><${Picture} showing=${showing} now=${now} acts=${acts} /></main>
    <${Tools} acts=${acts} />
    ${helps && html`<${Help} acts=${acts} single=${single} />`}
  </div>`;
}

/** The top line: the exercise and the table. @param {{showing: Showing}} props */
function Band({ showing }) {
  const { status } = showing;
  const parts = status ? [say("display.table_n", { table: status.table }), status.name, status.game_title] : [];
  const where = parts.map((part) => ink(part)).filter(Boolean).join(" · ");
  return html`<header class="display-band">
    <h1 class="display-exercise">${showing.exercise || say("display.title")}</h1>
    <p class="display-where">${where || say("display.tables", { n: showing.tables.size })}</p>
  </header>`;
}

/** @param {{showing: Showing, now: number, acts: DisplayActs}} props */
function Picture({ showing, now, acts }) {
  const tables = [...showing.tables.values()].map((heard) => heard.status);
  if (showing.link.state === LinkState.ENDED)
    return html`<p class="display-said">${say("display.farewell", { text: ink(showing.link.text) })}</p>
      <button class="button display-again" onClick=${acts.again}>${say("help.foot_seek")}</button>
      <${Score} tables=${tables} />
      <${Fitted} of=${tables} label=${say("display.results")}><${Results} tables=${tables} /><//>`;
  if (showing.trouble || showing.link.state === LinkState.SHUT)
    return html`<p class="display-said" role="alert">${showing.trouble || ink(showing.link.text)}</p>`;
  const face = faceOf(showing, now);
  if (showing.showsResults) {
    const turned = showing.turned(now);
    return html`<${Heading} face=${showing.over ? null : face} />
      <${Score} tables=${tables} turned=${turned} />
      <${Fitted} of=${tables} label=${say("display.results")}><${Results} tables=${tables} turned=${turned} /><//>`;
  }
  const below = showing.table
    ? html`<${Public} showing=${showing} now=${now} />`
    : html`<${Fitted} of=${[...showing.tables.values()]} label=${say("display.room")}>
        <${Room} showing=${showing} now=${now} show=${acts.show} />
      <//>`;
  const ended = showing.table && showing.scene(now) === null ? showing.view?.ended : null;
  return html`<${Front} face=${face} beside=${showing.table !== 0} />${ended && html`<${Counted} ended=${ended} />`}${below}`;
}

/**
 * The line above the results while some tables still play: their question and their clock.
 * @param {{face: Face | null}} props
 */
function Heading({ face }) {
  if (face === null || !face.clock) return html`<h2 class="display-phase">${say("display.results")}</h2>`;
  return html`<p class="display-meanwhile" data-last=${face.last ? "yes" : "no"}>${face.phase} <b>${face.clock}</b></p>`;
}

/**
 * The phase, a state in large words, a sentence, and the clock: below them, or beside them if a board needs the height.
 * @param {{face: Face, beside: boolean}} props
 */
function Front({ face, beside }) {
  const stands = face.state ? "stands" : face.last ? "last" : "runs";
  const clock = face.clock && html`<p class="display-clock" role="timer" data-digits=${face.clock.length}>${face.clock}</p>`;
  const words = face.words && html`<p class="display-words-under">${face.words}</p>`;
  return html`<section class="display-face" data-clock=${face.clock ? stands : "none"} data-beside=${beside && face.clock ? "yes" : "no"}>
    <div>
      ${face.phase && html`<h2 class="display-phase">${face.phase}</h2>`}
      ${face.state && html`<p class="display-state" data-ink=${face.ink || null}>${face.state}</p>`}
      ${beside && words}
    </div>
    ${face.meaning && html`<p class="display-meaning">${face.meaning}</p>`}
    ${clock} ${!beside && words}
  </section>`;
}

/**
 * The public sheet in the present step of the telling, with the newest lines of the story below it.
 * @param {{showing: Showing, now: number}} props
 */
function Public({ showing, now }) {
  const step = showing.scene(now);
  const { view } = showing;
  const watched = step?.board ?? null;
  const sheet = watched ?? view?.sheet ?? null;
  if (view === null || sheet === null) return null;
  const over = watched ? undefined : view.ended;
  const story = (step && watched ? step.lines : view.story).slice(-STORY_LINES);
  const sides = new Sides(sheet.sides);
  return html`<${Fitted} of=${[sheet, story]} label=${say("display.public")}>
    <${Sheet} sheet=${watched ? sheet : unfolded(over ? afterTheEnd(sheet, over) : sheet)} light=${watched ? (step?.light ?? null) : null} open=${true} />
    <ol class="display-story" aria-label=${say("story.what_happened")}>
      ${story.map((line) => html`<li><b>${ink(line.heading)}</b> ${sided(sides, line.text)}</li>`)}
    </ol>
  <//>`;
}

/**
 * Draw its content as large as all of it fits. `of`: a change of these fits it again.
 * @param {{of: unknown[], label: string, children?: unknown}} props
 */
function Fitted({ of, label, children }) {
  /** @type {{current: HTMLElement | null}} */
  const room = useRef(null);
  useLayoutEffect(() => fit(room.current), of);
  useEffect(() => {
    const again = () => fit(room.current);
    window.addEventListener("resize", again);
    return () => window.removeEventListener("resize", again);
  }, []);
  return html`<div class="display-fitted" ref=${room} role="region" aria-label=${label} tabindex="0"><div>${children}</div></div>`;
}

/** @param {HTMLElement | null} room */
function fit(room) {
  const inner = /** @type {HTMLElement | null} */ (room?.firstElementChild);
  if (!room || !inner) return;
  let [small, large] = window.innerWidth < NARROW_PX ? [1, 1] : [SMALLEST, LARGEST];
  for (let tried = 0; tried < TRIES && small < large; tried++) {
    const middle = (small + large) / 2;
    inner.style.setProperty("zoom", String(middle));
    if (room.scrollHeight > room.clientHeight + 1 || room.scrollWidth > room.clientWidth + 1) large = middle;
    else small = middle;
  }
  inner.style.setProperty("zoom", String(small));
}

/**
 * Return a sheet without what the verdict says, and without documents unless all secrets are open.
 * @param {SheetSeen} sheet
 * @param {Ended} ended
 * @returns {SheetSeen}
 */
function afterTheEnd(sheet, ended) {
  const counted = new Set((ended.scores ?? []).flatMap(({ of }) => of.map(([who, n]) => `${who} ${n}`)));
  const elements = sheet.elements.filter(
    (each) =>
      !(each.kind === "facts" && each.facts.every(({ label, value }) => counted.has(`${label} ${value}`))) &&
      !(each.kind === "prose" && each.text === ended.meaning) && (ended.laid_open || each.kind !== "documents"),
  );
  return { ...sheet, headline: "", elements };
}

/**
 * Return a sheet with its documents in full below everything else, because no one can open one here.
 * @param {SheetSeen} sheet
 * @returns {SheetSeen}
 */
function unfolded(sheet) {
  const lists = sheet.elements.filter((element) => element.kind === "documents");
  const documents = lists.flatMap((element) => element.documents);
  const rest = sheet.elements.filter((element) => element.kind !== "documents");
  const said = documents.map(({ title, text }) => ({ kind: /** @type {const} */ ("prose"), title, text }));
  return { ...sheet, elements: [...rest, ...said] };
}

/**
 * The buttons for pointer and keyboard. They appear when the pointer moves, or the keyboard focus comes here.
 * @param {{acts: DisplayActs}} props
 */
function Tools({ acts }) {
  const tools = /** @type {[string, () => void][]} */ ([
    ["display.tool_before", () => acts.step(-1)],
    ["display.tool_room", () => acts.show(0)],
    ["display.tool_next", () => acts.step(1)],
    ["display.tool_screen", acts.screen],
    ["display.tool_colours", acts.colours],
    ["rules.tab_keys", () => acts.help(true)],
  ]);
  return html`<nav class="display-tools" aria-label=${say("display.tools")}>
    ${tools.map(([name, act]) => html`<button class="button" onClick=${act}>${say(name)}</button>`)}
  </nav>`;
}

const KEYS = /** @type {const} */ ([
  ["← →", "display.key_step"],
  ["0–9", "display.key_number"],
  ["R", "display.key_room"],
  ["F", "display.key_screen"],
  ["T", "display.key_colours"],
  ["?", "display.key_help"],
]);

/**
 * All keys of the projector. Those of a single character can be switched off.
 * @param {{acts: DisplayActs, single: boolean}} props
 */
function Help({ acts, single }) {
  /** @type {{current: HTMLDialogElement | null}} */
  const box = useRef(null);
  useEffect(() => box.current?.showModal(), []);
  return html`<dialog class="display-help" ref=${box} onClose=${() => acts.help(false)}>
    <h2>${say("rules.tab_keys")}</h2>
    <dl>${KEYS.map(([key, means]) => html`<dt><kbd>${key}</kbd></dt><dd>${say(means)}</dd>`)}</dl>
    <label class="display-switch">
      <input type="checkbox" checked=${single} onChange=${(/** @type {Event} */ event) => acts.keys(/** @type {HTMLInputElement} */ (event.target).checked)} />
      ${say("display.single_keys")}
    </label>
    <form method="dialog"><button class="button" autofocus>${say("web.close")}</button></form>
  </dialog>`;
}
