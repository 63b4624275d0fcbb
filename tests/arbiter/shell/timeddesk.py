"""A desk whose clock runs out, a socket in which messages wait, and a slow disk: for tests of messages in
time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from io import StringIO
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar, cast

import zmq
from warcouncil.arbiter.core.room.recovery import restore
from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.stimuli import Admitted, Due, Grant, Greeted, Received, Stimulus
from warcouncil.arbiter.shell.base.clock import ExerciseClock
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.network.sockets import Sockets, take
from warcouncil.arbiter.shell.service.service import Service
from warcouncil.arbiter.shell.service.stand_ins import NoStandIns
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.replies import Receipt, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Beat, Declare, Request, Rule
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.harness import load, sign
from tests.arbiter.shell.service.test_inbox import KEYS, OTHERS, Desk, SlowDisk
from tests.arbiter.shell.virtual import VirtualLoop

T = TypeVar("T")
UMPIRE = SeatId("umpire")
KEYS.setdefault(UMPIRE, zmq.curve_keypair())
ENDS = 1.0
"""When the clock runs out, in seconds after the desk is opened."""


@dataclass
class Frame:
    """A frame that waits in a socket."""

    bytes: bytes
    key: str
    more: bool = False

    def get(self, _name: str) -> str:
        """Return its key."""
        return self.key


class Socket:
    """A socket in which messages wait."""

    def __init__(self) -> None:
        self.lies: deque[Any] = deque()
        self.coming: deque[tuple[float, tuple[Any, Any]]] = deque()
        """The messages that arrive, with their times, whatever else happens."""

    def recv(self, _flags: int, *, copy: bool = True) -> Any:  # as a socket's
        """Return the oldest message."""
        while self.coming and self.coming[0][0] <= asyncio.get_running_loop().time():
            self.lies += self.coming.popleft()[1]
        if not self.lies:
            raise zmq.Again
        return self.lies.popleft()


class Later(Future[Any]):
    """A write that ends at a moment. Waiting for its result takes the time until then."""

    def __init__(self, due: float, value: object) -> None:
        super().__init__()
        self._value, self._due = value, due
        self._loop = cast(VirtualLoop, asyncio.get_running_loop())
        self._loop.call_at(due, self.end)

    def end(self) -> None:
        """Complete the write."""
        if not self.done():
            self.set_result(self._value)

    def result(self, timeout: float | None = None) -> Any:
        """Wait."""
        if not self.done():
            self._loop.pass_by(max(0.0, self._due - self._loop.time()))
            self.end()
        return super().result(timeout)


class LateDisk(SlowDisk):
    """A disk that writes, and reports after a delay, also to a caller that waits for it."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **names: Any) -> Future[T]:
        """Start to write."""
        self.is_writing = True
        value = fn(*args, **names)
        self.is_writing = False
        return Later(asyncio.get_running_loop().time() + self.seconds, value)


class TimedDesk(Desk):
    """A desk whose one clock runs out at `ENDS`, with an umpire. It records the stimuli of the exercise."""

    def __init__(self, where: Path, seconds: float, *, clock_seconds: int = int(ENDS), **more: Any) -> None:
        self.disk = LateDisk(0)
        super().__init__(where, self.disk, clock_seconds=clock_seconds, **more)
        self.sit(UMPIRE, Grant(role=Role.UMPIRE))
        self.disk.seconds = seconds
        self.socket = Socket()
        self.sockets.seats = cast(Any, self.socket)
        self.begun = self.loop.time()
        self.came: list[Stimulus] = []
        handle = self.service.exercise.handle

        def watched(stimulus: Stimulus) -> Outcome:
            self.came.append(stimulus)
            return handle(stimulus)

        self.service.exercise.handle = watched  # type: ignore[method-assign]  # of this one alone

    def sit(self, who: SeatId, holder: Grant) -> None:
        """Admit a person, and send their hello, in no time."""
        before, self.disk.seconds = self.disk.seconds, 0
        self.service.settle([Admitted(at=self.service.clock.now(), key=self.key(who), holder=holder)])
        self.greet(who)
        self.disk.seconds = before

    def greet(self, who: SeatId) -> None:
        """Send a person's hello."""
        key, at = self.key(who), self.service.clock.now()
        token = sign(key.encode())[:32]
        self.service.settle([Greeted(at=at, key=key, route=who.encode(), token=token)])

    def rule(self, act: Act) -> None:
        """Send an umpire's ruling now."""
        self.send(UMPIRE, Rule(id=f"{9:032x}", table=TableId(1), act=act, reason="as it is"))

    def lay(self, seat: SeatId, body: Request) -> None:
        """Put a seat's message into the socket, unread."""
        frame = wire.encode_request(body, sign(self.key(seat).encode())[:32])
        self.socket.lies += [seat.encode(), Frame(frame, self.key(seat))]

    def expect(self, messages: list[tuple[float, SeatId, Request]]) -> None:
        """Put messages into the socket, each at its time in seconds after the desk was opened.

        The arbiter reads them when it can.
        """
        for seconds, seat, body in sorted(messages, key=itemgetter(0)):
            self.lay(seat, body)
            pair = self.socket.lies.popleft(), self.socket.lies.popleft()
            self.socket.coming.append((self.begun + seconds, pair))
            self.at(seconds, lambda: self.service.hear(take(cast(Any, self.socket))))

    def at(self, seconds: float, do: Callable[..., object], *args: Any) -> None:
        """Call a function at this time in seconds after the desk was opened."""
        self.loop.call_at(self.begun + seconds, do, *args)

    def admit(self) -> None:
        """Admit an observer at the door."""
        holder, key = Grant(role=Role.OBSERVER), f"{len(self.came):040d}"
        self.service.settle([Admitted(at=self.service.clock.now(), key=key, holder=holder)])

    def die(self) -> None:
        """Kill the arbiter, and resume from the records."""
        killed = self.service
        killed._under_way = None
        killed.stopped.set_result(1)
        assert killed._timer is not None
        killed._timer.cancel()
        rows = list(self.journal.rows(alone=True))
        self.service = Service(
            exercise=restore(rows, sign, load=load),
            journal=self.journal,
            sockets=cast(Sockets, self.sockets),
            clock=ExerciseClock(rows[-1].at, lambda: int(self.loop.time() * 1000)),
            stand_ins=NoStandIns(),
            log=open_log(StringIO()),
            disk=self.disk,
        )
        self.table = self.service.exercise.tables[TableId(1)]
        self.service.start(resumed=True)

    def told(self, seat: SeatId) -> list[object]:
        """Return the replies to a seat's declarations: the id of each receipt, or the code of each refusal."""
        return [
            body.id if isinstance(body, Receipt) else body.code
            for body in self.sockets.bodies(seat)
            if isinstance(body, Receipt | Refusal)
        ]

    def check(self) -> None:
        """Check that time never went back in the records."""
        times = [
            one.at for one in self.came if not (isinstance(one, Received) and isinstance(one.body, Beat))
        ]
        assert times == sorted(times)


def counted(desk: TimedDesk, seat: SeatId = OTHERS[0]) -> bool:
    """Return whether a seat's first declaration counted.

    Check that its reply and its place before the closing agree.
    """
    desk.check()
    (told,) = desk.told(seat)
    kinds = [
        "Due" if isinstance(one, Due) else "seal"
        for one in desk.came
        if isinstance(one, Due)
        or (isinstance(one, Received) and isinstance(one.body, Declare) and one.key == desk.key(seat))
    ]
    assert (told != RefusalCode.STALE) is (kinds.index("seal") < kinds.index("Due"))
    return told != RefusalCode.STALE


async def lived(desk: TimedDesk) -> None:
    """Run until all replies are sent."""
    await asyncio.sleep(4)
    desk.close()
