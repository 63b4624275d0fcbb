"""The process that writes a debrief for a running arbiter, and then adds the analysis to it.

It reports its progress on standard output, in JSON lines.

The arbiter starts it with `python -P -m warcouncil.clients.commands.afterwards.report_process FILE`. It ends
when its standard input ends, so it never outlives the arbiter. It leaves no unfinished file. It runs at a low
priority.
"""

from __future__ import annotations

import _thread
import os
import sys
import threading
from contextlib import suppress
from functools import partial

from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.clients.commands.afterwards.add_analysis import add_analysis
from warcouncil.clients.commands.afterwards.write_reports import (
    Accounts,
    WrittenReports,
    because,
    write_up,
)
from warcouncil.protocol.wire.consoles import Debriefing
from warcouncil.protocol.words import clean

TEXT_CHARS_MAX = 1000
NICE = 10


def main() -> None:
    """Write the debrief and report the progress."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        _say(_written(sys.argv[1]))
    except KeyboardInterrupt:
        sys.exit(130)


def _written(file: str) -> Debriefing:
    done = attempt(partial(write_up, file, _hear, _analysed))
    if not isinstance(done, RulesFault):
        return Debriefing(state="written", percent=100, text=clean(done.text, TEXT_CHARS_MAX))
    return Debriefing(state="failed", text=clean(because(done.error), TEXT_CHARS_MAX))


def _analysed(record: Record, accounts: Accounts, done: WrittenReports) -> WrittenReports:
    text = clean(done.text, TEXT_CHARS_MAX)
    last = -1

    def hear(percent: int) -> None:
        nonlocal last
        if percent > last:
            last = percent
            _say(Debriefing(state="analysing", percent=percent, text=text))

    return add_analysis(record, accounts, done, hear)


def _hear(part: str, percent: int) -> None:
    _say(Debriefing(state="writing", part=part, percent=percent))


def _say(news: Debriefing) -> None:
    try:
        sys.stdout.write(news.model_dump_json() + "\n")
        sys.stdout.flush()
    except OSError:  # The arbiter has ended
        raise KeyboardInterrupt from None


def _end_with_input() -> None:
    with suppress(OSError):
        # Not through sys.stdin, because its lock would be held when the interpreter ends
        while os.read(0, 1024):
            pass
    _thread.interrupt_main()


if __name__ == "__main__":
    main()
