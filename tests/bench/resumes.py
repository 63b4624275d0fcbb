"""The time for an arbiter to resume from a long journal: forty tables of real rounds, record by record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import psutil  # type: ignore[import-untyped]  # it comes without types
import zmq
from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.stimuli import Due, Received
from warcouncil.arbiter.shell.base.entries import Entry
from warcouncil.arbiter.shell.service.journal import written
from warcouncil.arbiter.shell.service.opening import Opened, take_up
from warcouncil.games.kartenspiel.state import REDEPLOYMENT
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.wire.requests import Declare

from tests.bench.crowd import deals
from tests.bench.hosted import admit, open_exercise
from tests.bench.load import SEATS

_TABLES = 40
_DEALS = 997


def run(records: int) -> Iterator[dict[str, object]]:
    """Write a journal of this number of records, resume it, and return the seconds."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "benchmark.warcouncil"
        gates = long_file(file, records)
        wall, cpu = perf_counter(), process_time()
        again = take_up(file)
        wall, cpu = perf_counter() - wall, process_time() - cpu
        assert [table.gate for table in again.exercise.tables.values()] == gates
        yield {
            "name": "resume",
            "tables": _TABLES,
            "records": again.journal.seq,
            "file_mb": round(file.stat().st_size / 2**20, 1),
            "seconds": round(wall, 2),
            "cpu_seconds": round(cpu, 2),
            "rss_mb": round(psutil.Process().memory_info().rss / 2**20, 1),
        }
        again.journal.close()


def long_file(file: Path, records: int) -> list[int]:
    """Write an exercise of this number of records; return the open question of each table."""
    opened = open_exercise(str(file), _TABLES)
    admit(opened, [zmq.curve_keypair()[0].decode() for _ in range(_TABLES * SEATS)])
    _play(opened, records)
    opened.journal.close()
    return [int(table.gate) for table in opened.exercise.tables.values()]


def _play(opened: Opened, records: int) -> None:
    """Play turn after turn at every table until the journal is long enough: divisions dealt out, all defend, night."""
    exercise, journal = opened.exercise, opened.journal
    keys = {(held.table, held.seat): key for key, held in exercise.keys.items()}
    orders = [json.loads(deal) for deal in deals(_DEALS, Random(1))]
    ids = count(1)
    entries: list[Entry] = []
    for at in count(1):
        for table in exercise.tables.values():
            assert isinstance(table.phase, Phase)
            for seat in table.phase.asked:
                moves = table.phase.name == REDEPLOYMENT
                answer = orders[next(ids) % _DEALS] if moves else {f"corps.{seat[-1]}": "defend"}
                body = Declare(id=f"{next(ids):032x}", gate=table.gate, answer=answer)
                heard = Received(at=at, key=keys[table.number, seat], body=body)
                durable, effects = exercise.perform(at, heard.key, body)
                entries += written(heard, Outcome(durable, tuple(effects)), table.number)
            due = Due(at=at, table=table.number)
            entries += written(due, exercise.handle(due), table.number)
        journal.append(entries)
        entries = []
        if journal.seq >= records:
            return
