"""The far end of a link, played by the test."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal
from uuid import uuid4

from nacl.signing import SigningKey
from warcouncil.clients.link.base.line import News
from warcouncil.clients.link.base.wire import End
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.protocol.proofs.receipts import Declared, digest_of
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import Notice, View
from warcouncil.protocol.wire.replies import Alive, Receipt, Reply, Welcome
from warcouncil.protocol.wire.requests import Declare, Hello, Request, Say
from warcouncil.protocol.wire.wire import decode_request, dump, pad_reply, wrap_reply
from warcouncil.protocol.words import ChannelId, GateNo, Role, SeatId, TableId

from tests.waiting import until_true

BEAT_SECONDS = 0.5
SIGNING = SigningKey(b"a key of the tests, 32 bytes ...")
KEY = "k" * 40
TICKET = Ticket(exercise="Exercise", host="127.0.0.1", port=1, server_key=KEY, public=KEY, secret=KEY)


class FakeWire:
    """A connection whose other end is the test."""

    made: list[FakeWire]

    def __init__(
        self,
        *,
        on_frame: Callable[[bytes], None],
        on_end: Callable[[End], None],
        on_met: Callable[[], None],
        **address: object,
    ) -> None:
        self.on_frame = on_frame
        self.on_end = on_end
        self.on_met = on_met
        self.address = address
        self.sizes: list[int] = []
        self.sent: list[Request] = []
        self.sessions: list[str] = []
        self.n = 0
        self.session = ""
        self.open = self.answers = True
        self.parting = False
        FakeWire.made.append(self)

    def send(self, frame: bytes) -> bool:
        """Record a frame."""
        message = decode_request(frame)
        self.sizes.append(len(frame))
        self.sent.append(message.body)
        self.sessions.append(message.session)
        if self.answers and self.session and not isinstance(message.body, Hello):
            asyncio.get_running_loop().call_soon(self.alive)
        return True

    def close(self, *, parting: bool = False) -> None:
        """Record the end, and whether the last frame is to arrive."""
        self.open = False
        self.parting |= parting

    def reply(self, body: Reply, *, n: int | None = None, session: str | None = None, last: int = 0) -> None:
        """Send a reply: the next of the session, unless told otherwise."""
        if n is None:
            n = self.n = self.n + 1
        name = self.session if session is None else session
        self.on_frame(pad_reply(wrap_reply(dump(body), name, n, last)))

    def welcome(
        self,
        beat_seconds: float = BEAT_SECONDS,
        *,
        table: int = 1,
        seat: str = "red.army",
        gate: int = 1,
        receipt: Literal["none", "known", "missing"] = "none",
        chance: Literal["host", "all"] = "host",
        role: Role = Role.SEAT,
        epoch: int = 0,
        elsewhere: tuple[str, ...] = (),
    ) -> None:
        """Welcome the client and show it a view."""
        self.session = uuid4().hex
        self.reply(
            Welcome(
                exercise="Exercise",
                role=role,
                session=self.session,
                table=TableId(table),
                seat=SeatId(seat),
                beat_seconds=beat_seconds,
                verify_key=SIGNING.verify_key.encode().hex(),
                receipt=receipt,
                chance=chance,
                commitment="host",
                epoch=epoch,
                elsewhere=elsewhere,
            )
        )
        self.reply(view(gate))

    def alive(self) -> None:
        """Answer a beat."""
        if self.open:
            self.reply(Alive(), n=0, last=self.n)

    def those(self, kind: type[Request]) -> list[Request]:
        """Return the sent requests of a kind."""
        return [body for body in self.sent if isinstance(body, kind)]


class Open:
    """An unsealer of frames that were never sealed."""

    def __init__(self, **keys: object) -> None:
        pass

    def open(self, sealed: bytes) -> bytes | None:
        """Return a frame unchanged. A frame that begins with ? cannot be opened."""
        return None if sealed.startswith(b"?") else sealed


def receipt(declare: Declare, *, seat: str = "red.army", **changes: object) -> Receipt:
    """Return the arbiter's receipt for a declaration. `changes` make it false."""
    declared = Declared(
        table=TableId(1),
        seat=SeatId(seat),
        gate=declare.gate,
        id=declare.id,
        digest=digest_of(declare.answer),
    )
    true = Receipt(
        id=declare.id,
        gate=declare.gate,
        answer=declare.answer,
        digest=declared.digest,
        signature=SIGNING.sign(declared.signed("Exercise")).signature.hex(),
    )
    return true.model_copy(update=changes)


def view(gate: int = 1, *, whole: bool = True) -> View:
    """Return a view of a gate."""
    return View(whole=whole, gate=GateNo(gate), title="", phase="", rule="", rule_text="", sheet=Sheet())


def declare(gate: int = 1) -> Declare:
    """Return a declaration."""
    return Declare(id=uuid4().hex, gate=GateNo(gate), answer={})


def say() -> Say:
    """Return a line to say."""
    return Say(id=uuid4().hex, channel=ChannelId("red"), text="hello")


def notice(text: str) -> Notice:
    """Return a message of the umpire."""
    return Notice(text=text, to="all")


def wire() -> FakeWire:
    """Return the newest connection."""
    return FakeWire.made[-1]


async def soon(claim: Callable[[], object]) -> None:
    """Wait until a claim holds."""
    await until_true(claim, pause_seconds=0.05)


async def came(link: Link) -> list[News]:
    """Return the news that have come so far."""
    items: list[News] = []
    while not link._reader.empty:
        items.append(await link.receive())
    return [item for item in items if not isinstance(item, Alive)]


async def break_and_heal(link: Link) -> None:
    """Lose the connection once it is up, and let the next try be welcomed."""
    wire().welcome()
    await came(link)
    first = wire()
    first.on_end(End.GONE)
    await soon(lambda: wire() is not first)
    wire().welcome()


async def beats(count: int) -> None:
    """Wait for this number of beats."""
    await asyncio.sleep(BEAT_SECONDS * count)
