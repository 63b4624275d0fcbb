"""A closing: what the journal keeps when a gate closes, from which a table can stand up again."""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import Field
from warcouncil.arbiter.core.injects import NOTHING_YET, Unfolded
from warcouncil.arbiter.core.stops import Stop
from warcouncil.arbiter.core.talk import Said
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.sheets import Facts, Sheet, Track
from warcouncil.protocol.views import StoryLine
from warcouncil.protocol.words import Model, SeatId

StopName = Literal["UNBEGUN", "HELD"]
"""The stops that outlast a gate."""
_NUMBER = re.compile(r"-?[0-9]{1,9}")


class Closing(Model):
    """The position, what happened and what was said since the closing before, and how the table stands besides."""

    state: str
    heading: str = ""
    events: tuple[dict[str, Any], ...] = ()
    said: Said | None = None
    record: tuple[StoryLine, ...] = ()
    """What umpires did."""
    decreed: tuple[str, ...] = ()
    """The rulings on every sheet that are new."""
    bots: dict[SeatId, str] = Field(default_factory=dict)
    lent: tuple[SeatId, ...] = ()
    stops: dict[StopName, str] = Field(default_factory=dict)
    """What stops the table, with the reason."""
    clocks: dict[str, int] | None = None
    """The phases' clocks, where an umpire changed any."""
    steps: int = 0
    ran_ms: int = 0
    """The table's running time."""
    injects: Unfolded = NOTHING_YET
    opened: dict[str, int] = Field(default_factory=dict)
    missed: dict[SeatId, int] = Field(default_factory=dict)
    """How many answers a seat has missed in a row, where any."""
    over: Finish | None = None
    """The end that an umpire decided."""
    uncounted: tuple[str, ...] = ()
    """The ids of declarations that were sealed at the gate that closed, and did not count."""
    undone: int = 0
    """The first of the gates, up to the one that closed, that an umpire undid with it; 0: he undid none."""

    @property
    def stopped(self) -> tuple[Stop, dict[Stop, str]]:
        """What stops the table, and the reasons of it."""
        stops = Stop(0)
        for name in self.stops:
            stops |= Stop[name]
        return stops, {Stop[name]: text for name, text in self.stops.items() if text}

    def dump(self) -> dict[str, Any]:
        """Give it as JSON values, without what is as usual."""
        return self.model_dump(mode="json", exclude_defaults=True)

    @classmethod
    def load(cls, record: object) -> Closing:
        """Give what `dump` gave. Raises pydantic.ValidationError."""
        return cls.model_validate(record)


def figures(sheet: Sheet) -> dict[str, int]:
    """Give the numbers on a sheet by their labels, the first of each label."""
    found: dict[str, int] = {}
    for element in sheet.elements:
        if isinstance(element, Track):
            found.setdefault(element.title, element.at)
        elif isinstance(element, Facts):
            for fact in element.facts:
                if _NUMBER.fullmatch(fact.value.strip()):
                    found.setdefault(fact.label, int(fact.value))
    return found


def stops_named(stops: Stop, why: dict[Stop, str]) -> dict[StopName, str]:
    """Give the stops of a gate that outlast it."""
    named: dict[StopName, str] = {}
    if Stop.UNBEGUN in stops:
        named["UNBEGUN"] = ""
    if Stop.HELD in stops:
        named["HELD"] = why[Stop.HELD]
    return named
