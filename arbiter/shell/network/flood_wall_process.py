"""The process of the flood wall: how the arbiter starts and watches it, and the program that runs in it.

`python -P -m warcouncil.arbiter.shell.network.flood_wall_process` reads its order, one JSON line, from standard
input. It answers with its ports or an error, then writes a line for each alias that it assigns. It ends with its
standard input, so it never outlives the arbiter.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from threading import Timer
from typing import TYPE_CHECKING, Any

from warcouncil.arbiter.shell.base.listening import PAIR_TRIES, AddressTaken, bind_fault, raise_file_limit
from warcouncil.arbiter.shell.base.os_errors import why
from warcouncil.arbiter.shell.network.address_aliases import AddressAliases, can_alias, is_alias
from warcouncil.arbiter.shell.network.flood_limits import ADDRESSES_MAX, NEAR, Addresses, Limits
from warcouncil.arbiter.shell.network.flood_wall import FloodWall, OuterAtDoor, OuterAtWeb

if TYPE_CHECKING:
    from structlog import BoundLogger

TRY_AGAIN_SECONDS = 0.1
REST_SECONDS = 1.0
BEGIN_SECONDS = 60.0
"""How long a wall may take to report its ports. Then it is killed."""
PARTING_SECONDS = 5.0
"""How long a wall may take to end by itself."""


@dataclass(frozen=True, slots=True)
class WallOrder:
    """The order of a wall. `port` is for seats, and the door is one above. 0 means any free pair.

    Browsers connect at `web_port`, whose value 0 means any free port. The wall relays them to the gateway at
    `inner_web_port`, whose value 0 means that there are no browsers. A wall that replaces another waits
    `patience_seconds` for its ports. `far` and `near` are limits for tests.
    """

    host: str
    port: int
    inner_port: int
    inner_door_port: int
    web_port: int = 0
    inner_web_port: int = 0
    patience_seconds: float = 0.0
    far: Limits | None = None
    near: Limits | None = None


class WallProcess:
    """A running wall. `has_aliases`: each client of the door has its own loopback address."""

    def __init__(self, process: subprocess.Popen[str], order: WallOrder, *, has_aliases: bool) -> None:
        self._process = process
        self._order = order
        self._addresses: dict[str, str] = {}
        self.has_aliases = has_aliases

    @property
    def port(self) -> int:
        """The port for seats. The door is one above."""
        return self._order.port

    @property
    def web_port(self) -> int:
        """The port for browsers."""
        return self._order.web_port

    @classmethod
    async def start(cls, order: WallOrder, ready: WallInReserve | None = None) -> WallProcess:
        """Start a wall, or send the order to a wall in reserve (`ready`). Raises AddressTaken if it cannot listen."""
        process, answer = await asyncio.to_thread(_launch, order, ready)
        found = replace(order, port=answer["port"], web_port=answer["web_port"], patience_seconds=5.0)
        return cls(process, found, has_aliases=bool(answer["aliases"]))

    def real_address(self, alias: str) -> str:
        """Return the address behind an alias. Return "" if the alias is not known yet, or is forgotten.

        An address that is not an alias is returned unchanged.
        """
        return self._addresses.get(alias, "" if is_alias(alias) else alias)

    async def watch(self, log: BoundLogger) -> None:
        """Replace the wall whenever it dies, until this task is cancelled."""
        while True:
            status = await asyncio.to_thread(self._hear)
            log.error("the wall died; starting another", status=status)
            _let_go(self._process)
            try:
                self._process, _ = await asyncio.to_thread(_launch, self._order)
            except (AddressTaken, OSError, ValueError) as fault:
                log.warning("no wall could be started; trying again", error=_told(fault))
                await asyncio.sleep(REST_SECONDS)

    def stop(self) -> None:
        """Stop the wall."""
        _let_go(self._process)

    def _hear(self) -> int:
        """Read the aliases that the wall reports until it ends. Return its exit status."""
        assert self._process.stdout is not None
        with suppress(ValueError):  # The pipe was closed in the middle of a line.
            for line in self._process.stdout:
                alias, _, address = line.strip().partition(" ")
                if len(self._addresses) >= ADDRESSES_MAX:
                    del self._addresses[next(iter(self._addresses))]
                self._addresses[alias] = address
        return self._process.wait()


def _told(fault: AddressTaken | OSError | ValueError) -> str:
    """Return why a wall could not be started. Either the system created no process, or the wall died with its order."""
    if isinstance(fault, OSError):
        return why(fault)
    return str(fault) if isinstance(fault, AddressTaken) else "it died with its order"


class WallInReserve:
    """A wall that runs and waits for its order, so that an arbiter that takes over starts a second earlier."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = _spawn()

    def take(self) -> subprocess.Popen[str] | None:
        """Return the process. It can be taken only once. Return None if it has died."""
        process, self._process = self._process, None
        if process is not None and process.poll() is not None:
            _let_go(process)
            return None
        return process

    def close(self) -> None:
        """Stop it if it was not taken."""
        process = self.take()
        if process is not None:
            _let_go(process)


def _spawn() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "warcouncil.arbiter.shell.network.flood_wall_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def _launch(
    order: WallOrder, ready: WallInReserve | None = None
) -> tuple[subprocess.Popen[str], dict[str, Any]]:
    process = (ready.take() if ready else None) or _spawn()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(asdict(order)) + "\n")
    process.stdin.flush()
    clock = Timer(BEGIN_SECONDS, process.kill)
    clock.start()
    try:
        answer = json.loads(process.stdout.readline() or '{"error": "the wall did not start"}')
    finally:
        clock.cancel()
    if "error" in answer:
        _let_go(process)
        raise AddressTaken(answer["error"])
    return process, answer


def _let_go(process: subprocess.Popen[str]) -> None:
    """Stop a wall by closing its input. Close our end of its output only afterwards, because a thread may still read it."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError):
        process.stdin.close()
    try:
        process.wait(PARTING_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()


class _NoPair(AddressTaken):
    """The two ports for seats and door are not both free."""


async def _listen(wall: FloodWall, order: WallOrder) -> tuple[int, int]:
    """Listen on every port, with retries. Return the ports for seats and for browsers. Raises AddressTaken."""
    until = time.monotonic() + order.patience_seconds
    tries = 0
    while True:
        tries += 1
        try:
            return await _listen_once(wall, order)
        except AddressTaken as taken:
            others = not order.port and isinstance(taken, _NoPair) and tries < PAIR_TRIES
            if time.monotonic() >= until and not others:
                raise
        await asyncio.sleep(0 if others else TRY_AGAIN_SECONDS)


async def _listen_once(wall: FloodWall, order: WallOrder) -> tuple[int, int]:
    """Listen on every port. Return the ports for seats and for browsers. Raises AddressTaken, which names the port."""
    held: list[asyncio.Server] = []
    port, option = order.port, "--port"
    try:
        held.append(await wall.listen(order.host, port, order.inner_port))
        port = _port_of(held[0]) + 1
        held.append(await wall.listen(order.host, port, order.inner_door_port, outer=OuterAtDoor))
        if order.inner_web_port:
            port, option = order.web_port, "--web-port"
            held.append(await wall.listen(order.host, port, order.inner_web_port, outer=OuterAtWeb))
    except (
        OSError,
        OverflowError,
        UnicodeError,
    ) as error:  # The text is not a port number or not a machine name
        for server in held:
            server.close()
        first = order.port if option == "--port" else 0
        kind = _NoPair if option == "--port" else AddressTaken
        raise kind(bind_fault(order.host, port, error, first=first, option=option)) from None
    return _port_of(held[0]), _port_of(held[-1]) if order.inner_web_port else 0


def _port_of(server: asyncio.Server) -> int:
    return int(server.sockets[0].getsockname()[1])


async def _run(order: WallOrder) -> None:
    aliases = AddressAliases(lambda alias, address: _say(f"{alias} {address}")) if can_alias() else None
    wall = FloodWall(Addresses(order.far or Limits(), order.near or NEAR, aliases))
    try:
        port, web_port = await _listen(wall, order)
    except AddressTaken as error:
        _say(json.dumps({"error": str(error)}))
        return
    _say(json.dumps({"port": port, "web_port": web_port, "aliases": aliases is not None}))
    await asyncio.to_thread(sys.stdin.read)
    os._exit(0)  # To close a loop with open connections would print a line for each in the host's window


def _say(line: str) -> None:
    with suppress(BrokenPipeError):  # The arbiter has ended, and this process will end too.
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def main() -> None:
    """Run a wall until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # A key in the terminal is for the arbiter.
    raise_file_limit()
    said = sys.stdin.readline()
    if not said:
        return  # It was a reserve that is not needed.
    order = json.loads(said)
    for name in ("far", "near"):
        order[name] = Limits(**order[name]) if order[name] else None
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(_run(WallOrder(**order)))


if __name__ == "__main__":
    main()
