"""Joining with several known addresses: tries each door in turn, round by round, until an arbiter answers."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

from warcouncil.clients.link.door.addresses import Addresses
from warcouncil.clients.link.door.door import (
    ANSWER_SECONDS,
    Address,
    ArbiterAbsent,
    DoorError,
    Tell,
    join,
    keep_quiet,
    parse_address,
)
from warcouncil.clients.link.identity.keyring import Ticket
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.proofs.doors import CodeText, Kind
from warcouncil.protocol.words import ADDRESSES_MAX

PAUSE_SECONDS = (0.1, 0.3)


def parse_addresses(text: str) -> tuple[Address, ...]:
    """Parse one address or several, separated by commas, as a person types them. Raises DoorError."""
    found = tuple(dict.fromkeys(parse_address(part) for part in text.split(",")))
    if len(found) > ADDRESSES_MAX:
        raise DoorError(say("door.too_many_addresses", text=text, most=ADDRESSES_MAX))
    return found


async def join_any(
    addresses: Sequence[Address],
    code: CodeText | str,
    *,
    kind: Kind = Kind.SEAT,
    exercise: str = "",
    tell: Tell = keep_quiet,
) -> Ticket:
    """Join at the first of these addresses where an arbiter answers, like `join`.

    The ticket names the other addresses too. Raises the same errors as `join`.
    """
    if len(addresses) == 1:
        return await join(addresses[0], code, kind=kind, exercise=exercise, tell=tell)
    places, loop = Addresses(addresses), asyncio.get_running_loop()
    until = loop.time() + ANSWER_SECONDS
    while True:
        patience = places.patience_seconds
        try:
            ticket = await join(
                places.now, code, kind=kind, exercise=exercise, tell=tell, answer_seconds=patience
            )
        except ArbiterAbsent as absent:
            if places.pass_over(rests=absent.is_silent):
                if loop.time() > until:
                    shown = ", ".join(map(str, addresses))
                    raise ArbiterAbsent(say("door.none_anywhere", addresses=shown), is_silent=False) from None
                await asyncio.sleep(random.uniform(*PAUSE_SECONDS))  # noqa: S311  # only spreads a rush
        else:
            others = (str(each) for each in places.known if each != places.now)
            return ticket.model_copy(update={"elsewhere": tuple(others)})
