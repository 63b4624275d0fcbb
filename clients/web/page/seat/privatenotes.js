// The private notes: stored in this tab for one seat of one exercise, and encrypted on this device as long as it holds
// the seat.

import { Kept } from "./kept.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("../link/locker.js").Locker} Locker */

export class PrivateNotes {
  /**
   * @param {Desk} desk
   * @param {Locker | null} locker
   * @param {() => void} redraw
   */
  constructor(desk, locker, redraw) {
    this._kept = new Kept("notes", desk);
    this._locker = locker;
    this._redraw = redraw;
    this._place = "";
    this._text = "";
    /** Whether the notes on the device are known here. Until then nothing may replace them. */
    this._known = false;
    this.keep = this.keep.bind(this);
  }

  /** The notes. Those of another seat are deleted. */
  get text() {
    const { place } = this._kept;
    if (place && place !== this._place) {
      this._place = place;
      this._text = this._kept.read();
      this._known = Boolean(this._text);
      if (!this._known) void this._fetch(place);
    }
    return this._text;
  }

  /**
   * Store the notes.
   * @param {string} text
   */
  keep(text) {
    if (text === this.text) return;
    this._text = text;
    this._kept.write(text);
    if (this._known) void this._lock();
    else void this._fetch(this._place);
  }

  /** Repeat what may have failed while the gateway was away and gave no key. */
  goOn() {
    if (this._text) void (this._known ? this._lock() : this._fetch(this._place));
  }

  /** Whether this device stores the notes. Otherwise they last only as long as the page. */
  get areKept() {
    return this._locker?.keeps !== false;
  }

  /** Store the notes encrypted, and show it if the device refuses. */
  async _lock() {
    const kept = this.areKept;
    await this._locker?.write(this._place, this._text);
    if (this.areKept !== kept) this._redraw();
  }

  /** Delete the notes, because the player leaves the seat. */
  wipe() {
    this._kept.wipe();
    this._locker?.wipe();
  }

  /**
   * Add the notes that were written in another tab, or on another day. Notes written here meanwhile stay below them.
   * @param {string} place
   */
  async _fetch(place) {
    const found = await this._locker?.read(place);
    if (typeof found !== "string" || place !== this._place || this._known) return;
    this._known = true;
    if (found) this.keep([found, this._text].filter(Boolean).join("\n\n"));
    else if (this._text) void this._lock();
    this._redraw();
  }
}
