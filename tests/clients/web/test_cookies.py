"""Cookies: a browser's right to its seats, which no script, no other site and no plain connection can read."""

from __future__ import annotations

import pytest
from warcouncil.clients.web.limits import AGE_SECONDS, given, token_in


def test_a_cookie_is_for_this_host_for_tls_and_for_no_script() -> None:
    """A hostile script, a neighbour's page or the next Wi-Fi takes the seat."""
    name, value = given("7K3", "secret")
    assert (name, value) == (
        b"set-cookie",
        b"__Host-seat-7K3=secret; Path=/; Max-Age=%d; HttpOnly; Secure; SameSite=Strict" % AGE_SECONDS,
    )


@pytest.mark.parametrize(
    ("sent", "token"),
    [
        (b"__Host-seat-7K3=abc", "abc"),
        (b"other=1; __Host-seat-7K3=abc; __Host-seat-7K4=def", "abc"),
        (b"seat-7K3=abc; __Host-seat-7K4=def", ""),
        (b"__Host-seat-7K3", ""),
        (b"__Host-seat-7K3=" + b"x" * 65, ""),
        (b"\xff\xfe; __Host-seat-7K3=\xff", "\xff"),
    ],
)
def test_each_seat_of_a_browser_has_its_own(sent: bytes, token: str) -> None:
    """Two people who share a tablet have one seat, or a broken header stops the gateway."""
    assert token_in([(b"host", b"x"), (b"cookie", sent)], "7K3") == token
