"""The rules of sealing at the open question: whether a draft counts, whether an answer can be changed, and what
counts without an answer.

Each sentence follows from the view, which has the silence rule and the closing rule of the phase.
"""

from __future__ import annotations

from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Answer, Choice, Count, Form, FormField, Pick, Rank, Sort, Words
from warcouncil.protocol.table.views import View
from warcouncil.protocol.words import clean


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


def closed_words(
    view: View, *, sealed: Answer | None, drafted: Answer | None, in_hand: Answer | None, ran_out: bool
) -> str:
    """Return a sentence that says what counts at a question that closed. It is "" if there is nothing to
    report.

    `ran_out`: the clock was at zero. Otherwise an umpire closed the question, and this client cannot know
    what counts.
    """
    form = view.form
    if form is None:
        return ""
    if sealed is not None:
        return _too_late(form, in_hand) if in_hand not in (None, sealed) else ""
    if drafted is not None:
        return say("question.draft_counts", answer=answer_words(form, drafted)) if ran_out else ""
    said = [] if in_hand is None else [_too_late(form, in_hand)]
    if view.unanswered and ran_out:
        said.append(say("question.no_answer", counts=clean(view.unanswered, len(view.unanswered))))
    elif view.unanswered and in_hand is None:
        said.append(say("question.closed_unanswered"))
    return " ".join(said)


def _too_late(form: Form, in_hand: Answer | None) -> str:
    return say("question.too_late", answer=answer_words(form, in_hand or {}))
