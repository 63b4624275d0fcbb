// The requests to the arbiter, and which of them is sent next.
// A request with an id stays here until it is answered. It is sent again under that id, after a while on this connection
// and on every new one. Of drafts and of followed tables only the newest counts, sent once on each connection. Being
// ready is also sent on each connection. Other frames are lost with their connection.

/** @typedef {import("./wire").Request} Request */
/** @typedef {import("./wire").Declare} Declare */

/** How many requests may wait for their answers. */
export const ASKED_MAX = 1000;
/** How many of them may be under way together. The arbiter reads this many frames of one link ahead. */
export const UNDER_WAY_MAX = 16;
/** Of these requests only the newest counts. */
const NEWEST = new Set(["draft", "watch", "ready"]);

/**
 * Return the id of a request, "" for one that is not answered by its id.
 * @param {Request} request
 * @returns {string}
 */
export function idOf(request) {
  return "id" in request ? request.id : "";
}

/** The requests under way. The caller supplies the time, in milliseconds of any one clock. */
export class Asked {
  /** @param {number} repeatMs */
  constructor(repeatMs) {
    this._repeatMs = repeatMs;
    /**
     * The requests that have not left on this connection, the longest waiting first. Some of them may no longer be
     * wanted.
     * @type {Request[]}
     */
    this._waiting = [];
    /** @type {Map<string, Request>} */
    this._unanswered = new Map();
    /**
     * When each of them last left on this connection.
     * @type {Map<string, number>}
     */
    this._sent = new Map();
    /** @type {Map<string, Request>} */
    this._newest = new Map();
  }

  /** @param {string} id */
  has(id) {
    return this._unanswered.has(id);
  }

  /**
   * Add a request. False: too many wait already. A declaration replaces the others for its gate.
   * @param {Request} request
   */
  add(request) {
    const id = idOf(request);
    if (this._unanswered.has(id)) return true;
    if (request.type === "declare") this._supersede(request);
    if (id && this._unanswered.size >= ASKED_MAX) return false;
    if (id) this._unanswered.set(id, request);
    else if (NEWEST.has(request.type)) this._newest.set(request.type, request);
    this._waiting.push(request);
    return true;
  }

  /**
   * Add a request that is sent before all others.
   * @param {Request} request
   */
  addFirst(request) {
    this._waiting.unshift(request);
  }

  /**
   * Remove a request that was answered. Return whether it was still here.
   * @param {string} id
   */
  answered(id) {
    this._sent.delete(id);
    return this._unanswered.delete(id);
  }

  /**
   * Remove a request that cannot be sent at all.
   * @param {Request} request
   */
  giveUp(request) {
    this.answered(idOf(request));
    if (this._newest.get(request.type) === request) this._newest.delete(request.type);
  }

  /**
   * Remove drafts of gates before this one. Only the arbiter knows whether such a draft counted.
   * @param {number} gate
   */
  passed(gate) {
    const draft = this._newest.get("draft");
    if (draft?.type === "draft" && draft.gate < gate) this._newest.delete("draft");
  }

  /** Remove the draft, because another crew member drives the seat now. */
  watches() {
    this._newest.delete("draft");
  }

  /**
   * Return the request to send now: the one that has waited longest, otherwise one that has been without an answer too
   * long. Null if there is none.
   * @param {number} nowMs
   * @returns {Request | null}
   */
  next(nowMs) {
    for (;;) {
      const request = this._waiting[0];
      if (request === undefined || (idOf(request) && this._sent.size >= UNDER_WAY_MAX)) break;
      this._waiting.shift();
      if (this._wanted(request)) return this._leaves(request, nowMs);
    }
    for (const [id, sentMs] of this._sent) {
      const late = nowMs - sentMs > this._repeatMs ? this._unanswered.get(id) : undefined;
      if (late) return this._leaves(late, nowMs);
    }
    return null;
  }

  /** Start again on a new connection. An unanswered request may not have arrived. */
  broken() {
    this._sent.clear();
    this._waiting = [...this._newest.values(), ...this._unanswered.values()];
  }

  /** Remove everything. Return the ids of the unanswered requests. */
  forget() {
    const dropped = [...this._unanswered.keys()];
    this._unanswered.clear();
    this._newest.clear();
    this.broken();
    return dropped;
  }

  /**
   * @param {Request} request
   * @param {number} nowMs
   */
  _leaves(request, nowMs) {
    const id = idOf(request);
    if (id) {
      this._sent.delete(id);
      this._sent.set(id, nowMs);
    }
    return request;
  }

  /** @param {Request} request */
  _wanted(request) {
    const id = idOf(request);
    if (id) return this._unanswered.get(id) === request;
    return !NEWEST.has(request.type) || this._newest.get(request.type) === request;
  }

  /**
   * Remove earlier declarations for the same gate, and the draft. Only the last answer counts.
   * @param {Declare} declare
   */
  _supersede(declare) {
    for (const [id, request] of [...this._unanswered]) {
      if (request.type === "declare" && request.gate === declare.gate) this.answered(id);
    }
    this._newest.delete("draft");
  }
}
