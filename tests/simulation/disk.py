"""The disk of a machine: real files with a real store on them, slow, full, and torn if the power is cut
before a sync. Bytes that SQLite has written and not synced may survive a power cut, be lost, or survive in
part, sector by sector; the same is true of the end of the trail. A disk that rots also damages bytes that were
synced long ago. The files' bytes are changed so; only the product reads them afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from warcouncil.arbiter.shell.file import trail, write_ahead_log

from tests.simulation.chance import Chance
from tests.simulation.loop import Handle, Unreached

if TYPE_CHECKING:
    from tests.simulation.arbiter import Arbiter

SECTOR_BYTES = 512
AGAIN_SECONDS = 0.1
"""So soon a server that did not answer is asked again."""
QUICK = (0.0002, 0.002)
"""How long a commit takes on a good disk, in seconds."""
TAILS = ("kept", "lost", "torn")
"""The fate of bytes that were written and not synced."""


class Full(OSError):
    """The disk is full."""

    def __init__(self) -> None:
        super().__init__(28, "No space left on device")


class Disk:
    """A machine's disk, which outlives the processes there."""

    def __init__(self, folder: Path, chance: Chance) -> None:
        self.file = folder / "exercise.warcouncil"
        self.seed, self.chance = chance.seed, chance.of("the disk")
        self.slow_until, self.slow = 0.0, QUICK
        self.full = False
        self._before: dict[Path, bytes] = {}
        self._copy: dict[Path, bytes] = {}
        """The files before they rotted: the backup of a careful host."""

    def seconds(self, now: float) -> float:
        """Return the length of a commit that begins now.

        It depends on the moment alone: otherwise an earlier commit, of another secret, makes all later ones
        longer or shorter.
        """
        return Random(f"{self.seed} a commit at {now}").uniform(
            *(self.slow if now < self.slow_until else QUICK)
        )

    @property
    def _paths(self) -> tuple[Path, ...]:
        return self.file, write_ahead_log.beside(self.file), trail.beside(self.file)

    def note(self) -> None:
        """Remember the present bytes. All of them are synced."""
        self._before = self.read()

    def read(self) -> dict[Path, bytes]:
        """Return the bytes of all files."""
        return {path: path.read_bytes() for path in self._paths if path.exists()}

    def tear(self, tail: str, *, log: bool) -> dict[Path, bytes]:
        """Return the files after a power cut: the unsynced bytes of the `log`, or of the trail, are `tail`.

        If SQLite has moved its log into the file meanwhile, they are unchanged.
        """
        now = self.read()
        torn, path = (
            (write_ahead_log.beside(self.file), self.file) if log else (trail.beside(self.file), self.file)
        )
        same = now.get(path) == self._before.get(path)
        if tail == "kept" or not same or not self._before:
            return now
        old, new = self._before.get(torn, b""), now.get(torn, b"")
        now[torn] = old if tail == "lost" else self._mixed(old, new)
        return now

    def _mixed(self, old: bytes, new: bytes) -> bytes:
        """Return some sectors of the new bytes, and the old bytes beyond their end."""
        end = self.chance.randrange(len(old), len(new) + 1) if len(new) > len(old) else len(new)
        mixed = bytearray(new[:end])
        for start in range(0, end, SECTOR_BYTES):
            stop = min(start + SECTOR_BYTES, end)
            if old[start:stop] != new[start:stop] and self.chance.random() < 0.5:
                mixed[start:stop] = old[start:stop].ljust(stop - start, b"\0")
        return bytes(mixed)

    def put(self, found: dict[Path, bytes]) -> None:
        """Write the files as they are after the power cut."""
        for path in self._paths:
            path.unlink(missing_ok=True)
        for path, data in found.items():
            path.write_bytes(data)

    # --- rot ----------------------------------------------------------------------------------------------------------

    def rot(self) -> None:
        """Damage a file anywhere, and keep a copy of all files as they were."""
        self._copy = self.read()
        path = self.chance.choice([*self._copy, write_ahead_log.beside(self.file)])
        data = bytearray(self._copy[path])
        start = self.chance.randrange(max(1, len(data)))
        match self.chance.randrange(4):
            case 0:
                data[start : start + 1] = bytes([self.chance.randrange(256)])
            case 1:
                start -= start % SECTOR_BYTES
                data[start : start + SECTOR_BYTES] = bytes(len(data[start : start + SECTOR_BYTES]))
            case 2:
                del data[start:]
            case _:
                path.unlink()
                return
        path.write_bytes(data)

    def put_back(self) -> bool:
        """Put the copy back in the place of damaged files. Return whether there is one."""
        copy, self._copy = self._copy, {}
        if copy:
            self.put(copy)
        return bool(copy)

    def forget_copy(self) -> None:
        """Forget the copy: the files were good enough, and soon they hold more."""
        self._copy = {}


class Writing(Future[Any]):
    """A write that is not finished. A caller that cannot wait is stopped until it is done."""

    def __init__(self, process: Arbiter, what: Callable[[], object], seconds: float) -> None:
        super().__init__()
        self._process, self._what = process, what
        self._at = process.time.now + seconds
        self._handle: Handle = process.time.at(self._at, self._do, process=process)

    def result(self, timeout: float | None = None) -> Any:
        """Wait for the write."""
        if not self.done():
            self._handle.cancel()
            self._process.stop_until(self._at)
            self._process.is_patient = False
            self._do()
        return super().result(timeout)

    def _do(self) -> None:
        try:
            self.set_result(self._what())
        except Unreached:
            self._at = self._process.time.now + AGAIN_SECONDS
            self._handle = self._process.time.at(self._at, self._do, process=self._process)
        except Exception as error:  # as any executor does
            self.set_exception(error)


class DiskThread(Executor):
    """The thread of an arbiter that waits for the disk."""

    def __init__(self, process: Arbiter, disk: Disk) -> None:
        self._process, self._disk = process, disk

    def submit(self, fn: Callable[..., Any], /, *args: Any, **names: Any) -> Future[Any]:
        """Do the work when the disk is ready."""
        seconds = self._disk.seconds(self._process.time.now)
        self._process.is_patient = True
        return Writing(self._process, partial(fn, *args, **names), seconds)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Do nothing: no work is left."""
