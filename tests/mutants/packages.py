"""The packages that are changed, and the tests that have to notice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = ("escalate", "hard_war", "kartenspiel", "kashmir_crisis", "scenario")


@dataclass(frozen=True, slots=True)
class Package:
    """What is changed, as globs below the checkout, and the tests (globs too) of which one at least has to fail.

    `beneath` are folders in which nothing imports what is changed: they are imported once for all trials.
    """

    name: str
    sources: tuple[str, ...]
    tests: tuple[str, ...]
    is_pure: bool = True
    beneath: tuple[str, ...] = ()

    def files(self) -> list[str]:
        """Give the source files, as paths in the checkout, in order."""
        return _found(self.sources, "*.py")

    def test_files(self) -> list[str]:
        """Return the files of tests, as paths in the checkout, in order."""
        return _found(self.tests, "test_*.py")


def _found(globs: tuple[str, ...], wanted: str) -> list[str]:
    paths = {path for glob in globs for path in ROOT.glob(glob) if path.match(wanted)}
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


PACKAGES = (
    Package(
        "protocol",
        ("protocol/**/*.py",),
        ("tests/protocol/**/*.py", "tests/games/test_conformance_records.py", "tests/games/test_pages.py"),
    ),
    Package(
        "arbiter/core",
        ("arbiter/core/**/*.py",),
        ("tests/arbiter/core/**/*.py",),
        beneath=("protocol", "games/kit", *(f"games/{name}" for name in GAMES)),
    ),
    Package(
        "games/kit",
        ("games/registry.py", "games/kit/**/*.py"),
        ("tests/games/*.py", "tests/games/kit/**/*.py", "tests/games/template/*.py", "tests/toys/*.py"),
        beneath=("protocol",),
    ),
    *(
        Package(
            f"games/{name}",
            (f"games/{name}/**/*.py",),
            (f"tests/games/{name}/**/*.py", "tests/games/*.py"),
            beneath=(
                "protocol",
                "games/kit",
                "arbiter/core",
                *(f"games/{other}" for other in GAMES if other != name),
            ),
        )
        for name in GAMES
    ),
    Package(
        "clients/link/connect/link.py",
        ("clients/link/connect/link.py", "clients/link/connect/seeking.py"),
        ("tests/clients/link/*.py",),
        is_pure=False,
        beneath=("protocol", "games/kit", "arbiter/core"),
    ),
    Package(
        "clients/seat/model/desk.py",
        ("clients/seat/model/desk.py",),
        (
            "tests/clients/seat/test_desk*.py",
            "tests/clients/seat/model/test_knowledge.py",
            "tests/clients/seat/model/test_talk.py",
            "tests/clients/seat/answer/test_filling.py",
        ),
        is_pure=False,
        beneath=("protocol", "games/kit", "arbiter/core"),
    ),
)
