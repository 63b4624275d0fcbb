"""`warcouncil receipts`: writes this laptop's receipts as files for the person who verifies the exercise."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer
from warcouncil.arbiter.record.verifying.replay_check import counted
from warcouncil.clients.commands.common.errors import complain, one_line, politely
from warcouncil.clients.link.base import private_files
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.identity.keyring import receipt_files
from warcouncil.clients.link.identity.receipts import read_kept
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.protocol.proofs.lots import KeptLot
from warcouncil.protocol.proofs.receipts import RECEIPTS_SUFFIX, Kept

NAME_CHARS_MAX = 40
_NO_NAME = re.compile(r"[^A-Za-z0-9]+")


def receipts(
    *,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="The folder for the receipts.")] = Path(
        "receipts"
    ),
    exercise: Annotated[
        str, typer.Option(metavar="NAME", help="Only exercises whose name contains this.")
    ] = "",
) -> None:
    """Write the receipts of this laptop into a folder. They prove what was sealed here, and when it counted.

    They contain the sealed answers in plain text, so hand them over after the exercise. The owner of its file checks
    them with `warcouncil verify FILE --receipts FOLDER`.
    """
    with politely():
        lines, faults = _written(out, exercise.lower())
        if not lines and not faults:
            which = f" in an exercise with {exercise!r} in its name" if exercise else ""
            raise BadInput(f"this laptop has no receipts{which}. A seat gets them when it joins and seals")
    for line in lines:
        typer.echo(one_line(line))
    for fault in faults:
        complain(fault)
    if faults:
        raise typer.Exit(2)


def _written(out: Path, wanted: str) -> tuple[list[str], list[str]]:
    """Write the readable receipts.

    Return lines about the written files, and about the unreadable receipts of this laptop.
    """
    lines: list[str] = []
    faults: list[str] = []
    for path in receipt_files():
        by_exercise: dict[str, list[Kept | KeptLot]] = {}
        try:
            for kept in read_kept(path):
                by_exercise.setdefault(kept.exercise, []).append(kept)
        except OSError as error:
            faults.append(f"{path}: the receipts of this laptop cannot be read ({why(error)})")
        for name, found in by_exercise.items():
            if wanted in name.lower():
                last = found[-1]
                target = (
                    out / f"{_plain(name)}-table-{last.table}-{last.seat}-{path.stem[:6]}{RECEIPTS_SUFFIX}"
                )
                _write(target, found)
                sealed = sum(isinstance(kept, Kept) for kept in found)
                what = [counted(sealed, "receipt")] if sealed else []
                what += ["its number for the draw"] if sealed < len(found) else []
                lines.append(f"{name}, table {last.table}, {last.seat}: {' and '.join(what)} in {target}")
    return lines, faults


def _write(target: Path, found: list[Kept | KeptLot]) -> None:
    try:
        private_files.folder(target.parent)
        private_files.write(target, "".join(f"{kept.model_dump_json()}\n" for kept in found))
    except OSError as error:
        raise BadInput(f"{target}: cannot be written ({why(error)})") from None


def _plain(name: str) -> str:
    """Return a name that is valid on every file system."""
    return _NO_NAME.sub("_", name)[:NAME_CHARS_MAX]
