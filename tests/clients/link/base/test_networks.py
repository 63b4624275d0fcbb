"""The addresses of a machine in networks of its own: no route, several networks, a change, and a silent name server."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

PROBE = """
import json, socket, subprocess, sys, time
from warcouncil.clients.link.base.machine_addresses import addresses_of, is_own_address, outside_addresses
from warcouncil.clients.room.doctor.network import addresses
first = outside_addresses(4)
if len(sys.argv) > 1:
    for words in sys.argv[1].split(";"):
        subprocess.run(words.split(), check=True)
print(json.dumps({"first": first, "now": outside_addresses(4), "doctor": addresses().said}))
"""
ROOM = "ip link add lan0 type veth peer name lan1;ip addr add 192.168.7.20/24 dev lan0;ip link set lan0 up;ip link set lan1 up"
DOCKER = "ip link add docker0 type veth peer name docker1;ip addr add 172.17.0.1/16 dev docker0;ip link set docker0 up;ip link set docker1 up"
OTHER = "ip link add eth7 type veth peer name eth8;ip addr add 10.9.0.4/16 dev eth7;ip link set eth7 up;ip link set eth8 up"
GATEWAY = "ip route add default via 10.9.0.1 dev eth7"
MOVES = "ip addr del 192.168.7.20/24 dev lan0;ip addr add 10.20.0.99/16 dev lan0"


def seen(*setup: str, change: str = "") -> dict[str, object]:
    """Return what the program sees in a network that is set up like this."""
    if shutil.which("unshare") is None or shutil.which("ip") is None:
        pytest.skip("needs unshare and ip")
    lines = ["ip link set lo up", *(line for part in setup for line in part.split(";"))]
    script = " && ".join([*lines, f'exec "$0" -c "$1" {f"{change!r}" if change else ""}'])
    words = ["unshare", "-rn", "sh", "-c", script, sys.executable, PROBE]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    if done.returncode and "unshare" in done.stderr:
        pytest.skip("no network of one's own can be had here (unshare -rn)")
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_a_room_without_a_gateway_is_found() -> None:
    """If this fails, the cards of a room with a switch and no router name 127.0.0.1."""
    found = seen(ROOM)
    assert found["first"] == ["192.168.7.20"]
    assert found["doctor"] == "192.168.7.20"


def test_a_machine_without_a_network_says_so() -> None:
    """If this fails, cards name an address that no other machine reaches, and nothing warns."""
    found = seen()
    assert found["first"] == []
    assert found["doctor"] == "this machine has no network address"


def test_the_room_comes_before_containers() -> None:
    """If this fails, cards name the address of a container's network."""
    assert seen(DOCKER, ROOM)["first"] == ["192.168.7.20", "172.17.0.1"]


def test_of_two_networks_the_one_with_a_route_comes_first_and_both_are_named() -> None:
    """If this fails, a host between two networks is known in one of them alone."""
    assert seen(ROOM, OTHER, GATEWAY)["first"] == ["10.9.0.4", "192.168.7.20"]


def test_a_changed_address_is_seen() -> None:
    """If this fails, a laptop that moved to another Wi-Fi still announces its old address."""
    found = seen(ROOM, change=MOVES)
    assert (found["first"], found["now"]) == (["192.168.7.20"], ["10.20.0.99"])
