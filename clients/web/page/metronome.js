// The metronome: a worker that ticks, for a page that is not in front is allowed to tick by itself only once a second, or a minute.

const TICK_MS = 500;
let timer = 0;

// What is sent to it is the time between two ticks; 0: be silent.
self.addEventListener("message", (event) => {
  clearInterval(timer);
  const periodMs = typeof event.data === "number" ? event.data : TICK_MS;
  if (periodMs > 0) timer = self.setInterval(() => self.postMessage(0), periodMs);
});
