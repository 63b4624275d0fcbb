"""Tickets: the keys of the seats in browsers. Each ticket is encrypted with a token that only its browser
has.

A file reveals nothing without the token, and the gateway does not store the token. So after a restart of the
gateway every browser comes back by itself. A thief of the folder learns nothing.

The number of tickets for one plate (the public part of a code) is limited. Each ticket lasts as long as its
browser's cookie.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox
from pydantic import ValidationError
from warcouncil.clients.link.base import private_files
from warcouncil.clients.web.limits import AGE_SECONDS
from warcouncil.protocol.proofs.doors import CurveKey, Kind, Plate
from warcouncil.protocol.words import Model, Name

TOKEN_BYTES = 32
SUFFIX = ".seat"
LIFE_SECONDS_MAX = 30 * 86400
"""How long a browser may hold a seat after it joined, however often it opens the seat."""
OF_PLATE_MAX = 64
"""How many tickets one plate (the public part of a code) may have.

A crew uses one card in several browsers. If one more joins at the limit, the ticket that was unused for
longest is deleted. The browser of that ticket needs the card again.
"""
TIDY_SECONDS = 3600
"""The least time between two cleanups while pages join."""


class WebTicket(Model):
    """The data that the gateway needs to come back to a seat: the arbiter's key and its own pair (all in
    Z85).

    `since` is the time when its browser joined, in seconds of the system's clock.
    """

    plate: Plate
    kind: Kind
    exercise: Name
    server_key: CurveKey
    public: CurveKey
    secret: CurveKey
    since: int = 0

    def __repr__(self) -> str:
        return f"WebTicket({self.plate!r}, {self.kind.value!r})"

    __str__ = __repr__


def holder_of(token: str) -> str:
    """Return a name for a token that does not reveal it."""
    return _hash(token, b"name")[:16].hex()


def locker_key(token: str) -> str:
    """Return the key with which a page encrypts the data of a seat on its device. It is 32 bytes in
    hexadecimal.

    It is derived only from the token.
    """
    return _hash(token, b"locker").hex()


class Tickets:
    """Tickets in a folder that only its owner may enter.

    `now` returns the time in seconds. By default, it goes on from the system's time at the start, even if the
    system's clock is set meanwhile. Writing and finding raise OSError, because a ticket that cannot be read
    now still exists.
    """

    def __init__(self, folder: Path, now: Callable[[], float] | None = None) -> None:
        self._folder = folder
        began = time.time() - time.monotonic()
        self._now = now = now or (lambda: began + time.monotonic())
        self._tidied = now()
        private_files.folder(folder)

    def keep(self, ticket: WebTicket) -> str:
        """Encrypt a ticket and return its token."""
        token, now = secrets.token_urlsafe(TOKEN_BYTES), self._now()
        if now - self._tidied >= TIDY_SECONDS:
            self.tidy()
        dated = ticket.model_copy(update={"since": int(now)})
        path = self._path(token, ticket.plate)
        self._make_room(ticket.plate)
        private_files.write(path, _box(token).encrypt(dated.model_dump_json().encode()).hex())
        self._use(path)
        return token

    def find(self, token: str, plate: str) -> WebTicket | None:
        """Return the ticket of a token. Return None if there is none."""
        if not token:
            return None
        path = self._path(token, plate)
        try:
            opened = _box(token).decrypt(bytes.fromhex(path.read_text("ascii")))
            ticket = WebTicket.model_validate_json(opened)
        except (FileNotFoundError, ValueError, CryptoError, ValidationError):
            return None
        if self.lasts_seconds(ticket) <= 0:
            self.drop(token, plate)
            return None
        self._use(path)
        return ticket

    def lasts_seconds(self, ticket: WebTicket) -> int:
        """Return how many seconds a browser may hold a ticket that it opens now."""
        return min(AGE_SECONDS, int(ticket.since + LIFE_SECONDS_MAX - self._now()))

    def drop(self, token: str, plate: str) -> None:
        """Delete a ticket, because its key is no longer valid. A file that cannot be deleted does no harm."""
        if token:
            with suppress(OSError):
                self._path(token, plate).unlink()

    def tidy(self) -> None:
        """Delete every ticket that no browser can use any longer."""
        self._tidied = self._now()
        for used, path in self._files():
            if self._tidied - used > AGE_SECONDS:
                with suppress(OSError):
                    path.unlink()

    def _make_room(self, plate: str) -> None:
        """Delete the tickets of a plate that were unused for longest, until there is room for one more."""
        files = sorted(self._files(_of_plate(plate)))
        for _, path in files[: max(0, len(files) + 1 - OF_PLATE_MAX)]:
            with suppress(OSError):
                path.unlink()

    def _files(self, begin: str = "") -> list[tuple[float, Path]]:
        """Return the files whose names begin with this text, including incomplete ones, and when each was last opened."""
        found = []
        for path in self._folder.glob(f"{begin}*{SUFFIX}*"):
            with suppress(OSError):
                found.append((path.stat().st_mtime, path))
        return found

    def _use(self, path: Path) -> None:
        with suppress(OSError):
            os.utime(path, (self._now(), self._now()))

    def _path(self, token: str, plate: str) -> Path:
        return self._folder / f"{_of_plate(plate)}-{holder_of(token)}{SUFFIX}"


def _of_plate(plate: str) -> str:
    """Return the beginning of the names of a plate's files, in letters that are valid in file names."""
    return _hash(plate, b"plat")[:8].hex()


def _box(token: str) -> SecretBox:
    return SecretBox(_hash(token, b"key"))


def _hash(token: str, use: bytes) -> bytes:
    return blake2b(token.encode(), digest_size=32, person=b"wc seat " + use).digest()
