// A panel beside the table, to read or to write in. It replaces the parts beside the board (on a phone, everything below
// the head), covers nothing, and returns the keyboard focus to whatever opened it.

import { html, useLayoutEffect, useMemo, useRef } from "../vendor/preact.js";
import { say } from "../words.js";

/** @typedef {import("../vendor/preact").Drawable} Drawable */

/**
 * @param {{id: string, title: string, onClose: () => void, children?: Drawable}} props
 */
export function Panel({ id, title, onClose, children }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useLed(heading, id);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return html`
    <section class="panel" id=${`panel-${id}`} aria-labelledby="panel-title" onKeyDown=${onKeyDown}>
      <div class="panel-head">
        <h2 class="panel-title" id="panel-title" tabindex="-1" ref=${heading}>${title}</h2>
        <button type="button" class="button panel-close" onClick=${onClose}>
          <span aria-hidden="true">✕</span> ${say("web.close")}
        </button>
      </div>
      <div class="panel-body">${children}</div>
    </section>
  `;
}

/**
 * Move the keyboard focus to a heading when its part appears, and back to where it was when the part disappears.
 * @param {{current: HTMLElement | null}} heading
 * @param {string} id
 */
export function useLed(heading, id) {
  const before = useMemo(() => document.activeElement, [id]); // before the part is drawn, which may take the focus
  useLayoutEffect(() => {
    if (!heading.current?.closest("section")?.contains(document.activeElement)) heading.current?.focus();
    return () => {
      const lost = !document.activeElement || document.activeElement === document.body;
      if (!lost && !heading.current?.closest("section")?.contains(document.activeElement)) return;
      // The button that opened it may be gone or hidden by now. Then the main part gets the focus.
      queueMicrotask(() => {
        if (document.activeElement && document.activeElement !== document.body) return; // another panel has it by now
        if (before instanceof HTMLElement && before.isConnected && before.offsetParent !== null) before.focus();
        else document.getElementById("table")?.focus({ preventScroll: true });
      });
    };
  }, [id]);
}
