"""Text of people never becomes markup, links or terminal escapes at a seat."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from textual.widget import Widget
from textual.widgets import Input
from warcouncil.clients.seat.screen.briefing import BriefingBox
from warcouncil.clients.seat.screen.question_pane import QuestionPane
from warcouncil.clients.seat.screen.rules_box import RulesBox
from warcouncil.clients.seat.words.notes import Notes
from warcouncil.protocol.table.forms import (
    Choice,
    Count,
    Form,
    FormField,
    Option,
    Pick,
    Place,
    Rank,
    Sort,
    Thing,
    Words,
)
from warcouncil.protocol.table.rulebooks import (
    Briefing,
    ChapterName,
    RuleBlock,
    Rulebook,
    RuleChapter,
    RuleHeading,
    RuleList,
    RuleSample,
    RuleTable,
    RuleText,
)
from warcouncil.protocol.table.scenes import (
    CardsChange,
    Change,
    DocumentChange,
    FactChange,
    FrontChange,
    LineChange,
    PostChange,
    ProseChange,
    RowChange,
    Scene,
    TrackChange,
)
from warcouncil.protocol.table.sheets import (
    BattleLine,
    Card,
    Cards,
    Document,
    Documents,
    Element,
    Fact,
    Facts,
    Front,
    Fronts,
    Map,
    MapPiece,
    MapPlace,
    Mark,
    Post,
    Prose,
    Rows,
    Sheet,
    Side,
    Strength,
    Track,
)
from warcouncil.protocol.table.views import (
    ChannelView,
    ClockView,
    Company,
    Deal,
    Ended,
    Mate,
    Notice,
    Score,
    Sitter,
    Spoken,
    StoryLine,
    View,
)
from warcouncil.protocol.wire.replies import Fenced, Refusal, RefusalCode, TableRules, Welcome
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import ChannelId, GateNo, Role, SeatId, TableId, TeamId

from tests.clients.seat.sitting import LARGE, SMALL, Sitting, sitting
from tests.clients.umpire.test_text import HOSTILE, PARTS, assert_clean
from tests.profile import games, spread

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
            Map(
                title=bad,
                places=(
                    MapPlace(name="a", title=bad, x=0, y=0, owner=bad, seen=True),
                    MapPlace(name="b", title=bad, x=1, y=1),
                ),
                links=(("a", "b"),),
                pieces=(MapPiece(title=bad, at="a", side=bad, strength=2, yours=True),),
            ),
            Documents(title=bad, documents=(Document(title=bad, text=bad, note=bad, new=True),)),
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
            Rank(name="rank", label=bad, options=options, low=1, high=2),
            Sort(name="sort", label=bad, things=things, places=places),
            Count(name="count", label=bad, low=0, high=3),
            Words(name="words", label=bad),
        ),
        suggested={
            "choice": "x",
            "pick": ("x",),
            "rank": ("y", "x"),
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


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("bad", PARTS[: games(2, 3)])
async def test_hostile_words_stay_words_on_a_small_screen(bad: str) -> None:
    """Another player can make a click leave the table, or draw on this terminal."""
    async with sitting(hello(bad), table(bad), size=SMALL) as seat:
        await visit(seat, bad)


async def test_hostile_words_stay_words_on_a_large_screen() -> None:
    """Hostile text acts in the panes that only a large screen shows."""
    bad = " ".join(HOSTILE)
    async with sitting(hello(bad), table(bad), size=LARGE) as seat:
        await visit(seat, bad)


async def test_a_pasted_text_is_cleaned_before_it_is_drawn() -> None:
    """A player harms their own terminal with a text from another."""
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
    """A new kind of element is drawn without a test with hostile text."""
    drawn = {type(element) for element in sheet("x").elements}
    assert drawn == set(get_args(get_args(Element)[0]))
    asked = {type(field) for field in form("x").fields}
    assert asked == set(get_args(get_args(FormField)[0]))


# --- what is watched, read and counted up ---------------------------------------------------------------------------


def scenes(bad: str) -> tuple[Scene, ...]:
    """Make a scene of every kind of change, with hostile words wherever words are possible, about the sheet above."""
    card = Card(face=bad, note=bad, tone="special")
    changes: tuple[Change, ...] = (
        PostChange(team="red", post=bad, now=2, parts=(bad,), stance=bad, note=bad, broken=True),
        LineChange(team="red", stances=(bad, bad)),
        FrontChange(
            front=bad,
            side=bad,
            cards=(card,),
            add=(card,),
            turned=(0, card),
            total=bad,
            at=1,
            mark=bad,
            note=bad,
        ),
        CardsChange(title=bad, cards=(card,), take=(card,), add=(card,), count=3, note=bad),
        FactChange(label=bad, value=bad),
        TrackChange(track=bad, at=5, note=bad),
        RowChange(title=bad, row=bad, cells=(bad, bad)),
        ProseChange(title=bad, text=bad),
        DocumentChange(title=bad, text=bad, note=bad),
    )
    return tuple(Scene(title=bad, changes=(change,)) for change in changes)


def rules(bad: str) -> TableRules:
    """Make rules of every kind of block, and a briefing."""
    blocks = (
        RuleText(text=bad),
        RuleHeading(text=bad, rule=bad[:60]),
        RuleList(items=(bad, bad)),
        RuleTable(head=(bad, bad), rows=((bad, bad),)),
        RuleSample(text=bad),
    )
    names: tuple[ChapterName, ...] = get_args(ChapterName)
    chapters = tuple(RuleChapter(name=name, title=bad, blocks=blocks) for name in names)
    return TableRules(
        id="0" * 32,
        briefing=Briefing(role=bad, wins=bad, sees=bad, decides=bad),
        book=Rulebook(title=bad, designer=bad, chapters=chapters),
    )


def company(bad: str) -> Company:
    """Return a list of people that waits for a person of a hostile name."""
    sitters = tuple(
        Sitter(seat=SeatId(seat), title=bad, person=bad[:60], awaited=True) for seat in (ME, "red.corps.1")
    )
    return Company(begins="ready", sitters=sitters)


def test_the_scenes_and_the_rules_of_this_test_are_of_every_kind() -> None:
    """A new kind of scene is drawn without a test with hostile text."""
    assert {type(scene.changes[0]) for scene in scenes("x")} == set(get_args(get_args(Change)[0]))
    blocks = {type(block) for block in rules("x").book.chapters[0].blocks}
    assert blocks == set(get_args(get_args(RuleBlock)[0]))


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("own", "size"), spread([False, True], [SMALL, LARGE]))
async def test_hostile_words_stay_words_in_what_is_watched(own: bool, size: tuple[int, int]) -> None:
    """A name on the board acts, or draws on the terminal, at the moment when all look there."""
    bad = " ".join(HOSTILE)
    shown = scenes(bad)
    lines = tuple(
        StoryLine(heading=bad, text=bad, scene=scene)
        if own
        else StoryLine(heading=bad, text=bad, shows=number)
        for number, scene in enumerate(shown, 1)
    )
    told = table(bad, whole=False, gate=GateNo(2), story=lines, scenes=() if own else shown)
    async with sitting(hello(bad), table(bad), size=size) as seat:
        await seat.hear(told)
        for _ in range(len(shown) + 1):
            assert_clean(seat.app)
            await seat.press("space")
        assert_clean(seat.app)


@pytest.mark.night(keep=1)
@pytest.mark.parametrize(("laid_open", "size"), spread([False, True], [LARGE, SMALL]))
async def test_hostile_words_stay_words_in_a_verdict(laid_open: bool, size: tuple[int, int]) -> None:
    """A player who named the side draws on every screen at the end."""
    bad = " ".join(HOSTILE)
    ended = Ended(
        reason=bad,
        winners=(bad, bad),
        won=True,
        scores=(Score(label=bad, of=((bad, 3), (bad, 4))),),
        turns=3,
        turns_are=bad,
        laid_open=laid_open,
    )
    async with sitting(hello(bad), table(bad), size=size) as seat:
        await seat.hear(table(bad, form=None, clock=None, ended=ended))
        for key in ("escape", "escape", "f3", "s", "enter"):
            assert_clean(seat.app)
            await seat.press(key)
        assert_clean(seat.app)


@pytest.mark.night(keep=1)
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_hostile_words_stay_words_in_briefing_rules_and_list_of_those_awaited(
    size: tuple[int, int],
) -> None:
    """A plan, or a foreign game, acts on the first screen that people see."""
    bad = " ".join(HOSTILE)
    waiting = table(bad, begun=False, paused=bad)
    async with sitting(hello(bad), waiting, company(bad), rules(bad), size=size) as seat:
        assert isinstance(seat.app.screen, BriefingBox)
        assert_clean(seat.app)
        await seat.press("enter")
        assert_clean(seat.app)
        await seat.press("f2")
        assert isinstance(seat.app.screen, RulesBox)
        for key in ("right", "right", "right", "pagedown", "slash"):
            await seat.press(key)
            assert_clean(seat.app)
        await seat.write(bad)
        assert_clean(seat.app)


# --- floods ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE][: games(1, 2)])
async def test_a_flood_of_words_leaves_the_screen_whole_and_the_question_in_sight(
    size: tuple[int, int],
) -> None:
    """One talker, or a long story, pushes the question off the screen, or overloads the client."""
    long, channel = "漢e" + "\u0301" * 3 + "w" * 270, ChannelId("red")
    async with sitting(hello("x"), table("x"), size=size) as seat:
        spoken = [
            Spoken(channel=channel, n=n, seat=ME, title=f"Red {n}", text=long[:280]) for n in range(2, 120)
        ]
        await seat.hear(*spoken)
        story = tuple(StoryLine(heading=f"turn {n}", text="w" * 250) for n in range(400))
        notices = tuple(Notice(text=long[:280], to="you", number=n) for n in range(1, 40))
        await seat.hear(table("x", gate=GateNo(2), story=story, notices=notices, whole=False))
        for key in ("escape", "f3", "escape", "f6", "escape"):
            assert_clean(seat.app)
            await seat.press(key)
        question = seat.app.table.query_one(QuestionPane)
        assert question.region.height > 3
        assert question.text.startswith(" x ")
        assert all(widget.region.right <= size[0] for widget in seat.app.screen.walk_children(Widget))
