// A connection over a WebSocket: each message is a frame.

/** @typedef {import("./seeking.js").Ears} Ears */
/** @typedef {import("./seeking.js").End} End */
/** @typedef {import("./seeking.js").Wire} Wire */

/**
 * The gateway's words for the end of a connection that mean more than that it is gone.
 * @type {Map<string, End>}
 */
const ENDS = new Map([
  ["denied", "denied"],
  ["strange", "strange"],
  ["many", "many"],
]);

/**
 * Return how a connection ended, from the gateway's word for it.
 * @param {string} word
 * @returns {End}
 */
export function endOf(word) {
  return ENDS.get(word) ?? "gone";
}

/**
 * Connect. Frames sent before the connection is open leave once it is.
 * @param {string} path
 * @param {Ears} ears
 * @returns {Wire}
 */
export function openSocket(path, { onOpen, onFrame, onEnd }) {
  const socket = new WebSocket(`wss://${location.host}${path}`);
  const text = new TextDecoder();
  /** @type {Uint8Array[]} */
  const early = [];
  let open = true;
  socket.binaryType = "arraybuffer";
  socket.addEventListener("open", () => {
    for (const frame of early.splice(0)) socket.send(frame);
    onOpen();
  });
  socket.addEventListener("message", ({ data }) => {
    if (open && data instanceof ArrayBuffer) onFrame(text.decode(data));
  });
  socket.addEventListener("close", ({ reason }) => {
    if (open) onEnd(endOf(reason));
    open = false;
  });
  return {
    send(frame) {
      if (!open || socket.readyState > WebSocket.OPEN) return false;
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
      else early.push(frame);
      return true;
    },
    close() {
      open = false;
      socket.close();
    },
  };
}
