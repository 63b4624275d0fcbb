"""`warcouncil host --wings`: runs all wings of a plan that belong to this machine, each in its own process,
in one window.

If this window closes, the arbiters go on. They end only if a person ends them here. The log of each goes to a
file, and it writes nothing else.
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
from ipaddress import ip_address
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
from warcouncil.clients.link.base.machine_addresses import addresses_of, is_own_address, listening_host
from warcouncil.clients.link.base.terminal import run_at_terminal
from warcouncil.clients.link.door.door import PORT_MAX, Address, parse_address
from warcouncil.clients.plan.cards.cards import TOLD, SeatCard, WebDoor, listing, merged, typed
from warcouncil.clients.plan.cards.event_file import HeldWing, write_events
from warcouncil.clients.plan.cards.printing import write_cards
from warcouncil.clients.plan.reading.check import room_in
from warcouncil.clients.plan.reading.layout import WingRoom
from warcouncil.clients.plan.reading.wings import slug, tables_words, wing_words
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.widgets.pieces.wording import fit, lasted
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.commandline import command
from warcouncil.protocol.words import clean

LOOK_SECONDS = 0.5
LINE_CHARS_MAX = 300
LOG_BYTES = 4096
_HEAD, _WHY = re.compile(r"event=head head=(\S+)"), re.compile(r'level=critical .* error="(.*)"')
HANDED = 'event="handed over"'
"""The end of the log of a wing that another arbiter now leads."""
KEYS = "c  show codes     q  stop all"


@dataclass(slots=True)
class WingProcess:
    """A wing that this machine hosts: its process, its log file, and its first output.

    `last` is the end of its log, when the wing has ended.
    """

    wing: WingRoom
    process: subprocess.Popen[str]
    log: Path
    said: Mapping[str, Any]
    cards: Sequence[SeatCard]
    last: str | None = None

    @property
    def address(self) -> Address:
        """The address of its seats."""
        return parse_address(str(self.said["addresses"][0]))

    @property
    def held(self) -> HeldWing:
        """Return the entry of this wing for event files."""
        where = ",".join((str(self.address), *self.said["standby"]))
        return HeldWing(self.wing.name, where, str(self.said["key"]), self.cards)

    @property
    def tail(self) -> str:
        """The end of its log. It is read only once after the wing has ended."""
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
        """Stop the wing. With `farewell`, its seats are informed that the exercise is over."""
        with suppress(OSError):
            if sys.platform == "win32":
                self.process.terminate()
            else:
                # The child process also ignores a signal that is ignored here
                unheard = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
                gone = signal.SIGTERM if unheard else signal.SIGHUP
                self.process.send_signal(signal.SIGINT if farewell else gone)


def here(wing: WingRoom) -> bool:
    """Return whether a wing belongs to this machine, because its host is not named or is one of our addresses."""
    if not wing.host or wing.host.lower() in ("localhost", socket.gethostname().lower()):
        return True
    return any(
        ip_address(address).is_loopback or is_own_address(address) for address in addresses_of(wing.host)
    )


def host_wings(file: Path, passed: Sequence[str], metrics: int | None = None) -> int:
    """Run all wings of a plan that belong to this machine.

    Return the exit status when all have ended. `metrics` is the metrics port of the first one. Raises BadInput.
    """
    room = room_in(file)
    if not room.wings:
        raise BadInput("--wings: this plan has no wings. Leave --wings out")
    ours = [wing for wing in room.wings if here(wing)]
    for wing in room.wings:
        if wing not in ours:
            typer.echo(f"Not on this machine: {wing_words(wing)}. Run there: {_command(file, wing)}")
    if not ours:
        raise BadInput(
            "--wings: no wing of this plan is on this machine. Start the command on a machine that the plan names"
        )
    told = metrics_ports(metrics, len(ours))
    is_web = (room.web is not None or "--web" in passed) and "--no-web" not in passed
    bind = passed[passed.index("--bind") + 1] if "--bind" in passed else USUAL.bind
    check_ports(ours, listening_host(bind), web=is_web)
    stem = Path(f"{file.stem}-{datetime.now().astimezone():%Y%m%d-%H%M%S}")
    begun = begin_all(file, ours, stem, passed, told)
    try:
        codes = _first_words(room.name, stem, begun)
        return run_at_terminal(_until_over(room.name, begun, codes))
    except (SystemExit, KeyboardInterrupt):  # The window has disappeared, and the wings continue
        for one in begun:
            one.stop(farewell=False)
        raise


def check_ports(wings: Sequence[WingRoom], host: str, *, web: bool) -> None:
    """Check the ports of all wings before one begins. A wing that fails later would leave a file and unusable cards.

    Raises BadInput.
    """
    for wing in wings:
        place = ListenPlace(host, wing.port, web_port=wing.port + 2)
        try:
            HeldPorts(place, web=web, option="port to the wing in the plan").let_go()
        except AddressTaken as fault:
            raise BadInput(f"{wing.name}: {fault}") from None


def metrics_ports(first: int | None, wings: int) -> list[int]:
    """Return the metrics ports of `wings` wings. They are consecutive or, for 0, any free ones.

    Return an empty result if `first` is None. Raises BadInput.
    """
    if first is None:
        return []
    ports = [first and first + number for number in range(wings)]
    if ports[-1] > PORT_MAX:
        raise BadInput(
            f"--metrics {first}: the {wings} wings need {wings} ports, beginning with this one. Give a lower "
            "port"
        )
    return ports


def begin_all(
    file: Path, wings: Sequence[WingRoom], stem: Path, passed: Sequence[str], metrics: Sequence[int] = ()
) -> list[WingProcess]:
    """Start the processes of wings in parallel, and wait until all are up.

    Raises BadInput, and then leaves no wing running.
    """
    told = [["--metrics", str(port)] for port in metrics] or [[]] * len(wings)
    started: list[tuple[WingRoom, subprocess.Popen[str], Path]] = []
    try:
        for wing, own in zip(wings, told, strict=True):
            started.append((wing, *_started(file, wing, stem, [*passed, *own])))
        return [_heard(*each) for each in started]
    except BaseException:  # This happens at Ctrl-C too, because otherwise the wings would run unnoticed
        for _, process, _ in started:
            process.terminate()
        raise


def end_all(begun: Sequence[WingProcess]) -> None:
    """Stop the processes of wings, and wait until they have ended."""
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
    """Start the process of a wing so that keys for the window do not reach it. Raises BadInput."""
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
    """Wait until a wing runs. Raises BadInput with the reason if it fails."""
    assert process.stdout is not None
    line = process.stdout.readline()
    try:
        said = json.loads(line)
    except ValueError:
        process.wait()
        why = _last_line(_tail(log)).removeprefix("warcouncil: ") or "it ended without a message"
        raise BadInput(f"{wing.name}: {why}") from None
    return WingProcess(wing, process, log, said, _cards(wing, said))


def _cards(wing: WingRoom, said: Mapping[str, Any]) -> list[SeatCard]:
    """Return the cards of a wing, each with the address of its arbiter."""
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
    """Write the cards and the event files of all wings.

    Return the codes, with the commands that people type below them.
    """
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
    typer.echo("\nServing. Ctrl-C stops all.")
    return "\n".join(told)


async def _until_over(event: str, begun: Sequence[WingProcess], codes: str) -> int:
    """Show the state of the wings until all have ended. Return the exit status."""
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
    with suppress(NotImplementedError):  # not available on Windows
        loop.add_signal_handler(signal.SIGINT, stop)


def ending(one: WingProcess) -> str:
    """Return text that says how a wing ended.

    It has the head and the error, if the wing wrote them. Otherwise it has the last line of the log and the
    exit status.
    """
    told, status = one.tail, one.process.returncode
    if not (head := _HEAD.search(told)):
        return f"ended (status {status}) {one.news}".rstrip()
    why = _WHY.findall(told)
    stopped = f"stopped: {why[-1]}" if status and why else "stopped"
    return (
        f"{stopped}. Write down this check code: {head[1]} (it proves later that the file was not altered)."
    )


def going_on(one: WingProcess) -> str:
    """Return a sentence that says who leads a wing now, or the command that resumes it."""
    return "its standby hosts it" if HANDED in one.tail else f"to go on: {going_on_at(one)}"


def going_on_at(one: WingProcess) -> str:
    """Return the command that resumes a wing."""
    return command("host", "--resume", Path(str(one.said["file"])))


def wing_lines(
    event: str, begun: Sequence[WingProcess], columns: int, lines: int, *, up_ms: int, question: str
) -> list[str]:
    """Draw the status of the wings."""
    drawn = [f"{clean(event)}   {plural(len(begun), 'wing')} here   running for {lasted(up_ms)}", ""]
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
    """Return the last line of a log."""
    lines = told.strip().splitlines()
    return clean(lines[-1], LINE_CHARS_MAX) if lines else ""


def _tail(log: Path) -> str:
    """Return the end of a log."""
    with suppress(OSError), log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - LOG_BYTES))
        return file.read().decode("utf-8", "replace")
    return ""
