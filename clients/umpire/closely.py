"""A table or a seat that is watched closely: all that was said and done there, or exactly what a seat has."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.protocol.consoles import Room
from warcouncil.protocol.sheets import Sheet
from warcouncil.protocol.views import ChannelView, Deal, Spoken, StoryLine, View
from warcouncil.protocol.words import MessageId, SeatId, TableId


class RoomBook:
    """All that was said and done at the table that is watched, put together from its pieces."""

    __slots__ = ("_deals", "_lines", "channels", "rulings", "sheet", "story", "table")

    def __init__(self, room: Room) -> None:
        self.table = room.table
        self.sheet: Sheet = room.sheet
        self.channels: tuple[ChannelView, ...] = ()
        self.story: list[StoryLine] = []
        self.rulings: list[StoryLine] = []
        self._lines: dict[tuple[str, int], Spoken] = {}
        self._deals: dict[int, Deal] = {}
        self.take(room)

    def take(self, room: Room) -> None:
        """Add a piece."""
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
