"""The key that commands come in with: one of their own, so that no screen that is open gives way to a command."""

from __future__ import annotations

import asyncio

import typer

from clients.commands.join import (
    COMMANDS,
    COMMANDS_KIND,
    COMMANDS_TITLE,
    RULING_KINDS,
    come_in,
    forget_for_commands,
    is_at,
    kept_now,
)
from clients.door import DoorError
from clients.keyring import Ticket, tickets
from clients.settings import BadInput

KINDS = (*RULING_KINDS, "observer")
NOTE = (
    "warcouncil: this machine has no key for commands and uses the umpire's, so a console that is open with it gives way; "
    "--address and --code, given once, get commands a key of their own"
)


def command_ticket(address: str, code: str) -> Ticket:
    """Give the ticket for commands: a new one for a code, else the kept one, else an umpire's. Raises BadInput."""
    if code:
        return _new(address, code)
    here = [ticket for ticket in tickets() if is_at(ticket, address or None)]
    own = [ticket for ticket in here if ticket.kind == COMMANDS_KIND]
    if own:
        return kept_now(own[0])
    consoles = [ticket for ticket in here if ticket.kind in KINDS]
    if not consoles:
        raise BadInput("no umpire's key is kept on this machine: give --address and --code once")
    typer.echo(NOTE, err=True)
    return consoles[0]


def _new(address: str, code: str) -> Ticket:
    if not address:
        raise BadInput("--code: give the arbiter's --address with it")
    try:
        ticket = asyncio.run(come_in(address, code))
    except DoorError as fault:
        raise BadInput(str(fault)) from None
    if ticket.kind not in KINDS:
        kept_now(ticket)
        raise BadInput(f"that is the code of a {ticket.kind}; now run: warcouncil {COMMANDS[ticket.kind]}")
    forget_for_commands(ticket)
    return kept_now(ticket.model_copy(update={"kind": COMMANDS_KIND, "title": COMMANDS_TITLE}))
