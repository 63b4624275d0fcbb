// Handles the present answer: it is prepared, stored, sent as a draft, held back once with a warning, or sealed
// (clients/seat/screen/answering.py).

import { answerWords } from "../../desk/words.js";
import { same } from "../../link/canonical.js";
import { Kept } from "../kept.js";
import { caution } from "./caution.js";
import { Filling } from "./filling.js";
import { refill, written } from "./keeping.js";

/** @typedef {import("../../desk/desk.js").Desk} Desk */
/** @typedef {import("../../link/wire.js").Declare} Declare */
/** @typedef {import("../../link/wire.js").Draft} Draft */
/** @typedef {import("./answers.js").Answer} Answer */

/**
 * The present answer to the open question.
 * @typedef {{gate: number, filling: Filling}} Hand
 */

/**
 * How often a text is sent as a draft while it is written, and how often in the last seconds. The arbiter accepts 200 for
 * each question.
 */
const DRAFT_MS = 8000;
const DRAFT_SOON_MS = 1000;
/** A text of at least this many characters is work. It is shown if its question closes before it is sealed. */
const KEPT_CHARS_MIN = 40;

/** @type {WeakMap<Desk, Answering>} */
const known = new WeakMap();

/**
 * Return the answers of a desk. They live as long as the desk, whatever is on the screen.
 * @param {Desk} desk
 */
export function answeringOf(desk) {
  const found = known.get(desk) ?? new Answering(desk);
  known.set(desk, found);
  return found;
}

export class Answering {
  /** @param {Desk} desk */
  constructor(desk) {
    this._desk = desk;
    /** The unfinished answer, stored only here until its question is over. */
    this.kept = new Kept("question", desk);
    /** The sealed answer that has no receipt yet. */
    this.onItsWay = new Kept("sealing", desk);
    this._wentOn = 0;
    /** @type {Hand | null} */
    this.hand = null;
    /** Whether the player has tried to seal an unfinished answer. Then each field shows what is missing. */
    this.tried = false;
    /** A text that came too late, "" if there is none. */
    this.lost = "";
    this._seating = desk.seatings;
    /**
     * The part of this question that counts when it closes. Null: the present answer counts too.
     * @type {Answer | null}
     */
    this._counts = null;
    /**
     * The present text that was not sent as a draft yet.
     * @type {{gate: number, answer: Answer} | null}
     */
    this._written = null;
    this._draftedMs = -DRAFT_MS;
  }

  /**
   * Prepare the answer to the question that is open now. A text written at the last one is not lost.
   * @returns {Hand | null}
   */
  takeUp() {
    const desk = this._desk;
    if (this._seating !== desk.seatings) this._sitDown();
    const before = this.hand;
    this.hand = this._handFor(before);
    if (before && before.gate !== this.hand?.gate) this._leave(before);
    if (desk.view && !this.hand) this.kept.wipe();
    const sealed = desk.sending ? desk.sending.answer : desk.sealed;
    this._counts = !desk.view || desk.view.drafts ? null : (sealed ?? {});
    return this.hand;
  }

  /**
   * Record that the answer has changed. It is stored, and sent as a draft.
   * @param {number} nowMs
   * @returns {Draft | null}
   */
  changed(nowMs) {
    if (!this.hand) return null;
    const { gate, filling } = this.hand;
    const whole = !filling.fault;
    this._desk.inHand = whole ? filling.answer : null;
    this.kept.write(written(gate, filling));
    if (!whole) return null;
    this._written = { gate, answer: filling.answer };
    if (!filling.fields.some((field) => field.kind === "words")) this._draftedMs = nowMs - DRAFT_MS;
    return this.tick(nowMs);
  }

  /**
   * Send a text that is being written as a draft from time to time: not at each letter, more often when time is short,
   * and at once (`last`) when the player leaves the page.
   * @param {number} nowMs
   * @param {{last?: boolean}} [how]
   * @returns {Draft | null}
   */
  tick(nowMs, { last = false } = {}) {
    const desk = this._desk;
    const leftMs = desk.leftMs(nowMs);
    const periodMs = last ? 0 : leftMs > 0 && leftMs <= DRAFT_MS ? DRAFT_SOON_MS : DRAFT_MS;
    if (!this._written || !desk.view || nowMs - this._draftedMs < periodMs) return null;
    const { gate, answer } = this._written;
    const isOpen = gate === desk.view.gate;
    // Sent as soon as it is possible, because no other key may follow.
    if (isOpen && (desk.locked(nowMs) || !desk.up)) return null;
    this._written = null;
    this._draftedMs = nowMs;
    return isOpen ? desk.draft(answer, nowMs) : null;
  }

  /** Fill in the hint of a bot, once it has come. Return whether it did. */
  takeHint() {
    const { hint } = this._desk;
    this._desk.hint = null;
    if (!hint || hint.gate !== this.hand?.gate) return false;
    this.hand.filling.fillIn(hint.answer);
    return true;
  }

  /**
   * Say what the answer in hand leaves undone that the game warns of; else "".
   * @param {number} nowMs
   */
  holdsBack(nowMs) {
    return !this.hand || this._desk.locked(nowMs) ? "" : caution(this.hand.filling);
  }

  /**
   * Return the request to seal the answer, null if it cannot be sealed.
   * @param {number} nowMs
   * @returns {Declare | null}
   */
  seal(nowMs) {
    if (!this.hand || this.hand.filling.fault) return null;
    const { filling } = this.hand;
    const over = this._desk.sealed;
    const late = this._desk.declare(filling.answer, nowMs);
    if (late) this.onItsWay.write(JSON.stringify({ late, words: answerWords(filling.form, filling.answer), over }));
    return late;
  }

  /**
   * Return the request to take back that the player is ready, null if that is not possible.
   * @param {number} nowMs
   * @returns {Declare | null}
   */
  takeBack(nowMs) {
    const over = this._desk.sealed;
    const late = this._desk.takeBack(nowMs);
    if (late) this.onItsWay.write(JSON.stringify({ late, words: "", over }));
    return late;
  }

  /**
   * Return once the request that was under way when the page was reloaded. Forget it when its result is known.
   * @returns {Declare | null}
   */
  goOn() {
    const desk = this._desk;
    if (!desk.view || desk.seals) return null;
    const kept = this._wentOn !== desk.seatings && this.onItsWay.read();
    this._wentOn = desk.seatings;
    const late = kept ? desk.goOn(JSON.parse(kept)) : null;
    if (!late) this.onItsWay.wipe();
    return late;
  }

  /**
   * Return the answer for the open question: the present one while that question stays open, else a new one. Texts stay
   * if the same question is asked again in another form.
   * @param {Hand | null} now
   * @returns {Hand | null}
   */
  _handFor(now) {
    const view = this._desk.view;
    if (!view?.form || view.ended) return null;
    if (now?.gate === view.gate && same(now.filling.form, view.form)) return now;
    const made = { gate: view.gate, filling: new Filling(view.form, this._desk.sealed) };
    if (now?.gate === view.gate) {
      made.filling.carry(now.filling.texts);
    } else if (refill(this.kept.read(), view.gate, made.filling)) {
      this._desk.inHand = made.filling.fault ? null : made.filling.answer;
      if (!made.filling.fault) this._written = { gate: view.gate, answer: made.filling.answer }; // a draft of it may not have been sent
    } else {
      this.kept.wipe(); // it was of another question
    }
    return made;
  }

  /**
   * Look for unsealed texts at a question that is no longer open.
   * @param {Hand} before
   */
  _leave(before) {
    const counts = this._counts;
    const texts = counts ? [...before.filling.texts] : [];
    const lost = texts.filter(([name, text]) => !same(counts?.[name], text)).map(([, text]) => text);
    const said = lost.filter((text) => text.length >= KEPT_CHARS_MIN).join("\n");
    if (said) this.lost = said;
    this.tried = false;
    this._written = null;
  }

  /** Start again at another seat. Nothing of the old one stays here. */
  _sitDown() {
    this._seating = this._desk.seatings;
    this.hand = this._counts = this._written = null;
    this.lost = "";
    this.tried = false;
  }
}
