"""Writing an exercise's files on a full disk: `python -m tests.clients.commands.full_disk WORK KILOBYTES…`.

WORK/disk is its own small disk, on which this number of kilobytes is left free. The result of each try is a
line of JSON.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from typer.testing import CliRunner
from warcouncil.arbiter.shell.base.entries import JournalError, Papers
from warcouncil.arbiter.shell.service import journal
from warcouncil.clients.commands.afterwards.write_reports import write_up
from warcouncil.clients.commands.cli import app
from warcouncil.clients.plan.text.option_text import BadInput

from tests.arbiter.record.files import keep
from tests.arbiter.record.forging import receipts_for
from tests.clients.debrief.written import played

FILLER, FILE = "filler", "jena.warcouncil"
Said = tuple[int, str]


def command(*words: object) -> Callable[[], Said]:
    """Return a function that runs a command, and returns its exit status and its standard error."""

    def run() -> Said:
        done = CliRunner().invoke(app, [str(word) for word in words])
        return done.exit_code, done.stderr if done.exit_code == 2 else done.output

    return run


def console(file: Path) -> Said:
    """Write everything up, as one key of the console does."""
    try:
        return 0, write_up(file, lambda _part, _percent: None).text + "\n"
    except BadInput as fault:
        return 2, f"{fault}\n"


def begin(file: Path) -> Said:
    """Begin an exercise, as a host does."""
    try:
        journal.create(file, Papers("Jena", "public", "secret", bytes(32))).close()
    except JournalError as fault:
        return 2, f"{fault}\n"
    return 0, ""


def ways(work: Path, disk: Path) -> dict[str, Callable[[], Said]]:
    """Return everything that writes, each with its name."""
    return {
        "debrief": command("debrief", work / FILE, "--out", disk / "report"),
        "export": command("export", work / FILE, "--out", disk / "tables"),
        "branch": command("branch", work / FILE, "--gate", 2, "--out", disk / "again.warcouncil"),
        "receipts": command("receipts", "--out", disk / "receipts"),
        "plan": command("plan", "new", disk / "plan.toml", "--yes"),
        "scenario": command("scenario", "new", disk / "scenario.toml", "--yes"),
        "begin": lambda: begin(disk / "new.warcouncil"),
        "console": lambda: console(disk / FILE),
    }


def fill(disk: Path, free_bytes: int) -> None:
    """Fill the disk except for `free_bytes`."""
    with (disk / FILLER).open("wb", buffering=0) as out, suppress(OSError):
        while out.write(bytes(4096)):
            pass
    os.truncate(disk / FILLER, (disk / FILLER).stat().st_size - free_bytes)


def lies(disk: Path) -> dict[str, str]:
    """Return the files of the disk, each with its last bytes."""
    return {
        path.relative_to(disk).as_posix(): path.read_bytes()[-8:].decode("utf-8", "replace")
        for path in disk.rglob("*")
        if path.is_file() and path.name not in (FILLER, FILE)
    }


def main(work: Path, rooms: list[int]) -> None:
    """Try every writer."""
    room, disk = played("kartenspiel", 3), work / "disk"
    keep(work / FILE, room.journal)
    laptop = work / "home" / "seats"
    laptop.mkdir(parents=True)
    given = [kept for _, kept in receipts_for(room.journal, room)]
    (laptop / "0a1b2c3d4e5f.receipts").write_text("".join(f"{kept.model_dump_json()}\n" for kept in given))
    os.environ["WARCOUNCIL_HOME"] = str(laptop.parent)
    for kilobytes in rooms:
        for name, way in ways(work, disk).items():
            shutil.copy(work / FILE, disk)
            fill(disk, kilobytes * 1024)
            status, said = way()
            sys.stdout.write(json.dumps([name, kilobytes, status, said, lies(disk)]) + "\n")
            for path in disk.iterdir():
                shutil.rmtree(path) if path.is_dir() else path.unlink()


if __name__ == "__main__":
    main(Path(sys.argv[1]), [int(word) for word in sys.argv[2:]])
