// What a seat has asked for and has no answer to yet, in words.

import { say } from "../words.js";

/** What has no answer for so long is worth a word. */
const SLOW_MS = 3000;
/** What one sees when it is done. */
const SEEN = new Set(["say", "respond", "ask_hint"]);

/** @typedef {import("../link/wire").AskHint | import("../link/wire").Call | import("../link/wire").Claim | import("../link/wire").HandOver | import("../link/wire").Propose | import("../link/wire").Respond | import("../link/wire").Say | import("../link/wire").Write} Asking */

/** Requests without an answer, by their ids, and when each was made. */
export class Pending {
  constructor() {
    /** @type {Map<string, {request: Asking, askedMs: number}>} */
    this._requests = new Map();
  }

  /** Whether there is none. */
  get isEmpty() {
    return this._requests.size === 0;
  }

  /**
   * Take in a request.
   * @param {Asking} request
   * @param {number} nowMs
   */
  add(request, nowMs) {
    this._requests.set(request.id, { request, askedMs: nowMs });
  }

  /**
   * Tell whether a request of a type is on its way.
   * @param {Asking["type"]} type
   */
  has(type) {
    return [...this._requests.values()].some(({ request }) => request.type === type);
  }

  /**
   * Give the request that was answered, once.
   * @param {string} id
   * @returns {Asking | null}
   */
  pop(id) {
    const found = this._requests.get(id);
    this._requests.delete(id);
    return found?.request ?? null;
  }

  /** Give all that was not answered, and forget it. */
  empty() {
    const left = [...this._requests.values()].map(({ request }) => request);
    this._requests.clear();
    return left;
  }

  /**
   * Say what is still on its way, where one would wonder; "" while all goes as usual.
   * @param {number} nowMs
   * @param {{up: boolean}} link
   */
  onItsWay(nowMs, { up }) {
    const all = [...this._requests.values()];
    const [first, ...more] = all.filter(({ askedMs }) => !up || nowMs - askedMs > SLOW_MS);
    if (!first) return "";
    const what = upper(thing(first.request));
    return more.length ? say("talk.on_their_way", { what, n: more.length }) : say("talk.on_its_way", { what });
  }
}

/**
 * Name a request.
 * @param {Asking} request
 */
function thing(request) {
  return request.type === "say" ? say("talk.your_line", { text: request.text }) : say(`talk.thing_${request.type}`);
}

/**
 * Say that a request was carried out, where one does not see it.
 * @param {Asking} request
 */
export function doneWords(request) {
  return SEEN.has(request.type) ? "" : say(`talk.done_${request.type}`);
}

/** @param {string} text */
function upper(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
