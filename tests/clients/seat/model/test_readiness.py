"""A seat that is only asked whether it is ready: it says so, and takes it back."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.clients.seat.answer.filling import Filling
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.shown.announcements import Announcer
from warcouncil.clients.seat.model.shown.question import shown_question
from warcouncil.clients.seat.model.shown.screen import SealState, ShownQuestion, StepKind
from warcouncil.clients.widgets.window.own_keys import SAME
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import ClockView
from warcouncil.protocol.wire.replies import Receipt, Refusal, RefusalCode, Team
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import GateNo

from tests.clients.seat.tables import DOWN, UP, ids, playing, view, welcome

READY: Answer = {"ready": "ready"}
TABLE = playing("kashmir_crisis", talk="public", talk_deals=True)
TALKING = view(TABLE, "india")
NEXT = TALKING.model_copy(update={"whole": False, "gate": GateNo(2), "story": (), "readiness": False})
TIME_UP = 10 * 60_000


def ready(*news: Any, received: bool = True, **changes: Any) -> Desk:
    """Return a desk that has said that it is ready. `received`: the arbiter has recorded it."""
    desk = Desk(ids())
    for each in (UP, welcome(TABLE, "india"), TALKING.model_copy(update=changes)):
        desk.feed(each, 0)
    declare = desk.declare(READY, 0)
    assert declare is not None
    if received:
        desk.feed(receipt(declare), 0)
    for each in news:
        desk.feed(each, 0)
    return desk


def receipt(declare: Declare | None) -> Receipt:
    """Return the receipt of a declaration."""
    assert declare is not None
    return Receipt(id=declare.id, gate=declare.gate, answer=declare.answer, digest="0" * 32, signature="00")


def shown(desk: Desk, now_ms: int = 1000) -> ShownQuestion:
    """Return the question as a skin draws it, with "Ready" in hand."""
    assert desk.view is not None
    assert desk.view.form is not None
    return shown_question(desk, Filling(desk.view.form, READY), now_ms, SAME)


def test_a_player_who_is_ready_takes_it_back_and_is_ready_again() -> None:
    """A player who pressed too early waits until the others have talked without them."""
    desk = ready()
    announcer = Announcer(desk)
    announcer.news()
    seal = shown(desk).seal
    assert seal is not None
    assert (seal.state, seal.until) == (SealState.SEALED, say("question.until_taken_back"))
    step = shown(desk).step
    assert step is not None
    assert (step.kind, step.words) == (StepKind.TAKES_BACK, say("question.takes_back"))
    back = desk.take_back(1000)
    assert back is not None
    assert (back.answer, back.gate) == ({}, TALKING.gate)
    state = shown(desk).seal
    assert state is not None
    assert (state.state, state.text) == (SealState.TAKING_BACK, "")
    assert not desk.can_take_back(1000)
    desk.feed(receipt(back), 1000)
    assert (desk.sealed, desk.sending, desk.deeds.has_sealed) == (None, None, False)
    assert [said.text for said in announcer.news()] == [say("question.taken_back")]
    state, step = shown(desk).seal, shown(desk).step
    assert state is not None
    assert step is not None
    assert (state.state, step.kind) == (SealState.UNSEALED, StepKind.SEALS)
    again = desk.declare(READY, 2000)
    desk.feed(receipt(again), 2000)
    assert (desk.sealed, desk.said) == (READY, "")
    assert desk.can_take_back(2000)


def test_what_is_on_its_way_is_taken_back_too() -> None:
    """A player without a connection cannot take back what they have just said."""
    desk = ready(DOWN, received=False)
    assert desk.can_take_back(1000)
    back = desk.take_back(1000)
    assert back is not None
    seal = shown(desk).seal
    assert seal is not None
    assert seal.until == say("question.sent_later")


@pytest.mark.parametrize(
    "news",
    [
        TALKING.model_copy(update={"readiness": False, "sealed": READY}),
        TALKING.model_copy(update={"closes_at_once": True, "sealed": READY}),
        TALKING.model_copy(update={"watching": True, "sealed": READY}),
        TALKING.model_copy(update={"sealed": None}),
        TALKING.model_copy(
            update={"clock": ClockView(left_ms=0, total_ms=60_000, running=True), "sealed": READY}
        ),
        Team(team=(), bot=True, lent=False),
    ],
    ids=["a decision", "closes at once", "watching", "not ready", "time is up", "a bot"],
)
def test_nothing_is_taken_back_where_the_arbiter_would_refuse_it(news: Any) -> None:
    """A player is offered a way back that does not exist."""
    desk = ready(news)
    assert not desk.can_take_back(5_000)
    assert desk.take_back(5_000) is None
    assert desk.until(5_000) in ("", say("question.no_longer"))


def test_nothing_is_taken_back_at_a_stopped_clock_and_it_is_said_why() -> None:
    """A player presses the key at a stopped clock, and does not read why nothing happens."""
    stopped = ClockView(left_ms=9_000, total_ms=60_000, running=False)
    desk = ready(TALKING.model_copy(update={"clock": stopped, "paused": "Tea.", "sealed": READY}))
    assert desk.take_back(5_000) is None
    seal = shown(desk, 5_000).seal
    assert seal is not None
    assert seal.refused == say("question.not_taken_back", why=desk.refused)
    assert "Tea." in seal.refused


def test_a_refusal_is_told_as_that_of_a_taking_back() -> None:
    """A player believes that they are not ready, and the question closes."""
    desk = ready()
    back = desk.take_back(1000)
    assert back is not None
    desk.feed(Refusal(id=back.id, code=RefusalCode.STALE, text="Time is up."), 1000)
    seal = shown(desk).seal
    assert seal is not None
    assert (seal.state, seal.refused) == (SealState.SEALED, "Not taken back: Time is up.")


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (None, say("question.taken_back_in_time")),
        (RefusalCode.COUNTED, say("question.taken_back_in_time")),
        (RefusalCode.STALE, "Not taken back: That question is closed."),
        (RefusalCode.NOT_ALLOWED, "Not taken back: That question is closed."),
    ],
    ids=str,
)
def test_an_answer_after_the_question_says_whether_it_was_in_time(
    reply: RefusalCode | None, said: str
) -> None:
    """A player does not know whether they counted as ready, or reads of an answer without words."""
    desk = ready()
    back = desk.take_back(1000)
    assert back is not None
    desk.feed(NEXT, 2000)
    assert desk.late.words == ""
    deeds = desk.deeds.sealed, desk.deeds.missed
    desk.feed(
        receipt(back) if reply is None else Refusal(id=back.id, code=reply, text="That question is closed."),
        2000,
    )
    assert desk.late.words == said
    assert (desk.deeds.sealed, desk.deeds.missed) == deeds


def test_a_question_that_closes_after_a_taking_back_is_not_called_too_late() -> None:
    """A player who was not ready reads that they were about to seal it."""
    desk = ready()
    desk.in_hand = READY
    desk.feed(receipt(desk.take_back(1000)), 1000)
    desk.feed(NEXT, TIME_UP)
    assert desk.late.words == ""
