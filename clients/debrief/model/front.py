"""The front page of a table: the decisions worth discussing, with what each seat believed and what was true, and a
line for each seat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from warcouncil.clients.debrief.model.badge import Badge
from warcouncil.clients.debrief.model.number_words import Measured
from warcouncil.clients.debrief.model.question import (
    Cell,
    DeclaredRow,
    GatePage,
    Knew,
    Knowledge,
    KnownRow,
    Weighed,
)

TALKED_OF_MAX = 8
"""How many decisions of a table are listed for discussion. A debrief of an hour allows no more."""
FRONT_MAX = 3
"""How many of these decisions are on the front page."""
BELIEFS_MAX = 4
_COUNTS = re.compile(r"(?:\d+(?: [^\W\d]\w*)?[ ,]*)+")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Belief:
    """The belief of a seat about one thing, beside the truth. A number is None if the text does not begin
    with a count.
    """

    label: str
    kind: Knew
    believed: str
    true: str
    believed_number: int | None
    true_number: int | None


@dataclass(frozen=True, slots=True)
class TalkedOf:
    """A decision worth discussing: its gate and seat, its verdict, and what the seat believed.

    `mates` are the titles of team-mates whose decisions may have caused the same loss.
    """

    gate: GatePage
    made: DeclaredRow
    weighed: Weighed | None = None
    mates: tuple[str, ...] = ()
    beliefs: tuple[Belief, ...] = ()

    @property
    def scale(self) -> int:
        """The greatest number that is drawn. It is at least 1."""
        numbers = [number for one in self.beliefs for number in (one.believed_number, one.true_number)]
        return max([1, *(number for number in numbers if number is not None)])


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One line about a seat: how many of its decisions were judged, and its mean loss."""

    title: str
    ink: Badge
    person: str
    judged: int
    lost: Measured | None


def talked_of(gates: Sequence[GatePage]) -> tuple[TalkedOf, ...]:
    """Return the judged decisions that are worth discussing, the most costly first.

    Team-mates who could each have avoided one loss share one entry.
    """
    found: list[tuple[float, TalkedOf]] = []
    for gate in gates:
        by_side: dict[str, list[tuple[DeclaredRow, Weighed]]] = {}
        for made in gate.declared:
            if made.judged and made.judged.talked_of:
                by_side.setdefault(made.judged.side, []).append((made, made.judged))
        for mine in by_side.values():
            (made, weighed), *others = sorted(mine, key=lambda one: -one[1].cost)
            mates = tuple(one.title for one, _ in others)
            found.append((weighed.cost, TalkedOf(gate, made, weighed, mates, beliefs(gate, made))))
    ranked = sorted(found, key=lambda one: -one[0])
    return tuple(one for _, one in ranked[:TALKED_OF_MAX])


def at_moments(gates: Sequence[GatePage]) -> tuple[TalkedOf, ...]:
    """Return one decision at each of these gates: the decision of the seat that was most mistaken.

    This is used for a table without an analysis.
    """
    found = []
    for gate in gates:
        made = [
            TalkedOf(gate, one, beliefs=beliefs(gate, one))
            for one in gate.declared
            if one.said and not one.by
        ]
        if made:
            found.append(max(made, key=lambda one: sum(row.kind != "same" for row in one.beliefs)))
    return tuple(found[:FRONT_MAX])


def beliefs(gate: GatePage, made: DeclaredRow) -> tuple[Belief, ...]:
    """Return what a seat believed when it decided. The posts opposite its own come first."""
    knowledge = gate.knowledge
    column = _column(knowledge, made.title)
    if knowledge is None or column is None:
        return ()
    facing = knowledge.facing.get(made.title, frozenset())
    rows = [(row, row.cells[column]) for row in knowledge.rows]
    opposite = [one for one in rows if one[0].label in facing]
    others = [one for one in rows if one[0].label not in facing and one[1].kind not in ("same", "deduced")]
    return tuple(_belief(row, cell) for row, cell in (opposite or others)[:BELIEFS_MAX])


def _column(knowledge: Knowledge | None, title: str) -> int | None:
    groups = knowledge.groups if knowledge else ()
    return next((at for at, titles in enumerate(groups) if title in titles), None)


def _belief(row: KnownRow, cell: Cell) -> Belief:
    believed = row.true if cell.kind == "same" else cell.text
    return Belief(row.label, cell.kind, believed, row.true, counted(believed), counted(row.true))


def counted(text: str) -> int | None:
    """Return how many things the beginning of a text counts, such as 6 for "4 inf 2 cav". Return None if it
    counts nothing.
    """
    found = _COUNTS.match(text.strip())
    return sum(map(int, _NUMBER.findall(found[0]))) if found else None
