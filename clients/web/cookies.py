"""Cookies: what a browser holds of a seat. One for each plate, so that a browser may hold several seats; no script can read any."""

from __future__ import annotations

from collections.abc import Iterable

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
