// The wax seal: a drawing that marks a sealed answer. The words beside it have the same meaning.

import { html } from "../../vendor/preact.js";

const BLOB =
  "M50 3C58 1 64 8 71 9C79 10 88 14 90 23C92 31 98 37 97 46C96 54 99 62 94 69C89 76 88 85 80 89C72 93 67 97 58 96C50 95 43 99 35 95C27 91 18 91 13 83C9 75 3 70 4 61C5 52 0 45 5 37C10 30 8 21 15 15C22 10 29 11 36 7C41 4 45 4 50 3Z";
const TOWER = "M34 68V62H38V46L34 42V30H41V35H46V30H54V35H59V30H66V42L62 46V62H66V68ZM47 62H53V53A3 3 0 0 0 47 53Z";

/** @param {{pressed: boolean}} props */
export function Wax({ pressed }) {
  return html`<svg class="question-wax" data-pressed=${pressed} viewBox="0 0 100 100" aria-hidden="true" focusable="false">
    <path class="question-wax-drop" d=${BLOB} />
    <circle class="question-wax-rim" cx="50" cy="50" r="33" />
    <path class="question-wax-sign" d=${TOWER} fill-rule="evenodd" />
  </svg>`;
}
