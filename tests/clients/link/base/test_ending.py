"""The end of a program whose terminal is gone: it ends in order, and does not wait for anything unneeded."""

from __future__ import annotations

import subprocess
import sys

import pytest
from warcouncil.clients.link.base.terminal import EXIT_GONE

PROGRAM = """
import atexit, os, sys
from warcouncil.clients.commands import cli
from warcouncil.clients.commands.common import errors

class Thing:
    def __del__(self, write=os.write):
        write(1, b", taken apart")

thing = Thing()
atexit.register(os.write, 1, b", last words")
print("said", end="")
errors.run = lambda app: sys.exit(STATUS)
cli.main()
"""


@pytest.mark.parametrize(
    ("status", "said"), [(EXIT_GONE, "said, last words"), (0, "said, last words, taken apart")]
)
def test_a_window_that_was_closed_says_its_last_words_and_is_not_taken_apart(status: int, said: str) -> None:
    """Sixteen windows that are closed together use seconds of a processor, to free memory that the system frees
    anyway.

    Or their last output, and the good-bye on the wire, are lost.
    """
    program = PROGRAM.replace("STATUS", str(status))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, "")
    assert sorted(done.stdout.split(", ")) == sorted(said.split(", "))
