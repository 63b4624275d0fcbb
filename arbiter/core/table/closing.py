"""Closing: the record that the journal keeps when a gate closes. A table is restored from it.

Each closing has all that a restore needs, except the earlier story and talk.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from pydantic import Field
from warcouncil.arbiter.core.table.gate import Gate
from warcouncil.arbiter.core.table.injects import NOTHING_YET, InjectProgress
from warcouncil.arbiter.core.table.states import Stop
from warcouncil.arbiter.core.table.talk import Said
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.sentences.sentence import say
from warcouncil.protocol.table.sheets import Facts, Sheet, Track
from warcouncil.protocol.table.views import RecordLine
from warcouncil.protocol.words import Model, SeatId

StopName = Literal["UNBEGUN", "HELD"]
"""The stops that outlast a gate."""
_NUMBER = re.compile(r"-?[0-9]{1,9}")


class Closing(Model):
    """The position, the events and talk since the last closing, and the rest of the table's state."""

    state: str
    heading: str = ""
    events: tuple[dict[str, Any], ...] = ()
    said: Said | None = None
    record: tuple[RecordLine, ...] = ()
    """The lines of the umpires' record."""
    decreed: tuple[str, ...] = ()
    """The new rulings that every sheet shows."""
    bots: dict[SeatId, str] = Field(default_factory=dict)
    lent: tuple[SeatId, ...] = ()
    stops: dict[StopName, str] = Field(default_factory=dict)
    """The stops of the table. A hold has its fault, or the sentence that an umpire held the table. The umpire's own
    reason is in `record`.
    """
    clocks: dict[str, int] | None = None
    """The clocks of phases, if an umpire changed any."""
    steps: int = 0
    ran_ms: int = 0
    """The table's running time."""
    injects: InjectProgress = NOTHING_YET
    opened: dict[str, int] = Field(default_factory=dict)
    missed: dict[SeatId, int] = Field(default_factory=dict)
    """How many answers in a row each seat has missed, if any."""
    over: Finish | None = None
    """The end that an umpire decided."""
    uncounted: tuple[str, ...] = ()
    """The ids of declarations that were sealed at the closed gate and did not count."""
    undone: int = 0
    """The first gate that an umpire's ruling undid. The gates from there to the closed one are undone. It is 0 if
    none is undone.
    """

    @property
    def stopped(self) -> Stop:
        """The stops of the table."""
        stops = Stop(0)
        for name in self.stops:
            stops |= Stop[name]
        return stops

    @property
    def fault(self) -> str:
        """The sentence about the fault that holds the table, or "" if no fault holds it."""
        held = self.stops.get("HELD", "")
        return "" if held == say("stored.held") else held

    def dump(self) -> dict[str, Any]:
        """Return the closing as JSON values, without default values."""
        return self.model_dump(mode="json", exclude_defaults=True)

    @classmethod
    def load(cls, record: object) -> Closing:
        """Parse the result of `dump`. Raises pydantic.ValidationError."""
        return cls.model_validate(record)


def figures(sheet: Sheet) -> dict[str, int]:
    """Return the numbers on a sheet by their labels. If several numbers have one label, the first counts."""
    found: dict[str, int] = {}
    for element in sheet.elements:
        if isinstance(element, Track):
            found.setdefault(element.title, element.at)
        elif isinstance(element, Facts):
            for fact in element.facts:
                if _NUMBER.fullmatch(fact.value.strip()):
                    found.setdefault(fact.label, int(fact.value))
    return found


def stops_named(stops: Stop, held: str) -> dict[StopName, str]:
    """Return the stops of a gate that outlast it. `held` is the sentence why the table is held."""
    named: dict[StopName, str] = {}
    if Stop.UNBEGUN in stops:
        named["UNBEGUN"] = ""
    if Stop.HELD in stops:
        named["HELD"] = held
    return named


@dataclass(frozen=True, slots=True)
class TableCounters:
    """The counters, clocks and bots of a table that a closing keeps. Immutable: each change returns a new value."""

    clocks: Mapping[str, int]
    """The clocks of phases in seconds, if they differ from the game's."""
    bots: Mapping[SeatId, str]
    lent: tuple[SeatId, ...]
    """The seats that the plan or silence gave to a bot, sorted. Their holders can take them back."""
    steps: int = 0
    """How many gates the table has passed together with all others."""
    ran_ms: int = 0
    """The running time up to the open gate: how long the clocks of all earlier gates have run."""
    injects: InjectProgress = NOTHING_YET
    """The progress of the injects."""
    opened: Mapping[str, int] = field(default_factory=dict)
    """How often each phase has opened, if that is counted."""
    missed: Mapping[SeatId, int] = field(default_factory=dict)
    """How many answers in a row each seat has missed, if any. No player ever learns it."""
    over: Finish | None = None
    """The end that an umpire decided."""

    @classmethod
    def at_first(cls, plan: TablePlan) -> TableCounters:
        """Return the counters of a table before its game begins."""
        lent = tuple(sorted({*plan.bots})) if plan.late == "take" else ()
        return cls(plan.clocks, dict.fromkeys(plan.bots, "sensible"), lent)

    @classmethod
    def kept(cls, closing: Closing, plan: TablePlan) -> TableCounters:
        """Return the counters from a closing."""
        found = {each.name: getattr(closing, each.name) for each in fields(cls)}
        return cls(**found | {"clocks": plan.clocks if closing.clocks is None else closing.clocks})

    def as_kept(self, plan: TablePlan) -> dict[str, Any]:
        """Return the fields of a closing. They include the clocks only if an umpire changed any."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        return found | {"clocks": None if self.clocks == plan.clocks else self.clocks}

    def with_missed(self, gate: Gate, phase: Phase) -> TableCounters:
        """Return the counters after the answers of a gate. The count of a silent seat rises by one. The count of a
        seat that answered or has a bot becomes 0.

        A voided answer changes no count.
        """
        missed = dict(self.missed)
        for seat in phase.asked if phase.awaited else ():
            if seat in gate.sealed or seat in self.bots:
                missed.pop(seat, None)
            elif seat not in gate.voided:
                missed[seat] = missed.get(seat, 0) + 1
        return replace(self, missed=missed)
