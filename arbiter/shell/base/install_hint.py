"""The command that installs a missing extra into this installation."""

from __future__ import annotations

import sys


def install(what: str) -> str:
    """Return the command that installs a package into the running Python.

    The `pip` of a shell often belongs to another Python, which has no warcouncil.
    """
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return f'{python} -m pip install "{what}"'
