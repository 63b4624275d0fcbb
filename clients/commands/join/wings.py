"""Several arbiters on a command line, by their addresses or by event files, and the tickets for them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from warcouncil.clients.commands.common.errors import complain
from warcouncil.clients.commands.common.run_client import ROLES, open_link
from warcouncil.clients.commands.join.join import CODE_LIKE, NoArbiterYet, is_free, kept_now, ticket_for
from warcouncil.clients.link.base.links import ONE
from warcouncil.clients.link.connect.late_link import LateLine
from warcouncil.clients.link.identity.keyring import Ticket, tickets
from warcouncil.clients.plan.cards.event_file import read_events
from warcouncil.clients.plan.text.model import WINGS_MAX
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.games import registry
from warcouncil.protocol.proofs.doors import Kind

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[ADDRESS [CODE]]...",
        help=(
            "The address of the host, such as 192.168.1.20 (with its standby 192.168.1.20,192.168.1.21), and "
            "the code on your card. If one is missing, the command asks for it. With several hosts of one "
            "event, give each address with its code. All hosts are then on one screen."
        ),
    ),
]
Events = Annotated[
    list[Path] | None,
    typer.Option(
        "--event",
        metavar="FILE",
        help=(
            "Connect to all hosts of an event: this file of `host` names them, with your codes. May"
            " be given again."
        ),
    ),
]


@dataclass(frozen=True, slots=True)
class NamedArbiter:
    """An arbiter as it was typed, with its code if there is one, and with its key if that is known."""

    name: str
    address: str | None
    code: str | None = None
    key: str = ""
    tables: tuple[int, ...] = ()
    """Its tables, if the event file names them."""


def arbiters_named(words: Sequence[str], events: Sequence[Path]) -> list[NamedArbiter]:
    """Parse which arbiters are meant. Raises BadInput."""
    if words and events:
        raise BadInput("--event: the file names the hosts. Leave the addresses and codes out")
    if events:
        return [
            NamedArbiter(one.name, one.address, one.code or None, one.key, tuple(one.tables))
            for one in read_events(events)
        ]
    found: list[NamedArbiter] = []
    for word in words:
        before = found[-1] if found else None
        if before is not None and before.code is None and (len(words) <= 2 or CODE_LIKE.fullmatch(word)):
            found[-1] = NamedArbiter(before.name, before.address, word)
        else:
            found.append(NamedArbiter(word, word))
    if len(found) > WINGS_MAX:
        raise BadInput(f"there are {len(found)} hosts. Give at most {WINGS_MAX}")
    for place, one in enumerate(found):
        if one.address in [other.address for other in found[:place]]:
            raise BadInput(f"{one.address}: this host is named twice. Give each host once")
    return found or [NamedArbiter(ONE, None)]


def tickets_for(
    named: Sequence[NamedArbiter], *, again: bool, kind: Kind, screen: bool
) -> Mapping[str, Ticket | LateLine]:
    """Return the tickets to use, by the names of the wings.

    If one of several arbiters does not answer, it gets a connection that keeps trying. One that refuses is
    reported and left out. `screen` is explained at `ticket_for`. Raises BadInput if all refuse.
    """
    if len(named) == 1 and not named[0].key:
        return {ONE: ticket_for(named[0].address, named[0].code, again=again, kind=kind, screen=screen)}
    found: dict[str, Ticket | LateLine] = {}
    shut: list[str] = []
    absent: list[str] = []
    for one in named:
        try:
            found[one.name] = _ticket(one, again=again, kind=kind, screen=screen)
        except NoArbiterYet as fault:
            found[one.name] = LateLine(str(fault), fault.late, open_link)
            absent.append(f"{one.name}: {fault}")
        except BadInput as fault:
            shut.append(f"{one.name}: {fault}")
    if not any(isinstance(each, Ticket) for each in found.values()):
        raise BadInput([*shut, *absent][0])
    for said in shut:
        complain(f"{said} (this host is left out. Start the command again when it runs)")
    return found if len(named) > 1 else {ONE: found[named[0].name]}


def _ticket(one: NamedArbiter, *, again: bool, kind: Kind, screen: bool) -> Ticket:
    """Return a stored ticket for an arbiter with a known key, or join at its address. Raises BadInput."""
    kept = (ticket for ticket in tickets() if one.key and ticket.server_key == one.key)
    if again and (
        known := next((ticket for ticket in kept if ticket.kind in ROLES[kind] and is_free(ticket)), None)
    ):
        return kept_now(known)
    typer.echo(f"{one.name} ({one.address}):", err=True)
    again = again and not one.key
    return ticket_for(one.address, one.code, again=again, kind=kind, screen=screen, waits=True)


def phases_of(titles: Container[str]) -> Iterator[str]:
    """Yield the phases of the games with these titles, if this program has the games."""
    for game in map(registry.load, registry.names()):
        if game.title in titles:
            yield from game.phase_names(game.options_type())
