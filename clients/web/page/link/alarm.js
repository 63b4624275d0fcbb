// The page's side of the metronome: asks it for ticks. If a browser cannot start a worker, the page's own timers are
// used.

/**
 * Return a function that asks for a call of `ring` after some milliseconds.
 * @param {() => void} ring
 * @param {string} [metronome] the address of the worker
 * @returns {(ms: number) => void}
 */
export function alarm(ring, metronome = "/page/metronome.js") {
  try {
    const worker = new Worker(metronome);
    let works = true;
    worker.addEventListener("message", ring);
    worker.addEventListener("error", () => {
      works = false;
      ring();
    });
    return (ms) => (works ? worker.postMessage(ms) : void setTimeout(ring, ms));
  } catch {
    return (ms) => void setTimeout(ring, ms);
  }
}
