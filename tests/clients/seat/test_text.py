"""Tests that nobody's words become markup, links or terminal escapes anywhere at a seat."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from textual.widgets import Input
from warcouncil.clients.seat.notes import Notes
from warcouncil.protocol.forms import Choice, Count, Form, FormField, Option, Pick, Place, Sort, Thing, Words
from warcouncil.protocol.replies import Fenced, Refusal, RefusalCode, Welcome
from warcouncil.protocol.requests import Declare
from warcouncil.protocol.sheets import (
    BattleLine,
    Card,
    Cards,
    Element,
    Fact,
    Facts,
    Front,
    Fronts,
    Mark,
    Post,
    Prose,
    Rows,
    Sheet,
    Side,
    Strength,
    Track,
)
from warcouncil.protocol.views import (
    ChannelView,
    ClockView,
    Deal,
    Ended,
    Mate,
    Notice,
    Score,
    Spoken,
    StoryLine,
    View,
)
from warcouncil.protocol.words import ChannelId, GateNo, Role, SeatId, TableId, TeamId

from tests.clients.seat.sitting import LARGE, SMALL, Sitting, sitting
from tests.clients.umpire.test_text import HOSTILE, assert_clean

ME = SeatId("red.army")


def sheet(bad: str) -> Sheet:
    """Make a sheet of every element, with hostile words wherever words can stand."""
    strength = Strength(now=3, parts=(bad,))
    memory = Strength(seen=3, seen_parts=(bad,), seen_when=bad)
    card, back = Card(face=bad, note=bad, tone="special", secret=True), Card(back=bad, note=bad)
    cards = Cards(title=bad, shape="hand", cards=(card, back), note=bad)
    side = Side(
        team="red",
        title=bad,
        posts=(
            Post(label=bad, strength=strength, yours=True, stance=bad, note=bad),
            Post(label=bad, strength=memory),
        ),
        behind=(Fact(label=bad, value=bad),),
    )
    front = Front(
        label=bad,
        left=cards,
        right=cards,
        at=1,
        low=0,
        high=2,
        left_total=bad,
        right_total=bad,
        mark=bad,
        note=bad,
    )
    return Sheet(
        headline=bad,
        elements=(
            BattleLine(title=bad, far=side, near=side),
            Facts(title=bad, facts=(Fact(label=bad, value=bad),)),
            cards,
            Cards(title=bad, shape="pile", cards=(card,), count=7, note=bad),
            Fronts(title=bad, left=bad, right=bad, fronts=(front,)),
            Track(title=bad, low=0, high=9, at=3, marks=(Mark(at=3, label=bad),), note=bad),
            Rows(title=bad, head=(bad, bad), rows=((bad, bad),)),
            Prose(title=bad, text=bad),
        ),
    )


def form(bad: str) -> Form:
    """Make a form of every kind of field."""
    options = (Option(value="x", label=bad, help=bad, key="x"), Option(value="y", label=bad, help=bad))
    things = (Thing(name="t", label=bad, count=3, at="here", to=("there",)),)
    places = (Place(name="here", label=bad), Place(name="there", label=bad, holds=bad))
    return Form(
        question=bad,
        help=bad,
        rule="1",
        fields=(
            Choice(name="choice", label=bad, options=options),
            Pick(name="pick", label=bad, options=options, low=1, high=2),
            Sort(name="sort", label=bad, things=things, places=places),
            Count(name="count", label=bad, low=0, high=3),
            Words(name="words", label=bad),
        ),
        suggested={
            "choice": "x",
            "pick": ("x",),
            "sort": {"t": {"there": 1}},
            "count": 1,
            "words": bad[:200],
        },
    )


def hello(bad: str) -> Welcome:
    """Make a welcome of hostile words."""
    return Welcome(
        exercise="Jena",
        role=Role.SEAT,
        session="s",
        table=TableId(1),
        seat=ME,
        team=TeamId("red"),
        seat_title=bad,
        team_title=bad,
        duty=bad,
        game="g",
        game_title=bad,
        designer=bad,
        summary=bad,
    )


def table(bad: str, **changes: Any) -> View:
    """Make a view with hostile words everywhere that words can stand."""
    channel = ChannelId("red")
    line = Spoken(channel=channel, n=1, seat=ME, title=bad, text=bad[:280])
    deal = Deal(
        number=1,
        giver=SeatId("black.army"),
        giver_title=bad,
        taker=ME,
        taker_title=bad,
        text=bad[:280],
        state="open",
        heading=bad,
    )
    made = View(
        whole=True,
        gate=GateNo(1),
        title=bad,
        phase="p",
        rule=bad[:60],
        rule_text=bad,
        sheet=sheet(bad),
        form=form(bad),
        asked=(bad,),
        clock=ClockView(left_ms=30_000, total_ms=0, running=True),
        channels=(ChannelView(id=channel, title=bad, members=(bad,), open=True),),
        deals_open=True,
        seats=((SeatId("black.army"), bad),),
        deals=(deal, deal.model_copy(update={"number": 2, "state": "accepted"})),
        story=(StoryLine(heading=bad, text=bad),),
        lines=(line, line.model_copy(update={"channel": ChannelId("lost"), "n": 2})),
        notices=(Notice(text=bad, to=bad, number=1),),
        team=(
            Mate(seat=ME, title=bad, linked=True),
            Mate(seat=SeatId("red.corps.1"), title=bad, linked=False),
        ),
    )
    return made.model_copy(update=changes)


async def visit(seat: Sitting, bad: str) -> None:
    """Go through everything that a seat can show."""
    assert_clean(seat.app)
    for key in ("tab", "tab", "tab", "tab", "enter"):
        await seat.press(key)
        assert_clean(seat.app)
    for key in ("f1", "f2", "f3", "f6", "f7"):
        await seat.press(key)
        assert_clean(seat.app)
        await seat.press("escape")
    declares = seat.sent(Declare)
    last = declares[-1].id if declares else ""
    refused = Refusal(id=last, code=RefusalCode.ILLEGAL, text=bad, rule=bad[:60])
    await seat.hear(refused, Refusal(code=RefusalCode.CLOSED, text=bad))
    assert_clean(seat.app)
    news = tuple(StoryLine(heading=bad, text=bad) for _ in range(4))
    await seat.hear(
        table(bad, whole=False, gate=GateNo(2), story=news, paused=bad, sealed=form(bad).suggested)
    )
    await seat.later(1_500)
    assert_clean(seat.app)
    await seat.press("escape")
    ended = Ended(reason=bad, winners=(bad,), won=True, scores=(Score(label=bad, of=((bad, 3),)),))
    await seat.hear(table(bad, gate=GateNo(3), form=None), Fenced(text=bad))
    assert_clean(seat.app)
    await seat.hear(table(bad, gate=GateNo(4), form=None, ended=ended))
    assert_clean(seat.app)


@pytest.mark.parametrize("bad", [" ".join(HOSTILE[:4]), " ".join(HOSTILE[4:7]), " ".join(HOSTILE[7:])])
async def test_hostile_words_stay_words_on_a_small_screen(bad: str) -> None:
    """Otherwise another player could make a click leave the table, or draw on this terminal."""
    async with sitting(hello(bad), table(bad), size=SMALL) as seat:
        await visit(seat, bad)


async def test_hostile_words_stay_words_on_a_large_screen() -> None:
    """Otherwise the panes that only a large screen shows would be the open door."""
    bad = " ".join(HOSTILE)
    async with sitting(hello(bad), table(bad), size=LARGE) as seat:
        await visit(seat, bad)


async def test_what_is_pasted_is_cleaned_before_it_is_drawn() -> None:
    """Otherwise a player could harm his own terminal with a text that another gave him."""
    bad = " ".join(HOSTILE)
    async with sitting(hello("x"), table("x"), size=LARGE) as seat:
        await seat.press("f4")
        await seat.write(f"one\n{bad}")
        assert_clean(seat.app)
        assert seat.app.table.query_one(Notes).text.startswith("one\n")
        seat.talk.box.focus()
        await seat.settle()
        await seat.write(bad)
        assert_clean(seat.app)
        for box in seat.app.table.query(Input):
            assert "\x1b" not in box.value


def test_the_sheet_and_the_form_of_this_test_are_of_every_kind() -> None:
    """A new kind would be drawn before anybody tried it with hostile words."""
    drawn = {type(element) for element in sheet("x").elements}
    assert drawn == set(get_args(get_args(Element)[0]))
    asked = {type(field) for field in form("x").fields}
    assert asked == set(get_args(get_args(FormField)[0]))
