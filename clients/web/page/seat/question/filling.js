// A form while the player answers it (clients/seat/answer/filling.py). Pure. An answer that it calls finished is legal,
// because the form holds every limit of the rules.

import { own } from "../../desk/words.js";
import { same } from "../../link/canonical.js";
import { say } from "../../words.js";
import { applies, spareBytes, tidied } from "./answers.js";
import { countFault, pickFault, rankFault, sortFault, wordsFault } from "./faults.js";
import { placed, shifted, toggled } from "./ranking.js";
import { free, put } from "./sorting.js";
import { kept, written } from "./writing.js";

/** @typedef {import("./answers.js").Answer} Answer */
/** @typedef {import("./answers.js").Form} Form */
/** @typedef {import("./answers.js").FormField} FormField */
/** @typedef {import("./answers.js").Value} Value */
/** @typedef {import("./answers.js").Choice} Choice */
/** @typedef {import("./answers.js").Pick} Pick */
/** @typedef {import("./answers.js").Rank} Rank */
/** @typedef {import("./answers.js").Sort} Sort */
/** @typedef {import("./answers.js").Thing} Thing */
/** @typedef {import("./answers.js").Words} Words */

export class Filling {
  /**
   * Start with an answer, or with what the game suggests.
   * @param {Form} form
   * @param {Answer | null} [start]
   */
  constructor(form, start = null) {
    this.form = form;
    const begin = start ?? suggested(form);
    /** @type {Map<string, Value>} */
    this.values = new Map(form.fields.map((field) => [field.name, taken(field, own(begin, field.name))]));
  }

  // --- what it says ---------------------------------------------------------------------------------------------

  /** The fields that are asked, given the values of the fields before them. */
  get fields() {
    /** @type {FormField[]} */
    const asked = [];
    /** @type {[string, Value][]} */
    const chosen = [];
    for (const field of this.form.fields) {
      if (!applies(field.when, Object.fromEntries(chosen))) continue;
      asked.push(field);
      chosen.push([field.name, this.value(field)]);
    }
    return asked;
  }

  /**
   * Return the value of a field so far.
   * @param {FormField} field
   * @returns {Value}
   */
  value(field) {
    return this.values.get(field.name) ?? empty(field);
  }

  /**
   * The answer so far, finished or not.
   * @returns {Answer}
   */
  get answer() {
    return Object.fromEntries(this.fields.map((field) => [field.name, this.#told(field)]));
  }

  /** The message about the first thing that is missing, "" if the answer can be sealed. */
  get fault() {
    return this.fields.map((field) => this.faultOf(field)).find((fault) => fault) ?? "";
  }

  /**
   * Return the message about what is missing in a field, "" if nothing is.
   * @param {FormField} field
   * @returns {string}
   */
  faultOf(field) {
    const value = this.value(field);
    switch (field.kind) {
      case "choice":
        return value ? "" : say("fields.choose_one");
      case "pick":
        return pickFault(field, this.picked(field).length);
      case "rank":
        return rankFault(field, this.picked(field).length);
      case "sort":
        return sortFault(field, this.moves(field));
      case "words":
        return wordsFault(field, this.written(field));
      case "count":
        return countFault(field, value);
    }
  }

  /**
   * Return the options picked so far, or put in order so far.
   * @param {Pick | Rank} field
   * @returns {readonly string[]}
   */
  picked(field) {
    const value = this.value(field);
    return Array.isArray(value) ? value : [];
  }

  /**
   * Return the text written so far, with the blanks at its ends.
   * @param {Words} field
   */
  written(field) {
    return String(this.value(field));
  }

  /**
   * Return the moves made so far.
   * @param {Sort} field
   */
  moves(field) {
    const value = this.value(field);
    return typeof value === "object" && !Array.isArray(value) ? value : {};
  }

  /** How many more bytes all texts together may take. */
  get spare() {
    return spareBytes(Object.fromEntries(this.fields.map((field) => [field.name, this.value(field)])));
  }

  /** Whether the player has filled in nothing. */
  get untouched() {
    return same([...this.values], [...new Filling(this.form).values]);
  }

  /**
   * The written texts by field name, as they would be sent.
   * @returns {Map<string, string>}
   */
  get texts() {
    const fields = this.form.fields.filter((field) => field.kind === "words" && this.written(field));
    return new Map(fields.map((field) => [field.name, String(this.#told(field))]));
  }

  // --- changes: each returns whether the answer has changed -----------------------------------------------------------

  /**
   * Copy texts into the fields of the same name. The question was asked again in another form.
   * @param {Map<string, string>} texts
   */
  carry(texts) {
    for (const field of this.form.fields) {
      const text = texts.get(field.name);
      if (field.kind === "words" && text !== undefined) this.values.set(field.name, kept(field, text));
    }
  }

  /**
   * Choose an option.
   * @param {Choice} field
   * @param {string} value
   */
  choose(field, value) {
    return this.#took(field, value);
  }

  /**
   * Pick an option, or unpick it if it is picked. If only one may be picked, it replaces the other.
   * @param {Pick} field
   * @param {string} value
   */
  toggle(field, value) {
    const picked = this.picked(field);
    let now = picked;
    if (picked.includes(value)) now = picked.filter((each) => each !== value);
    else if (picked.length < field.high) now = [...picked, value];
    else if (field.high === 1) now = [value];
    const order = field.options.map((option) => option.value);
    return this.#took(field, now === picked ? [...picked] : order.filter((each) => now.includes(each)));
  }

  /**
   * Assign the next place of an order to an option, or remove an option that has one.
   * @param {Rank} field
   * @param {string} value
   */
  rank(field, value) {
    return this.#took(field, [...toggled(field, this.picked(field), value)]);
  }

  /**
   * Put an option at a place of an order, from 0.
   * @param {Rank} field
   * @param {string} value
   * @param {number} place
   */
  place(field, value, place) {
    return this.#took(field, [...placed(field, this.picked(field), value, place)]);
  }

  /**
   * Move an option up (-1) or down (1) in an order.
   * @param {Rank} field
   * @param {string} value
   * @param {-1 | 1} by
   */
  shift(field, value, by) {
    return this.#took(field, [...shifted(field, this.picked(field), value, by)]);
  }

  /**
   * Put this many of a thing at a place, as far as there are enough.
   * @param {Sort} field
   * @param {Thing} thing
   * @param {string} place
   * @param {number} number
   */
  put(field, thing, place, number) {
    const moves = this.moves(field);
    const most = thing.count === 1 ? 1 : free(moves, thing, place);
    return this.#took(field, put(moves, thing, place, Math.max(0, Math.min(most, number))));
  }

  /**
   * Store a number, or null for an entry that is no number.
   * @param {import("./answers.js").Count} field
   * @param {number | null} number
   */
  count(field, number) {
    return this.#took(field, number ?? "");
  }

  /**
   * Handle the content of a text box after a change. Return the new position of the caret.
   * @param {Words} field
   * @param {string} raw
   * @param {number} caret
   */
  write(field, raw, caret) {
    const now = written(field, this.written(field), raw, caret, this.spare);
    this.#took(field, now.text);
    return now.caret;
  }

  /**
   * Fill in a whole answer, which the player can seal or change.
   * @param {Answer} answer
   */
  fillIn(answer) {
    this.values = new Filling(this.form, answer).values;
  }

  /**
   * @param {FormField} field
   * @param {Value} value
   */
  #took(field, value) {
    if (same(this.value(field), value)) return false;
    this.values.set(field.name, value);
    return true;
  }

  /** @param {FormField} field */
  #told(field) {
    const value = this.value(field);
    return field.kind === "words" ? tidied(field, String(value)) : value;
  }
}

/**
 * @param {FormField} field
 * @param {Value | undefined} value
 */
function taken(field, value) {
  if (value === undefined) return empty(field);
  return field.kind === "words" ? kept(field, String(value)) : value;
}

/**
 * Return the value of a field that is not filled in. If the field allows only one value, return that
 * (clients/seat/answer/field_keys.py).
 * @param {FormField} field
 * @returns {Value}
 */
export function empty(field) {
  switch (field.kind) {
    case "choice":
      return field.options.length === 1 ? field.options[0].value : "";
    case "pick":
      return field.low >= field.options.length ? field.options.map((option) => option.value) : [];
    case "rank":
      return field.options.length === 1 && field.low >= 1 ? [field.options[0].value] : [];
    case "sort":
      return {};
    case "count":
      return field.low;
    case "words":
      return "";
  }
}

/**
 * Return the values that the game suggests. A weighty choice has none.
 * @param {Form} form
 * @returns {Answer}
 */
function suggested(form) {
  const heavy = form.fields.filter((field) => field.kind === "choice" && field.weighty).map((field) => field.name);
  return Object.fromEntries(Object.entries(form.suggested ?? {}).filter(([name]) => !heavy.includes(name)));
}
