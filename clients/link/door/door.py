"""The client's side of the door, the socket that admits clients. An address and the code on a card give a ticket."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import zmq
from pydantic import ValidationError
from spake2 import SPAKE2_A, SPAKEError
from spake2.ed25519_basic import NotOnCurve
from warcouncil.clients.link.base.machine_addresses import is_name
from warcouncil.clients.link.base.wire import End, Wire
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.proofs import proofs
from warcouncil.protocol.proofs.doors import (
    DOOR_BYTES,
    Admit,
    CodeText,
    Kind,
    Knock,
    Proof,
    Reveal,
    ToDoor,
    ToKnocker,
    Turned,
    TurnedAway,
    parse_code,
)
from warcouncil.protocol.wire.wire import pad
from warcouncil.protocol.words import clean, typed_number
from zmq.utils import z85

DEFAULT_PORT = 5280
PORT_MAX = 65535
"""The highest port number."""
HOST = re.compile(r"[0-9A-Za-z:]([0-9A-Za-z._:%-]*[0-9A-Za-z:])?")
"""A name or a number of a machine. Sockets fail on other characters."""
ANSWER_SECONDS = 5.0
"""How long a connection may take. After this time the arbiter counts as absent."""
SOON_SECONDS = 2.0
"""After this time the waiting person is informed of the reason."""
TURN_SECONDS = 30.0
"""How long a client waits for its turn after that. A new attempt would lose the place in the queue."""
JOIN_SECONDS = 90.0
BUSY_SECONDS = (0.5, 1.5)

Tell = Callable[[str], None]
"""Receives a line for the waiting person."""


class DoorError(Exception):
    """The door did not admit us.

    The text is one line: what is wrong, and what to do. `why` is the reason that the door sent, if it sent one. `kind` is
    the kind of client that the card admits, if the door said that ours is another.
    """

    def __init__(self, text: str, why: Turned | None = None, kind: Kind | None = None) -> None:
        super().__init__(text)
        self.why, self.kind = why, kind


@dataclass(frozen=True, slots=True)
class Address:
    """The address of an arbiter. The door is one port above."""

    host: str
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """Parse `host`, `host:port` or `[ipv6]:port` as a person types it. Raises DoorError."""
    text = text.strip().removeprefix("tcp://")
    if text.startswith("["):
        host, _, port = text[1:].partition("]")
        port = port.removeprefix(":")
    elif text.count(":") > 1:
        host, port = text, ""
    else:
        host, _, port = text.partition(":")
    if not HOST.fullmatch(host):
        raise DoorError(say("door.not_an_address", text=repr(text), port=DEFAULT_PORT))
    number = typed_number(port) if port else DEFAULT_PORT
    if number is None or not 0 < number < PORT_MAX:
        raise DoorError(say("door.not_a_port", text=repr(clean(port))))
    return Address(host, number)


class ArbiterAbsent(DoorError):
    """No arbiter is at that address. `is_silent`: the attempt timed out."""

    def __init__(self, text: str, *, is_silent: bool) -> None:
        super().__init__(text)
        self.is_silent = is_silent


class TryAgain(Exception):
    """The door does not admit us now. The text is the reason, as a part of a line."""


def keep_quiet(line: str) -> None:
    """Ignore a line."""


async def join(
    address: Address,
    code: CodeText | str,
    *,
    kind: Kind = Kind.SEAT,
    exercise: str = "",
    tell: Tell = keep_quiet,
    answer_seconds: float | None = None,
) -> Ticket:
    """Prove to the arbiter that we have a code, and let it prove the same. Return a ticket for the place of
    the code.

    `kind` is our kind of client. The arbiter admits no other kind with that code. `exercise` is the required
    exercise, if it is known. `answer_seconds` is how long a connection may take, if it is not the usual time.
    Raises DoorError (ArbiterAbsent if no arbiter is there), and BadCode for a text that cannot be a code.
    """
    known = parse_code(code) if isinstance(code, str) else code
    loop = asyncio.get_running_loop()
    until = loop.time() + JOIN_SECONDS
    untried = is_name(address.host)  # The next connection to a name uses the other kind of address
    while True:
        try:
            visit = Visit(address, tell, answer_seconds=answer_seconds)
            try:
                return await visit.join(known, kind, exercise)
            finally:
                visit.close()
        except ArbiterAbsent:
            if not untried:
                raise
            untried = False
            continue
        except TryAgain as again:
            if loop.time() > until:
                raise DoorError(
                    say("door.in_a_minute", address=str(address), why=str(again)), Turned.BUSY
                ) from None
            tell(say("door.trying_again", address=str(address), why=str(again)))
        await asyncio.sleep(random.uniform(*BUSY_SECONDS))  # noqa: S311  # only spreads a rush


class Visit:
    """One connection to the door: knock, prove, and be admitted or refused.

    `door_port` is the port of the door, if it is not the usual one above the arbiter's port. `source` is the
    local address to use, as for a wire.
    """

    def __init__(
        self,
        address: Address,
        tell: Tell,
        *,
        door_port: int = 0,
        source: str = "",
        answer_seconds: float | None = None,
    ) -> None:
        public, secret = zmq.curve_keypair()
        self._address = address
        self._tell = tell
        self._answer_seconds = ANSWER_SECONDS if answer_seconds is None else answer_seconds
        self.public, self.secret = public.decode(), secret.decode()
        self._came: asyncio.Queue[bytes | End] = asyncio.Queue()
        self._met = False
        self._heard_of = asyncio.Event()
        """Set when the arbiter has answered, or certainly will not."""
        door_public = zmq.curve_public(z85.encode(proofs.door_secret()))
        self._wire = Wire(
            host=address.host,
            port=door_port or address.port + 1,
            server_key=door_public.decode(),
            public=self.public,
            secret=self.secret,
            on_frame=self._came.put_nowait,
            on_end=self._end,
            on_met=self._meet,
            source=source,
        )

    def close(self) -> None:
        """Close the connection."""
        self._wire.close()

    def _meet(self) -> None:
        self._met = True
        self._heard_of.set()

    def _end(self, end: End) -> None:
        self._came.put_nowait(end)
        self._heard_of.set()

    async def join(self, code: CodeText, kind: Kind, exercise: str) -> Ticket:
        """Go through the four steps.

        SPAKE2 costs some milliseconds of plain Python, so it runs in a thread.
        """
        side = SPAKE2_A(proofs.password(code), idA=proofs.seat_id(code.plate), idB=proofs.ARBITER_ID)
        element = await asyncio.to_thread(side.start)
        reveal = await self.ask(Knock(plate=code.plate, key=self.public, element=element.hex()))
        if not isinstance(reveal, Reveal):
            raise self._strange()
        try:
            shared = await asyncio.to_thread(side.finish, bytes.fromhex(reveal.element))
        except (SPAKEError, NotOnCurve, ValueError):
            raise self._strange() from None
        bound = {"plate": code.plate, "key": self.public, "server_key": reveal.server_key}
        proof = proofs.client_proof(shared, kind=kind, **bound)
        admit = await self.ask(Proof(plate=code.plate, kind=kind, proof=proof))
        if not isinstance(admit, Admit):
            raise self._strange()
        if not proofs.same(admit.proof, proofs.arbiter_proof(shared, exercise=admit.exercise, **bound)):
            raise DoorError(say("door.not_yours", address=str(self._address)))
        if exercise and admit.exercise != exercise:
            where = str(self._address)
            raise DoorError(
                say("door.other_exercise", address=where, exercise=admit.exercise, wanted=exercise)
            )
        return Ticket(
            exercise=admit.exercise,
            host=self._address.host,
            port=self._address.port,
            server_key=reveal.server_key,
            public=self.public,
            secret=self.secret,
        )

    async def ask(self, body: Knock | Proof) -> Reveal | Admit:
        """Send one step, and return the step of the door. Raises DoorError. Raises TryAgain if a later
        attempt may succeed.
        """
        self._wire.send(pad(ToDoor(body=body).model_dump_json().encode(), (DOOR_BYTES,)))
        came = await self._next()
        if isinstance(came, End):
            if came is End.SLOW:
                raise TryAgain(say("door.many"))
            if came is End.GONE and self._met:
                raise TryAgain(say("door.cut"))
            if came is End.GONE:
                raise ArbiterAbsent(say("door.none_runs", address=str(self._address)), is_silent=False)
            raise self._strange()
        try:
            answer = ToKnocker.model_validate_json(came).body
        except ValidationError:
            raise self._strange() from None
        if isinstance(answer, TurnedAway) and answer.why is Turned.BUSY:
            raise TryAgain(say("door.many"))
        if isinstance(answer, TurnedAway):
            raise DoorError(answer.text, answer.why, answer.kind)
        return answer

    async def _next(self) -> bytes | End:
        """Wait for the next message: first for the connection, then for our turn."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._answer_seconds):
                await self._heard_of.wait()
        if not self._heard_of.is_set():
            raise ArbiterAbsent(say("door.none_answers", address=str(self._address)), is_silent=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(SOON_SECONDS):
                return await self._came.get()
        self._tell(say("door.your_turn", address=str(self._address), why=say("door.many")))
        with suppress(TimeoutError):
            async with asyncio.timeout(TURN_SECONDS):
                return await self._came.get()
        raise TryAgain(say("door.many"))

    def _strange(self) -> DoorError:
        return DoorError(say("door.stranger", address=str(self._address)))
