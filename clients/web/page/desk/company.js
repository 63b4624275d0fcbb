// The people at the table, in words: names beside seats, and whom the table waits for before it begins.

import { listed } from "../turns.js";
import { clean, say } from "../words.js";

/** @typedef {import("../link/wire").Company} Company */

/** As many awaited players as this are named. The others are counted. */
const NAMED_MAX = 3;

/**
 * Return the name of the player at a seat, "" if no one is named.
 * @param {Company | null} company
 * @param {string} seat
 */
export function personAt(company, seat) {
  return clean(company?.sitters.find((one) => one.seat === seat)?.person ?? "");
}

/**
 * Return a seat's title with its player, such as "Red corps II (Gül)".
 * @param {Company | null} company
 * @param {string} seat
 * @param {string} title
 */
export function withPerson(company, seat, title) {
  const person = personAt(company, seat);
  return person ? say("company.with_person", { title: clean(title), person }) : clean(title);
}

/**
 * Return the words for whom the table waits for, or for what it waits for when all are there. "" if that is not known.
 * @param {Company | null} company
 * @param {string} me
 */
export function waitingWords(company, me) {
  if (company === null) return "";
  const awaited = company.sitters.filter((one) => one.awaited);
  if (!awaited.length) return company.begins === "now" ? "" : say(`company.begins_${company.begins}`);
  const others = awaited.filter((one) => one.seat !== me).map((one) => withPerson(company, one.seat, one.title));
  const named = others.length < awaited.length ? [say("company.you"), ...others] : others;
  return say("company.waiting_for", { who: few(named) });
}

/** @param {string[]} names */
function few(names) {
  if (names.length > NAMED_MAX + 1) {
    return say("company.and_more", { who: names.slice(0, NAMED_MAX).join(", "), n: names.length - NAMED_MAX });
  }
  return listed(names);
}
