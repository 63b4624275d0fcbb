// Notes that go to nobody: kept in this tab alone, for one seat of one exercise.

/** @typedef {import("../desk/desk.js").Desk} Desk */

const KEY = "notes";

export class PrivateNotes {
  /** @param {Desk} desk */
  constructor(desk) {
    this._desk = desk;
    this._place = "";
    this._text = "";
    this.keep = this.keep.bind(this);
  }

  /** What is written; what another seat's holder wrote is gone. */
  get text() {
    this._look();
    return this._text;
  }

  /**
   * Keep what is written.
   * @param {string} text
   */
  keep(text) {
    this._look();
    this._text = text;
    try {
      sessionStorage.setItem(KEY, JSON.stringify([this._place, text]));
    } catch {
      // the device keeps nothing: they stay as long as the page is open
    }
  }

  _look() {
    const { welcome } = this._desk;
    const place = welcome ? JSON.stringify([welcome.exercise, welcome.table, welcome.seat]) : "";
    if (!place || place === this._place) return;
    this._place = place;
    this._text = "";
    try {
      const [kept, text] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
      if (kept === place && typeof text === "string") this._text = text;
      else sessionStorage.removeItem(KEY);
    } catch {
      this._text = "";
    }
  }
}
