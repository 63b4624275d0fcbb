// The windows of one seat in one browser: the newest counts. The arbiter reports it too, but a window that slept learns
// it here before it would take the seat back by itself.

/** Exchanges messages with the other windows of a seat. */
export class Windows {
  /**
   * @param {string} plate
   * @param {() => void} overtaken called when another window has taken the seat
   */
  constructor(plate, overtaken) {
    /** @type {BroadcastChannel | null} */
    this._channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(`warcouncil:${plate}`) : null;
    this._channel?.addEventListener("message", overtaken);
  }

  /** Inform the others that this window has the seat. */
  sit() {
    this._channel?.postMessage("here");
  }
}
