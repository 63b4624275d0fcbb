"""The readings of an arbiter. They are true, they contain every counter, and they name no person."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from warcouncil.arbiter.shell.base.lease import TRUST_MS, LeaseKeeper
from warcouncil.arbiter.shell.base.stopwatch import Stopwatch
from warcouncil.arbiter.shell.hosting import readings
from warcouncil.arbiter.shell.hosting.readings import ROLES, BackupCounts, linked, stand
from warcouncil.arbiter.shell.hosting.standby_monitor import StandbyWatch
from warcouncil.arbiter.shell.service.inbox import Counters
from warcouncil.arbiter.shell.service.journal import COMMIT_SECONDS
from warcouncil.protocol.acts.acts import EndGame, Hold, Pause
from warcouncil.protocol.table.forms import Choice
from warcouncil.protocol.wire.requests import Beat, Declare
from warcouncil.protocol.words import Role, SeatId

from tests.arbiter.core.harness import Room
from tests.arbiter.shell.base.test_lease_keeper import Clock, Ledger
from tests.arbiter.shell.scrape import parsed
from tests.arbiter.shell.service.test_inbox import KEYS, OTHERS, PUBLIC, SEALER, SEATS, SECRET, Desk
from tests.arbiter.shell.virtual import AtOnce, virtually
from tests.docs_text import spans, text_of
from tests.toys.sealed_bid import GAME

HEIR = cast(StandbyWatch, SimpleNamespace(here=["kate", "tom"], behind=(7, 2)))


class Stick:
    """Backup counts of an exercise file that the test sets."""

    age_seconds: float | None = 41.9
    fails = ""


def read(
    desk: Desk, standbys: StandbyWatch | None = None, copies: BackupCounts | None = None
) -> dict[str, float]:
    """Return the readings of a desk, without the program's name before each."""
    found = parsed(readings.text(desk.service, desk.journal, standbys, copies).decode())
    return {name.removeprefix("warcouncil_"): value for name, value in found.items()}


# --- true ---------------------------------------------------------------------------------------------------------


def test_each_table_is_counted_by_its_state() -> None:
    """An operator of ten rooms does not see that a table waits for its umpire."""
    room = Room("nim", tables=5)
    umpire = room.umpire()
    for table, act in ((2, Pause()), (3, Hold()), (4, EndGame(text="The game is over."))):
        room.rule(umpire, act, table=table)
    tables = room.exercise.tables.values()
    assert stand(tables) == {"waiting": 0, "running": 2, "paused": 1, "held": 1, "over": 1}
    room.rule(umpire, Hold(), table=4)
    assert stand(tables)["held"] == 2, "a fault at a table that is over needs somebody too"
    assert stand(Room("nim", tables=3, exercise={"start": "umpire"}).exercise.tables.values())["waiting"] == 3
    undealt = Room("nim", tables=2, exercise={"start": "linked", "chance": "all"})
    assert stand(undealt.exercise.tables.values())["waiting"] == 2, "one that is not dealt yet is not over"


def test_links_are_counted_by_role_while_they_last() -> None:
    """A switch that fails disconnects forty seats, and the curve does not fall."""
    room = Room("nim")
    people = room.sit_all()
    for role in (Role.UMPIRE, Role.OBSERVER, Role.TECHNICAL, Role.DISPLAY):
        room.console(role)
    seats = len(people)
    wanted = {"seat": seats, "watcher": 0, "bot": 0, "console": 3, "display": 1}
    assert linked(room.exercise.sessions) == wanted
    stays = next(iter(people.values()))
    for _ in range(3):
        room.wait(2000)
        room.beat(stays)
    assert linked(room.exercise.sessions) == dict.fromkeys(wanted, 0) | {"seat": 1}
    assert set(ROLES) == set(Role)


def test_every_counter_is_in_the_readings(tmp_path: Path) -> None:
    """A new counter cannot be monitored."""

    async def run() -> None:
        desk = Desk(tmp_path / "x", AtOnce())
        for number, field in enumerate(fields(Counters)):
            setattr(desk.service.counters, field.name, 1000 + number)
        for number, name in enumerate(("denied", "strangers", "undeliverable", "unsaid")):
            setattr(desk.sockets, name, 2000 + number)
        desk.service.doorkeeper._door.turned_away = 3000
        desk.service.clock.given_back_ms = 4_000_000
        told, counts = set(read(desk).values()), desk.service.counts()
        assert {name for name, count in counts.items() if count not in told} == {"given_back_ms"}
        assert len(set(counts.values())) == len(counts)
        assert read(desk)["given_back_seconds_total"] == 4000
        desk.close()

    virtually(run())


def test_a_slow_loop_and_a_slow_disk_are_seen(tmp_path: Path) -> None:
    """The room waits, and the operator does not see the cause."""

    async def run() -> None:
        desk = Desk(tmp_path / "x", AtOnce())
        await asyncio.sleep(1)
        before = read(desk)
        desk.loop.pass_by(2)
        await asyncio.sleep(0.2)
        after = read(desk)
        assert before["tick_lag_seconds_bucket{le=1.0}"] == before["tick_lag_seconds_count"] > 10
        slow = after["tick_lag_seconds_count"] - after["tick_lag_seconds_bucket{le=1.0}"]
        assert (slow, after["tick_lag_seconds_sum"] >= 1.9) == (1, True)
        assert after["given_back_seconds_total"] > before["given_back_seconds_total"] == 0
        desk.close()

    virtually(run())

    async def hang() -> None:
        now = [0.0]
        desk = Desk(tmp_path / "y", AtOnce())
        desk.journal.commits = Stopwatch(COMMIT_SECONDS, lambda: now[0])
        with desk.journal.commits.running():
            now[0] += 4.9
            assert read(desk)["commit_under_way_seconds"] == 4
        assert read(desk)["commit_under_way_seconds"] == 0
        seq = desk.journal.seq
        desk.send(SEALER, desk.declaration(SEALER))
        assert read(desk)["journal_records_total"] == desk.journal.seq == seq + 1
        assert read(desk)["commit_seconds_count"] == 2
        desk.close()

    virtually(hang())


def test_the_leader_and_its_standbys_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator does not notice that no second machine is ready, before the first one dies."""

    async def run() -> None:
        desk = Desk(tmp_path / "x", AtOnce())
        alone = read(desk)
        assert alone["leads"] == 1
        assert not {"lease_epoch", "lease_left_seconds", "standbys", "backup_failing"} & set(alone)
        clock = Clock()
        keeper = LeaseKeeper(Ledger(), 3, clock)
        keeper._lease.granted(clock.now)
        monkeypatch.setattr(desk.journal._store, "keeper", keeper)
        now = read(desk, HEIR)
        assert (now["leads"], now["lease_epoch"], now["lease_left_seconds"]) == (1, 3, TRUST_MS / 1000)
        assert (now["standbys"], now["standby_lag_records"]) == (2, 2)
        assert "standby_lag_records" not in read(
            desk, cast(StandbyWatch, SimpleNamespace(here=[], behind=()))
        )
        clock.now += TRUST_MS
        assert (read(desk)["leads"], read(desk)["lease_left_seconds"]) == (0, 0)
        keeper._lease.granted(clock.now)
        keeper.supersede("there")
        assert (read(desk)["leads"], read(desk)["lease_left_seconds"]) == (0, 0)
        monkeypatch.undo()
        desk.close()
        assert read(desk)["leads"] == 0

    virtually(run())


def test_copies_that_fail_are_seen(tmp_path: Path) -> None:
    """The backup disk was removed an hour ago, and only the window of the host shows it."""

    async def run() -> None:
        desk, stick = Desk(tmp_path / "x", AtOnce()), Stick()
        assert read(desk, copies=stick)["backup_age_seconds"] == 41
        assert read(desk, copies=stick)["backup_failing"] == 0
        stick.age_seconds, stick.fails = None, "the disk is full"
        assert read(desk, copies=stick)["backup_failing"] == 1
        assert "backup_age_seconds" not in read(desk, copies=stick)
        desk.close()

    virtually(run())


# --- silent -------------------------------------------------------------------------------------------------------


async def world(where: Path, **sent: Callable[[Desk, SeatId], Beat | Declare]) -> str:
    """Return the readings after two seats (`first` and `second`) have sent something."""
    desk = Desk(where, AtOnce())
    desk.journal.commits = Stopwatch(COMMIT_SECONDS, lambda: 0.0)
    for seat, send in zip((SEALER, OTHERS[0]), sent.values(), strict=True):
        desk.send(seat, send(desk, seat))
    await asyncio.sleep(1.5)
    told = readings.text(desk.service, desk.journal, HEIR, Stick()).decode()
    desk.close()
    return told


def beats(_desk: Desk, _seat: SeatId) -> Beat:
    """Return a beat."""
    return Beat(seen=0)


def seals(desk: Desk, seat: SeatId) -> Declare:
    """Return a declaration of what the form suggests."""
    return desk.declaration(seat)


def seals_otherwise(desk: Desk, seat: SeatId) -> Declare:
    """Return a declaration of another card."""
    field = GAME.form(desk.table.state, seat).fields[0]
    assert isinstance(field, Choice)
    suggested = desk.declaration(seat)
    other = next(one.value for one in field.options if suggested.answer != {"card": one.value})
    return suggested.model_copy(update={"answer": {"card": other}})


def test_readings_do_not_depend_on_which_seat_sealed_or_what(tmp_path: Path) -> None:
    """T38: a player with access to the page learns that one seat has sealed and another has not, or reads the
    answer.
    """
    first = virtually(world(tmp_path / "a", first=seals, second=beats))
    second = virtually(world(tmp_path / "b", first=beats, second=seals))
    other = virtually(world(tmp_path / "c", first=seals_otherwise, second=beats))
    assert first == second == other


def test_a_sealed_answer_is_visible_in_the_journals_counters_only(tmp_path: Path) -> None:
    """T38: a new measure shows a sealed answer better than docs/threats.md says."""
    quiet = parsed(virtually(world(tmp_path / "a", first=beats, second=beats)))
    sealed = parsed(virtually(world(tmp_path / "b", first=seals, second=beats)))
    assert set(quiet) == set(sealed)
    changed = {name.partition("{")[0] for name, value in quiet.items() if sealed[name] != value}
    assert changed == {
        "warcouncil_journal_records_total",
        "warcouncil_commit_seconds_bucket",
        "warcouncil_commit_seconds_count",
    }


def test_no_reading_names_a_seat_a_key_or_a_person(tmp_path: Path) -> None:
    """T38: names, keys and seats stay in an operator's database, long after the exercise."""
    told = virtually(world(tmp_path / "a", first=seals, second=beats)).lower()
    keys = [key.decode() for pair in KEYS.values() for key in pair]
    words = [
        *SEATS,
        *keys,
        PUBLIC,
        SECRET,
        "jena",
        GAME.name,
        GAME.title,
        "kate",
        "tom",
        "5a5a",
        str(tmp_path),
    ]
    assert [word for word in words if word.lower() in told] == []
    labels = set(re.findall(r'\{(\w+)="', told))
    assert labels == {"state", "role", "reason", "le"}


def test_the_document_names_each_measure_and_no_other(tmp_path: Path) -> None:
    """An operator writes an alarm for a name that does not exist, and it never fires.

    Or a measure has no explanation.
    """

    async def run() -> str:
        desk = Desk(tmp_path / "x", AtOnce())
        text = readings.text(desk.service, desk.journal, HEIR, Stick()).decode()
        desk.close()
        return text

    told = set(re.findall(r"^# TYPE (\w+)", virtually(run()), re.MULTILINE))
    leases = {"warcouncil_lease_epoch", "warcouncil_lease_left_seconds"}
    page = " ".join(spans(text_of("docs/monitoring.md")))
    named = {re.sub("_(bucket|sum|count)$", "", name) for name in re.findall(r"\bwarcouncil_[a-z_]+\b", page)}
    assert named == told | leases
