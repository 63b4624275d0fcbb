"""Lay out a copy of the house below build/, and try the changes there: you may go on working meanwhile.

In the copy the folders stand below `warcouncil/`, as they do when they are installed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
BUILD = CHECKOUT / "build" / "mutants"
TREE = BUILD / "tree"
TELLS = (
    "Change the code a little, one place at a time, and count what the tests notice. The environment says how much: MUTANTS=200 (a package;"
    " all: every change), MUTANTS_SEED=1, MUTANTS_OF=games/kit,protocol, MUTANTS_MINUTES=30 (a package), MUTANTS_HANDS=1 (on a machine with"
    " other work). It may be stopped, and goes on."
)
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


def asked() -> None:
    """Take no words: a question for help would otherwise begin a run of hours."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=TELLS)
    parser.parse_args()


if __name__ == "__main__":
    asked()
    lay_out()
    os.chdir(TREE)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each of many hundred forks would compile all tests anew
    os.execv(sys.executable, [sys.executable, "-m", "tests.mutants.run"])
