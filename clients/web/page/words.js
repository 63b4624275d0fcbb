// The words of the page: one message for each key, read once from the gateway (clients/wording, as in the other clients),
// and the cleaning of people's text (protocol/words.py).
// @ts-check

import "./runs.js";
import "./steady.js";

/** @typedef {string | Record<string, string>} Message A sentence, or its forms by category. */

export const SPEECH_CHARS_MAX = 280;
const COMBINING_MAX = 3;

/** Languages that are written from right to left. */
const FROM_RIGHT = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/;

/** @type {Record<string, Message>} */
let messages = {};
let rule = new Intl.PluralRules("en");

/**
 * Load the language of the gateway. Before this no message is available.
 * @param {string} [address]
 */
export async function learn(address = "/words.json") {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  speak(await answer.json());
  document.documentElement.lang = rule.resolvedOptions().locale;
  document.documentElement.dir = FROM_RIGHT.test(document.documentElement.lang) ? "rtl" : "ltr";
}

/**
 * Use this language from now on.
 * @param {{language: string, messages: Record<string, Message>}} whole
 */
export function speak(whole) {
  messages = whole.messages;
  rule = new Intl.PluralRules(whole.language);
}

/** The end of a sentence. */
const STOPPED = /[.!?…]$/;

/**
 * Return the message of a key (`section.key`) with its fields filled in. A full stop after a field that ends with one is
 * dropped.
 * @param {string} key
 * @param {Record<string, string | number>} [fields]
 * @returns {string}
 */
export function say(key, fields = {}) {
  const pieces = woven(key, fields).map(String);
  return pieces.map((piece, at) => (piece.startsWith(".") && STOPPED.test(pieces[at - 1] ?? "") ? piece.slice(1) : piece)).join("");
}

/**
 * Return a message in pieces with its fields as they are, for fields that contain elements.
 * @template T
 * @param {string} key
 * @param {Record<string, T>} [fields]
 * @returns {(string | T)[]}
 */
export function woven(key, fields = {}) {
  const pieces = form(key, fields.n).split(/\{(\w+)\}/);
  return pieces.map((piece, at) => (at % 2 ? field(key, fields, piece) : piece)).filter((piece) => piece !== "");
}

/**
 * Return why the host refused a request, in the language of this page. If this page cannot say it, in the host's words.
 * @param {{key: string, fields: Record<string, string | number>, text: string}} refusal
 */
export function refused({ key, fields, text }) {
  try {
    return clean(key ? say(key, fields) : text);
  } catch {
    return clean(text);
  }
}

/**
 * Return the plural category of a number in this language: one, other.
 * @param {number} n
 */
export function plural(n) {
  return rule.select(Math.abs(n));
}

/**
 * @param {string} key
 * @param {unknown} n
 */
function form(key, n) {
  const message = Object.hasOwn(messages, key) ? messages[key] : undefined;
  if (message === undefined) throw new Error(`no message ${key}`);
  if (typeof message === "string") return message;
  if (typeof n !== "number") throw new Error(`${key} needs the field n`);
  return message[plural(n)] ?? message.other;
}

/**
 * @template T
 * @param {string} key
 * @param {Record<string, T>} fields
 * @param {string} name
 */
function field(key, fields, name) {
  if (!Object.hasOwn(fields, name)) throw new Error(`${key} needs the field ${name}`);
  return fields[name];
}

/**
 * Characters that become a space: line ends, letters and signs that are drawn as nothing, and every other kind of space.
 */
const BLANK = /[\n\t\r\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]|\p{Zs}/gu;
/** Characters that are removed: those that a terminal would obey, invisible ones, and marks that draw over others. */
const HIDDEN = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|\p{Me}/gu;
const MARK = /\p{M}/u;

/**
 * Return `text` without characters that would be obeyed or are invisible, in NFC, cut to this many characters.
 * @param {string} text
 * @param {number} [charsMax]
 */
export function clean(text, charsMax = SPEECH_CHARS_MAX) {
  /** @type {string[]} */
  const kept = [];
  let marks = COMBINING_MAX;
  // A removed character may have separated a letter from its mark.
  for (const char of text.replace(BLANK, " ").replace(HIDDEN, "").normalize("NFC")) {
    if (char === " ") marks = COMBINING_MAX;
    else marks = MARK.test(char) ? marks + 1 : 0;
    if (marks <= COMBINING_MAX) kept.push(char);
  }
  const whole = [...kept.join("").replace(/^ +| +$/g, "")];
  return whole.slice(0, charsMax).join("").replace(/ +$/, "");
}

const WRITTEN_CHARS_MAX = 1200;
export const WRITTEN_LINES_MAX = 40;

/**
 * Return a text of several lines, each cleaned as by `clean`, with at most one empty line between two, and none at its
 * ends.
 * @param {string} text
 * @param {number} [charsMax]
 */
export function cleanLines(text, charsMax = WRITTEN_CHARS_MAX) {
  /** @type {string[]} */
  const kept = [];
  for (const each of text.replace(/\r\n?/g, "\n").split("\n")) {
    const line = clean(each, Infinity);
    if (line || kept.at(-1)) kept.push(line);
  }
  return [...kept.slice(0, WRITTEN_LINES_MAX).join("\n")].slice(0, charsMax).join("").replace(/[ \n]+$/, "");
}
