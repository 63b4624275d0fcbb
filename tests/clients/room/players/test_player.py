"""A bot on a link. It answers each question once, in its own time, and never against a ruling."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import ClassVar

import pytest
from warcouncil.clients.link.base.line import Line, LinkChange, LinkState
from warcouncil.clients.room.players import player
from warcouncil.clients.room.players.player import bots_of, play
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.protocol.table.forms import Answer, Choice, Count, Form, Option
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.views import ChannelView, ClockView, Deal, Ended, Mate, Notice, View
from warcouncil.protocol.wire.replies import Clock, Deals, Fenced, Refusal, RefusalCode, Reply, Welcome
from warcouncil.protocol.wire.requests import Declare, Request, Respond, Say, Write
from warcouncil.protocol.words import ChannelId, GateNo, Role, SeatId, TableId

from tests.clients.link.conftest import virtual_time

__all__ = ["virtual_time"]
pytestmark = pytest.mark.usefixtures("virtual_time")

FORM = Form(question="How many?", rule="1", fields=(Count(name="n", label="number", low=0, high=9),))
RUNNING = ClockView(left_ms=1000, total_ms=1000, running=True)


class Counting(Bot):
    """A bot that answers with the number of its calls."""

    name: ClassVar[str] = "counting"

    def answer(self, sheet: Sheet, form: Form, dice: Dice) -> Answer:
        """Count the call."""
        return {"n": self._asked}


class FakeLine(Line):
    """A link whose other end is the test."""

    def __init__(self) -> None:
        self.sent: list[Declare] = []
        self.said: list[Say] = []
        self.responses: list[Respond] = []
        self.written: list[Write] = []
        self.sought = 0
        self.replies: asyncio.Queue[Reply | LinkChange] = asyncio.Queue()

    def send(self, body: Request) -> None:
        """Store a declaration, a line of talk, or the answer to a proposal."""
        if isinstance(body, Say):
            self.said.append(body)
            return
        if isinstance(body, Respond):
            self.responses.append(body)
            return
        if isinstance(body, Write):
            self.written.append(body)
            return
        assert isinstance(body, Declare)
        self.sent.append(body)

    def again(self) -> None:
        """Ignore the request to seek the arbiter again."""
        self.sought += 1

    async def receive(self) -> Reply | LinkChange:
        """Return the messages of the test."""
        return await self.replies.get()

    @property
    def answers(self) -> list[Answer]:
        """The answers that were sent."""
        return [declare.answer for declare in self.sent]


class Table:
    """A link and the bot that plays on it."""

    def __init__(self, pace_seconds: float = 0.0) -> None:
        self.line = FakeLine()
        made = lambda welcome: Counting(welcome.seat, welcome.team, Dice(seed_of("x")))  # noqa: E731
        self.playing = asyncio.create_task(play(self.line, made, pace_seconds=pace_seconds))

    async def say(self, *replies: Reply | LinkChange) -> None:
        """Deliver these messages to the bot, and wait."""
        for reply in replies:
            self.line.replies.put_nowait(reply)
        await asyncio.sleep(0.03)


@pytest.fixture
async def table() -> AsyncIterator[Table]:
    """Yield a bot that was welcomed."""
    made = Table()
    await made.say(LinkChange(LinkState.UP), WELCOME)
    yield made
    made.playing.cancel()
    await asyncio.gather(made.playing, return_exceptions=True)


WELCOME = Welcome(
    exercise="Exercise",
    role=Role.SEAT,
    session="0" * 32,
    table=TableId(1),
    seat=SeatId("red.army"),
    game="none",
)


def view(gate: int, *, asked: bool = True, sealed: Answer | None = None, **more: object) -> View:
    """Return a view of a gate."""
    seen = View(
        whole=True,
        gate=GateNo(gate),
        title="",
        phase="",
        rule="",
        rule_text="",
        sheet=Sheet(),
        form=FORM if asked else None,
        sealed=sealed,
    )
    return seen.model_copy(update=more)


async def test_each_question_is_answered_once(table: Table) -> None:
    """A view that comes twice, as after a break, makes the bot seal twice, or the bot does not answer the next
    question.
    """
    await table.say(view(1), view(1), view(2, asked=False), view(3))
    assert table.line.answers == [{"n": 1}, {"n": 2}]
    assert [declare.gate for declare in table.line.sent] == [1, 3]


@pytest.mark.parametrize(
    "more",
    [{"sealed": {"n": 3}}, {"bot": True}, {"watching": True}, {"held": True}, {"paused": "a fire alarm"}],
)
async def test_it_keeps_still_when_it_has_no_say(table: Table, more: dict[str, object]) -> None:
    """A bot seals again after a restart, or acts at a seat of another bot, a held table or a paused clock."""
    await table.say(view(1, **more))  # type: ignore[arg-type]  # the fields of a view
    assert table.line.sent == []


COUNCIL = ChannelView(id=ChannelId("red"), title="council", members=("Army", "Corps"), open=True)
MATES = (
    Mate(seat=SeatId("red.army"), title="Army", linked=True),
    Mate(seat=SeatId("red.corps"), title="Corps", linked=True),
)


async def test_it_tells_its_team_once_what_it_is_about_to_answer() -> None:
    """A beginner beside bots decides alone, and hears nothing in the council."""
    table = Table(pace_seconds=0.05)
    await table.say(
        WELCOME, view(1, channels=(COUNCIL,), team=MATES), view(1, channels=(COUNCIL,), team=MATES)
    )
    await asyncio.sleep(0.1)
    assert [(said.channel, said.text, said.gate) for said in table.line.said] == [("red", "I plan: 1.", 1)]
    assert table.line.answers == [{"n": 1}]
    table.playing.cancel()


async def test_it_plans_nothing_aloud_where_nothing_can_be_chosen() -> None:
    """If this fails, each bot tells its team "I plan: Ready to continue" at every reading."""
    ready = Choice(name="n", label="Ready", options=(Option(value="ready", label="Ready to continue"),))
    form = Form(question="Ready?", rule="1", fields=(ready,))
    table = Table(pace_seconds=0.05)
    await table.say(WELCOME, view(1, channels=(COUNCIL,), team=MATES, form=form))
    assert table.line.said == []
    table.playing.cancel()


async def test_it_answers_each_proposal_to_it_once(table: Table) -> None:
    """If this fails, a proposal to a bot waits until it lapses, and no one can try a negotiation alone."""
    mine = Deal(
        number=3,
        giver=SeatId("black.army"),
        giver_title="Black army",
        taker=WELCOME.seat,
        taker_title=WELCOME.seat_title,
        text="Peace",
        state="open",
    )
    others = mine.model_copy(update={"number": 4, "taker": SeatId("black.corps.1")})
    await table.say(view(1, deals=(mine, others)), Deals(deals=(mine,)), Deals(deals=(others,)))
    assert [each.deal for each in table.line.responses] == [3]


@pytest.mark.parametrize(
    "council",
    [
        COUNCIL.model_copy(update={"members": ("Army", "Corps", "Black army")}),
        COUNCIL.model_copy(update={"open": False}),
        COUNCIL.model_copy(update={"members": ("Army",)}),
    ],
)
async def test_it_tells_nobody_else(table: Table, council: ChannelView) -> None:
    """A bot tells the enemy what it is about to do, or speaks to itself."""
    await table.say(view(1, channels=(council,), team=MATES))
    assert table.line.said == []
    assert table.line.answers == [{"n": 1}]


async def test_it_goes_on_when_the_clock_does(table: Table) -> None:
    """After a pause the bot answers the question that waited."""
    await table.say(view(1, paused="a fire alarm"), Clock(gate=GateNo(1), clock=RUNNING))
    assert table.line.answers == [{"n": 1}]


async def test_it_tries_again_what_was_untimely(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that was refused during a pause is never given again."""
    monkeypatch.setattr(player, "PATIENCE_SECONDS", 0.02)
    await table.say(view(1))
    await table.say(Refusal(id=table.line.sent[0].id, code=RefusalCode.PAUSED, text=""))
    await asyncio.sleep(0.05)
    assert len(table.line.sent) == 2


async def test_an_illegal_answer_is_replaced_by_any_legal_one(table: Table) -> None:
    """A bot that makes a mistake about the rules delays nine people."""
    await table.say(view(1))
    await table.say(Refusal(id=table.line.sent[0].id, code=RefusalCode.ILLEGAL, text="", rule="1"))
    assert len(table.line.sent) == 2
    assert set(table.line.answers[1]) == {"n"}


async def test_a_refusal_of_something_else_is_not_its_business(table: Table) -> None:
    """The refusal of another request makes the bot answer again."""
    await table.say(view(1), Refusal(id="f" * 32, code=RefusalCode.ILLEGAL, text=""))
    assert len(table.line.sent) == 1


REQUEST = Notice(text="How high is the water?", to="You", number=3, sender="Roads", kind="request")
ALONE = (Mate(seat=SeatId("red.army"), title="Red army commander", linked=True),)
WITH_PERSON = (*ALONE, Mate(seat=SeatId("red.corps.1"), title="Red corps I", linked=True))
WITH_BOT = (*ALONE, Mate(seat=SeatId("red.corps.1"), title="Red corps I", linked=True, bot=True))


@pytest.mark.parametrize(("team", "answers"), [(ALONE, 1), (WITH_BOT, 1), (WITH_PERSON, 0)])
async def test_it_declines_a_request_for_information_unless_a_person_can_answer(
    table: Table, team: tuple[Mate, ...], answers: int
) -> None:
    """A team waits for the answer of a white cell of bots, or a bot answers before a person can."""
    await table.say(view(1, team=team), REQUEST, view(2, team=team, notices=(REQUEST,)))
    assert [(written.notice, written.text) for written in table.line.written] == [
        (3, "A bot answers for the white cell. It cannot give information.")
    ] * answers


async def test_it_leaves_a_request_that_was_answered_and_a_letter_alone(table: Table) -> None:
    """A bot answers a request for a second time and is refused, or it answers a letter that was meant for a
    person.
    """
    answered = Notice(text="At four.", to="Roads", kind="answer", about=REQUEST.text, answers=3)
    letter = Notice(text="Report.", to="You", number=4, sender="Reuters", kind="letter")
    await table.say(view(1, team=ALONE, notices=(REQUEST, answered, letter)))
    assert table.line.written == []


async def test_it_takes_its_time() -> None:
    """A bot with a pace answers at once, or answers a question that has closed."""
    table = Table(pace_seconds=0.1)
    await table.say(WELCOME, view(1))
    assert table.line.sent == []
    await table.say(view(2))
    await asyncio.sleep(0.03)
    assert table.line.sent == []
    await asyncio.sleep(0.02)
    assert [declare.gate for declare in table.line.sent] == [2]
    table.playing.cancel()


async def test_it_stops_at_the_end(table: Table) -> None:
    """The bot does not stop at the end of the game, or does not report it."""
    ended = Ended(reason="night fell", winners=("Red",), won=True)
    await table.say(view(1, asked=False, ended=ended))
    assert await table.playing == ended


@pytest.mark.parametrize("last", [LinkChange(LinkState.SHUT, "no more"), Fenced(text="no more")])
async def test_it_stops_when_it_is_shut_out(table: Table, last: Reply | LinkChange) -> None:
    """A bot whose seat was given away does not end, and tries to get the seat back."""
    await table.say(last)
    assert await table.playing is None


async def test_it_looks_on_where_the_exercise_was_ended(table: Table) -> None:
    """A room of bots does not come back when the umpire resumes, because no person can press a key for them."""
    await table.say(LinkChange(LinkState.ENDED, "The umpire has ended the exercise."))
    assert table.line.sought == 1
    assert not table.playing.done()


def test_an_unknown_kind_is_no_bot() -> None:
    """An unknown kind is noticed only when a bot has joined."""
    with pytest.raises(KeyError):
        bots_of("clever", Dice(seed_of("x")))


async def test_it_says_what_it_does_and_what_it_waits_for() -> None:
    """A user does not know whether the bot waits, plays or is stuck."""
    line, said = FakeLine(), list[str]()
    made = lambda welcome: Counting(welcome.seat, welcome.team, Dice(seed_of("x")))  # noqa: E731
    for item in (
        LinkChange(LinkState.UP),
        WELCOME.model_copy(update={"seat_title": "Red army commander"}),
        view(1, paused="The game has not begun yet."),
        view(1, title="Council of war"),
        view(2, held=True),
        view(2, bot=True),
        LinkChange(LinkState.DOWN, "The link is lost."),
        LinkChange(LinkState.SHUT, "Your seat was moved."),
    ):
        line.replies.put_nowait(item)
    assert await play(line, made, told=said.append) is None
    assert [each for each in said if each] == [
        "table 1: The game has not begun yet.",
        "table 1: Council of war",
        "table 1: held until an umpire releases it",
        "table 1: another machine plays Red army commander now",
        "The link is lost.",
        "Your seat was moved.",
    ]
