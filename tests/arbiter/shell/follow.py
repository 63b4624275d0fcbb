"""A client in a process of its own that says which gates it saw: `python -m tests.arbiter.shell.follow TICKET`."""

from __future__ import annotations

import asyncio
import sys

from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.protocol.table.views import View


async def _follow(ticket: Ticket) -> None:
    link = Link(ticket).start()
    while True:
        item = await link.receive()
        if isinstance(item, View):
            sys.stdout.write(f"{item.gate} {'whole' if item.whole else 'part'}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_follow(Ticket.model_validate_json(sys.argv[1])))
