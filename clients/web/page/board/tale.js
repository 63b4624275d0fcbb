// The telling, below the board or in its place: the words of this step, how many steps are to come, and the two buttons.
// = telling_lines of clients/seat/drawing/telling.py

import { html, useEffect, useRef } from "../vendor/preact.js";
import { say } from "../words.js";
import { ink, join } from "./text.js";

/** @typedef {import("./teller.js").Teller} Teller */

/**
 * Draw a telling as far as it has come. `tell` speaks each step once to a screen reader.
 * @param {{teller: Teller, now: number, redraw: () => void, tell?: (text: string) => void}} props
 */
export function Tale({ teller, now, redraw, tell }) {
  const { telling } = teller;
  const come = telling ? telling.come(now) : 0;
  const spoken = useRef({ telling, come: 0 });
  const changes = telling ? Math.max(0, telling.changesAt(now) - now) : -1;
  useEffect(() => {
    if (changes < 0 || changes === Infinity) return undefined;
    const timer = setTimeout(redraw, changes + 1);
    return () => clearTimeout(timer);
  }, [telling, come, telling?.steps.length, telling?.paused]);
  useEffect(() => {
    if (!telling) return;
    const before = spoken.current.telling === telling ? spoken.current.come : 0;
    const news = telling.steps.slice(before, come).flatMap((step) => step.lines.map((line) => ink(line.text)));
    spoken.current = { telling, come };
    if (news.length) tell?.(news.join(" "));
  }, [telling, come]);
  useEffect(() => {
    if (!telling) return undefined;
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const act = actOf(event, teller);
      if (!act) return;
      event.preventDefault();
      act();
      redraw();
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [telling]);
  if (!telling) return null;
  const step = telling.now(now);
  const more = telling.steps.length - come;
  const go = (/** @type {() => void} */ act) => () => {
    act();
    redraw();
  };
  return html`<section class="tale" aria-label=${say("story.what_happened")}>
    <header class="tale-head">
      <div>
        <h2>${join([ink(step.title) || say("story.what_happened"), ink(step.lines.at(-1)?.heading)])}</h2>
        <progress class="tale-progress" max=${telling.steps.length} value=${come} aria-hidden="true"></progress>
      </div>
      <p class="tale-buttons">
        <button type="button" class="button" aria-keyshortcuts="Space" onClick=${go(() => teller.hurryOn(performance.now()))}>${more ? say("board.next", { n: more }) : say("board.go_on")}</button>${" "}
        <button type="button" class="button" aria-pressed=${telling.paused} onClick=${go(() => teller.pause(performance.now()))}>${say("board.stop")}</button>${" "}
        ${more > 0 && html`<button type="button" class="button" aria-keyshortcuts="Escape" onClick=${go(() => teller.end())}>${say("board.skip")}</button>`}
      </p>
    </header>
    <ol class="tale-lines" role="list">
      ${(telling.watched ? step.lines : telling.lines.slice(0, telling.told(now))).map(
        (line, at, all) => html`<li key=${`${come} ${at}`} data-newest=${(telling.watched ? at === 0 : at === all.length - 1) ? "yes" : null}>${ink(line.text)}</li>`,
      )}
    </ol>
    ${telling.look && html`<p class="tale-look">${ink(telling.look)}</p>`}
  </section>`;
}

const TAKES_KEYS = "button, a, input, textarea, select, summary, dialog, [role], [contenteditable]";

/**
 * Return what a key does to a telling: Space shows the next step, Esc ends it. Keys that something else takes or expects
 * do nothing here.
 * @param {KeyboardEvent} event @param {Teller} teller
 */
function actOf(event, teller) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return null;
  const taken = event.target instanceof Element && event.target.matches(TAKES_KEYS);
  if (event.key === " " && !taken) return () => teller.hurryOn(performance.now());
  return event.key === "Escape" && !document.querySelector("dialog[open]") ? () => teller.end() : null;
}
