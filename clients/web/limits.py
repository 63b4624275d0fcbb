"""Limits of the gateway: rates, cookies, host names, and the security headers of every answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address


class Rate:
    """Lets through `per_second`, `at_once` after a rest. Time is the caller's, in seconds."""

    __slots__ = ("_due", "_gap", "_slack")

    def __init__(self, per_second: float, at_once: int) -> None:
        self._gap = 1 / per_second
        self._slack = self._gap * (at_once - 1)
        self._due = 0.0

    def take(self, now: float) -> bool:
        """Take one if it is not too soon; say whether."""
        due = max(self._due, now)
        if due - now > self._slack:
            return False
        self._due = due + self._gap
        return True


Header = tuple[bytes, bytes]

_ALWAYS: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"x-frame-options", b"DENY"),
    (
        b"permissions-policy",
        b"accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(),"
        b" midi=(), payment=(), publickey-credentials-get=(), usb=()",
    ),
)
_POLICY = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " connect-src 'self' wss://{host}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; report-uri /report"
)
"""The host is named beside 'self': for years Safari did not count a WebSocket of the same host in."""
NO_STORE: Header = (b"cache-control", b"no-store")
REVALIDATE: Header = (b"cache-control", b"no-cache")


@lru_cache(maxsize=64)
def common(host: str) -> list[Header]:
    """Give the headers of every answer to somebody who asked for this host, which must have been found to be ours."""
    return [*_ALWAYS, (b"content-security-policy", _POLICY.format(host=host).encode("ascii"))]


Headers = Iterable[tuple[bytes, bytes]]
AGE_SECONDS = 2 * 86400
"""So long a browser keeps a seat that it does not open."""
TOKEN_CHARS_MAX = 64


def cookie_name(plate: str) -> str:
    """Give the name of a seat's cookie. Browsers take one of this kind only over TLS, from this very host, for all of it."""
    return f"__Host-seat-{plate}"


def token_in(headers: Headers, plate: str) -> str:
    """Give the token that a browser holds for a plate; "" for none."""
    name = cookie_name(plate).encode()
    for header, value in headers:
        if header == b"cookie":
            for pair in value.split(b";"):
                key, _, token = pair.strip().partition(b"=")
                if key == name and len(token) <= TOKEN_CHARS_MAX:
                    return token.decode("latin-1")
    return ""


def given(plate: str, token: str, seconds: int = AGE_SECONDS) -> tuple[bytes, bytes]:
    """Give the header that hands a browser its token, for so long."""
    value = f"{cookie_name(plate)}={token}; Path=/; Max-Age={seconds}; HttpOnly; Secure; SameSite=Strict"
    return b"set-cookie", value.encode("ascii")


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
