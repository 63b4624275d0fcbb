// The metronome: a worker that keeps time for the page. A browser slows a hidden page's own timers down to one a second,
// or one a minute. The page asks for a tick after some milliseconds. Only the earliest one asked for comes, so anyone who
// needs more asks again.

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
