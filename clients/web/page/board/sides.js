// Sides and suits in their own colours. A sign goes with each side, and a suit is its own: no meaning hangs on colour alone.
// What a side wears is its game's word: it comes with every sheet and every end, as badges. = clients/widgets/board/colours.py

import { html } from "../vendor/preact.js";
import { ink } from "./text.js";

/** @typedef {import("../link/wire.js").Badge} BadgeWorn */

const AFTER = "(?![\\p{L}\\p{N}_-])";
const BEFORE = "(^|[^\\p{L}\\p{N}_-])";
const RED_SUITS = /[♥♦]/u;
const BLACK_SUITS = /[♠♣]/u;

/** The badges of the sides of a table, or of several tables. */
export class Sides {
  /** @param {readonly BadgeWorn[] | undefined} badges */
  constructor(badges) {
    this.badges = badges ?? [];
    const titles = this.badges.map((badge) => ink(badge.title)).filter(Boolean);
    titles.sort((one, other) => other.length - one.length);
    this.names = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&").replace(/\\-/g, "-")).join("|");
  }

  /** Give the side that a name is of: its own, or one that begins with it, such as Red corps II. @param {string} name */
  of(name) {
    const known = this.badges.find((badge) => badge.id === name);
    if (known || !this.names) return known;
    const found = new RegExp(`^(?:${this.names})${AFTER}`, "u").exec(name);
    return found ? this.#titled(found[0]) : undefined;
  }

  /** Give the first side that words name, wherever in them. @param {string} words */
  namedIn(words) {
    const found = this.names ? new RegExp(`${BEFORE}(${this.names})${AFTER}`, "u").exec(words) : null;
    return found ? this.#titled(found[2] ?? "") : undefined;
  }

  /** Give the pieces of words: each with the side that it names, if it names one. @param {string} words */
  pieces(words) {
    /** @type {[string, BadgeWorn | undefined][]} */
    const pieces = [];
    let from = 0;
    if (this.names) {
      for (const found of words.matchAll(new RegExp(`${BEFORE}(${this.names})${AFTER}`, "gu"))) {
        const start = found.index + (found[1] ?? "").length;
        const title = found[2] ?? "";
        if (start > from) pieces.push([words.slice(from, start), undefined]);
        pieces.push([title, this.#titled(title)]);
        from = start + title.length;
      }
    }
    if (from < words.length) pieces.push([words.slice(from), undefined]);
    return pieces;
  }

  /** @param {string} title */
  #titled(title) {
    return this.badges.find((badge) => ink(badge.title) === title);
  }
}

/** Write words in which each name of a side wears its colour. @param {Sides} sides @param {string | undefined} text */
export function sided(sides, text) {
  const words = ink(text);
  return sides
    .pieces(words)
    .map(([piece, side]) => (side ? html`<b class="board-side" data-ink=${side.ink}>${piece}</b>` : piece));
}

/** Draw a card's words; each that names a suit or a side wears its colour. @param {Sides} sides @param {string | undefined} text */
export function suited(sides, text) {
  return ink(text)
    .split(/( +)/)
    .map((word) => {
      if (RED_SUITS.test(word)) return html`<b class="board-suit" data-suit="red">${word}</b>`;
      if (BLACK_SUITS.test(word)) return html`<b class="board-suit" data-suit="black">${word}</b>`;
      return sides.pieces(word).map(([piece, side]) => (side ? html`<b class="board-side" data-ink=${side.ink}>${piece}</b>` : piece));
    });
}

/**
 * Name a side, or somebody of it, on its colour with its sign; one without a colour as it is.
 * @param {{sides: Sides, title: string, side?: string}} props
 */
export function Badge({ sides, title, side = "" }) {
  const worn = sides.of(side || title);
  if (!worn) return html`<span class="board-badge">${ink(title)}</span>`;
  return html`<span class="board-badge" data-ink=${worn.ink}><span class="board-sign" aria-hidden="true">${ink(worn.sign)}</span>${" "}${ink(title)}</span>`;
}
