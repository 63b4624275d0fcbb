"""Discovery: an arbiter announces its address on the local network, and clients list the announcements.

An announcement only suggests an address. It contains no secret and is not trusted, because only a code proves
the arbiter. A typed address always works.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from threading import Lock

from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.door.door import Address
from warcouncil.clients.plan.cards.cards import typed
from warcouncil.protocol.words import WIRE_VERSION, clean, typed_number
from zeroconf import Error as ZeroconfError
from zeroconf import InterfaceChoice, IPVersion, ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf

SERVICE = "_warcouncil._tcp.local."
FIND_SECONDS = 1.5
FOUND_MAX = 20
NAME_BYTES = 40
ASK_MS = 300
"""How long an arbiter may take to send its details."""

Interfaces = Sequence[str] | None
"""The addresses of this machine to use. None means all of them."""


@dataclass(frozen=True, slots=True)
class Found:
    """An announced arbiter. `fits`: it uses our version of the wire format."""

    name: str
    address: Address
    fits: bool = True


class Announcer:
    """Announces an arbiter's address until it is stopped. An error here never stops the game."""

    def __init__(self, interfaces: Interfaces = None) -> None:
        self.trouble = ""
        self._interfaces = interfaces
        self._beside = ThreadPoolExecutor(1, "announcer")
        self._zeroconf: Zeroconf | None = None

    def start(self, name: str, addresses: Sequence[Address]) -> Future[None]:
        """Start to announce in a thread, because this takes a second.

        An earlier announcement is withdrawn. The future completes when that is done.
        """
        return self._beside.submit(self._announce, name, addresses)

    def stop(self) -> None:
        """Withdraw the announcement and end."""
        self._beside.submit(self._end)
        self._beside.shutdown()

    def _announce(self, name: str, addresses: Sequence[Address]) -> None:
        shown = _short(name)
        self._end()
        try:
            info = ServiceInfo(
                SERVICE,
                f"{shown}.{SERVICE}",
                port=addresses[0].port,
                parsed_addresses=[address.host for address in addresses if _is_ip(address.host)],
                properties={"v": str(WIRE_VERSION), "exercise": shown},
            )
            self._zeroconf = _zeroconf(self._interfaces)
            self._zeroconf.register_service(info, allow_name_change=True)
        except (OSError, ZeroconfError, TimeoutError) as error:
            self.trouble = why(error) if isinstance(error, OSError) else type(error).__name__

    def _end(self) -> None:
        if self._zeroconf is not None:
            with suppress(OSError, ZeroconfError, TimeoutError):
                self._zeroconf.unregister_all_services()
            self._zeroconf.close()
            self._zeroconf = None


class _Listener(ServiceListener):
    """Stores the announced names."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}
        self._lock = Lock()

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Store a name, up to FOUND_MAX."""
        with self._lock:
            if len(self.names) < FOUND_MAX:
                self.names[name] = None

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Ignore a repeated announcement."""

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Forget a name."""
        with self._lock:
            self.names.pop(name, None)


def find(seconds: float = FIND_SECONDS, interfaces: Interfaces = None) -> tuple[Found, ...]:
    """Listen for `seconds`, and return the announced arbiters by name.

    Return none if listening is not possible.
    """
    try:
        ours = _zeroconf(interfaces)
    except OSError:
        return ()
    ear = _Listener()
    try:
        browser = ServiceBrowser(ours, SERVICE, listener=ear)
        time.sleep(seconds)
        found = [one for name in tuple(ear.names) for one in _ask(ours, name)]
        browser.cancel()
    except (OSError, ZeroconfError):
        return ()
    finally:
        ours.close()
    return tuple(sorted(set(found), key=lambda one: (one.name, str(one.address)))[:FOUND_MAX])


def _ask(ours: Zeroconf, name: str) -> list[Found]:
    info = ours.get_service_info(SERVICE, name, timeout=ASK_MS)
    return said_by(info) if info is not None else []


def said_by(info: ServiceInfo) -> list[Found]:
    """Return the valid part of an announcement.

    It may have any contents, because any machine can send one.
    """
    if not info.port or not 0 < info.port < 65535:
        return []
    said = {key: value or b"" for key, value in info.properties.items()}
    title = clean(said.get(b"exercise", b"").decode("utf-8", "replace"), NAME_BYTES) or "an exercise"
    fits = said.get(b"v") == str(WIRE_VERSION).encode()
    return [Found(title, Address(host, info.port), fits) for host in info.parsed_addresses(IPVersion.All)[:4]]


def _zeroconf(interfaces: Interfaces) -> Zeroconf:
    return Zeroconf(interfaces=list(interfaces) if interfaces else InterfaceChoice.All)


def _short(name: str) -> str:
    """Return a name that fits into an announcement. It is short, and has no dots, which separate the parts."""
    text = clean(name).replace(".", " ").encode()[:NAME_BYTES].decode("utf-8", "ignore").strip()
    return text or "exercise"


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def choose(
    ask: Callable[[str], str], say: Callable[[str], None], find: Callable[[], Sequence[Found]] = find
) -> str:
    """Return the arbiter that a person chooses from those found, or the address that they type.

    Nothing is chosen automatically.
    """
    say("Looking for exercises on this network …")
    found = find()
    if not found:
        return ask("No exercise was found. What is the address of the host (such as 192.168.1.20)?")
    for number, one in enumerate(found, 1):
        other = "" if one.fits else "   (another version of warcouncil)"
        say(f"  {number}  {one.name}   {typed(one.address)}{other}")
    while True:
        answer = ask(
            "Which one (its number), or what is the address of the host (such as 192.168.1.20)?"
        ).strip()
        chosen = typed_number(answer)
        if chosen is None:
            return answer
        if 1 <= chosen <= len(found):
            return str(found[chosen - 1].address)
        say(f"  There is no {chosen} in this list.")
