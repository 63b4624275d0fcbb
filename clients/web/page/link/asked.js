// What was asked of the arbiter and what of it is to be sent next.
//
// Laws: a request with an id stays here until it is answered, and is sent again under that id, on this connection after a while and on every
// new one; of drafts, and of what is followed, only the newest counts, once on each connection, and that one is ready is said on each;
// whatever else there is to send dies with its connection.

/** @typedef {import("./wire").Request} Request */
/** @typedef {import("./wire").Declare} Declare */

/** So many requests may wait for their answers. */
export const ASKED_MAX = 1000;
/** So many of them are under way together; the arbiter reads so many frames of one link ahead. */
export const UNDER_WAY_MAX = 16;
/** Of these only the newest counts. */
const NEWEST = new Set(["draft", "watch", "ready"]);

/**
 * Give the id of a request; "" for one that is not answered by its id.
 * @param {Request} request
 * @returns {string}
 */
export function idOf(request) {
  return "id" in request ? request.id : "";
}

/** Requests on their way. Give it the time, in milliseconds from nowhere in particular. */
export class Asked {
  /** @param {number} repeatMs */
  constructor(repeatMs) {
    this._repeatMs = repeatMs;
    /**
     * What has not left on this connection, the longest waiting first. Some of it may no longer be wanted.
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
   * Take in a request; false: too many wait already. A declaration takes the place of others for its gate.
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
   * Take in what is to be sent before all else.
   * @param {Request} request
   */
  addFirst(request) {
    this._waiting.unshift(request);
  }

  /**
   * Take note of an answer; whether it was to a request that is still here.
   * @param {string} id
   */
  answered(id) {
    this._sent.delete(id);
    return this._unanswered.delete(id);
  }

  /**
   * Drop what cannot be sent at all.
   * @param {Request} request
   */
  giveUp(request) {
    this.answered(idOf(request));
    if (this._newest.get(request.type) === request) this._newest.delete(request.type);
  }

  /**
   * Drop drafts of earlier questions than the one of this gate. What became of an answer to one only the arbiter can say.
   * @param {number} gate
   */
  passed(gate) {
    const draft = this._newest.get("draft");
    if (draft?.type === "draft" && draft.gate < gate) this._newest.delete("draft");
  }

  /** Drop the draft: another drives the seat now. */
  watches() {
    this._newest.delete("draft");
  }

  /**
   * Give what is to be sent now: what has waited longest, else what has been without an answer for too long; null for nothing.
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

  /** Begin again on a new connection: nothing that has no answer can be known to have arrived. */
  broken() {
    this._sent.clear();
    this._waiting = [...this._newest.values(), ...this._unanswered.values()];
  }

  /** Drop everything, and give the ids of what was not answered. */
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
   * Only the last answer to a question counts, so only the last is worth sending, and no draft of it.
   * @param {Declare} declare
   */
  _supersede(declare) {
    for (const [id, request] of [...this._unanswered]) {
      if (request.type === "declare" && request.gate === declare.gate) this.answered(id);
    }
    this._newest.delete("draft");
  }
}
