"""A seat in plain lines at a real core in virtual time, without pipes. Typed lines are read at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from warcouncil.clients.plain.seat.seat import PlainSeat
from warcouncil.clients.seat.model.kept_files import KeptFiles
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.words import MessageId

from tests.arbiter.core.harness import Room
from tests.clients.plain.piped import SeatLine


def _first(_welcome: Welcome, _sheet: Sheet, form: Form) -> Answer:
    """Suggest an answer that can be sealed."""
    return fill(form, Dice(b"a hint"))


class Sitting:
    """A person at a plain seat."""

    def __init__(
        self,
        game: str = "kartenspiel",
        seat: str = "red.corps.1",
        options: Mapping[str, Any] | None = None,
        *,
        guarded: bool = False,
        quiet: bool = False,
        exercise: Mapping[str, Any] | None = None,
        keeping: KeptFiles | None = None,
    ) -> None:
        self.room = Room(game, options, exercise=exercise)
        self.line = SeatLine(self.room, seat, quiet=quiet)
        numbers = iter(range(1, 100_000))
        self.client = PlainSeat(
            lambda: MessageId(f"{next(numbers):032x}"),
            guarded=guarded,
            suggest=_first,
            keeping=keeping,
        )
        self.said = [*self.hear(), *self.hear()]
        """The lines after joining: the question, and the requested briefing."""

    def hear(self) -> list[str]:
        """Process all messages that have come. Return the output since the last call."""
        self.line.drain()
        while not self.line.news.empty():
            self.client.feed(self.line.news.get_nowait(), self.room.at)
        self.client.tick(self.room.at)
        for request in self.client.requests:
            self.line.send(request)
        self.client.requests = []
        said, self.client.lines = self.client.lines, []
        return said

    def type(self, text: str) -> list[str]:
        """Type a line. Return all output that follows."""
        self.client.typed(text, self.room.at)
        return [*self.hear(), *self.hear()]

    def wait(self, ms: int) -> list[str]:
        """Advance the time at the arbiter and at the seat, by a fifth of a second at a time, and return the lines."""
        said: list[str] = []
        for _ in range(0, ms, 200):
            self.room.wait(200)
            said += self.hear()
        return said
