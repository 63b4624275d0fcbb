"""A walk through the product's files: each call from one file into another is a station of it.

What is called is counted, and no time: the same act takes the same way on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).parent.parent


@dataclass
class Walk:
    """The way of what was done, below some folders. What is called by the functions named in `past` is not followed."""

    folders: tuple[str, ...]
    start: str = ""
    """The station at which the walk begins; "": the first that is met."""
    past: frozenset[str] = frozenset()
    stations: list[str] = field(default_factory=list)
    """Each station as `file function`, in order."""
    ways: list[tuple[str, ...]] = field(default_factory=list)
    """For each station the files from the start down to it."""
    climbs: list[str] = field(default_factory=list)
    """The stations in a file out of which the way had come already, on its way down."""
    _down: list[str] = field(default_factory=list)
    _passing: int = 0

    @property
    def files(self) -> list[str]:
        """Give the files of it, in the order in which they were entered."""
        return list(dict.fromkeys(station.split()[0] for station in self.stations))

    def step(self, frame: FrameType, event: str, _arg: object) -> None:
        """Take in a call or a return (`sys.setprofile`)."""
        if event not in ("call", "return"):
            return
        file = _file(frame.f_code.co_filename)
        if not file.startswith(self.folders):
            return
        name = frame.f_code.co_name
        if not self._down and self.start and f"{file} {name}" != self.start:
            return
        if self._passing or (event == "call" and name in self.past):
            self._passing += 1 if event == "call" else -1
        elif event == "call":
            self._enter(file, name)
        elif self._down:
            self._down.pop()

    def _enter(self, file: str, name: str) -> None:
        if not self._down or self._down[-1] != file:
            self.stations.append(f"{file} {name}")
            if file in self._down:
                self.climbs.append(self.stations[-1])
            self.ways.append((*dict.fromkeys(self._down), file))
        self._down.append(file)


@cache
def _file(path: str) -> str:
    """Give the path of a product's file below the root; "" for others."""
    _, _, below = path.replace("\\", "/").rpartition("/src/warcouncil/")
    if below == path.replace("\\", "/"):
        below = Path(path).relative_to(ROOT).as_posix() if path.startswith(str(ROOT)) else ""
    return below.removeprefix("warcouncil/")  # as they stand in the wheel, and where mutants are tried


@contextmanager
def walked(*folders: str, start: str = "", past: frozenset[str] = frozenset()) -> Iterator[Walk]:
    """Follow what is done in here."""
    walk = Walk(folders, start, past)
    before = sys.getprofile()
    sys.setprofile(walk.step)
    try:
        yield walk
    finally:
        sys.setprofile(before)
