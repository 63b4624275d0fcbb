// The page's side of the metronome: asks it for ticks; where a browser has no worker to give, the page's own timers must do.

/**
 * Give what asks for a call after so many milliseconds.
 * @param {() => void} ring
 * @param {string} [metronome] where the worker lies
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
