// The page's side of the door, through the gateway: from the code on a card to a cookie that opens its seat. The exchange
// runs here, so the gateway learns nothing from what it passes on. Nothing that it brings is believed before the
// arbiter's proof, and there is no cookie before that. So a page that was admitted by another server holds nothing.

import { clean, say } from "../words.js";
import { deadline } from "./deadline.js";
import { NoElement, Spake, arbiterProof, clientProof, equalProofs } from "./spake.js";

/** After this the waiting player is shown why. */
const SOON_MS = 2000;
/** A request at the door is answered within this, or no one is there. */
const ANSWER_MS = 45_000;
/** How long it tries again while many are joining. */
const JOIN_MS = 90_000;
const BUSY_MS = /** @type {const} */ ([500, 1500]);

/**
 * The door did not admit us. The text is one line: what is wrong, and what to do. `why` is the door's own reason, if it
 * sent one. `kind` is the kind of client that the card admits, if the door said that this page is another.
 */
export class DoorError extends Error {
  /**
   * @param {string} text
   * @param {string} [why]
   * @param {string} [kind]
   */
  constructor(text, why = "", kind = "") {
    super(text);
    this.why = why;
    this.kind = kind;
  }
}

/** The door did not admit us for now. */
class Again extends Error {}

/**
 * How a request reaches the gateway: `ask("/knock", {…})` returns its answer, as JSON.
 * @typedef {(path: string, body: object) => Promise<any>} Ask
 */

/**
 * Prove to the arbiter that we hold a code, and have it prove the same. Return the exercise's name. Throws DoorError.
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
 * Do the four steps of the exchange, and take the seat.
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
 * Return an answer, unless it is that the door does not admit us.
 * @param {any} answer
 */
function letIn(answer) {
  const turned = answer?.turned;
  if (!turned) return answer ?? {};
  if (turned.why === "busy") throw new Again();
  throw new DoorError(clean(text(turned.text)), text(turned.why), text(turned.kind ?? ""));
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
 * Wait for an answer, and explain after a while why it takes so long.
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
