"""An arbiter in a process of its own, to be killed: `python -m tests.arbiter.shell.serve FILE PORT GATED` resumes FILE."""

from __future__ import annotations

import asyncio
import sys

from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.hosting.hosting import ListenPlace, RunningArbiter, host
from warcouncil.arbiter.shell.service.opening import take_up
from warcouncil.arbiter.shell.service.stand_ins import NoStandIns

from tests import lawful


def _ready(standing: RunningArbiter) -> None:
    sys.stdout.write(f"{standing.port}\n")
    sys.stdout.flush()


def main() -> int:
    """Resume the exercise and serve until killed."""
    lawful.keep_if_asked()
    where, port, walled = sys.argv[1:]
    place = ListenPlace("127.0.0.1", int(port), walled=walled == "walled")
    return asyncio.run(host(take_up(where), place, lambda *_: NoStandIns(), open_log(), ready=_ready))


if __name__ == "__main__":
    sys.exit(main())
