"""Limits of the gateway: rates, cookies, host names, and the security headers of every answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import ip_address

from warcouncil.clients.link.base.machine_addresses import is_own_address, outside_addresses


class Rate:
    """A rate limit: `per_second` calls on average, and `at_once` calls after a pause. The caller supplies the
    time in seconds.
    """

    __slots__ = ("_due", "_gap", "_slack")

    def __init__(self, per_second: float, at_once: int) -> None:
        self._gap = 1 / per_second
        self._slack = self._gap * (at_once - 1)
        self._due = 0.0

    def take(self, now: float) -> bool:
        """Count one call if the rate allows it. Return whether it was counted."""
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
"""The host is named beside 'self', because in older Safari versions 'self' does not include a WebSocket of the same
host.
"""
NO_STORE: Header = (b"cache-control", b"no-store")
REVALIDATE: Header = (b"cache-control", b"no-cache")


@lru_cache(maxsize=64)
def common(host: str) -> list[Header]:
    """Return the headers of every answer for this host, which was checked to be ours."""
    return [*_ALWAYS, (b"content-security-policy", _POLICY.format(host=host).encode("ascii"))]


Headers = Iterable[tuple[bytes, bytes]]
AGE_SECONDS = 2 * 86400
"""How long a browser keeps the cookie of a seat that it does not open."""
TOKEN_CHARS_MAX = 64


def cookie_name(plate: str) -> str:
    """Return the name of a seat's cookie.

    Browsers accept this kind only over TLS, from this very host, for all its paths.
    """
    return f"__Host-seat-{plate}"


def token_in(headers: Headers, plate: str) -> str:
    """Return the token that a browser sends for a plate (the public part of a code). It is "" if it sends none."""
    name = cookie_name(plate).encode()
    for header, value in headers:
        if header == b"cookie":
            for pair in value.split(b";"):
                key, _, token = pair.strip().partition(b"=")
                if key == name and len(token) <= TOKEN_CHARS_MAX:
                    return token.decode("latin-1")
    return ""


def given(plate: str, token: str, seconds: int = AGE_SECONDS) -> tuple[bytes, bytes]:
    """Return the header that sends a browser its token, valid for some time."""
    value = f"{cookie_name(plate)}={token}; Path=/; Max-Age={seconds}; HttpOnly; Secure; SameSite=Strict"
    return b"set-cookie", value.encode("ascii")


_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[0-9a-z._-]+)(:[0-9]{1,5})?")


class Hosts:
    """The host names of this gateway. `known` are the names to which browsers are redirected, the preferred one
    first.
    """

    def __init__(self, names: Iterable[str], known: Iterable[str] = ()) -> None:
        self._known = tuple(known)
        self._names = {_plain(name) for name in names}
        self._below = {name[1:] for name in self._names if name.startswith("*.")}

    def has(self, host: str) -> bool:
        """Return whether a Host header (name or address, with or without a port) is one of ours."""
        found = _HOST.fullmatch(host.lower())
        if found is None:
            return False
        name = _plain(found[1].strip("[]"))
        if name in self._names or f".{name.partition('.')[2]}" in self._below:
            return True
        # A foreign page cannot use one of our addresses as its own host name, so each of them is safe to answer.
        return is_own_address(name)

    def leads_from(self, host: str) -> str:
        """Return our own host name, with the port from a Host header of another name. It is "" if there is
        none.

        A router may give this machine a name that is not in our certificate, such as NAME.lan.
        """
        found = _HOST.fullmatch(host.lower())
        if found is None:
            return ""
        now = [name for name in self._known if not is_address(name) or is_own_address(name)]
        name = next(iter((*now, *outside_addresses(4))), "")
        return f"{f'[{name}]' if ':' in name else name}{found[2] or ''}" if name else ""


def is_address(name: str) -> bool:
    """Return whether a host is named by its address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _plain(name: str) -> str:
    try:
        return str(ip_address(name))
    except ValueError:
        return name.lower().rstrip(".")
