"""Where an exercise is to listen: as it is asked for, else as it did before, else as usual; and what that means for its seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from warcouncil.arbiter.shell.hosting import ListenPlace
from warcouncil.arbiter.shell.whereabouts import Whereabouts
from warcouncil.clients.link.door import DEFAULT_PORT, Address
from warcouncil.clients.plan.cards import reachable, typed

LOOPBACKS = ("127.0.0.1", "::1", "localhost")
EVERYWHERE = ("0.0.0.0", "::", "*")  # noqa: S104  # compared, not bound
USUAL = Whereabouts("0.0.0.0", DEFAULT_PORT)  # noqa: S104  # a room full of laptops is to reach it


@dataclass(frozen=True, slots=True)
class AskedPlace:
    """What was asked for on the command line; None: nothing."""

    bind: str | None = None
    port: int | None = None
    walled: bool | None = None
    announced: bool | None = None


@dataclass(frozen=True, slots=True)
class HostPlace:
    """Where an exercise is to listen, and where it did before it was taken up again (None: it is new, or nobody knows)."""

    bind: str
    port: int
    walled: bool
    announced: bool
    before: Whereabouts | None = None

    @property
    def to_listen(self) -> ListenPlace:
        """Give it as the arbiter takes it."""
        return ListenPlace(self.bind, self.port, walled=self.walled)

    def now(self, port: int) -> Whereabouts:
        """Give what is to be kept of it, when it listens at `port`."""
        addresses = tuple(str(address) for address in reachable(self.bind, port))
        return Whereabouts(self.bind, port, self.walled, self.announced, addresses)

    def news(self, addresses: Sequence[Address]) -> list[str]:
        """Say to whoever takes the exercise up again what becomes of its seats."""
        if self.before is None or not self.before.addresses:
            return []
        now = [str(address) for address in addresses]
        sought = "   or   ".join(self.before.addresses)
        if set(self.before.addresses) <= set(now):
            return [f"Its seats look for it at {sought}, and are back by themselves."]
        lines = [f"Its seats look for it at {sought}, and it is not there any more."]
        if (self.bind, self.port) != (self.before.bind, self.before.port):
            lines.append("Start it without --bind and --port, and they are back by themselves;")
        else:
            lines.append("Give this machine that address again, and they are back by themselves;")
        where = typed(addresses[0])
        return [*lines, f"or everybody comes in anew with the card: warcouncil join {where} CODE"]

    def taken(self, fault: str) -> str:
        """Say of an exercise that cannot be taken up where it is to listen what that means for its seats."""
        here = self.before is not None and (self.bind, self.port) == (self.before.bind, self.before.port)
        return (
            f"{fault} (its seats look for it there: elsewhere everybody comes in anew with the card)"
            if here
            else fault
        )


def place_for(asked: AskedPlace, before: Whereabouts | None) -> HostPlace:
    """Give where to listen: each thing as it is asked for, else as before, else as usual."""
    kept = before or USUAL
    return HostPlace(
        bind=kept.bind if asked.bind is None else asked.bind,
        port=kept.port if asked.port is None else asked.port,
        walled=kept.walled if asked.walled is None else asked.walled,
        announced=kept.announced if asked.announced is None else asked.announced,
        before=before,
    )
