"""Writes the debrief of an exercise at one moment, in a fresh folder beside its file: report, tables and
verification.

If a part cannot be made, the others are made, and the result names the missing part. The folder gets its name
only when it is complete.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path

from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import Record, open_record
from warcouncil.arbiter.record.verifying.brought_receipts import BroughtReceipts
from warcouncil.arbiter.record.verifying.verify import Witness
from warcouncil.arbiter.record.verifying.verify import verify as verified
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import Location, home_of
from warcouncil.clients.commands.afterwards.debrief import AskedDebrief, write_reports
from warcouncil.clients.commands.afterwards.export import WantedTables, write_tables
from warcouncil.clients.commands.afterwards.verify import false_words, lines_of
from warcouncil.clients.commands.common.atomic_folder import whole_folder
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.plan.cards.printing import write_private
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.words import TableId

OPENING, READING = "opening", "reading"
REPORT, TABLES, VERIFICATION = "the report", "the tables", "the verification"
PARTS = {OPENING: 5, READING: 25, REPORT: 30, TABLES: 10, VERIFICATION: 30}
"""The approximate share of each part in the progress, in per cent."""
Hears = Callable[[str, int], None]
"""Called with the part that is being made, and with the progress of all parts in per cent."""
Told = Callable[[int, int], None]
Accounts = dict[TableId, TableAccount]
TABLES_FOLDER = "tables"


@dataclass(frozen=True, slots=True)
class WrittenReports:
    """The finished debrief: its folder, the parts in it, and the parts that could not be made."""

    folder: Path
    made: tuple[str, ...]
    amiss: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The same facts as one line of text."""
        lacking = f". MISSING: {'; '.join(self.amiss)}" if self.amiss else ""
        return f"{self.folder}: {', '.join(self.made)}{lacking}"


Then = Callable[[Record, Accounts, WrittenReports], WrittenReports]


def write_up(file: str | Path | Location, hears: Hears, then: Then | None = None) -> WrittenReports:
    """Write all parts and report the progress. Raises BadInput if no part could be made.

    `then` is called when the folder is complete, with the record of that moment and its tables. It returns
    the debrief with its additions.
    """
    home = home_of(file)
    out = _fresh(home)
    try:
        with open_record(home, _progress(hears, OPENING)) as record:
            read = _progress(hears, READING)
            gathered = attempt(partial(gather, record, told=lambda seq: read(seq, record.whole)))
            with whole_folder(out, str(out)) as folder:
                done = _written(record, gathered, folder, out, hears)
            if then is None or isinstance(gathered, RulesFault):
                return done
            return then(record, gathered, done)
    except JournalError as fault:
        raise BadInput(str(fault)) from None


def _fresh(home: Location) -> Path:
    """Return an unused name beside the file: jena-debrief, or jena-debrief-2 if that exists."""
    stem = (home.file or Path(home.stem)).absolute().with_name(f"{home.stem}-debrief")
    names = (stem if number == 1 else stem.with_name(f"{stem.name}-{number}") for number in count(1))
    return next(name for name in names if not name.exists())


def _written(
    record: Record, gathered: Accounts | RulesFault, folder: Path, out: Path, hears: Hears
) -> WrittenReports:
    def accounts() -> Accounts:
        if isinstance(gathered, RulesFault):
            raise gathered.error
        return gathered

    ways: dict[str, Callable[[Told], str]] = {
        REPORT: partial(_report, record, accounts, AskedDebrief(record.home, folder)),
        TABLES: partial(_tables, record, accounts, folder / TABLES_FOLDER),
        VERIFICATION: partial(_verification, record, folder),
    }
    made: list[str] = []
    faults: list[str] = []
    for name, make in ways.items():
        told = _progress(hears, name)
        told(0, 1)
        done = attempt(partial(make, told))
        if isinstance(done, RulesFault):
            why_not = because(done.error).removeprefix("--out ").replace(str(folder), str(out))
            faults.append(f"{name} ({why_not})")
        else:
            made.append(done)
    if not made:
        raise BadInput(f"nothing could be written: {faults[0]}")
    return WrittenReports(out, tuple(made), tuple(faults))


def _report(record: Record, accounts: Callable[[], Accounts], asked: AskedDebrief, told: Told) -> str:
    """Write the umpires' report."""
    first, *others = write_reports(record, asked, lambda _, done, of: told(done, of), accounts=accounts())
    return f"{first.name} with {plural(len(others), 'table page')}" if others else first.name


def _tables(record: Record, accounts: Callable[[], Accounts], out: Path, told: Told) -> str:
    amiss, rows = write_tables(record, accounts(), out, WantedTables())
    told(1, 1)
    lacking = f" ({'; '.join(amiss)})" if amiss else ""
    return f"{len(rows)} data files in {TABLES_FOLDER}{lacking}"


def _verification(record: Record, folder: Path, told: Told) -> str:
    found = verified(record, Witness(BroughtReceipts(), ()), told=lambda seq: told(seq, record.whole))
    write_private(folder / "verification.txt", "\n".join(lines_of(found)) + "\n")
    return f"verification.txt ({false_words(found)})"


def _progress(hears: Hears, part: str) -> Told:
    """Return a function that converts the progress of one part into that of all parts, and reports each change."""
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


def because(error: Exception) -> str:
    """Return a few words that say why a part could not be made."""
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
            return f"an error of this program: {type(error).__name__}"
