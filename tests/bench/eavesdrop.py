"""The traces of a seal for another seat that asks for the arbiter's sign of life, and for a listener in the
network. At each trial one seat, at random, seals or sends its beat, and three others beat at the same time
and a little later: there are no better moments for them. Every received frame is noted with its moment and
its size (encryption adds the same to each). A classifier is one number a trial. Its AUC is 0.5 without any
trace, and at 10,000 trials chance alone moves it by 0.006. The same is measured with an arbiter that
answers at once, because otherwise silence proves nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from uuid import uuid4

import zmq
from warcouncil.arbiter.shell.network.outbox import STROKE_SECONDS
from warcouncil.clients.link.connect.link import Unsealer
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Alive, Receipt, Welcome
from warcouncil.protocol.wire.requests import Beat, Declare, Hello, Request
from warcouncil.protocol.wire.wire import decode_reply, encode_request
from warcouncil.protocol.words import GateNo

from tests.bench.load import SEATS
from tests.bench.processes import ServerProcess

TABLES = 8
LISTENERS = 3
LATER_SECONDS = (0.0, 0.004, 0.012)
"""The longest delays of the other beats after the one seat."""
PATIENCE_MS = 60_000

Pair = tuple[bytes, bytes]
Noted = dict[str, float]
"""The observations of one trial, by the name of the classifier."""


class Seat:
    """One seat on a connection of its own."""

    def __init__(
        self, context: zmq.Context[zmq.Socket[bytes]], port: int, server_key: str, pair: Pair
    ) -> None:
        public, secret = pair
        self.socket: zmq.Socket[bytes] = context.socket(zmq.DEALER)
        self.socket.setsockopt(zmq.LINGER, 0)
        self.socket.curve_serverkey = server_key.encode()
        self.socket.curve_publickey, self.socket.curve_secretkey = public, secret
        self.socket.connect(f"tcp://127.0.0.1:{port}")
        self._unsealer = Unsealer(server_key=server_key, secret=secret.decode())
        self._session = ""
        self.view: View | None = None
        self.send(Hello(app="bench"))

    def settle_in(self) -> None:
        """Wait for the first view."""
        while self.view is None:
            if not self.socket.poll(PATIENCE_MS):
                raise RuntimeError("the arbiter did not greet a seat")
            body = self.body(self.socket.recv())
            match body:
                case Welcome():
                    self._session = body.session
                case View():
                    self.view = body
                case _:
                    pass

    def send(self, request: Request) -> None:
        """Send a request."""
        self.socket.send(encode_request(request, self._session))

    def seal(self) -> None:
        """Send a declaration of what the form suggests."""
        assert self.view is not None
        assert self.view.form is not None
        assert self.view.form.suggested is not None
        answer = self.view.form.suggested
        self.send(Declare(id=uuid4().hex, gate=GateNo(self.view.gate), answer=answer))

    def body(self, frame: bytes) -> object:
        """Return the body of a frame."""
        opened = self._unsealer.open(frame)
        assert opened is not None
        return decode_reply(opened).body


class Room:
    """The sealing seats, the listening ones, and the course of a trial."""

    def __init__(self, *, port: int, server_key: str, pairs: Sequence[Pair]) -> None:
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        seats = [Seat(self._context, port, server_key, pair) for pair in pairs]
        for seat in seats:
            seat.settle_in()
        self._sealers = seats[::SEATS]
        self._listeners = [seat for number, seat in enumerate(seats) if number % SEATS]
        self._chance = Random(7)
        self._number = 0
        time.sleep(0.5)  # what the last ones' coming leads to is over
        for seat in seats:
            while seat.socket.poll(0):
                seat.socket.recv()

    def trial(self) -> tuple[bool, Noted]:
        """Seal with one seat or not; return which, and the observations."""
        chance = self._chance
        time.sleep(chance.uniform(0, STROKE_SECONDS))
        sealer = self._sealers[self._number % len(self._sealers)]
        first = self._number * LISTENERS
        others = [self._listeners[(first + n) % len(self._listeners)] for n in range(LISTENERS)]
        self._number += 1
        sealed = chance.random() < 0.5
        moments = [chance.uniform(0, later) for later in LATER_SECONDS]
        begun = time.monotonic()
        sealer.seal() if sealed else sealer.send(Beat(seen=0))
        sent = [begun]
        for other, moment in zip(others, moments, strict=True):
            while time.monotonic() < begun + moment:
                pass
            sent.append(time.monotonic())
            other.send(Beat(seen=0))
        heard = self._listen([sealer, *others], Receipt if sealed else Alive)
        return sealed, _noted(sent, heard)

    def close(self) -> None:
        """Close every connection."""
        self._context.destroy(linger=0)

    def _listen(self, seats: Sequence[Seat], answer: type) -> list[list[tuple[float, int]]]:
        """Return the times and sizes of the frames of each seat, until all have an answer."""
        heard: list[list[tuple[float, int]]] = [[] for _ in seats]
        poller = zmq.Poller()
        for seat in seats:
            poller.register(seat.socket, zmq.POLLIN)
        frames: list[bytes] = []
        while not all(heard):
            ready = dict(poller.poll(PATIENCE_MS))
            now = time.monotonic()
            if not ready:
                raise RuntimeError("a seat was not answered")
            for number, seat in enumerate(seats):
                while seat.socket in ready and seat.socket.poll(0):
                    frame = seat.socket.recv()
                    heard[number].append((now, len(frame)))
                    if not number:
                        frames.append(frame)
        if not any(isinstance(seats[0].body(frame), answer) for frame in frames):
            raise RuntimeError("a seat got another answer than that to what it sent")
        return heard


def _noted(sent: Sequence[float], heard: Sequence[Sequence[tuple[float, int]]]) -> Noted:
    """Return the classifiers' numbers: first the sealer's link, which only the network hears, then the
    others' own answers.
    """
    came = [frames[0][0] for frames in heard]
    waits = [moment - begun for moment, begun in zip(came, sent, strict=True)]
    return {
        "wire: time to the answer": waits[0],
        "wire: answer in its stroke": came[0] % STROKE_SECONDS,
        "wire: answer before another's": came[1] - came[0],
        "wire: between first and last answer": max(came) - min(came),
        "wire: frames": float(sum(len(frames) for frames in heard)),
        "wire: bytes": float(sum(size for frames in heard for _, size in frames)),
        "seat: time to an answer at once": waits[1],
        "seat: time to a later answer": waits[2],
        "seat: time to the last answer": waits[3],
        "seat: longest time": max(waits[1:]),
        "seat: sum of times": sum(waits[1:]),
        "seat: answer in its stroke": came[1] % STROKE_SECONDS,
        "seat: between own answers": came[2] - came[1],
    }


def auc(numbers: Sequence[tuple[bool, float]]) -> float:
    """Return how often the number of a seal (True) is above that of none, ties by half, in the stronger
    direction.
    """
    ranked = sorted((number, sealed) for sealed, number in numbers)
    ranks, begin = 0.0, 0
    while begin < len(ranked):
        end = begin
        while end < len(ranked) and ranked[end][0] == ranked[begin][0]:
            end += 1
        ranks += sum(sealed for _, sealed in ranked[begin:end]) * (begin + 1 + end) / 2
        begin = end
    seals = sum(sealed for sealed, _ in numbers)
    share = (ranks - seals * (seals + 1) / 2) / (seals * (len(numbers) - seals))
    return max(share, 1 - share)


def told(trials: Sequence[tuple[bool, Noted]]) -> dict[str, float]:
    """Return the AUC of every classifier: each number as it is, and its distance from the usual."""
    found = {}
    for name in trials[0][1]:
        usual = median(noted[name] for _, noted in trials)
        numbers = [(sealed, noted[name]) for sealed, noted in trials]
        found[name] = auc(numbers)
        found[f"{name}, unusual"] = auc([(sealed, abs(number - usual)) for sealed, number in numbers])
    return found


def run(trials: int, *, disk_ms: tuple[int, ...] = (0, 10)) -> Iterator[dict[str, object]]:
    """Measure this number of trials with each disk (milliseconds more to each commit), and a tenth of them
    with answers at once.
    """
    for slow in disk_ms:
        yield _measured(max(20, trials // 10), slow, at_once=True)
        yield _measured(trials, slow, at_once=False)


def _measured(trials: int, disk_ms: int, *, at_once: bool) -> dict[str, object]:
    pairs = [zmq.curve_keypair() for _ in range(TABLES * SEATS)]
    with TemporaryDirectory() as folder:
        order = {
            "file": str(Path(folder) / "benchmark.warcouncil"),
            "tables": TABLES,
            "walled": False,
            "keys": [public.decode() for public, _ in pairs],
            "umpires": [],
            "disk_ms": disk_ms,
            "answers_at_once": at_once,
            "changes_max": trials,
        }
        with ServerProcess("tests.bench.hosted", order) as server:
            room = Room(port=server.ready["port"], server_key=server.ready["server_key"], pairs=pairs)
            try:
                found = told([room.trial() for _ in range(trials)])
            finally:
                room.close()
    best = {
        place: max((name for name in found if name.startswith(place)), key=lambda name: found[name])
        for place in ("seat", "wire")
    }
    return {
        "name": "eavesdrop, answers at once" if at_once else "eavesdrop",
        "trials": trials,
        "disk_ms": disk_ms,
        **{f"{place}_auc": round(found[name], 3) for place, name in best.items()},
        **{f"{place}_by": name for place, name in best.items()},
    }
