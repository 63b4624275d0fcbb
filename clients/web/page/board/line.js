// A battle line: two armies that face each other, post opposite post. = clients/widgets/board/battle.py
// It is an ordered list of pairs. At each post a screen reader reads the two posts that face each other, and how certain
// the number is.

import { html } from "../vendor/preact.js";
import { say } from "../words.js";
import { FactList } from "./facts.js";
import { Heading } from "./heading.js";
import { Badge } from "./sides.js";
import { Stance, stanceWords } from "./stance.js";
import { ink, join } from "./text.js";
import { Troops } from "./troops.js";

/** @typedef {import("../link/wire.js").BattleLine} Line */
/** @typedef {import("../link/wire.js").Side} Side */
/** @typedef {import("../link/wire.js").Post} Post */
/** @typedef {import("../link/wire.js").Strength} Strength */
/** @typedef {import("./sides.js").Sides} Sides */
/** @typedef {import("./light.js").Light} Light */

/** From how many pieces on a force is drawn, and to how many of each kind. */
const FORCE_MIN = 10;
const FORCE_MAX = 40;

/** Draw both armies, the far one above. @param {{element: Line, sides: Sides, light: Light | null}} props */
export function BattleLine({ element, sides, light }) {
  const { far, near } = element;
  const columns = Math.max(far.posts.length, near.posts.length, 1);
  const pairs = Array.from({ length: columns }, (_, at) => ({ over: far.posts[at], under: near.posts[at] }));
  const grounds = { "--far": groundOf(far, sides), "--near": groundOf(near, sides), "--columns": columns };
  return html`<div class="line-field" data-many=${columns > 4 ? "yes" : null} style=${grounds}>
    <${Heading} title=${element.title || say("board.the_line")} sides=${sides} />
    <${Army} side=${far} sides=${sides} place="far" />
    <ol class="line-pairs" role="list">
      ${pairs.map(
        ({ over, under }, at) => html`<li class="line-pair" key=${at}>
          ${over && html`<${PostSeen} side=${far} post=${over} sides=${sides} light=${light} place="far" />`}
          <${Between} over=${over} under=${under} far=${inkOf(far, sides)} near=${inkOf(near, sides)} />
          ${under && html`<${PostSeen} side=${near} post=${under} sides=${sides} light=${light} place="near" />`}
        </li>`,
      )}
    </ol>
    <${Army} side=${near} sides=${sides} place="near" />
  </div>`;
}

/** Draw the name of an army, and the facts behind its line. @param {{side: Side, sides: Sides, place: string}} props */
function Army({ side, sides, place }) {
  return html`<div class="line-army" data-place=${place} data-ink=${inkOf(side, sides)}>
    <h4><${Badge} sides=${sides} title=${side.title} side=${side.team} /></h4>
    ${side.behind.length > 0 && html`<${FactList} facts=${side.behind} sides=${sides} />`}
    ${side.behind.map((fact) => html`<${Force} key=${fact.label} value=${ink(fact.value)} />`)}
  </div>`;
}

/** Draw the pieces of an army that are many, such as "20 inf 6 cav", as a row of blocks. @param {{value: string}} props */
function Force({ value }) {
  const parts = value.match(/\d+ \S+/gu) ?? [];
  const many = parts.reduce((sum, part) => sum + Number.parseInt(part, 10), 0);
  if (many < FORCE_MIN || parts.join(" ") !== value) return null;
  return html`<span class="line-force" aria-hidden="true">${parts.map((part) => html`<${Troops} key=${part} part=${part} most=${FORCE_MAX} />`)}</span>`;
}

/**
 * Draw the line between two posts: torn if one of them is broken.
 * @param {{over?: Post, under?: Post, far?: string, near?: string}} props
 */
function Between({ over, under, far, near }) {
  const torn = Boolean(over?.broken || under?.broken);
  return html`<div class="line-front" data-torn=${torn ? "yes" : "no"}>
    ${over && under && html`<span class="aloud">${say("board.faces")}</span>`}
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      ${torn
        ? html`<path class="line-tear" d="M0 5L14 5L19 0L24 10L29 0L33 10L36 3" /><path class="line-tear" d="M64 7L67 0L71 10L76 0L81 10L86 5L100 5" />`
        : html`<path class="line-edge" data-ink=${far} d="M0 3.4 H100" /><path class="line-edge" data-ink=${near} d="M0 6.6 H100" />`}
    </svg>
  </div>`;
}

/** @param {Side} side @param {Sides} sides */
function inkOf(side, sides) {
  return sides.of(side.team)?.ink;
}

/** @param {Side} side @param {Sides} sides */
function groundOf(side, sides) {
  const worn = inkOf(side, sides);
  return worn ? `var(--ink-${worn})` : "var(--faint)";
}

/** Draw a post. @param {{side: Side, post: Post, sides: Sides, light: Light | null, place: string}} props */
function PostSeen({ side, post, sides, light, place }) {
  const knows = post.strength.now != null ? "now" : post.strength.seen != null ? "seen" : "none";
  const fog = knows === "none" && !post.note;
  const shines = light?.onPost(side.team, post.label) ?? false;
  const lit = light === null ? null : shines ? "yes" : "no";
  return html`<div
    class="line-post"
    data-place=${place}
    data-ink=${inkOf(side, sides)}
    data-knows=${knows}
    data-fog=${fog ? "yes" : null}
    data-yours=${post.yours ? "yes" : null}
    data-broken=${post.broken ? "yes" : null}
    data-lit=${lit}
  >
    <p class="line-name">
      <span class="aloud">${ink(side.title)}${" "}</span><b>${ink(post.label)}</b>${" "}
      ${post.broken && html`<strong class="line-broken">${say("board.broken")}</strong>`}${" "}
      ${post.yours && html`<em class="line-you">${say("board.you")}</em>`}
    </p>
    <div class="line-body">
      <${StrengthSeen} strength=${post.strength} />
      ${post.note && html`<p class="line-note">${ink(post.note)}</p>`}
    </div>
    ${post.stance && html`<${Stance} words=${post.stance} />`}
  </div>`;
}

/**
 * Draw how much is at a post: what is known now, otherwise what was seen and when, otherwise that it is unknown.
 * @param {{strength: Strength}} props
 */
function StrengthSeen({ strength }) {
  if (strength.now != null) {
    return html`<p class="line-strength">
      <b class="line-number" key=${strength.now}>${strength.now}</b>${" "}
      <${Parts} parts=${strength.parts} />
    </p>`;
  }
  if (strength.seen != null) {
    return html`<p class="line-strength">
      <span class="aloud">${say("board.was")}${" "}</span><b class="line-number" key=${strength.seen}>${strength.seen}</b>${" "}
      <${Parts} parts=${strength.seen_parts} />${" "}
      <span class="line-when">${strength.seen_when ? say("board.seen_on", { when: ink(strength.seen_when) }) : say("board.seen")}</span>
    </p>`;
  }
  return html`<p class="line-strength"><b class="line-number line-unknown" aria-hidden="true">?</b><span class="aloud">${say("board.unknown")}</span></p>`;
}

/** Draw the pieces with their map signs. @param {{parts: string[]}} props */
function Parts({ parts }) {
  if (!parts.length) return null;
  return html`<span class="line-parts">
    ${parts.map((part) => html`<span class="line-part"><${Troops} part=${ink(part)} />${ink(part)}</span>${" "}`)}
  </span>`;
}

/**
 * Return one line about the reader's own post and the one that faces it, for a folded board. Null if the reader has no
 * post.
 * @param {import("../link/wire.js").Sheet} sheet @param {Sides} sides
 */
export function folded(sheet, sides) {
  const line = sheet.elements.find((element) => element.kind === "line");
  const at = line?.near.posts.findIndex((post) => post.yours) ?? -1;
  const against = line?.far.posts[at];
  if (!line || !against) return null;
  return html`<${Badge} sides=${sides} title=${`${line.far.title} ${against.label}`} side=${line.far.team} />${" "}${faced(against)}`;
}

/** @param {Post} post */
function faced({ strength, stance }) {
  const number = strength.now ?? strength.seen;
  const parts = strength.now != null ? strength.parts : strength.seen_parts;
  const when = strength.now != null || strength.seen == null ? "" : strength.seen_when ? say("board.seen_on", { when: ink(strength.seen_when) }) : say("board.seen");
  const words = number == null ? say("board.unknown") : `${number}${parts.length ? ` (${parts.map(ink).join(" ")})` : ""} ${when}`.trim();
  return join([words, stanceWords(stance)]);
}
