"""The messages that a projector receives: tables without seats, and public views."""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.clients.display.app import DisplayApp
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.widgets.window.themes import DARK
from warcouncil.games.kartenspiel.roles import SIDES
from warcouncil.protocol.table.sheets import BattleLine, Fact, Post, Sheet, Side, Strength
from warcouncil.protocol.table.views import ClockView, Ended, StoryLine, View
from warcouncil.protocol.wire.consoles import TableStatus, Wall
from warcouncil.protocol.wire.replies import Reply, Welcome
from warcouncil.protocol.wire.requests import Request, Watch
from warcouncil.protocol.words import GateNo, Role, TableId

from tests.clients.still import still
from tests.clients.umpire.builders import FakeLine
from tests.clients.umpire.builders import table as umpires_table
from tests.clients.umpire.console import Clock

PAUSED = "The umpire has stopped the clock."
TITLES = ("Turn 4 · Attack declaration", "Turn 4 · Attack declaration", "Turn 4 · Redeployment")


def _side(team: str, title: str, lost: str) -> Side:
    labels = ("I", "II", "III", "IV")
    posts = tuple(
        Post(
            label=label, strength=Strength(seen=number + 3, seen_when="turn 3") if number % 2 else Strength()
        )
        for number, label in enumerate(labels)
    )
    return Side(team=team, title=title, posts=posts, behind=(Fact(label="lost", value=lost),))


PUBLIC = Sheet(
    headline="Turn 4, first day",
    elements=(BattleLine(far=_side("black", "Black", "4"), near=_side("red", "Red", "3")),),
    sides=SIDES,
)
STORY = (
    StoryLine(heading="turn 3", text="Corps II: Black 5 attacked Red 6 and lost one; Red lost none."),
    StoryLine(heading="turn 3", text="Corps IV: both defended."),
)


def clock(left_ms: int, *, running: bool = True) -> ClockView:
    """Make a clock."""
    return ClockView(left_ms=left_ms, total_ms=120_000, running=running)


def view(
    left_ms: int = 83_000,
    *,
    title: str = TITLES[0],
    paused: str = "",
    held: bool = False,
    ended: Ended | None = None,
    gate: int = 12,
) -> View:
    """Make the public view of a table."""
    return View(
        whole=True,
        gate=GateNo(gate),
        title="The game is over" if ended else title,
        phase="".join(title.split(" · ")[1:2]),
        rule="3.2",
        rule_text="",
        sheet=PUBLIC,
        clock=None if ended else clock(left_ms, running=not (paused or held)),
        paused=paused,
        held=held,
        story=STORY,
        ended=ended,
    )


def table(
    number: int, *, left_ms: int | None = 83_000, paused: str = "", held: str = "", ended: str = ""
) -> TableStatus:
    """Return the status of a table for a projector. It contains no seat."""
    title = "over" if ended else TITLES[number % 3]
    left = None if ended else left_ms
    made = umpires_table(number, title=title, left_ms=left, paused=paused, held=held, ended=ended, people=())
    return made.model_copy(update={"result": Ended(reason=ended, winners=(), won=None) if ended else None})


def calm(tables: int) -> tuple[TableStatus, ...]:
    """Make tables that are being played."""
    return tuple(table(number, left_ms=20_000 + 1700 * (number * 7 % 40)) for number in range(1, tables + 1))


def mixed(tables: int) -> tuple[TableStatus, ...]:
    """Make tables of which some are stopped, waiting or over."""
    made = list(calm(tables))
    made[0] = table(1, left_ms=4000)
    if tables > 6:
        made[2] = table(3, left_ms=31_000, paused=PAUSED)
        made[4] = table(5, left_ms=9000, held="held after a fault, number 7f3a")
        made[5] = table(6, ended="both lines broke")
    return tuple(made)


def paused(tables: int) -> tuple[TableStatus, ...]:
    """Make tables that are all stopped."""
    return tuple(
        table(number, left_ms=31_000 + 500 * number, paused=PAUSED) for number in range(1, tables + 1)
    )


OVER = Ended(reason="both lines broke, and Black had lost 17 to 16", winners=("Red",), won=None, sides=SIDES)


class Projector(FakeLine):
    """Answers a watch with the view of the table."""

    def __init__(self, tables: Iterable[TableStatus], shown: View) -> None:
        super().__init__(
            [
                LinkChange(LinkState.UP),
                Welcome(exercise="Jena day", role=Role.DISPLAY, session="s1"),
                Wall(exercise="Jena day", tables=()),
                *tables,
            ]
        )
        self.shown = shown

    def send(self, body: Request) -> None:
        """Answer a request."""
        super().send(body)
        if isinstance(body, Watch) and body.table:
            self.news.put_nowait(self.shown)


def app_of(
    tables: Iterable[TableStatus],
    *,
    first: int = 0,
    shown: View | None = None,
    news: Iterable[Reply | LinkChange] = (),
    theme: str = DARK.name,
) -> tuple[DisplayApp, Projector, Clock]:
    """Make a projector that has heard of these tables and shows one (0: the room)."""
    line, now = Projector(tables, shown or view()), Clock()
    for item in news:
        line.news.put_nowait(item)
    app = DisplayApp(line, table=TableId(first) if first else None, now_ms=now, theme=theme)
    return still(app), line, now
