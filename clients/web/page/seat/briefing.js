// The briefing: the information for a player who sits down, before the first clock runs.
// = clients/seat/screen/briefing.py

import { ink } from "../board/text.js";
import { waitingWords } from "../desk/company.js";
import { html, useRef } from "../vendor/preact.js";
import { clean, say } from "../words.js";
import { useLed } from "./panel.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("./app.js").Act} Act */

const PARTS = /** @type {const} */ ([
  ["wins", "briefing.wins"],
  ["sees", "briefing.sees"],
  ["decides", "briefing.decides"],
]);

/**
 * Show the briefing once, in the table's place. The button puts it away and marks the player as ready. Its place stays
 * empty until it comes: a question that appeared there for a moment could be touched by a player who has not been briefed
 * yet.
 * @param {{desk: Desk, act: Act}} props
 */
export function Briefing({ desk, act }) {
  const { welcome, rules } = desk;
  return welcome !== null && rules !== null ? html`<${Told} welcome=${welcome} rules=${rules} desk=${desk} act=${act} />` : null;
}

/** @param {{welcome: import("../link/wire").Welcome, rules: import("../link/wire").TableRules, desk: Desk, act: Act}} props */
function Told({ welcome, rules, desk, act }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useLed(heading, "briefing");
  const { view } = desk;
  const agreed = rules.briefing.agreed;
  const seat = clean(welcome.seat_title);
  const person = clean(welcome.person);
  const mates = desk.team.filter((mate) => mate.seat !== welcome.seat && desk.person(mate.seat));
  const waits = view?.begun && !desk.paused ? say("briefing.clock_runs") : waitingWords(desk.company, welcome.seat);
  return html`
    <section class="briefing" aria-labelledby="briefing-title">
      <p class="briefing-game">${clean(welcome.game_title)} · ${say("briefing.game_by", { designer: clean(welcome.designer) })}</p>
      <h2 class="briefing-title" id="briefing-title" tabindex="-1" ref=${heading}>
        ${person ? say("briefing.you_are_person", { person, seat }) : say("briefing.you_are", { seat })}
      </h2>
      ${mates.length > 0 &&
      html`<p class="briefing-mates">${say("briefing.with_you", { who: mates.map((mate) => `${clean(mate.title)} ${desk.person(mate.seat)}`).join(" · ") })}</p>`}
      <p class="briefing-role" dir="auto">${ink(rules.briefing.role)}</p>
      <dl class="briefing-parts">
        ${PARTS.map(
          ([part, title]) => html`
            <div class="briefing-part" key=${part}>
              <dt>${say(title)}</dt>
              <dd dir="auto">${ink(rules.briefing[part])}</dd>
            </div>
          `,
        )}
        ${agreed.length > 0 &&
        html`
          <div class="briefing-part" key="agreed">
            <dt>${say("briefing.agreed")}</dt>
            <dd dir="auto">${ink(agreed.join(" "))}</dd>
          </div>
        `}
      </dl>
      <p class="briefing-waits">${waits}</p>
      <div class="buttons">
        <button type="button" class="button button-first" onClick=${() => act.send(desk.ready())}>${say("briefing.ready")}</button>
        <button type="button" class="button" onClick=${() => act.open("rules")}>${say("briefing.rules")}</button>
      </div>
    </section>
  `;
}
