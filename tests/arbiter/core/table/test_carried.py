"""What a table carries from gate to gate, and that a closing gives all of it back."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from warcouncil.arbiter.core.table.closing import Closing, TableCounters
from warcouncil.arbiter.core.table.gate import Gate
from warcouncil.arbiter.core.table.injects import InjectProgress
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.words import GateNo, SeatId, TableId

RED, BLACK, WHITE = SeatId("red"), SeatId("black"), SeatId("white")
PLAN = TablePlan(table=TableId(1), game="nim", options={}, seed="0" * 64, bots=(RED,), clocks={"Take": 30})


def counters() -> TableCounters:
    """Give one of which nothing is as it was at first."""
    mine = TableCounters.at_first(PLAN)
    mine.take_from_bot(RED)
    mine.hand_to_bot(BLACK, "reckless", lent=True)
    mine.hand_to_bot(WHITE, "sensible", lent=False)
    mine.clocks["Take"] = 7
    mine.ran_ms, mine.over = 4000, Finish("The bell rang", ())
    mine.injects = InjectProgress(came={2: 3000}, opened={2: 1000})
    mine.count_opening("Take")
    mine.count_step()
    mine.missed[RED] = 2
    return mine


def test_a_closing_gives_back_all_that_a_table_carries() -> None:
    """After a resume a bot would sit where it was sent away, or a message would come a second time."""
    mine, first = counters(), TableCounters.at_first(PLAN)
    assert [
        field.name
        for field in fields(TableCounters)
        if getattr(mine, field.name) == getattr(first, field.name)
    ] == []
    closing = Closing(state="{}", **mine.as_kept(PLAN))
    assert TableCounters.kept(Closing.load(closing.dump()), PLAN) == mine


def test_the_clocks_of_the_plan_are_not_kept_again() -> None:
    """Every closing of every table would repeat what the plan says."""
    assert TableCounters.at_first(PLAN).as_kept(PLAN)["clocks"] is None
    assert TableCounters.kept(Closing(state="{}"), PLAN).clocks == {"Take": 30}


def test_a_seat_that_is_handed_over_for_good_is_not_lent() -> None:
    """Its holder would take back at a touch what an umpire gave away."""
    mine = counters()
    assert (mine.bots, mine.lent) == ({BLACK: "reckless", WHITE: "sensible"}, {BLACK})
    mine.hand_to_bot(BLACK, "reckless", lent=False)
    assert mine.lent == set()
    mine.hand_to_bot(BLACK, "reckless", lent=True)
    mine.take_from_bot(BLACK)
    assert (mine.bots, mine.lent) == ({WHITE: "sensible"}, set())


@pytest.mark.parametrize(
    ("seat", "missed"),
    [
        pytest.param(RED, {RED: 3}, id="it said nothing, again"),
        pytest.param(BLACK, {RED: 2}, id="a bot plays it"),
    ],
)
def test_only_who_had_his_time_and_said_nothing_misses(seat: SeatId, missed: dict[str, int]) -> None:
    """An umpire would be shown a bot that sleeps, or somebody whose answer was struck out."""
    mine = counters()
    mine.count_missed(*asked(seat))
    assert mine.missed == missed


def test_a_struck_answer_is_not_missed_and_whoever_need_not_answer_misses_nothing() -> None:
    """The umpire who struck it out would be told that its seat sleeps."""
    mine = counters()
    gate, phase = asked(RED)
    gate.voided.add(RED)
    mine.count_missed(gate, phase)
    mine.count_missed(*asked(RED, awaited=False))
    assert mine.missed == {RED: 2}


def asked(seat: SeatId, **more: Any) -> tuple[Gate, Phase]:
    """Give a gate that asks one seat."""
    phase = Phase("Take", "1", "Take", "Take some.", (seat,), sealed=True, clock_seconds=30.0, **more)
    return Gate(GateNo(3), phase), phase
