"""Reports for tests, made of real exercise files: as pages in memory, and as the file that people open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.judging.analysis import stored
from warcouncil.clients.debrief.building.reporting import Named, ReportOrder, reports
from warcouncil.clients.debrief.draw.page import rendered
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase

from tests.arbiter.core.harness import Room, load
from tests.arbiter.record.files import keep


def written(
    folder: Path, rows: Iterable[Row], wanted: ReportOrder | None = None, **papers: Any
) -> dict[str, Named]:
    """Return the reports of these records, by the stems of their names."""
    for number in count():
        place = folder / f"exercise-{number}"
        if not place.exists():
            return reported(keep(place, rows, **papers), wanted)
    raise AssertionError("numbers do not end")


def reported(file: Path, wanted: ReportOrder | None = None) -> dict[str, Named]:
    """Return the reports of a file, with its analysis."""
    with open_record(file) as record:
        asked = wanted or ReportOrder()
        accounts = gather(record, asked.tables, load=load)
        return {
            named.stem: named for named in reports(record, accounts, asked, load=load, found=stored(file))
        }


def html(named: Named) -> str:
    """Return the page as it is written."""
    return "".join(rendered(named.report))


def played(
    game: str, gates: int = 500, *, by_chance: bool = False, options: Mapping[str, Any] | None = None
) -> Room:
    """Play a game with suggestions, or by chance, until it is over or this number of gates has passed."""
    room = Room(game, options, seed=3)
    room.sit_all()
    for number in range(gates):
        phase = room.table.phase
        if not isinstance(phase, Phase):
            break
        room.wait(1_000)
        if not by_chance:
            room.play()
            continue
        gate = room.table.gate
        for seat in phase.asked:
            form = room.table.game.form(room.table.state, seat)
            answer = fill(form, Dice(b"anything goes...", number, seat))
            room.declare(room.people[f"1:{seat}:seat"], answer, gate=gate)
    return room
