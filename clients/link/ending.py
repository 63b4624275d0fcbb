"""The end of a program whose terminal is gone."""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import suppress
from typing import NoReturn

EXIT_GONE = 129
"""As of a program that was hung up on."""


def end_at_once() -> NoReturn:
    """End the process of a window that was closed, once all in it has ended in order.

    To take an interpreter apart costs ten times what the leaving did, and many windows are often closed together.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    atexit._run_exitfuncs()  # last words are on their way until these have run
    os._exit(EXIT_GONE)
