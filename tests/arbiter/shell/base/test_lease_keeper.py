"""The keeper of a lease.

A leader knows from a clock alone whether it leads, and no slow loop or commit changes that.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from types import SimpleNamespace

import pytest
from warcouncil.arbiter.shell.base import clock as clocks
from warcouncil.arbiter.shell.base import lease
from warcouncil.arbiter.shell.base.lease import (
    ANYONE,
    RENEW_MS,
    STUCK_MS,
    TRUST_MS,
    LeaseKeeper,
    LeaseRow,
    NoAnswer,
)


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 50_000

    def __call__(self) -> int:
        """Return the time."""
        return self.now


class Ledger:
    """A lease store that obeys the test and records its calls."""

    me = "5a here"

    def __init__(self) -> None:
        self.is_gone = False
        self.row = LeaseRow(3, 0, self.me)
        self.beaten = Event()
        self.may_answer = Event()
        self.may_answer.set()
        self.left_to: list[str] = []

    def look(self) -> LeaseRow:
        """Return the lease."""
        return self.row

    def take(self, seen: LeaseRow) -> int | None:
        """Raise NotImplementedError: only standbys take a lease."""
        raise NotImplementedError

    def renew(self, epoch: int) -> bool:
        """Count a beat, and delay the answer as long as the test wants."""
        self.beaten.set()
        self.may_answer.wait()
        if self.is_gone:
            raise NoAnswer("gone")
        return (self.row.epoch, self.row.holder) == (epoch, self.me)

    def give_up(self, epoch: int, heir: str) -> None:
        """Record the heir."""
        if self.is_gone:
            self.is_gone = False
            raise NoAnswer("gone")
        self.left_to.append(heir)

    def until_beaten(self) -> None:
        """Wait for the next beat."""
        self.beaten.clear()
        self.beaten.wait()


@pytest.fixture
def clock() -> Clock:
    """Return the clock."""
    return Clock()


@pytest.fixture
def ledger() -> Ledger:
    """Return the lease store."""
    return Ledger()


@pytest.fixture
def keeper(ledger: Ledger, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[LeaseKeeper]:
    """Yield a running keeper."""
    monkeypatch.setattr(lease, "POLL_SECONDS", 0.001)
    made = LeaseKeeper(ledger, 3, clock).start()
    yield made
    ledger.may_answer.set()
    made.stop("")


def test_a_blocked_loop_is_no_reason_to_step_down(keeper: LeaseKeeper, ledger: Ledger, clock: Clock) -> None:
    """A second and a half of computation costs a room its arbiter."""
    assert keeper.leads()
    for _ in range(3):  # the loop does not ask meanwhile
        clock.now += RENEW_MS
        ledger.until_beaten()
    while not keeper._lease.leads(clock.now):
        pass
    assert keeper.leads()


def test_a_beat_that_hangs_ends_in_silence_by_the_leaders_own_clock(
    keeper: LeaseKeeper, ledger: Ledger, clock: Clock
) -> None:
    """An arbiter waits for hours for an answer, and speaks all that time, while another one speaks too."""
    began = clock.now
    ledger.may_answer.clear()
    clock.now += RENEW_MS
    ledger.until_beaten()
    clock.now = began + TRUST_MS - 1
    assert keeper.leads()
    clock.now = began + TRUST_MS
    assert not keeper.leads()
    clock.now += 1000
    assert not keeper.leads()
    ledger.may_answer.set()  # the answer to a request of long ago
    ledger.until_beaten()
    while not keeper.leads():
        pass
    assert not keeper.superseded


def test_an_answer_that_was_long_on_its_way_is_counted_from_the_question(clock: Clock) -> None:
    """The others count from the beat, which was recorded before its answer.

    So a leader trusts itself while another leads.
    """

    class Slow(Ledger):
        """A store that answers after two seconds."""

        def renew(self, epoch: int) -> bool:
            """Count a beat."""
            clock.now += 2000
            return super().renew(epoch)

    began = clock.now
    keeper = LeaseKeeper(Slow(), 3, clock)
    keeper._beat()
    clock.now = began + TRUST_MS - 1
    assert keeper.leads()
    clock.now = began + TRUST_MS
    assert not keeper.leads()


def test_a_leader_that_slept_does_not_lead_when_it_wakes(
    keeper: LeaseKeeper, ledger: Ledger, clock: Clock
) -> None:
    """A laptop that was closed greets its seats while another machine leads."""
    ledger.may_answer.clear()
    clock.now += 3_600_000
    assert not keeper.leads()


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_its_clock_counts_the_sleep_of_its_machine(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that stops while a laptop is closed makes it wake as leader.

    On Linux the system's monotonic clock stops, and on macOS Python's.
    """
    asleep_ms = 0
    counts_sleep = {"linux": "boot", "darwin": "mono", "win32": "python"}[system]

    def told(which: str) -> int:
        """Return the reading of a clock of this system."""
        return (1000 + (asleep_ms if which == counts_sleep else 0)) * 1_000_000

    fake = SimpleNamespace(
        CLOCK_BOOTTIME="boot",
        CLOCK_MONOTONIC="mono",
        clock_gettime_ns=told,
        monotonic_ns=lambda: told("python"),
    )
    monkeypatch.setattr(clocks, "time", fake)
    monkeypatch.setattr(clocks, "sys", SimpleNamespace(platform=system))
    keeper = LeaseKeeper(Ledger(), 3)
    keeper._beat()
    assert keeper.leads()
    asleep_ms = TRUST_MS
    assert not keeper.leads()


def test_a_superseded_keeper_reports_the_new_leader_once_by_name(
    keeper: LeaseKeeper, ledger: Ledger, clock: Clock
) -> None:
    """An arbiter that lost the lease goes on waiting."""
    told = Event()
    ledger.row = LeaseRow(4, 9, "b4 there")
    clock.now += RENEW_MS
    keeper.tell(told.set)
    told.wait()
    assert (keeper.superseded, keeper.leader) == (True, "there")
    assert not keeper.leads()
    later: list[bool] = []
    keeper.tell(lambda: later.append(True))
    assert later
    keeper.stop(ANYONE)
    assert not ledger.left_to, "it is not his to give"


def test_a_loop_that_never_turns_again_leaves_the_lease_to_others(
    keeper: LeaseKeeper, ledger: Ledger, clock: Clock
) -> None:
    """An arbiter that hangs keeps the lease from a standby as long as its thread beats."""
    assert keeper.leads()
    clock.now += STUCK_MS + 1
    ledger.beaten.clear()
    keeper._keep_once()
    assert not ledger.beaten.is_set()
    assert not keeper.leads(), "it turns again, and knows nothing yet"
    ledger.until_beaten()


def test_it_is_given_up_though_its_connection_was_lost(keeper: LeaseKeeper, ledger: Ledger) -> None:
    """A host that resumes after an orderly end waits for an arbiter that is gone."""
    ledger.is_gone = True
    keeper.stop("c7 heir")
    assert ledger.left_to == ["c7 heir"]
