// The metronome: a worker that keeps time for the page, whose own timers a browser slows down to one a second, or one a minute, while it is
// hidden. It is asked for a tick after so many milliseconds; the soonest that was asked for comes, and whoever needs more asks again.

let timer = 0;
let dueMs = Infinity;

self.addEventListener("message", (event) => {
  const wantedMs = performance.now() + Number(event.data);
  if (wantedMs >= dueMs) return;
  dueMs = wantedMs;
  clearTimeout(timer);
  timer = self.setTimeout(() => {
    dueMs = Infinity;
    self.postMessage(0);
  }, Number(event.data));
});
