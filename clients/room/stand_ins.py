"""Stand-ins for an arbiter: a child process plays the seats that umpires hand over, as an ordinary client."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress

from warcouncil.arbiter.shell.standins import Berth
from warcouncil.clients.link.keyring import Ticket
from warcouncil.protocol.words import SeatId, TableId

PARTING_SECONDS = 5.0
"""The bots have so long to say good-bye; then they are ended, so that whoever stops the arbiter never waits for them."""


class ChildStandIns:
    """Runs stand-ins in one child process, which starts with the first of them and is replaced when it dies."""

    def __init__(self, *, host: str, port: int, exercise: str, server_key: str) -> None:
        self._ticket = Ticket(
            exercise=exercise, host=host, port=port, server_key=server_key, public="0" * 40, secret="0" * 40
        )
        self._orders: dict[str, str] = {}
        self._child: subprocess.Popen[str] | None = None

    def sit(self, berth: Berth) -> None:
        """Start a bot, in place of a former one at the seat."""
        at = _name(berth.table, berth.seat)
        ticket = self._ticket.model_copy(update={"public": berth.public, "secret": berth.secret})
        order = {"sit": ticket.model_dump(), "at": at, "kind": berth.kind}
        self._orders[at] = json.dumps(order)
        self._tell(self._orders[at])

    def rise(self, table: TableId, seat: SeatId) -> None:
        """Stop the bot at a seat."""
        at = _name(table, seat)
        if self._orders.pop(at, None) is not None:
            self._tell(json.dumps({"rise": at}))

    def close(self) -> None:
        """Stop them all."""
        if self._child is not None:
            assert self._child.stdin is not None
            with suppress(OSError):
                self._child.stdin.close()
            try:
                self._child.wait(PARTING_SECONDS)
            except subprocess.TimeoutExpired:  # its good-byes wait for somebody who reads no more
                self._child.kill()
                self._child.wait()
            self._child = None

    def _tell(self, order: str) -> None:
        if self._child is None or self._child.poll() is not None:
            self._start()
            return
        try:
            self._write(order)
        except OSError:
            self._start()

    def _start(self) -> None:
        """Start a child and seat all that sit now."""
        self.close()
        self._child = subprocess.Popen(
            [sys.executable, "-P", "-m", "warcouncil.clients.room.stand_in_process"],
            stdin=subprocess.PIPE,
            text=True,
        )
        for order in self._orders.values():
            self._write(order)

    def _write(self, order: str) -> None:
        assert self._child is not None
        assert self._child.stdin is not None
        self._child.stdin.write(order + "\n")
        self._child.stdin.flush()


def _name(table: TableId, seat: SeatId) -> str:
    return f"{table}/{seat}"
