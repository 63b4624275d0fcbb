"""Conversations: when a seat may speak. An unsent line is not lost."""

from __future__ import annotations

from warcouncil.clients.seat.model.shown.announcements import DoorAnnouncer
from warcouncil.protocol.table.views import ChannelView
from warcouncil.protocol.wire.replies import (
    Clock,
    Refusal,
    RefusalCode,
)
from warcouncil.protocol.words import ChannelId, GateNo, SeatId

from tests.clients.seat.desks import RED, TALKING, clock, desk_of
from tests.clients.seat.model.test_knowledge import line


def test_a_conversation_closes_at_the_instant_its_clock_does() -> None:
    """A player writes on after the others were cut off."""
    desk = desk_of(TALKING)
    talk = desk.talks[RED]
    assert desk.is_open(talk, 119_999)
    assert not desk.is_open(talk, 120_000)


def test_a_quiet_period_shuts_a_conversation_before_the_clock_ends() -> None:
    """The screen shows an open conversation in the last seconds, which should be quiet."""
    quiet = ChannelView(id=RED, title="Red council of war", members=(), open=True, quiet_ms=20_000)
    desk = desk_of(TALKING.model_copy(update={"channels": (quiet,)}))
    assert desk.is_open(desk.talks[RED], 99_000)
    assert not desk.is_open(desk.talks[RED], 100_000)


def test_more_time_opens_a_conversation_again() -> None:
    """After a ruling, players have more time to think and none to talk."""
    desk = desk_of(TALKING)
    desk.feed(Clock(gate=TALKING.gate, clock=clock(30_000)), 120_000)
    assert desk.is_open(desk.talks[RED], 120_000)


def test_a_line_written_too_late_is_kept_for_the_next_window() -> None:
    """A sentence that was finished a second too late is lost."""
    desk = desk_of(TALKING)
    assert desk.say(RED, "send me two", 120_000) is None
    assert desk.talks[RED].half == "send me two"
    desk.feed(TALKING.model_copy(update={"gate": GateNo(7), "whole": False, "story": ()}), 130_000)
    assert desk.talks[RED].half == "send me two"


def test_a_line_that_the_arbiter_refuses_comes_back_to_its_writer() -> None:
    """A late line disappears without a message."""
    desk = desk_of(TALKING)
    say = desk.say(RED, "send\x1b[2J me two", 119_000)
    assert say is not None
    assert say.text == "send[2J me two"
    desk.feed(Refusal(id=say.id, code=RefusalCode.CLOSED, text="The talk has closed."), 120_000)
    assert desk.talks[RED].half == "send[2J me two"
    assert desk.said == "Not sent: The talk has closed."


def test_lines_are_in_order_and_unique() -> None:
    """A line that the arbiter sends again is shown twice."""
    desk = desk_of(TALKING.model_copy(update={"lines": (line(1, "a"), line(2, "b"))}))
    desk.feed(line(2, "b"), 1)
    desk.feed(line(3, "c"), 1)
    assert [said.text for _, said in sorted(desk.talks[RED].lines.items())] == ["a", "b", "c"]


def test_a_line_and_a_proposal_say_during_which_question_they_were_made() -> None:
    """A line that a break delayed is sent in another turn than it was meant for."""
    desk = desk_of(TALKING)
    say, proposal = desk.say(RED, "now", 0), desk.propose(SeatId("black.army"), "peace")
    assert say is not None
    assert proposal is not None
    assert (say.gate, proposal.gate) == (TALKING.gate, TALKING.gate)


def test_a_refused_line_does_not_take_the_place_of_what_its_writer_has_begun_since() -> None:
    """A late refusal deletes a half-written sentence, or the refused line is lost."""
    desk = desk_of(TALKING)
    say = desk.say(RED, "send me two", 0)
    assert say is not None
    assert desk.talks[RED].half == ""
    desk.talks[RED].half = "no, send me"
    desk.feed(Refusal(id=say.id, code=RefusalCode.CLOSED, text="The talk has closed."), 10)
    assert desk.talks[RED].half == "no, send me"
    assert "send me two" in desk.said


def test_conversations_that_open_at_once_are_announced_in_the_order_of_their_numbers() -> None:
    """If this fails, a player hears of conversation 2, then of 1, and counts wrongly."""
    first, other = (
        ChannelView(id=ChannelId(name), title=name, members=(), open=True) for name in ("first", "other")
    )
    desk = desk_of(TALKING.model_copy(update={"channels": (other,)}))
    desk.feed(TALKING.model_copy(update={"gate": GateNo(7), "channels": (first, other)}), 1)
    assert list(desk.talks) == ["other", "first"]
    assert [each.number for each in DoorAnnouncer().due(desk, 1)] == [1, 2]
