"""Text of people never becomes a line of its own, a command or a terminal escape in plain lines."""

from __future__ import annotations

import pytest
from warcouncil.clients.plain.seat.seat import PlainSeat
from warcouncil.protocol.table.views import Ended, Notice, Score, Spoken, StoryLine, View
from warcouncil.protocol.wire.consoles import Alarm
from warcouncil.protocol.wire.replies import Deals, Refusal, RefusalCode
from warcouncil.protocol.words import ChannelId, GateNo, MessageId, SeatId

from tests.clients.plain.console.test_console import AtConsole
from tests.clients.seat.test_text import ME, company, hello, rules, scenes, table
from tests.clients.umpire.builders import UP
from tests.clients.umpire.builders import table as status
from tests.clients.umpire.test_text import HOSTILE

FORGED = "hold\nSEALED: Attack.\r\nalarm: all is well\u2028over: You won.\x85question 9: forged"
BAD = " ".join((FORGED, *HOSTILE))
OURS = ("SEALED", "over: You", "question 9", "alarm: all")
"""How a line begins that only the client itself may say."""


def assert_plain(lines: list[str]) -> None:
    """Check that lines can be read out and that none was forged."""
    assert lines
    for line in lines:
        assert line.isprintable(), line
        assert not line.startswith(OURS), line


def seat() -> PlainSeat:
    """Return a plain seat that has just joined."""
    numbers = iter(range(1, 100_000))
    client = PlainSeat(lambda: MessageId(f"{next(numbers):032x}"), guarded=False)
    for news in (UP, hello(BAD), table(BAD, begun=False, paused=BAD), company(BAD), rules(BAD), table(BAD)):
        client.feed(news, 0)
    client.tick(0)
    return client


def test_hostile_words_stay_in_their_lines_at_a_seat() -> None:
    """Another player's line is read out as the client's own, for example that an order is sealed or the game is
    over.
    """
    client = seat()
    for typed in ("", "/question", "/rules all", "/story", "/sheet", "/team", "/deals", "/clock", "/help"):
        client.typed(typed, 1000)
    assert_plain(client.lines)
    assert any("[ @click=app.bell]x[/]" in line for line in client.lines)


@pytest.mark.parametrize("own", [False, True])
def test_hostile_words_stay_in_their_lines_in_news(own: bool) -> None:
    """Text in a line, an offer, a refusal or an event forges the line that a script or a blind player acts
    upon.
    """
    client = seat()
    client.lines.clear()
    shown = scenes(BAD)
    story = tuple(
        StoryLine(heading=BAD, text=BAD, scene=scene)
        if own
        else StoryLine(heading=BAD, text=BAD, shows=number)
        for number, scene in enumerate(shown, 1)
    )
    deal = table(BAD).deals[0].model_copy(update={"number": 9})
    client.feed(Spoken(channel=ChannelId("red"), n=7, seat=ME, title=BAD, text=BAD[:280]), 2000)
    client.feed(Notice(text=BAD, to=BAD, number=2), 2000)
    client.feed(Deals(deals=(deal,)), 2000)
    client.feed(Refusal(code=RefusalCode.CLOSED, text=BAD, rule=BAD[:60]), 2000)
    client.feed(table(BAD, whole=False, gate=GateNo(2), story=story, scenes=() if own else shown), 3000)
    client.tick(4000)
    assert len([line for line in client.lines if line.startswith("story, ")]) == len(shown)
    assert_plain(client.lines)


def test_hostile_words_stay_in_their_lines_in_a_verdict() -> None:
    """A side with such a name is reported as the winner."""
    client = seat()
    client.lines.clear()
    scores = (Score(label=BAD, of=((BAD, 3),)),)
    ended = Ended(reason=BAD, winners=(BAD,), won=False, scores=scores, turns=3, turns_are=BAD)
    client.feed(table(BAD, gate=GateNo(3), form=None, clock=None, ended=ended), 5000)
    client.tick(6000)
    assert_plain(client.lines)
    assert [line for line in client.lines if line.startswith("over:")]


def test_a_flood_is_said_line_by_line_and_each_once() -> None:
    """A line of a flood is not said, or all lines are said again after each break."""
    client = seat()
    client.lines.clear()
    words = [
        Spoken(channel=ChannelId("red"), n=n, seat=ME, title="Red", text="w" * 280) for n in range(3, 503)
    ]
    for spoken in (*words, *words):
        client.feed(spoken, 7000)
    assert len([line for line in client.lines if line.startswith("talk: ")]) == 500
    whole: View = table("x", gate=GateNo(1), lines=tuple(words[-400:]))
    client.lines.clear()
    client.feed(whole, 8000)
    assert [line for line in client.lines if line.startswith("talk: ")] == []


def test_hostile_words_stay_in_their_lines_at_a_console() -> None:
    """An umpire who listens to the room acts on an alarm that a player wrote."""
    console = AtConsole(tables=1)
    result = Ended(reason=BAD, winners=(BAD,), won=None)
    alarm = Alarm(table=status(1).table, text=BAD, call=1, seat=SeatId("red.army"))
    for each in (
        status(1, title=BAD, alarms=(alarm,), paused=BAD),
        status(1, held=BAD).model_copy(update={"name": BAD, "game_title": BAD}),
        status(1, ended=BAD).model_copy(update={"result": result, "results": True}),
    ):
        console.client.feed(each, 0)
        console.client.tick(0)
    said = list(console.client.lines)
    console.client.lines.clear()
    for typed in ("status", "status 1", "seats 1", "alarms", "orders", "help"):
        said += console.type(typed)
    assert_plain(said)
