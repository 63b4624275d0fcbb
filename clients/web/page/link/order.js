// The order of replies: one number after the other. After a gap nothing is passed on, until a whole view repeats
// everything.

/** @typedef {import("./wire").ToClient} ToClient */

/** The number of the reply passed on last on this connection, and whether a reply was missed since. */
export class ReplyOrder {
  constructor() {
    this.seen = 0;
    this.gap = false;
    /** Whether a seat is welcomed here, where a whole view repeats everything. Otherwise a wall does. */
    this.seated = true;
  }

  /** Start on a new connection. */
  restart() {
    this.seen = 0;
    this.gap = false;
  }

  /**
   * Record a numbered reply. Return whether it is the next, or repeats everything.
   * @param {ToClient} message
   */
  takes(message) {
    const { body, n } = message;
    const whole = this.seated ? body.type === "view" && body.whole : body.type === "wall";
    if (n <= this.seen || !(whole || (n === this.seen + 1 && !this.gap))) return false;
    this.seen = n;
    this.gap = false;
    return true;
  }
}
