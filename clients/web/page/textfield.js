// TextField: a field that players write in. No drawing changes it while an input method composes in it.

import { html, useRef } from "./vendor/preact.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Box */

/**
 * Draw a field. `onText` receives its content after every change, also during a composition. During a composition the
 * field keeps what it shows, whatever `value` is, because setting a value would cancel the composition.
 * @param {{lines?: boolean, value: string, onText: (box: Box, composing: boolean) => void, [name: string]: unknown}} props
 */
export function TextField({ lines = false, value, onText, ...rest }) {
  const box = useRef(/** @type {Box | null} */ (null));
  const composing = useRef(false);
  /** @param {Event} event */
  const take = (event) => onText(/** @type {Box} */ (event.currentTarget), composing.current);
  const field = {
    dir: "auto",
    ...rest,
    ref: box,
    value: composing.current && box.current ? box.current.value : value,
    onCompositionStart: () => {
      composing.current = true;
    },
    onInput: take,
    onCompositionEnd: (/** @type {Event} */ event) => {
      composing.current = false;
      take(event);
    },
    onBlur: () => {
      composing.current = false; // a field without the focus does not compose any more, even if the browser sent no event for it
    },
  };
  return lines ? html`<textarea ...${field}></textarea>` : html`<input type="text" ...${field} />`;
}
