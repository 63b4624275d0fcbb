// The open panel beside the table: rules, documents, notes, notices, settings, or an action of the seat.
// = clients/seat/screen/overlays.py

import { html } from "../vendor/preact.js";
import { clean, say } from "../words.js";
import { Asking, Calling, Leaving, SeatDoing } from "./doing.js";
import { Documents } from "./documents.js";
import { Doors, opens } from "./foot.js";
import { Notes } from "./notes.js";
import { Notices } from "./notices.js";
import { Panel } from "./panel.js";
import { answeringOf } from "./question/answering.js";
import { Rules } from "./rules.js";
import { SettingsPanel } from "./settingspanel.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("./app.js").Act} Act */
/** @typedef {import("./own.js").Own} Own */

/**
 * @typedef {object} Props
 * @property {{name: string, about: string}} panel
 * @property {Desk} desk
 * @property {number} now
 * @property {Act} act
 * @property {Own} own
 * @property {() => void} close
 * @property {() => void} changed The settings have changed.
 */

/** @param {Props} props */
export function Opened(props) {
  const { panel, desk, close } = props;
  const title = panel.name === "seat" && desk.bot && !desk.lent ? "call" : panel.name;
  return html`<${Panel} key=${panel.name} id=${panel.name} title=${opens(title, desk)} onClose=${close}><${Inside} ...${props} /><//>`;
}

/** @param {Props} props */
function Inside({ panel, desk, now, act, own, close, changed }) {
  switch (panel.name) {
    case "rules":
      return html`<${Rules} desk=${desk} />`;
    case "help":
      return html`<${Rules} desk=${desk} first="help" />`;
    case "documents":
      return html`<${Documents} key=${panel.about} desk=${desk} now=${now} dossier=${own.dossier} title=${panel.about} close=${close} />`;
    case "notices":
      return html`<${Notices} desk=${desk} act=${act} />`;
    case "notes":
      return html`<${Notes} text=${own.notes.text} keep=${own.notes.keep} areKept=${own.notes.areKept} />`;
    case "call":
      return html`<${Calling} desk=${desk} act=${act} close=${close} />`;
    case "ask":
      return html`<${Asking} desk=${desk} act=${act} close=${close} />`;
    case "seat":
      return html`<${SeatDoing} desk=${desk} act=${act} close=${close} />`;
    case "cover":
      return html`<p>${say("web.covered")}</p>`;
    case "settings":
      return html`<${SettingsPanel} kept=${own.kept} changed=${changed} />`;
    case "leave":
      return html`<${Leaving} desk=${desk} leave=${() => {
        own.notes.wipe();
        own.halves.wipe();
        answeringOf(desk).kept.wipe();
        answeringOf(desk).onItsWay.wipe();
        act.leave?.();
      }} close=${close} />`;
    case "more":
      return html`
        <p class="part-note">${place(desk)}</p>
        <div class="doors"><${Doors} desk=${desk} documents=${own.dossier.all.length} unread=${own.dossier.unread} panel="" open=${act.open} /></div>
      `;
    default:
      return null;
  }
}

/**
 * Return who sits here, which the head of the page has no room for.
 * @param {Desk} desk
 */
function place({ welcome }) {
  if (!welcome) return "";
  const where = say("company.place", { game: clean(welcome.game_title), n: welcome.table });
  return [clean(welcome.person), where].filter(Boolean).join(" · ");
}
