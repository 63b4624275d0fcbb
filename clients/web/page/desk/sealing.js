// The rules of sealing at the open question: whether a sealed answer can be changed, what counts without one.
// = clients/seat/model/sealing.py

import { same } from "../link/canonical.js";
import { clean, say } from "../words.js";
import { answerWords } from "./words.js";

/** @typedef {import("../link/wire").Answer} Answer */
/** @typedef {import("../link/wire").Form} Form */
/** @typedef {import("../link/wire").FormField} FormField */
/** @typedef {import("../link/wire").View} View */
/** A sentence about a question that closed. `inStory`: the story says what counts, so this sentence only repeats it. @typedef {{words: string, inStory: boolean}} ClosedWords */

/**
 * Return whether the question can stay open after this seat has sealed, and allows another answer.
 * @param {View} view
 */
export function mayChange(view) {
  return view.form !== undefined && !view.closes_at_once && hasChoice(view.form);
}

/**
 * Return whether a form allows more than one answer. "Ready to continue" alone allows one only.
 * @param {Form} form
 */
export function hasChoice(form) {
  return form.fields.some(isOpen);
}

/**
 * Return whether an answer to the question takes back that the seat is ready.
 * @param {View} view
 * @param {Answer} answer
 */
export function takesBack(view, answer) {
  return view.readiness && Object.keys(answer).length === 0;
}

/**
 * Return whether a field allows more than one value.
 * @param {FormField} field
 */
function isOpen(field) {
  switch (field.kind) {
    case "choice":
      return field.options.length > 1;
    case "pick":
      return !(field.low === field.high && field.high === field.options.length);
    case "rank":
      return field.options.length > 1 || field.low < field.high;
    case "sort":
      return field.things.length > 0;
    case "count":
      return field.low < field.high;
    case "words":
      return true;
  }
}

/**
 * Return the sentences that say what counts at a question that closed. `story` tells what happened then.
 *
 * `ranOut`: its clock was at zero. Otherwise an umpire closed it, and this page cannot know what counts.
 * @param {View} view
 * @param {readonly import("../link/wire").StoryLine[]} story
 * @param {{sealed: Answer | null, drafted: Answer | null, inHand: Answer | null, ranOut: boolean}} known
 * @returns {ClosedWords[]}
 */
export function closedWords(view, story, { sealed, drafted, inHand, ranOut }) {
  const { form } = view;
  if (form === undefined) return [];
  if (sealed !== null) return inHand !== null && !same(inHand, sealed) ? [tooLate(form, inHand)] : [];
  if (drafted !== null) return ranOut ? [once(say("question.draft_counts", { answer: answerWords(form, drafted) }))] : [];
  const said = inHand === null ? [] : [tooLate(form, inHand)];
  if (view.unanswered && ranOut) {
    const counts = clean(view.unanswered, Infinity);
    const inStory = story.some((line) => clean(line.text, Infinity).includes(counts));
    said.push({ words: say("question.no_answer", { counts }), inStory });
  } else if (view.unanswered && inHand === null) said.push(once(say("question.closed_unanswered")));
  return said;
}

/**
 * @param {string} words
 * @returns {ClosedWords}
 */
function once(words) {
  return { words, inStory: false };
}

/**
 * @param {Form} form
 * @param {Answer} inHand
 */
function tooLate(form, inHand) {
  return once(say("question.too_late", { answer: answerWords(form, inHand) }));
}
