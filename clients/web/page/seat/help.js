// How this page works: about the game, and the meaning of every sign and key. = clients/seat/drawing/help_pages.py

import { ink } from "../board/text.js";
import { html } from "../vendor/preact.js";
import { clean, say } from "../words.js";
import { dealsWanted } from "./deals.js";
import { readable } from "./dossier.js";
import { seatChanges } from "./foot.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */

/**
 * Each part has a title and lines that explain something: its name, what it is, and when this seat has it, if not always.
 * = clients/seat/model/shown/help.py
 * @type {{title: string, lines: [string, string, ((desk: Desk) => boolean)?][]}[]}
 */
const PARTS = [
  {
    title: "help.answering",
    lines: [
      ["help.choose_what", "help.choose_does"],
      ["help.seal_what", "help.seal_does"],
      ["help.change_what", "help.change_does"],
      ["help.back_what", "help.back_does", ({ view }) => Boolean(view?.readiness && !view.ended)],
      ["help.keep_what", "help.keep_does"],
    ],
  },
  {
    title: "help.talking",
    lines: [
      ["help.foot_talk", "help.talk_does", (desk) => desk.talks.size > 0],
      ["deals.title", "help.deals_does", (desk) => dealsWanted(desk) || desk.deals.size > 0],
      ["notices.call_title", "help.call_does"],
    ],
  },
  {
    title: "help.reading",
    lines: [
      ["help.rules_what", "help.rules_does"],
      ["board.documents", "help.documents_does", ({ view }) => readable(view?.sheet).length > 0],
      ["help.foot_story", "help.story_does"],
      ["help.foot_notes", "help.notes_does"],
    ],
  },
  {
    title: "help.signs",
    lines: [
      ["help.sealed_what", "help.sealed_does"],
      ["help.team_what", "help.team_does", (desk) => desk.team.length > 0],
      ["help.unknown_what", "help.unknown_does"],
    ],
  },
  {
    title: "help.page",
    lines: [
      ["help.seat_what", "help.seat_does", seatChanges],
      ["help.again_what", "help.again_does"],
      ["help.windows_what", "help.windows_does"],
      ["rules.tab_keys", "help.keys_does"],
      ["web.open_settings", "help.settings_does"],
    ],
  },
];

/** @param {{desk: Desk}} props */
export function Help({ desk }) {
  const { welcome } = desk;
  return html`
    ${welcome &&
    html`
      <h3 class="rules-chapter">${clean(welcome.game_title)} · ${say("briefing.game_by", { designer: clean(welcome.designer) })}</h3>
      <p>${ink(welcome.summary)}</p>
      ${welcome.duty && html`<p>${say("briefing.you_are", { seat: clean(welcome.seat_title) })} ${ink(welcome.duty)}</p>`}
    `}
    ${PARTS.map(
      ({ title, lines }) => html`
        <section class="rules-part" key=${title}>
          <h4 class="rules-heading">${say(title)}</h4>
          <dl class="help-list">
            ${lines.filter(([, , has]) => !has || has(desk)).map(([what, does]) => html`<div key=${what}><dt>${say(what)}</dt><dd>${say(does)}</dd></div>`)}
          </dl>
        </section>
      `,
    )}
    ${welcome?.commitment &&
    html`<p class="part-note help-chance">${say(welcome.chance === "host" ? "help.chance_of_host" : "help.chance_of_all")} <code>${clean(welcome.commitment)}</code></p>`}
  `;
}
