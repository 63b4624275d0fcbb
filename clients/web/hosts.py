"""Hosts: the names that the certificate bears. Whoever asks for another was led here by somebody else's name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[0-9a-z._-]+)(:[0-9]{1,5})?")


class Hosts:
    """The names by which this gateway may be asked for."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {_plain(name) for name in names}
        self._below = {name[1:] for name in self._names if name.startswith("*.")}

    def has(self, host: str) -> bool:
        """Tell whether a Host header (name or address, with a port or without) is one of ours."""
        found = _HOST.fullmatch(host.lower())
        if found is None:
            return False
        name = _plain(found[1].strip("[]"))
        return name in self._names or f".{name.partition('.')[2]}" in self._below


def _plain(name: str) -> str:
    try:
        return str(ip_address(name))
    except ValueError:
        return name.lower().rstrip(".")
