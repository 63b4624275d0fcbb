"""An errand: a command comes in with a key of its own, does one thing through a steward, and leaves."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from warcouncil.clients.commands.keys import ACTS, alone, command_ticket
from warcouncil.clients.link.door import Address
from warcouncil.clients.link.link import Link
from warcouncil.clients.link.loop import run as run_loop
from warcouncil.clients.plan.settings import BadInput
from warcouncil.clients.umpire.steward import Steward, StewardError

EXIT_DONE, EXIT_REFUSED = 0, 1


@dataclass(frozen=True, slots=True)
class Where:
    """Which arbiter, and how long it may take to answer."""

    address: str
    code: str
    wait_seconds: float


def with_steward(where: Where, run: Callable[[Steward], Coroutine[Any, Any, int]], kind: str = ACTS) -> int:
    """Come in with a key of a kind, let something be done, and leave. Raises BadInput."""
    ticket = command_ticket(where.address, where.code, kind)

    async def main() -> int:
        link = Link(ticket, app="rule", at_once=True).start()
        try:
            steward = Steward(link, wait_seconds=where.wait_seconds)
            await steward.arrive()
            return await run(steward)
        finally:
            link.close()

    try:
        with alone(ticket, where.wait_seconds):
            return run_loop(main())
    except StewardError as fault:
        raise BadInput(f"{Address(ticket.host, ticket.port)}: {fault}") from None
