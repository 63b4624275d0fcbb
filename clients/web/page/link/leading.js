// The highest epoch in which an arbiter has welcomed this page. An arbiter in a lower epoch has been asleep, and is not
// believed.

/** Stores this epoch, as long as its store lives. */
export class Leading {
  /** @param {import("./store.js").Store} store */
  constructor(store) {
    this._store = store;
    const { key, epoch } = store.get("led") ?? {};
    this._key = String(key ?? "");
    this._epoch = Number.isInteger(epoch) ? epoch : 0;
  }

  /**
   * Return whether the arbiter that welcomes us leads, as far as we know, and remember its epoch. Another exercise has
   * another key.
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
