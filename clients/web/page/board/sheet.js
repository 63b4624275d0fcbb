// The sheet: everything that one seat may see, element by element. It draws any game's sheet and knows no game.
// = clients/widgets/board/sheet.py

import { html, useEffect, useRef, useState } from "../vendor/preact.js";
import { say } from "../words.js";
import { Cards } from "./cards.js";
import { Documents } from "./documents.js";
import { Facts } from "./facts.js";
import { Fronts } from "./fronts.js";
import { BattleLine, folded } from "./line.js";
import { MapDrawn } from "./map.js";
import { Other } from "./other.js";
import { Prose } from "./prose.js";
import { Rows } from "./rows.js";
import { Sides, sided } from "./sides.js";
import { ink } from "./text.js";
import { Track } from "./track.js";

/** @typedef {import("../link/wire.js").Sheet} SheetSeen */
/** @typedef {import("../link/wire.js").SheetElement} SheetElement */
/** @typedef {import("../link/wire.js").Document} Document */
/** @typedef {import("./light.js").Light} Light */
/**
 * The parameters for drawing an element.
 * @typedef {{sides: Sides, light: Light | null, short?: boolean, onDocument?: (document: Document) => void}} Way
 */

/** How much of its pane is free above and below a place that is scrolled to. */
const CLEAR_PX = 8;

const DRAWN = {
  line: BattleLine,
  facts: Facts,
  cards: Cards,
  fronts: Fronts,
  track: Track,
  rows: Rows,
  prose: Prose,
  documents: Documents,
  map: MapDrawn,
};

/**
 * Draw a sheet. `light`: a scene is shown, and what it does not name is dimmed. `lights`: all that the scenes of this
 * telling name. `onDocument`: opens a document to read. Without it the document unfolds in place. `onTap`: what a tap does
 * on a board with a scene. `over`: the verdict above the board says what its headline would say.
 *
 * On a phone the sheet has one form from question to telling: its headline, the reader's own hand, the line and the map in
 * short. Then comes what the scenes name, or everything if `open`: no question needs the room. If the scenes name nothing
 * that the sheet has, it shows everything. The reader can unfold it, and it stays so.
 * @param {{sheet: SheetSeen, light?: Light | null, lights?: Light | null, open?: boolean, phone?: boolean, over?: boolean, onDocument?: (document: Document) => void, onTap?: () => void}} props
 */
export function Sheet({ sheet, light = null, lights = light, open = false, phone = false, over = false, onDocument, onTap }) {
  const [unfolded, unfold] = useState(false);
  const sides = new Sides(sheet.sides);
  const [kept, rest] = [sheet.elements.filter(staysInSight), sheet.elements.filter((element) => !staysInSight(element))];
  const named = rest.filter((element) => lights?.on(element));
  const whole = open || unfolded || (lights !== null && kept.length + named.length === 0);
  const elements = phone ? [...kept, ...(whole ? rest : named)] : sheet.elements;
  const folds = phone && (!open || sheet.elements.some((element) => element.kind === "line"));
  const short = phone && !unfolded;
  const drawn = (/** @type {SheetElement} */ element) =>
    html`<${ElementSeen} key=${`${sheet.elements.indexOf(element)} ${element.kind}`} element=${element} way=${{ sides, light, onDocument, short: short && staysInSight(element) }} />`;
  const line = short && folded(sheet, sides);
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  const tapped = (/** @type {MouseEvent} */ event) => {
    const own = event.target instanceof Element ? event.target.closest("button, summary") : null;
    if (light && !own) onTap?.();
  };
  useEffect(() => {
    if (light?.places.length) follow(board.current); // at each step, since the words of the next one may be more
  }, [light]);
  return html`<section class="board" ref=${board} onClick=${tapped} data-short=${short ? "yes" : null} data-lit=${light ? "yes" : null} aria-label=${say("board.title")}>
    <div class="board-head" data-folds=${phone ? "yes" : null}>
      <h2 class="board-headline">${(!over && sided(sides, sheet.headline)) || say("board.title")}</h2>
      ${line && html`<p class="board-short">${line}</p>`}
      ${folds &&
      html`<button type="button" class="board-fold" aria-expanded=${unfolded ? "true" : "false"} onClick=${() => unfold(!unfolded)}>
        <span class="aloud">${say(unfolded ? "board.hide" : "board.show")}</span>
        <svg class="board-chevron" viewBox="0 0 16 16" aria-hidden="true"><path d="M3 6l5 5 5-5" /></svg>
      </button>`}
    </div>
    ${elements.length > 0 &&
    html`<div class="board-elements">
      ${shelvesOf(elements).map((shelf) => (shelf.length > 1 ? html`<div class="board-tracks" key=${`tracks ${sheet.elements.indexOf(/** @type {SheetElement} */ (shelf[0]))}`}>${shelf.map(drawn)}</div>` : shelf.map(drawn)))}
    </div>`}
  </section>`;
}

/**
 * Group elements: tracks that follow each other share a row, so that their numbers can be compared. All others are alone.
 * @param {SheetElement[]} elements
 */
function shelvesOf(elements) {
  /** @type {SheetElement[][]} */
  const shelves = [];
  for (const element of elements) {
    const last = shelves.at(-1);
    if (element.kind === "track" && last?.[0]?.kind === "track") last.push(element);
    else shelves.push([element]);
  }
  return shelves;
}

/** Return whether an element stays in sight on a phone: the reader's own cards, a battle line, and a map. @param {SheetElement} element */
function staysInSight(element) {
  return element.kind === "line" || element.kind === "map" || (element.kind === "cards" && element.shape === "hand" && element.cards.some((card) => card.face != null));
}

/**
 * Scroll to the places that a scene names, if the board is taller than its pane. On a phone only the pane is scrolled: the
 * reader may be at the question below it.
 * @param {HTMLElement | null} board
 */
function follow(board) {
  const [whole] = board?.querySelectorAll('.board-element[data-lit="yes"]') ?? [];
  const [part] = whole?.querySelectorAll('[data-lit="yes"]') ?? [];
  const place = part?.closest(".line-pair") ?? part ?? whole;
  const pane = board?.parentElement;
  if (!place || !pane) return;
  if (getComputedStyle(pane).overflowY !== "auto") return place.scrollIntoView({ block: "nearest" });
  const [here, around] = [place.getBoundingClientRect(), pane.getBoundingClientRect()];
  const [above, below] = [here.top - around.top - CLEAR_PX, here.bottom - around.bottom + CLEAR_PX];
  if (above < 0 || below > 0) pane.scrollBy(0, above < 0 ? above : Math.min(above, below));
}

/**
 * Draw one element. If this page does not know its kind, draw its words alone.
 * @param {{element: SheetElement, way: Way}} props
 */
function ElementSeen({ element, way }) {
  const Drawing = /** @type {any} */ (DRAWN)[element.kind] ?? Other;
  const shines = way.light?.on(element) ?? false;
  const lit = way.light === null ? null : shines ? "yes" : "no";
  return html`<section class="board-element board-${ink(element.kind).replace(/\W/g, "")}" data-lit=${lit}>
    <${Drawing} element=${element} sides=${way.sides} light=${shines ? way.light : null} dims=${lit === "yes"} small=${way.short} onDocument=${way.onDocument} />
  </section>`;
}
