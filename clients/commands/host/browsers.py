"""How `warcouncil host` lets browsers in: its certificate, its gateway, and what cards, window and consoles say of both."""

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

from warcouncil.arbiter.shell.base.install_hint import install
from warcouncil.arbiter.shell.base.location import Location
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
"""What the folder beside an exercise file ends with: its certificate, and the keys of its browsers' seats."""
SEATS = "seats"


@dataclass(frozen=True, slots=True)
class Browsers:
    """What lets browsers in at an exercise."""

    folder: Path
    certificate: Certificate
    hosts: tuple[str, ...]
    gateway: ChildGateway

    def door(self, port: int, exercise: str, *, names: bool) -> WebDoor:
        """Give where they come in, as it is told to people."""
        return web_door(
            _told(self.certificate, self.hosts[0]),
            port,
            self.certificate.fingerprint,
            exercise,
            is_known=self.certificate.is_own,
            names=names,
        )

    def discard(self) -> None:
        """Leave nothing behind of an exercise that never began."""
        with suppress(OSError):
            shutil.rmtree(self.folder)


def check_web() -> None:
    """See whether what serves browsers is installed. Raises BadInput."""
    if any(find_spec(name) is None for name in NEEDED):
        raise BadInput(
            f"--web: what serves browsers is not installed here; install it with: {install('warcouncil[web]')}"
        )


def browsers_for(
    place: HostPlace, home: Location, exercise: str, hear: Callable[[str], object]
) -> Browsers | None:
    """Give what lets browsers in at an exercise; None: nobody asked for it. `hear` takes the lines of the gateway's log.
    Raises BadInput."""
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
    """Give the certificate of an exercise: the room's own, or the one that is kept for it. Raises BadInput."""
    from warcouncil.clients.web.certificate import BadCertificate, kept, own

    now = datetime.now(UTC)
    try:
        if web.cert:
            return own(Path(web.cert), Path(web.key), now)
        return kept(folder, exercise, hosts, now)
    except BadCertificate as fault:
        raise BadInput(f"{fault} (--no-web goes on without browsers)") from None


def door_again(opened: Opened, host: str = "") -> WebDoor | None:
    """Give where browsers came in at an exercise that does not run, to be printed again; None: they did not. Raises BadInput."""
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
    """Give the host that people are told: what the room's own certificate vouches for, or our address."""
    if not certificate.is_own or address in certificate.names:
        return address
    here = socket.gethostname()
    plain = [name for name in certificate.names if not name.startswith("*.")]
    below = {name[2:] for name in certificate.names if name.startswith("*.")}
    return next(iter(plain), here if here.partition(".")[2] in below else address)
