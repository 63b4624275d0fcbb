// The page at a table: its desk, updated by its line, and the screen, drawn from the desk. News, actions of the player
// and the clock redraw it.

import { Briefed } from "./desk/briefed.js";
import { Desk } from "./desk/desk.js";
import { Left, Seeking } from "./door/waiting.js";
import { newId } from "./link/ids.js";
import { linked } from "./link/linked.js";
import { Locker } from "./link/locker.js";
import { LinkState } from "./link/state.js";
import { nowMs } from "./link/timers.js";
import { count, momentOf, secondOf, toNextMoment } from "./moment.js";
import { storeOf } from "./seat/settings.js";
import { html, render } from "./vendor/preact.js";
import { say } from "./words.js";

/** @typedef {import("./link/state.js").News} News */
/** @typedef {import("./seat/app.js").Act} Act */

/**
 * A seat in a page. `unknown` is called when the arbiter, or this browser, holds no key for it. Then only a code opens
 * it.
 */
export class Table {
  /**
   * @param {{plate: string, root: Element, App: Function, unknown: (why: string) => void}} where
   */
  constructor({ plate, root, App, unknown }) {
    this._root = root;
    this._App = App;
    this._unknown = unknown;
    this._drawing = 0;
    /** What time had changed when the page was last drawn, and when its figures were. */
    this._drawn = "";
    this._counted = "";
    this._ticking = 0;
    this._seated = false;
    /** Words to announce once the table is shown. */
    this._toSay = "";
    const { store, receipts, life, line, windows } = linked({
      place: "seat",
      plate,
      pass: (news) => this._news(news),
      refused: () => {
        this._toSay = say("link.sockets_refused");
      },
    });
    this.receipts = receipts;
    this.line = line;
    this._life = life;
    this._windows = windows;
    this.desk = new Desk(newId);
    this._briefed = new Briefed(store);
    /** @type {Act} */
    this.act = {
      send: (request) => this._send(request),
      redraw: () => this._soon(),
      open: () => this._soon(),
      leave: () => this._leave(),
      again: () => this._again(),
      locker: new Locker(plate, storeOf()),
      receipts: () => this.receipts.file,
    };
  }

  /** Start connecting to the arbiter, and draw. */
  start() {
    this._life.watch(this.line);
    this.line.start();
    document.addEventListener("visibilitychange", () => this._draw());
    this._draw();
    return this;
  }

  /** @param {News} news */
  _news(news) {
    if (news.type === "link" && news.why === "unknown") {
      this._stop();
      this._unknown(this._seated ? news.text : "");
      return;
    }
    if (news.type === "welcome" && !this._seated) this._sit();
    this.desk.feed(news, nowMs());
    if (news.type === "alive") return this._tick(); // it comes at every beat, and nearly always changes nothing
    if (news.type === "view" && this._toSay) {
      this.desk.said = this._toSay;
      this._toSay = "";
    }
    this._send(this._briefed.recall(this.desk));
    this._send(this.desk.wantsRules());
  }

  /**
   * Take the seat, because the arbiter knows us here. The newest window counts, and the card's address is of no more use.
   */
  _sit() {
    this._seated = true;
    this._windows.sit();
    history.replaceState(null, "", location.pathname);
  }

  /** @param {import("./link/wire").Request | null} request */
  _send(request) {
    if (request !== null) this.line.send(request);
    this._briefed.keep(this.desk);
    this._soon();
  }

  _leave() {
    this.line.leave();
    this._stop();
    render(html`<${Left} />`, this._root);
  }

  /**
   * Look for the exercise again after it was ended. If the link of this window is shut, open the seat anew in it. If only a
   * code opens it by now, the door says why.
   */
  _again() {
    if (this.desk.link.state !== LinkState.SHUT) return this.line.again();
    history.replaceState({ why: this.desk.link.text }, "");
    location.reload();
  }

  _stop() {
    clearTimeout(this._ticking);
    cancelAnimationFrame(this._drawing);
    this._draw = this._tick = () => {};
  }

  /** Draw soon. All changes until then are drawn together. */
  _soon() {
    if (document.hidden) return this._draw();
    cancelAnimationFrame(this._drawing);
    this._drawing = requestAnimationFrame(() => this._draw());
  }

  /** Draw what time has changed: everything, or only the figures that count. */
  _tick() {
    this._look();
    const now = nowMs();
    if (momentOf(this.desk, now, document.hidden) !== this._drawn) return this._draw();
    const second = secondOf(this.desk, now);
    if (second !== this._counted) count(now);
    this._counted = second;
    this._wait(now);
  }

  /**
   * Tick again when time may have changed what the page shows.
   * @param {number} now
   */
  _wait(now) {
    clearTimeout(this._ticking);
    this._ticking = setTimeout(() => this._tick(), toNextMoment(this.desk, now));
  }

  /** Check whether the page slept. A hidden page may fall asleep at any moment, so the state of its clock is unknown. */
  _look() {
    this._life.look();
    if (document.hidden) this.desk.clock.freeze(nowMs());
  }

  /** Draw. */
  _draw() {
    this._look();
    const now = nowMs();
    const shown = this.desk.welcome === null && this.desk.link.state !== LinkState.SHUT ? Seeking : this._App;
    render(html`<${shown} desk=${this.desk} now=${now} act=${this.act} />`, this._root);
    this._drawn = momentOf(this.desk, now, document.hidden);
    this._counted = secondOf(this.desk, now);
    this._wait(now);
  }
}
