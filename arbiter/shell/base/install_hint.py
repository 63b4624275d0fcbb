"""How to install a missing extra into this installation."""

from __future__ import annotations

import sys


def install(what: str) -> str:
    """Give the command that brings something into the Python that we run in: a shell's own `pip` is mostly another one's, which knows
    no warcouncil."""
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return f'{python} -m pip install "{what}"'
