"""The conversations of a desk: lines, quiet times, the seats that may speak, and the news."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.protocol.table.views import ChannelView, Notice, Spoken, StoryLine
from warcouncil.protocol.words import ChannelId, SeatId

from tests.clients.seat.desks import DECLARING, RED, TALKING, clock, declaring, desk_of
from tests.clients.seat.model.test_knowledge import PROPOSAL
from tests.clients.seat.tables import DOWN


@pytest.mark.parametrize(
    ("changes", "down", "sentence"),
    [
        ({}, False, ""),
        ({}, True, "The connection is lost."),
        ({"bot": True}, False, "A bot plays your seat."),
        ({"watching": True}, False, "You watch."),
        ({"channels": ()}, False, "This conversation is closed."),
    ],
)
def test_it_says_why_one_cannot_speak(changes: dict[str, Any], down: bool, sentence: str) -> None:
    """A player writes a line that reaches no seat, is not told why, or loses it."""
    desk = desk_of(TALKING, TALKING.model_copy(update={"whole": False, "story": (), **changes}))
    if down:
        desk.feed(DOWN, 0)
    assert desk.mute(desk.talks[RED], 0) == sentence
    if sentence:
        assert desk.say(RED, "hello", 0) is None
        assert desk.said == f"Not sent: {sentence} Your line is kept."
        assert desk.talks[RED].half == "hello"


def test_a_conversation_shuts_when_its_quiet_begins_and_no_earlier_than_now() -> None:
    """The screen counts down to the wrong second, or below zero."""
    quiet = ChannelView(id=RED, title="Council", members=(SeatId("red.army"),), open=True, quiet_ms=20_000)
    desk = desk_of(
        TALKING,
        TALKING.model_copy(
            update={"whole": False, "story": (), "channels": (quiet,), "clock": clock(30_000)}
        ),
    )
    talk = desk.talks[RED]
    assert (talk.title, talk.members) == ("Council", (SeatId("red.army"),))
    assert [desk.shuts_ms(talk, ms) for ms in (0, 9_000, 10_000, 30_000)] == [10_000, 1_000, 0, 0]


def test_a_line_of_an_unknown_channel_is_still_read() -> None:
    """Lines that reach a seat before its view are lost."""
    desk = desk_of()
    desk.feed(
        Spoken(channel=ChannelId("war_room"), n=1, seat=SeatId("red.army"), title="Red", text="come"), 0
    )
    talk = desk.talks[ChannelId("war_room")]
    assert (talk.title, talk.members, talk.quiet_ms, len(talk.lines)) == ("War room", (), 0, 1)


def test_a_whole_view_begins_the_lines_and_the_deals_anew_and_a_part_adds() -> None:
    """After a rollback, the screen still shows undone lines and notices. After a break, it shows each of them twice."""
    said = Spoken(channel=RED, n=1, seat=SeatId("red.army"), title="Red", text="come")
    one, two = (Notice(text=text, to="all") for text in ("one", "two"))
    desk = desk_of(TALKING.model_copy(update={"lines": (said,), "notices": (one,), "deals": (PROPOSAL,)}))
    desk.feed(TALKING.model_copy(update={"whole": False, "story": (), "notices": (two,)}), 1)
    assert (desk.notices, len(desk.talks[RED].lines), list(desk.deals)) == ([one, two], 1, [PROPOSAL.number])
    desk.feed(TALKING, 2)
    assert (desk.notices, desk.talks[RED].lines, desk.deals) == ([], {}, {})


def test_a_story_that_is_another_is_not_told_as_news() -> None:
    """After a rollback, the players watch a turn that they are about to play."""
    one, two, three = (StoryLine(heading="turn 1", text=text) for text in ("one", "two", "three"))
    desk = declaring(story=(one, two))
    desk.feed(DECLARING.model_copy(update={"story": (one, three, two)}), 5)
    assert (desk.news, desk.news_number, desk.story) == ((), 0, [one, three, two])
