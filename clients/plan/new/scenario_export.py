"""The lists of a scenario as tables for a spreadsheet. Reading them again makes the same scenario."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from warcouncil.clients.plan.reading.scenario_files import ISSUE, OPTION, WHO, WORDS, entry_rows
from warcouncil.clients.plan.text.csv_text import csv_of, guarded
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.scenario import BonusPart, Scenario

_PAYOFF = re.compile(r"([a-z][a-z0-9_.]*(?: of [a-z][a-z0-9_.]*)?) is ([a-z][a-z0-9_]*)")
"""A condition that one row of a payoff sheet can hold: an issue, and one option of it."""
PARTIES_MIN = 2
"""A payoff sheet of one party is only a list of bonuses."""


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """One table: its file, the line of the scenario that names it, and the parts of the file that it replaces."""

    file: str
    line: str
    replaces: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def text(self, separator: str = ",") -> str:
        """Return it as CSV."""
        rows = [[guarded(cell, lines=True) for cell in row] for row in self.rows]
        return csv_of(self.head, rows, separator)


def tables_of(scenario: Scenario) -> tuple[ExportedTable, ...]:
    """Return the lists of a scenario that people keep in spreadsheets. An empty list makes no table."""
    sheet, bonuses = _payoffs(scenario)
    made = (
        _listed("injects", scenario.injects),
        _listed("seats", scenario.seats),
        _listed("hints", scenario.hints),
        _allocations(scenario),
        _sheet(sheet),
        _bonus(bonuses),
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
    """Return where the numbers of teams and seats begin: a row for each owner, a column for each number."""
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


Sheet = dict[tuple[str, str], dict[str, BonusPart]]
"""The bonuses of a payoff sheet, by issue and option, then by party."""


def _payoffs(scenario: Scenario) -> tuple[Sheet, list[BonusPart]]:
    """Return the bonuses that a payoff sheet can hold, and the others."""
    sheet: Sheet = {}
    others: list[BonusPart] = []
    for bonus in scenario.scores.bonus if scenario.scores else ():
        found = _PAYOFF.fullmatch(bonus.only_if[0]) if len(bonus.only_if) == 1 else None
        row = sheet.setdefault((found[1], found[2]), {}) if found else {}
        alike = all(each.words == bonus.words for each in row.values())
        if found and alike and bonus.points and bonus.to not in row:
            row[bonus.to] = bonus
        else:
            others.append(bonus)
    parties = {party for row in sheet.values() for party in row}
    if len(parties) < PARTIES_MIN:
        return {}, list(scenario.scores.bonus) if scenario.scores else []
    return {at: row for at, row in sheet.items() if row}, others


def _sheet(sheet: Sheet) -> ExportedTable:
    parties = list(dict.fromkeys(party for row in sheet.values() for party in row))
    rows = [
        (
            issue,
            option,
            next(iter(row.values())).words,
            *(str(row[party].points) if party in row else "" for party in parties),
        )
        for (issue, option), row in sheet.items()
    ]
    line = 'sheet = "payoffs.csv"   # in [scores]'
    replaces = "the bonuses of one issue and option"
    return ExportedTable("payoffs.csv", line, replaces, (ISSUE, OPTION, WORDS, *parties), tuple(rows))


def _bonus(bonuses: Sequence[BonusPart]) -> ExportedTable:
    head, rows = entry_rows(("scores", "bonus"), _dumped(bonuses))
    line = 'bonus = "bonuses.csv"   # in [scores]'
    return ExportedTable("bonuses.csv", line, "the other bonuses", tuple(head), tuple(map(tuple, rows)))


def told(tables: Sequence[ExportedTable]) -> Iterator[str]:
    """Yield what to write into the scenario, one line for each table."""
    for table in tables:
        yield f"{table.line}   (take out {table.replaces})"
