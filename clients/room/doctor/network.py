"""The doctor's checks of the network: addresses, ports, the firewall, and whether an arbiter answers."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import ssl
import sys
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import groupby

from warcouncil.arbiter.shell.base.program import install
from warcouncil.clients.link.base.machine_addresses import addresses_of
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.door.door import PORT_MAX, Address
from warcouncil.clients.plan.cards.cards import reachable
from warcouncil.clients.room.doctor.check_result import CheckResult
from warcouncil.clients.room.doctor.discovery import find
from warcouncil.clients.web import NEEDED

REACH_SECONDS = 3.0
REACH_MS_MAX = 150.0

_GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x01" + b"CURVE".ljust(20, b"\0") + bytes(32)
"""The first bytes of our connections (ZMTP 3.1)."""


def addresses() -> CheckResult:
    """Check whether this machine has addresses at which other machines can reach it."""
    found = [address.host for address in reachable("0.0.0.0", 1)]  # noqa: S104  # asked about, not bound
    fine = found != ["127.0.0.1"]
    said = ", ".join(found) if fine else "this machine has no network address"
    return CheckResult(
        "network", fine, said, "" if fine else "Connect it to the cable or the Wi-Fi of the room"
    )


def taken(port: int, web: int | None = None) -> list[int]:
    """Return the ports of an arbiter: the port of its seats, the port of its door above it, and the port for
    browsers.

    `web` is None if there are no browsers.
    """
    return [port, port + 1, *([] if web is None else [web])]


def ports(wanted: Sequence[int], other: str = "") -> CheckResult:
    """Check whether the ports of an arbiter are free.

    `other` says how to choose other ports, if this is not done on the command line.
    """
    first = wanted[0]
    for one in wanted:
        chosen = f"--port {first + 10}" if first <= one <= first + 2 else f"--web-port {one + 10}"
        if wanted.count(one) > 1:
            said = f"{one} for browsers: the seats and their door use {wanted[0]} and {wanted[1]}"
            return CheckResult("ports", False, said, "Give browsers another port")
        if one > PORT_MAX:
            return CheckResult(
                "ports", False, f"{one}: the highest port is {PORT_MAX}", "Choose a lower port"
            )
        if fault := _fault("0.0.0.0", one):  # noqa: S104  # as hosting will
            cure = (
                "Stop the program that uses it (perhaps another warcouncil), or"
                f" {other or f'host with {chosen}'}"
            )
            return CheckResult("ports", False, f"{one}: {fault}", cure)
    return CheckResult("ports", True, f"{', '.join(map(str, wanted[:-1]))} and {wanted[-1]} are free")


def metrics_told(wanted: Sequence[int], others: Collection[int]) -> CheckResult:
    """Check whether the ports for metrics are free. Only this machine can reach them.

    `others` are the ports that arbiters need.
    """
    other = "give --metrics another port"
    for one in wanted:
        if one in others:
            return CheckResult("metrics", False, f"{one}: the host needs it itself", other)
        if fault := _fault("127.0.0.1", one):
            return CheckResult(
                "metrics", False, f"{one}: {fault}", f"Stop the program that uses it, or {other}"
            )
    verb = "is" if len(wanted) == 1 else "are"
    return CheckResult("metrics", True, f"{', '.join(map(str, wanted))} {verb} free, only for this machine")


def _fault(host: str, port: int) -> str:
    """Return why a program could not listen on a port now, or "" if it could."""
    with socket.socket() as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return why(error)
    return ""


def firewall(wanted: Iterable[int]) -> CheckResult:
    """Return how to open these ports on this system. Only another machine can check whether this is needed."""
    spans = list(_spans(wanted))
    if sys.platform == "win32":
        cure = (
            "In an administrator's PowerShell: New-NetFirewallRule -DisplayName warcouncil"
            f" -Direction Inbound -Protocol TCP -LocalPort {','.join(spans)} -Action Allow"
        )
    elif sys.platform == "darwin":
        cure = "System Settings, Network, Firewall, Options: let Python accept incoming connections"
    elif shutil.which("firewall-cmd"):
        cure = "Run: sudo firewall-cmd" + "".join(f" --add-port={span}/tcp" for span in spans)
    else:
        cure = "Run: " + " && ".join(f"sudo ufw allow {span.replace('-', ':')}/tcp" for span in spans)
    said = (
        "not tested. Run warcouncil doctor ADDRESS on a player's laptop. If nothing answers there,"
        " open the ports"
    )
    return CheckResult("firewall", True, said, cure, seen=False)


def _spans(numbers: Iterable[int]) -> Iterator[str]:
    """Yield numbers as ranges: "5280-5282", "8443"."""
    for _, row in groupby(enumerate(sorted(set(numbers))), lambda at: at[1] - at[0]):
        run = [number for _, number in row]
        yield f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}"


def _connected(address: Address) -> socket.socket:
    """Return a connection to an address. Raises OSError. A name server that does not answer in time raises
    OSError too.
    """
    error: OSError = socket.gaierror("no address")
    for host in addresses_of(address.host):
        try:
            return socket.create_connection((host, address.port), REACH_SECONDS)
        except OSError as fault:
            error = fault
    raise error


def reach(address: Address, what: str) -> CheckResult:
    """Check whether an arbiter answers at an address, and how fast. It sends nothing that the arbiter would record."""
    cure = "Check the address, the host's firewall, that the host runs, and that both are on the same network"
    before = time.perf_counter()
    try:
        with _connected(address) as link:
            took = (time.perf_counter() - before) * 1000
            link.settimeout(REACH_SECONDS)
            link.sendall(_GREETING)
            answer = b""
            while len(answer) < 32 and (more := link.recv(64)):
                answer += more
    except TimeoutError:
        return CheckResult("reach", False, f"{what} at {address} does not answer", cure)
    except (socket.gaierror, UnicodeError):
        return CheckResult("reach", False, f"{what} at {address}: that name cannot be resolved", cure)
    except OSError as error:
        return CheckResult("reach", False, f"{what} at {address}: {why(error)}", cure)
    if answer[:1] != b"\xff" or not answer[12:32].startswith(b"CURVE"):
        return CheckResult(
            "reach",
            False,
            f"another program answers at {address}, not a host",
            "Check the address and the port",
        )
    if took > REACH_MS_MAX:
        return CheckResult(
            "reach", False, f"{what} is {took:.0f} ms away", "Use a cable, or come nearer to the Wi-Fi"
        )
    return CheckResult("reach", True, f"{what} at {address} answers in {took:.0f} ms")


def refuses(address: Address) -> bool:
    """Return whether a machine answers at this address but refuses connections."""
    try:
        with _connected(address):
            return False
    except ConnectionRefusedError:
        return True
    except (OSError, UnicodeError):
        return False


def served() -> CheckResult:
    """Check whether this machine can serve browsers."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        return CheckResult(
            "browsers", False, f"{', '.join(missing)} is missing", f"Run: {install('warcouncil[web]')}"
        )
    return CheckResult("browsers", True, "this machine can serve them: host --web")


def page(address: Address) -> CheckResult:
    """Check whether a page answers at an address, and return its fingerprint. Only people can compare it."""
    from warcouncil.clients.web.certificate import in_groups

    context = ssl.create_default_context()
    # People compare the certificate, so it is not verified here
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    cure = "Check that the host was started with --web, and check its firewall"
    try:
        with (
            _connected(address) as bare,
            context.wrap_socket(bare, server_hostname=address.host) as link,
        ):
            shown = link.getpeercert(binary_form=True) or b""
    except TimeoutError:
        return CheckResult("browsers", False, f"nothing answers at {address}", cure)
    except (OSError, UnicodeError) as error:
        reason = why(error) if isinstance(error, OSError) else "that name cannot be resolved"
        return CheckResult("browsers", False, f"no page at {address}: {reason}", cure)
    digest = in_groups(hashlib.sha256(shown).hexdigest())
    compare = "It must be the same as on the card"
    return CheckResult(
        "browsers",
        True,
        f"https://{address} answers; its SHA-256 fingerprint is {digest}",
        compare,
        seen=False,
    )


def discovered() -> CheckResult:
    """Listen for announced arbiters. It is no fault if none is found, because a typed address always works."""
    found = find()
    if not found:
        return CheckResult(
            "discovery", True, "no exercise was found on this network", "Type the address from the card"
        )
    names = ", ".join(f"{one.name} at {one.address}" for one in found)
    return CheckResult("discovery", True, f"found {names}")
