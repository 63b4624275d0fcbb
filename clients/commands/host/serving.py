"""Serves an opened exercise until it is over, and reports the result of a hand-over."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from structlog import BoundLogger
from warcouncil.arbiter.record.file.database_roll import roll
from warcouncil.arbiter.shell.base.entries import JournalError, JournalSuperseded
from warcouncil.arbiter.shell.base.listening import AddressTaken
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.file.file_watch import FileWatch
from warcouncil.arbiter.shell.hosting.hosting import host as serve
from warcouncil.arbiter.shell.hosting.metrics import MetricsTaken
from warcouncil.arbiter.shell.network.flood_wall_process import WallInReserve
from warcouncil.arbiter.shell.network.sockets import TooOld
from warcouncil.arbiter.shell.service.opening import Opened
from warcouncil.arbiter.shell.service.stores import discard
from warcouncil.clients.commands.common.errors import last_words, say_left
from warcouncil.clients.commands.common.live_window import at_terminal
from warcouncil.clients.commands.host.backup import Backup
from warcouncil.clients.commands.host.browsers import Browsers
from warcouncil.clients.commands.host.listen_address import EVERYWHERE, LOOPBACKS, HostPlace
from warcouncil.clients.commands.host.report_writer import ChildReportWriter
from warcouncil.clients.commands.host.startup_banner import StartupBanner, going_on
from warcouncil.clients.commands.host.window import NewsTail
from warcouncil.clients.link.base.terminal import run as run_loop
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.doctor.discovery import Announcer
from warcouncil.clients.room.players.stand_ins import ChildStandIns
from warcouncil.protocol.commandline import command

HEIR_SECONDS = 5.0
"""How long a standby may take to lead. It usually needs one second."""
LOOK_SECONDS = 0.2


def took_over(home: Location, epoch: int) -> bool | None:
    """Wait until another arbiter leads an exercise that we led in this epoch.

    Return False if no other arbiter leads it. Return None if the database does not answer. Ctrl-C ends the
    waiting.
    """
    until = time.monotonic() + HEIR_SECONDS
    try:
        while not (led := _is_led(home, epoch)) and time.monotonic() <= until:
            time.sleep(LOOK_SECONDS)
    except JournalError:
        return None
    except KeyboardInterrupt:
        return False
    return led


def _is_led(home: Location, epoch: int) -> bool:
    """Return whether another arbiter leads the exercise. Raises JournalError."""
    return any(one.epoch > epoch for one in roll(home) if one.name == home.exercise)


def handed_words(heir: str, taken: bool | None, to_go_on: str) -> str:
    """Return a sentence about the result of a hand-over."""
    if taken:
        return (
            f"The exercise was handed over to {heir}. Seats and consoles are connected to it, and nothing is "
            "lost."
        )
    if taken is None:
        return (
            f"The exercise was handed to {heir}. The database does not answer, so it is not known whether the "
            f"standby hosts now. If it does not, run: {to_go_on}"
        )
    return (
        f"The exercise was handed to {heir}, which does not host it yet. Check that machine. Nothing is "
        f"lost. To resume the exercise here: {to_go_on}"
    )


def stray_words(watch: FileWatch | None) -> str:
    """Return a sentence that says where the record of a stopped exercise is, if its file was moved. It is "" if not."""
    if watch is None or watch.is_file_there:
        return ""
    if watch.copy is None or not watch.copy.is_file():
        return (
            f"{watch.file} was moved or deleted, and no copy could be written. Look for the file, because it "
            "contains the exercise."
        )
    return (
        f"{watch.file} was moved or deleted. A complete copy is {watch.copy}. To go on: "
        f"{going_on(Location(file=watch.copy))}"
    )


EXIT_STRAY = 1
"""The exit status of a host whose exercise file was moved before the end."""
EXIT_NOT_TAKEN = 1
"""The exit status of a host if the standby did not take over."""


@dataclass(frozen=True, slots=True)
class Output:
    """The outputs of an arbiter: its log, and the window's copy of the last log line (`tail`), if there is a window."""

    log: TextIO
    tail: NewsTail | None
    as_json: bool

    @classmethod
    def of(cls, *, as_json: bool) -> Output:
        """Return the outputs of this process."""
        tail = NewsTail() if at_terminal() and not as_json else None
        return cls(tail if tail is not None and sys.stderr.isatty() else sys.stderr, tail, as_json)

    def hear(self, line: str) -> None:
        """Write a line to the log."""
        self.log.write(f"{line}\n")


def served_out(
    opened: Opened,
    place: HostPlace,
    browsers: Browsers | None,
    out: Output,
    *,
    cards: Path | None = None,
    with_cards: bool = False,
    wing: str = "",
    takes_over: bool = False,
    reserve: WallInReserve | None = None,
) -> int:
    """Serve an exercise until it is over. Return the exit status. Raises BadInput."""
    where = opened.journal.home
    backup = Backup(where.file, Path(place.backup)) if where.file and place.backup else None
    log = open_log(out.log)
    first = StartupBanner(
        opened,
        where,
        place,
        cards,
        log,
        with_cards=with_cards,
        as_json=out.as_json,
        tail=out.tail,
        browsers=browsers,
        wing=wing,
        takes_over=takes_over,
        backup=backup,
    )
    report_writer = ChildReportWriter(where)
    with _announced(opened.exercise.name, place, first):
        status = _served(
            opened,
            place,
            first,
            log,
            report_writer=report_writer,
            browsers=browsers,
            backup=backup,
            reserve=reserve,
            takes_over=takes_over,
        )
    report_writer.finish(last_words if out.tail is not None else lambda _: None)
    if backup:
        backup.finish(last_words)
    head = opened.journal.head
    log.info("head", head=head)
    keeper = opened.journal.keeper
    if first.handed_to:
        taken = took_over(where, opened.journal.epoch)
        said = handed_words(first.handed_to, taken, going_on(where))
        last_words(said)
        if taken:
            log.info("handed over")
        else:
            log.critical("not handed over", error=said)
            status = EXIT_NOT_TAKEN
    elif keeper and keeper.superseded:
        last_words(f"Stopped: {JournalSuperseded(keeper.leader)}.")
    elif gone := stray_words(opened.journal.file_watch):
        log.critical("exercise file", error=gone)
        if not out.as_json:
            last_words(f"Stopped. {gone}")
        status = status or EXIT_STRAY
    elif out.tail is not None:
        why = f": {first.fenced_by}" if first.fenced_by else ""
        say_left([f"Stopped{why}. Nothing is lost."])
        last_words(
            f"To go on:        {going_on(where)}"
        )  # The lines are not wrapped, because people copy them
        last_words(f"For the debrief: {command('debrief', where)}")
        last_words(f"To see it again: {command('replay', where)}")
    if out.tail is not None:
        say_left([f"Write down this check code: {head} (it proves later that the file was not altered)."])
    return status


@contextmanager
def _announced(name: str, place: HostPlace, first: StartupBanner) -> Iterator[None]:
    """Announce the exercise on the local network while it runs, if others can reach it."""
    if not place.announced or place.bind in LOOPBACKS:
        yield
        return
    announcer = Announcer([place.bind] if place.bind not in EVERYWHERE else None)
    first.then = lambda addresses: announcer.start(name, addresses)
    try:
        yield
    finally:
        announcer.stop()


def _served(
    opened: Opened,
    place: HostPlace,
    first: StartupBanner,
    log: BoundLogger,
    *,
    report_writer: ChildReportWriter,
    browsers: Browsers | None,
    backup: Backup | None,
    reserve: WallInReserve | None,
    takes_over: bool,
) -> int:
    papers = opened.journal.papers

    def stand_ins(host: str, port: int) -> ChildStandIns:
        return ChildStandIns(host=host, port=port, exercise=papers.exercise, server_key=papers.curve_public)

    try:
        serving = serve(
            opened,
            place.to_listen,
            stand_ins,
            log,
            ready=first,
            remember=place.now,
            report_writer=report_writer,
            gateway=browsers.gateway if browsers else None,
            reserve=reserve,
            copies=backup,
            seats_first=takes_over,
        )
        return run_loop(serving)
    except (AddressTaken, TooOld) as fault:
        if opened.resumed:
            said = str(fault) if isinstance(fault, MetricsTaken) else place.taken(str(fault))
            raise BadInput(said) from None
        discard(report_writer.home)  # The file was made a moment ago, so no client can have joined
        if browsers:
            browsers.discard()
        raise BadInput(str(fault)) from None
    except JournalError as fault:
        raise BadInput(str(fault)) from None
    except BaseException:
        if not (opened.resumed or first.is_out):  # The codes reached no person
            discard(report_writer.home)
            first.discard_cards()
            if browsers:
                browsers.discard()
        raise
