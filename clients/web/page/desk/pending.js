// The requests of a seat that have no answer yet, in words.

import { say } from "../words.js";

/** A request that has waited this long for its answer is mentioned. */
const SLOW_MS = 3000;
/** The requests whose result the screen shows anyway. */
const SEEN = new Set(["say", "respond", "ask_hint"]);

/** @typedef {import("../link/wire").AskHint | import("../link/wire").Call | import("../link/wire").Claim | import("../link/wire").HandOver | import("../link/wire").Propose | import("../link/wire").Respond | import("../link/wire").Say | import("../link/wire").Write} Asking */

/** Requests without an answer by id, each with the time when it was made. */
export class Pending {
  constructor() {
    /** @type {Map<string, {request: Asking, askedMs: number}>} */
    this._requests = new Map();
  }

  /** Whether there are none. */
  get isEmpty() {
    return this._requests.size === 0;
  }

  /**
   * Add a request.
   * @param {Asking} request
   * @param {number} nowMs
   */
  add(request, nowMs) {
    this._requests.set(request.id, { request, askedMs: nowMs });
  }

  /**
   * Return whether a request of this type is under way.
   * @param {Asking["type"]} type
   */
  has(type) {
    return [...this._requests.values()].some(({ request }) => request.type === type);
  }

  /**
   * Return the request that was answered, and remove it.
   * @param {string} id
   * @returns {Asking | null}
   */
  pop(id) {
    const found = this._requests.get(id);
    this._requests.delete(id);
    return found?.request ?? null;
  }

  /** Return all requests without an answer, and remove them. */
  empty() {
    const left = [...this._requests.values()].map(({ request }) => request);
    this._requests.clear();
    return left;
  }

  /**
   * Return words for requests that take longer than usual, "" if there are none.
   * @param {number} nowMs
   * @param {{up: boolean}} link
   */
  onItsWay(nowMs, { up }) {
    const all = [...this._requests.values()];
    const [first, ...more] = all.filter(({ askedMs }) => !up || nowMs - askedMs > SLOW_MS);
    if (!first) return "";
    const what = thing(first.request);
    return more.length ? say("talk.on_their_way", { what, n: more.length }) : say("talk.on_its_way", { what });
  }
}

/**
 * Return the name of a request in the catalogue.
 * @param {Asking} request
 */
function named(request) {
  return request.type === "call" && request.to === "cell" ? "ask" : request.type;
}

/**
 * Return the words for a request.
 * @param {Asking} request
 */
function thing(request) {
  return request.type === "say" ? say("talk.your_line", { text: request.text }) : say(`talk.thing_${named(request)}`);
}

/**
 * Return the words that a request was carried out, "" if the screen shows the result anyway.
 * @param {Asking} request
 */
export function doneWords(request) {
  return SEEN.has(request.type) ? "" : say(`talk.done_${named(request)}`);
}
