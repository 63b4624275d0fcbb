// The way in which a page reaches its gateway: a WebSocket first. Some phones open a page whose certificate the owner has
// accepted, but silently refuse every WebSocket to it. If plain requests pass, they carry the same frames. This is
// remembered for the session.

import { openSocket } from "./socket.js";
import { openStream } from "./stream.js";

/** @typedef {import("./seeking.js").Ears} Ears */
/** @typedef {import("./seeking.js").Wire} Wire */
/** @typedef {import("./store.js").Store} Store */

/** A WebSocket that is not open after this counts as refused. */
const SOCKET_MS = 2500;
/** If one was open before and none opens now, the network may be at fault. It is tried again this many times. */
const FAULTS_MAX = 2;

/**
 * The ways of a page to its seat. `refused` is called once in a page that finds that WebSockets are refused, or already
 * knows it.
 */
export class Ways {
  /**
   * @param {string} place the beginning of its addresses, such as /seat/7K3
   * @param {Store} store
   * @param {() => void} refused
   * @param {{socket?: typeof openSocket, stream?: typeof openStream}} [by]
   */
  constructor(place, store, refused, { socket = openSocket, stream = openStream } = {}) {
    this._place = place;
    this._store = store;
    this._refused = refused;
    this._socket = socket;
    this._stream = stream;
    /** How many times in a row no WebSocket opened, although one has before. */
    this._faults = 0;
    this._said = false;
  }

  /** Whether plain requests carry the frames. */
  get byStream() {
    return this._store.get("way") === "stream";
  }

  /**
   * Connect in the way that works, or find one.
   * @param {Ears} ears
   * @returns {Wire}
   */
  open(ears) {
    if (this.byStream) return this._byStream(ears);
    return new Trial(ears, (trial) => this._socket(`${this._place}/socket`, trial), (trial) => this._fallback(trial), () => this._stood());
  }

  _stood() {
    this._faults = 0;
    this._store.offer("way", "socket");
  }

  /**
   * Connect by plain requests if no WebSocket opened. Null if that may be only a fault of the network.
   * @param {Ears} ears
   */
  _fallback(ears) {
    this._faults += 1;
    if (this._store.get("way") === "socket" && this._faults <= FAULTS_MAX) return null;
    return this._byStream(ears);
  }

  /**
   * Connect by plain requests. If they are answered, they are used from now on, whatever the answer is.
   * @param {Ears} ears
   */
  _byStream(ears) {
    const works = () => {
      this._store.offer("way", "stream");
      if (!this._said) this._refused();
      this._said = true;
    };
    return this._stream(this._place, {
      onFrame: ears.onFrame,
      onOpen() {
        works();
        ears.onOpen();
      },
      onEnd(end) {
        if (end === "denied") works();
        ears.onEnd(end);
      },
    });
  }
}

/**
 * One connection that begins as a WebSocket and may continue as a stream. Frames sent before either is open go over the
 * one that opens.
 */
class Trial {
  /**
   * @param {Ears} ears
   * @param {(ears: Ears) => Wire} socket
   * @param {(ears: Ears) => Wire | null} fallback
   * @param {() => void} stood
   */
  constructor(ears, socket, fallback, stood) {
    this._ears = ears;
    this._fallback = fallback;
    this._stood = stood;
    /** @type {Uint8Array[]} */
    this._early = [];
    this._stands = false;
    this._closed = false;
    this._timer = setTimeout(() => this._turnBack(), SOCKET_MS);
    /** @type {Wire | null} */
    this._wire = socket({
      onOpen: () => this._open(),
      onFrame: ears.onFrame,
      onEnd: (end) => (this._stands ? ears.onEnd(end) : this._turnBack()),
    });
  }

  /** @param {Uint8Array} frame */
  send(frame) {
    if (this._stands) return this._wire?.send(frame) ?? false;
    this._early.push(frame);
    return !this._closed;
  }

  close() {
    this._closed = true;
    clearTimeout(this._timer);
    this._wire?.close();
  }

  _open() {
    clearTimeout(this._timer);
    this._stands = true;
    this._stood();
    for (const frame of this._early.splice(0)) this._wire?.send(frame);
    this._ears.onOpen();
  }

  /** Try the other way, because this one does not open. */
  _turnBack() {
    clearTimeout(this._timer);
    if (this._closed || this._stands) return;
    this._wire?.close();
    this._wire = this._fallback(this._ears);
    if (this._wire === null) {
      this._closed = true;
      this._ears.onEnd("gone");
      return;
    }
    this._stands = true;
    for (const frame of this._early.splice(0)) this._wire.send(frame);
  }
}
