"""The follower on a real server.

It has the leader's records, takes nothing from a living leader, and goes on where the leader stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from unittest.mock import Mock

import pytest
from sqlalchemy.exc import OperationalError
from warcouncil.arbiter.core.room.recovery import Following
from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import (
    Admitted,
    Grant,
    Placed,
    Received,
    Resumed,
    Stimulus,
    Ticked,
)
from warcouncil.arbiter.shell.base.entries import Entry, JournalError, JournalSuperseded
from warcouncil.arbiter.shell.base.lease import TTL_MS, NoAnswer
from warcouncil.arbiter.shell.base.listening import IdleWatch
from warcouncil.arbiter.shell.base.location import home_of
from warcouncil.arbiter.shell.database.standby_rows import DatabaseStandbys
from warcouncil.arbiter.shell.database.standbys import StandbyRow
from warcouncil.arbiter.shell.hosting import follower as following
from warcouncil.arbiter.shell.hosting.follower import Follower, StandbyPlace
from warcouncil.arbiter.shell.service.journal import written
from warcouncil.arbiter.shell.service.opening import Opened, begin
from warcouncil.protocol.acts.acts import EndNow
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import Role, TableId

from tests.arbiter.core.standing import differences
from tests.arbiter.shell.database.test_database_store import name_of
from tests.arbiter.shell.running import began
from tests.servers import Base

UMPIRE = "u" * 40


class Leading:
    """An arbiter without sockets that records every stimulus."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        self.exercise = opened.exercise
        self._ids = count(1)
        self.at = opened.clock.now()

    def do(self, stimulus: Stimulus) -> None:
        """Handle a stimulus, and record it if it is durable."""
        outcome = self.exercise.handle(stimulus)
        if outcome.durable:
            self._write(stimulus, outcome)

    def _write(self, stimulus: Stimulus, outcome: Outcome) -> None:
        table = self.exercise.table_of(stimulus)
        self.opened.journal.append(written(stimulus, outcome, table, self.exercise.keys))

    def play(self, gates: int) -> None:
        """Admit an umpire, and close this number of questions."""
        self.do(Admitted(at=self.at, key=UMPIRE, holder=Grant(role=Role.UMPIRE)))
        for act in [EndNow()] * gates:
            self.at += 1500
            rule = Rule(id=f"{next(self._ids):032x}", table=TableId(1), act=act, reason="play")
            _, effects = self.exercise.perform(self.at, UMPIRE, rule)
            received = Received(at=self.at, key=UMPIRE, body=rule)
            self._write(received, Outcome(True, tuple(effects)))
            self.do(Ticked(at=self.at))


@pytest.fixture
def leader(address: str) -> Iterator[Leading]:
    """Yield an arbiter that has just begun."""
    opened = begin(address, began({}, 1))
    yield Leading(opened)
    opened.journal.close()


@pytest.fixture
def follower(address: str, leader: Leading) -> Iterator[Follower]:
    """Yield a standby that follows the leader."""
    made = Follower(home_of(address))
    yield made
    made.close()


def test_it_has_the_leaders_records_after_every_look(follower: Follower, leader: Leading) -> None:
    """A standby takes over another state than the players know."""
    for gates in (1, 2):
        leader.play(gates)
        sight = follower.look()
        assert (sight.seq, sight.doubts) == (leader.opened.journal.seq, ())
        assert follower.at == leader.at
        assert sight.may_take is None
        assert sight.epoch == 1
        assert sight.leader


def test_the_time_to_process_records_is_no_silence_of_the_server(
    address: str, leader: Leading, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A standby that begins late needs long to process the records. Meanwhile it breaks its own connection, and
    gives up.
    """
    waits: list[bool] = []

    class Noted(IdleWatch):
        waits = False

        @contextmanager
        def waiting(self) -> Iterator[None]:
            with super().waiting():
                Noted.waits = True
                yield
                Noted.waits = False

    class Slow(Following):
        def take(self, row: Row) -> None:
            waits.append(Noted.waits)
            super().take(row)

    monkeypatch.setattr(following, "IdleWatch", Noted)
    monkeypatch.setattr(following, "Following", Slow)
    follower = Follower(home_of(address))
    assert not follower.look().fault
    leader.play(1)
    assert not follower.look().fault
    follower.close()
    assert waits
    assert not any(waits)


def test_it_takes_over_a_lease_left_to_it_and_the_former_leader_writes_no_more(
    follower: Follower, leader: Leading
) -> None:
    """Two arbiters go on separately, or sealed orders are lost."""
    leader.play(2)
    follower.look()
    leader.play(1)
    keeper = leader.opened.journal.keeper
    assert keeper
    keeper.stop(follower.me)
    seen = follower.look().may_take
    assert seen
    leader.play(1)  # records that the leader writes until the lease is taken count
    opened = follower.take(seen)
    assert opened
    assert opened.resumed
    assert not differences(opened.exercise, leader.exercise)
    with pytest.raises(JournalSuperseded):
        leader.play(1)
    Leading(opened).do(Resumed(at=opened.clock.now(), epoch=2))
    Leading(opened).do(Placed(at=opened.clock.now(), epoch=2))
    opened.journal.close()


def test_it_takes_over_when_the_leader_has_fallen_silent_and_not_before(
    follower: Follower, leader: Leading, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A working leader loses its room, or a dead one keeps it."""
    leader.play(1)
    keeper = leader.opened.journal.keeper
    assert keeper
    keeper._over.set()
    keeper._thread.join()  # the leader is killed: nothing is given up
    now = 0
    monkeypatch.setattr(following, "awake_ms", lambda: now)
    assert follower.look().may_take is None
    now = TTL_MS - 1
    assert follower.look().may_take is None
    now = TTL_MS
    seen = follower.look().may_take
    assert seen
    opened = follower.take(seen)
    assert opened
    with pytest.raises(JournalSuperseded):
        leader.play(1)
    opened.journal.close()


def test_of_two_one_takes_over_and_the_other_follows_it(
    follower: Follower, leader: Leading, address: str
) -> None:
    """Two machines lead, each with half of the room."""
    other = Follower(home_of(address))
    leader.play(1)
    seen = [one.look() for one in (follower, other)]
    keeper = leader.opened.journal.keeper
    assert keeper
    keeper.stop("*")
    seen = [one.look() for one in (follower, other)]
    assert seen[0].may_take
    assert seen[1].may_take
    opened = follower.take(seen[0].may_take)
    assert opened
    assert other.take(seen[1].may_take) is None
    Leading(opened).play(1)
    sight = other.look()
    assert (sight.epoch, sight.seq, sight.may_take) == (2, opened.journal.seq, None)
    other.close()
    opened.journal.close()


def test_it_registers_and_unregisters_itself(
    follower: Follower, leader: Leading, base: Base, address: str
) -> None:
    """The room does not know of the standby, or is sent to it after it has gone."""
    rows = DatabaseStandbys(home_of(address))
    follower.place = StandbyPlace("kate", ("10.0.0.7:5279",), ("https://10.0.0.7:5281",))
    follower.look()
    (row,) = rows.look()
    assert row == StandbyRow(follower.me, "kate", ("10.0.0.7:5279",), ("https://10.0.0.7:5281",), 2, 1)
    follower.asks = True
    follower._said_at = None
    follower.look()
    assert [(one.beats, one.asks) for one in rows.look()] == [(2, True)]
    place = '{"addresses": ["evil", 7, "10.0.0.7:5279"], "webs": "x"}'
    base.ask("update warcouncil_standby set place = :place", name_of(address), place=place)
    assert rows.look()[0].addresses == ("10.0.0.7:5279",), "what is no address is passed on to nobody"
    base.ask("update warcouncil_standby set place = '[]'", name_of(address))
    assert rows.look()[0].addresses == ()
    follower.leave()
    assert rows.look() == []
    rows.close()


def test_an_exercise_that_was_ended_in_order_is_not_continued(follower: Follower, leader: Leading) -> None:
    """The exercise comes back by itself when its host has gone home."""
    follower.look()
    leader.opened.journal.close()
    sight = follower.look()
    assert sight.was_ended
    assert sight.may_take is None


def test_a_record_that_was_changed_is_not_followed(
    follower: Follower, leader: Leading, base: Base, address: str
) -> None:
    """A standby trusts any person who can write to the database."""
    leader.play(1)
    base.ask("update warcouncil_journal set body = body || 'x' where seq = 3", name_of(address))
    with pytest.raises(JournalError, match="record 3 is damaged or missing"):
        follower.look()


def test_a_record_of_a_newer_program_is_named(follower: Follower, leader: Leading) -> None:
    """A standby that was not updated with its leader ends with a traceback at the first unknown record."""
    follower.look()
    leader.opened.journal.append([Entry(leader.at, "newer", 1, b'{"kind":"newer"}')])
    with pytest.raises(
        JournalError, match=r"this program cannot read record .*: a newer version of warcouncil"
    ):
        follower.look()


def test_a_database_that_was_put_back_is_read_anew(
    follower: Follower, leader: Leading, base: Base, address: str
) -> None:
    """A standby goes on from records that no longer exist."""
    leader.play(1)
    name = name_of(address)
    ((seq, chain),) = base.ask("select seq, chain from warcouncil_journal where seq = 3", name)
    follower.look()
    base.ask("delete from warcouncil_journal where seq > 3", name)
    base.ask(
        "update warcouncil_exercise set last_seq = :seq, last_chain = :chain", name, seq=seq, chain=chain
    )
    assert follower.look().seq == 3


@pytest.mark.parametrize("fails", ["_read", "_say"])
def test_a_look_that_goes_wrong_counts_for_nothing(
    follower: Follower, leader: Leading, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """A server that comes back may have forgotten the last beats of a working leader, and that leader loses
    its room.
    """
    keeper = leader.opened.journal.keeper
    assert keeper
    keeper._over.set()
    keeper._thread.join()
    now = 0
    monkeypatch.setattr(following, "awake_ms", lambda: now)
    follower.look()
    fault = OperationalError("", None, Exception("away")) if fails == "_read" else NoAnswer("away")
    with monkeypatch.context() as broken:
        broken.setattr(follower, fails, Mock(side_effect=fault))
        assert "away" in follower.look().fault
    now = TTL_MS
    assert follower.look().may_take is None
    now = 2 * TTL_MS
    assert follower.look().may_take


def test_a_server_that_is_away_is_no_leader_that_is_gone(
    follower: Follower, leader: Leading, base: Base, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A standby that was disconnected believes that it may lead as soon as it sees the old beat again."""
    now = 0
    monkeypatch.setattr(following, "awake_ms", lambda: now)
    assert not follower.look().fault
    base.cut()
    assert follower.look().fault
    while (sight := follower.look()).fault:
        now += 2 * TTL_MS
    assert sight.may_take is None
