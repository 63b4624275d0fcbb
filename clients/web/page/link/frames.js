// The codec: requests to frames of one size, and frames to replies. It uses no socket.

/** @typedef {import("./wire").Request} Request */
/** @typedef {import("./wire").ToClient} ToClient */

export const WIRE_VERSION = 4;
/** The size of every frame from a client. */
export const REQUEST_BYTES = 2048;
const BLANK = 0x20;

/** A reply is of another version of the wire. */
export class WrongVersion extends Error {}

/**
 * Return the frame of a request, always of one size. Null if the request does not fit.
 * @param {Request} body
 * @param {string} [session]
 */
export function encodeRequest(body, session = "") {
  const frame = new Uint8Array(REQUEST_BYTES).fill(BLANK);
  const json = new TextEncoder().encode(JSON.stringify({ v: WIRE_VERSION, session, body }));
  if (json.length > REQUEST_BYTES) return null;
  frame.set(json);
  return frame;
}

/**
 * Return the reply in a frame, null if it is no reply. Throws WrongVersion.
 * @param {string} text
 * @returns {ToClient | null}
 */
export function decodeReply(text) {
  const message = parsed(text);
  if (message === null || typeof message !== "object" || !("v" in message)) return null;
  if (message.v !== WIRE_VERSION) throw new WrongVersion();
  const { session, n, last, body } = /** @type {ToClient} */ (message);
  const whole = typeof session === "string" && Number.isInteger(n) && Number.isInteger(last) && typeof body?.type === "string";
  return whole ? /** @type {ToClient} */ (message) : null;
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
