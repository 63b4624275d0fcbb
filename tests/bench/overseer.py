"""The umpire of a large event: `python -m tests.bench.overseer IN OUT` is the whole console, on the terminal
in which it is started. It is the product's app with its wall, linked to every arbiter. Through the two
descriptors it reads its order, one line of JSON, then a word on each line, and answers each with one line.
All times are seconds of the system's monotonic clock.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from warcouncil.clients.link.base.line import Line, News
from warcouncil.clients.link.base.links import Links
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.plain.seat.answering import Answering
from warcouncil.clients.umpire.acts.act_target import pause_or_not
from warcouncil.clients.umpire.model.orders import Fate
from warcouncil.clients.umpire.screens.app import UmpireApp
from warcouncil.clients.widgets.window.shown import shown
from warcouncil.protocol.acts import acts
from warcouncil.protocol.wire.consoles import TableStatus

PATIENCE_SECONDS = 120.0
KEY_SECONDS = 0.05
"""The time between two presses of a key, apart from waits."""
ORDER_SECONDS = 30.0
"""The longest wait for an order."""
REASON = "measured"


class NotedLinks(Links):
    """Links that note down when each change of a table was handed to the console, at which gate, and who had sealed then."""

    def __init__(self, lines: Mapping[str, Line]) -> None:
        super().__init__(lines)
        self.glances: list[tuple[float, int, int, list[str]]] = []

    async def receive(self) -> tuple[str, News]:
        """Wait for what comes next from any of them."""
        wing, news = await super().receive()
        if isinstance(news, TableStatus):
            sealed = [str(seat.seat) for seat in news.seats if seat.sealed]
            self.glances.append((time.monotonic(), news.table, news.gate, sealed))
        return wing, news


class NotedConsole(UmpireApp):
    """A console that records the time of its drawing, and the wait after each press of a key."""

    CSS_PATH = str(Path(inspect.getfile(UmpireApp)).with_name("umpire.tcss"))

    def __init__(self, links: NotedLinks) -> None:
        super().__init__(links, fill=Answering)
        self.noted = links
        self.draws: list[float] = []
        self.waits: list[float] = []

    def redraw(self) -> None:
        """Draw what has changed."""
        begun = time.monotonic()
        super().redraw()
        self.draws.append(time.monotonic() - begun)

    async def wait_for_keys(self) -> None:
        """Note down, again and again, how late the loop comes to what is due."""
        while True:
            due = time.monotonic() + KEY_SECONDS
            await asyncio.sleep(KEY_SECONDS)
            self.waits.append(time.monotonic() - due)

    async def knows(self, tables: int) -> None:
        """Wait until the wall has this number of tables."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(self.console_model.board.tables) < tables:
                await asyncio.sleep(0.005)

    async def pause_or_go_on(self) -> dict[str, object]:
        """Press P and Enter. Return the time until every arbiter had answered for every table, and the results."""
        console, begun = self.console_model, time.monotonic()
        board = console.board
        aimed = pause_or_not(board, tuple(board.tables))
        act = acts.Pause() if aimed.kind is acts.Pause else acts.Resume()
        console.give(act, aimed.touched(board), REASON)
        order = board.orders[-1]
        with suppress(TimeoutError):
            async with asyncio.timeout(ORDER_SECONDS):
                while order.tables(Fate.WAITING):
                    await asyncio.sleep(0.002)
        return {
            "seconds": time.monotonic() - begun,
            "act": order.act.act,
            "done": len(order.tables(Fate.DONE)),
            "tables": len(order.rulings),
        }

    def clear(self) -> None:
        """Forget what was noted down."""
        for noted in (self.noted.glances, self.draws, self.waits):
            noted.clear()


async def _serve(order: dict[str, Any], lines: Iterator[str], answer: Any) -> None:
    links = {
        name: Link(Ticket.model_validate(ticket), app="bench", at_once=True).start()
        for name, ticket in order["tickets"].items()
    }
    app = NotedConsole(NotedLinks(links))
    showing = asyncio.create_task(shown(app, lambda: None))
    keys = asyncio.create_task(app.wait_for_keys())
    begun = time.monotonic()
    await app.knows(order["tables"])
    answer({"seconds": time.monotonic() - begun})
    while line := await asyncio.to_thread(next, lines, ""):
        match json.loads(line)["do"]:
            case "clear":
                app.clear()
                answer({})
            case "book":
                answer({"glances": app.noted.glances, "draws": app.draws, "waits": app.waits})
            case "pause or go on":
                answer(await app.pause_or_go_on())
            case other:
                raise ValueError(other)
    keys.cancel()
    app.exit()
    await showing
    for link in links.values():
        link.leave()


if __name__ == "__main__":
    heard, told = (os.fdopen(int(number), mode) for number, mode in zip(sys.argv[1:], "rw", strict=True))

    def _answer(words: object) -> None:
        told.write(json.dumps(words) + "\n")
        told.flush()

    asyncio.run(_serve(json.loads(heard.readline()), iter(heard.readline, ""), _answer))
