"""The sentences and the knowledge of a desk: before the first message, after the time of a question, and at
another question.
"""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.typing_guard import GUARD_MS
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.rulebooks import Briefing, Rulebook
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import TableRules
from warcouncil.protocol.words import GateNo, SeatId

from tests.clients.seat.tables import UP, ids, playing, view, welcome

ATTACK: Answer = {"corps.2": "attack"}
DECLARING = view(playing("kartenspiel", 1), "red.corps.2")


def desk_of(*views: View) -> Desk:
    """Make a desk that has been shown these views, one each second."""
    desk = Desk(ids())
    desk.feed(UP, 0)
    desk.feed(welcome(playing("kartenspiel"), "red.corps.2"), 0)
    for number, each in enumerate(views):
        desk.feed(each, 1000 * number)
    return desk


def test_a_fresh_desk_promises_nothing() -> None:
    """A screen offers another game that does not exist, or names keys that do nothing."""
    desk = Desk(ids())
    assert not desk.plays_again
    assert desk.look == ""
    assert (desk.up, desk.dismissed, desk.watching) == (False, False, False)


def test_a_request_before_any_question_belongs_to_none() -> None:
    """The arbiter takes a proposal for one of the first question, which the seat has not received yet."""
    proposal = Desk(ids()).propose(SeatId("red.army"), "hold")
    assert proposal is not None
    assert proposal.gate == 0


@pytest.mark.parametrize(
    ("over_ms", "sentence"),
    [
        (4000, "Time is up."),
        (4001, "Time is up. This table waits for other tables or for the umpire."),
    ],
)
def test_four_seconds_after_its_time_a_question_says_what_it_waits_for(over_ms: int, sentence: str) -> None:
    """Every question seems to hang for the moment in which all tables answer."""
    assert DECLARING.clock is not None
    assert desk_of(DECLARING).time_is_up(DECLARING.clock.left_ms + over_ms) == sentence


def test_an_answer_that_the_umpire_struck_out_cannot_be_given_anew_and_that_is_said() -> None:
    """The seat seals again, and believes that the answer counts."""
    desk = desk_of(DECLARING.model_copy(update={"voided": True}))
    assert desk.locked(0) == "The umpire struck out your answer. You cannot answer again."


def test_a_key_that_was_meant_for_the_last_question_seals_nothing_at_the_next() -> None:
    """A question that opens just before a key press is answered unread."""
    desk = desk_of(DECLARING, DECLARING.model_copy(update={"gate": GateNo(9), "whole": False, "story": ()}))
    assert desk.declare(ATTACK, 1000) is None
    assert desk.refused == "This is a new question. Still typing? Pause a moment, then answer."
    assert desk.locked(1000 + GUARD_MS) == ""


def test_the_advice_of_a_briefing_is_cleaned() -> None:
    """The first turn is shown without advice on what to watch, or with a text that clears the screen."""
    desk = desk_of(DECLARING)
    told = Briefing(role="a", wins="b", sees="c", decides="d", looks="Look at\x1b the line.")
    desk.feed(TableRules(id="0" * 32, briefing=told, book=Rulebook(title="t", designer="d", chapters=())), 0)
    assert desk.look == "Look at the line."
