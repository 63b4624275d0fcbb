"""What the system refuses is said in our words."""

from __future__ import annotations

import errno

import pytest
from warcouncil.clients.link.oswords import why


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), "there is no such file or folder"),
        (PermissionError(errno.EACCES, "Zugriff verweigert"), "you have no right to it"),
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OSError(errno.EXDEV, "Invalid cross-device link"), "Invalid cross-device link"),
        (OSError("something else"), "something else"),
    ],
)
def test_the_usual_refusals_have_our_words(error: OSError, said: str) -> None:
    """A tutor would read another language than the rest of the line, or a term of the system's makers."""
    assert why(error) == said
