// Wakes the page after some milliseconds. The page's own timers do it while the page is visible, because a worker costs a
// phone two messages for each call. A browser slows the timers of a hidden page down, so the metronome, a worker, wakes
// it then. Where a browser cannot start a worker, the page's own timers are used always.

/**
 * Return a function that asks for a call of `ring` after some milliseconds. Only the earliest one asked for comes, and
 * one more may come when the page is hidden.
 * @param {() => void} ring
 * @param {string} [metronome] the address of the worker
 * @returns {(ms: number) => void}
 */
export function alarm(ring, metronome = "/page/metronome.js") {
  let timer = 0;
  let dueMs = Infinity;
  const byPage = (/** @type {number} */ ms) => {
    const wantedMs = performance.now() + ms;
    if (wantedMs >= dueMs) return;
    dueMs = wantedMs;
    clearTimeout(timer);
    timer = setTimeout(() => {
      dueMs = Infinity;
      ring();
    }, ms);
  };
  /** @type {Worker | null} */
  let worker = null;
  try {
    worker = new Worker(metronome);
    worker.addEventListener("message", ring);
    worker.addEventListener("error", () => {
      worker = null;
      ring();
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && dueMs < Infinity) worker?.postMessage(Math.max(0, dueMs - performance.now()));
    });
  } catch {
    worker = null;
  }
  return (ms) => (document.hidden && worker ? worker.postMessage(ms) : byPage(ms));
}
