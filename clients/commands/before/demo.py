"""`warcouncil demo`: an arbiter on loopback, bots on real encrypted links, and the user at one seat or none."""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import Began, CodeCard
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.hosting.hosting import ListenPlace, RunningArbiter, host
from warcouncil.arbiter.shell.service.opening import begin, new_codes
from warcouncil.arbiter.shell.service.stand_ins import NoStandIns
from warcouncil.clients.commands.before.demo_seat import (
    EXERCISE,
    GAMES_MAX,
    DemoPage,
    at_seat,
    demo_page,
    further_games,
    in_lines,
    show_page,
    wait_for_newcomer,
)
from warcouncil.clients.commands.before.demo_telling import DemoTelling
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.commands.common.run_client import Plain, wants_lines
from warcouncil.clients.link.base.os_errors import why
from warcouncil.clients.link.base.terminal import run_at_terminal
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import Address, join
from warcouncil.clients.plan.reading.played import named_games, played
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.players.player import bots_of, play
from warcouncil.clients.room.rehearsal.plan_to_began import prepared
from warcouncil.games.kit import written
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import AnyGame, Options
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.proofs.doors import KINDS
from warcouncil.protocol.table.views import Ended
from warcouncil.protocol.words import SeatId, TableId

TABLES_MAX = 200
JOINS_AT_ONCE = 20
SEATED_PACE_SECONDS = 2.5
"""How long bots think if a person plays too."""


@dataclass(frozen=True, slots=True)
class Show:
    """The requested demo. If `seat` is empty, it is the first seat of the first table."""

    game: AnyGame
    options: Options
    tables: int
    seed: int
    pace_seconds: float
    headless: bool
    as_json: bool
    seat: SeatId
    in_lines: bool = False
    """Whether the person uses plain lines instead of a screen."""
    in_browser: bool = False
    """Whether the seat is opened in a browser."""


def demo(
    game: Annotated[
        str,
        typer.Argument(
            help=(
                "A game, one of the scenarios that ship, or your own scenario file. `warcouncil"
                " games` lists them."
            ),
            autocompletion=named_games,
        ),
    ] = "kartenspiel",
    *,
    seat: Annotated[str, typer.Option(help="Your seat, such as red.corps.2.")] = "",
    tables: Annotated[int, typer.Option(min=1, max=TABLES_MAX, help="How many tables play at once.")] = 1,
    headless: Annotated[bool, typer.Option("--headless", help="Bots play every seat.")] = False,
    seed: Annotated[int, typer.Option(help="The same seed gives the same game if only bots play.")] = 1,
    pace: Annotated[
        float | None, typer.Option(min=0, max=600, help="Seconds that a bot waits before it answers.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one line of JSON at the end. Implies --headless.")
    ] = False,
    plain: Plain = False,
    web: Annotated[
        bool, typer.Option("--web", help="Open your seat in a browser, on this machine or a phone.")
    ] = False,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option of the game.")
    ] = None,
) -> None:
    """Play a game against bots, at once. Without a terminal, bots play the whole game and it is printed."""
    with politely():
        meant = played(game)
        chosen, options = meant.game, meant.options(settings or [])
        if web and (headless or as_json or plain):
            raise BadInput("--web opens your seat in a browser. Leave out --headless, --json and --plain")
        alone = headless or as_json or not (web or plain or (sys.stdin.isatty() and sys.stdout.isatty()))
        show = Show(
            game=chosen,
            options=options,
            tables=tables,
            seed=seed,
            pace_seconds=(0.0 if alone else SEATED_PACE_SECONDS) if pace is None else pace,
            headless=alone,
            as_json=as_json,
            seat=_seat(chosen, options, seat),
            in_lines=wants_lines(plain=plain),
            in_browser=web,
        )
        try:
            raise typer.Exit(run(show))
        except BadOption as fault:
            raise BadInput(f"{meant.called}: {fault}") from None
        except JournalError as fault:
            raise BadInput(str(fault)) from None


def _seat(game: AnyGame, options: Options, wanted: str) -> SeatId:
    seats = tuple(seat.id for seat in game.seats(options))
    if wanted and wanted not in seats:
        title = written.cover(game, options.open()).title
        raise BadInput(unknown(f"--seat {wanted}: {title} has no such seat", wanted, seats, "seats are"))
    return SeatId(wanted) if wanted else seats[0]


def run(show: Show) -> int:
    """Play a demo. Return the exit status."""
    return run_at_terminal(_plays(show))


async def _plays(show: Show) -> int:
    """Play a demo. Play another one with a new seed as long as the person wants it."""
    while True:
        stage = _DemoStage(show)
        status = await stage.play()
        if not stage.again:
            return status
        show = replace(show, seed=show.seed + 1)


class _DemoStage:
    """One demo, from the creation of its journal to the last message."""

    def __init__(self, show: Show) -> None:
        self.show = show
        self.out = Console(stderr=show.as_json, highlight=False)
        self.telling = DemoTelling(
            self.out, show.game, written.cover(show.game, show.options.open()), show.seed, tables=show.tables
        )
        self.cards: tuple[CodeCard, ...] = ()
        self.links: list[Link] = []
        self.page: DemoPage | None = None
        """The page where a browser opens the seat. It is None without a browser."""
        self.again = False
        """Whether the person wants to play again."""

    async def play(self) -> int:
        """Open the exercise, fill the seats, play, report and close.

        Raises BadInput and JournalError if no exercise can be written.
        """
        try:
            made = tempfile.TemporaryDirectory(prefix="warcouncil-")
        except OSError as error:
            raise BadInput(
                f"there is no folder for the exercise ({why(error)}). Name one in TMPDIR"
            ) from None
        with made as folder:
            self.page = demo_page(Path(folder) / "web") if self.show.in_browser else None
            opened = begin(Path(folder) / "demo.warcouncil", self._began())
            up: asyncio.Future[RunningArbiter] = asyncio.get_running_loop().create_future()
            log = open_log(io.StringIO())
            serving = asyncio.create_task(
                host(
                    opened,
                    ListenPlace(),
                    lambda _h, _p: NoStandIns(),
                    log,
                    ready=up.set_result,
                    gateway=self.page.gateway if self.page else None,
                    on_signals=self.page is not None,
                )
            )
            try:
                await asyncio.wait((serving, up), return_when=asyncio.FIRST_COMPLETED)
                if not up.done():
                    return await serving
                status = await self._until_over(up.result(), serving)
            finally:
                for link in self.links:
                    link.close()
                serving.cancel()
                # The folder is removed last, because an arbiter whose file is missing would write a copy elsewhere
                await asyncio.gather(serving, return_exceptions=True)
        return status

    async def _until_over(self, standing: RunningArbiter, serving: asyncio.Future[int]) -> int:
        """Play to the end while its arbiter runs, then stop the arbiter.

        Raises BadInput if the arbiter could not continue to write.
        """
        playing = asyncio.ensure_future(self._at(standing))
        try:
            await asyncio.wait((playing, serving), return_when=asyncio.FIRST_COMPLETED)
            if why := standing.service.fenced_by:
                said = why.partition(";")[0]  # A demo is never resumed
                raise BadInput(
                    f"the demo cannot go on ({said}). Free space, or name another folder in TMPDIR"
                )
            status = await playing
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        standing.service.stop()
        await serving
        return status

    def _began(self) -> Began:
        show = self.show
        options = show.options.model_dump(mode="json")
        plans = tuple(
            TablePlan(
                table=TableId(number),
                game=show.game.name,
                options=options,
                seed=self._seed("table", number).hex(),
                rules_version=show.game.rules_version,
                lay_open=True,
            )
            for number in self._tables()
        )
        self.cards = new_codes(plans)
        start = "now" if show.headless else "ready"
        return Began(
            exercise=EXERCISE,
            tables=plans,
            codes=self.cards,
            start=start,
            hints=True,
            plays_again=True,
            injects=prepared(plans),
        )

    def _tables(self) -> range:
        """Return the numbers of all tables: those that are played at once, and one for each further game."""
        further = GAMES_MAX - 1 if self.show.in_browser or self.show.in_lines else 0
        return range(1, self.show.tables + further + 1)

    def _seed(self, *labels: str | int) -> bytes:
        text = "/".join(str(label) for label in ("demo", self.show.game.name, self.show.seed, *labels))
        return blake2b(text.encode(), digest_size=32).digest()

    async def _at(self, standing: RunningArbiter) -> int:
        address = Address("127.0.0.1", standing.port)
        umpire = await self._sit(address, self.cards[0])
        started = time.monotonic()
        mine: Link | None = None
        yours: CodeCard | None = None
        bots: list[asyncio.Task[tuple[CodeCard, Ended | None]]] = []
        limit = asyncio.Semaphore(JOINS_AT_ONCE)
        make_bot = bots_of("sensible", Dice(self._seed("bots")))

        async def fill_seat(card: CodeCard) -> tuple[CodeCard, Ended | None]:
            async with limit:
                link = await self._sit(address, card, at_once=not self.show.pace_seconds)
                bar.advance(joined)
            pace, among_bots = self.show.pace_seconds, self._is_among_bots(card)
            return card, await play(link, make_bot, pace_seconds=pace, among_bots=among_bots)

        with self._bar() as bar:
            seats = [
                card for card in self.cards if card.holder.seat and card.holder.table <= self.show.tables
            ]
            joined = bar.add_task("taking seats", total=len(seats))
            for card in seats:
                if not self.show.headless and (card.holder.table, card.holder.seat) == (1, self.show.seat):
                    yours = card
                    mine = None if self.page else await self._sit(address, card)
                    bar.advance(joined)
                else:
                    bots.append(asyncio.create_task(fill_seat(card)))
            while not bar.finished and not standing.service.stopped.done():
                await asyncio.sleep(0.02)
        attending = [asyncio.create_task(self._attend(umpire, fill_seat))] if yours else []
        try:
            if self.page and yours:
                show_page(self.out, self.page.door(standing.web_port), yours, self._title())
                return await standing.service.stopped
            if mine is not None:
                return await self._seated(mine)
            telling = asyncio.create_task(self.telling.tell(umpire))
            for done in asyncio.as_completed(bots):
                card, ended = await done
                if ended:
                    self.telling.ended[card.holder.table] = ended
            self.telling.seconds = time.monotonic() - started
            with suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await telling
            return self.telling.report(as_json=self.show.as_json)
        finally:
            for task in (*bots, *attending):
                task.cancel()

    async def _attend(
        self, umpire: Link, fill_seat: Callable[[CodeCard], Coroutine[None, None, object]]
    ) -> None:
        """Act as the person's umpire: wait at the first question, and start further games with bots."""
        seat = self.show.seat
        await wait_for_newcomer(umpire, seat)
        tables = self._tables()
        async with asyncio.TaskGroup() as bots:
            async for table in further_games(umpire, seat, tables[self.show.tables :]):
                for card in self.cards:
                    if card.holder.table == table and card.holder.seat not in ("", seat):
                        bots.create_task(fill_seat(card))

    async def _sit(self, address: Address, card: CodeCard, *, at_once: bool = False) -> Link:
        link = Link(
            await join(address, card.code, kind=KINDS[card.holder.role]), app="demo", at_once=at_once
        ).start()
        self.links.append(link)
        return link

    def _is_among_bots(self, card: CodeCard) -> bool:
        """Return whether this seat is not in the team of the demo's person."""
        if self.show.headless or card.holder.table != 1:
            return True
        teams = {seat.id: seat.team for seat in self.show.game.seats(self.show.options)}
        return teams.get(card.holder.seat) != teams.get(self.show.seat)

    def _bar(self) -> Progress:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        return Progress(
            *columns, console=self.out, transient=True, disable=self.show.in_lines or not self.out.is_terminal
        )

    def _title(self) -> str:
        """Return the title of the person's seat."""
        seats = self.show.game.seats(self.show.options)
        return next(seat.title for seat in seats if seat.id == self.show.seat)

    async def _seated(self, line: Link) -> int:
        """Run the person's seat."""
        dice = Dice(self._seed("hints"))
        if self.show.in_lines:
            return await in_lines(line, dice)
        self.again = await at_seat(line, dice)
        return 0
