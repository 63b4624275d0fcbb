"""What is said of a port that cannot be had: the same whichever library was refused it, on every system."""

from __future__ import annotations

import errno

import pytest
import zmq
from warcouncil.arbiter.shell.listening import bind_fault


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ((errno.EADDRINUSE, int(zmq.EADDRINUSE)), "port 5281 is in use on 10.0.0.5; "),
        ((errno.EADDRNOTAVAIL, int(zmq.EADDRNOTAVAIL)), "10.0.0.5 is not an address of this machine; "),
    ],
)
def test_a_refusal_is_understood_by_the_number_of_either_library(numbers: tuple[int, int], said: str) -> None:
    """On Windows, where they differ, an umpire would read that it cannot listen, and not that an arbiter runs already."""
    for number in numbers:
        assert bind_fault("10.0.0.5", 5281, number, "no").startswith(said)


def test_whatever_else_it_is_stands_in_the_line() -> None:
    """A number that nobody thought of would be a traceback, or a wrong cause."""
    said = "cannot listen on 10.0.0.5 port 80 (Permission denied)"
    assert bind_fault("10.0.0.5", 80, errno.EACCES, "Permission denied") == said
    assert bind_fault("10.0.0.5", 80, None, "Permission denied") == said
