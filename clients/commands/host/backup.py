"""Backup: copies a host's exercise file every minute into another folder, such as a memory stick. It copies once more
at the end.

The arbiter never waits for it. A thread makes the copies. If the disk is slow, full or gone, that is reported and tried
again.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Event, Thread

from warcouncil.arbiter.record.file.backup_copy import keep, keep_folder
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.clients.commands.host.browsers import BESIDE
from warcouncil.clients.link.base.machine import monotonic_ms
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.widgets.pieces.wording import lasted

EVERY_SECONDS = 60.0
LOOK_SECONDS = 0.2
LATE_MS = 3 * 60 * 1000
"""A copy that takes longer than this counts as failed, in milliseconds."""
NONE = "none"
"""A user types this to stop the copies."""

Hears = Callable[[str], object]
"""Called from any thread with the reason why the copies fail. It is "" when they no longer fail."""


class Backup:
    """Copies an exercise file into a folder.

    Call `begin` when the arbiter runs, and `finish` when the file no longer changes.
    """

    def __init__(self, file: Path, folder: Path, *, every_seconds: float = EVERY_SECONDS) -> None:
        self._file = file
        self._folder = folder
        self._every = every_seconds
        self._ends = Event()
        self._thread: Thread | None = None
        self._seq: Callable[[], int] = int
        self._hears: Hears = str
        self._told = ""
        self._copied: tuple[int, int] | None = None
        """The newest record in a copy, and the time when the copy was complete."""
        self._since: int | None = None
        """The time at which the present copy was begun."""
        self.fault = ""
        """Why the last copy was not made."""
        self.aside: Path | None = None
        """The new path of a file that was in the place of the copy and was not an earlier copy."""

    @property
    def there(self) -> Path:
        """The path of the copy."""
        return self._folder / self._file.name

    def begin(self, seq: Callable[[], int], hears: Hears) -> None:
        """Copy now, then regularly. `seq` returns the number of the newest record."""
        self._seq, self._hears = seq, hears
        self._thread = Thread(target=self._run, name="backup", daemon=True)
        self._thread.start()

    def finish(self, say: Callable[[str], object]) -> None:
        """Copy a file that no longer changes, and report where the copy is. Ctrl-C stops it."""
        if self._thread is None:
            return
        self._ends.set()
        try:
            while self._thread.is_alive():
                self._thread.join(LOOK_SECONDS)
            self.look(whatever=True)
        except KeyboardInterrupt:
            self.fault = "the copying was stopped"
        say(
            f"The backup in {self.there} is NOT up to date: {self.fault}."
            if self.fault
            else f"A complete copy is in {self.there}"
        )

    def look(self, *, whatever: bool = False) -> None:
        """Copy if there is anything new. With `whatever`, copy in any case."""
        self._since = now = monotonic_ms()
        seq = self._seq()
        if whatever or self.fault or self._copied is None or self._copied[0] < seq:
            self.fault = self._copy()
        if not self.fault:
            self._copied = seq, now
        self._since = None
        self._tell(self.fault)

    def words(self) -> str:
        """Return the state of the copies, for the window."""
        now = monotonic_ms()
        age = f"{lasted(now - self._copied[1])} old" if self._copied else "no copy yet"
        if fault := self.fails:
            return f"FAILS: {fault}   ({age})"
        former = f"   (the earlier file there is now {self.aside.name})" if self.aside else ""
        return f"{age}{self._same_disk()}   {self.there}{former}"

    @property
    def fails(self) -> str:
        """Why there is no recent copy. It is "" if there is one or the first is being made."""
        since = self._since
        is_stuck = since is not None and monotonic_ms() - since > LATE_MS
        return self.fault or ("that disk does not answer" if is_stuck else "")

    @property
    def age_seconds(self) -> float | None:
        """How old the newest copy is in seconds, or None if there is none yet."""
        copied = self._copied
        return None if copied is None else (monotonic_ms() - copied[1]) / 1000

    # --- in the thread ------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            self.look()
            if self._ends.wait(self._every):
                return

    def _copy(self) -> str:
        """Copy the file. Return why that failed, or ""."""
        moment = f"{datetime.now().astimezone():%Y-%m-%d %H:%M:%S}"
        web = self._file.with_name(self._file.name + BESIDE)
        try:
            if not self._folder.is_dir():
                return f"the folder {self._folder} does not exist"
            kept = keep(self._file, self.there, moment)
            if web.is_dir():
                keep_folder(web, self._folder / web.name)
        except JournalError as error:
            return str(error)
        except OSError as error:
            return why(error)
        self.aside = kept.aside or self.aside
        return ""

    def _tell(self, fault: str) -> None:
        if fault != self._told:
            self._told = fault
            self._hears(fault)

    def _same_disk(self) -> str:
        try:
            same = self._file.resolve().parent.stat().st_dev == self._folder.stat().st_dev
        except OSError:
            return ""
        return ", on the SAME disk" if same else ""


def backup_for(home: Location, asked: str | None, kept: str) -> str:
    """Return the folder for copies of an exercise: the requested one, or else the earlier one. It is "" if
    there is none.

    Raises BadInput for a requested folder that cannot have copies. An earlier folder may be missing now and
    come back later.
    """
    if asked is None or asked == NONE:
        return "" if asked else kept
    if home.file is None:
        raise BadInput("--backup copies a file. Back a database up with its own tools (docs/operations.md)")
    folder = Path(asked).expanduser().resolve()
    if not folder.is_dir():
        raise BadInput(f"--backup {asked}: there is no such folder. Is the stick plugged in?")
    if folder.samefile(home.file.resolve().parent):
        raise BadInput(
            f"--backup {asked}: the exercise file itself is there. Give another folder, best on another disk"
        )
    return str(folder)
