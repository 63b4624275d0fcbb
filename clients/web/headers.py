"""What every answer says to the browser: load nothing from elsewhere, keep nothing, be framed by nobody."""

from __future__ import annotations

from functools import lru_cache

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
