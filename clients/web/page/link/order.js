// The order of replies: one number after the other; after a gap nothing, until a whole view tells everything anew.

/** @typedef {import("./wire").ToClient} ToClient */

/** What number was passed on last on this connection, and whether something was missed since. */
export class ReplyOrder {
  constructor() {
    this.seen = 0;
    this.gap = false;
    /** Whether a seat is welcomed here, whose whole view tells everything; else a wall does. */
    this.seated = true;
  }

  /** Begin on a new connection. */
  restart() {
    this.seen = 0;
    this.gap = false;
  }

  /**
   * Take note of a numbered reply; whether it is the next, or tells everything.
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
