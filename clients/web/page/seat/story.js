// The story: what happened, in plain words, each heading once, with new lines marked.
// = clients/seat/drawing/story_pane.py

import { sided, Sides } from "../board/sides.js";
import { html, useEffect, useRef } from "../vendor/preact.js";
import { clean, say } from "../words.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("../link/wire").StoryLine} StoryLine */


/**
 * `told` is the story as far as it has been told, `fresh` is how many of its newest lines are new. `receipts` saves the
 * receipts, if there are any.
 * @param {{desk: Desk, told: readonly StoryLine[], fresh: number, save?: () => void, receipts?: "" | false | (() => void)}} props
 */
export function Story({ desk, told, fresh, save, receipts }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [told.length]);
  const sides = new Sides(desk.view?.sheet.sides);
  return html`
    <section class="part story" aria-labelledby="story-title">
      <div class="part-head">
        <h2 class="part-title" id="story-title" tabindex="-1">${say("story.title")}</h2>
      </div>
      ${told.length === 0
        ? html`<p class="part-none">${say("story.nothing")}</p>`
        : html`
            <div class="story-box" ref=${box} tabindex="0" role="group" aria-labelledby="story-title">
              ${desk.look && html`<p class="story-look"><span aria-hidden="true">☞ </span>${desk.look}</p>`}
              ${turns(told).map(
                ({ heading, from, lines }) => html`
                  <div class="story-turn" key=${from}>
                    <h3 class="story-when">${clean(heading)}</h3>
                    <ul class="story-lines">
                      ${lines.map((line, at) => {
                        const isNew = from + at >= told.length - fresh;
                        return html`<li class="story-line" key=${at} data-new=${isNew}>${isNew && html`<span class="aloud">${say("story.new")} </span>`}${sided(sides, line.text)}</li>`;
                      })}
                    </ul>
                  </div>
                `,
              )}
            </div>
          `}
      <p class="story-saves">
        ${save && told.length > 0 && html`<button type="button" class="button button-small" onClick=${save}>${say("help.foot_save")}</button>`}${" "}
        ${receipts && html`<button type="button" class="button button-small" onClick=${receipts}>${say("story.save_receipts")}</button>`}
      </p>
    </section>
  `;
}

/**
 * Return the story by its headings, each with the index of its first line.
 * @param {readonly StoryLine[]} story
 */
export function turns(story) {
  /** @type {{heading: string, from: number, lines: StoryLine[]}[]} */
  const all = [];
  story.forEach((line, at) => {
    const last = all.at(-1);
    if (last?.heading === line.heading) last.lines.push(line);
    else all.push({ heading: line.heading, from: at, lines: [line] });
  });
  return all;
}
