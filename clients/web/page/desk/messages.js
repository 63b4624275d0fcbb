// The messages to a seat in words: their heads, and their places in the story. Also the lines of a story that were missed. Pure.
// = clients/widgets/pieces/message_heads.py

import { clean, say } from "../words.js";

/** @typedef {import("../link/wire").Notice} Notice */
/** @typedef {import("../link/wire").StoryLine} StoryLine */

/** For each kind of message in the name of a sender, the key of its head in the catalogue. Others are as "message". */
const HEADS = { message: "notices.from", news: "notices.news", letter: "notices.letter", call: "notices.call", request: "notices.request" };

/** Return the head of a message in words, such as "News from Reuters to the table". @param {Notice} notice */
export function messageHead(notice) {
  const who = clean(notice.to);
  if (!notice.sender) return say("notices.to", { who });
  const sender = clean(notice.sender);
  if (notice.about) return say("notices.answer", { sender, about: clean(notice.about) });
  const kind = /** @type {keyof typeof HEADS} */ (notice.kind in HEADS ? notice.kind : "message");
  return say(HEADS[kind], { sender, who });
}

/** The messages as lines of the story. Each is made once. @type {WeakMap<Notice, StoryLine>} */
const LINES = new WeakMap();

/** Return a message as a line of the story. @param {Notice} notice @returns {StoryLine} */
function asLine(notice) {
  const line = LINES.get(notice) ?? { heading: messageHead(notice), text: clean(notice.text, Infinity), shows: 0, gate: notice.gate };
  LINES.set(notice, line);
  return line;
}

/**
 * Return the story with each message before the events of the question at which it came.
 * @param {readonly StoryLine[]} story
 * @param {readonly Notice[]} notices
 */
export function withMessages(story, notices) {
  const told = [];
  let at = 0;
  for (const line of story) {
    for (let notice = notices[at]; notice && notice.gate <= line.gate; notice = notices[++at]) told.push(asLine(notice));
    told.push(line);
  }
  return [...told, ...notices.slice(at).map(asLine)];
}

/**
 * Return the lines of a complete story that follow the known ones, none if it does not continue them.
 *
 * A complete story has no scenes, and may begin later than the known one.
 * @param {readonly StoryLine[]} known
 * @param {readonly StoryLine[]} story
 */
export function missed(known, story) {
  for (let shared = Math.min(known.length, story.length); shared > 0; shared--) {
    const last = known.slice(known.length - shared);
    if (last.every((line, at) => isSame(line, story[at]))) return story.slice(shared);
  }
  return [];
}

/** @param {StoryLine} one @param {StoryLine | undefined} other */
function isSame(one, other) {
  return one.gate === other?.gate && one.heading === other.heading && one.text === other.text;
}
