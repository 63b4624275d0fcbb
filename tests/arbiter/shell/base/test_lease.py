"""The lease, without a server.

A leader trusts itself for less time than others wait, whatever their clocks.
"""

from __future__ import annotations

import itertools
import random

from warcouncil.arbiter.shell.base.lease import (
    ANYONE,
    LOOK_MS,
    RENEW_MS,
    TRUST_MS,
    TTL_MS,
    Lease,
    LeaseRow,
    LeaseWatch,
)

from tests.profile import games

HELD = LeaseRow(3, 7, "5a leader")


def test_a_leader_trusts_itself_from_the_moment_at_which_it_asked() -> None:
    """A delayed answer lets a leader speak while another leads already."""
    lease = Lease(3)
    assert lease.due(0)
    assert not lease.leads(0)
    lease.asked(1000)
    assert not lease.due(1000 + RENEW_MS - 1)
    assert lease.due(1000 + RENEW_MS)
    lease.granted(1000)  # whenever the answer comes
    assert lease.leads(1000 + TRUST_MS - 1)
    assert not lease.leads(1000 + TRUST_MS)
    assert not lease.leads(1000 + 3_600_000)  # asleep, by a clock that counts it


def test_an_answer_that_comes_late_takes_no_trust_away() -> None:
    """Two beats may be answered in any order. Then a late answer shortens the lease."""
    lease = Lease(3)
    lease.granted(2000)
    lease.granted(1000)
    assert lease.leads(2000 + TRUST_MS - 1)


def test_an_unanswered_beat_is_repeated_soon() -> None:
    """A database that is restarted costs a room its arbiter."""
    lease = Lease(3)
    lease.asked(0)
    lease.failed(500)
    assert not lease.due(500)
    assert lease.due(500 + LOOK_MS)


def test_a_superseded_leader_never_leads_again() -> None:
    """An arbiter that lost the lease goes on speaking to the room."""
    lease = Lease(3)
    lease.granted(0)
    lease.superseded = True
    lease.granted(100)
    assert not lease.leads(101)
    assert not lease.due(10_000)


def test_a_lease_is_taken_when_it_has_not_changed_for_its_time() -> None:
    """A leader loses its room because of one late beat, or a room stays without a leader."""
    watch = LeaseWatch("b4 other")
    watch.saw(HELD, 10_000)
    watch.saw(HELD, 10_000 + TTL_MS - 1)
    assert watch.may_take(10_000 + TTL_MS - 1) is None
    assert watch.may_take(10_000 + TTL_MS) == HELD
    watch.saw(HELD._replace(beats=8), 10_000 + TTL_MS)
    assert watch.may_take(10_000 + TTL_MS) is None
    watch.saw(HELD._replace(epoch=4), 20_000)
    assert watch.may_take(20_000) is None


def test_a_look_that_went_wrong_begins_the_count_anew() -> None:
    """After an outage, a server without its last beats shows an old one again. A standby counts the time before
    it, and takes the lease too early.
    """
    watch = LeaseWatch()
    watch.saw(HELD, 0)
    watch.lost()
    assert watch.may_take(TTL_MS) is None
    watch.saw(HELD, TTL_MS)
    assert watch.may_take(2 * TTL_MS - 1) is None
    assert watch.may_take(2 * TTL_MS) == HELD
    assert LeaseWatch().may_take(TTL_MS) is None
    watch.saw(None, 9 * TTL_MS)
    assert watch.may_take(99 * TTL_MS) is None


def test_a_lease_left_to_an_heir_is_free_for_the_heir_at_once_and_others_wait() -> None:
    """An orderly change of machines costs three seconds, or a dead heir keeps the lease for the whole morning."""
    left = LeaseRow(3, 8, "", "b4 other")
    heir, third = LeaseWatch("b4 other"), LeaseWatch("c7 third")
    for watch in (heir, third):
        watch.saw(left, 0)
    assert heir.may_take(0) == left
    assert third.may_take(TTL_MS - 1) is None
    assert third.may_take(TTL_MS) == left
    third.saw(LeaseRow(3, 9, "", ANYONE), TTL_MS)
    assert third.may_take(TTL_MS)


def test_an_exercise_that_was_ended_is_not_begun_again_by_itself() -> None:
    """The room has gone home, and a second machine starts the exercise again."""
    watch = LeaseWatch("b4 other")
    watch.saw(LeaseRow(3, 9), 0)
    assert watch.may_take(100 * TTL_MS) is None


class Machine:
    """A machine with its own clock, and its view of the lease."""

    def __init__(self, name: str, dice: random.Random) -> None:
        self.name = name
        self.dice = dice
        self.watch = LeaseWatch(name)
        self.lease: Lease | None = None
        self.began = dice.randrange(10**9)
        self.rate = 1 + dice.uniform(-0.01, 0.01)
        self.asleep_until = 0
        self.answers: list[tuple[int, int]] = []
        """The answers to counted beats: when each arrives, and when it was asked for."""

    def clock(self, now: int) -> int:
        """Return its own time. It begins anywhere, and runs one percent too fast or too slow."""
        return self.began + int(now * self.rate)

    def turn(self, now: int, row: LeaseRow) -> LeaseRow:
        """Do what is due now, unless the machine sleeps, and return the resulting lease."""
        if now >= self.asleep_until and self.dice.random() < 0.004:
            self.asleep_until = now + self.dice.choice((400, 3000, 9000))
        if now < self.asleep_until:
            return row
        return self._stand_by(now, row) if self.lease is None else self._lead(now, row, self.lease)

    def leads(self, now: int) -> bool:
        """Return whether the machine trusts itself."""
        return self.lease is not None and self.lease.leads(self.clock(now))

    def _stand_by(self, now: int, row: LeaseRow) -> LeaseRow:
        if self.dice.random() < 0.02:
            self.watch.lost()
        self.watch.saw(row, self.clock(now))
        if self.watch.may_take(self.clock(now)) != row:
            return row
        self.answers.clear()
        self.lease = Lease(row.epoch + 1)
        return LeaseRow(row.epoch + 1, row.beats + 1, self.name)

    def _lead(self, now: int, row: LeaseRow, lease: Lease) -> LeaseRow:
        for answer in [each for each in self.answers if each[0] <= now]:
            self.answers.remove(answer)
            lease.granted(answer[1])
        mine = self.clock(now)
        if not lease.due(mine):
            return row
        lease.asked(mine)
        if self.dice.random() < 0.15:  # the wire is cut, before or after the beat was counted
            lease.failed(mine)
            return row._replace(beats=row.beats + (row.epoch == lease.epoch and self.dice.random() < 0.5))
        if row.epoch != lease.epoch:
            self.lease = None
            return row
        self.answers.append((now + self.dice.choice((0, 50, 400, 2600)), mine))
        return row._replace(beats=row.beats + 1)


def test_two_machines_never_lead_at_once() -> None:
    """If this fails, two machines can lead at one moment, because one of them is late, asleep or has lost its
    data.

    Epochs only rise.
    """
    epochs = 0
    for seed in range(games(60, 3000)):
        dice = random.Random(seed)
        machines = [Machine(name, dice) for name in "abc"]
        row = LeaseRow(0, 0, "", ANYONE)
        for now in range(0, 30_000, 50):
            for one in dice.sample(machines, 3):
                before, row = row, one.turn(now, row)
                assert before.epoch <= row.epoch
            leaders = [one for one in machines if one.leads(now)]
            assert len(leaders) <= 1, (seed, now, [one.name for one in leaders])
            assert all(one.lease and one.lease.epoch == row.epoch for one in leaders)
        epochs += row.epoch
    assert epochs > 100


def test_the_times_fit_each_other() -> None:
    """A lease that lasts only as long as its renewal is lost at the first late beat."""
    times = (LOOK_MS, RENEW_MS, TRUST_MS, TTL_MS)
    assert all(before < after for before, after in itertools.pairwise(times))
    assert TRUST_MS > 3 * RENEW_MS
