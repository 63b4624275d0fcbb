// The page's own memory of a seat while it is open: the telling, what was read, announced and called, and the notes.

import { Teller } from "../board/teller.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/preact.js";
import { say } from "../words.js";
import { ClockAloud, DoorAloud, Heard } from "./aloud.js";
import { Caller } from "./calling.js";
import { Coach } from "./coach.js";
import { Dossier } from "./dossier.js";
import { HalfLines } from "./halflines.js";
import { actionOf } from "./keys.js";
import { tell } from "./live.js";
import { PrivateNotes } from "./privatenotes.js";
import { Ringing } from "./ringing.js";
import { Remembered, storeOf, wear } from "./settings.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {ReturnType<typeof ownOf>} Own */

const COACHED = { first_answer: "web.coach_first_answer", first_draft: "web.coach_first_draft", first_seal: "help.first_seal", first_telling: "web.coach_first_telling" };

/**
 * @param {Desk} desk
 * @param {import("./app.js").Act} act
 */
function ownOf(desk, act) {
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
    doors: new DoorAloud(),
    notes: new PrivateNotes(desk, act.locker ?? null, act.redraw),
    halves: new HalfLines(desk),
  };
}

/** Apply the settings of the page before anything is drawn. */
wear(new Remembered(storeOf()).now, document.documentElement);

/**
 * Return what the page remembers of a desk.
 * @param {Desk} desk
 * @param {import("./app.js").Act} act
 */
export function useOwn(desk, act) {
  const own = useMemo(() => ownOf(desk, act), [desk]);
  useEffect(() => own.notes.goOn(), [own, desk.welcome]);
  return own;
}

/**
 * Provide the style sheets with the heights of the head, the foot, and the lines below the head.
 * @param {{current: HTMLElement | null}} seat
 */
export function useMeasured(seat) {
  useEffect(() => {
    const node = seat.current;
    if (!node) return;
    const parts = Object.entries({ "--head": ".head", "--said": ".seat-said", "--below": ".foot" }).flatMap(([name, where]) => {
      const part = node.querySelector(where);
      return part instanceof HTMLElement ? [{ name, part }] : [];
    });
    const measure = () => parts.forEach(({ name, part }) => node.style.setProperty(name, `${part.offsetHeight}px`));
    const watching = new ResizeObserver(measure);
    for (const { part } of parts) watching.observe(part, { box: "border-box" }); // its edge grows with the bar of a phone
    return () => watching.disconnect();
  }, []);
}

/**
 * Provide the style sheets with the greatest height of a telling so far. A board that is shown beside it then keeps its
 * height, whatever each step says.
 * @param {{current: HTMLElement | null}} seat
 * @param {boolean} telling
 */
export function useTaleMeasured(seat, telling) {
  useLayoutEffect(() => {
    const node = seat.current;
    const tale = node?.querySelector(".tale");
    if (!telling || !node || !(tale instanceof HTMLElement)) return undefined;
    let most = 0;
    const measure = () => {
      most = Math.max(most, tale.offsetHeight);
      node.style.setProperty("--tale", `${most}px`);
    };
    const watching = new ResizeObserver(measure);
    watching.observe(tale);
    measure();
    return () => watching.disconnect();
  }, [telling]);
}

/**
 * Scroll to the top of new content, in the story to its end.
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

const PHONE = "(max-width: 43.74rem)"; // as in style/widths.css
const WIDE = "(min-width: 75rem)";

/** Return whether the page shows one part at a time, as on a phone. */
export const usePhone = () => useWidth(PHONE);

/** Return whether the question has a column of its own beside the board. */
export const useWide = () => useWidth(WIDE);

/** @param {string} wanted */
function useWidth(wanted) {
  const width = useMemo(() => matchMedia(wanted), []);
  const [, changed] = useState(width.matches);
  useEffect(() => {
    const look = () => changed(width.matches);
    width.addEventListener("change", look);
    return () => width.removeEventListener("change", look);
  }, []);
  return width.matches;
}

/**
 * Scroll to the top as a telling begins and ends: on a phone to the board, which opens and folds then, and elsewhere to what
 * is told, above the question. Where the board was scrolled to what was told, it returns to its former place at the end.
 * @param {boolean} phone
 * @param {boolean} telling
 */
export function useBoardTop(phone, telling) {
  const before = useRef(telling);
  const top = useRef(0);
  useLayoutEffect(() => {
    if (before.current === telling) return;
    before.current = telling;
    if (telling) {
      document.querySelector(".seat-ask")?.scrollTo(0, 0);
      top.current = window.scrollY;
    } else if (!phone) window.scrollTo(0, top.current);
    const writes = document.activeElement?.matches("input:not([type=radio], [type=checkbox]), textarea");
    if (phone && !writes && document.querySelector(".seat-board")?.getClientRects().length) window.scrollTo(0, 0);
  }, [phone, telling]);
}

/**
 * Make "back" (a key of many phones) close what is open over the page instead of leaving the page.
 * @param {boolean} open
 * @param {() => void} close
 */
export function useBack(open, close) {
  useEffect(() => {
    if (open && !history.state?.open) history.pushState({ open }, ""); // a panel that was closed otherwise left its place to this one
    addEventListener("popstate", close);
    return () => removeEventListener("popstate", close);
  }, [open]);
}

/**
 * Announce what is new to a screen reader, and call the player when the table waits for them.
 * @param {Own} own
 * @param {Desk} desk
 * @param {number} now
 */
export function useCalls(own, desk, now) {
  useEffect(() => {
    for (const each of [...own.clock.due(desk, now), ...own.doors.due(desk, now), ...own.heard.fresh({ telling: own.teller.telling !== null })]) {
      tell(each.text, each.rank);
    }
    own.caller.title(own.ringing.title(now, { hidden: document.hidden }));
    const due = own.ringing.due(now);
    if (due) own.caller.call(due);
    void own.caller.keepAwake(desk.view !== null && desk.ended === null);
  });
  useEffect(() => {
    const touched = () => own.caller.touched();
    document.addEventListener("pointerup", touched);
    document.addEventListener("keydown", touched);
    return () => {
      document.removeEventListener("pointerup", touched);
      document.removeEventListener("keydown", touched);
    };
  }, [own]);
}

/**
 * Handle the keys of the page.
 * @param {Own} own
 * @param {(action: import("./keys.js").Action) => void} does
 */
export function useKeys(own, does) {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const action = event.defaultPrevented ? "" : actionOf(event, own.kept.now);
      if (!action) return;
      event.preventDefault();
      does(action);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [own, does]);
}

/**
 * A line of help at the first answer, the first seal and the first telling.
 * @param {{own: Own, redraw: () => void}} props
 */
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
