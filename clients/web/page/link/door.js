// The door, as the page knocks at it through the gateway: from the code on a card to a cookie that opens its seat.
// The exchange runs here: the gateway passes on what tells it nothing, what it brings is not believed before the arbiter's proof,
// and not before that are we seated: who was let in by somebody else holds nothing.

import { clean, say } from "../words.js";
import { deadline } from "./deadline.js";
import { NoElement, Spake, arbiterProof, clientProof, equalProofs } from "./spake.js";

/** After this the person who waits is told why. */
const SOON_MS = 2000;
/** A question at the door has its answer within this, or nobody is there. */
const ANSWER_MS = 45_000;
/** So long it is tried again while many are joining. */
const JOIN_MS = 90_000;
const BUSY_MS = /** @type {const} */ ([500, 1500]);

/** Nobody let us in. The text is one line: what, and what to do. `why` is the door's own reason, if it gave one. */
export class DoorError extends Error {
  /**
   * @param {string} text
   * @param {string} [why]
   */
  constructor(text, why = "") {
    super(text);
    this.why = why;
  }
}

/** Nobody let us in for now. */
class Again extends Error {}

/**
 * How a question reaches the gateway: `ask("/knock", {…})` gives what it answered, as JSON.
 * @typedef {(path: string, body: object) => Promise<any>} Ask
 */

/**
 * Prove to the arbiter that we hold a code, and have it prove the same; give the exercise's name. Throws DoorError.
 * @param {import("./code.js").Code} code
 * @param {{kind?: "seat" | "projector", tell?: (line: string) => void, ask?: Ask, sleep?: (ms: number) => Promise<void>, nowMs?: () => number}} [how]
 */
export async function join(code, { kind = "seat", tell = () => {}, ask = post, sleep = pause, nowMs = () => performance.now() } = {}) {
  const untilMs = nowMs() + JOIN_MS;
  for (;;) {
    try {
      return await joinOnce(code, kind, (path, body) => patiently(ask(path, body), tell));
    } catch (error) {
      if (!(error instanceof Again)) throw error;
      if (nowMs() > untilMs) throw new DoorError(say("door.many_joining_later"), "busy");
    }
    tell(say("door.many_joining"));
    const [low, high] = BUSY_MS;
    await sleep(low + Math.random() * (high - low));
  }
}

/**
 * Go through the four steps, and then sit down.
 * @param {import("./code.js").Code} code
 * @param {string} kind
 * @param {Ask} ask
 * @returns {Promise<string>}
 */
async function joinOnce(code, kind, ask) {
  const spake = new Spake(code);
  const { plate } = code;
  const { visit, key, reveal } = letIn(await ask("/knock", { plate, kind, element: spake.element }));
  const bound = { plate, key: text(key), serverKey: text(reveal?.server_key) };
  const shared = finish(spake, text(reveal?.element));
  const proof = clientProof(shared, { kind, ...bound });
  const { admit } = letIn(await ask("/proof", { visit: text(visit), proof }));
  const exercise = text(admit?.exercise);
  if (!equalProofs(text(admit?.proof), arbiterProof(shared, { ...bound, exercise }))) {
    throw new DoorError(say("door.not_your_arbiter"));
  }
  letIn(await ask("/sit", { visit }));
  return exercise;
}

/**
 * @param {Spake} spake
 * @param {string} element
 */
function finish(spake, element) {
  try {
    return spake.finish(element);
  } catch (error) {
    if (error instanceof NoElement) throw new DoorError(say("door.strange"));
    throw error;
  }
}

/**
 * Give what was answered, unless it is that the door stays shut.
 * @param {any} answer
 */
function letIn(answer) {
  const turned = answer?.turned;
  if (!turned) return answer ?? {};
  if (turned.why === "busy") throw new Again();
  throw new DoorError(clean(text(turned.text)), text(turned.why));
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function text(value) {
  if (typeof value !== "string") throw new DoorError(say("door.strange"));
  return value;
}

/**
 * Wait for an answer, and say after a while why it takes so long.
 * @param {Promise<any>} answer
 * @param {(line: string) => void} tell
 */
async function patiently(answer, tell) {
  const timer = setTimeout(() => tell(say("door.many_joining")), SOON_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
  }
}

/** @type {Ask} */
async function post(path, body) {
  const init = { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  try {
    const answer = await fetch(path, { ...init, cache: "no-store", signal: deadline(ANSWER_MS) });
    if (!answer.ok) throw new DoorError(say("door.strange"));
    return await answer.json();
  } catch (error) {
    if (error instanceof DoorError) throw error;
    throw new DoorError(say("door.no_answer"), "gone");
  }
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((/** @type {(value: void) => void} */ done) => setTimeout(done, ms));
}
