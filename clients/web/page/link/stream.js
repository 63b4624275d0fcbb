// A connection over plain requests, for browsers that refuse a WebSocket: an endless answer with a frame on each line,
// and a post for each frame that leaves, one after the other. The frames and their order are the same.

import { deadline } from "./deadline.js";
import { endOf } from "./socket.js";

/** @typedef {import("./seeking.js").Ears} Ears */
/** @typedef {import("./seeking.js").Wire} Wire */

/** How many frames may wait for the post before them. With more, further frames are refused. */
const WAITING_MAX = 8;
const POST_MS = 5000;
/** No line is longer. */
const LINE_CHARS_MAX = 140_000;

/**
 * Connect. Frames sent before the connection is open leave once it is.
 * @param {string} place the beginning of its addresses, such as /seat/7K3
 * @param {Ears} ears
 * @returns {Wire}
 */
export function openStream(place, ears) {
  const stream = new Stream(place, ears);
  void stream.read();
  return stream;
}

class Stream {
  /**
   * @param {string} place
   * @param {Ears} ears
   */
  constructor(place, ears) {
    this._place = place;
    this._ears = ears;
    this._stopping = new AbortController();
    this._open = true;
    /** The name that the gateway gave this connection, "" until then. */
    this._name = "";
    this._posting = false;
    /** @type {Uint8Array[]} */
    this._waiting = [];
  }

  /** @param {Uint8Array} frame */
  send(frame) {
    if (!this._open || this._waiting.length >= WAITING_MAX) return false;
    this._waiting.push(frame);
    void this._post();
    return true;
  }

  close() {
    this._open = false;
    this._stopping.abort();
  }

  /** Read the answer to its end. */
  async read() {
    let end = "gone";
    try {
      const answer = await fetch(`${this._place}/stream`, { cache: "no-store", signal: this._stopping.signal });
      end = answer.ok && answer.body ? await this._lines(answer.body) : await answer.text();
    } catch {
      // The network broke, or we closed it. Either way it is gone, whatever error the browser reports.
    }
    this._end(end.trim());
  }

  /**
   * Handle line after line. Return the gateway's word for the end.
   * @param {ReadableStream<Uint8Array>} body
   */
  async _lines(body) {
    const reader = body.getReader();
    const text = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done || !this._open) return "gone";
      const lines = (rest + text.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > LINE_CHARS_MAX) return "gone";
      for (const line of lines) {
        const end = this._line(line);
        if (end) return end;
      }
    }
  }

  /**
   * Handle a line: first the connection's name, then frames, and last why it ended. Return the reason, else "".
   * @param {string} line
   */
  _line(line) {
    if (!this._name) {
      this._name = word(line, "line");
      if (!this._name) return "gone";
      this._ears.onOpen();
      void this._post();
      return "";
    }
    const end = line.startsWith('{"end":') ? word(line, "end") : "";
    if (!end && this._open) this._ears.onFrame(line);
    return end;
  }

  /** Post the waiting frames, one after the other: two posts at once may overtake each other. */
  async _post() {
    if (this._posting || !this._name) return;
    this._posting = true;
    for (let frame = this._waiting[0]; frame && this._open; frame = this._waiting[0]) {
      if (!(await this._posted(frame))) this._end("gone");
      this._waiting.shift();
    }
    this._posting = false;
  }

  /** @param {Uint8Array} frame */
  async _posted(frame) {
    const headers = { "content-type": "application/octet-stream", "x-line": this._name };
    const signal = deadline(POST_MS);
    try {
      const body = /** @type {Uint8Array<ArrayBuffer>} */ (frame);
      const answer = await fetch(`${this._place}/frame`, { method: "POST", body, headers, cache: "no-store", signal, keepalive: true });
      return answer.ok;
    } catch {
      return false;
    }
  }

  /** @param {string} word */
  _end(word) {
    if (!this._open) return;
    this.close();
    this._ears.onEnd(endOf(word));
  }
}

/**
 * Return the value of one of the gateway's own lines, "" if it has none.
 * @param {string} line
 * @param {string} name
 * @returns {string}
 */
function word(line, name) {
  try {
    const value = JSON.parse(line)[name];
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}
