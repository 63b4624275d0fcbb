"""Tickets: the keys of the seats that sit in browsers, each locked with a token that its browser alone holds.

Law: a file tells nobody anything without the token, and the token is kept nowhere here. So whoever starts the gateway
anew lets every browser come back by itself, and whoever finds its folder finds nothing.
"""

from __future__ import annotations

import os
import secrets
import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox
from pydantic import ValidationError
from warcouncil.clients.link import private
from warcouncil.clients.web.cookies import AGE_SECONDS
from warcouncil.protocol.doors import CurveKey, Kind, Plate
from warcouncil.protocol.words import Model, Name

TOKEN_BYTES = 32
SUFFIX = ".seat"


class WebTicket(Model):
    """What the gateway needs to come back to a seat: the arbiter's key and its own pair (all in Z85)."""

    plate: Plate
    kind: Kind
    exercise: Name
    server_key: CurveKey
    public: CurveKey
    secret: CurveKey

    def __repr__(self) -> str:
        return f"WebTicket({self.plate!r}, {self.kind.value!r})"

    __str__ = __repr__


def holder_of(token: str) -> str:
    """Give the name under which a token is spoken of, from which nobody finds it."""
    return _hash(token, b"name")[:16].hex()


class Tickets:
    """Tickets in a folder that its owner alone may enter. Writing and finding raise OSError: a ticket that cannot be read just
    now is not one that is gone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        private.folder(folder)

    def keep(self, ticket: WebTicket) -> str:
        """Lock a ticket away and give its token."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        sealed = _box(token).encrypt(ticket.model_dump_json().encode())
        private.write(self._path(token), sealed.hex())
        return token

    def find(self, token: str) -> WebTicket | None:
        """Give the ticket of a token; None: there is none."""
        if not token:
            return None
        path = self._path(token)
        try:
            opened = _box(token).decrypt(bytes.fromhex(path.read_text("ascii")))
            ticket = WebTicket.model_validate_json(opened)
        except (FileNotFoundError, ValueError, CryptoError, ValidationError):
            return None
        with suppress(OSError):
            os.utime(path)
        return ticket

    def drop(self, token: str) -> None:
        """Forget a ticket: its key is of no use any more. What cannot be taken away just now is of no use where it lies."""
        if token:
            with suppress(OSError):
                self._path(token).unlink()

    def tidy(self) -> None:
        """Forget every ticket that no browser holds any more."""
        for path in self._folder.glob(f"*{SUFFIX}"):
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > AGE_SECONDS:
                    path.unlink()

    def _path(self, token: str) -> Path:
        return self._folder / f"{holder_of(token)}{SUFFIX}"


def _box(token: str) -> SecretBox:
    return SecretBox(_hash(token, b"key"))


def _hash(token: str, use: bytes) -> bytes:
    return blake2b(token.encode(), digest_size=32, person=b"wc seat " + use).digest()
