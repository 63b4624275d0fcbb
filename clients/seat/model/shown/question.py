"""The texts about the question: the question itself, the sealed answer and until when it can be changed, and
the next step.
"""

from __future__ import annotations

from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.sealing import takes_back
from warcouncil.clients.seat.model.shown.screen import (
    QuestionState,
    Said,
    SealState,
    ShownQuestion,
    ShownSeal,
    ShownStep,
    StepKind,
    Ways,
    Weight,
)
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.widgets.pieces.wording import listed
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.views import View
from warcouncil.protocol.words import clean


def shown_question(desk: Desk, filling: Filling | None, now_ms: int, ways: Ways) -> ShownQuestion:
    """Return the question, or why the seat is not asked. `filling` is the answer that is being filled in, if there is one."""
    view = desk.view
    if view is None:
        return ShownQuestion(QuestionState.WAITING, (Said(say("question.waiting"), Weight.QUIET),))
    if view.ended is not None:
        if desk.ended is None:
            on, enough = ways.of("tell-on", "Space"), ways.of("back", "Esc")
            last = say("verdict.last_of_it", on=on, enough=enough)
            return ShownQuestion(QuestionState.TELLING_END, (Said(last, Weight.QUIET),))
        return ShownQuestion(QuestionState.OVER, (Said(say("verdict.over"), Weight.STRONG),))
    if filling is None or view.form is None:
        return ShownQuestion(QuestionState.OTHERS, _others(desk, view, now_ms))
    locked = desk.locked(now_ms)
    return ShownQuestion(
        QuestionState.ASKED,
        question=view.form.question,
        help=view.form.help,
        seal=shown_seal(desk, view.form, now_ms),
        step=shown_step(desk, filling, locked, now_ms),
        filling=filling,
        may_answer=not locked,
    )


def _others(desk: Desk, view: View, now_ms: int) -> tuple[Said, ...]:
    """Return sentences about the seats that the table waits for."""
    if desk.timing(now_ms) is Timing.STANDS:
        return (Said(desk.standstill(), Weight.WARN),)
    said = [Said(say("question.not_asked_now"), Weight.STRONG)]
    if view.asked:
        who = listed(clean(name) for name in view.asked)
        said.append(Said(say("question.deciding", n=len(view.asked), who=who), Weight.QUIET))
    return tuple(said)


def shown_seal(desk: Desk, form: Form, now_ms: int) -> ShownSeal:
    """Return the sealed answer, and until when it can be changed."""
    if desk.bot or desk.watching:
        said = say("question.bot_answers" if desk.bot else "question.you_watch")
        sealed = (
            "" if desk.sealed is None else say("question.sealed_is", answer=answer_words(form, desk.sealed))
        )
        return ShownSeal(SealState.ANOTHER_ANSWERS, said, sealed)
    if desk.sending is not None:
        later = "" if desk.up else say("question.sent_later")
        if desk.view is not None and takes_back(desk.view, desk.sending.answer):
            return ShownSeal(SealState.TAKING_BACK, say("question.taking_back"), "", until=later)
        answer = f"{answer_words(form, desk.sending.answer)}."
        return ShownSeal(SealState.SEALING, say("question.sealing"), answer, until=later)
    if desk.sealed is not None:
        asks_readiness = desk.view is not None and desk.view.readiness
        key = "question.not_taken_back" if asks_readiness else "question.change_not_sealed"
        refused = say(key, why=desk.refused) if desk.refused else ""
        head, answer = say("question.sealed"), answer_words(form, desk.sealed)
        return ShownSeal(SealState.SEALED, head, answer, desk.until(now_ms), refused)
    if desk.refused:
        return ShownSeal(SealState.NOT_SEALED, "", say("question.not_sealed", why=desk.refused))
    struck = desk.view is not None and desk.view.voided
    if desk.drafted is not None and not struck:
        return ShownSeal(SealState.DRAFT, "", _draft_stands(form, desk.drafted, desk.in_hand))
    if struck:
        return ShownSeal(SealState.STRUCK_OUT, say("question.struck_out"), "")
    return ShownSeal(SealState.UNSEALED, say("question.unsealed"), "")


def _draft_stands(form: Form, drafted: Answer, in_hand: Answer | None) -> str:
    """Return the sentence which says that a draft counts when time is up.

    The answers of several fields are not repeated while the fields below show the same.
    """
    if len(drafted) > 1 and drafted == in_hand:
        return say("question.drafts_stand")
    return say("question.draft_stands", answer=answer_words(form, drafted))


def shown_step(desk: Desk, filling: Filling, locked: str, now_ms: int) -> ShownStep:
    """Return the next step for an answer. `locked` is the reason why no answer can be sealed now, or ""."""
    if locked:
        return ShownStep(StepKind.LOCKED, locked)
    fields = filling.fields
    fault = filling.fault_of(fields[filling.at]) if fields else ""
    if fault:
        return ShownStep(StepKind.FAULT, clean(fault))
    if filling.writes_lines and desk.sealed != filling.answer:
        return ShownStep(StepKind.ENDS_TEXT, say("question.when_written"))
    if filling.at < len(fields) - 1:
        return ShownStep(StepKind.GOES_ON, say("question.goes_on"))
    if filling.fault:
        return ShownStep(StepKind.GOES_BACK, say("question.goes_back", fault=clean(filling.fault)))
    if desk.sending is not None and desk.sending.answer in (filling.answer, {}):
        return ShownStep(StepKind.ON_ITS_WAY, say("question.on_its_way"))
    if desk.sealed == filling.answer and desk.can_take_back(now_ms):
        return ShownStep(StepKind.TAKES_BACK, say("question.takes_back"))
    if desk.sealed == filling.answer:
        return ShownStep(StepKind.IS_SEALED, say("question.is_sealed"))
    if filling.is_suggestion:
        return ShownStep(StepKind.SEALS, say("question.seals_suggestion"))
    return ShownStep(
        StepKind.SEALS, say("question.seals_this" if desk.sealed is None else "question.seals_instead")
    )
