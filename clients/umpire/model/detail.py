"""Detailed data of one table."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import ChannelView, Deal, RecordLine, Spoken, StoryLine, View
from warcouncil.protocol.wire.consoles import InjectList, Room
from warcouncil.protocol.words import MessageId, SeatId, TableId


@dataclass(frozen=True, slots=True)
class ToCome:
    """The injects of a table, as received at `heard_ms`."""

    told: InjectList
    heard_ms: int

    def ran_ms(self, now_ms: int) -> int:
        """Return the running time of the table now."""
        return self.told.ran_ms + min(max(0, now_ms - self.heard_ms), self.told.runs_ms)

    def stopped(self, now_ms: int) -> ToCome:
        """Return a copy with the running time stopped, for use while the link is down."""
        return ToCome(self.told.model_copy(update={"ran_ms": self.ran_ms(now_ms), "runs_ms": 0}), now_ms)


class RoomBook:
    """All talk and acts at the table that is followed, combined from the pieces that came."""

    __slots__ = ("_deals", "_lines", "channels", "injects", "rulings", "sheet", "story", "table")

    def __init__(self, room: Room, now_ms: int = 0) -> None:
        self.table = room.table
        self.sheet: Sheet = room.sheet
        self.channels: tuple[ChannelView, ...] = ()
        self.story: list[StoryLine] = []
        self.rulings: list[RecordLine] = []
        self._lines: dict[tuple[str, int], Spoken] = {}
        self._deals: dict[int, Deal] = {}
        self.injects: ToCome | None = None
        """The injects of the table, if it has any."""
        self.take(room, now_ms)

    def take(self, room: Room, now_ms: int = 0) -> None:
        """Add a piece of the data."""
        if room.injects is not None:
            self.injects = ToCome(room.injects, now_ms)
        self.sheet = room.sheet
        self.channels = room.channels
        self.story += room.story
        self.rulings += room.rulings
        self._lines |= {(line.channel, line.n): line for line in room.lines}
        self._deals |= {deal.number: deal for deal in room.deals}

    @property
    def lines(self) -> tuple[Spoken, ...]:
        """Every line spoken, in the order in which it was received."""
        return tuple(self._lines.values())

    @property
    def deals(self) -> tuple[Deal, ...]:
        """Every proposal in its present state."""
        return tuple(self._deals.values())


@dataclass(slots=True)
class Looking:
    """A look at a seat, or at the full truth of a table. It has the request, the received view, and when the
    view came.
    """

    table: TableId
    seat: SeatId
    id: MessageId
    asked_at: tuple[object, ...]
    view: View | None = None
    heard_ms: int = 0
    refused: str = ""
    waits: bool = True
    """Whether the look has not been answered yet."""

    def left_ms(self, now_ms: int) -> int:
        """Return the time left on the clock of the view."""
        clock = self.view and self.view.clock
        return clock.left_at(self.heard_ms, now_ms) if clock else 0
