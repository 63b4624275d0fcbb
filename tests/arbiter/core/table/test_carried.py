"""The counters that a table carries from gate to gate. A closing restores all of them."""

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

from tests.arbiter.core.harness import Room

RED, BLACK, WHITE = SeatId("red"), SeatId("black"), SeatId("white")
PLAN = TablePlan(table=TableId(1), game="nim", options={}, seed="0" * 64, bots=(RED,), clocks={"Take": 30})


def counters() -> TableCounters:
    """Return counters in which every value differs from the default."""
    return TableCounters(
        clocks={"Take": 7},
        bots={BLACK: "reckless", WHITE: "sensible"},
        lent=(BLACK,),
        steps=1,
        ran_ms=4000,
        injects=InjectProgress(came={2: 3000}, opened={2: 1000}),
        opened={"Take": 1},
        missed={RED: 2},
        over=Finish("The bell rang", ()),
    )


def test_a_closing_gives_back_all_that_a_table_carries() -> None:
    """After a resume a bot has a seat again from which it was sent away, or a message comes a second time."""
    mine, first = counters(), TableCounters.at_first(PLAN)
    assert [
        field.name
        for field in fields(TableCounters)
        if getattr(mine, field.name) == getattr(first, field.name)
    ] == []
    closing = Closing(state="{}", **mine.as_kept(PLAN))
    assert TableCounters.kept(Closing.load(closing.dump()), PLAN) == mine


def test_the_clocks_of_the_plan_are_not_kept_again() -> None:
    """Every closing of every table repeats the clocks of the plan."""
    assert TableCounters.at_first(PLAN).as_kept(PLAN)["clocks"] is None
    assert TableCounters.kept(Closing(state="{}"), PLAN).clocks == {"Take": 30}


def test_a_seat_that_is_handed_over_for_good_is_not_lent() -> None:
    """The holder takes back a seat that an umpire gave away for good."""
    table = Room("nim").table
    table.hand_to_bot(BLACK, "reckless", lent=True)
    table.hand_to_bot(WHITE, "sensible", lent=False)
    assert (table.bots, table.counters.lent) == ({BLACK: "reckless", WHITE: "sensible"}, (BLACK,))
    table.take_from_bot(BLACK)
    assert (table.bots, table.counters.lent) == ({WHITE: "sensible"}, ())
    table.hand_to_bot(BLACK, "reckless", lent=False)
    assert table.counters.lent == ()


@pytest.mark.parametrize(
    ("seat", "missed"),
    [
        pytest.param(RED, {RED: 3}, id="it gave no message, again"),
        pytest.param(BLACK, {RED: 2}, id="a bot plays it"),
    ],
)
def test_only_a_seat_that_had_its_time_and_stayed_silent_misses_an_answer(
    seat: SeatId, missed: dict[str, int]
) -> None:
    """An umpire is shown a bot as inactive, or does not learn that a seat was silent again."""
    assert counters().with_missed(*asked(seat)).missed == missed


def test_a_voided_answer_is_not_missed_and_a_seat_that_need_not_answer_misses_none() -> None:
    """The umpire who voided an answer is told that its seat is inactive."""
    gate, phase = asked(RED)
    gate.voided.add(RED)
    assert counters().with_missed(gate, phase).missed == {RED: 2}
    assert counters().with_missed(*asked(RED, awaited=False)).missed == {RED: 2}


def asked(seat: SeatId, **more: Any) -> tuple[Gate, Phase]:
    """Return a gate that asks one seat."""
    phase = Phase("Take", "1", "Take", "Take some.", (seat,), sealed=True, clock_seconds=30.0, **more)
    return Gate(GateNo(3), phase), phase
