// Pane: what may be wider than the screen scrolls in it, also by the keyboard.

import { html, useEffect, useRef } from "../vendor/preact.js";

/** @param {{children?: any}} props */
export function Pane({ children }) {
  const pane = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const node = pane.current;
    if (!node) return undefined;
    const watching = new ResizeObserver(() => {
      node.tabIndex = node.scrollWidth > node.clientWidth ? 0 : -1; // what scrolls must be reachable by keyboard
    });
    watching.observe(node);
    return () => watching.disconnect();
  }, []);
  return html`<div class="rows-pane" ref=${pane} tabindex="-1">${children}</div>`;
}
