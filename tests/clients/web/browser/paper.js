// An arbiter of paper, inside the page, for tests: it stands where the browser's WebSocket stands, or behind an endless answer, says what a
// test gave it, and counts its own clock. `paper.sleep(ms)` lets time pass as it passes for a page that is not let run.

const paper = (globalThis.paper = {
  script: /*SCRIPT*/ {},
  /** How a socket is met: "ok", "refused", "swallowed", or "denied" once it stands. */
  way: "ok",
  /** So many sockets more are refused, whatever the way. */
  refusing: 0,
  sockets: [],
  streams: 0,
  heard: [],
  shown: [],
  sessions: 0,
  leftMs: 60_000,

  answer(wire, frame) {
    const { session, body } = JSON.parse(new TextDecoder().decode(frame));
    paper.heard.push({ length: frame.length, ...body });
    if (body.type === "hello") {
      wire.session = `${++paper.sessions}`;
      wire.say(1, { ...paper.script.welcome, session: wire.session });
      wire.say(2, paper.view());
    } else if (body.type === "beat" && session === wire.session) {
      wire.say(0, { type: "alive", clock: paper.clock() }, 2);
    }
  },

  clock: () => ({ left_ms: paper.leftMs, total_ms: 90_000, running: true }),
  view: (changes = {}) => ({ ...paper.script.view, clock: paper.clock(), ...changes }),

  /** Let the page sleep: of its two clocks those that are named go on, and nothing runs meanwhile. */
  sleep(ms, ...clocks) {
    if (clocks.includes("steady")) steadyMs += ms;
    if (clocks.includes("wall")) wallMs += ms;
    paper.leftMs -= ms;
  },

  /** Note from now on what the page's clock shows, whenever it is drawn anew. */
  look() {
    paper.shown = [];
    const note = () => {
      const head = document.querySelector("header.head");
      paper.shown.push([head?.dataset.timing, head?.querySelector(".clock-figures")?.textContent]);
    };
    new MutationObserver(note).observe(document.getElementById("root"), { subtree: true, childList: true, characterData: true, attributes: true });
  },
});

let steadyMs = 0;
let wallMs = 0;
const steady = performance.now.bind(performance);
const wall = Date.now.bind(Date);
performance.now = () => steady() + steadyMs;
Date.now = () => wall() + wallMs;

class Wire {
  constructor(tell) {
    this.tell = tell;
    this.session = "";
  }

  say(n, body, last = n) {
    this.tell(JSON.stringify({ v: 4, session: this.session, n, last, body }));
  }
}

globalThis.WebSocket = class extends EventTarget {
  static OPEN = 1;

  constructor(url) {
    super();
    this.url = url;
    this.readyState = 0;
    this.wire = new Wire((text) => this.hear("message", { data: new TextEncoder().encode(text).buffer }));
    paper.sockets.push(this);
    queueMicrotask(() => this.meet());
  }

  meet() {
    if (paper.way === "refused" || paper.refusing-- > 0) return this.end("");
    if (paper.way !== "ok" && paper.way !== "denied") return;
    this.readyState = 1;
    this.hear("open");
    if (paper.way === "denied") this.end("denied");
  }

  hear(name, more = {}) {
    this.dispatchEvent(Object.assign(new Event(name), more));
  }

  send(frame) {
    queueMicrotask(() => paper.answer(this.wire, frame));
  }

  end(reason) {
    this.readyState = 3;
    this.hear("close", { reason });
  }

  close() {
    this.readyState = 3;
  }
};

const real = globalThis.fetch;
let line = null;
globalThis.fetch = async (path, init = {}) => {
  if (String(path).endsWith("/stream")) return stream(init.signal);
  if (String(path).endsWith("/frame")) {
    paper.answer(line, init.body);
    return new Response(null, { status: 204 });
  }
  return real(path, init);
};

function stream(signal) {
  paper.streams += 1;
  const body = new ReadableStream({
    start(control) {
      const tell = (text) => control.enqueue(new TextEncoder().encode(`${text.padEnd(2048)}\n`));
      line = new Wire(tell);
      tell('{"line":"ab"}');
      signal?.addEventListener("abort", () => control.error(new Error("aborted")));
    },
  });
  return new Response(body);
}
