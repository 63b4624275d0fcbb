"""ChildGateway: runs the gateway in a child process.

The process is replaced when it dies, and ends with the arbiter.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock, Thread, Timer

from structlog import BoundLogger
from warcouncil.arbiter.shell.base.listening import AddressTaken
from warcouncil.arbiter.shell.hosting.gateways import GatewayPlace
from warcouncil.clients.link.base.os_errors import why
from warcouncil.protocol.words import clean

PARTING_SECONDS = 5.0
"""How long the gateway may take to end the connections of its pages."""
BEGIN_SECONDS = 60.0
"""How long the gateway may take to report its port. After that it is ended, so that another one can be tried."""
PAUSES_SECONDS = (0.2, 1.0, 5.0, 15.0)
"""The pause before each new attempt.

A gateway that lives as long as the last pause counts as healthy again.
"""
LINE_CHARS_MAX = 500
BEGAN = "warcouncil: "
"""The beginning of a command's own error message."""


class ChildGateway:
    """Runs the gateway.

    `chain` and `key` are the files of the certificate, and `keep` is the folder for the keys of its seats.
    `also` are host names that need not be in the certificate. `hear` is called with each line of its output.
    """

    def __init__(
        self, *, chain: Path, key: Path, keep: Path, also: tuple[str, ...], hear: Callable[[str], object]
    ) -> None:
        self._files = (chain, key, keep)
        self._also = also
        self._hear = hear
        self._place: GatewayPlace | None = None
        self._process: subprocess.Popen[str] | None = None
        self._fault = ""
        self._is_due = False
        self._lock = Lock()
        self._stopped = False

    async def start(self, place: GatewayPlace) -> int:
        """Start the gateway and return its port. Raises AddressTaken with the gateway's own message."""
        port = await asyncio.to_thread(self._launch, place)
        self._place = replace(place, port=port)
        return port

    def later(self, place: GatewayPlace) -> None:
        """Set the port at which `watch` starts the gateway later."""
        self._place, self._is_due = place, True

    async def watch(self, log: BoundLogger) -> None:
        """Replace a gateway that has died, at the same port.

        The pause grows if it dies soon after its start.
        """
        assert self._place is not None
        if self._is_due:
            await self._begin(self._place, log)
        loop = asyncio.get_running_loop()
        tries = 0
        while True:
            since = loop.time()
            status = await asyncio.to_thread(self._until_it_ends)
            if loop.time() - since > PAUSES_SECONDS[-1]:
                tries = 0
            log.error("the gateway for browsers stopped; starting another", status=status)
            await asyncio.sleep(PAUSES_SECONDS[min(tries, len(PAUSES_SECONDS) - 1)])
            tries += 1
            await self._begin(self._place, log)

    async def _begin(self, place: GatewayPlace, log: BoundLogger) -> None:
        try:
            await asyncio.to_thread(self._launch, place)
        except AddressTaken as taken:
            log.warning(str(taken))
        except OSError as error:  # The system allows no more processes
            log.warning(f"the gateway for browsers: {why(error)}")
        except ValueError:
            log.warning("the gateway for browsers: it died during its start")
        else:
            log.info("the gateway for browsers is there", port=place.port)

    def stop(self) -> None:
        """End the gateway by closing its input."""
        with self._lock:
            self._stopped = True
            self._let_go()

    def _launch(self, place: GatewayPlace) -> int:
        """Start a process and return its port. Raises AddressTaken."""
        with (
            self._lock
        ):  # The lock is free while the process starts, because `stop` would wait for a process that hangs
            if self._stopped:
                raise AddressTaken("the gateway for browsers: it was stopped")
            self._let_go()
            self._fault = ""
            process = self._process = self._spawn(place)
        assert process.stdout is not None
        listener = Thread(target=self._listen, args=(process,), name="gateway", daemon=True)
        listener.start()
        clock = Timer(BEGIN_SECONDS, self._give_up, (process,))
        clock.start()
        try:
            return int(json.loads(process.stdout.readline())["port"])
        except (ValueError, KeyError, TypeError):
            with self._lock:
                self._let_go()
            listener.join(PARTING_SECONDS)
            why = self._fault or "it ended without a message"
            raise AddressTaken(f"the gateway for browsers: {why}") from None
        finally:
            clock.cancel()

    def _spawn(self, place: GatewayPlace) -> subprocess.Popen[str]:
        chain, key, keep = map(str, self._files)
        shown = f"[{place.arbiter_host}]" if ":" in place.arbiter_host else place.arbiter_host
        command = [sys.executable, "-P", "-m", "warcouncil", "gateway", "--child"]
        command += ["--arbiter", f"{shown}:{place.arbiter_port}", "--door-port", str(place.door_port)]
        command += ["--bind", place.host, "--port", str(place.port)]
        command += ["--cert", chain, "--key", key, "--keep", keep]
        command += [word for host in self._also for word in ("--host", host)]
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )

    def _give_up(self, process: subprocess.Popen[str]) -> None:
        self._fault = f"it did not start within {BEGIN_SECONDS:.0f} seconds"
        process.kill()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        """Read the output: its log, and the error that prevents its start."""
        assert process.stderr is not None
        with process.stderr as lines:
            for line in lines:
                said = clean(line.strip(), LINE_CHARS_MAX)
                if said.startswith(BEGAN):
                    self._fault = said.removeprefix(BEGAN)
                elif said:
                    self._hear(said)

    def _until_it_ends(self) -> int:
        """Wait for the end of the process and return its status. If it never started, return the status of a
        usage error.
        """
        process = self._process
        return 2 if process is None else process.wait()

    def _let_go(self) -> None:
        """End the process and close its pipes."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(PARTING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
