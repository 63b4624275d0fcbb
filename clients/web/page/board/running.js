// A number that runs up to what it is now, where the page may move; whoever hears the page hears the number alone.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";

const RUN_MS = 600;

/** Draw a text; where it is a whole number with what stands about it, such as 30k, it runs. @param {{text: string}} props */
export function Running({ text }) {
  const before = useRef(text);
  const [shown, show] = useState(text);
  useEffect(() => {
    const [from, to] = [numberIn(before.current), numberIn(text)];
    before.current = text;
    if (from === null || to === null || from === to || isStill()) {
      show(text);
      return undefined;
    }
    const begun = performance.now();
    let frame = requestAnimationFrame(function run(now) {
      const share = Math.min(1, Math.max(0, (now - begun) / RUN_MS));
      show(share === 1 ? text : text.replace(/-?\d+/, String(Math.round(from + (to - from) * share))));
      if (share < 1) frame = requestAnimationFrame(run);
    });
    return () => cancelAnimationFrame(frame);
  }, [text]);
  if (shown === text) return html`<span>${text}</span>`;
  return html`<span><span aria-hidden="true">${shown}</span><span class="aloud">${text}</span></span>`;
}

/** @param {string} text */
function numberIn(text) {
  const found = /^\D{0,3}?(-?\d+)\D{0,3}$/u.exec(text);
  return found ? Number(found[1]) : null;
}

/** Tell whether nothing is to move. */
export function isStill() {
  return document.documentElement.dataset.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
