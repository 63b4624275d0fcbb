// The door's screen: whose seat it is, and a line for the code on the card.

import { parseCode, strangeLetter } from "../link/code.js";
import { DoorError, join } from "../link/door.js";
import { html, useEffect, useId, useRef, useState } from "../vendor/preact.js";
import { say } from "../words.js";
import { Card } from "./card.js";

/** @typedef {import("./whose.js").Whose} Whose */

/**
 * The card that is to be entered. `plate` is known if its address was opened. If it is "", the whole code is typed.
 * @typedef {{plate: string, kind: "seat" | "projector", whose: Whose, why: string, joined: (plate: string) => void}} Props
 */

/**
 * Return what to do with a card that admits another kind of client, null if the door did not say which. A console has no page.
 * @param {string} kind
 * @param {string} plate
 * @returns {{fault: string, title: string, path: string} | null}
 */
function otherPage(kind, plate) {
  if (kind === "console") return { fault: say("door.console_here"), title: "", path: "" };
  if (kind !== "seat" && kind !== "projector") return null;
  const path = kind === "seat" ? `/seat/${plate}` : `/display/${plate}`;
  const address = `${location.host}${path}`;
  return kind === "seat"
    ? { fault: say("door.seat_here", { address }), title: say("door.your_seat"), path }
    : { fault: say("door.projector_here", { address }), title: say("door.projector"), path };
}

/** @param {Props} props */
export function Door({ plate, kind, whose, why, joined }) {
  const [fault, setFault] = useState(why);
  const [other, setOther] = useState(/** @type {ReturnType<typeof otherPage>} */ (null));
  const [told, setTold] = useState("");
  const [busy, setBusy] = useState(false);
  const line = useRef(/** @type {HTMLInputElement | null} */ (null));
  const ids = { line: useId(), hint: useId(), fault: useId() };
  useEffect(() => line.current?.focus(), []);

  /** @param {Event} event */
  async function knock(event) {
    event.preventDefault();
    if (busy) return;
    const typed = line.current?.value ?? "";
    const code = parseCode(typed, plate);
    const strange = strangeLetter(typed);
    setOther(null);
    setFault(code ? "" : strange ? say("door.other_alphabet", { place: strange }) : say(plate ? "door.bad_secret" : "door.bad_code"));
    if (!code) return line.current?.focus();
    setBusy(true);
    setTold(say("door.knocking"));
    try {
      await join(code, { kind, tell: setTold });
      joined(code.plate);
    } catch (error) {
      if (!(error instanceof DoorError)) throw error;
      const page = otherPage(error.kind, code.plate);
      setOther(page);
      setFault(page?.fault ?? error.message);
      setBusy(false);
      setTold("");
      line.current?.select();
    }
  }

  return html`
    <main class="door">
      <${Card} whose=${whose} kind=${kind} />
      <form class="door-form" novalidate onSubmit=${knock}>
        <label class="door-label" for=${ids.line}>${say(plate ? "door.secret" : "door.code")}</label>
        <span class="door-typed">
          ${plate && html`<span class="door-plate" aria-hidden="true">${plate}-</span>`}
          <input
            class="input door-line"
            id=${ids.line}
            ref=${line}
            type="text"
            autocomplete="off"
            autocapitalize="characters"
            autoCorrect="off"
            spellcheck=${false}
            enterkeyhint="go"
            maxlength="20"
            placeholder=${plate ? "XXXX-XXXX" : "XXX-XXXX-XXXX"}
            readonly=${busy}
            aria-describedby="${ids.hint} ${ids.fault}"
            aria-invalid=${fault ? "true" : null}
          />
        </span>
        <p class="door-hint" id=${ids.hint}>${say(plate ? "door.secret_hint" : "door.code_hint")}</p>
        <p class="door-fault" id=${ids.fault} role="alert">${fault}</p>
        ${other?.path && html`<a class="button door-other" href=${other.path}>${other.title}</a>`}
        <button class="button button-first" type="submit" aria-disabled=${busy ? "true" : null}>${say("door.sit_down")}</button>
        <p class="door-told" role="status">${told}</p>
      </form>
    </main>
  `;
}
