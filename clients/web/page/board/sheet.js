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
 * @typedef {{sides: Sides, light: Light | null, onDocument?: (document: Document) => void}} Way
 */

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
 * Draw a sheet. `light`: a scene is shown, and what it does not name is dimmed. On a narrow screen the sheet folds to its
 * headline and the reader's own hand of cards, unless `open`: the reader is looking at it now. `onDocument`: opens a document to read. Without it the
 * document unfolds in place. `onTap`: what a tap does on a board with a scene.
 * @param {{sheet: SheetSeen, light?: Light | null, open?: boolean, onDocument?: (document: Document) => void, onTap?: () => void}} props
 */
export function Sheet({ sheet, light = null, open = false, onDocument, onTap }) {
  const [unfolded, unfold] = useState(false);
  const sides = new Sides(sheet.sides);
  const held = open || light !== null;
  const shows = held || unfolded;
  const short = folded(sheet, sides);
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  const tapped = (/** @type {MouseEvent} */ event) => {
    const own = event.target instanceof Element ? event.target.closest("button, summary") : null;
    if (light && !own) onTap?.();
  };
  useEffect(() => {
    if (light?.places.length) follow(board.current); // at each step, since the words of the next one may be more
  }, [light]);
  return html`<section class="board" ref=${board} onClick=${tapped} data-open=${shows ? "yes" : "no"} data-lit=${light ? "yes" : null} aria-label=${say("board.title")}>
    <div class="board-head">
      <h2 class="board-headline">${sided(sides, sheet.headline) || say("board.title")}</h2>
      ${short && html`<p class="board-short">${short}</p>`}
      ${!held &&
      html`<button type="button" class="board-fold" aria-expanded=${shows ? "true" : "false"} onClick=${() => unfold(!unfolded)}>
        <span class="aloud">${say(shows ? "board.hide" : "board.show")}</span>
        <svg class="board-chevron" viewBox="0 0 16 16" aria-hidden="true"><path d="M3 6l5 5 5-5" /></svg>
      </button>`}
    </div>
    <div class="board-elements">
      ${sheet.elements.map((element, at) => html`<${ElementSeen} key=${`${at} ${element.kind}`} element=${element} way=${{ sides, light, onDocument }} />`)}
    </div>
  </section>`;
}

/** Scroll to the places that a scene names, if the board is taller than its pane. @param {HTMLElement | null} board */
function follow(board) {
  const told = document.querySelector(".tale");
  const tale = (told?.closest(".seat-tale") ?? told)?.getBoundingClientRect();
  const here = board?.getBoundingClientRect();
  const covers = tale && here && tale.left < here.right && here.left < tale.right;
  board?.style.setProperty("--board-tale", `${covers ? tale.height : 0}px`);
  const [whole] = board?.querySelectorAll('.board-element[data-lit="yes"]') ?? [];
  const [part] = whole?.querySelectorAll('[data-lit="yes"]') ?? [];
  (part?.closest(".line-pair") ?? part ?? whole)?.scrollIntoView({ block: "nearest" });
}

/**
 * Draw one element. If this page does not know its kind, draw its words alone.
 * @param {{element: SheetElement, way: Way}} props
 */
function ElementSeen({ element, way }) {
  const Drawing = /** @type {any} */ (DRAWN)[element.kind] ?? Other;
  const shines = way.light?.on(element) ?? false;
  const lit = way.light === null ? null : shines ? "yes" : "no";
  const hand = element.kind === "cards" && element.shape === "hand" && element.cards.some((card) => card.face != null);
  return html`<section class="board-element board-${ink(element.kind).replace(/\W/g, "")}" data-lit=${lit} data-hand=${hand ? "yes" : null}>
    <${Drawing} element=${element} sides=${way.sides} light=${shines ? way.light : null} dims=${lit === "yes"} onDocument=${way.onDocument} />
  </section>`;
}
