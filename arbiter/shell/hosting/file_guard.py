"""FileGuard checks twice a second whether the exercise file is in its place, and informs every console if it is not.

It also records which commands read the file while the host runs.
"""

from __future__ import annotations

import asyncio

from structlog import BoundLogger
from warcouncil.arbiter.shell.file import reading_notes
from warcouncil.arbiter.shell.file.file_watch import FileWatch
from warcouncil.arbiter.shell.file.reading_notes import ReadingNote
from warcouncil.arbiter.shell.service.journal import Journal
from warcouncil.arbiter.shell.service.service import Service

LOOK_SECONDS = 0.5
"""How often the file is checked, in seconds. Consoles must get the news within two seconds."""


class FileGuard:
    """The watch on an exercise file while its arbiter runs."""

    def __init__(self, journal: Journal, service: Service) -> None:
        self._journal = journal
        self._service = service
        self.fault = ""
        """The fault, and where the copy is, or "" if the file is in its place."""

    async def watch(self, log: BoundLogger) -> None:
        """Check the file again and again until this task is cancelled."""
        watch = self._journal.file_watch
        while watch is not None:
            await asyncio.sleep(LOOK_SECONDS)
            stray, notes = await asyncio.to_thread(_looked, watch)
            if notes:
                log.warning("the exercise file was read", kind=", ".join(note.command for note in notes))
                self._service.hear_readers(notes)
            fault = self._rescued(stray) if stray else ""
            if fault != self.fault:
                self.fault = fault
                log.critical("exercise file", error=fault) if fault else log.info("exercise file is back")
                self._service.hear_file(fault)

    def _rescued(self, stray: str) -> str:
        """Update the copy. Return the fault as a text."""
        failed = self._service.between_batches(self._journal.rescue)
        watch = self._journal.file_watch
        copy = watch.copy if watch else None
        if failed or copy is None:
            return f"{stray}. NO copy can be written: {failed}. Make room, or put the file back."
        return f"{stray}. A whole copy is kept in {copy}. Put the file back, or stop and resume the copy."


def _looked(watch: FileWatch) -> tuple[str, list[ReadingNote]]:
    return watch.look(), reading_notes.take(watch.file)
