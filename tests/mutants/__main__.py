"""Lay out a copy of the house below build/, and try the changes there: you may go on working meanwhile.

In the copy the folders stand below `warcouncil/`, as they do when they are installed.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
BUILD = CHECKOUT / "build" / "mutants"
TREE = BUILD / "tree"
HOUSE = ("protocol", "games", "arbiter", "clients", "docs", "requirements")


def lay_out() -> None:
    """Copy the house to `warcouncil/` below the tree, and beside it what its tests look for."""
    shutil.rmtree(TREE, ignore_errors=True)
    dull = shutil.ignore_patterns("__pycache__", ".*", "build", "*.egg-info", "__snapshots__")
    shutil.copytree(CHECKOUT, TREE, ignore=dull)
    (TREE / "warcouncil").mkdir()
    for name in HOUSE:
        shutil.copytree(TREE / name, TREE / "warcouncil" / name)
    shutil.copy(TREE / "__main__.py", TREE / "warcouncil")


if __name__ == "__main__":
    lay_out()
    os.chdir(TREE)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each of many hundred forks would compile all tests anew
    os.execv(sys.executable, [sys.executable, "-m", "tests.mutants.run"])
