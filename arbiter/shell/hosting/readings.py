"""The readings of an arbiter for its operator, as metrics counted over the whole exercise.

No reading is about one table, seat, person or machine. No reading shows the time of an event more precisely than a
second. All of them together show no more than the host's own window and the counts of refusals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from warcouncil.arbiter.core.people.sessions import Sessions
from warcouncil.arbiter.core.table.states import Stop
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.shell.hosting.prometheus_text import Measure, counter, exposed, gauge, histogram
from warcouncil.arbiter.shell.hosting.standby_monitor import StandbyWatch
from warcouncil.arbiter.shell.service.journal import Journal
from warcouncil.arbiter.shell.service.service import Service
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.words import Role

STATES = ("waiting", "running", "paused", "held", "over")
ROLES: Mapping[Role, str] = {
    Role.SEAT: "seat",
    Role.WATCHER: "watcher",
    Role.STAND_IN: "bot",
    Role.UMPIRE: "console",
    Role.OBSERVER: "console",
    Role.TECHNICAL: "console",
    Role.DISPLAY: "display",
}
"""The name of each role in the metrics. Umpires, observers and the technical role count as one kind of link."""


class CounterFamily(NamedTuple):
    """A metric made of counters of the service: its name, its description, and the counters. Several are split by
    `reason`."""

    name: str
    tells: str
    counters: tuple[str, ...]


COUNTED = (
    CounterFamily(
        "messages_received_total", "Messages received from seats, consoles and projectors.", ("received",)
    ),
    CounterFamily(
        "messages_refused_total",
        "Messages refused or dropped before they reached the exercise.",
        ("malformed", "too_large", "wrong_version", "multipart", "too_fast", "too_many", "unknown_key"),
    ),
    CounterFamily(
        "connections_refused_total",
        "Connections refused: their key is not admitted, or they are not encrypted as required.",
        ("denied", "strangers"),
    ),
    CounterFamily("door_turned_away_total", "Requests refused at the door.", ("turned_away",)),
    CounterFamily(
        "replies_unsent_total",
        "Replies not sent: the receiver was gone, or this arbiter was not allowed to speak.",
        ("undeliverable", "unsaid"),
    ),
    CounterFamily("batches_total", "Batches of messages carried out.", ("batches",)),
    CounterFamily("rules_faults_total", "Failures of a game's rules. Each one holds its table.", ("faults",)),
)
IN_MS = "given_back_ms"
"""The only counter in milliseconds. The metric is in seconds."""


class BackupCounts(Protocol):
    """The figures of the backups: the age of the newest copy, and why no copy can be made."""

    @property
    def age_seconds(self) -> float | None:
        """How old the newest copy is, or None if it does not exist yet."""

    @property
    def fails(self) -> str:
        """Why no copy can be made. It is "" if a copy can be made."""


def text(
    service: Service, journal: Journal, standbys: StandbyWatch | None, copies: BackupCounts | None
) -> bytes:
    """Return all present readings, in the text format of Prometheus."""
    return exposed(
        (
            *_of_people(service),
            *_of_counters(service.counts()),
            *_of_time(service, journal),
            *_of_the_lead(service, journal),
            *(_of_standbys(standbys) if standbys else ()),
            *(_of_copies(copies) if copies else ()),
        )
    )


def _of_people(service: Service) -> Iterator[Measure]:
    tables = service.exercise.tables.values()
    yield gauge("tables", "Tables by state.", stand(tables), by="state")
    yield gauge("seats", "Seats of all tables.", sum(len(table.seats) for table in tables))
    yield gauge("links", "Connected clients by role.", linked(service.exercise.sessions), by="role")


def stand(tables: Iterable[Table]) -> dict[str, int]:
    """Return how many tables are in each state."""
    found = Counter((table.now.stops, isinstance(table.now.phase, Finish)) for table in tables)
    states = dict.fromkeys(STATES, 0)
    for (stops, over), count in found.items():
        states[_state(stops, over=over)] += count
    return states


def _state(stops: Stop, *, over: bool) -> str:
    """Return the state of a table. A state that needs an umpire comes first.

    A table that has not begun may have no question yet, like a table whose game is over.
    """
    if Stop.HELD in stops:
        return "held"
    if Stop.UNBEGUN in stops:
        return "waiting"
    if over:
        return "over"
    return "paused" if Stop.PAUSED in stops else "running"


def linked(sessions: Sessions) -> dict[str, int]:
    """Return how many clients are linked in each role."""
    roles = dict.fromkeys(ROLES.values(), 0)
    for role, count in Counter(session.holder.role for session in sessions if session.linked).items():
        roles[ROLES[role]] += count
    return roles


def _of_counters(counts: Mapping[str, int]) -> Iterator[Measure]:
    for name, tells, counters in COUNTED:
        values = {each: counts[each] for each in counters}
        several = len(values) > 1
        yield counter(name, tells, values if several else counts[counters[0]], by="reason" * several)
    yield counter(
        "given_back_seconds_total",
        "Time given back to all clocks because the arbiter was suspended.",
        counts[IN_MS] / 1000,
    )


def _of_time(service: Service, journal: Journal) -> Iterator[Measure]:
    commits = journal.commits
    yield counter("journal_records_total", "Records in the journal of the exercise.", journal.seq)
    yield histogram("commit_seconds", "Duration of commits. No answer is sent before its commit.", commits)
    yield gauge(
        "commit_under_way_seconds",
        "Whole seconds for which the present commit has waited for the disk or the database.",
        int(commits.under_way_seconds),
    )
    yield histogram(
        "tick_lag_seconds",
        "Delay of the loop that watches the clocks.",
        service.tick_lag,
    )


def _of_the_lead(service: Service, journal: Journal) -> Iterator[Measure]:
    keeper = journal.keeper
    left_ms = keeper.left_ms if keeper else 0
    leads = not service.stopped.done() and (keeper is None or left_ms > 0)
    yield gauge("leads", "Whether this arbiter may act and speak (1) or not (0).", int(leads))
    if keeper:
        yield gauge(
            "lease_epoch",
            "The epoch of its lead. It rises with each arbiter that takes over.",
            keeper.epoch,
        )
        yield gauge("lease_left_seconds", "Time until the lease ends, unless it is renewed.", left_ms / 1000)


def _of_standbys(standbys: StandbyWatch) -> Iterator[Measure]:
    yield gauge("standbys", "Machines that stand by to take over.", len(standbys.here))
    if behind := standbys.behind:
        yield gauge("standby_lag_records", "Records by which the nearest standby is behind.", min(behind))


def _of_copies(copies: BackupCounts) -> Iterator[Measure]:
    yield gauge(
        "backup_failing", "Whether copies of the exercise file fail (1) or not (0).", int(bool(copies.fails))
    )
    if (age := copies.age_seconds) is not None:
        yield gauge("backup_age_seconds", "Age of the newest copy of the exercise file.", int(age))
