"""Writing up: report, tables and verification of an exercise at one moment, in a fresh folder beside its file.

Law: what cannot be made is named, and keeps nothing else from being made; nothing half made stands under the folder's name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from warcouncil.arbiter.core.fence import RulesFault, attempt
from warcouncil.arbiter.record.brought import Brought
from warcouncil.arbiter.record.reading import Record, open_record
from warcouncil.arbiter.record.verify import Witness
from warcouncil.arbiter.record.verify import verify as verified
from warcouncil.arbiter.shell.layout import JournalError
from warcouncil.clients.commands.debrief import AskedDebrief, write_reports
from warcouncil.clients.commands.export import TableFormat, write_tables
from warcouncil.clients.commands.verify import false_words, lines_of
from warcouncil.clients.commands.whole_folder import whole_folder
from warcouncil.clients.link.oswords import why
from warcouncil.clients.plan.printing import write_private
from warcouncil.clients.plan.settings import BadInput

READING, REPORT, TABLES, VERIFICATION = "reading", "the report", "the tables", "the verification"
PARTS = {READING: 5, REPORT: 50, TABLES: 15, VERIFICATION: 30}
"""So much of a hundred each part takes, about."""
Hears = Callable[[str, int], None]
"""Hears which part is being made, and how much of a hundred of everything is done."""
Told = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class WrittenUp:
    """Where it lies, what lies there, and what could not be made."""

    folder: Path
    made: tuple[str, ...]
    amiss: tuple[str, ...]

    @property
    def text(self) -> str:
        """All that in one line."""
        lacking = f". NOT there: {'; '.join(self.amiss)}" if self.amiss else ""
        return f"{self.folder}: {', '.join(self.made)}{lacking}"


def write_up(file: Path, hears: Hears) -> WrittenUp:
    """Write everything, and say how it comes on. Raises BadInput when nothing could be made."""
    out = _fresh(file)
    try:
        with (
            open_record(file, _progress(hears, READING)) as record,
            whole_folder(out, str(out)) as folder,
        ):
            return _written(record, file, folder, out, hears)
    except JournalError as fault:
        raise BadInput(str(fault)) from None


def _fresh(file: Path) -> Path:
    """Give a name beside the file that nothing has: jena-debrief, or jena-debrief-2 when that is there."""
    stem = file.absolute().with_name(f"{file.stem or file.name}-debrief")
    names = (stem if number == 1 else stem.with_name(f"{stem.name}-{number}") for number in count(1))
    return next(name for name in names if not name.exists())


def _written(record: Record, file: Path, folder: Path, out: Path, hears: Hears) -> WrittenUp:
    ways: dict[str, Callable[[Told], str]] = {
        REPORT: partial(_report, record, file, folder),
        TABLES: partial(_tables, record, folder),
        VERIFICATION: partial(_verification, record, folder),
    }
    made: list[str] = []
    faults: list[str] = []
    for name, make in ways.items():
        told = _progress(hears, name)
        told(0, 1)
        done = attempt(partial(make, told))
        if isinstance(done, RulesFault):
            because = _because(done.error).removeprefix("--out ").replace(str(folder), str(out))
            faults.append(f"{name} ({because})")
        else:
            made.append(done)
    if not made:
        raise BadInput(f"nothing could be made: {faults[0]}")
    return WrittenUp(out, tuple(made), tuple(faults))


def _report(record: Record, file: Path, folder: Path, told: Told) -> str:
    """Write the umpires' report; reading and writing are half of it each."""

    def heard(what: str, done: int, of: int) -> None:
        told(done + of * (what == "writing"), 2 * of)

    (page,) = write_reports(record, AskedDebrief(file, folder), heard)
    return page.name


def _tables(record: Record, folder: Path, told: Told) -> str:
    amiss, rows = write_tables(
        record, lambda seq: told(seq, record.whole), folder / "tables", TableFormat.CSV
    )
    lacking = f" ({'; '.join(amiss)})" if amiss else ""
    return f"{len(rows)} tables in tables{lacking}"


def _verification(record: Record, folder: Path, told: Told) -> str:
    found = verified(record, Witness(Brought(), ()), told=lambda seq: told(seq, record.whole))
    write_private(folder / "verification.txt", "\n".join(lines_of(found)) + "\n")
    return f"verification.txt ({false_words(found)})"


def _progress(hears: Hears, part: str) -> Told:
    """Give what turns the progress of a part into that of everything, and says it when it has come on."""
    order = [*PARTS]
    before = sum(PARTS[name] for name in order[: order.index(part)])
    last = -1

    def told(done: int, of: int) -> None:
        nonlocal last
        percent = before + PARTS[part] * min(done, of) // max(1, of)
        if percent > last:
            last = percent
            hears(part, percent)

    return told


def _because(error: Exception) -> str:
    """Say in a few words why a part could not be made."""
    match error:
        case BadInput() | JournalError():
            return str(error)
        case OSError():
            return why(error)
        case ImportError():
            return f"{error.name or 'a part of this program'} is not installed"
        case MemoryError():
            return "there is not enough memory"
        case _:
            return f"a fault of this program: {type(error).__name__}"
