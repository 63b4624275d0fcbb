"""Rooms for the tests: tables in every state, and a link that only records."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from warcouncil.clients.link.base.line import Line, LinkChange, LinkState
from warcouncil.games.kartenspiel.roles import SIDES
from warcouncil.protocol.table.forms import Choice, Form, Option
from warcouncil.protocol.table.sheets import BattleLine, Fact, Post, Sheet, Side, Strength
from warcouncil.protocol.table.views import (
    ChannelView,
    ClockView,
    Notice,
    RecordLine,
    Spoken,
    StoryLine,
    View,
)
from warcouncil.protocol.wire.consoles import Alarm, Room, SeatStatus, TableStatus, Wall
from warcouncil.protocol.wire.replies import Reply, Welcome
from warcouncil.protocol.wire.requests import Request
from warcouncil.protocol.words import ChannelId, GateNo, MessageId, Role, SeatId, TableId, TeamId

TEAMS = ("red", "black")
TITLES = {"army": "army commander", "corps.1": "corps I", "corps.2": "corps II", "corps.3": "corps III"}
TITLES |= {"corps.4": "corps IV"}
PHASES = (
    ("Turn 4 · Attack declaration", "3.2", 60_000),
    ("Turn 4 · Redeployment", "3.1", 120_000),
    ("Turn 3 · Combat II: charge", "3.4", 30_000),
)


def seat(
    team: str = "red",
    post: str = "army",
    *,
    linked: bool = True,
    joined: bool = True,
    asked: bool = True,
    sealed: bool = False,
    voided: bool = False,
    bot: bool = False,
    silent_ms: int = 0,
    title: str = "",
) -> SeatStatus:
    """Make a seat. Only the values that matter are named."""
    return SeatStatus(
        seat=SeatId(f"{team}.{post}"),
        title=title or f"{team.capitalize()} {TITLES[post]}",
        team=TeamId(team),
        linked=linked,
        joined=joined,
        asked=asked,
        sealed=sealed,
        voided=voided,
        bot=bot,
        silent_ms=silent_ms,
    )


def seats(owing: Iterable[str] = (), *, asked: bool = True) -> tuple[SeatStatus, ...]:
    """Make the ten seats, of which some have not answered yet."""
    owed = set(owing)
    return tuple(
        seat(team, post, asked=asked, sealed=asked and f"{team}.{post}" not in owed)
        for team in TEAMS
        for post in TITLES
    )


def table(
    number: int = 1,
    *,
    gate: int = 4,
    title: str = PHASES[0][0],
    rule: str = "3.2",
    left_ms: int | None = 23_000,
    total_ms: int = 60_000,
    paused: str = "",
    held: str = "",
    ended: str = "",
    people: tuple[SeatStatus, ...] | None = None,
    alarms: tuple[Alarm, ...] = (),
    begun: bool = True,
    waits: bool = False,
) -> TableStatus:
    """Make a table. Only the values that matter are named."""
    clock = None
    if left_ms is not None:
        clock = ClockView(left_ms=left_ms, total_ms=total_ms, running=begun and not (paused or held or ended))
    return TableStatus(
        table=TableId(number),
        game="kartenspiel",
        begun=begun,
        waits=waits,
        phase=title.split(" · ")[1] if " · " in title else "attack",
        gate=GateNo(gate),
        title=title,
        rule=rule,
        clock=clock,
        paused=paused,
        held=held,
        ended=ended,
        seats=seats(("red.corps.2",)) if people is None else people,
        alarms=alarms,
    )


def calm_room(tables: int) -> tuple[TableStatus, ...]:
    """Make tables that are being played, in different phases."""
    made = []
    for number in range(1, tables + 1):
        title, rule, total_ms = PHASES[number % 3]
        owing = [f"{team}.{post}" for team in TEAMS for post in TITLES][number % 4 : number % 4 + number % 3]
        left_ms = total_ms - 1000 * (7 * number % (total_ms // 1000))
        made.append(
            table(number, title=title, rule=rule, left_ms=left_ms, total_ms=total_ms, people=seats(owing))
        )
    return tuple(made)


def call(number: int, text: str = "ruling please", seat_id: str = "red.corps.3", call_no: int = 1) -> Alarm:
    """Make a player's call."""
    return Alarm(table=TableId(number), text=text, call=call_no, seat=SeatId(seat_id))


def troubled_room(tables: int) -> tuple[TableStatus, ...]:
    """Make tables of which several need an umpire. The first one calls. Others are silent, paused, held, empty or
    over.
    """
    made = list(calm_room(tables))
    made[0] = table(1, left_ms=8_000, people=seats(("black.corps.1",)), alarms=(call(1),))
    if tables >= 10:
        silent = (*seats()[:3], seat("red", "corps.3", linked=False, silent_ms=90_000), *seats()[4:])
        made[2] = table(3, people=silent)
        made[4] = table(5, paused="A question about the rules", left_ms=41_000)
        made[6] = table(7, held="the rules failed; entry 7f3a of the operator's log", left_ms=12_000)
        empty = (
            *seats()[:8],
            seat("black", "corps.3", joined=False, linked=False),
            seat("black", "corps.4", bot=True),
        )
        made[7] = table(8, people=empty)
        made[8] = table(9, left_ms=None, ended="Red broke Black's line", people=seats(asked=False))
    return tuple(made)


def paused_room(tables: int) -> tuple[TableStatus, ...]:
    """Make tables that are all paused."""
    return tuple(
        table(
            each.table,
            title=each.title,
            paused="A break",
            left_ms=30_000 + 500 * each.table,
            people=each.seats,
        )
        for each in calm_room(tables)
    )


SHEET = Sheet(
    headline="Turn 4, first day",
    sides=SIDES,
    elements=(
        BattleLine(
            title="The line",
            far=Side(
                team="black",
                title="Black",
                posts=tuple(
                    Post(label=label, strength=Strength(seen=5, seen_when="turn 3"))
                    for label in ("I", "II", "III", "IV")
                ),
                behind=(Fact(label="lost", value="4"),),
            ),
            near=Side(
                team="red",
                title="Red",
                posts=(
                    Post(label="I"),
                    Post(label="II", yours=True, strength=Strength(now=6, parts=("4 inf", "2 cav"))),
                    Post(label="III"),
                    Post(label="IV"),
                ),
                behind=(Fact(label="reserve", value="?"), Fact(label="lost", value="3")),
            ),
        ),
    ),
)
RED = ChannelView(
    id=ChannelId("red"), title="Red council of war", members=("Red army commander", "Red corps I"), open=True
)
STORY = (
    StoryLine(heading="turn 3", text="Corps II: Black 5 attacked Red 6 and lost one; Red lost none."),
    StoryLine(heading="turn 3", text="Corps IV: both defended."),
    StoryLine(heading="turn 4", text="The Red army commander sent corps II 1 infantry."),
)


def spoken(n: int, text: str, title: str = "Red corps II") -> Spoken:
    """Make a line spoken in the Red council."""
    return Spoken(channel=RED.id, n=n, seat=SeatId("red.corps.2"), title=title, text=text)


def room(
    number: int = 1,
    *,
    whole: bool = True,
    lines: tuple[Spoken, ...] = (),
    story: tuple[StoryLine, ...] = STORY,
) -> Room:
    """Make the messages for the umpire who watches a table."""
    return Room(
        table=TableId(number),
        whole=whole,
        sheet=SHEET,
        channels=(RED,),
        story=story,
        lines=lines
        or (spoken(1, "Send me cavalry."), spoken(2, "Next turn; hold until then.", "Red army commander")),
        rulings=(RecordLine(heading="turn 2", key="record.paused", reason="A break"),) if whole else (),
    )


FORM = Form(
    question="What does corps II do?",
    rule="3.2",
    fields=(
        Choice(
            name="order",
            label="The order",
            options=(
                Option(
                    value="attack",
                    label="Attack",
                    help="open palm; lose one division, more if they outnumber you",
                    key="a",
                ),
                Option(value="defend", label="Defend", help="closed fist; lose at most two", key="d"),
            ),
        ),
    ),
)


def view(*, sealed: bool = True) -> View:
    """Make the view of Red corps II."""
    return View(
        whole=True,
        gate=GateNo(4),
        title="Turn 4 · Attack declaration",
        phase="attack",
        rule="3.2",
        rule_text="Every corps commander declares attack or defence, all at the same moment.",
        sheet=SHEET,
        form=FORM,
        sealed={"order": "attack"} if sealed else None,
        asked=("every corps commander",),
        several=True,
        clock=ClockView(left_ms=23_000, total_ms=60_000, running=True),
        channels=(RED.model_copy(update={"open": False}),),
        story=STORY[:2],
        lines=(spoken(1, "Send me cavalry."),),
        notices=(Notice(text="Two minutes to lunch.", to="the table"),),
    )


def welcome(role: Role = Role.UMPIRE) -> Welcome:
    """Make the arbiter's welcome."""
    return Welcome(exercise="Jena", role=role, session="s1")


def wall(tables: Iterable[TableStatus]) -> Wall:
    """Make the wall of the exercise."""
    return Wall(exercise="Jena", tables=tuple(tables))


def ids(first: int = 1) -> Callable[[], MessageId]:
    """Make ids one after the other."""
    count = iter(range(first, first + 10**6))
    return lambda: MessageId(f"{next(count):032x}")


class FakeLine(Line):
    """Records requests, and returns the messages of the test."""

    def __init__(self, news: Iterable[Reply | LinkChange] = ()) -> None:
        self.sent: list[Request] = []
        self.sought = 0
        """How often it was asked to seek the arbiter again."""
        self.news: asyncio.Queue[Reply | LinkChange] = asyncio.Queue()
        for each in news:
            self.news.put_nowait(each)

    def send(self, body: Request) -> None:
        """Record a request."""
        self.sent.append(body)

    def again(self) -> None:
        """Count a request to seek the arbiter again."""
        self.sought += 1

    async def receive(self) -> Reply | LinkChange:
        """Return the next news."""
        return await self.news.get()


UP = LinkChange(LinkState.UP)


def line_to(tables: Iterable[TableStatus]) -> FakeLine:
    """Make a link to an arbiter with these tables."""
    return FakeLine([UP, welcome(), wall(tables)])
