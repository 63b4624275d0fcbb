// The files that a player can save from a seat: the story, which anyone may read, and the receipts, which `warcouncil
// verify --receipts` reads. They are made in the page and passed to the browser. = clients/seat/model/kept_files.py

import { ink } from "../board/text.js";
import { clean, say } from "../words.js";

/** @typedef {import("../desk/desk.js").Desk} Desk */


/**
 * Return the story as the seat knows it, and how it ended, as plain lines.
 * @param {Desk} desk
 */
function storyText(desk) {
  const { welcome, view } = desk;
  const lines = [];
  if (welcome) {
    const [seat, game, exercise] = [clean(welcome.seat_title), clean(welcome.game_title), clean(welcome.exercise)];
    lines.push(say("story.file_head", { seat, game, table: welcome.table, exercise }));
    lines.push(say("story.file_game", { designer: clean(welcome.designer) }));
  }
  let heading = "";
  for (const line of desk.wholeStory().lines) {
    if (line.heading !== heading) {
      heading = line.heading;
      lines.push("", clean(heading));
    }
    lines.push(`  ${ink(line.text)}`);
  }
  if (view?.ended) {
    lines.push("", say("story.file_over", { reason: clean(view.ended.reason, Infinity) }));
    for (const score of view.ended.scores) {
      lines.push(`${clean(score.label)}: ${score.of.map(([side, value]) => `${clean(side)} ${value}`).join(", ")}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/**
 * Save the story as a file.
 * @param {Desk} desk
 */
export function saveStory(desk) {
  save(`${fileName(desk)}.txt`, storyText(desk));
}

/**
 * Save the receipts as a file. This tab stores them only as long as it is open.
 * @param {Desk} desk
 * @param {string} receipts
 */
export function saveReceipts(desk, receipts) {
  save(`${fileName(desk)}.receipts`, receipts);
}

/**
 * @param {string} name
 * @param {string} text
 */
function save(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * Return a file name made from the exercise and the seat, with letters that every system allows.
 * @param {Desk} desk
 */
function fileName(desk) {
  const { welcome } = desk;
  const words = welcome ? `${welcome.exercise} table ${welcome.table} ${welcome.seat}` : "story";
  return clean(words).replace(/[^\p{L}\p{N}_-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 100) || "story";
}
