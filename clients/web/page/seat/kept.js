// A text that this tab stores for one seat of one exercise. It is deleted when the tab is closed, the player leaves the
// seat, or another player sits down in this tab.

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

  /** The seat that the text belongs to, "" if it is not known yet. */
  get place() {
    const { welcome } = this._desk;
    return welcome ? JSON.stringify([welcome.exercise, welcome.table, welcome.seat]) : "";
  }

  /** Return the stored text, "" if there is none. A text of another seat is deleted. */
  read() {
    try {
      const [place, text] = JSON.parse(sessionStorage.getItem(this._name) ?? "[]");
      if (place === this.place && typeof text === "string") return text;
      sessionStorage.removeItem(this._name);
    } catch {
      // the device stores nothing, or the stored text is not ours
    }
    return "";
  }

  /** @param {string} text */
  write(text) {
    try {
      sessionStorage.setItem(this._name, JSON.stringify([this.place, text]));
    } catch {
      // the device stores nothing, so the text lasts only as long as the page
    }
  }

  /** Delete it. */
  wipe() {
    try {
      sessionStorage.removeItem(this._name);
    } catch {
      // nothing was stored
    }
  }
}
