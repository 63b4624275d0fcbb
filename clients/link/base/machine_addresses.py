"""The present addresses of this machine, and the addresses of other machines by name.

Only `addresses_of` looks a name up. A name server that does not answer delays it by 3 seconds at most.
"""

from __future__ import annotations

import re
import socket
import time
from contextlib import suppress
from ipaddress import ip_address
from threading import Thread
from typing import NamedTuple

import ifaddr

VIRTUAL = re.compile(
    r"^(?:docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|cali|lxc|podman|tun|tap|wg|ppp|utun|ipsec|tailscale|zt|awdl|llw|bridge)"
    r"|vpn|virtual|vmware|hyper-v|vethernet|wsl|container|tailscale|zerotier|wireguard",
    re.IGNORECASE,
)
"""The names of interfaces that lead to no other computer in the room: virtual machines, containers and
private networks.
"""


class OwnAddress(NamedTuple):
    """An address of this machine, with the names of its interface."""

    host: str
    interface: str


def every_address() -> list[OwnAddress]:
    """Return every address of this machine, including loopback. Return an empty result if the system does not
    list them.
    """
    found: list[OwnAddress] = []
    with suppress(OSError):
        for adapter in ifaddr.get_adapters():
            names = f"{adapter.name}|{adapter.nice_name}"
            for one in adapter.ips:
                host = one.ip if isinstance(one.ip, str) else one.ip[0]
                found.append(OwnAddress(str(host), names))
    return found


def outside_addresses(version: int) -> tuple[str, ...]:
    """Return the addresses at which other machines may reach this one. The most likely one comes first.

    `version` is 4 or 6. Addresses that the system assigned itself, because no network did, are returned only if there
    are no others.
    """
    route = _by_route(version)
    own = every_address() or [OwnAddress(host, "") for host in route]
    ranked: dict[str, tuple[bool, bool, bool]] = {}
    for each in own:
        try:
            found = ip_address(each.host)
        except ValueError:
            continue
        if found.version != version or found.is_loopback or found.is_unspecified:
            continue
        is_virtual = any(VIRTUAL.search(name) for name in each.interface.split("|"))
        ranked.setdefault(each.host, (is_virtual, each.host not in route, not found.is_private))
    given = [host for host in ranked if not ip_address(host).is_link_local]
    return tuple(sorted(given or ranked, key=lambda host: ranked[host]))


def is_own_address(host: str) -> bool:
    """Return whether a typed address belongs to this machine now."""
    try:
        asked = ip_address(host)
    except ValueError:
        return False
    global _own  # noqa: PLW0603  # what the system said a moment ago
    if time.monotonic() > _own[0]:
        _own = (
            time.monotonic() + OWN_SECONDS,
            frozenset(each.host.partition("%")[0] for each in every_address()),
        )
    return str(asked) in _own[1]


LOOKUP_SECONDS = 3.0
"""How long a name server may take. A name server without internet may never answer."""


def addresses_of(host: str, seconds: float = LOOKUP_SECONDS) -> tuple[str, ...]:
    """Return the addresses of a machine by its name, in the order of the system. Return an empty result if
    the name is unknown, or no name server answers in time.
    """
    found: list[str] = []

    def look_up() -> None:
        with suppress(OSError, UnicodeError):
            found.extend(str(place[0]) for *_, place in socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM))

    looking = Thread(target=look_up, name="name lookup", daemon=True)
    looking.start()
    looking.join(seconds)
    return tuple(found)


def is_name(host: str) -> bool:
    """Return whether a text is the name of a machine and not an address."""
    try:
        ip_address(host)
    except ValueError:
        return True
    return False


def listening_host(text: str) -> str:
    """Return the address to listen on, from the text that a person typed.

    `*` means every IPv4 address. Brackets around IPv6 are removed. A name of this machine becomes the address
    behind it. IPv4 is preferred. Any other name is returned unchanged, and listening then fails.
    """
    host = text.strip()
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    if host == "*":
        return "0.0.0.0"  # noqa: S104  # as the caller asked
    if not is_name(host):
        return host
    found = [one for one in addresses_of(host) if ip_address(one).is_loopback or is_own_address(one)]
    return min(found, key=lambda one: ip_address(one).version, default=host)


OWN_SECONDS = 1.0
"""How long the answer of the system is reused. A flood of requests must not query the system each time."""
_own: tuple[float, frozenset[str]] = (0.0, frozenset())


def _by_route(version: int) -> tuple[str, ...]:
    """Return the address that the system would use towards other networks, if it has a route to them."""
    family, far = (socket.AF_INET, "192.0.2.1") if version == 4 else (socket.AF_INET6, "2001:db8::1")
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((far, 9))  # Nothing is sent, because the system only chooses its source address
        return (str(probe.getsockname()[0]),)
    return ()
