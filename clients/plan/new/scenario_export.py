"""The lists of a scenario as tables for a spreadsheet. When the tables are read again, the scenario is the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from warcouncil.clients.plan.reading.scenario_files import ISSUE, OPTION, WHO, WORDS, entry_rows
from warcouncil.clients.plan.text.csv_text import csv_of, guarded
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.scenario import BonusPart, PayoffPart, Scenario


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """One table: its file, the line of the scenario that names it, and the parts of the file that it replaces."""

    file: str
    line: str
    replaces: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def text(self, separator: str = ",") -> str:
        """Return the table as CSV."""
        rows = [[guarded(cell, lines=True) for cell in row] for row in self.rows]
        return csv_of(self.head, rows, separator)


def tables_of(scenario: Scenario) -> tuple[ExportedTable, ...]:
    """Return the lists of a scenario that people keep in spreadsheets. An empty list makes no table."""
    scores = scenario.scores
    made = (
        _listed("injects", scenario.injects),
        _listed("seats", scenario.seats),
        _listed("hints", scenario.hints),
        _allocations(scenario),
        _sheet(scores.sheet if scores else ()),
        _bonus(scores.bonus if scores else ()),
    )
    return tuple(table for table in made if table is not None and table.rows)


def _dumped(parts: Sequence[Any]) -> list[Mapping[str, Any]]:
    return [part.model_dump(exclude_defaults=True) for part in parts]


def _listed(name: str, parts: Sequence[Any]) -> ExportedTable:
    head, rows = entry_rows((name,), _dumped(parts))
    return ExportedTable(
        f"{name}.csv", f'{name} = "{name}.csv"', f"every [[{name}]]", tuple(head), tuple(map(tuple, rows))
    )


def _allocations(scenario: Scenario) -> ExportedTable:
    """Return the initial numbers of teams and seats, with a row for each owner and a column for each number."""
    script = Script(scenario)
    numbers = [number for number in scenario.numbers if number.each != "table"]
    owners = dict.fromkeys(owner for number in numbers for owner in script.owners(number.name))
    rows = [
        (
            owner,
            *(
                str(number.starts.get(owner, number.start)) if owner in script.owners(number.name) else ""
                for number in numbers
            ),
        )
        for owner in owners
    ]
    head = (WHO, *(number.name for number in numbers))
    line = 'allocations = "allocations.csv"'
    return ExportedTable("allocations.csv", line, "starts of [[numbers]]", head, tuple(rows))


def _sheet(rows: Sequence[PayoffPart]) -> ExportedTable:
    parties = list(dict.fromkeys(party for row in rows for party in row.points))
    lines = [
        (row.issue, row.option, row.words, *(str(row.points.get(party, "")) for party in parties))
        for row in rows
    ]
    line = 'sheet = "payoffs.csv"   # in [scores]'
    head = (ISSUE, OPTION, WORDS, *parties)
    return ExportedTable("payoffs.csv", line, "every [[scores.sheet]]", head, tuple(lines))


def _bonus(bonuses: Sequence[BonusPart]) -> ExportedTable:
    head, rows = entry_rows(("scores", "bonus"), _dumped(bonuses))
    line = 'bonus = "bonuses.csv"   # in [scores]'
    return ExportedTable("bonuses.csv", line, "every [[scores.bonus]]", tuple(head), tuple(map(tuple, rows)))


def told(tables: Sequence[ExportedTable]) -> Iterator[str]:
    """Yield the lines for the scenario, one for each table."""
    for table in tables:
        yield f"{table.line}   (take out {table.replaces})"
