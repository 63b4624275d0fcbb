// TextField: a field that people write in. No drawing touches it while a keyboard composes in it.

import { html, useRef } from "./vendor/preact.js";

/** @typedef {HTMLInputElement | HTMLTextAreaElement} Box */

/**
 * Draw a field. `onText` hears what it holds after every change, also while a keyboard composes.
 * While a keyboard composes the field keeps what it shows, whatever `value` is: a value that is put back would cancel the composition.
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
      composing.current = false; // a field that is left composes no more, whatever the browser told
    },
  };
  return lines ? html`<textarea ...${field}></textarea>` : html`<input type="text" ...${field} />`;
}
