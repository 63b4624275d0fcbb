"""A desk before the first question, and after the last one."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.protocol.table.rulebooks import Briefing, Rulebook
from warcouncil.protocol.table.views import Company, Ended, Sitter
from warcouncil.protocol.wire.replies import TableRules
from warcouncil.protocol.wire.requests import ReadRules, SayReady
from warcouncil.protocol.words import GateNo, Role, SeatId

from tests.clients.seat.desks import ATTACK, DECLARING, clock, declaring
from tests.clients.seat.tables import UP, ids, playing, view, welcome

SITTING = (
    ("red.army", "Red army", "Ben", False),
    ("red.corps.2", "Red corps II", "Ana", True),
    ("black.army", "Black army", "Gül\x1b", True),
)


def sitters(*, awaited: bool = True, begins: Any = "ready") -> Company:
    """Return the people at the table, and the seats it waits for."""
    return Company(
        begins=begins,
        sitters=tuple(
            Sitter(seat=SeatId(seat), title=title, person=person, awaited=awaits and awaited)
            for seat, title, person, awaits in SITTING
        ),
    )


def briefing() -> TableRules:
    """Return the rules of the table."""
    told = Briefing(role="a", wins="b", sees="c", decides="d")
    return TableRules(id="0" * 32, briefing=told, book=Rulebook(title="t", designer="d", chapters=()))


def test_a_waiting_table_names_the_awaited_seats_instead_of_a_stopped_clock() -> None:
    """All wait without knowing for whom."""
    fresh = {"begun": False, "clock": clock(9_000, running=False), "paused": "Not yet."}
    desk = declaring(**fresh)
    assert desk.waiting == ""
    assert desk.standstill() == "Not yet."
    desk.feed(sitters(), 0)
    assert desk.person(SeatId("black.army")) == "Gül"
    assert desk.person(SeatId("black.corps.1")) == ""
    assert desk.waiting == "Waiting for you and Black army (Gül)."
    assert desk.standstill() == "Not begun. Waiting for you and Black army (Gül)."
    assert desk.locked(0) == f"{desk.standstill()} You can seal when the clock runs."
    desk.feed(sitters(awaited=False), 0)
    assert desk.standstill() == "Not begun. Everyone is ready."
    desk.feed(DECLARING.model_copy(update={"clock": clock(9_000, running=False), "paused": "Paused."}), 0)
    assert desk.standstill() == "Paused."
    assert Desk(ids()).waiting == ""


def test_the_awaited_seats_are_known_before_the_own_seat() -> None:
    """The client ends with a traceback when two messages come in another order."""
    desk = Desk(ids())
    desk.feed(sitters(), 0)
    assert desk.waiting == "Waiting for Red corps II (Ana) and Black army (Gül)."


@pytest.mark.parametrize(
    ("role", "asks"),
    [(Role.SEAT, True), (Role.WATCHER, True), (Role.STAND_IN, False), (Role.UMPIRE, False)],
)
def test_the_rules_are_asked_for_once_and_the_whole_crew_says_that_it_is_ready(
    role: Role, asks: bool
) -> None:
    """A bot reads rules for ever.

    Or a watcher who drives later delays the table, because the briefing does not come again.
    """
    desk = Desk(ids())
    assert desk.wants_rules() is None
    desk.feed(welcome(playing("kartenspiel"), "red.corps.2", role), 0)
    first = desk.wants_rules()
    assert (first is not None, desk.rules_asked) == (asks, asks)
    assert first is None or isinstance(first, ReadRules)
    assert desk.wants_rules() is None
    assert (desk.ready(), desk.briefed) == (SayReady(), True)


@pytest.mark.parametrize(
    ("changes", "returns", "is_due"),
    [
        ({"begun": False, "gate": GateNo(7)}, True, True),
        ({"begun": True, "gate": GateNo(1)}, True, True),
        ({"begun": True, "gate": GateNo(2)}, True, False),
        ({"begun": True, "gate": GateNo(2)}, False, True),
        ({"begun": False, "ended": Ended(reason="x", winners=())}, False, False),
    ],
)
def test_a_briefing_is_read_once_also_by_those_who_come_late(
    changes: dict[str, Any], returns: bool, is_due: bool
) -> None:
    """A player who reconnects reads it while the clock runs, or a latecomer does not know who they are."""
    desk = declaring(**changes)
    desk.returns = returns
    assert not desk.to_be_briefed
    desk.feed(briefing(), 0)
    assert desk.to_be_briefed == is_due
    desk.ready()
    assert not desk.to_be_briefed
    early = Desk(ids())
    early.feed(briefing(), 0)
    assert not early.to_be_briefed


def test_a_farewell_locks_every_answer_and_says_so() -> None:
    """An order seems to be on its way without a receiver."""
    desk = declaring()
    assert not desk.dismissed
    desk.feed(LinkChange(LinkState.ENDED, "The umpire has ended the exercise."), 0)
    assert desk.dismissed
    assert desk.locked(0) == "The umpire has ended the exercise."
    assert desk.declare(ATTACK, 0) is None
    assert desk.refused == "The umpire has ended the exercise."


def test_how_a_game_ended_is_told_when_all_that_led_to_it_has_been() -> None:
    """The verdict comes before the reveal, or never."""
    over = Ended(reason="night fell", winners=("Red",), won=True)
    desk = declaring(form=None, clock=None, ended=over)
    assert desk.ended == over
    desk.is_told = False
    assert desk.ended is None
    assert Desk(ids()).ended is None


def test_why_an_early_answer_was_not_sealed_is_said_no_longer_when_the_clock_runs() -> None:
    """A player reads that nothing can be sealed, although the clock of the question runs."""
    desk = Desk(ids())
    battle = playing("kartenspiel", 1)
    asked = view(battle, "red.corps.2")
    fresh = asked.model_copy(
        update={"begun": False, "clock": clock(9_000, running=False), "paused": "Not yet."}
    )
    for news in (UP, welcome(battle, "red.corps.2"), fresh):
        desk.feed(news, 0)
    assert desk.declare({"corps.2": "attack"}, 5_000) is None
    assert "You can seal when the clock runs." in desk.refused
    desk.feed(asked, 6_000)
    assert desk.refused == ""
