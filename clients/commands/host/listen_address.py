"""The address where an exercise listens. It is the requested one, or else the earlier one, or else the
default.

It also explains what this means for the seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from warcouncil.arbiter.shell.file.listened_at import ListenedAt, WebPlace
from warcouncil.arbiter.shell.hosting.hosting import ListenPlace
from warcouncil.clients.link.base.machine_addresses import listening_host
from warcouncil.clients.link.door.door import DEFAULT_PORT, PORT_MAX, Address
from warcouncil.clients.plan.cards.cards import reachable, typed
from warcouncil.clients.plan.reading.layout import WebWish, WingRoom
from warcouncil.clients.plan.reading.standbys import STANDBYS_MAX, standby_fault, standbys_of
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.commandline import command

LOOPBACKS = ("127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104  # compared, not bound
ABOVE_SEATS = 2
"""The distance of the browsers' port from the seats' port. The door's port is between them."""
COPY = (
    "This is a backup of {}, which was made while the exercise ran. It lacks the answers that were sealed "
    "later. If an answer of a seat is missing, the seat and the umpires' record of its table say so."
)
USUAL = ListenedAt("0.0.0.0", DEFAULT_PORT)  # noqa: S104  # a room full of laptops is to reach it


@dataclass(frozen=True, slots=True)
class AskedPlace:
    """The requested place, from the command line or the plan. A value is None if it was not requested."""

    bind: str | None = None
    port: int | None = None
    walled: bool | None = None
    announced: bool | None = None
    web: bool | None = None
    web_port: int | None = None
    web_cert: Path | None = None
    web_key: Path | None = None
    known_as: str = ""
    """The name or address of this machine that people receive. If it is "", it is found automatically."""
    standby: tuple[str, ...] | None = None
    """The addresses of standbys, as typed."""
    backup: str | None = None
    """The folder for copies of the exercise file, as typed."""
    metrics: int | None = None
    """The port for metrics. 0 means any free port."""

    def words(self, seed: str | None) -> list[str]:
        """Return this place and a seed as command-line words for each wing, without the settings that differ
        between wings.

        Raises BadInput for an invalid port.
        """
        if self.port is not None or self.web_port is not None:
            raise BadInput("--wings: the plan gives each wing its own port. Leave the port out")
        switches = {"wall": self.walled, "announce": self.announced, "web": self.web}
        told = {
            "--bind": self.bind,
            "--web-cert": self.web_cert,
            "--web-key": self.web_key,
            "--backup": self.backup,
            "--seed": seed,
        }
        return [
            *(f"--{'' if on else 'no-'}{name}" for name, on in switches.items() if on is not None),
            *(word for option, text in told.items() if text is not None for word in (option, str(text))),
            *(word for text in self.standby or () for word in ("--standby-at", text)),
        ]

    def of_wing(self, wing: WingRoom | None) -> AskedPlace:
        """Return this place with the plan's address for a wing, if the command line sets none."""
        if wing is None:
            return self
        return replace(self, port=wing.port if self.port is None else self.port, known_as=wing.host)

    def with_standby(self, texts: tuple[str, ...]) -> AskedPlace:
        """Return this place with the plan's standbys, if the command line names none."""
        return replace(self, standby=texts) if texts and self.standby is None else self

    def over(self, wish: WebWish | None) -> AskedPlace:
        """Return this place with the plan's settings for browsers, as far as the command line sets none."""
        if wish is None or self.web is False:
            return self
        files = (wish.cert, wish.key) if self.web_cert is None else (self.web_cert, self.web_key)
        port = wish.port if self.web_port is None else self.web_port
        return replace(self, web=True, web_port=port, web_cert=files[0], web_key=files[1])


@dataclass(frozen=True, slots=True)
class HostPlace:
    """The place where an exercise listens, and the place where it listened before it was resumed.

    The second is None if the exercise is new, or if that place is unknown.
    """

    bind: str
    port: int
    walled: bool
    announced: bool
    before: ListenedAt | None = None
    web: WebPlace | None = None
    """The settings for browsers, with port 0 for any free one. The value is None if there are no browsers."""
    known_as: str = ""
    standby: tuple[str, ...] = ()
    backup: str = ""
    metrics: int | None = None
    """The port for metrics, with 0 for any free one. The value is None if there are no metrics. The port is
    not announced and not stored.
    """

    def addresses(self, port: int) -> tuple[Address, ...]:
        """Return the addresses that people receive, for this port. A requested address comes first."""
        found = reachable(self.bind, port)
        return tuple(dict.fromkeys((Address(self.known_as, port), *found))) if self.known_as else found

    def standbys(self, port: int) -> tuple[Address, ...]:
        """Return the addresses of standbys that people receive, for this port."""
        return standbys_of(self.standby, port)

    @property
    def to_listen(self) -> ListenPlace:
        """Return the form that the arbiter uses."""
        return ListenPlace(
            self.bind,
            self.port,
            walled=self.walled,
            web_port=self.web.port if self.web else 0,
            metrics_port=self.metrics,
        )

    def now(self, port: int, web_port: int) -> ListenedAt:
        """Return the part of this place that is stored, for these ports."""
        addresses = tuple(str(address) for address in self.addresses(port))
        web = replace(self.web, port=web_port) if self.web else None
        return ListenedAt(
            *(self.bind, port, self.walled, self.announced, addresses, web, self.known_as, self.standby),
            backup=self.backup,
        )

    def news(self, addresses: Sequence[Address], told: Sequence[str] = ()) -> list[str]:
        """Return lines that say whether the seats of a resumed exercise find it.

        `told` has other addresses that arbiters sent them.
        """
        if self.before is None or not self.before.addresses:
            return []
        if self.before.copied:
            of_copy = replace(self, before=replace(self.before, copied="")).news(addresses, told)
            return [COPY.format(self.before.copied), *of_copy]
        now = [str(address) for address in addresses]
        sought = "   or   ".join(self.before.addresses)
        if set(self.before.addresses) <= set(now):
            return [f"Its seats look for it at {sought}, and come back by themselves."]
        joins = command("join", typed(addresses[0]), "CODE")
        if here := [address for address in now if address in told]:
            return [
                (
                    f"Its seats look for it at {sought}, then at {'   or   '.join(here)}, and come"
                    " back by themselves."
                ),
                f"Players who first joined at {sought} must join again with the card: {joins}",
            ]
        lines = [f"Its seats look for it at {sought}, which is no longer its address."]
        if (self.bind, self.port) != (self.before.bind, self.before.port):
            lines.append("Start it without --bind and --port, and they come back by themselves.")
        else:
            lines.append("Give this machine that address again, and they come back by themselves.")
        return [*lines, f"Otherwise all players must join again with the card: {joins}"]

    def taken(self, fault: str) -> str:
        """Return the message for an error of listening. It says what the error means for the seats of a
        resumed exercise.
        """
        here = self.before is not None and (self.bind, self.port) == (self.before.bind, self.before.port)
        return (
            (
                f"{fault} (its seats look for it there. At another address all players must join"
                " again with the card)"
            )
            if here
            else fault
        )


def place_for(asked: AskedPlace, before: ListenedAt | None) -> HostPlace:
    """Return where to listen. Each setting is the requested one, or else the earlier one, or else the default."""
    if asked.bind is not None and not asked.bind.strip():
        raise BadInput("--bind is empty. Give an address, or omit it to listen on all")
    kept = before or USUAL
    port = kept.port if asked.port is None else asked.port
    web = _web(asked, kept.web, port)
    return HostPlace(
        bind=listening_host(kept.bind if asked.bind is None else asked.bind),
        port=port,
        walled=kept.walled if asked.walled is None else asked.walled,
        announced=kept.announced if asked.announced is None else asked.announced,
        before=before,
        web=web,
        known_as=asked.known_as or kept.known_as,
        standby=_standby(asked.standby, kept.standby),
        metrics=_metrics(asked.metrics, port, web),
    )


def _metrics(asked: int | None, port: int, web: WebPlace | None) -> int | None:
    """Return the port for metrics.

    Raises BadInput for a port of another service, because some systems would share it.
    """
    if asked and port and asked in (port, port + 1):
        raise BadInput(
            f"--metrics {asked}: the seats and their door use {port} and {port + 1}. Give another port"
        )
    if asked and web and asked == web.port:
        raise BadInput(f"--metrics {asked}: this is the port for browsers. Give another port")
    return asked


def _standby(asked: tuple[str, ...] | None, kept: tuple[str, ...]) -> tuple[str, ...]:
    """Return the addresses of standbys: the requested ones, or else the earlier ones. Raises BadInput."""
    for text in asked or ():
        if fault := standby_fault(text):
            raise BadInput(f"--standby-at {text}: {fault}")
    if asked is not None and len(asked) > STANDBYS_MAX:
        raise BadInput(f"--standby-at: cards have room for at most {STANDBYS_MAX} addresses. Take some out")
    return kept if asked is None else asked


def _web(asked: AskedPlace, kept: WebPlace | None, port: int) -> WebPlace | None:
    """Return the settings for browsers. They are the requested ones, or else the earlier ones, or else a port
    two above the seats.

    Raises BadInput.
    """
    if (asked.web_cert is None) is not (asked.web_key is None):
        raise BadInput("--web-cert and --web-key belong together. Give both the certificate and its key")
    if asked.web is False or (asked.web is None and kept is None):
        if asked.web_port is not None or asked.web_cert is not None:
            raise BadInput("--web-port, --web-cert and --web-key are for browsers. Give --web too")
        return None
    place = kept or WebPlace(port + ABOVE_SEATS if port else 0)
    if asked.web_port is not None:
        place = replace(place, port=asked.web_port)
    if asked.web_cert is not None and asked.web_key is not None:
        place = replace(place, cert=str(asked.web_cert.absolute()), key=str(asked.web_key.absolute()))
    if port and place.port in (port, port + 1):
        raise BadInput(
            f"--web-port {place.port}: the seats and their door use {port} and {port + 1}. Give another port"
        )
    if place.port > PORT_MAX:
        raise BadInput(f"there is no port {place.port} for browsers. Give one with --web-port")
    return place
