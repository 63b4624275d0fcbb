// A number that counts up or down to its new value, if the page may move. A screen reader reads only the new value.

import { html, useEffect, useRef, useState } from "../vendor/preact.js";

const RUN_MS = 600;

/**
 * Draw a text. If it is a whole number, perhaps with something around it such as 30k, it counts up or down.
 * @param {{text: string}} props
 */
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

/** Return whether the page must not move. */
export function isStill() {
  return document.documentElement.dataset.motion === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
