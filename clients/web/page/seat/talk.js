// The council: the lines of each conversation, and the input line, which can be sent only while the conversation is open.
// = clients/seat/screen/talk_pane.py

import { sided, Sides } from "../board/sides.js";
import { withPerson } from "../desk/company.js";
import { see } from "../desk/talk.js";
import { useCounting } from "../moment.js";
import { TextField } from "../textfield.js";
import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { clean, say, SPEECH_CHARS_MAX } from "../words.js";
import { clockText } from "../turns.js";
import { dealsWanted } from "./deals.js";
import { inSight } from "./sight.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */
/** @typedef {import("../desk/talk.js").Conversation} Conversation */
/** @typedef {import("./app.js").Act} Act */

/** @param {{desk: Desk, now: number, act: Act}} props */
export function Talk({ desk, now, act }) {
  const [chosen, choose] = useState("");
  const talk = shown(desk, chosen, now);
  if (!talk) return html`<${Nobody} desk=${desk} />`;
  const open = desk.isOpen(talk, now);
  return html`
    <section class="part talk" aria-labelledby="talk-title" data-open=${open}>
      <div class="part-head">
        <h2 class="part-title" id="talk-title" tabindex="-1">${desk.nameOf(talk)}</h2>
        <${State} desk=${desk} talk=${talk} now=${now} />
      </div>
      ${desk.talks.size > 1 && html`<${Which} desk=${desk} now=${now} chosen=${talk} choose=${choose} />`}
      <${Readers} talk=${talk} />
      <${Lines} desk=${desk} talk=${talk} act=${act} />
      <${Line} key=${talk.id} desk=${desk} talk=${talk} now=${now} act=${act} />
    </section>
  `;
}

/**
 * Draw why there is no talk, if nothing else is shown in its place. On a phone it has its own part of the page.
 * @param {{desk: Desk}} props
 */
function Nobody({ desk }) {
  if (desk.team.length < 2) return dealsWanted(desk) ? null : html`<p class="part part-none talk-alone">${say("web.talk_alone")}</p>`;
  if (desk.ended !== null) return null;
  return html`<section class="part talk" aria-labelledby="talk-title"><h2 class="part-title" id="talk-title" tabindex="-1">${say("talk.nobody")}</h2></section>`;
}

/**
 * Return the conversation to show: the chosen one, else the one that is being written in, else an open one, else the
 * first.
 * @param {Desk} desk
 * @param {string} chosen
 * @param {number} now
 * @returns {Conversation | undefined}
 */
export function shown(desk, chosen, now) {
  const all = [...desk.talks.values()];
  const line = document.activeElement;
  const written = line?.id === "talk-line" ? desk.talks.get(line.getAttribute("data-talk") ?? "") : undefined;
  return desk.talks.get(chosen) ?? written ?? all.find((talk) => desk.isOpen(talk, now)) ?? all[0];
}

/** Draw whether the conversation is open, and until when. @param {{desk: Desk, talk: Conversation, now: number}} props */
function State({ desk, talk, now: drawn }) {
  const now = useCounting(drawn);
  if (desk.isOpen(talk, now)) {
    return html`<p class="talk-state" data-open="true">${say("talk.state_open", { time: clockText(desk.shutsMs(talk, now)) })}</p>`;
  }
  return html`<p class="talk-state" data-open="false">${say(desk.up || desk.dismissed || desk.ended ? "talk.state_closed" : "talk.state_closed_link")}</p>`;
}

/** Draw who reads the conversation besides its members. @param {{talk: Conversation}} props */
function Readers({ talk }) {
  if (talk.readsOnly) return html`<p class="part-note">${say("talk.reads_only")}</p>`;
  const names = talk.readers.map((name) => clean(name)).join(", ");
  return names && html`<p class="part-note">${say("talk.read_by", { names })}</p>`;
}

/**
 * Draw the names of the conversations, if there are several.
 * @param {{desk: Desk, now: number, chosen: Conversation, choose: (id: string) => void}} props
 */
function Which({ desk, now, chosen, choose }) {
  return html`
    <div class="choices" role="group" aria-label=${say("talk.which")}>
      ${[...desk.talks.values()].map(
        (talk) => html`
          <button type="button" class="choice" key=${talk.id} aria-pressed=${talk === chosen} onClick=${() => choose(talk.id)}>
            <span aria-hidden="true">${desk.isOpen(talk, now) ? "●" : "○"}</span> ${desk.nameOf(talk)}
            <span class="aloud">, ${say(desk.isOpen(talk, now) ? "talk.is_open" : "talk.is_closed")}</span>
            <${Unread} n=${desk.unread(talk)} />
          </button>
        `,
      )}
    </div>
  `;
}

/** Draw how many lines are unread: as a number, and as a sentence for a screen reader. @param {{n: number}} props */
export function Unread({ n }) {
  return n > 0 && html`<span class="badge" aria-hidden="true">${n}</span><span class="aloud">, ${say("web.unread", { n })}</span>`;
}

/** Draw the lines with their speakers. @param {{desk: Desk, talk: Conversation, act: Act}} props */
function Lines({ desk, talk, act }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const numbers = [...talk.lines.keys()].sort((one, other) => one - other);
  const last = numbers.at(-1);
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [talk.id, last]);
  useEffect(() => {
    if (desk.unread(talk) === 0 || !inSight(box.current?.querySelector(".talk-line:last-child"))) return;
    see(talk);
    setTimeout(act.redraw); // after all effects of this drawing
  });
  if (!numbers.length) {
    const names = talk.members.map((name) => clean(name)).join(", ");
    return html`<p class="part-none">${say("talk.nothing_yet")} ${names && say("talk.here", { names })}</p>`;
  }
  const sides = new Sides(desk.view?.sheet.sides);
  return html`
    <div class="talk-lines" ref=${box} tabindex="0" role="group" aria-label=${say("talk.said_so_far")}>
      <ol class="talk-list">
        ${numbers.map((number, at) => {
          const line = /** @type {import("../link/wire").Spoken} */ (talk.lines.get(number));
          const mine = line.seat === desk.welcome?.seat;
          const who = mine ? say("talk.you") : withPerson(desk.company, line.seat, line.title);
          const goesOn = talk.lines.get(numbers[at - 1] ?? 0)?.seat === line.seat;
          return html`
            <li class="talk-line" key=${number} data-mine=${mine} data-goes-on=${goesOn}>
              <b class=${goesOn ? "aloud" : "talk-who"}>${sided(sides, who)}</b> <span class="talk-text" dir="auto">${clean(line.text)}</span>
            </li>
          `;
        })}
      </ol>
    </div>
  `;
}

/**
 * The input line. An unfinished line stays in it while the conversation is closed, and cannot be sent.
 * @param {{desk: Desk, talk: Conversation, now: number, act: Act}} props
 */
function Line({ desk, talk, now, act }) {
  if (talk.readsOnly) return null;
  const mute = desk.mute(talk, now);
  const over = desk.ended !== null || desk.dismissed;
  if (over || (mute && !talk.half && !desk.isOpen(talk, now) && !hasFocus("talk-line"))) {
    return over ? null : html`<p class="part-none">${say("talk.again_later")}</p>`;
  }
  /** @param {SubmitEvent} event */
  const send = (event) => {
    event.preventDefault();
    if (!mute && talk.half.trim()) act.send(desk.say(talk.id, talk.half, now));
    else act.redraw();
  };
  /** @param {import("../textfield.js").Box} box */
  const keep = (box) => {
    talk.half = box.value;
    act.redraw();
  };
  return html`
    <form class="talk-form" onSubmit=${send}>
      <label class="aloud" for="talk-line">${say("talk.write_to", { title: desk.nameOf(talk) })}</label>
      <div class="line">
        <${TextField}
          class="input"
          id="talk-line"
          data-talk=${talk.id}
          autocomplete="off"
          enterkeyhint="send"
          maxlength=${SPEECH_CHARS_MAX}
          placeholder=${mute ? "" : say("talk.write")}
          value=${talk.half}
          readonly=${Boolean(mute)}
          aria-describedby="talk-why"
          onText=${keep}
        />
        <button type="submit" class="button" aria-disabled=${Boolean(mute)}>${say("talk.send")}</button>
      </div>
      <p class="part-note" id="talk-why">${mute && `${mute} ${talk.half ? say("talk.half_kept") : ""}`}</p>
    </form>
  `;
}

/** @param {string} id */
function hasFocus(id) {
  return document.activeElement?.id === id;
}
