"""The mutants that no test can notice, each with the reason why: equivalent.txt.

An entry is the file, the lines that go and come, and the reason:

    games/kit/seats.py
    - the line as it stands
    + the line as the mutant has it
    = why nobody can tell the two apart
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from tests.mutants.mutation import Mutant, difference, lines_of, mutants
from tests.mutants.packages import ROOT

LIST = Path(__file__).with_name("equivalent.txt")

Entry = tuple[str, tuple[str, ...]]


def read(text: str) -> dict[Entry, str]:
    """Give the reason of each entry; ValueError names an entry without one."""
    reasons: dict[Entry, str] = {}
    for entry in text.strip().split("\n\n"):
        lines = [line for line in entry.splitlines() if line and not line.startswith("#")]
        if not lines:
            continue
        path, *change, reason = lines
        if not reason.startswith("= ") or not change or any(line[:2] not in {"- ", "+ "} for line in change):
            raise ValueError(f"not an entry of a path, a change and a reason: {entry}")
        reasons[path, tuple(change)] = reason.removeprefix("= ")
    return reasons


def entries_gone() -> list[Entry]:
    """Give the entries whose line stands in its file no more: that costs nothing to ask, and tells most of what is stale."""
    texts = {path: (ROOT / path).read_text("utf-8") for path in paths()}
    there = {path: {line.strip() for line in text.splitlines()} for path, text in texts.items()}
    return [
        (path, change)
        for path, change in read(LIST.read_text("utf-8"))
        if not {line[2:] for line in change if line[0] == "-"} <= there[path]
    ]


def paths() -> list[str]:
    """Give the files that the list names."""
    return sorted({path for path, _ in read(LIST.read_text("utf-8"))})


def named(of: Collection[str] = ()) -> frozenset[Mutant]:
    """Give the mutants that the list names, in all files or in those; ValueError names an entry that is no mutant of its file
    (any more)."""
    listed = read(LIST.read_text("utf-8"))
    entries = {entry: why for entry, why in listed.items() if not of or entry[0] in of}
    found: dict[Entry, list[Mutant]] = {entry: [] for entry in entries}
    for path in sorted({path for path, _ in entries}):
        wanted = {change for of, change in entries if of == path}
        for mutant in mutants(path):
            if _may_be_one_of(wanted, mutant) and difference(mutant) in wanted:
                found[path, difference(mutant)].append(mutant)
    lost = ["\n".join([path, *change]) for (path, change), those in found.items() if not those]
    if lost:
        raise ValueError("equivalent.txt names what is no mutant:\n" + "\n\n".join(lost))
    return frozenset(mutant for those in found.values() for mutant in those)


def _may_be_one_of(wanted: set[tuple[str, ...]], mutant: Mutant) -> bool:
    """Tell whether the lines that an entry takes away stand where the mutant is: writing a whole file out takes its time."""
    near = {f"- {line}" for line in lines_of(mutant)}
    return any({line for line in change if line[0] == "-"} <= near for change in wanted)
