// Words on the board. All text passes `ink` or `paragraphs`, so that no text can become markup.
// = clients/widgets/board/ink.py

import { clean } from "../words.js";

const TEXT_CHARS_MAX = 2000;
const PARAGRAPH_CHARS_MAX = 6000;

/** Return a text on one line, cleaned. @param {string | undefined} text */
export function ink(text) {
  return clean(text ?? "", TEXT_CHARS_MAX);
}

/** Return the lines of a text, each cleaned. Its own line ends stay. @param {string | undefined} text */
export function paragraphs(text) {
  const lines = (text ?? "").split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/u);
  if (lines.length > 1 && lines.at(-1) === "") lines.pop();
  return lines.map((line) => clean(line, PARAGRAPH_CHARS_MAX));
}

/** Join the parts that are not empty. @param {(string | false | null | undefined)[]} parts @param {string} gap */
export function join(parts, gap = " · ") {
  return parts.filter(Boolean).join(gap);
}
