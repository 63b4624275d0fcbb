"""`warcouncil host --wings`: all wings of a plan that are of this machine, each an arbiter in a process of its own, in one window.

Law: an arbiter does not end with this window unless somebody ends it here: its log goes into a file, and nothing else of it comes through.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import typer
from warcouncil.arbiter.shell.base.listening import AddressTaken
from warcouncil.arbiter.shell.hosting.held_ports import HeldPorts
from warcouncil.arbiter.shell.hosting.hosting import ListenPlace
from warcouncil.clients.commands.common.errors import last_words
from warcouncil.clients.commands.common.live_window import at_terminal
from warcouncil.clients.commands.host.listen_address import USUAL
from warcouncil.clients.commands.host.window import TO_STATUS, HostWindow
from warcouncil.clients.link.base.machine import monotonic_ms
from warcouncil.clients.link.base.terminal import run_at_terminal
from warcouncil.clients.link.door.door import PORT_MAX, Address, parse_address
from warcouncil.clients.plan.cards.cards import TOLD, SeatCard, WebDoor, listing, merged, typed
from warcouncil.clients.plan.cards.event_file import HeldWing, write_events
from warcouncil.clients.plan.cards.printing import write_cards
from warcouncil.clients.plan.reading.check import room_in
from warcouncil.clients.plan.reading.layout import WingRoom
from warcouncil.clients.plan.reading.wings import slug, tables_words, wing_words
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.widgets.pieces.wording import count, fit, lasted
from warcouncil.protocol.commandline import command
from warcouncil.protocol.words import clean

LOOK_SECONDS = 0.5
LINE_CHARS_MAX = 300
LOG_BYTES = 4096
_HEAD, _WHY = re.compile(r"event=head head=(\S+)"), re.compile(r'level=critical .* error="(.*)"')
HANDED = 'event="handed over"'
"""What the log of a wing that another leads ends with."""
KEYS = "c  the codes again     q  stop all"


@dataclass(slots=True)
class WingProcess:
    """A wing that is hosted here: its process, the file of its log, and what it said when it was up. `last`: the end of its log, once it
    has ended and that was read."""

    wing: WingRoom
    process: subprocess.Popen[str]
    log: Path
    said: Mapping[str, Any]
    cards: Sequence[SeatCard]
    last: str | None = None

    @property
    def address(self) -> Address:
        """Where its seats look for it."""
        return parse_address(str(self.said["addresses"][0]))

    @property
    def held(self) -> HeldWing:
        """Give it as event files name it."""
        where = ",".join((str(self.address), *self.said["standby"]))
        return HeldWing(self.wing.name, where, str(self.said["key"]), self.cards)

    @property
    def tail(self) -> str:
        """The end of its log; of a wing that has ended it is read once."""
        if self.last is not None:
            return self.last
        has_ended = self.process.poll() is not None
        told = _tail(self.log)
        self.last = told if has_ended else None
        return told

    @property
    def news(self) -> str:
        """The last line of its log."""
        return _last_line(self.tail)

    def stop(self, *, farewell: bool = True) -> None:
        """Ask it to end; with `farewell` its seats are told that it is over."""
        with suppress(OSError):
            if sys.platform == "win32":
                self.process.terminate()
            else:
                # Who is not heard here is not heard there either, who got it from us.
                unheard = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
                gone = signal.SIGTERM if unheard else signal.SIGHUP
                self.process.send_signal(signal.SIGINT if farewell else gone)


def here(wing: WingRoom) -> bool:
    """Tell whether a wing is of this machine: its host is not named, or one of our own addresses."""
    if not wing.host:
        return True
    with suppress(OSError, UnicodeError):
        for family, kind, protocol, _, place in socket.getaddrinfo(wing.host, 0, type=socket.SOCK_STREAM):
            with suppress(OSError), socket.socket(family, kind, protocol) as probe:
                probe.bind(place)
                return True
    return False


def host_wings(file: Path, passed: Sequence[str], metrics: int | None = None) -> int:
    """Begin all wings of a plan that are of this machine, and give the exit status when all have ended. `metrics`: the port where
    the first of them tells metrics. Raises BadInput."""
    room = room_in(file)
    if not room.wings:
        raise BadInput("--wings: this plan has no wings; leave --wings out")
    ours = [wing for wing in room.wings if here(wing)]
    for wing in room.wings:
        if wing not in ours:
            typer.echo(f"Not here: {wing_words(wing)}. There: {_command(file, wing)}")
    if not ours:
        raise BadInput("--wings: no wing of this plan is of this machine; its hosts are named in the plan")
    told = metrics_ports(metrics, len(ours))
    is_web = (room.web is not None or "--web" in passed) and "--no-web" not in passed
    check_ports(ours, passed[passed.index("--bind") + 1] if "--bind" in passed else USUAL.bind, web=is_web)
    stem = Path(f"{file.stem}-{datetime.now().astimezone():%Y%m%d-%H%M%S}")
    begun = begin_all(file, ours, stem, passed, told)
    try:
        codes = _first_words(room.name, stem, begun)
        return run_at_terminal(_until_over(room.name, begun, codes))
    except (SystemExit, KeyboardInterrupt):  # the window is gone: seats look on
        for one in begun:
            one.stop(farewell=False)
        raise


def check_ports(wings: Sequence[WingRoom], host: str, *, web: bool) -> None:
    """See that wings can have their ports before one begins: it would leave a file and cards that nobody can use. Raises BadInput."""
    for wing in wings:
        place = ListenPlace(host, wing.port, web_port=wing.port + 2)
        try:
            HeldPorts(place, web=web, option="port to the wing in the plan").let_go()
        except AddressTaken as fault:
            raise BadInput(f"{wing.name}: {fault}") from None


def metrics_ports(first: int | None, wings: int) -> list[int]:
    """Give the ports at which so many wings tell metrics: one above the other, or (0) any; none: they do not. Raises BadInput."""
    if first is None:
        return []
    ports = [first and first + number for number in range(wings)]
    if ports[-1] > PORT_MAX:
        raise BadInput(f"--metrics {first}: there are not {wings} ports from there on, one for each wing")
    return ports


def begin_all(
    file: Path, wings: Sequence[WingRoom], stem: Path, passed: Sequence[str], metrics: Sequence[int] = ()
) -> list[WingProcess]:
    """Start the processes of wings, side by side, and wait until all are up. Raises BadInput, and leaves none behind."""
    told = [["--metrics", str(port)] for port in metrics] or [[]] * len(wings)
    started: list[tuple[WingRoom, subprocess.Popen[str], Path]] = []
    try:
        for wing, own in zip(wings, told, strict=True):
            started.append((wing, *_started(file, wing, stem, [*passed, *own])))
        return [_heard(*each) for each in started]
    except BaseException:  # a key too: nobody would know of those that are up
        for _, process, _ in started:
            process.terminate()
        raise


def end_all(begun: Sequence[WingProcess]) -> None:
    """End the processes of wings, and wait until they have."""
    for one in begun:
        one.stop()
    for one in begun:
        one.process.wait()
        assert one.process.stdout is not None
        one.process.stdout.close()


def _command(file: Path, wing: WingRoom) -> str:
    return command("host", "--plan", file, "--wing", wing.name)


def _started(
    file: Path, wing: WingRoom, stem: Path, passed: Sequence[str]
) -> tuple[subprocess.Popen[str], Path]:
    """Start the process of a wing, out of reach of the keys that are meant for the window. Raises BadInput."""
    log = stem.with_name(f"{stem.name}-{slug(wing.name)}.log")
    words = ["host", "--plan", str(file), "--wing", wing.name, "--json", *passed]
    with log.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "warcouncil", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=out,
            text=True,
            encoding="utf-8",
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
    return process, log


def _heard(wing: WingRoom, process: subprocess.Popen[str], log: Path) -> WingProcess:
    """Wait until a wing is up. Raises BadInput with what kept it from that."""
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        said = json.loads(line)
    except ValueError:
        process.wait()
        why = _last_line(_tail(log)).removeprefix("warcouncil: ") or "it ended without a word"
        raise BadInput(f"{wing.name}: {why}") from None
    return WingProcess(wing, process, log, said, _cards(wing, said))


def _cards(wing: WingRoom, said: Mapping[str, Any]) -> list[SeatCard]:
    """Give the cards of a wing, each with the address of its arbiter."""
    web = said.get("web")
    door = (
        WebDoor(web["address"], web["fingerprint"], said["exercise"], web["is_known"], web["names"])
        if web
        else None
    )
    at = tuple(map(parse_address, (said["addresses"][0], *said["standby"])))
    return [
        SeatCard(**{name: card[name] for name in TOLD}, wing=wing.name, at=at, web=door)
        for card in said["cards"]
    ]


def _first_words(event: str, stem: Path, begun: Sequence[WingProcess]) -> str:
    """Write the cards and the event files of all wings, and give the codes, and below them what everybody types."""
    cards = [card for one in begun for card in one.cards]
    written: list[Path] = []
    with suppress(OSError):
        addresses = [one.address for one in begun]
        written += write_cards(stem, merged(cards), addresses, event)
        written += write_events(stem, event, [one.held for one in begun])
    told = [
        event,
        listing(cards),
        "",
        *(
            f"{one.wing.name}: {tables_words(one.wing.tables)}   {typed(one.address)}   (file {one.said['file']})"
            for one in begun
        ),
        *(f"Metrics   {one.said['metrics']}   ({one.wing.name})" for one in begun if "metrics" in one.said),
        "Players type   warcouncil join ADDRESS     Umpires   warcouncil umpire --event FILE     A projector   warcouncil display --event FILE",
    ]
    typer.echo("\n".join(told))
    for path in written:
        typer.echo(f"{'Cards' if '.cards.' in path.name else 'Event'}: {path}")
    typer.echo("\nServing. Ctrl-C stops all; nothing is lost.")
    return "\n".join(told)


async def _until_over(event: str, begun: Sequence[WingProcess], codes: str) -> int:
    """Show how the wings stand until all have ended, and give the exit status."""
    since_ms = monotonic_ms()

    def stop() -> None:
        for one in begun:
            one.stop()

    def draw(columns: int, lines: int, question: str) -> list[str]:
        return wing_lines(event, begun, columns, lines, up_ms=monotonic_ms() - since_ms, question=question)

    window = None
    if at_terminal():
        typer.echo(TO_STATUS)
        window = HostWindow(draw, lambda: codes, stop)
        window.open()
    else:
        _stop_on_interrupt(stop)
    try:
        while any(one.process.poll() is None for one in begun):
            await asyncio.sleep(LOOK_SECONDS)
    finally:
        if window is not None:
            window.close()
    for one in begun:
        last_words(f"{one.wing.name}: {ending(one)}")
        last_words(f"  {going_on(one)}")
    return int(any(one.process.returncode for one in begun))


def _stop_on_interrupt(stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # Windows
        loop.add_signal_handler(signal.SIGINT, stop)


def ending(one: WingProcess) -> str:
    """Say how a wing ended: with its head, where it wrote one, and why, where it could not go on; else with its last word and its status."""
    told, status = one.tail, one.process.returncode
    if not (head := _HEAD.search(told)):
        return f"ended (status {status}) {one.news}".rstrip()
    why = _WHY.findall(told)
    stopped = f"stopped: {why[-1]}" if status and why else "stopped"
    return f"{stopped}. Note its head, or say it aloud: {head[1]} proves later that nothing before it was changed."


def going_on(one: WingProcess) -> str:
    """Say who goes on with a wing, or how to."""
    return "its standby leads it" if HANDED in one.tail else f"to go on: {going_on_at(one)}"


def going_on_at(one: WingProcess) -> str:
    """Give the command that takes a wing up again."""
    return command("host", "--resume", Path(str(one.said["file"])))


def wing_lines(
    event: str, begun: Sequence[WingProcess], columns: int, lines: int, *, up_ms: int, question: str
) -> list[str]:
    """Draw the status of the wings."""
    drawn = [f"{clean(event)}   {count(len(begun), 'wing')} here   up {lasted(up_ms)}", ""]
    names = max(len(one.wing.name) for one in begun)
    for one in begun:
        status = one.process.poll()
        what = "runs" if status is None else f"ENDED (status {status})"
        drawn.append(
            f"{one.wing.name:<{names}}   {tables_words(one.wing.tables)}   {typed(one.address)}   {what}"
        )
        drawn.append(f"{'':<{names}}   {one.news}" if status is None else f"{'':<{names}}   {going_on(one)}")
    drawn += ["", question or KEYS]
    return [fit(line, columns).rstrip() for line in drawn[:lines]]


def _last_line(told: str) -> str:
    """Give the last line of what a log says."""
    lines = told.strip().splitlines()
    return clean(lines[-1], LINE_CHARS_MAX) if lines else ""


def _tail(log: Path) -> str:
    """Give the end of a log."""
    with suppress(OSError), log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - LOG_BYTES))
        return file.read().decode("utf-8", "replace")
    return ""
