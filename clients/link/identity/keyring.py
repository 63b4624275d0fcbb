"""The keyring: the tickets of the seats that this machine joined. With a ticket the machine can come back
without the code.

There is one small file for each seat, readable by its owner only, in the system's usual place or in
WARCOUNCIL_HOME.
"""

from __future__ import annotations

import os
import struct
import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import platformdirs
from pydantic import ValidationError
from warcouncil.clients.link.base import private_files
from warcouncil.clients.link.base.bounded_files import MB, read_bounded
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.identity import place
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.proofs.doors import CurveKey
from warcouncil.protocol.proofs.receipts import RECEIPTS_SUFFIX
from warcouncil.protocol.words import Addresses, Model, Name, Text
from zmq.utils import z85

HOME_VARIABLE = "WARCOUNCIL_HOME"


class KeyringError(Exception):
    """The keyring cannot be written. The text is one line."""


class Ticket(Model):
    """The data to come back to a seat: the address and the key of the arbiter, and the client's key pair (all
    in Z85).
    """

    exercise: Name
    host: str
    port: int
    server_key: CurveKey
    public: CurveKey
    secret: CurveKey
    title: Text = ""
    kind: Name = ""
    """The role for which the key was admitted, such as seat or umpire."""
    used: float = 0.0
    """When it was last used, in seconds since 1970."""
    machine: Text = ""
    """The machine that used it last, in the form of `place.this_machine`."""
    elsewhere: Addresses = ()
    """The other addresses of its exercise, the most likely one first, in case `host` and `port` do not answer."""
    epoch: int = 0
    """The highest epoch of an arbiter that welcomed it. An arbiter with a lower epoch is not accepted."""

    def __repr__(self) -> str:
        return f"Ticket({self.exercise!r}, {self.title!r}, {self.host}:{self.port})"

    __str__ = __repr__


def home() -> Path:
    """Return the folder of the keyring."""
    chosen = os.environ.get(HOME_VARIABLE, "")
    return Path(chosen) if chosen else platformdirs.user_data_path("warcouncil", appauthor=False)


def keep(ticket: Ticket) -> Ticket:
    """Write a ticket to disk, as used just now on this machine. Raises KeyringError."""
    used = ticket.model_copy(update={"used": time.time(), "machine": place.this_machine()})
    path = _path(ticket)
    try:
        private_files.folder(path.parent)
        private_files.write(path, used.model_dump_json(indent=1))
    except OSError as error:
        raise KeyringError(say("link.key_not_kept", path=str(path), why=why(error))) from None
    return used


def renew(ticket: Ticket) -> None:
    """Update the arbiter's address and epoch in a stored ticket.

    A ticket that is not stored yet is ignored. A full disk is ignored too, so that the link is not lost.
    """
    path = _path(ticket)
    with suppress(OSError, ValidationError):
        kept = Ticket.model_validate_json(read_bounded(path, MB))
        if kept.epoch <= ticket.epoch:  # Otherwise another window of this key has newer values
            now = ticket.model_dump(include={"host", "port", "elsewhere", "epoch"})
            private_files.write(path, kept.model_copy(update=now).model_dump_json(indent=1))


def tickets() -> tuple[Ticket, ...]:
    """Return every ticket, the last used one first. Invalid files are skipped."""
    found: list[Ticket] = []
    for path in sorted((home() / "seats").glob("*.json")):
        with suppress(OSError, ValidationError):
            ticket = Ticket.model_validate_json(read_bounded(path, MB))
            if _has_keys(ticket):
                found.append(ticket)
    return tuple(sorted(found, key=lambda ticket: -ticket.used))


def _has_keys(ticket: Ticket) -> bool:
    """Return whether the keys of a ticket are valid.

    A damaged file may hold forty letters that encode no bytes.
    """
    try:
        for key in (ticket.server_key, ticket.public, ticket.secret):
            z85.decode(key)
    except (ValueError, KeyError, struct.error):
        return False
    return True


def is_from_here(ticket: Ticket) -> bool:
    """Return whether this machine was the last to use a ticket."""
    return ticket.machine == place.this_machine()


def is_open(ticket: Ticket) -> bool:
    """Return whether a window uses a ticket now."""
    return place.is_held(_mark_of(ticket))


def open_with(ticket: Ticket) -> None:
    """Mark a stored ticket as used by a window until this process ends."""
    if _path(ticket).exists():
        place.hold(_mark_of(ticket))


def _mark_of(ticket: Ticket) -> Path:
    return _path(ticket).with_suffix(".open")


def forget(ticket: Ticket) -> None:
    """Delete a ticket."""
    _path(ticket).unlink(missing_ok=True)
    with suppress(OSError):
        _mark_of(ticket).unlink(missing_ok=True)


def receipts_of(ticket: Ticket) -> Path:
    """Return the path of the receipts of a ticket's key. The file stays when the ticket is deleted."""
    return _path(ticket).with_suffix(RECEIPTS_SUFFIX)


def receipt_files() -> tuple[Path, ...]:
    """Return the paths of the receipts of every key that this machine has had."""
    return tuple(sorted((home() / "seats").glob(f"*{RECEIPTS_SUFFIX}")))


def notes_of(ticket: Ticket) -> Path:
    """Return the path of the private notes of a ticket's seat, encrypted with its key."""
    return _path(ticket).with_suffix(".notes")


def stories() -> Path:
    """Return the folder in which stories are saved."""
    return home() / "stories"


def _path(ticket: Ticket) -> Path:
    name = blake2b(f"{ticket.server_key}|{ticket.public}".encode(), digest_size=12).hexdigest()
    return home() / "seats" / f"{name}.json"
