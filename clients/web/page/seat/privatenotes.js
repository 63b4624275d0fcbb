// Notes that go to nobody: kept in this tab alone, for one seat of one exercise.

import { Kept } from "./kept.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */

export class PrivateNotes {
  /** @param {Desk} desk */
  constructor(desk) {
    this._kept = new Kept("notes", desk);
    this._place = "";
    this._text = "";
    this.keep = this.keep.bind(this);
  }

  /** What is written; what another seat's holder wrote is gone. */
  get text() {
    const { place } = this._kept;
    if (place && place !== this._place) {
      this._place = place;
      this._text = this._kept.read();
    }
    return this._text;
  }

  /**
   * Keep what is written.
   * @param {string} text
   */
  keep(text) {
    if (text === this.text) return;
    this._text = text;
    this._kept.write(text);
  }

  /** Forget them: the seat is left. */
  wipe() {
    this._kept.wipe();
  }
}
