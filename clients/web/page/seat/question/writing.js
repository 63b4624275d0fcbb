// A text while it is written (clients/seat/answer/text_keys.py): what is kept of it, and how much more can be written.
// Pure.

import { clean, WRITTEN_LINES_MAX } from "../../words.js";
import { bytesOf, lengthOf } from "./answers.js";

/** @typedef {import("./answers.js").Words} Words */

/**
 * Return a text that is being written, without invisible characters. Blanks and empty lines at its ends stay, because the
 * player may go on writing.
 * @param {Words} field
 * @param {string} text
 */
export function kept(field, text) {
  let lines = text.replace(/\r\n?/g, "\n").split("\n");
  if (!field.lines) lines = [lines.join(" ")];
  return cut(lines.slice(0, WRITTEN_LINES_MAX).map(keptLine).join("\n"), field.chars_max);
}

/**
 * Return a text after a change. `raw` is the content of the box now, the new part ends at `caret`, and `spare` is how
 * many more bytes may be written. As much of the new part is kept as there is room for. A second blank in a row is
 * dropped.
 * @param {Words} field
 * @param {string} text
 * @param {string} raw
 * @param {number} caret
 * @param {number} spare
 * @returns {{text: string, caret: number}}
 */
export function written(field, text, raw, caret, spare) {
  const grown = raw.length - text.length;
  const blankAgain = grown === 1 && raw[caret - 1] === " " && /(^|[ \n])$/.test(raw.slice(0, caret - 1));
  if (blankAgain || (grown > 0 && lengthOf(text) >= field.chars_max)) return { text, caret: Math.max(0, caret - grown) };
  const after = raw.slice(caret);
  const lines = kept(field, raw.slice(0, caret)).split("\n");
  const room = lines.slice(0, WRITTEN_LINES_MAX - after.split("\n").length + 1).join("\n");
  let begun = [...cut(room, field.chars_max - lengthOf(after))];
  const bytes = bytesOf(text) + spare;
  while (begun.length && bytesOf(begun.join("") + after) > bytes) begun = begun.slice(0, -1);
  const whole = begun.join("");
  return { text: whole + after, caret: whole.length };
}

/**
 * Return how many more letters can be written, if they are like those before.
 * @param {Words} field
 * @param {string} text
 * @param {number} spare
 */
export function left(field, text, spare) {
  const letters = lengthOf(text);
  const bytes = new TextEncoder().encode(text).length;
  const room = Math.floor((spare * Math.max(1, letters)) / Math.max(1, bytes));
  return Math.max(0, Math.min(field.chars_max - letters, room));
}

/**
 * @param {string} text
 * @param {number} charsMax
 */
function cut(text, charsMax) {
  const letters = [...text];
  return letters.length <= charsMax ? text : letters.slice(0, Math.max(0, charsMax)).join("").replace(/ +$/, "");
}

/** @param {string} line */
function keptLine(line) {
  const said = clean(line, Infinity);
  return said && line.endsWith(" ") ? `${said} ` : said;
}
