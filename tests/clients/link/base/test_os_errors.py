"""System errors are reported in our words."""

from __future__ import annotations

import errno
import socket
import ssl

import pytest
from warcouncil.arbiter.shell.base import os_errors
from warcouncil.clients.link.base.os_errors import WORDS, why


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), "there is no such file or folder"),
        (PermissionError(errno.EACCES, "Zugriff verweigert"), "you have no permission"),
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OSError(errno.EXDEV, "Invalid cross-device link"), "the system says EXDEV"),
        (OSError(987654, "no such number"), "the system says error 987654"),
        (OSError("something else"), "the system gives no reason"),
        (TimeoutError("timed out"), "nothing answers there"),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), "that name cannot be resolved"),
        (ssl.SSLError(1, "[SSL] record layer failure"), "no encrypted connection can be made"),
    ],
)
def test_the_usual_refusals_have_our_words(error: OSError, said: str) -> None:
    """A tutor reads half a line in another language, or in the terms of the operating system."""
    assert why(error) == said


def test_a_host_and_a_seat_read_the_same_sentence() -> None:
    """If this fails, one fault has two names in one room."""
    assert WORDS.keys() == os_errors.WORDS.keys()
    for number in (*WORDS, errno.EXDEV, 0):
        error = OSError(number, "the system's own words")
        assert why(error) == os_errors.why(error)
    for error in (TimeoutError(), socket.gaierror(1, ""), ssl.SSLError(1, "")):
        assert why(error) == os_errors.why(error)
