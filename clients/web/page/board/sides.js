// Sides and suits in their own colours. A side has a sign and a suit is a sign, so no meaning depends on colour alone.
// The game chooses the colours of its sides. They come as badges with every sheet and every end.
// = clients/widgets/board/colours.py

import { html } from "../vendor/preact.js";
import { ink } from "./text.js";

/** @typedef {import("../link/wire.js").Badge} BadgeWorn */

const AFTER = "(?![\\p{L}\\p{N}_-])";
const BEFORE = "(^|[^\\p{L}\\p{N}_-])";
const RED_SUITS = /[♥♦]/u;
const BLACK_SUITS = /[♠♣]/u;

/** The badges of the sides of one table or of several tables. */
export class Sides {
  /** @param {readonly BadgeWorn[] | undefined} badges */
  constructor(badges) {
    this.badges = badges ?? [];
    const titles = this.badges.map((badge) => ink(badge.title)).filter(Boolean);
    titles.sort((one, other) => other.length - one.length);
    this.names = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&").replace(/\\-/g, "-")).join("|");
  }

  /** Return the side of a name: its own name, or one that begins with it, such as "Red corps II". @param {string} name */
  of(name) {
    const known = this.badges.find((badge) => badge.id === name);
    if (known || !this.names) return known;
    const found = new RegExp(`^(?:${this.names})${AFTER}`, "u").exec(name);
    return found ? this.#titled(found[0]) : undefined;
  }

  /** Return the first side that a text names. @param {string} words */
  namedIn(words) {
    const found = this.names ? new RegExp(`${BEFORE}(${this.names})${AFTER}`, "u").exec(words) : null;
    return found ? this.#titled(found[2] ?? "") : undefined;
  }

  /** Return the parts of a text, each with the side that it names, if it names one. @param {string} words */
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

/** Draw a text in which each name of a side has its colour. @param {Sides} sides @param {string | undefined} text */
export function sided(sides, text) {
  const words = ink(text);
  return sides
    .pieces(words)
    .map(([piece, side]) => (side ? html`<b class="board-side" data-ink=${side.ink}>${piece}</b>` : piece));
}

/**
 * Draw the words of a card. Each name of a suit or a side has its colour.
 * @param {Sides} sides
 * @param {string | undefined} text
 */
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
 * Draw the name of a side, or of someone on it, on its colour with its sign. Without a colour it is plain.
 * @param {{sides: Sides, title: string, side?: string}} props
 */
export function Badge({ sides, title, side = "" }) {
  const worn = sides.of(side || title);
  if (!worn) return html`<span class="board-badge">${ink(title)}</span>`;
  return html`<span class="board-badge" data-ink=${worn.ink}><span class="board-sign" aria-hidden="true">${ink(worn.sign)}</span>${" "}${ink(title)}</span>`;
}
