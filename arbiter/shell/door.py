"""The door's side of joining: one guess per knock, every answer in a fixed slot of time, and no answer on a rush.

Laws: a code that cannot be tried any more is not tried, even by a proof already under way; who cannot prove the code
learns nothing of its seat, not even whether there is one; nobody is told that he is in before the journal holds it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol, assert_never

from pydantic import ValidationError
from spake2 import SPAKE2_B, SPAKEError
from spake2.ed25519_basic import NotOnCurve
from warcouncil.arbiter.core.stimuli import CodeCard
from warcouncil.arbiter.shell.gauge import Bucket
from warcouncil.arbiter.shell.wires import Incoming
from warcouncil.protocol import proofs
from warcouncil.protocol.doors import (
    DOOR_BYTES,
    Admit,
    CodeText,
    Knock,
    Proof,
    Reveal,
    ToDoor,
    ToKnocker,
    Turned,
    TurnedAway,
)
from warcouncil.protocol.wire import pad

SLOT_SECONDS = 0.25
"""Every answer leaves so long after its question came, whatever it cost: time tells nothing about a code."""
KNOCKS_PER_SECOND, KNOCKS_AT_ONCE = 60.0, 60
PATIENCE_SECONDS = 10.0
"""A knock without its proof is forgotten after this."""
GUESTS_MAX = 512

TEXTS = {
    Turned.WRONG_CODE: "That code is not right; read it again from the card.",
    Turned.BURNT: "That code was tried wrongly too often; ask the umpire for a new card.",
    Turned.DRIVEN: "Somebody is at that seat now.",
    Turned.BUSY: "Many are joining; try again in a moment.",
    Turned.MALFORMED: "The door did not understand; the two programs do not fit together.",
    Turned.WRONG_VERSION: "The arbiter runs another version of warcouncil; install the same one.",
}


class House(Protocol):
    """What the door needs of the arbiter behind it."""

    @property
    def name(self) -> str:
        """The exercise's name."""

    def code(self, plate: str) -> CodeText | None:
        """Give the code that a plate stands for, one that nobody holds for an unknown plate; None: it is burnt."""

    def card(self, plate: str) -> CodeCard | Turned:
        """Give what a plate's code admits to, or why not."""

    def admit(self, key: str, card: CodeCard) -> bool:
        """Let a key in, durably. False: it could not be written down."""

    def fail(self, plate: str) -> bool:
        """Note a wrong code, durably."""


@dataclass(frozen=True, slots=True)
class _Guest:
    """Somebody who knocked and has one proof to give."""

    key: str
    plate: str
    shared: bytes
    until: float


class Door:
    """Answers knocks and proofs. `send(route, data)` sends one padded frame."""

    def __init__(self, house: House, server_key: str, send: Callable[[bytes, bytes], None]) -> None:
        self._house = house
        self._server_key = server_key
        self._send = send
        self._guests: dict[bytes, _Guest] = {}
        self._bucket = Bucket(KNOCKS_PER_SECOND, KNOCKS_AT_ONCE)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="door")
        self._answers: set[asyncio.Task[None]] = set()
        self.turned_away = 0

    def open_to(self, incoming: Incoming) -> None:
        """Begin to answer a message; the answer follows in its slot."""
        if len(self._answers) < GUESTS_MAX:
            task = asyncio.get_running_loop().create_task(self._answer(incoming))
            self._answers.add(task)
            task.add_done_callback(self._answers.discard)

    def close(self) -> None:
        """Answer nobody any more."""
        for task in self._answers:
            task.cancel()
        self._worker.shutdown(wait=False, cancel_futures=True)

    async def _answer(self, incoming: Incoming) -> None:
        loop = asyncio.get_running_loop()
        slot = loop.time() + SLOT_SECONDS
        answer = await self._reply(incoming, loop.time())
        if answer is None:
            return
        if isinstance(answer, TurnedAway):
            self.turned_away += 1
        await asyncio.sleep(slot - loop.time())
        self._send(incoming.route, pad(ToKnocker(body=answer).model_dump_json().encode(), (DOOR_BYTES,)))

    async def _reply(self, incoming: Incoming, now: float) -> Reveal | Admit | TurnedAway | None:
        body = _read(incoming.data)
        match body:
            case Knock():
                return await self._knocked(incoming, body, now)
            case Proof():
                return self._proved(incoming, body, now)
            case Turned():
                return _turned(body) if self._bucket.take(now) else None
            case _ as never:
                assert_never(never)

    async def _knocked(self, incoming: Incoming, knock: Knock, now: float) -> Reveal | TurnedAway:
        if not self._bucket.take(now):
            return _turned(Turned.BUSY)
        if knock.key != incoming.key:
            return _turned(Turned.MALFORMED)
        code = self._house.code(knock.plate)
        if code is None:
            return _turned(Turned.BURNT)
        loop = asyncio.get_running_loop()
        made = await loop.run_in_executor(self._worker, _exchange, code, knock.plate, knock.element)
        if made is None:
            return _turned(Turned.MALFORMED)
        element, shared = made
        self._forget(now)
        self._guests[incoming.route] = _Guest(knock.key, knock.plate, shared, now + PATIENCE_SECONDS)
        return Reveal(element=element.hex(), server_key=self._server_key)

    def _proved(self, incoming: Incoming, proof: Proof, now: float) -> Admit | TurnedAway | None:
        guest = self._guests.pop(incoming.route, None)
        if guest is None or guest.until < now or (guest.key, guest.plate) != (incoming.key, proof.plate):
            return _turned(Turned.MALFORMED) if self._bucket.take(now) else None
        card = self._house.card(guest.plate)
        if card in (Turned.BURNT, Turned.WRONG_CODE):
            return _turned(card)
        bound = {"plate": guest.plate, "key": guest.key, "server_key": self._server_key}
        if not proofs.same(proof.proof, proofs.seat_proof(guest.shared, **bound)):
            noted = self._house.fail(guest.plate)
            return _turned(Turned.WRONG_CODE) if noted else None
        if isinstance(card, Turned):
            return _turned(card)
        if not self._house.admit(guest.key, card):
            return None
        name = self._house.name
        return Admit(proof=proofs.arbiter_proof(guest.shared, exercise=name, **bound), exercise=name)

    def _forget(self, now: float) -> None:
        """Forget whoever knocked and went away; the oldest stand first."""
        while self._guests:
            route, guest = next(iter(self._guests.items()))
            if guest.until >= now and len(self._guests) < GUESTS_MAX:
                return
            del self._guests[route]


def _read(data: bytes | None) -> Knock | Proof | Turned:
    if data is None or len(data) != DOOR_BYTES:
        return Turned.MALFORMED
    try:
        return ToDoor.model_validate_json(data).body
    except ValidationError as error:
        other = any(fault["loc"] == ("v",) for fault in error.errors())
        return Turned.WRONG_VERSION if other else Turned.MALFORMED


def _exchange(code: CodeText, plate: str, element: str) -> tuple[bytes, bytes] | None:
    """Do the door's half of SPAKE2 (some milliseconds of plain Python): our element and the secret."""
    side = SPAKE2_B(proofs.password(code), idA=proofs.seat_id(plate), idB=proofs.ARBITER_ID)
    ours: bytes = side.start()
    try:
        theirs = bytes.fromhex(element)
        return (ours, side.finish(theirs)) if len(theirs) == len(ours) else None
    except (SPAKEError, NotOnCurve, ValueError):
        return None


def _turned(why: Turned) -> TurnedAway:
    return TurnedAway(why=why, text=TEXTS[why])
