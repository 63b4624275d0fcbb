"""Where an exercise is to listen: as it is asked for, else as it did before, else as usual; and what that means for its seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from warcouncil.arbiter.shell.file.listened_at import ListenedAt, WebPlace
from warcouncil.arbiter.shell.hosting.hosting import ListenPlace
from warcouncil.clients.link.door.door import DEFAULT_PORT, PORT_MAX, Address
from warcouncil.clients.plan.cards.cards import reachable, typed
from warcouncil.clients.plan.reading.layout import WebWish, WingRoom
from warcouncil.clients.plan.reading.standbys import STANDBYS_MAX, standby_fault, standbys_of
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.commandline import command

LOOPBACKS = ("127.0.0.1", "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::", "*")  # noqa: S104  # compared, not bound
ABOVE_SEATS = 2
"""Browsers come in so far above the seats: the door is between."""
COPY = (
    "This is a copy of {}, made while the exercise ran: what came later is not in it. A seat whose answer is missing says so, and"
    " so does its table's record on the console."
)
USUAL = ListenedAt("0.0.0.0", DEFAULT_PORT)  # noqa: S104  # a room full of laptops is to reach it


@dataclass(frozen=True, slots=True)
class AskedPlace:
    """What was asked for on the command line, or by the plan; None: nothing."""

    bind: str | None = None
    port: int | None = None
    walled: bool | None = None
    announced: bool | None = None
    web: bool | None = None
    web_port: int | None = None
    web_cert: Path | None = None
    web_key: Path | None = None
    known_as: str = ""
    """The name or address of this machine that people are to be told; "": what it finds by itself."""
    standby: tuple[str, ...] | None = None
    """Where a standby is, as it was given."""
    backup: str | None = None
    """The folder where copies of the exercise file are to lie, as it was typed."""
    metrics: int | None = None
    """The port where metrics are to be told; 0: any free one."""

    def words(self, seed: str | None) -> list[str]:
        """Give it, and a seed, as it is typed for each wing, but for what each has of its own. Raises BadInput for a port."""
        if self.port is not None or self.web_port is not None:
            raise BadInput(
                "--wings: each wing has a port of its own, which the plan says; leave the port out"
            )
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
        """Give it with what the plan says of where a wing is, where the command line says nothing of it."""
        if wing is None:
            return self
        return replace(self, port=wing.port if self.port is None else self.port, known_as=wing.host)

    def with_standby(self, texts: tuple[str, ...]) -> AskedPlace:
        """Give it with what the plan says of a standby, where the command line says nothing of it."""
        return replace(self, standby=texts) if texts and self.standby is None else self

    def over(self, wish: WebWish | None) -> AskedPlace:
        """Give it with what the plan says of browsers, where the command line says nothing of it."""
        if wish is None or self.web is False:
            return self
        files = (wish.cert, wish.key) if self.web_cert is None else (self.web_cert, self.web_key)
        port = wish.port if self.web_port is None else self.web_port
        return replace(self, web=True, web_port=port, web_cert=files[0], web_key=files[1])


@dataclass(frozen=True, slots=True)
class HostPlace:
    """Where an exercise is to listen, and where it did before it was taken up again (None: it is new, or nobody knows)."""

    bind: str
    port: int
    walled: bool
    announced: bool
    before: ListenedAt | None = None
    web: WebPlace | None = None
    """Where browsers come in (port 0: any free one); None: they do not."""
    known_as: str = ""
    standby: tuple[str, ...] = ()
    backup: str = ""
    metrics: int | None = None
    """The port where metrics are told (0: any free one); None: none are. It is nobody's to find, and not kept."""

    def addresses(self, port: int) -> tuple[Address, ...]:
        """Give the addresses to tell people, when it listens at this port: first the one that was given to be told."""
        found = reachable(self.bind, port)
        return tuple(dict.fromkeys((Address(self.known_as, port), *found))) if self.known_as else found

    def standbys(self, port: int) -> tuple[Address, ...]:
        """Give where people are told that a standby is, when it listens at this port."""
        return standbys_of(self.standby, port)

    @property
    def to_listen(self) -> ListenPlace:
        """Give it as the arbiter takes it."""
        return ListenPlace(
            self.bind,
            self.port,
            walled=self.walled,
            web_port=self.web.port if self.web else 0,
            metrics_port=self.metrics,
        )

    def now(self, port: int, web_port: int) -> ListenedAt:
        """Give what is to be kept of it, when it listens at these ports."""
        addresses = tuple(str(address) for address in self.addresses(port))
        web = replace(self.web, port=web_port) if self.web else None
        return ListenedAt(
            *(self.bind, port, self.walled, self.announced, addresses, web, self.known_as, self.standby),
            backup=self.backup,
        )

    def news(self, addresses: Sequence[Address], told: Sequence[str] = ()) -> list[str]:
        """Say to whoever takes the exercise up again what becomes of its seats. `told`: where they look besides, as other arbiters told them."""
        if self.before is None or not self.before.addresses:
            return []
        if self.before.copied:
            of_copy = replace(self, before=replace(self.before, copied="")).news(addresses, told)
            return [COPY.format(self.before.copied), *of_copy]
        now = [str(address) for address in addresses]
        sought = "   or   ".join(self.before.addresses)
        if set(self.before.addresses) <= set(now):
            return [f"Its seats look for it at {sought}, and are back by themselves."]
        joins = command("join", typed(addresses[0]), "CODE")
        if here := [address for address in now if address in told]:
            return [
                f"Its seats look for it at {sought}, then at {'   or   '.join(here)}, and are back by themselves;",
                f"whoever sat down only since it was led there comes in anew with the card: {joins}",
            ]
        lines = [f"Its seats look for it at {sought}, and it is not there any more."]
        if (self.bind, self.port) != (self.before.bind, self.before.port):
            lines.append("Start it without --bind and --port, and they are back by themselves;")
        else:
            lines.append("Give this machine that address again, and they are back by themselves;")
        return [*lines, f"or everybody comes in anew with the card: {joins}"]

    def taken(self, fault: str) -> str:
        """Say of an exercise that cannot be taken up where it is to listen what that means for its seats."""
        here = self.before is not None and (self.bind, self.port) == (self.before.bind, self.before.port)
        return (
            f"{fault} (its seats look for it there: elsewhere everybody comes in anew with the card)"
            if here
            else fault
        )


def place_for(asked: AskedPlace, before: ListenedAt | None) -> HostPlace:
    """Give where to listen: each thing as it is asked for, else as before, else as usual."""
    if asked.bind is not None and not asked.bind.strip():
        raise BadInput("--bind: nothing stands there; give an address, or leave it out for every one")
    kept = before or USUAL
    port = kept.port if asked.port is None else asked.port
    web = _web(asked, kept.web, port)
    return HostPlace(
        bind=kept.bind if asked.bind is None else asked.bind,
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
    """Give where metrics are told. Raises BadInput for a port that others are to reach: some systems would give it twice."""
    if asked and port and asked in (port, port + 1):
        raise BadInput(f"--metrics {asked}: the seats and their door are at {port} and {port + 1}")
    if asked and web and asked == web.port:
        raise BadInput(f"--metrics {asked}: browsers come in there")
    return asked


def _standby(asked: tuple[str, ...] | None, kept: tuple[str, ...]) -> tuple[str, ...]:
    """Give where a standby is: as it is given, else as before. Raises BadInput."""
    for text in asked or ():
        if fault := standby_fault(text):
            raise BadInput(f"--standby-at {text}: {fault}")
    if asked is not None and len(asked) > STANDBYS_MAX:
        raise BadInput(f"--standby-at: no more than {STANDBYS_MAX} addresses are printed on cards")
    return kept if asked is None else asked


def _web(asked: AskedPlace, kept: WebPlace | None, port: int) -> WebPlace | None:
    """Give where browsers come in: as it is asked for, else as before, else two above the seats. Raises BadInput."""
    if (asked.web_cert is None) is not (asked.web_key is None):
        raise BadInput("--web-cert and --web-key go together: a certificate, and its key")
    if asked.web is False or (asked.web is None and kept is None):
        if asked.web_port is not None or asked.web_cert is not None:
            raise BadInput("--web-port, --web-cert and --web-key say how browsers come in; give --web too")
        return None
    place = kept or WebPlace(port + ABOVE_SEATS if port else 0)
    if asked.web_port is not None:
        place = replace(place, port=asked.web_port)
    if asked.web_cert is not None and asked.web_key is not None:
        place = replace(place, cert=str(asked.web_cert.absolute()), key=str(asked.web_key.absolute()))
    if port and place.port in (port, port + 1):
        raise BadInput(f"--web-port {place.port}: the seats and their door are at {port} and {port + 1}")
    if place.port > PORT_MAX:
        raise BadInput(f"there is no port {place.port} for browsers; give one with --web-port")
    return place
