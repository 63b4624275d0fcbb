"""Orders: the acts that an umpire sent to the arbiter, and the result of each at each table."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import MessageId, TableId


class Fate(Enum):
    """The result of a ruling at a table."""

    WAITING = "waiting"
    DONE = "done"
    REFUSED = "refused"
    UNKNOWN = "unknown"
    """No answer has come and none will, because the link is closed permanently or the time to wait is over."""


@dataclass(slots=True)
class Ruling:
    """An order at one table, and its result there."""

    request: Rule
    wing: str = ""
    """The wing to which the order was sent, or "" if there are no others."""
    fate: Fate = Fate.WAITING
    code: RefusalCode | None = None
    text: str = ""

    @property
    def table(self) -> TableId:
        """The table of the order."""
        return self.request.table


@dataclass(slots=True)
class Order:
    """One act of the umpire, at one table or at many."""

    number: int
    act: Act
    reason: str
    given_ms: int
    rulings: dict[MessageId, Ruling] = field(default_factory=dict)

    def tables(self, fate: Fate) -> tuple[TableId, ...]:
        """Return the tables where the ruling had this result."""
        return tuple(ruling.table for ruling in self.rulings.values() if ruling.fate is fate)

    def wings(self, fate: Fate) -> tuple[str, ...]:
        """Return the wings where the ruling had this result."""
        found = (ruling.wing for ruling in self.rulings.values() if ruling.fate is fate)
        return tuple(dict.fromkeys(found))

    @property
    def settled(self) -> bool:
        """Whether every table has answered."""
        return all(ruling.fate in (Fate.DONE, Fate.REFUSED) for ruling in self.rulings.values())
