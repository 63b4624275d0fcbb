"""Browsers at `warcouncil host`: the certificate, the gateway, and the text about them on cards, window and
consoles.
"""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.base.program import install
from warcouncil.arbiter.shell.file.listened_at import WebPlace
from warcouncil.arbiter.shell.service.opening import Opened
from warcouncil.clients.commands.host.listen_address import AskedPlace, HostPlace, place_for
from warcouncil.clients.plan.cards.cards import WebDoor, web_door
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.players.child_gateway import ChildGateway
from warcouncil.clients.web import NEEDED

if TYPE_CHECKING:
    from warcouncil.clients.web.certificate import Certificate

BESIDE = "-web"
"""The suffix of the folder beside an exercise file with its certificate and the keys of its browsers' seats.
"""
SEATS = "seats"


@dataclass(frozen=True, slots=True)
class Browsers:
    """The certificate and the gateway of an exercise."""

    folder: Path
    certificate: Certificate
    hosts: tuple[str, ...]
    gateway: ChildGateway

    def door(self, port: int, exercise: str, *, names: bool, host: str = "") -> WebDoor:
        """Return the web address that people receive. `host` is the present address of this machine."""
        return web_door(
            _told(self.certificate, host or self.hosts[0]),
            port,
            self.certificate.fingerprint,
            exercise,
            is_known=self.certificate.is_own,
            names=names,
        )

    def discard(self) -> None:
        """Remove the files of an exercise that never began."""
        with suppress(OSError):
            shutil.rmtree(self.folder)


def check_web() -> None:
    """Check that the packages for browsers are installed. Raises BadInput."""
    if any(find_spec(name) is None for name in NEEDED):
        raise BadInput(
            f"--web: the part that serves browsers is not installed. Install it: {install('warcouncil[web]')}"
        )


def browsers_for(
    place: HostPlace, home: Location, exercise: str, hear: Callable[[str], object]
) -> Browsers | None:
    """Return the certificate and the gateway for an exercise. Return None if browsers are not wanted.

    `hear` is called with the gateway's log lines. Raises BadInput.
    """
    if place.web is None:
        return None
    check_web()
    hosts = tuple(address.host for address in place.addresses(1))
    folder = home.beside(BESIDE)
    certificate = certificate_of(place.web, folder, exercise, hosts)
    gateway = ChildGateway(
        chain=certificate.chain, key=certificate.key, keep=folder / SEATS, also=hosts, hear=hear
    )
    return Browsers(folder, certificate, hosts, gateway)


def certificate_of(web: WebPlace, folder: Path, exercise: str, hosts: tuple[str, ...]) -> Certificate:
    """Return the certificate of an exercise. It is the room's own, or the one that is stored for it.

    Raises BadInput.
    """
    from warcouncil.clients.web.certificate import BadCertificate, kept, own

    now = datetime.now(UTC)
    try:
        if web.cert:
            return own(Path(web.cert), Path(web.key), now)
        return kept(folder, exercise, hosts, now)
    except BadCertificate as fault:
        raise BadInput(f"{fault}. To go on without browsers, use --no-web") from None


def door_again(opened: Opened, host: str = "") -> WebDoor | None:
    """Return the web address of an exercise that does not run, so that it can be printed again.

    Return None if the exercise had no web address. Raises BadInput.
    """
    place = opened.journal.whereabouts
    if place is None or place.web is None:
        return None
    hosts = tuple(address.host for address in place_for(AskedPlace(), place).addresses(1))
    name, plan = opened.exercise.name, opened.exercise.plan
    certificate = certificate_of(place.web, opened.journal.home.beside(BESIDE), name, hosts)
    return web_door(
        host or _told(certificate, hosts[0]),
        place.web.port,
        certificate.fingerprint,
        name,
        is_known=certificate.is_own,
        names=plan.names,
    )


def _told(certificate: Certificate, address: str) -> str:
    """Return the host name that people receive. It is a name in the room's own certificate, or else our address."""
    if not certificate.is_own or address in certificate.names:
        return address
    here = socket.gethostname()
    plain = [name for name in certificate.names if not name.startswith("*.")]
    below = {name[2:] for name in certificate.names if name.startswith("*.")}
    return next(iter(plain), here if here.partition(".")[2] in below else address)
