"""The keys of commands. They are separate keys, so that a command does not end the session of an open screen.

The newest session of a key counts. So only one command at a time uses a key. Other commands of this machine
wait for it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import IO

import typer
from warcouncil.clients.commands.common.codes import given
from warcouncil.clients.commands.join.join import (
    COMMANDS_KINDS,
    RULING_KINDS,
    come_in,
    is_at,
    keep_for_commands,
    kept_now,
)
from warcouncil.clients.commands.join.wings import NamedArbiter
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.base.terminal import run as run_loop
from warcouncil.clients.link.door.door import DoorError
from warcouncil.clients.link.identity.keyring import Ticket, home, is_from_here, tickets
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.words import clean

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ACTS, WATCHES = COMMANDS_KINDS
KINDS = (*RULING_KINDS, "observer")
NOTE = (
    "warcouncil: this machine has no key for commands, so it uses the umpire's. A console that is"
    " open with that key is switched off. Give --address and --code once to get a separate key"
)
TRY_AGAIN_SECONDS = 0.05


def command_ticket(address: str, code: str, kind: str) -> Ticket:
    """Return the ticket for commands. It is a new one for a code, or else the stored one, or else a ticket of
    an umpire.

    Raises BadInput.
    """
    if code:
        return _new(address, given(code))[COMMANDS_KINDS.index(kind)]
    known = [ticket for ticket in tickets() if is_at(ticket, address or None)]
    here = [ticket for ticket in known if is_from_here(ticket)]
    own = [ticket for ticket in here if ticket.kind == kind]
    if own:
        return kept_now(own[0])
    consoles = [ticket for ticket in here if ticket.kind in KINDS]
    if not consoles:
        there = f" for {clean(address)}" if address else ""
        if any(ticket.kind in (kind, *KINDS) for ticket in known):
            raise BadInput(
                f"the umpire's key{there} belongs to another machine of this account. Give --address and --code once"
            )
        raise BadInput(f"this machine has no umpire's key{there}. Give --address and --code once")
    typer.echo(NOTE, err=True)
    return consoles[0]


def wing_ticket(one: NamedArbiter, kind: str) -> Ticket:
    """Return the ticket for commands at an arbiter of an event file.

    It is the ticket that is stored for that arbiter. Otherwise it is found as for a single arbiter, with the code in
    the file. Raises BadInput.
    """
    assert one.address
    own = (
        ticket
        for ticket in tickets()
        if ticket.kind == kind and one.key == ticket.server_key and is_from_here(ticket)
    )
    kept = next(own, None)
    return kept_now(kept) if kept else command_ticket(one.address, one.code or "", kind)


@contextmanager
def alone(ticket: Ticket, wait_seconds: float) -> Iterator[None]:
    """Use a ticket's key while no other command of this machine uses it.

    Raises BadInput if another command uses it for too long.
    """
    name = blake2b(ticket.public.encode(), digest_size=12).hexdigest()
    try:
        file = (home() / f"{name}.lock").open("a+b")
    except OSError as error:
        raise BadInput(f"{home()}: no lock can be created there ({why(error)})") from None
    with file:
        until = time.monotonic() + wait_seconds
        while not _locked(file):
            if time.monotonic() > until:
                raise BadInput(
                    "another command of this machine uses the same key. Try again when it has ended"
                )
            time.sleep(TRY_AGAIN_SECONDS)
        yield


def _locked(file: IO[bytes]) -> bool:
    """Lock a file until it is closed. Return whether that was possible."""
    try:
        if sys.platform == "win32":
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _new(address: str, code: str) -> list[Ticket]:
    if not address:
        raise BadInput("--code needs the host's --address")
    try:
        ticket = run_loop(come_in(address, code, Kind.CONSOLE))
    except DoorError as fault:
        raise BadInput(str(fault)) from None
    return keep_for_commands(address, code, ticket)
