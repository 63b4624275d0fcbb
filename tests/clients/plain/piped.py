"""A seat in plain lines whose input and output are real pipes, at a real core in virtual time.

The others answer at random.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TextIO

from warcouncil.clients.link.base.line import Line, LinkChange, LinkState
from warcouncil.clients.plain.base.running import Running, stdout_writer
from warcouncil.clients.plain.base.teller import spoken
from warcouncil.clients.plain.seat.seat import PlainSeat
from warcouncil.clients.plain.seat.text_lines import END
from warcouncil.clients.seat.model.kept_files import KeptFiles
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.table.answers import applies
from warcouncil.protocol.table.forms import Answer, Choice, Count, Form, Option, Pick, Rank, Sort, Words
from warcouncil.protocol.wire.replies import Reply
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.words import MessageId

from tests.arbiter.core.harness import Person, Room

UP = LinkChange(LinkState.UP)


class SeatLine(Line):
    """A link from one seat straight into the core.

    The other asked seats answer at once. With `quiet` they do not answer while this seat is asked too.
    """

    def __init__(self, room: Room, seat: str, *, quiet: bool = False) -> None:
        self.room = room
        self.seat = seat
        self.person: Person = room.sit(seat)
        self.others = {name: room.sit(name) for name in room.table.seats if name != seat}
        self._quiet = quiet
        self.news: asyncio.Queue[Reply | LinkChange] = asyncio.Queue()
        self.sent: list[Request] = []
        self._heard = 0
        self.cut = False
        self.news.put_nowait(UP)
        self.move_on()

    def move_on(self) -> None:
        """Answer for all other seats as long as this seat is not asked, and deliver the results."""
        table = self.room.table
        for _ in range(500):
            if not isinstance(table.phase, Phase) or (self._quiet and self.seat in table.phase.asked):
                break
            gate = table.gate
            for name in table.phase.asked:
                if name in self.others and table.gate == gate and name not in table.sealed:
                    form = table.game.form(table.state, name)
                    dice = Dice(b"at random at pipes", str(gate), name)
                    self.room.declare(self.others[name], fill(form, dice))
            if table.gate == gate:
                break
        self.drain()

    def drain(self) -> None:
        """Deliver the messages that have reached this seat."""
        for reply in self.person.replies[self._heard :]:
            self.news.put_nowait(reply.body)
        self._heard = len(self.person.replies)

    def send(self, body: Request) -> None:
        """Handle a request in the core at once."""
        self.sent.append(body)
        if self.cut:
            return
        self.room.ask(self.person, body)
        self.room.settle()
        self.move_on()

    def again(self) -> None:
        """Raise an error: no test here seeks the arbiter again."""
        raise NotImplementedError

    async def receive(self) -> Reply | LinkChange:
        """Return the next news."""
        return await self.news.get()

    def lose(self) -> None:
        """Cut the link."""
        self.cut = True
        self.news.put_nowait(LinkChange(LinkState.DOWN, "The link to the arbiter is lost."))

    def mend(self) -> None:
        """Reconnect: send hello again, and repeat each request without an answer, as a link does."""
        self.cut, self._heard = False, 0
        self.person = self.room.greet(self.person.key, route=f"again-{len(self.room.people)}")
        self.news.put_nowait(UP)
        self.drain()
        for request in self.sent[-1:]:
            self.send(request)


class Piped:
    """A plain seat that runs, and the two pipes to it."""

    def __init__(
        self,
        game: str,
        seat: str,
        options: Mapping[str, Any] | None = None,
        *,
        quiet: bool = False,
        keeping: KeptFiles | None = None,
    ) -> None:
        self.room = Room(game, options)
        self.line = SeatLine(self.room, seat, quiet=quiet)
        numbers = iter(range(1, 100_000))
        self.client = PlainSeat(lambda: MessageId(f"{next(numbers):032x}"), keeping=keeping)
        (self._in_read, self._in_write), (out_read, out_write) = os.pipe(), os.pipe()
        self._out: TextIO = os.fdopen(out_write, "w", encoding="utf-8")
        self._lines: TextIO = os.fdopen(out_read, "r", encoding="utf-8")
        self.read: list[str] = []
        """All that was printed so far."""
        self._task: asyncio.Task[int] | None = None

    async def __aenter__(self) -> Piped:
        """Start it."""
        running = Running(
            self.line,
            self.client,
            now_ms=lambda: self.room.at,
            read=lambda: os.read(self._in_read, 4096),
            write=stdout_writer(self._out),
        )
        self._task = asyncio.create_task(running.run())
        self._task.add_done_callback(lambda _: self._out.close())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close both pipes."""
        assert self._task is not None
        if self._in_write >= 0:
            os.close(self._in_write)
        with suppress(asyncio.CancelledError):
            await self._task
        self._lines.close()
        os.close(self._in_read)

    def type(self, *lines: str) -> None:
        """Type lines."""
        self.type_bytes("".join(f"{line}\n" for line in lines).encode())

    def type_bytes(self, data: bytes) -> None:
        """Write bytes to the input, as they are."""
        while data:
            data = data[os.write(self._in_write, data) :]

    def end_input(self) -> None:
        """Close the input."""
        os.close(self._in_write)
        self._in_write = -1

    def interrupt(self) -> None:
        """Press Ctrl+C: cancel the running task."""
        assert self._task is not None
        self._task.cancel()

    async def until(self, wanted: Callable[[str], bool] | str) -> str:
        """Read lines until one is wanted: by its beginning, or by a predicate. Fails at the end of all lines."""
        while True:
            line = await asyncio.to_thread(self._lines.readline)
            assert line, f"no such line; the last were {self.read[-8:]}"
            self.read.append(line.rstrip("\n"))
            if self.read[-1].startswith(wanted) if isinstance(wanted, str) else wanted(self.read[-1]):
                return self.read[-1]

    async def end(self) -> int:
        """Read the rest, and return the exit status."""
        while line := await asyncio.to_thread(self._lines.readline):
            self.read.append(line.rstrip("\n"))
        assert self._task is not None
        return await self._task


def typed_lines(form: Form, answer: Answer) -> list[str]:
    """Return the lines that a person types for an answer."""
    lines: list[str] = []
    asked = [field for field in form.fields if applies(field.when, answer)]
    for field in asked:
        value = answer[field.name]
        match field:
            case Choice():
                lines.append(_code(field.options, str(value)))
            case Pick() | Rank():
                assert isinstance(value, tuple | list)
                lines.append(" ".join(_code(field.options, each) for each in value) or "none")
            case Count():
                lines.append(str(value))
            case Words():
                lines += str(value).split("\n") if value else ["-"]
                lines += [END] * (field.lines and bool(value))
            case Sort():
                assert isinstance(value, dict)
                lines += _moves(field, value)
    return [*lines, "/seal"] if len(asked) > 1 else lines


def _moves(field: Sort, moves: dict[str, dict[str, int]]) -> list[str]:
    letters = {place.name: "abcdefghijklmnopqrstuvwxyz"[at] for at, place in enumerate(field.places)}
    lines = [
        f"{at} {letters[place]} {number}"
        for at, thing in enumerate(field.things, 1)
        for place, number in moves.get(thing.name, {}).items()
    ]
    return [*lines, "/seal"]


def _code(options: tuple[Option, ...], value: str) -> str:
    at = next(number for number, option in enumerate(options) if option.value == value)
    return options[at].key or str(at + 1)


async def play_to_the_end(piped: Piped) -> int:
    """Answer every question by hand until the game is over. Return the number of questions."""
    answered = 0
    while True:
        line = await piped.until(lambda line: line.startswith("over:") or line.endswith(" >"))
        if line.startswith("over:"):
            return answered
        piped.type("/form")
        form = Form.model_validate_json(await piped.until("{"))
        gate = piped.room.table.gate
        answer = fill(form, Dice(b"a hand at the pipes", str(gate)))
        lines = typed_lines(form, answer)
        for each in lines[:-1]:
            piped.type(f"{gate}: {each}")
            await piped.until(lambda line: line.endswith(" >"))
        piped.type(f"{gate}: {lines[-1]}")
        sealed = await piped.until("SEALED: ")
        expected = spoken(f"SEALED: {answer_words(form, answer)}").rstrip(".")
        assert sealed.startswith(expected), (answer, lines, piped.read[-14:])
        answered += 1
