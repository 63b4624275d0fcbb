// Who leads: the highest epoch in which an arbiter has welcomed this page. One that leads in a lower one has slept, and is not believed.

/** Keeps it, as long as its store does. */
export class Leading {
  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this._store = store;
    const { key, epoch } = store.get("led") ?? {};
    this._key = String(key ?? "");
    this._epoch = Number.isInteger(epoch) ? epoch : 0;
  }

  /**
   * Tell whether who welcomes us leads, as far as we know; from now on nobody before him does. Another exercise has another key.
   * @param {import("./wire").Welcome} welcome
   */
  believes({ verify_key: key, epoch }) {
    if (key === this._key && epoch < this._epoch) return false;
    if (key !== this._key || epoch !== this._epoch) {
      this._key = key;
      this._epoch = epoch;
      this._store.offer("led", { key, epoch });
    }
    return true;
  }
}
