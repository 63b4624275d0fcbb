"""Links: connections (`Line`) to several arbiters, used like one. Each item names the wing that it comes from
or goes to.

Each connection keeps its own order. At most one item of each is read before the caller needs it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Mapping

from warcouncil.clients.link.base.line import Line, News
from warcouncil.protocol.wire.requests import Request, Watch
from warcouncil.protocol.words import TableId

BETWEEN = " · "
"""The separator between an event's name and a wing's in the name of the wing's exercise."""
ONE = ""
"""The name of the connection if there is only one."""


class Links:
    """Connections (`Line`) by the names of their wings."""

    def __init__(self, lines: Mapping[str, Line]) -> None:
        self._lines = dict(lines)
        self._hearing: dict[str, asyncio.Future[News]] = {}
        self._heard: deque[tuple[str, News]] = deque()
        self._follows = ONE
        """The wing whose table is followed now, or was followed last."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the wings, in order."""
        return tuple(self._lines)

    def __getitem__(self, wing: str) -> Line:
        """Return the connection to a wing."""
        return self._lines[wing]

    def send(self, wing: str, body: Request) -> None:
        """Send a request to a wing. Only one table is followed at a time, over all wings."""
        if isinstance(body, Watch):
            before = self._follows if self._follows in self._lines else wing
            wing, self._follows = (wing, wing) if body.table else (before, before)
            if before != wing:
                self._lines[before].send(Watch(table=TableId(0)))
        self._lines[wing].send(body)

    def again(self) -> None:
        """Look again for the arbiters whose exercise was ended."""
        for line in self._lines.values():
            line.again()

    async def receive(self) -> tuple[str, News]:
        """Wait for the next news item of any connection. A busy connection does not delay the others."""
        if len(self._lines) == 1:
            (name, line), *_ = self._lines.items()
            return name, await line.receive()
        while not self._heard:
            for name, line in self._lines.items():
                if name not in self._hearing:
                    self._hearing[name] = asyncio.ensure_future(line.receive())
            await asyncio.wait(self._hearing.values(), return_when=asyncio.FIRST_COMPLETED)
            for name in [name for name, coming in self._hearing.items() if coming.done()]:
                self._heard.append((name, self._hearing.pop(name).result()))
        return self._heard.popleft()


def event_name(exercises: Iterable[str]) -> str:
    """Return the name of an event from the names of its exercises. It is the part that they share, or else
    all names.
    """
    names = [*dict.fromkeys(name for name in exercises if name)]
    events = {name.rpartition(BETWEEN)[0] for name in names}
    return events.pop() if len(names) > 1 and len(events) == 1 and "" not in events else " + ".join(names)


def links_of(lines: Line | Links) -> Links:
    """Return the connections as Links, even if there is only one."""
    return lines if isinstance(lines, Links) else Links({ONE: lines})
