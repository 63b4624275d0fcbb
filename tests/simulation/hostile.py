"""A hostile holder of a seat: it sends frames that no client of ours sends, and every frame that it has ever
seen.
"""

from __future__ import annotations

from collections import deque
from random import Random

from warcouncil.clients.link.base.wire import End
from warcouncil.clients.link.connect.link import Unsealer
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.acts.acts import EndNow, Pause
from warcouncil.protocol.table.forms import Form
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.requests import (
    Beat,
    Claim,
    Declare,
    Draft,
    HandOver,
    Hello,
    Leave,
    Look,
    OpenLot,
    Pledge,
    Propose,
    Request,
    Respond,
    Resync,
    Rule,
    Say,
    Watch,
)
from warcouncil.protocol.wire.wire import REQUEST_BYTES, WireError, decode_reply, encode_request
from warcouncil.protocol.words import ChannelId, GateNo, SeatId, TableId

from tests.simulation.loop import Process, Time
from tests.simulation.network import Network, SimWire
from tests.simulation.promises import Promises

NAME = "somebody hostile"
EVERY_SECONDS = (0.02, 0.4)
SIZES = (0, 1, 100, REQUEST_BYTES - 1, REQUEST_BYTES, REQUEST_BYTES + 1, 60_000)


class Hostile(Process):
    """A seat's holder with its own program."""

    def __init__(
        self,
        time: Time,
        network: Network,
        promises: Promises,
        mind: Random,
        *,
        ticket: Ticket,
        sent: deque[bytes],
    ) -> None:
        super().__init__(time, NAME)
        self.network, self.promises, self.mind = network, promises, mind
        self.ticket = ticket
        self._unsealer = Unsealer(server_key=ticket.server_key, secret=ticket.secret)
        self.sent = sent
        """The recent frames of other clients, which it has read on their machines before they were sealed."""
        self.wire: SimWire | None = None
        self.session = ""
        self.form: Form | None = None

    def begin(self) -> None:
        """Join."""
        self.wire = SimWire(
            self.network,
            self,
            host=self.ticket.host,
            public=self.ticket.public,
            on_frame=self._hear,
            on_end=self._ended,
        )
        self._send(encode_request(Hello(app=self.mind.choice(("client", "browser", "x" * 40)))))
        self._later()

    def die(self) -> None:
        """Disconnect."""
        super().die()
        if self.wire is not None:
            self.wire.close()

    def _ended(self, end: End) -> None:
        self.loop.call_later(0.5, self.begin)

    def _hear(self, frame: bytes) -> None:
        """Learn what there is to know."""
        plain = self._unsealer.open(frame)
        try:
            message = decode_reply(plain or b"")
        except WireError:
            return
        self.session = message.session or self.session
        if isinstance(message.body, View):
            self.form = message.body.form or self.form

    def _later(self) -> None:
        self.loop.call_later(self.mind.uniform(*EVERY_SECONDS), self._strike)

    def _strike(self) -> None:
        if self.wire is not None and self.wire.open:
            self.network.faults["hostile frame"] += 1
            self._send(self._frame())
            self._later()

    def _send(self, frame: bytes) -> None:
        if self.wire is not None:
            self.wire.send(frame)

    def _frame(self) -> bytes:
        """Make a frame to send."""
        mind = self.mind
        match mind.randrange(8):
            case 0:
                return mind.randbytes(mind.choice(SIZES))
            case 1:
                return b"\0several" + mind.randbytes(10)
            case 2 | 3 if self.sent:
                return mind.choice(self.sent)
            case 4 if self.sent:
                return self._spoilt(mind.choice(self.sent))
            case _:
                return encode_request(
                    self._request(), mind.choice((self.session, self.session, "", "0" * 32))
                )

    def _spoilt(self, frame: bytes) -> bytes:
        spoilt = bytearray(frame)
        for _ in range(self.mind.randrange(1, 4)):
            spoilt[self.mind.randrange(min(len(spoilt), 300))] = self.mind.randrange(256)
        return bytes(spoilt)

    def _id(self) -> str:
        """Return an id: its own, or one of another client."""
        names = [name for asked in self.promises.asked.values() for name in asked]
        return (
            self.mind.choice(names) if names and self.mind.random() < 0.5 else self.mind.randbytes(16).hex()
        )

    def _request(self) -> Request:
        mind, gate = self.mind, GateNo(max(0, self._gate() + self.mind.choice((-1, 0, 0, 1, 1000))))
        other = SeatId(mind.choice(("red.army", "north", "red.1", "nobody")))
        answer = fill(self.form, Dice(mind.randbytes(16))) if self.form else {"x": "y"}
        choices: tuple[Request, ...] = (
            Declare(id=self._id(), gate=gate, answer=answer),
            Declare(id=self._id(), gate=gate, answer=answer, table=TableId(1), seat=other),
            Draft(gate=gate, answer=answer),
            Rule(id=self._id(), table=TableId(1), act=mind.choice((Pause(), EndNow())), reason="I say so"),
            Look(id=self._id(), table=TableId(1), seat=other),
            Watch(table=TableId(1)),
            Say(
                id=self._id(), channel=ChannelId(mind.choice(("red", "black", "all", "talk"))), text="hear me"
            ),
            Propose(id=self._id(), to=other, text="peace"),
            Respond(id=self._id(), deal=mind.randrange(5), accept=True),
            *(Claim(id=self._id()), HandOver(id=self._id()), Leave(), Resync(), Beat(seen=10**9), Hello()),
            *(Pledge(id=self._id(), pledge="0" * 64), OpenLot(id=self._id(), lot="0" * 64)),
        )
        return mind.choice(choices)

    def _gate(self) -> int:
        return max(self.promises.gates.values(), default=1)
