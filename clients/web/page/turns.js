// Small phrases and figures that every screen uses. = clients/widgets/pieces/wording.py

import { say } from "./words.js";

/**
 * Join words as in a sentence: a, b and c.
 * @param {readonly string[]} parts
 */
export function listed(parts) {
  const last = parts.at(-1) ?? "";
  return parts.length > 1 ? say("company.and", { who: parts.slice(0, -1).join(", "), last }) : last;
}

/**
 * Return a time left: 0:23, 12:00, 1:05:00. It is 0:00 only when nothing is left.
 * @param {number} ms
 */
export function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** @param {number} number */
function two(number) {
  return String(number).padStart(2, "0");
}
