// The page of a projector: what it shows, updated by its line and drawn a few times a second, and its keys and buttons.
// = clients/display/app.py

import { isStill } from "../board/running.js";
import { linked } from "../link/linked.js";
import { nowMs } from "../link/timers.js";
import { html, render } from "../vendor/preact.js";
import { Remembered, storeOf } from "../seat/settings.js";
import { Display } from "./app.js";
import { ROOM, Showing } from "./showing.js";

/** @typedef {import("../link/state.js").News} News */
/** @typedef {import("../link/wire.js").Request} Request */

const TICK_MS = 200;
/** Digits typed with shorter pauses than this are one number. */
const TYPING_MS = 1500;
/** How long the buttons stay after the pointer moved. */
const HAND_MS = 2500;
const COLOURS = ["", "dark", "light", "safe"];
const MARKS_MAX = 4;

/** A projector in a page. `unknown` is called when only a code can open it. */
export class Projector {
  /** @param {{plate: string, root: Element, unknown: (why: string) => void}} where */
  constructor({ plate, root, unknown }) {
    this._root = root;
    this._unknown = unknown;
    this._helps = false;
    this._typed = { digits: "", at: 0 };
    this._hand = 0;
    this._kept = new Remembered(storeOf());
    this._ending = new AbortController();
    this.showing = new Showing(null, { still: isStill() });
    const { life, line, windows } = linked({
      place: "display",
      plate,
      pass: (news) => this._news(news),
      refused: () => {},
    });
    this.line = line;
    this._life = life;
    this._windows = windows;
    this.acts = {
      show: (/** @type {number} */ table) => this._ask(this.showing.show(table)),
      step: (/** @type {number} */ by) => this._ask(this.showing.step(by)),
      again: () => this.line.again(),
      screen: () => this._screen(),
      colours: () => this._colours(),
      help: (/** @type {boolean} */ open) => {
        this._helps = open;
        this._draw();
      },
      keys: (/** @type {boolean} */ on) => this._kept.put("keys", on),
    };
  }

  /** Start connecting to the arbiter, and draw. */
  start() {
    const { signal } = this._ending;
    this._life.watch(this.line);
    this.line.start();
    this._ticking = setInterval(() => this._draw(), TICK_MS);
    document.addEventListener("keydown", (event) => this._key(event), { signal });
    document.addEventListener("pointermove", () => this._handMoved(), { signal });
    document.addEventListener("pointerdown", () => this._handMoved(), { signal });
    document.addEventListener("visibilitychange", () => this._stayAwake(), { signal });
    this._stayAwake();
    this._draw();
  }

  /** @param {News} news */
  _news(news) {
    if (news.type === "link" && news.why === "unknown") {
      clearInterval(this._ticking);
      this._ending.abort();
      this._unknown(this.showing.exercise ? news.text : "");
      return;
    }
    if (news.type === "welcome") {
      this._windows.sit();
      history.replaceState(null, "", location.pathname);
    }
    this._ask(this.showing.feed(news, nowMs()));
  }

  /** @param {Request[]} requests */
  _ask(requests) {
    for (const request of requests) this.line.send(request);
    this._draw();
  }

  _draw() {
    this._life.look();
    if (this._ending.signal.aborted) return;
    const now = nowMs();
    document.documentElement.dataset.hand = now < this._hand ? "here" : "away";
    render(html`<${Display} showing=${this.showing} now=${now} acts=${this.acts} helps=${this._helps} single=${this._kept.now.keys} />`, this._root);
  }

  // --- the hand -------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || this._helps) return;
    if (event.key.length === 1 && !this._kept.now.keys) return;
    const { acts } = this;
    const act = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => acts.step(-1),
      PageUp: () => acts.step(-1),
      ArrowRight: () => acts.step(1),
      PageDown: () => acts.step(1),
      r: () => acts.show(ROOM),
      Home: () => acts.show(ROOM),
      f: acts.screen,
      t: acts.colours,
      "?": () => acts.help(true),
    })[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) {
      event.preventDefault();
      act();
    } else if (/^[0-9]$/.test(event.key)) this._digit(event.key);
  }

  /** Combine digits into a table's number. @param {string} digit */
  _digit(digit) {
    const now = nowMs();
    const before = now - this._typed.at < TYPING_MS ? this._typed.digits : "";
    this._typed = { digits: (before + digit).slice(-MARKS_MAX), at: now };
    this.acts.show(Number(this._typed.digits));
  }

  _handMoved() {
    this._hand = nowMs() + HAND_MS;
    this._draw();
  }

  /** Enter or leave the full screen. If that is not allowed, nothing happens. */
  _screen() {
    const whole = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.();
    whole?.catch(() => {});
  }

  /** Use the next colours. The first are the ones that this machine prefers. */
  _colours() {
    const root = document.documentElement;
    const next = COLOURS[(COLOURS.indexOf(root.dataset.theme ?? "") + 1) % COLOURS.length];
    if (next) root.dataset.theme = next;
    else delete root.dataset.theme;
  }

  /** Keep the screen awake, because a dark one shows nothing. */
  _stayAwake() {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  }
}
