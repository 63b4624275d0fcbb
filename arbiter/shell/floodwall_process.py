"""The flood wall in a process of its own: how the arbiter starts it, watches over it, and what runs in it.

`python -P -m warcouncil.arbiter.shell.floodwall_process` reads its order, one JSON line, from standard input, answers with its ports or what
is wrong, and ends with its standard input, so that it never outlives the arbiter.
"""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from structlog import BoundLogger
from warcouncil.arbiter.shell.floodwall import FloodWall, Limits
from warcouncil.arbiter.shell.wires import Taken, bind_fault, raise_file_limit

TRY_AGAIN_SECONDS = 0.1
PAIR_TRIES = 50


@dataclass(frozen=True, slots=True)
class Order:
    """What a wall is to do. `port` is the seats', the door's is one above; 0: any free pair. A wall that follows another
    waits `patience_seconds` for its ports. `far` are limits for tests."""

    host: str
    port: int
    inner_port: int
    inner_door_port: int
    patience_seconds: float = 0.0
    far: Limits | None = None
    near: Limits | None = None


class WallProcess:
    """A running wall. `port` is the seats' port."""

    def __init__(self, process: subprocess.Popen[str], order: Order) -> None:
        self._process = process
        self._order = order

    @property
    def port(self) -> int:
        """The seats' port; the door's is one above."""
        return self._order.port

    @classmethod
    async def start(cls, order: Order) -> WallProcess:
        """Start a wall. Raises Taken when it cannot listen."""
        process, port = await asyncio.to_thread(_launch, order)
        return cls(process, _with_port(order, port))

    async def watch(self, log: BoundLogger) -> None:
        """Put another wall in the place of one that died, for as long as this runs."""
        while True:
            status = await asyncio.to_thread(self._process.wait)
            log.error("the wall died; starting another", status=status)
            _let_go(self._process)
            with suppress(Taken):
                self._process, _ = await asyncio.to_thread(_launch, self._order)

    def stop(self) -> None:
        """End the wall."""
        _let_go(self._process)


def _with_port(order: Order, port: int) -> Order:
    return replace(order, port=port, patience_seconds=5.0)


def _launch(order: Order) -> tuple[subprocess.Popen[str], int]:
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "warcouncil.arbiter.shell.floodwall_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(asdict(order)) + "\n")
    process.stdin.flush()
    answer = json.loads(process.stdout.readline() or '{"error": "the wall did not start"}')
    if "error" in answer:
        _let_go(process)
        raise Taken(answer["error"])
    return process, int(answer["port"])


def _let_go(process: subprocess.Popen[str]) -> None:
    """End a wall by the end of its input, and close what connects us."""
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        with suppress(BrokenPipeError):
            pipe.close()
    process.wait()


async def _listen(wall: FloodWall, order: Order) -> int:
    """Listen on both ports, patiently, and give the seats' one. Raises Taken."""
    until = time.monotonic() + order.patience_seconds
    tries = 0
    while True:
        tries += 1
        try:
            return await _listen_once(wall, order)
        except OSError as error:
            if time.monotonic() >= until and (order.port or tries >= PAIR_TRIES):
                text = error.strerror or str(error)
                raise Taken(bind_fault(order.host, order.port, error.errno, text)) from None
        await asyncio.sleep(TRY_AGAIN_SECONDS if order.port else 0)


async def _listen_once(wall: FloodWall, order: Order) -> int:
    seats = await wall.listen(order.host, order.port, order.inner_port)
    port = int(seats.sockets[0].getsockname()[1])
    try:
        await wall.listen(order.host, port + 1, order.inner_door_port)
    except OSError:
        seats.close()
        raise
    return port


async def _run(order: Order) -> None:
    wall = FloodWall(order.far or Limits(), order.near) if order.near else FloodWall(order.far or Limits())
    try:
        port = await _listen(wall, order)
    except Taken as error:
        _answer({"error": str(error)})
        return
    _answer({"port": port})
    await asyncio.to_thread(sys.stdin.read)


def _answer(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Run a wall until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a key in the terminal is for the arbiter
    raise_file_limit()
    order = json.loads(sys.stdin.readline())
    for name in ("far", "near"):
        order[name] = Limits(**order[name]) if order[name] else None
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(_run(Order(**order)))


if __name__ == "__main__":
    main()
