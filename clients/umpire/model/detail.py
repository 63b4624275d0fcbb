"""One table in detail."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import ChannelView, Deal, Spoken, StoryLine, View
from warcouncil.protocol.wire.consoles import InjectList, Room
from warcouncil.protocol.words import MessageId, SeatId, TableId


@dataclass(frozen=True, slots=True)
class ToCome:
    """The injects of a table, as they were heard of at `heard_ms`."""

    told: InjectList
    heard_ms: int

    def ran_ms(self, now_ms: int) -> int:
        """Give the table's running time now."""
        return self.told.ran_ms + min(max(0, now_ms - self.heard_ms), self.told.runs_ms)

    def stopped(self, now_ms: int) -> ToCome:
        """Give them with the running time standing, as while the link is down."""
        return ToCome(self.told.model_copy(update={"ran_ms": self.ran_ms(now_ms), "runs_ms": 0}), now_ms)


class RoomBook:
    """All that was said and done at the table that is watched, put together from its pieces."""

    __slots__ = ("_deals", "_lines", "channels", "injects", "rulings", "sheet", "story", "table")

    def __init__(self, room: Room, now_ms: int = 0) -> None:
        self.table = room.table
        self.sheet: Sheet = room.sheet
        self.channels: tuple[ChannelView, ...] = ()
        self.story: list[StoryLine] = []
        self.rulings: list[StoryLine] = []
        self._lines: dict[tuple[str, int], Spoken] = {}
        self._deals: dict[int, Deal] = {}
        self.injects: ToCome | None = None
        """The injects of the table, as far as it has any."""
        self.take(room, now_ms)

    def take(self, room: Room, now_ms: int = 0) -> None:
        """Add a piece."""
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
        """Every line spoken, in the order it was heard."""
        return tuple(self._lines.values())

    @property
    def deals(self) -> tuple[Deal, ...]:
        """Every proposal, as it stands."""
        return tuple(self._deals.values())


@dataclass(slots=True)
class Looking:
    """The seat that is looked at (none: all that is so at a table): what was asked for, and what it saw when."""

    table: TableId
    seat: SeatId
    id: MessageId
    asked_at: tuple[object, ...]
    view: View | None = None
    heard_ms: int = 0
    refused: str = ""
    waits: bool = True
    """Whether it has not been answered."""

    def left_ms(self, now_ms: int) -> int:
        """Give what is left of the clock in the view."""
        clock = self.view and self.view.clock
        return clock.left_at(self.heard_ms, now_ms) if clock else 0
