// Which team members are present: a full dot is linked, a square is a bot, an empty dot is away.
// = clients/seat/drawing/header.py

import { withPerson } from "../desk/company.js";
import { html } from "../vendor/preact.js";
import { clean, say } from "../words.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("../link/wire").Mate} Mate */

/** @param {{desk: Desk}} props */
export function Team({ desk }) {
  if (desk.team.length < 2) return null;
  const here = desk.team.filter((mate) => mate.linked || mate.bot).length;
  return html`
    <details class="part team">
      <summary>
        <h2 class="part-title">${clean(desk.welcome?.team_title ?? "") || say("company.team")}</h2>
        <span class="team-signs" aria-hidden="true">${desk.team.map(sign).join("")}</span>
        <span class="part-note">${say("company.here", { here, all: desk.team.length })}</span>
      </summary>
      <ul class="team-list">
        ${desk.team.map(
          (mate) => html`
            <li class="team-mate" key=${mate.seat} data-here=${mate.linked || mate.bot}>
              <span class="team-sign" aria-hidden="true">${sign(mate)}</span>
              <span>${withPerson(desk.company, mate.seat, mate.title)}</span>
              <span class="team-state">${state(mate)}</span>
            </li>
          `,
        )}
      </ul>
    </details>
  `;
}

/** @param {Mate} mate */
function sign(mate) {
  if (mate.bot) return "■";
  return mate.linked ? "●" : "○";
}

/** @param {Mate} mate */
function state(mate) {
  if (mate.bot) return say("company.bot_plays");
  return say(mate.linked ? "company.is_here" : "company.away");
}
