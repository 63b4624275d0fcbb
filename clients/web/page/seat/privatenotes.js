// Notes that go to nobody: kept in this tab for one seat of one exercise, and locked on this device for as long as it holds the seat.

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
    /** Whether what lies on the device is known here: before that nothing may be locked away in its place. */
    this._known = false;
    this.keep = this.keep.bind(this);
  }

  /** What is written; what another seat's holder wrote is gone. */
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
   * Keep what is written.
   * @param {string} text
   */
  keep(text) {
    if (text === this.text) return;
    this._text = text;
    this._kept.write(text);
    if (this._known) void this._lock();
    else void this._fetch(this._place);
  }

  /** Do what may have failed while nobody was there to give the key. */
  goOn() {
    if (this._text) void (this._known ? this._lock() : this._fetch(this._place));
  }

  /** Whether this device keeps them, or they go with the page. */
  get areKept() {
    return this._locker?.keeps !== false;
  }

  /** Lock away what stands here, and say so if the device refuses. */
  async _lock() {
    const kept = this.areKept;
    await this._locker?.write(this._place, this._text);
    if (this.areKept !== kept) this._redraw();
  }

  /** Forget them: the seat is left. */
  wipe() {
    this._kept.wipe();
    this._locker?.wipe();
  }

  /**
   * Take up what was written in another tab, or on another day; what was written here meanwhile stays below it.
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
