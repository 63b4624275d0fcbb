"""ChildStandIns: runs a child process that plays the seats that umpires hand over. For the arbiter it is an
ordinary client.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import suppress
from queue import Empty, Queue

from warcouncil.arbiter.shell.service.stand_ins import BotSeat
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.protocol.words import SeatId, TableId

PARTING_SECONDS = 5.0
"""How long the bots may take to send a good-bye.

Then they are killed, so that the end of the arbiter is not delayed.
"""
LOOK_SECONDS = 1.0
"""How often the child process is checked."""


class ChildStandIns:
    """Runs stand-ins in one child process. The process starts with the first stand-in and is replaced when it
    dies.

    A thread starts the process, writes its orders and checks it. So a process that cannot start, is slow or
    has died delays no table. After it is replaced, its seats get new bots without a new order.
    """

    def __init__(self, *, host: str, port: int, exercise: str, server_key: str) -> None:
        self._ticket = Ticket(
            exercise=exercise, host=host, port=port, server_key=server_key, public="0" * 40, secret="0" * 40
        )
        self._wanted: Queue[tuple[str, str] | None] = Queue()
        """The wanted bots. For each seat, it has the order that starts its bot, or "" for no bot. The item
        None means that all bots must stop.
        """
        self._worker: threading.Thread | None = None
        self._orders: dict[str, str] = {}
        self._child: subprocess.Popen[str] | None = None
        self._given_up = False
        """Set when the caller no longer waits for the end. Then no child is started."""

    def sit(self, berth: BotSeat) -> None:
        """Start a bot. It replaces a former one at the seat."""
        at = _name(berth.table, berth.seat)
        ticket = self._ticket.model_copy(update={"public": berth.public, "secret": berth.secret})
        self._want(at, json.dumps({"sit": ticket.model_dump(), "at": at, "kind": berth.kind}))

    def rise(self, table: TableId, seat: SeatId) -> None:
        """Stop the bot at a seat."""
        self._want(_name(table, seat), "")

    def close(self) -> None:
        """Stop all bots."""
        worker, self._worker = self._worker, None
        if worker is None:
            return
        self._wanted.put(None)
        worker.join(PARTING_SECONDS + LOOK_SECONDS)
        self._given_up = worker.is_alive()
        while worker.is_alive():
            if self._child is not None:
                self._child.kill()  # The child reads no more, so its last order cannot be written
            worker.join(LOOK_SECONDS)

    def _want(self, at: str, order: str) -> None:
        self._wanted.put((at, order))
        if self._worker is None:
            self._worker = threading.Thread(target=self._work, name="stand-ins", daemon=True)
            self._worker.start()

    # --- in the thread ----------------------------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            try:
                wanted = self._wanted.get(timeout=LOOK_SECONDS)
            except Empty:
                self._look()
                continue
            if wanted is None:
                self._part()
                return
            self._seat(*wanted)

    def _seat(self, at: str, order: str) -> None:
        if order:
            self._orders[at] = order
        elif self._orders.pop(at, None) is None:
            return
        if self._lives:
            with suppress(OSError):  # It has died since then, and the next check will find that
                self._write(order or json.dumps({"rise": at}))
        else:
            self._look()

    @property
    def _lives(self) -> bool:
        return self._child is not None and self._child.poll() is None

    def _look(self) -> None:
        if self._orders and not self._lives and not self._given_up:
            self._start()

    def _start(self) -> None:
        """Start a child and send it the orders of all present bots.

        If that fails, the next check tries again.
        """
        self._part()
        with suppress(OSError):
            self._child = subprocess.Popen(
                [sys.executable, "-P", "-m", "warcouncil.clients.room.players.stand_in_process"],
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

    def _part(self) -> None:
        """Allow the bots to send good-byes, then end the child."""
        if self._child is None:
            return
        assert self._child.stdin is not None
        with suppress(OSError):
            self._child.stdin.close()
        try:
            self._child.wait(PARTING_SECONDS)
        except subprocess.TimeoutExpired:  # Its good-byes wait for an arbiter that reads no more
            self._child.kill()
            self._child.wait()
        self._child = None


def _name(table: TableId, seat: SeatId) -> str:
    return f"{table}/{seat}"
