// Cards: a hand, a pile, a row. A card that lies face down is drawn that way. = clients/widgets/board/cards.py

import { html, useEffect, useRef } from "../vendor/preact.js";
import { say } from "../words.js";
import { Heading } from "./heading.js";
import { suited } from "./sides.js";
import { ink, join } from "./text.js";

/** @typedef {import("../link/wire.js").Card} Card */
/** @typedef {import("../link/wire.js").Cards} CardsSeen */
/** @typedef {import("./sides.js").Sides} Sides */
/** @typedef {import("./light.js").Light} Light */

const PLAYING = /^(\d{1,2}|[AJQK])([♠♥♦♣])$/u;
const SUITS = /[♠♥♦♣]/u;
const DEEP = [1, 2, 5];
/** The words for colour families, so that no meaning depends on colour alone. */
const TONES = { plain: "", red: "board.tone_red", black: "board.tone_black", green: "board.tone_green", yellow: "board.tone_yellow", special: "board.tone_special" };

/**
 * Draw a hand, a pile or a row. The cards that a scene has just laid, the last ones, are highlighted. With `small`, a hand
 * and a row are slips on a line.
 * @param {{element: CardsSeen, sides: Sides, light: Light | null, small?: boolean}} props
 */
export function Cards({ element, sides, light, small = false }) {
  const newest = light?.added(element.key || element.title) ?? 0;
  const allSecret = element.cards.length > 0 && element.cards.every((card) => card.secret);
  return html`<${Heading} title=${element.title} note=${noteOf(element, allSecret)} sides=${sides} />
    ${element.shape === "pile"
      ? html`<${Pile} element=${element} sides=${sides} />`
      : html`<${CardList} cards=${element.cards} sides=${sides} newest=${newest} allSecret=${allSecret} none=${none(element)} small=${small} />`}`;
}

/** @param {CardsSeen} element @param {boolean} allSecret */
function noteOf(element, allSecret) {
  const counted = element.shape !== "pile" && element.count != null && element.count !== element.cards.length;
  return join([counted && say("board.cards", { n: element.count ?? 0 }), ink(element.note), allSecret && say("board.only_you")]);
}

/** @param {CardsSeen} element */
function none(element) {
  return element.count ? say("board.none_to_see") : say("board.no_cards");
}

/**
 * Draw cards side by side: as cards, or (`small`) as slips on a line.
 * @param {{cards: readonly Card[], sides: Sides, newest?: number, allSecret?: boolean, none?: string, small?: boolean}} props
 */
export function CardList({ cards, sides, newest = 0, allSecret = false, none = "", small = false }) {
  const before = useRef(cards);
  useEffect(() => {
    before.current = cards;
  }, [cards]);
  const turned = (/** @type {number} */ at) => before.current[at] !== undefined && before.current[at].face == null && cards[at]?.face != null;
  if (!cards.length) return none ? html`<p class="cards-none">${none}</p>` : null;
  const old = cards.length - newest;
  return html`<ul class="cards" role="list" data-small=${small ? "yes" : null}>
    ${cards.map((card, at) => html`<${CardSeen} key=${`${at} ${card.face ?? ""}`} card=${card} sides=${sides} isNew=${at >= old} isTurned=${turned(at)} tellsSecret=${!allSecret} small=${small} />`)}
  </ul>`;
}

/** Draw one card. @param {{card: Card, sides: Sides, isNew?: boolean, isTurned?: boolean, tellsSecret?: boolean, small?: boolean, tag?: string}} props */
function CardSeen({ card, sides, isNew = false, isTurned = false, tellsSecret = true, small = false, tag = "li" }) {
  const down = card.face == null;
  return html`<${tag}
    class="card"
    data-tone=${card.tone === "plain" || SUITS.test(card.face ?? "") ? null : card.tone}
    data-down=${down ? "yes" : null}
    data-secret=${card.secret ? "yes" : null}
    data-new=${isNew ? "yes" : null}
    data-turned=${isTurned ? "yes" : null}
  >
    ${down ? html`<${Back} back=${card.back} />` : html`<${Face} card=${card} sides=${sides} small=${small} />`}
    ${card.secret && tellsSecret && html`<span class="card-secret"><${Veil} /><span class="aloud">${say("board.secret")}</span></span>`}
    ${card.note && html`<span class="card-note">${suited(sides, card.note)}</span>`}
  </${tag}>`;
}

/** @param {{card: Card, sides: Sides, small: boolean}} props */
function Face({ card, sides, small }) {
  const face = ink(card.face);
  const playing = PLAYING.exec(face);
  const tone = SUITS.test(face) || (small && card.tone !== "special") ? "" : toneWord(card.tone);
  return html`<span class="card-face">
      ${playing
        ? html`<span class="aloud">${face}</span><span class="card-playing" aria-hidden="true" data-suit=${"♥♦".includes(playing[2] ?? "") ? "red" : "black"}><b class="card-rank">${playing[1]}</b><b class="card-suit">${playing[2]}</b></span>`
        : html`<span class="card-words">${suited(sides, face)}</span>`}
    </span>
    ${tone && html`<span class="card-tone">${tone}</span>`}
    ${card.back && html`<span class="aloud">${" "}${say("board.back", { back: ink(card.back) })}</span>`}`;
}

/** @param {{back: string}} props */
function Back({ back }) {
  return html`<span class="card-back"><span class="aloud">${say("board.face_down")}${" "}</span>${back && html`<span class="card-words">${ink(back)}</span>`}</span>`;
}

/** @param {Card["tone"]} tone */
function toneWord(tone) {
  return TONES[tone] ? say(TONES[tone]) : "";
}

/** Draw an eye that is crossed out: others cannot see this. */
export function Veil() {
  return html`<svg class="board-veil" viewBox="0 0 20 16" aria-hidden="true"><path d="M1 8s3.4-5.5 9-5.5S19 8 19 8s-3.4 5.5-9 5.5S1 8 1 8zM10 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM3 15L17 1" /></svg>`;
}

/**
 * Draw a pile: its top card, the edges of the cards below, and how many it has. The known ones are listed below on
 * request.
 * @param {{element: CardsSeen, sides: Sides}} props
 */
function Pile({ element, sides }) {
  const count = element.count ?? element.cards.length;
  const top = element.cards[0];
  const depth = DEEP.filter((least) => count >= least).length;
  const words = count === 0 ? say("board.empty") : say("board.cards", { n: count });
  return html`<div class="cards-pile" data-depth=${depth}>
    ${(top || count > 0) && html`<${CardSeen} tag="div" card=${top ?? { back: "", note: "", secret: false, tone: "plain" }} sides=${sides} />`}
    ${element.cards.length > 1
      ? html`<details class="cards-below">
          <summary class="cards-count">${words}</summary>
          <${CardList} cards=${element.cards.slice(1)} sides=${sides} small />
        </details>`
      : html`<p class="cards-count">${words}</p>`}
  </div>`;
}
