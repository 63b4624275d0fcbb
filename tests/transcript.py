"""Writes docs/wire.transcript.md to standard output: a conversation on the wire made by the real code from fixed keys.

`python -m tests.transcript > docs/wire.transcript.md`. A test sees that the file is current.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b, shake_256
from typing import Any

from nacl.bindings import (
    crypto_box_afternm,
    crypto_box_beforenm,
    crypto_box_NONCEBYTES,
    crypto_scalarmult_base,
)
from nacl.signing import SigningKey
from spake2 import SPAKE2_A, SPAKE2_B
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.words.outcome import Send
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import (
    Admitted,
    Began,
    CodeCard,
    Grant,
    Greeted,
    Received,
    Stimulus,
)
from warcouncil.protocol.acts.acts import Pause
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
    parse_code,
)
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.wire.requests import Beat, Declare, Hello, Request, Rule
from warcouncil.protocol.wire.wire import decode_reply, encode_request, pad
from warcouncil.protocol.words import GateNo, MessageId, Role, TableId
from zmq.utils import z85

from tests import lawful
from tests.toys.bid_events import SEATS
from tests.toys.sealed_bid import GAME

EXERCISE = "Transcript"
CODE = parse_code("7k3 q4mn p2xt")
SEAT = SEATS[0].id
WIDTH = 110


def seeded(label: str, length: int = 32) -> bytes:
    """Return bytes that follow from a label. A real player draws them at random."""
    return shake_256(f"warcouncil transcript: {label}".encode()).digest(length)


@dataclass(frozen=True, slots=True)
class Keys:
    """A CURVE key pair, as bytes and in Z85."""

    secret: bytes
    public: bytes

    @classmethod
    def of(cls, label: str) -> Keys:
        """Make the pair that follows from a label."""
        secret = seeded(label)
        return cls(secret, crypto_scalarmult_base(secret))

    @property
    def shown(self) -> str:
        """The public key in Z85."""
        return z85.encode(self.public).decode()


ARBITER, PLAYER, UMPIRE = Keys.of("arbiter"), Keys.of("player"), Keys.of("umpire")
SIGNING = SigningKey(seeded("receipts"))


class Page:
    """The page as it grows."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, *paragraphs: str) -> None:
        """Add paragraphs."""
        for paragraph in paragraphs:
            self.lines += [paragraph, ""]

    def block(self, *lines: str, kind: str = "text") -> None:
        """Add a block of lines as they are."""
        self.lines += [f"```{kind}", *lines, "```", ""]

    def frame(self, who: str, data: bytes) -> None:
        """Add a frame: its JSON, its size and its fingerprint."""
        plain = data.rstrip(b" ")
        self.say(
            f"{who}: {len(data)} bytes, of which {len(data) - len(plain)} are spaces at the end; BLAKE2b-128 of the whole "
            f"`{digest(data)}`."
        )
        self.block(plain.decode(), kind="json")


def digest(data: bytes) -> str:
    """Return a short fingerprint."""
    return blake2b(data, digest_size=16).hexdigest()


def door(page: Page) -> None:
    """Write the four steps at the door."""
    page.say(
        "## At the door",
        f"The card says `{CODE}`: plate `{CODE.plate}`. The exercise is called `{EXERCISE}`.",
    )
    door_secret = proofs.door_secret()
    page.block(
        f"door's secret     {door_secret.hex()}",
        f"door's public     {z85.encode(crypto_scalarmult_base(door_secret)).decode()}",
        f"client's secret   {PLAYER.secret.hex()}",
        f"client's public   {PLAYER.shown}",
        f"arbiter's secret  {ARBITER.secret.hex()}",
        f"arbiter's public  {ARBITER.shown}",
        f"password          {proofs.password(CODE).decode()}",
        f"identity of A     {proofs.seat_id(CODE.plate).decode()}",
        f"identity of B     {proofs.ARBITER_ID.decode()}",
    )
    sides = {"idA": proofs.seat_id(CODE.plate), "idB": proofs.ARBITER_ID}
    ours = SPAKE2_A(proofs.password(CODE), entropy_f=lambda length: seeded("A", length), **sides)
    theirs = SPAKE2_B(proofs.password(CODE), entropy_f=lambda length: seeded("B", length), **sides)
    x, y = ours.start(), theirs.start()
    shared = ours.finish(y)
    assert shared == theirs.finish(x)
    bound = {"plate": CODE.plate, "key": PLAYER.shown, "server_key": ARBITER.shown}
    page.say("The scalars are shown as numbers, the most significant digit first.")
    page.block(
        f"x (of A)       {ours.xy_scalar:064x}",
        f"y (of B)       {theirs.xy_scalar:064x}",
        f"shared secret  {shared.hex()}",
    )
    client_proof = proofs.client_proof(shared, kind=Kind.SEAT, **bound)
    arbiter_proof = proofs.arbiter_proof(shared, exercise=EXERCISE, **bound)
    knock = Knock(plate=CODE.plate, key=PLAYER.shown, element=x.hex())
    page.frame("1. Client", _padded(ToDoor(body=knock)))
    page.frame("2. Door", _padded(ToKnocker(body=Reveal(element=y.hex(), server_key=ARBITER.shown))))
    page.frame("3. Client", _padded(ToDoor(body=Proof(plate=CODE.plate, kind=Kind.SEAT, proof=client_proof))))
    page.frame("4. Door", _padded(ToKnocker(body=Admit(proof=arbiter_proof, exercise=EXERCISE))))


def _padded(envelope: ToDoor | ToKnocker) -> bytes:
    return pad(envelope.model_dump_json().encode(), (DOOR_BYTES,))


class Room:
    """The arbiter's core with a seat and an umpire, and a page on which all that they say is written."""

    def __init__(self, page: Page, options: Mapping[str, Any] | None = None) -> None:
        self.page = page
        self.exercise = Exercise(
            lambda data: SIGNING.sign(data).signature.hex(),
            SIGNING.verify_key.encode().hex(),
            load=lambda _name: GAME,
        )
        plan = TablePlan(
            table=TableId(1),
            game=GAME.name,
            options={"deal": {"deck": [3, 5, 8, 1]}, **(options or {})},
            seed=seeded("deal").hex(),
        )
        cards = (
            CodeCard(code=CODE, holder=Grant(role=Role.SEAT, table=TableId(1), seat=SEAT)),
            CodeCard(code=CodeText(plate="Z00", secret="Z" * 8), holder=Grant(role=Role.UMPIRE)),
        )
        self.exercise.handle(Began(exercise=EXERCISE, tables=(plan,), codes=cards))
        self.exercise.handle(Admitted(at=1000, key=PLAYER.shown, holder=cards[0].holder, plate=CODE.plate))
        self.exercise.handle(Admitted(at=1000, key=UMPIRE.shown, holder=cards[1].holder))
        self.mail = 0
        """The number of the client's newest message."""
        self.view: View | None = None

    def hello(self, at: int, keys: Keys, token: str) -> None:
        """Send the greeting of a client."""
        self.page.frame(f"{_who(keys.shown)} sends", encode_request(Hello(app="stranger")))
        self._answer(Greeted(at=at, key=keys.shown, route=b"", token=token, app="stranger"))

    def ask(self, at: int, keys: Keys, token: str, body: Request) -> None:
        """Send a request of a client."""
        self.page.frame(f"{_who(keys.shown)} sends", encode_request(body, token))
        self._answer(Received(at=at, key=keys.shown, body=body, session=token))

    def _answer(self, stimulus: Stimulus) -> None:
        effects = self.exercise.handle(stimulus).effects
        for send in _sends(effects):
            message = decode_reply(send.frame)
            if isinstance(message.body, View):
                self.view = message.body
            self.page.frame(f"{_who(send.key)} receives, unsealed", send.frame)
            if isinstance(message.body, Welcome) and send.key == PLAYER.shown:
                self._sealed(send)
            if send.key == PLAYER.shown:
                self.mail = message.last

    def _sealed(self, send: Send) -> None:
        """Show how the first frame was sealed."""
        nonce = seeded("nonce", crypto_box_NONCEBYTES)
        sealed = nonce + crypto_box_afternm(
            send.frame, nonce, crypto_box_beforenm(PLAYER.public, ARBITER.secret)
        )
        self.page.say("Sealed to the client's key, that frame is on the wire:")
        self.page.block(
            f"nonce                {nonce.hex()}",
            f"then, tag and text   {sealed[len(nonce) : len(nonce) + 32].hex()}…",
            f"length               {len(sealed)} = 24 + 16 + {len(send.frame)}",
            f"BLAKE2b-128          {digest(sealed)}",
        )


def _sends(effects: Iterable[object]) -> list[Send]:
    return [effect for effect in effects if isinstance(effect, Send)]


def _who(key: str) -> str:
    return {PLAYER.shown: "The client", UMPIRE.shown: "The umpire"}[key]


def exercise(page: Page) -> None:
    """Write a hello, a declaration, a beat, a refusal and a ruling."""
    page.say("## At the seats' port", "Frames to a client are shown before they are sealed to its key.")
    page.say("### Hello")
    room = Room(page)
    session, umpires = seeded("session", 16).hex(), seeded("umpire's session", 16).hex()
    room.hello(2000, PLAYER, session)
    assert room.view
    assert room.view.form
    answer = room.view.form.suggested
    assert answer is not None
    page.say("### A declaration and its receipt")
    declaration = Declare(id=MessageId(seeded("declaration", 16).hex()), gate=room.view.gate, answer=answer)
    room.ask(5000, PLAYER, session, declaration)
    canonical = json.dumps(answer, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    signed = f"receipt:{EXERCISE}|1|{SEAT}|{room.view.gate}|{declaration.id}|{digest(canonical.encode())}"
    page.say("What the receipt signs, and by which key:")
    page.block(
        f"canonical answer  {canonical}",
        f"its BLAKE2b-128   {digest(canonical.encode())}",
        f"signed            {signed}",
        f"verify_key        {SIGNING.verify_key.encode().hex()}",
    )
    page.say("### A beat", "A second later; the answer stands outside the count and carries the true clock.")
    room.ask(6000, PLAYER, session, Beat(seen=room.mail))
    page.say("### A refusal", "A declaration for a question that is not open.")
    late = Declare(id=MessageId(seeded("late", 16).hex()), gate=GateNo(9), answer=answer)
    room.ask(6500, PLAYER, session, late)
    page.say("### An umpire pauses the table")
    room.hello(7000, UMPIRE, umpires)
    ruling = Rule(
        id=MessageId(seeded("ruling", 16).hex()),
        table=TableId(1),
        act=Pause(),
        reason="a question about the rules",
    )
    room.ask(8000, UMPIRE, umpires, ruling)


def readiness(page: Page) -> None:
    """Write a seat that says that it is ready, and takes it back."""
    room, session = Room(Page(), {"talk": "public"}), seeded("session", 16).hex()
    room.hello(2000, PLAYER, session)
    room.page = page
    assert room.view is not None
    assert room.view.readiness
    page.say(
        "### Ready, and taken back",
        "Another table, where seats talk before they bid. The newest view has `readiness`.",
    )
    for at, label, answer in ((5000, "ready", {"ready": "ready"}), (6000, "taken back", {})):
        body = Declare(id=MessageId(seeded(label, 16).hex()), gate=room.view.gate, answer=answer)
        room.ask(at, PLAYER, session, body)


def transcript() -> str:
    """Return the complete page."""
    page = Page()
    page.say(
        "# A conversation on the wire",
        "After this page you can test a client of your own byte by byte. It is a reference for authors of clients. "
        "[wire.md](wire.md) explains each message.",
        "The product's own code made this conversation from fixed keys (`python -m tests.transcript`). Real keys, sessions, ids and nonces are "
        "random.",
    )
    door(page)
    exercise(page)
    readiness(page)
    return "\n".join(page.lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    lawful.keep()
    sys.stdout.write(transcript())
