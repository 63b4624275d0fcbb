// A line over wires of paper, in a time that is told: what leaves, what is news, and which connections were made.

import { Line } from "../../../../../clients/web/page/link/line.js";
import { Leading } from "../../../../../clients/web/page/link/leading.js";
import { Receipts } from "../../../../../clients/web/page/link/receipts.js";
import { Store } from "../../../../../clients/web/page/link/store.js";
import { Timers } from "../../../../../clients/web/page/link/timers.js";

/** Do the steps, each `[what, ...args]`; give what happened at each: `sent`, `news`, `wires`. */
export async function line(steps) {
  const world = new World();
  const answers = [];
  for (const [what, ...args] of steps) {
    await world[what](...args);
    answers.push(world.happened());
  }
  return answers;
}

class World {
  constructor() {
    this.nowMs = 0;
    this.log = { sent: [], news: [], opened: 0 };
    this.wires = [];
    this.timers = new Timers(() => this.nowMs, () => {});
    this.store = new Store("7K3");
    this.makeLine();
  }

  /** Make the page's line; again: the page is loaded anew in the same tab. */
  makeLine() {
    this.line?.close();
    const nowMs = () => this.nowMs;
    this.line = new Line({
      connect: (ears) => this.connect(ears),
      pass: (news) => this.log.news.push(news),
      timers: this.timers,
      nowMs,
      random: () => 0.5,
      receipts: new Receipts(this.store),
      leading: new Leading(this.store),
    });
  }

  connect(ears) {
    const wire = { ears, open: true };
    this.wires.push(wire);
    this.log.opened += 1;
    return {
      send: (frame) => {
        if (wire.open && !this.deaf) this.log.sent.push([this.nowMs, frame.length, JSON.parse(new TextDecoder().decode(frame))]);
        return wire.open;
      },
      close: () => void (wire.open = false),
    };
  }

  happened() {
    const { log } = this;
    this.log = { sent: [], news: [], opened: 0 };
    return { ...log, open: this.wires.filter((wire) => wire.open).length };
  }

  async reload() {
    this.makeLine();
  }

  start() {
    this.line.start();
  }

  /** Let time pass, in steps as short as a metronome's. */
  async pass(ms) {
    const untilMs = this.nowMs + ms;
    while (this.nowMs < untilMs) {
      this.nowMs = Math.min(untilMs, this.nowMs + 10);
      this.timers.run();
      await null;
    }
  }

  /** Let a frame come, over the newest wire or (from 0) an older one. */
  async come(message, wire = -1) {
    this.wires.at(wire).ears.onFrame(typeof message === "string" ? message : JSON.stringify(message));
    await null;
  }

  async opens() {
    this.wires.at(-1).ears.onOpen();
  }

  /** Let the newest wire end, or (from 0) an older one. */
  async ends(end, number = -1) {
    const wire = this.wires.at(number);
    wire.open = false;
    wire.ears.onEnd(end);
  }

  async send(request) {
    this.line.send(request);
  }

  async call(name, ...args) {
    this.line[name](...args);
    await null;
  }
}
