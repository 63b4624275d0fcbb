// What the page itself remembers of a seat as long as it is open: what is being told, what was read, heard and called for, and notes.

import { Teller } from "../board/teller.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef } from "../vendor/preact.js";
import { say } from "../words.js";
import { ClockAloud, Heard } from "./aloud.js";
import { Caller } from "./calling.js";
import { Coach } from "./coach.js";
import { Dossier } from "./dossier.js";
import { HalfLines } from "./halflines.js";
import { tell, warn } from "./live.js";
import { PrivateNotes } from "./privatenotes.js";
import { Ringing } from "./ringing.js";
import { Remembered, storeOf, wear } from "./settings.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {ReturnType<typeof ownOf>} Own */

const COACHED = { first_answer: "web.coach_first_answer", first_seal: "help.first_seal", first_telling: "web.coach_first_telling" };

/** @param {Desk} desk */
function ownOf(desk) {
  const kept = new Remembered(storeOf());
  return {
    kept,
    teller: new Teller(desk),
    coach: new Coach(desk, kept),
    dossier: new Dossier(desk),
    ringing: new Ringing(desk),
    caller: new Caller(kept),
    heard: new Heard(desk),
    clock: new ClockAloud(),
    notes: new PrivateNotes(desk),
    halves: new HalfLines(desk),
  };
}

/** The page looks as it is set before anything is drawn. */
wear(new Remembered(storeOf()).now, document.documentElement);

/** Give what the page remembers of a desk. @param {Desk} desk */
export function useOwn(desk) {
  return useMemo(() => ownOf(desk), [desk]);
}

/**
 * Tell the style sheets how high the head and the foot are, for what stands between them.
 * @param {{current: HTMLElement | null}} seat
 */
export function useMeasured(seat) {
  useEffect(() => {
    const node = seat.current;
    const [head, foot] = [node?.querySelector(".head"), node?.querySelector(".foot")];
    if (!node || !(head instanceof HTMLElement) || !(foot instanceof HTMLElement)) return;
    const measure = () => {
      node.style.setProperty("--head", `${head.offsetHeight}px`);
      node.style.setProperty("--below", `${foot.offsetHeight}px`);
    };
    const watching = new ResizeObserver(measure);
    watching.observe(head);
    watching.observe(foot);
    return () => watching.disconnect();
  }, []);
}

/**
 * Begin at the top of whatever comes in the place of something else; of the story, at its end.
 * @param {string} what
 * @param {boolean} atEnd
 */
export function useTop(what, atEnd) {
  const before = useRef(what);
  useLayoutEffect(() => {
    if (before.current === what) return;
    before.current = what;
    window.scrollTo(0, atEnd ? document.documentElement.scrollHeight : 0);
  }, [what]);
}

/**
 * Say what is new to whoever listens, and call the person when the table waits for him.
 * @param {Own} own
 * @param {Desk} desk
 * @param {number} now
 */
export function useCalls(own, desk, now) {
  useEffect(() => {
    for (const each of [...own.clock.due(desk, now), ...own.heard.fresh({ telling: own.teller.telling !== null })]) {
      if (each.now) warn(each.text);
      else tell(each.text);
    }
    own.caller.title(own.ringing.title(now));
    const due = own.ringing.due(now);
    if (due) own.caller.call(due);
    void own.caller.keepAwake(desk.view !== null && desk.ended === null);
  });
  useEffect(() => {
    const touched = () => own.caller.touched();
    document.addEventListener("pointerdown", touched);
    document.addEventListener("keydown", touched);
    return () => {
      document.removeEventListener("pointerdown", touched);
      document.removeEventListener("keydown", touched);
    };
  }, [own]);
}

/**
 * Let F1 and F2 and, where that is wished, ? open what they name.
 * @param {Own} own
 * @param {(panel: string) => void} toggle
 */
export function useKeys(own, toggle) {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const panel = panelOf(event, own.kept.now.keys);
      if (!panel) return;
      event.preventDefault();
      toggle(panel);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [own, toggle]);
}

/**
 * Give the panel that a key opens, "" for none: a single sign opens nothing where somebody writes.
 * @param {KeyboardEvent} event
 * @param {boolean} single
 */
function panelOf(event, single) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return "";
  if (event.key === "F1") return "help";
  if (event.key === "F2") return "rules";
  const writes = event.target instanceof HTMLElement && event.target.matches("input:not([type=radio],[type=checkbox]), textarea, select");
  return event.key === "?" && single && !writes ? "rules" : "";
}

/** A line at the first answer, the first seal and the first telling. @param {{own: Own, redraw: () => void}} props */
export function CoachLine({ own, redraw }) {
  if (!own.coach.now) return null;
  const away = () => {
    own.coach.putAway();
    redraw();
  };
  return html`
    <div class="said said-coach">
      <p><span aria-hidden="true">☞ </span>${say(COACHED[own.coach.now])}</p>
      <button type="button" class="button button-small" onClick=${away} aria-label=${say("web.put_away_hint")}>✕</button>
    </div>
  `;
}
