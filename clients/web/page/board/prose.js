// Sentences, such as the text of an event card. = draw_prose of clients/widgets/board/small.py

import { html } from "../vendor/preact.js";
import { Heading } from "./heading.js";
import { sided } from "./sides.js";
import { paragraphs } from "./text.js";

/** Draw sentences with a stroke at their left. @param {{element: import("../link/wire.js").Prose, sides: import("./sides.js").Sides}} props */
export function Prose({ element, sides }) {
  return html`<${Heading} title=${element.title} sides=${sides} />
    <div class="prose">${paragraphs(element.text).map((line, at) => html`<p key=${at} dir="auto">${sided(sides, line)}</p>`)}</div>`;
}
