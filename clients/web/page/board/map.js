// A map: places with the links between them, their owners, and the pieces that the reader knows. The same follows as a list
// for a screen reader. = clients/widgets/board/map.py

import { html } from "../vendor/preact.js";
import { say } from "../words.js";
import { Heading } from "./heading.js";
import { sided } from "./sides.js";
import { ink } from "./text.js";

/** @typedef {import("./sides.js").Sides} Sides */
/** @typedef {import("../link/wire.js").Map} MapSeen */
/** @typedef {import("../link/wire.js").MapPlace} Place */
/** @typedef {import("../link/wire.js").MapPiece} Piece */

/** The picture is this wide. Its units are those of the font size below, in map.css. */
const WIDE = 440;
const SIDE = 44;
const ABOVE = 32;
const BELOW = 34;
const HIGH_MIN = 150;
const HIGH_MAX = 420;
/** The room that one piece takes. */
const PIECE = 30;

/** Draw a map. @param {{element: MapSeen, sides: Sides}} props */
export function MapDrawn({ element, sides }) {
  const spot = spots(element.places);
  const high = Math.max(...element.places.map((place) => spot(place.name).y)) + BELOW;
  return html`<${Heading} title=${element.title} sides=${sides} />
    <svg class="map" viewBox=${`0 0 ${WIDE} ${high}`} aria-hidden="true">
      ${element.links.map(([one, other], at) => html`<path key=${at} class="map-link" d=${`M${spot(one).x} ${spot(one).y}L${spot(other).x} ${spot(other).y}`} />`)}
      ${element.places.map((place) => html`<${PlaceDrawn} key=${place.name} element=${element} place=${place} sides=${sides} at=${spot(place.name)} />`)}
    </svg>
    <details class="map-words">
      <summary>${say("board.map_as_list")}</summary>
      <ul role="list">
        ${element.places.map((place) => html`<li key=${place.name}>${sided(sides, placeLine(element, place))}</li>`)}
      </ul>
    </details>`;
}

/**
 * Return where each place is in the picture: as in the file, stretched to its width.
 * @param {readonly Place[]} places @returns {(name: string) => {x: number, y: number}}
 */
function spots(places) {
  const xs = places.map((place) => place.x);
  const ys = places.map((place) => place.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const across = Math.max(1, Math.max(...xs) - left);
  const down = Math.max(...ys) - top;
  const unit = (WIDE - 2 * SIDE) / across;
  const high = Math.min(HIGH_MAX, Math.max(down ? HIGH_MIN : 0, down * unit));
  const found = new globalThis.Map(
    places.map((place) => [place.name, { x: SIDE + (place.x - left) * unit, y: ABOVE + ((place.y - top) * high) / Math.max(1, down) }]),
  );
  return (name) => found.get(name) ?? { x: 0, y: 0 };
}

/** @param {{element: MapSeen, place: Place, sides: Sides, at: {x: number, y: number}}} props */
function PlaceDrawn({ element, place, sides, at }) {
  const owner = place.owner ? sides.of(place.owner) : undefined;
  const pieces = element.pieces.filter((piece) => piece.at === place.name);
  const holds = place.owner == null ? "unknown" : place.owner ? "side" : "none";
  const sign = owner ? ink(owner.sign) : place.owner == null ? "?" : "";
  const first = at.x - ((pieces.length - 1) * PIECE) / 2;
  return html`<g class="map-place" data-ink=${owner?.ink} data-holds=${holds} data-seen=${place.seen ? "yes" : "no"}>
    <circle cx=${at.x} cy=${at.y} r="11" />
    <text class="map-sign" x=${at.x} y=${at.y + 4}>${sign}</text>
    <text class="map-name" x=${at.x} y=${at.y - 15}>${ink(place.title)}</text>
    ${!place.seen && pieces.length === 0 && html`<text class="map-unseen" x=${at.x} y=${at.y + 26}>?</text>`}
    ${pieces.map((piece, number) => html`<${PieceDrawn} key=${number} piece=${piece} sides=${sides} x=${first + number * PIECE} y=${at.y + 22} />`)}
  </g>`;
}

/** @param {{piece: Piece, sides: Sides, x: number, y: number}} props */
function PieceDrawn({ piece, sides, x, y }) {
  const side = sides.of(piece.side);
  return html`<g class="map-piece" data-ink=${side?.ink} data-yours=${piece.yours ? "yes" : "no"}>
    <rect x=${x - 13} y=${y - 8} width="26" height="16" rx="3" />
    <text x=${x} y=${y + 4}>${ink(side?.sign)}${piece.strength}</text>
  </g>`;
}

// --- words -------------------------------------------------------------------------------------------------------------

/** Return a place in words. @param {MapSeen} element @param {Place} place */
export function placeLine(element, place) {
  return say("board.map_place", { place: ink(place.title), owner: ownerWords(place), pieces: piecesWords(element, place), next: nextWords(element, place) });
}

/** @param {Place} place */
function ownerWords(place) {
  if (place.owner == null) return say("board.map_owner_unknown");
  return place.owner ? say("board.map_held", { side: ink(place.owner) }) : say("board.map_free");
}

/** @param {MapSeen} element @param {Place} place */
function piecesWords(element, place) {
  const said = element.pieces
    .filter((piece) => piece.at === place.name)
    .map((piece) =>
      piece.yours
        ? say("board.map_yours", { piece: ink(piece.title), side: ink(piece.side), n: piece.strength })
        : say("board.map_piece", { piece: ink(piece.title), side: ink(piece.side), n: piece.strength }),
    );
  return said.join(", ") || say(place.seen ? "board.map_no_piece" : "board.map_pieces_unknown");
}

/** @param {MapSeen} element @param {Place} place */
function nextWords(element, place) {
  const near = new Set(element.links.filter((link) => link.includes(place.name)).flat());
  const titles = element.places.filter((each) => each.name !== place.name && near.has(each.name)).map((each) => ink(each.title));
  return titles.length ? say("board.map_next", { places: titles.join(", ") }) : say("board.map_alone");
}
