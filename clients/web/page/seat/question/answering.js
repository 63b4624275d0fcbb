// What becomes of the answer in hand: it is taken up, kept, known as a draft, held back once, or sealed (clients/seat/screen/answering.py).

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
 * The answer in hand for the question that is open.
 * @typedef {{gate: number, filling: Filling}} Hand
 */

/** A text is known as a draft so often while it is written; so often in the last seconds. The arbiter takes 200 at a question. */
const DRAFT_MS = 8000;
const DRAFT_SOON_MS = 1000;
/** A text of so many characters is work: it is shown when its question closes before it is sealed. */
const KEPT_CHARS_MIN = 40;

/** @type {WeakMap<Desk, Answering>} */
const known = new WeakMap();

/**
 * Give the answers of a desk: the same as long as there is the desk, whatever is on the screen.
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
    /** What is half filled in: here alone, until its question is over. */
    this.kept = new Kept("question", desk);
    /** What was sealed and has no receipt yet. */
    this.onItsWay = new Kept("sealing", desk);
    this._wentOn = 0;
    /** @type {Hand | null} */
    this.hand = null;
    /** Whether the person has tried to seal what was not whole: then each field says what it lacks. */
    this.tried = false;
    /** What was written and came too late, "" where nothing did. */
    this.lost = "";
    this._cautioned = 0;
    this._seating = desk.seatings;
    /**
     * What of this question counts when it closes; null: what is written counts too.
     * @type {Answer | null}
     */
    this._counts = null;
    /**
     * What was written and is not known as a draft yet.
     * @type {{gate: number, answer: Answer} | null}
     */
    this._written = null;
    this._draftedMs = -DRAFT_MS;
  }

  /**
   * Take the question that is open now in hand. What was being written at the last one is not lost.
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
   * Take note that the answer in hand has changed: it is kept, and let be known as a draft.
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
   * Let a text in the making be known as a draft from time to time: not at each letter, often when time is short, and at once
   * (`last`) when the page is left.
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
    // Told as soon as it can be: nobody may press another key.
    if (isOpen && (desk.locked(nowMs) || !desk.up)) return null;
    this._written = null;
    this._draftedMs = nowMs;
    return isOpen ? desk.draft(answer, nowMs) : null;
  }

  /** Fill in what a bot would answer, once it has come; tell whether it did. */
  takeHint() {
    const { hint } = this._desk;
    this._desk.hint = null;
    if (!hint || hint.gate !== this.hand?.gate) return false;
    this.hand.filling.fillIn(hint.answer);
    return true;
  }

  /**
   * Say, once at each question, what the answer in hand leaves undone that the game warns of; else "".
   * @param {number} nowMs
   */
  holdsBack(nowMs) {
    if (!this.hand || this._cautioned === this.hand.gate || this._desk.locked(nowMs)) return "";
    const why = caution(this.hand.filling);
    if (why) this._cautioned = this.hand.gate;
    return why;
  }

  /**
   * Seal the answer in hand; null where it cannot be sealed.
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
   * Give once what was on its way when the page was loaded anew; forget it when it is known what became of it.
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
   * Give the answer in hand: the one there is while its question stays open, else a new one. What was written stays where the
   * same question is put otherwise.
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
      if (!made.filling.fault) this._written = { gate: view.gate, answer: made.filling.answer }; // a draft of it may not have left
    } else {
      this.kept.wipe(); // it was of another question
    }
    return made;
  }

  /**
   * Look at what was written at a question that is no longer open.
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

  /** Begin anew at another seat: nothing of the one that was left stays here. */
  _sitDown() {
    this._seating = this._desk.seatings;
    this.hand = this._counts = this._written = null;
    this.lost = "";
    this._cautioned = 0;
    this.tried = false;
  }
}
