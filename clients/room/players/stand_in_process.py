"""The process of stand-ins: plays the seats that umpires handed over. Its orders come on standard input.

`python -P -m warcouncil.clients.room.players.stand_in_process` reads JSON lines: {"sit": {ticket}, "at":
"1/red.army", "kind": "sensible"} and {"rise": "1/red.army"}. It ends when its standard input ends, so it
never outlives the arbiter.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import signal
import sys
import threading
from typing import Any

from warcouncil.clients.link.base.terminal import run as run_loop
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.room.players.player import bots_of, play
from warcouncil.games.kit.dice import Dice

PACE_SECONDS = 1.0
"""How long a stand-in waits before it answers, so that people can follow."""


class PlayingBots:
    """The bots that play now, by the name of their seat."""

    def __init__(self) -> None:
        self._playing: dict[str, asyncio.Task[None]] = {}

    def obey(self, order: dict[str, Any]) -> None:
        """Execute one line of orders."""
        if "rise" in order:
            self._rise(order["rise"])
            return
        self._rise(order["at"])
        ticket = Ticket.model_validate(order["sit"])
        self._playing[order["at"]] = asyncio.create_task(_play(ticket, order["kind"]))

    def close(self) -> None:
        """Stop every bot."""
        for seat in tuple(self._playing):
            self._rise(seat)

    def _rise(self, seat: str) -> None:
        task = self._playing.pop(seat, None)
        if task is not None:
            task.cancel()


async def _play(ticket: Ticket, kind: str) -> None:
    link = Link(ticket, app="stand-in", at_once=True, roams=False).start()
    try:
        await play(link, bots_of(kind, Dice(secrets.token_bytes(32))), pace_seconds=PACE_SECONDS)
    finally:
        link.close()


async def _main() -> None:
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str] = asyncio.Queue()

    def listen() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line)
        loop.call_soon_threadsafe(lines.put_nowait, "")

    threading.Thread(target=listen, daemon=True).start()
    bench = PlayingBots()
    while line := await lines.get():
        bench.obey(json.loads(line))
    bench.close()


def main() -> None:
    """Play until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # A key in the terminal is for the arbiter
    run_loop(_main())


if __name__ == "__main__":
    main()
