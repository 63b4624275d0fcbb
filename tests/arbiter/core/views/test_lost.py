"""The report of a loss to umpires."""

from __future__ import annotations

from warcouncil.arbiter.core.views import alarms
from warcouncil.arbiter.core.words.stimuli import Lost, Resumed
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.core.harness import Room


def test_a_great_loss_is_reported_in_one_readable_line() -> None:
    """An umpire reads pages of names, or does not learn how many questions are concerned."""
    room = Room("sealed_bid")
    fallen = [Lost(table=TableId(1), gate=gate, seat=SeatId("red.1")) for gate in range(1, 101)]
    told = alarms.told(
        room.table,
        Resumed(at=0, accepted=True, lost=(*fallen, Lost(table=TableId(0), records=3)), is_open=True),
    ).text
    assert len(told) < 1_300
    named = told.count("for question ")
    assert f"for {100 - named} more questions: question {named + 1} and later" in told
    assert "other records lost: 3, and perhaps more that cannot be counted" in told


def test_a_small_loss_is_reported_by_name() -> None:
    """The umpire cannot ask the right people to seal again."""
    room = Room("sealed_bid")
    title = room.table.seats[SeatId("red.1")].title
    fallen = (
        Lost(table=TableId(1), gate=4, seat=SeatId("red.1")),
        Lost(table=TableId(1), gate=4, seat=SeatId("gone")),
        Lost(table=TableId(2), gate=5, seat=SeatId("red.2")),
        Lost(table=TableId(2), records=7),
    )
    told = alarms.told(room.table, Resumed(at=0, accepted=True, lost=fallen)).text
    assert told == (
        "the exercise file was damaged, and the host went on without the lost records: "
        f"receipts were lost for question 4 of {title}, gone; other records lost: 0"
    )
    nothing = alarms.told(room.table, Resumed(at=0, accepted=True)).text
    assert nothing.endswith("no receipt is known to be lost; other records lost: 0")
