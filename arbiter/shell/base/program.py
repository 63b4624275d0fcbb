"""This program: its version, the commit of its source, and the command that installs a missing extra.

The build loads this module by its path, so it imports only the standard library.
"""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).parents[3]
"""The folder of the package, in a checkout or installed."""
COMMIT_FILE = "COMMIT"
"""The file of an installed program that holds its commit. The build writes it."""
COMMIT_CHARS = 12
"""How many characters of a commit are shown. It names one commit among all that the source will ever have."""
_COMMIT = re.compile(r"[0-9a-f]{40,64}")


def release() -> str:
    """Return the version of the installed program. It is "" if none is installed."""
    try:
        return version("warcouncil")
    except PackageNotFoundError:
        return ""


@cache
def commit(root: Path = ROOT) -> str:
    """Return the commit of the source, from the build or from the checkout. It is "" if both are unknown."""
    with suppress(OSError, ValueError):
        return _valid((root / COMMIT_FILE).read_text("ascii"))
    with suppress(OSError, ValueError):
        return _checked_out(root / ".git")
    return ""


def program() -> str:
    """Return the version and the commit in the form that exercise files use."""
    return f"{release() or 'of no version'}{f' ({commit()[:COMMIT_CHARS]})' if commit() else ''}"


def install(what: str) -> str:
    """Return the command that installs a package into the running Python.

    The `pip` command of a shell often belongs to another Python, which has no warcouncil.
    """
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return f'{python} -m pip install "{what}"'


def _checked_out(git: Path) -> str:
    """Return the commit of a checkout. It starts no other program. Raises OSError and ValueError."""
    if git.is_file():  # a worktree
        git = git.parent / git.read_text("utf-8").strip().removeprefix("gitdir: ")
    head = (git / "HEAD").read_text("utf-8").strip()
    if not head.startswith("ref: "):
        return _valid(head)
    ref, common = head.removeprefix("ref: "), git
    with suppress(FileNotFoundError):
        common = git / (git / "commondir").read_text("utf-8").strip()
    for place in (git, common):
        with suppress(FileNotFoundError):
            return _valid((place / ref).read_text("utf-8"))
    for line in (common / "packed-refs").read_text("utf-8").splitlines():
        found, _, name = line.partition(" ")
        if name == ref:
            return _valid(found)
    raise ValueError(f"{ref} has no commit")


def _valid(text: str) -> str:
    if not _COMMIT.fullmatch(text.strip()):
        raise ValueError("this is no commit")
    return text.strip()
