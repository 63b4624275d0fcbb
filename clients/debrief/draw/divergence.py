"""Divergence: the tables of a game that developed differently from the rest, and the turn and question where
it began.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from warcouncil.clients.debrief.draw.svg import by_turn
from warcouncil.clients.debrief.model.number_words import FEW, number
from warcouncil.clients.debrief.model.pages import Parted, TablePage
from warcouncil.clients.debrief.model.question import GatePage
from warcouncil.clients.wording.saying import say

PARTED_TIMES = 3.0
MAD_TO_SIGMA = 1.4826


def parted(tables: Sequence[TablePage]) -> tuple[tuple[Parted, ...], str]:
    """Return the tables whose first figure left the others and stayed away until the end. The limit is three
    median deviations.
    """
    with_figures = [table for table in tables if table.figures and table.figures[0].points]
    if len(with_figures) < FEW:
        return (), say("report.too_few_tables", least=FEW)
    side = next(iter(with_figures[0].figures[0].points))
    courses = {table.number: dict(by_turn(table, side)) for table in with_figures}
    turns = sorted({turn for course in courses.values() for turn in course})
    middle: dict[int, tuple[float, float]] = {}
    for turn in turns:
        values = [course[turn] for course in courses.values() if turn in course]
        if len(values) >= FEW:
            centre = median(values)
            spread = MAD_TO_SIGMA * median([abs(value - centre) for value in values])
            middle[turn] = centre, max(spread, 0.5)
    found = []
    for table in with_figures:
        away = [
            turn
            for turn, value in courses[table.number].items()
            if turn in middle and abs(value - middle[turn][0]) > PARTED_TIMES * middle[turn][1]
        ]
        known = [turn for turn in courses[table.number] if turn in middle]
        if away and known and away[-1] == known[-1]:
            first = _unbroken(away, known)
            gate = _gate_of(table, side, first)
            value, (centre, _) = courses[table.number][first], middle[first]
            n = sum(first in course for course in courses.values())
            label = table.figures[0].label
            words = say(
                "report.parted_at",
                side=table.side(side).name,
                value=number(value),
                label=label,
                count=n,
                middle=number(centre),
            )
            found.append(Parted(table, gate, words))
    what = with_figures[0].figures[0].label
    why = say("report.parted_why", label=what)
    return tuple(found), why if found else say("report.parted_none", why=why)


def _unbroken(away: Sequence[int], known: Sequence[int]) -> int:
    """Return the first turn from which the table was away from the others until its end."""
    first = known[-1]
    for turn in reversed(known):
        if turn not in away:
            break
        first = turn
    return first


def _gate_of(table: TablePage, side: str, turn: int) -> GatePage:
    """Return the gate of a turn at which the table's figure changed most."""
    values = dict(table.figures[0].points.get(side, ()))
    gates = [gate for gate in table.gates if gate.turn == turn and gate.number in values]
    closed = [gate for gate in gates if gate.number + 1 in values] or gates
    return max(
        closed, key=lambda gate: abs(values.get(gate.number + 1, values[gate.number]) - values[gate.number])
    )
