"""A desk's clock, and whether an answer can be sealed: each sentence, and each instant at which it changes."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.clients.seat.model.typing_guard import GUARD_MS
from warcouncil.protocol.wire.replies import Alive, Clock

from tests.clients.seat.desks import ATTACK, DECLARING, NEXT, clock, declaring, refusal
from tests.clients.seat.tables import DOWN, UP, ids


@pytest.mark.parametrize(
    ("said_ms", "shown_ms"), [(29_700, 30_000), (30_300, 30_000), (29_699, 29_699), (30_301, 30_301)]
)
def test_three_tenths_of_a_second_are_the_networks_unrest(said_ms: int, shown_ms: int) -> None:
    """The clock flickers at every beat, or differs from the arbiter's by more than the limit."""
    desk = declaring(clock=clock(30_000))
    desk.feed(Alive(clock=clock(said_ms)), 0)
    assert desk.left_ms(0) == shown_ms


def test_a_beat_that_reports_a_stopped_clock_stops_it() -> None:
    """The last seconds run out on the screen of a seat that missed the message of a pause."""
    desk = declaring(clock=clock(30_000))
    desk.feed(Alive(clock=clock(20_000, running=False)), 10_000)
    assert (desk.left_ms(25_000), desk.timing(25_000)) == (20_000, Timing.STANDS)
    desk.feed(Alive(), 26_000)
    assert desk.left_ms(26_000) == 20_000


def test_ten_seconds_are_urgent_and_a_moment_more_is_not() -> None:
    """The alarm comes early or late."""
    desk = declaring(clock=clock(30_000))
    assert [desk.timing(ms) for ms in (19_999, 20_000, 29_999, 30_000)] == [
        Timing.RUNS,
        Timing.URGENT,
        Timing.URGENT,
        Timing.UP,
    ]


def test_there_is_no_clock_before_the_first_view_nor_after_the_end() -> None:
    """A clock without a question makes a player hurry."""
    assert (Desk(ids()).timing(0), Desk(ids()).left_ms(0)) == (Timing.NONE, 0)
    assert declaring(clock=None).timing(0) is Timing.NONE
    early = Desk(ids())
    early.feed(Alive(clock=clock(5_000)), 0)
    assert (early.left_ms(0), early.standstill()) == (0, "The clock is stopped.")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"held": True, "paused": "Paused."}, "The table waits for the umpire."),
        ({"paused": "Coffee\x1b."}, "Coffee."),
        ({"clock": clock(9_000, running=False)}, "The clock is stopped."),
    ],
)
def test_it_says_why_the_clock_is_stopped(changes: dict[str, Any], sentence: str) -> None:
    """A player waits without knowing the cause, or seals an answer that the arbiter must refuse."""
    desk = declaring(**changes)
    assert desk.timing(0) is Timing.STANDS
    assert desk.standstill() == sentence
    assert desk.locked(0) == f"{sentence} You can seal when the clock runs."
    assert desk.declare(ATTACK, 0) is None


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, ""),
        ({"form": None}, "You are not asked."),
        ({"bot": True}, "A bot plays your seat."),
        ({"watching": True}, "You watch. Another player answers for this seat."),
    ],
)
def test_it_says_why_nothing_can_be_sealed(changes: dict[str, Any], sentence: str) -> None:
    """A player presses the key again and again, and does not know what is wrong."""
    desk = declaring(**changes)
    assert (desk.locked(0), desk.declare(ATTACK, 0) is None, desk.refused) == (
        sentence,
        bool(sentence),
        sentence,
    )
    desk.feed(LinkChange(LinkState.SHUT, "Opened elsewhere."), 0)
    assert desk.locked(0) == (sentence or "The connection is closed for good.")


def test_a_word_about_the_clock_of_this_question_sets_it_and_its_pause() -> None:
    """More time is not shown, or a pause stays on the screen after its end."""
    desk = declaring(clock=clock(9_000, running=False), paused="Paused.")
    desk.feed(Clock(gate=DECLARING.gate, clock=clock(25_000), paused=""), 2_000)
    assert (desk.left_ms(4_000), desk.paused, desk.timing(4_000)) == (23_000, "", Timing.RUNS)


def test_a_view_that_shows_the_seal_is_as_good_as_its_receipt() -> None:
    """After a break, a sealed answer is shown as on its way for ever, or a changed one looks sealed too early."""
    desk = declaring()
    declare = desk.declare(ATTACK, 0)
    desk.feed(DECLARING.model_copy(update={"sealed": {"corps.2": "defend"}}), 5)
    assert desk.sending == declare
    desk.feed(DECLARING.model_copy(update={"sealed": ATTACK}), 5)
    assert (desk.sending, desk.sealed) == (None, ATTACK)


def test_a_new_question_forgets_what_was_refused_and_said_and_drafted() -> None:
    """The refusal of the last answer is shown beside a question without an answer."""
    desk = declaring(drafts=True)
    declare = desk.declare(ATTACK, 0)
    desk.draft(ATTACK, 0)
    desk.feed(refusal(declare), 1)
    desk.feed(refusal(None, "slowly"), 1)
    assert (desk.refused, desk.said) == ("No.", "slowly")
    desk.feed(NEXT.model_copy(update={"drafts": True}), 2)
    assert (desk.refused, desk.said) == ("", "")
    assert desk.draft(ATTACK, 2 + GUARD_MS) is not None


def test_sealing_anew_takes_the_old_refusal_away() -> None:
    """A player reads that the answer they have just sent was refused."""
    desk = declaring()
    desk.feed(refusal(desk.declare(ATTACK, 0)), 1)
    desk.declare(ATTACK, 2)
    assert desk.refused == ""


@pytest.mark.parametrize("changes", [{"bot": True}, {"watching": True}, {"drafts": False}])
def test_no_draft_is_told_where_nothing_could_be_sealed(changes: dict[str, Any]) -> None:
    """A watcher's or a bot's draft counts for the seat."""
    assert declaring(**{"drafts": True, **changes}).draft(ATTACK, 0) is None


def test_no_draft_is_told_while_the_link_is_down_and_then_it_is() -> None:
    """The seat's last draft is taken for sent, and at the end of the clock an older one counts."""
    desk = declaring(drafts=True)
    desk.feed(DOWN, 0)
    assert desk.draft(ATTACK, 0) is None
    desk.feed(UP, 1)
    assert desk.draft(ATTACK, 1) is not None
