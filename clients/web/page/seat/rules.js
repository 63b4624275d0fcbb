// The rules: this phase, all rules, the things on the table, who knows what, and how this page works. The player can
// search them. = clients/seat/screen/rules_box.py

import { TextField } from "../textfield.js";
import { html, useState } from "../vendor/preact.js";
import { clean, say } from "../words.js";
import { Help } from "./help.js";
import { Chapters, found } from "./rulepage.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("../link/wire").RuleChapter} RuleChapter */

const RULES = ["about", "wins", "decides", "turn", "numbers"];
const TABS = /** @type {const} */ ([
  ["phase", "rules.tab_phase"],
  ["whole", "rules.tab_whole"],
  ["things", "rules.tab_things"],
  ["knows", "rules.tab_knows"],
  ["help", "rules.tab_help"],
]);
/** @typedef {typeof TABS[number][0]} Tab */
const RULE_CHARS_MAX = 4000;
const WORD_CHARS_MAX = 60;

/** @param {{desk: Desk, first?: Tab}} props */
export function Rules({ desk, first = "phase" }) {
  const [tab, choose] = useState(/** @type {Tab} */ (first));
  const [word, seek] = useState("");
  return html`
    <form class="rules-search" role="search" onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
      <label class="label" for="rules-word">${say("rules.search")}</label>
      <${TextField}
        class="input"
        id="rules-word"
        type="search"
        autocomplete="off"
        maxlength=${WORD_CHARS_MAX}
        value=${word}
        placeholder=${say("rules.search_such_as")}
        onText=${(/** @type {import("../textfield.js").Box} */ box) => seek(box.value)}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => {
          if (event.key !== "Escape" || !word) return;
          event.preventDefault(); // the first Escape ends the search, the next closes the panel
          seek("");
        }}
      />
    </form>
    ${word.trim()
      ? html`<${Sought} desk=${desk} word=${word.trim()} />`
      : html`
          <div class="choices" role="group" aria-label=${say("rules.pages")}>
            ${TABS.map(([each, title]) => html`<button type="button" class="choice" key=${each} aria-pressed=${each === tab} onClick=${() => choose(each)}>${say(title)}</button>`)}
          </div>
          <div class="rules-page"><${Page} desk=${desk} tab=${tab} /></div>
        `}
  `;
}

/** @param {{desk: Desk, tab: Tab}} props */
function Page({ desk, tab }) {
  if (tab === "phase") return html`<${Phase} desk=${desk} />`;
  if (tab === "help") return html`<${Help} desk=${desk} />`;
  const names = tab === "whole" ? RULES : [tab];
  if (desk.rules === null) return html`<p class="part-none">${say("rules.on_their_way")}</p>`;
  return html`<${Chapters} chapters=${desk.rules.book.chapters.filter((chapter) => names.includes(chapter.name))} />`;
}

/** The rules of the present phase. @param {{desk: Desk}} props */
function Phase({ desk }) {
  const { view } = desk;
  if (!view?.rule_text) return html`<p class="part-none">${say("rules.none_now")}</p>`;
  return html`
    <section class="rules-part">
      <h3 class="rules-chapter">${clean(view.title)}</h3>
      ${view.rule && html`<p class="part-note">${say("rules.number", { rule: clean(view.rule) })}</p>`}
      <p dir="auto">${clean(view.rule_text, RULE_CHARS_MAX)}</p>
      ${view.form?.help && html`<p dir="auto">${clean(view.form.help, RULE_CHARS_MAX)}</p>`}
    </section>
  `;
}

/** The passages with a word. @param {{desk: Desk, word: string}} props */
function Sought({ desk, word }) {
  if (desk.rules === null) return html`<p class="part-none">${say("rules.on_their_way")}</p>`;
  const chapters = found(desk.rules.book.chapters, word);
  return html`
    <div class="rules-page">
      <p class="part-note" role="status">${chapters.length ? say("rules.found_in", { n: chapters.length }) : say("rules.nothing", { word: clean(word) })}</p>
      <${Chapters} chapters=${chapters} word=${word} />
    </div>
  `;
}
