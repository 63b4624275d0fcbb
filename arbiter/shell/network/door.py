"""The door's side of joining. A client has one guess for each knock. Every answer is sent in a fixed time slot, and
in a rush all addresses get their turn.

A client that cannot prove a code learns nothing about it, not even whether it exists. Its attempts do not harm the
owner of the code. The journal records an admission before the client is informed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, assert_never

from pydantic import ValidationError
from warcouncil.arbiter.core.words.stimuli import CodeCard
from warcouncil.arbiter.shell.base.codes import Decoys
from warcouncil.arbiter.shell.base.rate_limit import Bucket
from warcouncil.arbiter.shell.network.door_queue import DoorQueue, Waiting
from warcouncil.arbiter.shell.network.sockets import Incoming
from warcouncil.arbiter.shell.network.spake import exchange
from warcouncil.arbiter.shell.network.wrong_codes import WrongCodes
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.proofs.doors import (
    DOOR_BYTES,
    KINDS,
    Admit,
    Kind,
    Knock,
    Proof,
    Reveal,
    ToDoor,
    ToKnocker,
    Turned,
    TurnedAway,
)
from warcouncil.protocol.wire.wire import pad

SLOT_SECONDS = 0.25
"""How long after the door takes a message its answer is sent. It is always the same, so that the time reveals nothing
about a code."""
TURN_SECONDS = 0.003
"""How long the door rests after each message, so that a rush takes little time from the players."""
ASIDES_PER_SECOND, ASIDES_AT_ONCE = 60.0, 60
"""How many answers the door sends to invalid messages and to messages for which it has no room."""
PATIENCE_SECONDS = 10.0
"""How long a knock waits for its proof. A proof that arrived in time may wait longer for its turn."""
GRACE_SECONDS = 10.0
TELL_SECONDS = 10.0
"""The shortest time between two reports of guesses to the umpires."""
GUESTS_MAX = 8192

TEXTS = {
    Turned.WRONG_CODE: "That code is not right. Read it again from the card.",
    Turned.WRONG_KIND: "That card is for another program.",
    Turned.DRIVEN: "Another player is at that seat. If it is your seat, ask the umpire.",
    Turned.BUSY: "Many players are joining. Try again in a moment.",
    Turned.MALFORMED: "The host did not understand. Install the same version of warcouncil on both machines.",
    Turned.WRONG_VERSION: "The host runs another version of warcouncil. Install the same version here.",
}


KIND_TEXTS = {
    Kind.SEAT: "This card is for a seat. Use it with `warcouncil join`.",
    Kind.CONSOLE: "This card is for a console. Use it with `warcouncil umpire` or `warcouncil rule`.",
    Kind.PROJECTOR: "This card is for the projector. Use it with `warcouncil display`.",
}
"""The answer to a client that has a valid card but is the wrong program."""


class CodeBook(Protocol):
    """The part of the exercise that the door uses."""

    @property
    def name(self) -> str:
        """The exercise's name."""

    def code(self, plate: str) -> CodeCard | None:
        """Return the code with a plate, and its role and seat. Return None if there is none."""

    def card(self, plate: str) -> CodeCard | Turned:
        """Return what the code of a plate admits to now, or why it admits no client."""


@dataclass(frozen=True, slots=True)
class _Guest:
    """A client that has knocked and may send one proof."""

    key: str
    plate: str
    shared: bytes
    until: float


class Door:
    """Answers knocks and proofs.

    `send(route, data)` sends one padded frame. `admit(key, card, address)` admits a key, durably. It returns False if
    that could not be recorded. `guessed(wrong)` reports to the umpires how many wrong codes came from each address,
    if they were more than typing errors.
    """

    def __init__(
        self,
        codes: CodeBook,
        server_key: str,
        *,
        send: Callable[[bytes, bytes], None],
        admit: Callable[[str, CodeCard, str], bool],
        guessed: Callable[[dict[str, int]], None],
    ) -> None:
        self._codes = codes
        self._server_key = server_key
        self._send = send
        self._admit = admit
        self._guessed = guessed
        self._loop = asyncio.get_running_loop()
        self._guests: dict[bytes, _Guest] = {}
        self._queue: DoorQueue[Incoming] = DoorQueue()
        self._guesses = WrongCodes()
        self._decoys = Decoys()
        self._asides = Bucket(ASIDES_PER_SECOND, ASIDES_AT_ONCE)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="door")
        self._came = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None
        self._answers: set[asyncio.TimerHandle] = set()
        self._telling: asyncio.TimerHandle | None = None
        self.turned_away = 0

    def open_to(self, incoming: Incoming) -> None:
        """Queue a message for its turn. Its answer follows in its time slot."""
        if self._serving is None:
            self._serving = self._loop.create_task(self._serve())
            self._serving.add_done_callback(self._served)
        now = self._loop.time()
        waiting = Waiting(incoming.route, incoming.address, now, incoming)
        if self._queue.add(waiting, known=incoming.route in self._guests):
            self._came.set()
        elif not self._queue.waits(incoming.route, incoming.address) and self._asides.take(now):
            self._answer(incoming.route, _turned(Turned.BUSY), now)

    def close(self) -> None:
        """Stop answering."""
        if self._serving is not None:
            self._serving.cancel()
        for timer in (*self._answers, self._telling):
            if timer is not None:
                timer.cancel()
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def _serve(self) -> None:
        """Process the messages one after the other, each at its turn."""
        while True:
            self._came.clear()
            now = self._loop.time()
            waiting = self._queue.take(now)
            if waiting is None:
                due = self._queue.due(now)
                with suppress(TimeoutError):
                    async with asyncio.timeout(None if due is None else max(TURN_SECONDS, due - now)):
                        await self._came.wait()
                continue
            answer = await self._reply(waiting, now)
            if answer is not None:
                self._answer(waiting.route, answer, now)
            await asyncio.sleep(TURN_SECONDS)

    def _served(self, serving: asyncio.Task[None]) -> None:
        """Report an unexpected error of the door like any other error."""
        if not serving.cancelled():
            self._loop.call_exception_handler(
                {"message": "the door failed", "exception": serving.exception()}
            )

    def _answer(self, route: bytes, answer: Reveal | Admit | TurnedAway, taken_up: float) -> None:
        """Send an answer in its time slot."""
        if isinstance(answer, TurnedAway):
            self.turned_away += 1
        frame = pad(ToKnocker(body=answer).model_dump_json().encode(), (DOOR_BYTES,))

        def leave() -> None:
            self._answers.discard(timer)
            self._send(route, frame)

        timer = self._loop.call_at(taken_up + SLOT_SECONDS, leave)
        self._answers.add(timer)

    async def _reply(self, waiting: Waiting[Incoming], now: float) -> Reveal | Admit | TurnedAway | None:
        body = read(waiting.what.data)
        match body:
            case Knock():
                return await self._knocked(waiting.what, body, now)
            case Proof():
                return self._proved(waiting, body, now)
            case Turned():
                return _turned(body) if self._asides.take(now) else None
            case _ as never:
                assert_never(never)

    async def _knocked(self, incoming: Incoming, knock: Knock, now: float) -> Reveal | TurnedAway:
        if knock.key != incoming.key:
            return _turned(Turned.MALFORMED)
        known, nobodys = self._codes.code(knock.plate), self._decoys.give(knock.plate)
        code = nobodys if known is None else known.code
        made = await self._loop.run_in_executor(self._worker, exchange, code, knock.plate, knock.element)
        if made is None:
            return _turned(Turned.MALFORMED)
        element, shared = made
        self._forget(now)
        self._guests.pop(incoming.route, None)
        until = now + SLOT_SECONDS + PATIENCE_SECONDS
        self._guests[incoming.route] = _Guest(knock.key, knock.plate, shared, until)
        return Reveal(element=element.hex(), server_key=self._server_key)

    def _proved(self, waiting: Waiting[Incoming], proof: Proof, now: float) -> Admit | TurnedAway | None:
        guest = self._guests.pop(waiting.route, None)
        same = guest is not None and (guest.key, guest.plate) == (waiting.what.key, proof.plate)
        if guest is None or not same or guest.until < waiting.came:
            return _turned(Turned.MALFORMED) if self._asides.take(now) else None
        known = self._codes.code(guest.plate)
        bound = {"plate": guest.plate, "key": guest.key, "server_key": self._server_key}
        right = proofs.same(proof.proof, proofs.client_proof(guest.shared, kind=proof.kind, **bound))
        if known is None or not right:
            self._slow_down(waiting.address, now)
            return _turned(Turned.WRONG_CODE)
        if (kind := KINDS[known.holder.role]) is not proof.kind:
            return TurnedAway(why=Turned.WRONG_KIND, text=KIND_TEXTS[kind], kind=kind)
        card = self._codes.card(guest.plate)
        if isinstance(card, Turned):
            return _turned(card)
        if not self._admit(guest.key, card, waiting.address):
            return None
        name = self._codes.name
        return Admit(proof=proofs.arbiter_proof(guest.shared, exercise=name, **bound), exercise=name)

    def _slow_down(self, address: str, now: float) -> None:
        """Block the address of a wrong code for a while. If the address is unknown, no client is blocked."""
        rest = self._guesses.wrong(address, now)
        if rest and address:
            self._queue.rest(address, now + rest)
        if self._telling is None:
            self._tell()

    def _tell(self) -> None:
        """Report new wrong codes to the umpires. If there were any, check again after TELL_SECONDS."""
        self._telling = None
        wrong = self._guesses.news()
        if wrong:
            self._telling = self._loop.call_later(TELL_SECONDS, self._tell)
            self._guessed(wrong)

    def _forget(self, now: float) -> None:
        """Forget clients that knocked and went away. The oldest come first."""
        while self._guests:
            route, guest = next(iter(self._guests.items()))
            if guest.until + GRACE_SECONDS >= now and len(self._guests) < GUESTS_MAX:
                return
            del self._guests[route]


def read(data: bytes | None) -> Knock | Proof | Turned:
    """Parse a message at the door. Return the reason if it is invalid."""
    if data is None or len(data) != DOOR_BYTES:
        return Turned.MALFORMED
    try:
        return ToDoor.model_validate_json(data).body
    except ValidationError as error:
        other = any(fault["loc"] == ("v",) for fault in error.errors())
        return Turned.WRONG_VERSION if other else Turned.MALFORMED


def _turned(why: Turned) -> TurnedAway:
    return TurnedAway(why=why, text=TEXTS[why])
