// Remembers that the briefing of a seat was read in this tab. A player who reloads the page returns to the question, and
// is still ready.

/** @typedef {import("./desk.js").Desk} Desk */

/** Remembers it for one seat at a time. */
export class Briefed {
  /** @param {import("../link/store.js").Store} store */
  constructor(store) {
    this._store = store;
    this._seating = 0;
  }

  /**
   * Restore it when a seat is first seen. Return the request that marks the player ready, if the table has not begun.
   * @param {Desk} desk
   */
  recall(desk) {
    if (desk.view === null || this._seating === desk.seatings) return null;
    this._seating = desk.seatings;
    if (this._store.get("briefed") !== placeOf(desk)) return null;
    const ready = desk.ready();
    return desk.view.begun ? null : ready;
  }

  /**
   * Store it once the briefing is read.
   * @param {Desk} desk
   */
  keep(desk) {
    if (desk.briefed && this._seating === desk.seatings) this._store.offer("briefed", placeOf(desk));
  }
}

/** @param {Desk} desk */
function placeOf({ welcome }) {
  return welcome === null ? null : `${welcome.exercise}|${welcome.table}|${welcome.seat}`;
}
