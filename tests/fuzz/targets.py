"""Every target, and the first inputs of a hunt: real ones, and those that once broke a promise."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from tests.fuzz import files, plans, records, web, wires
from tests.fuzz.target import Target

CORPUS = Path(__file__).parent / "corpus"
TARGETS: tuple[Target, ...] = (*wires.TARGETS, *web.TARGETS, *files.TARGETS, *records.TARGETS, *plans.TARGETS)

LIKE = {"record": "journal", "brought": "receipts"}
"""Targets that eat what another eats."""


def called(name: str) -> Target:
    """Return a target by its name."""
    return next(target for target in TARGETS if target.name == name)


def seeds(target: Target) -> Iterator[bytes]:
    """Return the first inputs of a hunt."""
    yield from target.seeds() if target.seeds else ()
    yield from corpus(LIKE.get(target.name, target.name))


def corpus(name: str) -> list[bytes]:
    """Return the kept inputs of a target: one JSON text on each line, each character of it a byte."""
    try:
        lines = (CORPUS / f"{name}.txt").read_text("ascii").splitlines()
    except FileNotFoundError:
        return []
    return [json.loads(line).encode("latin-1") for line in lines]


def keep(name: str, inputs: list[bytes]) -> None:
    """Write the kept inputs of a target, the shortest first."""
    CORPUS.mkdir(exist_ok=True)
    lines = sorted(
        {json.dumps(data.decode("latin-1")) for data in inputs}, key=lambda line: (len(line), line)
    )
    (CORPUS / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), "ascii", newline="\n")
