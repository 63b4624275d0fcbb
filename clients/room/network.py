"""What the doctor looks at on the network: addresses, ports, the firewall, and whether an arbiter answers."""

from __future__ import annotations

import os
import shutil
import socket
import sys
import time

from warcouncil.clients.link.door import Address
from warcouncil.clients.link.oswords import why
from warcouncil.clients.plan.cards import reachable
from warcouncil.clients.room.discovery import find
from warcouncil.clients.room.finding import Finding

REACH_SECONDS = 3.0
REACH_MS_MAX = 150.0

_GREETING = b"\xff" + bytes(8) + b"\x7f\x03\x01" + b"CURVE".ljust(20, b"\0") + bytes(32)
"""How two ends of a link of ours begin to talk (ZMTP 3.1)."""


def addresses() -> Finding:
    """Look for addresses by which others can reach this machine."""
    found = [address.host for address in reachable("0.0.0.0", 1)]  # noqa: S104  # asked about, not bound
    fine = found != ["127.0.0.1"]
    said = ", ".join(found) if fine else "nobody can reach this machine"
    return Finding("network", fine, said, "" if fine else "connect it to the cable or the Wi-Fi of the room")


def ports(port: int) -> Finding:
    """Look whether the two ports are free."""
    for one in (port, port + 1):
        with socket.socket() as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("0.0.0.0", one))  # noqa: S104  # as hosting will
            except OSError as error:
                cure = f"stop what uses it (a warcouncil that runs already?), or host with --port {port + 10}"
                return Finding("ports", False, f"{one}: {why(error)}", cure)
    return Finding("ports", True, f"{port} and {port + 1} are free")


def firewall(port: int) -> Finding:
    """Say how to open the ports, as this system does it. Whether that is needed only another machine can tell."""
    both = f"{port}:{port + 1}"
    if sys.platform == "win32":
        cure = (
            "in an administrator's PowerShell: New-NetFirewallRule -DisplayName warcouncil -Direction Inbound"
            f" -Protocol TCP -LocalPort {port}-{port + 1} -Action Allow"
        )
    elif sys.platform == "darwin":
        cure = "System Settings, Network, Firewall, Options: let Python accept incoming connections"
    elif shutil.which("firewall-cmd"):
        cure = f"sudo firewall-cmd --add-port={port}-{port + 1}/tcp"
    else:
        cure = f"sudo ufw allow {both}/tcp"
    said = "not tried: only another machine can tell, with warcouncil doctor ADDRESS; if it says that nothing answers, open both ports"
    return Finding("firewall", True, said, cure, seen=False)


def reach(address: Address, what: str) -> Finding:
    """Look whether an arbiter answers at an address, and how fast. Nothing that it would write down is asked."""
    cure = "check the address, that the arbiter runs, its firewall, and that both are on the same network"
    before = time.perf_counter()
    try:
        with socket.create_connection((address.host, address.port), REACH_SECONDS) as link:
            took = (time.perf_counter() - before) * 1000
            link.settimeout(REACH_SECONDS)
            link.sendall(_GREETING)
            answer = b""
            while len(answer) < 32 and (more := link.recv(64)):
                answer += more
    except TimeoutError:
        return Finding("reach", False, f"{what} at {address} does not answer", cure)
    except (socket.gaierror, UnicodeError):
        return Finding("reach", False, f"{what} at {address}: that name cannot be looked up", cure)
    except OSError as error:
        return Finding("reach", False, f"{what} at {address}: {why(error)}", cure)
    if answer[:1] != b"\xff" or not answer[12:32].startswith(b"CURVE"):
        return Finding(
            "reach", False, f"what answers at {address} is no arbiter", "check the address and the port"
        )
    if took > REACH_MS_MAX:
        return Finding(
            "reach", False, f"{what} is {took:.0f} ms away", "use a cable, or come nearer to the Wi-Fi"
        )
    return Finding("reach", True, f"{what} at {address} answers in {took:.0f} ms")


def discovered() -> Finding:
    """Listen for arbiters. That none is heard of is no fault: a typed address always works."""
    found = find()
    if not found:
        return Finding("discovery", True, "no exercise is heard of here", "type the address from the card")
    names = ", ".join(f"{one.name} at {one.address}" for one in found)
    return Finding("discovery", True, f"heard of {names}")
