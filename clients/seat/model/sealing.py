"""The rules of sealing at the open question: whether a draft counts, whether an answer can be changed, and what
counts without an answer.

Each sentence follows from the view, which has the silence rule and the closing rule of the phase.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Answer, Choice, Count, Form, FormField, Pick, Rank, Sort, Words
from warcouncil.protocol.table.views import StoryLine, View
from warcouncil.protocol.words import clean, plain


def may_change(view: View) -> bool:
    """Return whether the question can stay open after this seat has sealed, and allows another answer."""
    return view.form is not None and not view.closes_at_once and has_choice(view.form)


def takes_back(view: View, answer: Answer) -> bool:
    """Return whether an answer to the question takes back the ready mark of the seat."""
    return view.readiness and not answer


def has_choice(form: Form) -> bool:
    """Return whether a form allows more than one answer. "Ready to continue" alone allows only one."""
    return any(_is_open(field) for field in form.fields)


def _is_open(field: FormField) -> bool:
    match field:
        case Choice():
            return len(field.options) > 1
        case Pick():
            return not field.low == field.high == len(field.options)
        case Rank():
            return len(field.options) > 1 or field.low < field.high
        case Sort():
            return bool(field.things)
        case Count():
            return field.low < field.high
        case Words():
            return True


class ClosedWords(NamedTuple):
    """A sentence about a question that closed. `in_story`: the story says what counts, so this sentence only repeats
    it.
    """

    words: str
    in_story: bool = False


def closed_words(
    view: View,
    story: Iterable[StoryLine],
    *,
    sealed: Answer | None,
    drafted: Answer | None,
    in_hand: Answer | None,
    ran_out: bool,
) -> list[ClosedWords]:
    """Return the sentences that say what counts at a question that closed. `story` tells what happened then.

    `ran_out`: the clock was at zero. Otherwise an umpire closed the question, and this client cannot know
    what counts.
    """
    form = view.form
    if form is None:
        return []
    if sealed is not None:
        return [_too_late(form, in_hand)] if in_hand not in (None, sealed) else []
    if drafted is not None:
        draft = ClosedWords(say("question.draft_counts", answer=answer_words(form, drafted)))
        return [draft] if ran_out else []
    said = [] if in_hand is None else [_too_late(form, in_hand)]
    if view.unanswered and ran_out:
        counts = clean(view.unanswered, len(view.unanswered))
        in_story = any(counts in plain(line.text) for line in story)
        said.append(ClosedWords(say("question.no_answer", counts=counts), in_story))
    elif view.unanswered and in_hand is None:
        said.append(ClosedWords(say("question.closed_unanswered")))
    return said


def _too_late(form: Form, in_hand: Answer | None) -> ClosedWords:
    return ClosedWords(say("question.too_late", answer=answer_words(form, in_hand or {})))
