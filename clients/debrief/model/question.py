"""The page of a question: the question, the answers, the knowledge, the talk, and the result.

Text that people wrote is plain text there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Literal

from warcouncil.clients.debrief.model.badge import Badge
from warcouncil.protocol.table.sheets import Sheet

Knew = Literal["same", "deduced", "unknown", "memory", "other"]
"""The source of a seat's knowledge of a thing. `deduced` means that the sheet did not show the thing, but the
seat could infer it.
"""


@dataclass(frozen=True, slots=True)
class Weighed:
    """The verdict of an analysis on a decision: a word, its maximum cost (a share of a victory), and a sentence."""

    word: str
    cost: float
    said: str
    talked_of: bool
    """Whether it is worth discussing, because another answer was surely better from one viewpoint."""
    side: str = ""
    note: str = ""
    """A sentence about a viewpoint without a verdict."""


@dataclass(frozen=True, slots=True)
class DeclaredRow:
    """The declaration of a seat at a gate.

    If the seat did not answer itself, `by` names the author. `silent` says that the seat sent no answer in
    time. `took_ms` is None if nothing was sealed.
    """

    seat: str
    title: str
    ink: Badge
    said: str
    by: str
    took_ms: int | None
    first_ms: int | None
    times: int
    struck: bool
    silent: bool = False
    judged: Weighed | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """The knowledge that readers had of one thing."""

    kind: Knew
    text: str = ""


@dataclass(frozen=True, slots=True)
class KnownRow:
    """One thing: what was true, and what each group of seats knew of it."""

    label: str
    true: str
    cells: tuple[Cell, ...]

    @property
    def runs(self) -> tuple[tuple[Cell, int], ...]:
        """Its cells, each with the number of neighbouring groups that knew the same."""
        return tuple((cell, len([*alike])) for cell, alike in groupby(self.cells))


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge of seats compared with the truth. Seats with equal knowledge share a column.

    `alike` counts the things that all knew correctly. `nobody` has the names of things that no seat could
    know. `facing` has the names of things opposite the posts of each seat.
    """

    groups: tuple[tuple[str, ...], ...]
    rows: tuple[KnownRow, ...]
    alike: int = 0
    nobody: tuple[str, ...] = ()
    facing: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A moment as a line: its exercise time, its author, and its words.

    `where` is the channel or the addressee. `kind` is a word for the kind of moment.
    """

    at: int
    kind: str
    who: str
    ink: Badge
    where: str
    text: str


@dataclass(slots=True)
class GatePage:
    """One gate. Times are exercise time in milliseconds. `wall` is the wall clock as text."""

    number: int
    anchor: str
    title: str
    rule: str
    text: str
    turn: int
    at: int
    wall: str
    ran_ms: int | None
    clock_ms: int
    stood_ms: int
    lost_ms: int
    heading: str
    told: tuple[str, ...]
    by_ruling: str
    declared: tuple[DeclaredRow, ...]
    position: Sheet | None
    own: tuple[tuple[str, Sheet], ...]
    """The sheets of seats, if the audience may not see the truth."""
    knowledge: Knowledge | None
    lines: tuple[TalkLine, ...]
    ahead: Mapping[str, float]
    ahead_after: Mapping[str, float]
    asks: str = ""
    """The name of the phase."""

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes of the gate's verdicts, each once."""
        return tuple(
            dict.fromkeys(row.judged.note for row in self.declared if row.judged and row.judged.note)
        )

    @property
    def changed(self) -> bool:
        """Whether a seat changed its answer before the end."""
        return any(row.times > 1 for row in self.declared)
