// What this tab keeps for one seat of one exercise, until the tab is closed, the seat is left, or another sits down in it.

/** @typedef {import("../desk/desk.js").Desk} Desk */

export class Kept {
  /**
   * @param {string} name
   * @param {Desk} desk
   */
  constructor(name, desk) {
    this._name = name;
    this._desk = desk;
  }

  /** The seat that it is of, "" where nobody knows it yet. */
  get place() {
    const { welcome } = this._desk;
    return welcome ? JSON.stringify([welcome.exercise, welcome.table, welcome.seat]) : "";
  }

  /** Give what is kept, "" for nothing; what is of another seat is gone. */
  read() {
    try {
      const [place, text] = JSON.parse(sessionStorage.getItem(this._name) ?? "[]");
      if (place === this.place && typeof text === "string") return text;
      sessionStorage.removeItem(this._name);
    } catch {
      // the device keeps nothing, or what it holds is not ours
    }
    return "";
  }

  /** @param {string} text */
  write(text) {
    try {
      sessionStorage.setItem(this._name, JSON.stringify([this.place, text]));
    } catch {
      // the device keeps nothing: it stays as long as the page is open
    }
  }

  /** Forget it. */
  wipe() {
    try {
      sessionStorage.removeItem(this._name);
    } catch {
      // nothing was kept
    }
  }
}
