"""`warcouncil standby`: follows an exercise in a database, and leads it from here when its arbiter is gone."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from structlog import BoundLogger
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.lease import LOOK_MS, LeaseRow
from warcouncil.arbiter.shell.base.listening import AddressTaken
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.file.listened_at import ListenedAt
from warcouncil.arbiter.shell.hosting.follower import NO_LEASE, Follower, FollowerNews, StandbyPlace
from warcouncil.arbiter.shell.hosting.held_ports import HeldPorts
from warcouncil.arbiter.shell.network.flood_wall_process import WallInReserve
from warcouncil.arbiter.shell.service.opening import Opened
from warcouncil.clients.commands.common.errors import last_words, politely
from warcouncil.clients.commands.common.exercise_location import home_at, home_typed
from warcouncil.clients.commands.common.live_window import LiveWindow
from warcouncil.clients.commands.host.browsers import Browsers, browsers_for
from warcouncil.clients.commands.host.listen_address import (
    EVERYWHERE,
    LOOPBACKS,
    AskedPlace,
    HostPlace,
    place_for,
)
from warcouncil.clients.commands.host.serving import Output, served_out
from warcouncil.clients.link.base.machine import monotonic_ms
from warcouncil.clients.link.base.terminal import run as run_loop
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.widgets.pieces.wording import clock_text, fit, lasted
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.words import clean

KEYS = "t  take over     q  stop standing by"
LEAD = "Host the exercise on this machine?   y  yes     any other key  no"
SURE = "Stop standing by? The exercise goes on without this standby.   y  yes     any other key  no"
SEEN_MS = 1500
"""A running leader is seen more often than this."""


@dataclass(frozen=True, slots=True)
class StandbyFacts:
    """The facts that the window shows."""

    exercise: str
    name: str
    home: str
    addresses: str
    web: tuple[str, ...]
    lookout: FollowerNews
    up_ms: int
    asks: bool = False
    """Whether the leader was asked to hand over."""
    news: str = ""


class StandbyWindow(LiveWindow):
    """Shows how the standby follows, and reads keys. `lead` takes over the lead. `stop` ends the standby."""

    def __init__(
        self,
        draw: Callable[[int, int, str], list[str]],
        lead: Callable[[], None],
        stop: Callable[[], None],
    ) -> None:
        super().__init__(draw)
        self._lead = lead
        self._stop = stop

    def press(self, key: str) -> None:
        """Handle a key."""
        asked, self.question = self.question, ""
        if asked and key in ("y", "Y"):
            (self._lead if asked == LEAD else self._stop)()
        elif not asked and key in ("t", "T"):
            self.question = LEAD
        elif not asked and key in ("q", "Q"):
            self.question = SURE
        self.redraw()


def standby_lines(facts: StandbyFacts, columns: int, lines: int, question: str = "") -> list[str]:
    """Return the lines of the window, at most `lines`, each at most `columns` wide.

    `question` replaces the keys.
    """
    up = f"running for {clock_text(facts.up_ms)}"
    head = fit(f"{clean(facts.exercise)} · standby {clean(facts.name)}", max(1, columns - len(up) - 2))
    shown = [
        f"{head}  {up}",
        f"Leader    {leader_words(facts.lookout)}",
        f"Follows   {follow_words(facts.lookout)}",
        f"Address   {facts.addresses}   (once it leads)",
        *facts.web,
        f"File      {facts.home}",
        *([f"Log       {clean(facts.news)}"] if facts.news else []),
        "",
        question or (ASKED if facts.asks else KEYS),
    ]
    return [fit(line, columns).rstrip() for line in shown][:lines]


ASKED = (
    "The host was asked to hand over. If it does not, this machine takes over when the host falls "
    "silent.   q  stop standing by"
)


def leader_words(seen: FollowerNews) -> str:
    """Return a sentence that names the leader, and says how long ago it was last seen."""
    if seen.fault:
        return f"not known: {seen.fault}"
    if not seen.leader:
        return "nobody"
    heard = "" if seen.still_ms < SEEN_MS else f", silent for {lasted(seen.still_ms)}"
    return f"{clean(seen.leader)} (lead number {seen.epoch}{heard})"


def follow_words(seen: FollowerNews) -> str:
    """Return a sentence that says how closely the standby follows, and whether the rules give the same results here."""
    if not seen.tables:
        return "nothing has begun yet"
    said = f"{plural(seen.tables, 'table')}, record {seen.seq}"
    if seen.doubts:
        named = ", ".join(str(number) for number in seen.doubts[:8])
        return f"{said}; THIS PROGRAM GETS ANOTHER RESULT at table {named}. Check that both versions match"
    return f"{said}. Every question has the same result on both machines"


NAME_CHARS = 40
AGAIN_SECONDS = 1.0
FIRST_LOOK_SECONDS = 10.0


def standby(
    address: Annotated[
        str,
        typer.Argument(
            help=(
                "The address of the exercise: postgresql+psycopg://USER@HOST/BASE?exercise=NAME. With -, it is "
                "read from WARCOUNCIL_EXERCISE or standard input."
            )
        ),
    ],
    *,
    name: Annotated[
        str, typer.Option(help="The name of this machine on consoles. Default: its own name.")
    ] = "",
    bind: Annotated[
        str | None, typer.Option(help="The address to listen on when it hosts. Default: every address.")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65534,
            help="The port for seats when it hosts. Default: the port of the present host. 0: any two free ports.",
        ),
    ] = None,
    wall: Annotated[
        bool | None,
        typer.Option(
            "--wall/--no-wall",
            help="Keep floods of connections away when it hosts. Default: as the present host does.",
        ),
    ] = None,
    announce: Annotated[
        bool | None,
        typer.Option(
            "--announce/--no-announce",
            help="Announce the exercise on the local network when it hosts. Default: as the present host does.",
        ),
    ] = None,
    web: Annotated[
        bool | None,
        typer.Option(
            "--web/--no-web", help="Serve browsers when it hosts. Default: as the present host does."
        ),
    ] = None,
    web_port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help="The port for browsers when it hosts. Default: the port of the present host.",
        ),
    ] = None,
    web_cert: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The room's own certificate (PEM), for this machine.")
    ] = None,
    web_key: Annotated[Path | None, typer.Option(metavar="FILE", help="The key of --web-cert (PEM).")] = None,
    metrics: Annotated[
        int | None,
        typer.Option(
            metavar="PORT",
            min=0,
            max=65535,
            help=(
                "When it hosts, serve metrics for Prometheus at http://127.0.0.1:PORT/metrics, only"
                " on this machine. 0: any free port."
            ),
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print its address and what it does, as JSON lines.")
    ] = False,
) -> None:
    """Stand by for an exercise in a database, and take over if its host fails, sleeps, is cut off or hands over.
    Seats and consoles reconnect by themselves within seconds, with the same time on the clock.

    Start it on a second machine, at any time after `warcouncil host --file postgresql+psycopg://…`. Several may stand
    by, and one hosts. To take over now: `t` here, `h` at the host, or `warcouncil rule hand-over`.
    """
    with politely():
        home = home_typed(address)
        if home.file is not None:
            raise BadInput(
                f"{clean(address)}: a standby needs an exercise in a database, and this is a file."
                " Host one with: warcouncil host GAME --file postgresql+psycopg://…"
            )
        wanted = AskedPlace(bind, port, wall, announce, web, web_port, web_cert, web_key, metrics=metrics)
        out = Output.of(as_json=as_json)
        try:
            post = _Post(
                Follower(home_at(home)), clean(name or socket.gethostname(), NAME_CHARS), wanted, out
            )
        except JournalError as fault:
            raise BadInput(str(fault)) from None
        opened = post.stand_by()
        if opened is None:
            last_words("This machine is no longer a standby. The exercise goes on.")
            raise typer.Exit(0)
        status = served_out(opened, post.place, post.browsers, out, takes_over=True, reserve=post.reserve)
    raise typer.Exit(status)


class _Post:
    """A standby process, until it leads or is stopped."""

    def __init__(self, follower: Follower, name: str, wanted: AskedPlace, out: Output) -> None:
        """Start to follow. Raises BadInput and JournalError."""
        self._follower = follower
        self._out = out
        self._name = name
        self._since = monotonic_ms()
        self._seen = first_look(follower)
        with ExitStack() as undone:
            undone.callback(follower.close)
            self._check(self._seen)
            self.place, self._ports = _held(wanted, follower.whereabouts)
            undone.callback(self._ports.let_go)
            self.browsers: Browsers | None = browsers_for(
                self.place, follower.home, follower.papers.exercise, out.hear
            )
            undone.pop_all()
        kept = self.place.now(self.place.port, self.place.web.port if self.place.web else 0)
        self._addresses = kept.addresses
        self._webs = tuple(
            f"https://{address.rpartition(':')[0]}:{kept.web.port}"
            for address in kept.addresses[:1]
            if kept.web
        )
        self.reserve = WallInReserve() if self.place.walled else None
        follower.place = StandbyPlace(name, kept.addresses, self._webs)

    def _check(self, seen: FollowerNews) -> None:
        home = self._follower.home
        if seen.fault:
            raise BadInput(f"{home}: {seen.fault}")
        if seen.was_ended:
            raise BadInput(
                f"{home}: the exercise was closed properly, so no standby is needed. To resume it: warcouncil "
                "host --resume"
            )

    def stand_by(self) -> Opened | None:
        """Follow until this machine leads, and return the exercise. Return None if the standby was stopped.
        Raises BadInput.
        """
        try:
            return run_loop(self._stand_by())
        except JournalError as fault:
            raise BadInput(str(fault)) from None
        finally:
            self._ports.let_go()

    async def _stand_by(self) -> Opened | None:
        log = open_log(self._out.log)
        let_go = asyncio.Event()
        window = self._window(let_go) if self._out.tail is not None else None
        if window:
            window.open()
        else:
            self._first_words()
            _on_signals(let_go)
        try:
            opened = await self._follow(let_go, log)
        finally:
            if window:
                window.close()
        if opened is None:
            await asyncio.to_thread(self._follower.close)
            if self.reserve:
                self.reserve.close()
        return opened

    async def _follow(self, let_go: asyncio.Event, log: BoundLogger) -> Opened | None:
        while not let_go.is_set():
            before, self._seen = self._seen, await asyncio.to_thread(self._follower.look)
            _tell(log, before, self._seen)
            if self._seen.was_ended:
                last_words("The exercise was closed properly.")
                return None
            seen = self._seen.may_take
            if seen and not let_go.is_set():
                log.info("takes over")
                opened = await self._take(seen, let_go, log)
                if opened and not let_go.is_set():
                    return opened
                if opened:
                    # A process that is being stopped must not lead. Another standby may lead
                    await asyncio.to_thread(opened.journal.close)
            await _rest(let_go, LOOK_MS / 1000)
        return None

    async def _take(self, seen: LeaseRow, let_go: asyncio.Event, log: BoundLogger) -> Opened | None:
        """Take over the exercise. If that fails in the middle, start to follow again."""
        try:
            return await asyncio.to_thread(self._follower.take, seen)
        except JournalError as fault:
            log.warning("could not take over", error=str(fault))
        await self._begin_anew(let_go, log)
        return None

    async def _begin_anew(self, let_go: asyncio.Event, log: BoundLogger) -> None:
        """Replace a follower that has failed, as soon as the server answers.

        The server may be the reason for the failure.
        """
        spent = self._follower
        await asyncio.to_thread(spent.close)
        while True:
            await _rest(let_go, AGAIN_SECONDS)
            if let_go.is_set():
                return
            try:
                self._follower = await asyncio.to_thread(Follower, spent.home)
            except JournalError as fault:
                log.warning("cannot follow yet", error=str(fault))
            else:
                self._follower.place, self._follower.asks = spent.place, spent.asks
                return

    # --- log lines ------------------------------------------------------------------------------------------------

    def _first_words(self) -> None:
        seen, follower = self._seen, self._follower
        if self._out.as_json:
            told = {
                "standby": self._name,
                "exercise": follower.papers.exercise,
                "leader": seen.leader,
                "epoch": seen.epoch,
                "records": seen.seq,
                "addresses": list(self._addresses),
            }
            typer.echo(json.dumps(told, ensure_ascii=False))
            return
        typer.echo(
            f"{clean(follower.papers.exercise)}: standing by for"
            f" {clean(seen.leader) or 'no host yet'}. If it takes over, its address is"
            f" {'   or   '.join(self._addresses)}"
        )
        typer.echo("It takes over by itself if the host is lost. Ctrl-C: stop standing by.")

    def _window(self, let_go: asyncio.Event) -> StandbyWindow:
        def draw(columns: int, lines: int, question: str) -> list[str]:
            facts = StandbyFacts(
                exercise=self._follower.papers.exercise,
                name=self._name,
                home=str(self._follower.home),
                addresses="   or   ".join(self._addresses),
                web=tuple(f"Browsers  {web}" for web in self._webs),
                lookout=self._seen,
                up_ms=monotonic_ms() - self._since,
                asks=self._follower.asks,
                news=self._out.tail.last if self._out.tail is not None else "",
            )
            return standby_lines(facts, columns, lines, question)

        def lead() -> None:
            self._follower.asks = True

        return StandbyWindow(draw, lead, let_go.set)


async def _rest(let_go: asyncio.Event, seconds: float) -> None:
    """Wait some seconds, or until the standby is stopped."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await let_go.wait()


def first_look(follower: Follower) -> FollowerNews:
    """Return the first news about the leader. A busy server may answer only at the second or third attempt."""
    until = time.monotonic() + FIRST_LOOK_SECONDS
    while (seen := follower.look()).fault not in ("", NO_LEASE) and time.monotonic() < until:
        time.sleep(LOOK_MS / 1000)
    return seen


def _held(asked: AskedPlace, leaders: ListenedAt | None) -> tuple[HostPlace, HeldPorts]:
    """Return where this machine would listen, and reserve its ports until it leads. Raises BadInput.

    The settings are the leader's, but with this machine's address and files.
    """
    if leaders is not None:
        ours = leaders.bind in (*EVERYWHERE, *LOOPBACKS)
        leaders = replace(leaders, bind=leaders.bind if ours else "0.0.0.0")  # noqa: S104  # seats are to reach it
        if leaders.web and leaders.web.cert and not Path(leaders.web.cert).is_file():
            leaders = replace(leaders, web=replace(leaders.web, cert="", key=""))
    place = place_for(asked, leaders)
    try:
        held = HeldPorts(place.to_listen, web=place.web is not None)
    except AddressTaken as fault:
        own = "--port 5290 --web-port 5292" if place.web else "--port 5290"
        where = f"the host may run on this machine, so a standby here needs its own ports: {own} (0: any)"
        raise BadInput(f"{fault} ({where})") from None
    web = replace(place.web, port=held.place.web_port) if place.web else None
    return replace(place, port=held.place.port, web=web, before=None), held


def _on_signals(let_go: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, let_go.set)
        except NotImplementedError:  # not available on Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(let_go.set))


def _tell(log: BoundLogger, before: FollowerNews, now: FollowerNews) -> None:
    """Log the changes."""
    if now.fault and not before.fault:
        log.warning("the database does not answer", error=now.fault)
    elif before.fault and not now.fault:
        log.info("the database answers again")
    if now.epoch > before.epoch and now.leader:
        log.info("leads", place=now.leader)
    for table in now.doubts:
        if table not in before.doubts:
            log.error("this program gets another result", table=table)
