"""A real room for browsers: an arbiter and a gateway, each in its own process, and people with other
programs. Everything is on loopback. The output and the logs of the processes are kept for the tests.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from warcouncil.clients.link.base.line import News
from warcouncil.clients.link.base.machine import new_id
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import Address, join
from warcouncil.clients.web.certificate import kept
from warcouncil.protocol.acts.acts import Act, Begin
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import Seen
from warcouncil.protocol.wire.replies import Done, Receipt, Refusal
from warcouncil.protocol.wire.requests import Declare, Look, Request, Rule
from warcouncil.protocol.words import GateNo, SeatId, TableId

from tests.ports import free_pair

COMMAND = [sys.executable, "-m", "warcouncil.clients.commands.cli"]
PATIENCE_SECONDS = 60.0
FIRST_CORPS = re.compile("^infantry to corps I$", re.IGNORECASE)
AGAIN_MS = 450
"""A second press comes no sooner: sooner it would be a double click."""
LOST = (
    "WebSocket connection to",
    "Failed to load resource: net::",
    *(
        f"Failed to load resource: the server responded with a status of {status}"
        for status in (401, 410, 503)
    ),
)
"""Messages of a browser about a line that is cut or refused.

On a busy machine a page changes to plain requests, whose line is gone (410) or whose arbiter does not answer
(503).
"""
T = TypeVar("T")


class Program:
    """One of our programs, running. `log` contains its error output."""

    def __init__(self, log: Path, *words: str) -> None:
        self.log = log
        with log.open("ab") as file:
            self.process = subprocess.Popen(
                [*COMMAND, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=file, text=True
            )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, log.read_text("utf-8")
        self.said: dict[str, Any] = json.loads(line)

    def kill(self) -> None:
        """Kill the program, without a farewell."""
        self.process.kill()
        self._end()

    def stop(self) -> None:
        """Stop it in order, as Ctrl-C and the end of its parent process do."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self._end()

    def _end(self) -> None:
        assert self.process.stdout
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(PATIENCE_SECONDS)
        self.process.stdout.close()


class Other:
    """A person with another program than a browser: a seat, or an umpire at a console."""

    def __init__(self, room: RealRoom, link: Link) -> None:
        self._room = room
        self.link = link
        self.heard: list[News] = []

    def until(self, wanted: Callable[[News], bool]) -> News:
        """Receive messages until one is wanted."""

        async def hear() -> News:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while True:
                    self.heard.append(await self.link.receive())
                    if wanted(self.heard[-1]):
                        return self.heard[-1]

        return self._room.run(hear())

    def next(self, kind: type[T]) -> T:
        """Receive messages until one of a kind comes."""
        found = self.until(lambda news: isinstance(news, kind))
        assert isinstance(found, kind)
        return found

    def ask(self, request: Request) -> News:
        """Send a request, and return its answer."""

        async def send() -> None:
            self.link.send(request)

        self._room.run(send())
        wanted = getattr(request, "id", "")
        return self.until(
            lambda news: isinstance(news, Done | Receipt | Refusal | Seen) and news.id == wanted
        )

    def leave(self) -> None:
        """Send a good-bye, and close the window."""

        async def close() -> None:
            self.link.leave()

        self._room.run(close())
        self._room.links.remove(self.link)

    def rule(self, act: Act, *, table: int = 1, reason: str = "because") -> None:
        """Rule, as an umpire."""
        done = self.ask(Rule(id=new_id(), table=TableId(table), gate=GateNo(0), act=act, reason=reason))
        assert isinstance(done, Done), done

    def declare(self, view: View, answer: Answer) -> None:
        """Seal an answer to the question of a view."""
        done = self.ask(Declare(id=new_id(), gate=view.gate, answer=answer))
        assert isinstance(done, Receipt), done


class RealRoom:
    """An exercise with a gateway before it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "exercise.warcouncil"
        self.certificate = kept(folder, "warcouncil", ["127.0.0.1"], datetime.now(UTC))
        # A killed process comes back at its port, which no other program may take meanwhile.
        self.port, self.web_port = free_pair(), free_pair()
        self.links: list[Link] = []
        self._running: dict[str, Program] = {}
        self._loop = asyncio.SelectorEventLoop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def open(self, *words: str) -> None:
        """Start everything. `words` are those of `host`."""
        self.start_host(*words, "--file", str(self.file))
        self.start_gateway()

    def start_host(self, *words: str) -> None:
        """Start the arbiter at its former address."""
        where = ("--bind", "127.0.0.1", "--port", str(self.port), "--no-wall", "--no-announce", "--json")
        self._running["host"] = Program(self.folder / "host.log", "host", *words, *where)
        self.cards = self._running["host"].said["cards"]

    def resume_host(self) -> None:
        """Resume the exercise at its former address."""
        self.start_host("--resume", str(self.file))

    def start_gateway(self) -> None:
        """Start the gateway at its former address."""
        cert = ("--cert", str(self.certificate.chain), "--key", str(self.certificate.key))
        where = ("--keep", str(self.folder / "browsers"), "--bind", "127.0.0.1", "--port", str(self.web_port))
        words = ("--arbiter", f"127.0.0.1:{self.port}", *cert, *where, "--child")
        self._running["gateway"] = Program(self.folder / "gateway.log", "gateway", *words)

    def kill(self, which: str) -> None:
        """Kill the host or the gateway, without a farewell."""
        self._running.pop(which).kill()

    def stop(self, which: str) -> None:
        """Stop the host or the gateway in order."""
        self._running.pop(which).stop()

    # --- people ---------------------------------------------------------------------------------------------------

    @property
    def origin(self) -> str:
        """The address for browsers."""
        return f"https://127.0.0.1:{self.web_port}"

    def code(self, seat: str, table: int = 1) -> str:
        """Return the code on a card, for a console by its title."""
        return next(
            str(card["code"])
            for card in self.cards
            if seat in (card["seat"], card["title"]) and card["table"] in (table, 0)
        )

    def url(self, seat: str, table: int = 1) -> str:
        """Return the address on a seat's card."""
        return f"{self.origin}/seat/{self.code(seat, table)[:3]}"

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run an action of a person without a browser."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_SECONDS + 5)

    def join(self, seat: str, table: int = 1, *, kind: Kind = Kind.SEAT) -> Other:
        """Join with another program."""
        code = self.code(seat, table)

        async def knock() -> Link:
            return Link(await join(Address("127.0.0.1", self.port), code, kind=kind)).start()

        link = self.run(knock())
        self.links.append(link)
        return Other(self, link)

    def umpire(self) -> Other:
        """Join at a console."""
        return self.join("Umpire", kind=Kind.CONSOLE)

    def close(self) -> None:
        """Disconnect all people."""

        async def leave() -> None:
            for link in self.links:
                link.close()

        self.run(leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_SECONDS)
        self._loop.close()
        for program in reversed([*self._running.values()]):
            program.stop()


class Seat:
    """A person at the army commander's seat of a table, with a browser.

    The game begins when they have joined.
    """

    def __init__(self, page: Any, room: RealRoom, umpire: Other, table: int, seat: str) -> None:
        self.page = page
        self.room = room
        self.umpire = umpire
        self.table = table
        self.seat = seat

    def sit(self) -> None:
        """Join as the card says, and read the briefing."""
        self.page.goto(self.room.url(self.seat, self.table))
        self.page.get_by_role("textbox").fill(self.room.code(self.seat, self.table)[4:])
        self.page.get_by_role("button", name="Join").click()
        self.page.get_by_role("button", name="I am ready").click()
        self.umpire.rule(Begin(), table=self.table)
        self.box().wait_for()
        # Only then does the page know that the game has begun, whatever process is killed next.
        self.page.locator("#question-sealer[aria-disabled=false]").wait_for()

    def box(self) -> Any:
        """Return the box of the number of infantry that go to the first corps."""
        return self.page.get_by_role("spinbutton", name=FIRST_CORPS)

    def seal(self, number: int) -> None:
        """Send this number of infantry to the first corps, and wait until the answer is known to be sealed."""
        self.box().fill(str(number))
        self.page.locator(".question-place-total", has_text=f"after {number}").first.wait_for()
        self.press_seal()

    def press_seal(self) -> None:
        """Press the control that seals, and again when it asks.

        The answer must be filled in, because another one is asked about again.
        """
        seal = self.page.locator("#question-sealer")
        self.page.locator("#question-sealer[aria-disabled=false]").wait_for()
        seal.press("Enter")
        self.page.get_by_role("button", name="Seal:").wait_for()
        self.page.wait_for_timeout(AGAIN_MS)
        seal.press("Enter")
        self.page.locator("[data-state=sealed]").wait_for()

    def held(self) -> Answer | None:
        """Return the seat's sealed answer at the arbiter, through an umpire's look."""
        seen = self.umpire.ask(Look(id=new_id(), table=TableId(self.table), seat=SeatId(self.seat)))
        assert isinstance(seen, Seen)
        return seen.view.sealed


@contextmanager
def real_room(folder: Path, *words: str) -> Iterator[RealRoom]:
    """Open a room, and close it."""
    room = RealRoom(folder)
    try:
        room.open(*words)
        yield room
    finally:
        room.close()
