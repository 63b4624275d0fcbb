// The keys of the page: what each opens, and how it is rebound. A key of a single character does nothing while the player
// writes, and can be switched off. Plain letters and digits cannot be bound, because they choose answers.
// = clients/seat/drawing/keys.py

import { say } from "../words.js";

/** @typedef {import("./settings.js").Settings} Settings */

/** The actions that have a key, in the order of the list, each with its title and its standard key, "" for none. */
const ACTIONS = /** @type {const} */ ([
  ["help", "help.title", "F1"],
  ["rules", "rules.title", "F2"],
  ["notes", "help.foot_notes", "F4"],
  ["seat", "web.open_seat", "F8"],
  ["settings", "web.open_settings", "F9"],
  ["call", "notices.call_title", ""],
  ["notices", "notices.title", ""],
  ["documents", "board.documents", ""],
  ["talk", "help.foot_talk", ""],
  ["story", "help.foot_story", ""],
  ["suggest", "question.suggest", ""],
  ["leave", "help.foot_leave", ""],
]);
/** This key opens the rules too, as in the terminal. @type {{key: string, action: "rules"}} */
const ALSO = { key: "?", action: "rules" };

/** @typedef {typeof ACTIONS[number][0]} Action */

/**
 * Return the actions that have a key, each with its title and its key, "" for none.
 * @param {Settings} settings
 */
export function keysOf(settings) {
  return ACTIONS.map(([action, title, usual]) => ({ action, title: say(title), key: settings.own[action] ?? usual }));
}

/**
 * Return the action of a key, "" if there is none.
 * @param {KeyboardEvent} event
 * @param {Settings} settings
 * @returns {Action | ""}
 */
export function actionOf(event, settings) {
  const key = keyOf(event);
  const sign = key.length === 1;
  if (!key || (sign && (!settings.keys || writes(event.target)))) return "";
  const found = keysOf(settings).find((each) => each.key === key)?.action;
  return found ?? (key === ALSO.key ? ALSO.action : "");
}

/**
 * Return the name of a key that can be bound: F1 to F12, a letter or digit with Alt, or a single other character. "" for
 * any other key.
 * @param {KeyboardEvent} event
 */
export function keyOf({ key, code, altKey, ctrlKey, metaKey, isComposing }) {
  if (ctrlKey || metaKey || isComposing) return "";
  if (/^F([1-9]|1[0-2])$/.test(key)) return altKey ? "" : key;
  const under = /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]; // the printed letter: with Alt some systems write another character
  if (altKey) return under ? `Alt+${under}` : "";
  return key.length === 1 && !/[\p{L}\p{N}\s+-]/u.test(key) ? key : "";
}

/**
 * Bind a key to an action. "" removes the action's key. Return what has that key already, "" if it was free.
 * @param {import("./settings.js").Remembered} kept
 * @param {Action} action
 * @param {string} key
 */
export function bind(kept, action, key) {
  const taken = key && keysOf(kept.now).find((each) => each.key === key && each.action !== action);
  if (taken) return taken.title;
  if (key === ALSO.key && action !== ALSO.action) return say("rules.title");
  kept.put("own", { ...kept.now.own, [action]: key });
  return "";
}

/** @param {EventTarget | null} where */
function writes(where) {
  return where instanceof HTMLElement && where.matches("input:not([type=radio],[type=checkbox]), textarea, select");
}
