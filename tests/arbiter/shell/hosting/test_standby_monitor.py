"""The leader's monitor of its standbys.

A change is reported once, a standby that asks for the lead gets it, and a superseded leader reports nothing.
"""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from warcouncil.arbiter.core.words.stimuli import Followed, Placed, Stimulus
from warcouncil.arbiter.shell.base.clock import ExerciseClock
from warcouncil.arbiter.shell.base.lease import NoAnswer
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.database.standbys import GONE_MS, StandbyRow
from warcouncil.arbiter.shell.hosting import standby_monitor
from warcouncil.arbiter.shell.hosting.standby_monitor import StandbyWatch

KATE = StandbyRow("b4 kate", "kate", ("10.0.0.7:5279",), seq=40)
OURS = "10.0.0.5:5279"


class Leader:
    """A service and the table of standbys, as far as the monitor knows them."""

    def __init__(self) -> None:
        self.clock = ExerciseClock(7)
        self.leads = True
        self.settled: list[Stimulus] = []
        self.heirs: list[tuple[str, str]] = []
        self.rows: list[StandbyRow] | None = []
        self.forgotten: list[str] = []

    def settle(self, stimuli: list[Stimulus]) -> bool:
        """Record the report."""
        self.settled += stimuli
        return True

    def hand_over(self, heir: str, name: str) -> None:
        """Record the heir."""
        self.heirs.append((heir, name))

    def look(self) -> list[StandbyRow]:
        """Return the present rows."""
        if self.rows is None:
            raise NoAnswer("away")
        return self.rows

    def forget(self, standby: str) -> None:
        """Remove a standby."""
        self.forgotten.append(standby)

    def close(self) -> None:
        """Do nothing: no connection is kept."""


class Looking:
    """A monitor over a leader that looks step by step."""

    def __init__(self, leader: Leader, monkeypatch: pytest.MonkeyPatch) -> None:
        self.leader = leader
        self.now = 0
        any_service: Any = leader
        self.watch = StandbyWatch(leader, any_service, 3, (OURS,), lambda: 40)
        monkeypatch.setattr(standby_monitor, "awake_ms", lambda: self.now)
        self._log = open_log(StringIO())

    async def look(self, *rows: StandbyRow, after_ms: int = 500) -> list[Stimulus]:
        """Look once, and return the reports of this look."""
        self.now += after_ms
        self.leader.rows, before = [*rows], len(self.leader.settled)
        await self.watch.look(self._log)
        return self.leader.settled[before:]


async def test_a_change_is_reported_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four hundred people get the same message twice a second, or never learn of the second laptop."""
    room = Looking(Leader(), monkeypatch)
    room.watch.begin()
    (first,) = room.leader.settled
    assert first == Placed(at=7, epoch=3, elsewhere=(OURS,))
    assert [type(one) for one in await room.look(KATE)] == [Followed], "seen once, nobody knows"
    placed, followed = await room.look(KATE._replace(beats=1))
    assert placed == Placed(at=7, epoch=3, elsewhere=(OURS, "10.0.0.7:5279"), standbys=("kate",))
    assert isinstance(followed, Followed)
    assert await room.look(KATE._replace(beats=2)) == []
    assert room.watch.heir == "kate"
    assert room.watch.lines == ("kate, 0 records behind",)
    gone = await room.look(KATE._replace(beats=2), after_ms=GONE_MS + 1)
    assert [one.standbys for one in gone if isinstance(one, Placed)] == [()]


async def test_a_superseded_leader_reports_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leader that lost the lease sends people away from its successor."""
    room = Looking(Leader(), monkeypatch)
    room.leader.leads = False
    asks = KATE._replace(asks=True)
    assert await room.look(asks) == await room.look(asks._replace(beats=1)) == []
    assert room.leader.heirs == []


async def test_a_standby_whose_people_ask_for_the_lead_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key on the second laptop does nothing, or hands over to a standby that died while it asked."""
    room = Looking(Leader(), monkeypatch)
    asks = KATE._replace(asks=True)
    await room.look(asks)
    assert room.leader.heirs == []
    await room.look(asks._replace(beats=1))
    assert room.leader.heirs == [("b4 kate", "kate")]


async def test_the_lead_goes_to_the_standby_with_the_most_records_and_never_to_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A leader hands over the lead although no standby is ready, and so ends the exercise for all."""
    room = Looking(Leader(), monkeypatch)
    assert not room.watch.hand_over()
    tom = StandbyRow("a1 tom", "tom", seq=39)
    await room.look(KATE, tom)
    await room.look(KATE._replace(beats=1), tom._replace(beats=1))
    assert room.watch.hand_over()
    assert room.leader.heirs == [("b4 kate", "kate")]


async def test_a_server_that_does_not_answer_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A moment without the server raises an alarm that the standby is gone."""
    room = Looking(Leader(), monkeypatch)
    await room.look(KATE)
    await room.look(KATE._replace(beats=1))
    room.leader.rows = None
    room.now += 2 * GONE_MS
    await room.watch.look(room._log)
    assert room.watch.heir == "kate"
    assert await room.look(KATE._replace(beats=1)) == [], "it has had no moment yet to say anything"
    assert await room.look(KATE._replace(beats=1), after_ms=GONE_MS + 1) != []
