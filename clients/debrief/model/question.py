"""A question's page: what was asked, declared, known, said, and what came of it. Whatever people wrote in it is plain text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from warcouncil.clients.debrief.model.badge import Badge
from warcouncil.protocol.table.sheets import Sheet

Knew = Literal["same", "reckoned", "unknown", "memory", "other"]


@dataclass(frozen=True, slots=True)
class Weighed:
    """How a decision looks to an analysis: in a word, by what it cost at most (a share of a victory), and told."""

    word: str
    cost: float
    said: str
    talked_of: bool
    """Whether it is worth talking about: neither good with nothing amiss, nor too uncertain."""


@dataclass(frozen=True, slots=True)
class DeclaredRow:
    """What a seat declared at a gate. `by` says who did where it was not the seat itself; `took_ms` None: nobody sealed."""

    seat: str
    title: str
    ink: Badge
    said: str
    by: str
    took_ms: int | None
    first_ms: int | None
    times: int
    struck: bool
    judged: Weighed | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """What readers knew of one thing."""

    kind: Knew
    text: str = ""
    reckons: str = ""
    """What a memory comes to now, with what was heard since."""


@dataclass(frozen=True, slots=True)
class KnownRow:
    """One thing: what was true, and what each group of seats knew of it."""

    label: str
    true: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What seats knew beside what was true: seats that knew the same stand together. `alike` counts what all knew
    rightly; `nobody` names what nobody could know; `facing` names what lies opposite the posts of each seat."""

    groups: tuple[tuple[str, ...], ...]
    rows: tuple[KnownRow, ...]
    alike: int = 0
    nobody: tuple[str, ...] = ()
    facing: Mapping[str, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TalkLine:
    """Something that was said or done: when (exercise time), by whom, and its words. `where` is the channel, or whom it was
    said to; `kind` is a word for it."""

    at: int
    kind: str
    who: str
    ink: Badge
    where: str
    text: str


@dataclass(slots=True)
class GatePage:
    """One gate. Times are exercise time in milliseconds; `wall` is the wall clock, in words."""

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
    """What seats saw, where nobody tells what was true."""
    knowledge: Knowledge | None
    lines: tuple[TalkLine, ...]
    ahead: Mapping[str, float]
    ahead_after: Mapping[str, float]
    asks: str = ""
    """The name of the phase."""
