"""The desk: the knowledge of a seat's client, without a screen."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.clients.link.base.line import LinkAlarm, LinkChange, LinkState
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.talk import Timing
from warcouncil.protocol.wire.replies import (
    Alive,
    Clock,
    Done,
    Fenced,
    Receipt,
    Refusal,
    RefusalCode,
)
from warcouncil.protocol.wire.requests import Call, Draft
from warcouncil.protocol.words import GateNo, Role, SeatId

from tests.clients.seat.desks import ATTACK, DECLARING, NEXT, RED, TALKING, clock, desk_of, refusal
from tests.clients.seat.tables import DOWN, UP, ids, playing, welcome

# --- the clock ----------------------------------------------------------------------------------------------------


def test_the_clock_is_counted_here_from_the_time_left() -> None:
    """The clock jumps only when the arbiter writes, or shows a negative time."""
    desk = desk_of(DECLARING)
    assert (desk.left_ms(0), desk.left_ms(12_000), desk.left_ms(90_000)) == (30_000, 18_000, 0)
    assert [desk.timing(ms) for ms in (0, 20_000, 30_000)] == [Timing.RUNS, Timing.URGENT, Timing.UP]


def test_a_beat_sets_a_wrong_clock_right_and_leaves_a_right_one_alone() -> None:
    """The clock drifts, or its last second flickers with the network."""
    desk = desk_of(DECLARING)
    desk.feed(Alive(clock=clock(28_900)), 1_000)
    assert desk.left_ms(1_000) == 29_000
    desk.feed(Alive(clock=clock(20_000)), 1_000)
    assert desk.left_ms(1_000) == 20_000


def test_a_paused_clock_does_not_run_and_is_shown_as_paused() -> None:
    """The clock of a paused question seems to run, and players hurry."""
    desk = desk_of(DECLARING)
    desk.feed(
        Clock(
            gate=DECLARING.gate, clock=clock(9_000, running=False), paused="The umpire has stopped the clock."
        ),
        1_000,
    )
    assert desk.left_ms(60_000) == 9_000
    assert desk.timing(60_000) is Timing.STANDS
    assert desk.standstill() == "The umpire has stopped the clock."


def test_a_word_about_an_older_clock_does_not_move_the_newer() -> None:
    """A late message locks a question that has just opened."""
    desk = desk_of(DECLARING)
    desk.feed(Clock(gate=GateNo(DECLARING.gate - 1), clock=clock(0, running=False), paused="x"), 0)
    assert desk.timing(0) is Timing.RUNS


# --- sealing ------------------------------------------------------------------------------------------------------


def test_an_answer_is_sealed_only_by_its_receipt() -> None:
    """The client shows a seal although the arbiter has no answer."""
    desk = desk_of(DECLARING)
    declare = desk.declare(ATTACK, 0)
    assert declare is not None
    assert (declare.gate, declare.answer, desk.sealed) == (DECLARING.gate, ATTACK, None)
    desk.feed(Receipt(id=declare.id, gate=declare.gate, answer=ATTACK), 5)
    assert (desk.sealed, desk.sending) == (ATTACK, None)


def test_each_declaration_has_an_id_of_its_own() -> None:
    """A changed answer is taken for a repeat, and dropped."""
    desk = desk_of(DECLARING)
    first, second = desk.declare(ATTACK, 0), desk.declare({"corps.2": "defend"}, 1)
    assert first is not None
    assert second is not None
    assert first.id != second.id
    desk.feed(Receipt(id=first.id, gate=first.gate, answer=first.answer), 2)
    assert (desk.sealed, desk.sending) == (ATTACK, second)


def test_a_receipt_of_an_older_question_seals_nothing_here() -> None:
    """A new question looks answered."""
    desk = desk_of(DECLARING)
    desk.feed(Receipt(id="0" * 32, gate=GateNo(DECLARING.gate - 1), answer=ATTACK), 5)
    assert desk.sealed is None


def test_a_refused_answer_says_why_with_its_rule() -> None:
    """A player believes in an answer that was not accepted."""
    desk = desk_of(DECLARING)
    declare = desk.declare(ATTACK, 0)
    assert declare is not None
    desk.feed(Refusal(id=declare.id, code=RefusalCode.ILLEGAL, text="no such\x1b corps", rule="3.2"), 5)
    assert (desk.sealed, desk.sending, desk.refused) == (None, None, "no such corps (rule 3.2)")


@pytest.mark.parametrize("changes", [{"watching": True}, {"bot": True}])
def test_an_answer_on_its_way_at_a_change_of_seat_is_called_unsealed(changes: Any) -> None:
    """A player who sealed while the link was down, and became a watcher, believes that the answer counts."""
    desk = desk_of(DECLARING)
    declare = desk.declare(ATTACK, 0)
    desk.feed(DECLARING.model_copy(update=changes), 5)
    desk.feed(refusal(declare, "Your card does not allow this."), 6)
    assert (desk.sending, desk.refused) == (None, "")
    assert "was not sealed in time" in desk.late.words


@pytest.mark.parametrize("changes", [{"watching": True}, {"bot": True}, {"drafts": True}])
def test_a_lost_answer_is_told_at_the_next_question_too(changes: Any) -> None:
    """A lost answer disappears without notice. It happens when a bot or another crew member took the seat, or when
    no draft was sent.
    """
    desk = desk_of(DECLARING)
    declare = desk.declare(ATTACK, 0)
    desk.feed(DECLARING.model_copy(update=changes), 5)
    desk.feed(DECLARING.model_copy(update={"gate": GateNo(DECLARING.gate + 1)}), 6)
    desk.feed(refusal(declare, "That question is closed."), 7)
    assert "was not sealed in time" in desk.late.words


def test_an_answer_that_counts_by_its_draft_is_not_called_late() -> None:
    """A player who sealed what they had drafted reads that it does not count, although it does."""
    desk = desk_of(DECLARING.model_copy(update={"drafts": True}))
    assert desk.draft(ATTACK, 0) is not None
    declare = desk.declare(ATTACK, 1)
    desk.feed(DECLARING.model_copy(update={"gate": GateNo(DECLARING.gate + 1)}), 6)
    desk.feed(refusal(declare, "That question is closed."), 7)
    assert desk.late.words == ""


def test_an_answer_is_not_called_late_if_another_has_the_seat_now() -> None:
    """A player who lost the receipt reads "too late" about an answer that another of the crew replaced."""
    desk = desk_of(DECLARING)
    declare = desk.declare(ATTACK, 0)
    desk.feed(DECLARING.model_copy(update={"watching": True}), 5)
    desk.feed(refusal(declare, "Another was sealed.").model_copy(update={"code": RefusalCode.NOT_ALLOWED}), 6)
    assert desk.late.words.endswith("does not count: Another was sealed.")


def test_answering_is_locked_when_the_clock_here_is_at_nothing() -> None:
    """Some players use the hidden grace as extra time."""
    desk = desk_of(DECLARING)
    assert desk.declare(ATTACK, 30_000) is None
    assert desk.refused == "Time is up."


def test_an_awaited_seat_may_answer_after_the_time_and_is_told_so() -> None:
    """A table waits for a player whose own client does not let them answer."""
    desk = desk_of(DECLARING.model_copy(update={"waits": True}))
    assert desk.time_is_up(30_000) == "Time is up. The table waits for your answer."
    declare = desk.declare(ATTACK, 30_000)
    assert declare is not None
    desk.feed(Receipt(id=declare.id, gate=DECLARING.gate, answer=ATTACK), 30_500)
    assert desk.time_is_up(31_000) == "Time is up. The table waits for the other answers."
    assert desk.declare(ATTACK, 31_000) is None


def test_an_answer_may_be_sealed_while_the_link_is_down() -> None:
    """A pulled cable costs a turn, because the client refuses an answer until the connection is back."""
    desk = desk_of(DECLARING)
    desk.feed(DOWN, 1)
    assert desk.declare(ATTACK, 2) is not None


def test_a_new_question_forgets_what_was_sealed_and_sent() -> None:
    """The last turn's answer is shown as sealed, or as on its way, under the next question."""
    desk = desk_of(DECLARING)
    first = desk.declare(ATTACK, 0)
    assert first is not None
    desk.feed(Receipt(id=first.id, gate=first.gate, answer=ATTACK), 1)
    second = desk.declare({"corps.2": "defend"}, 2)
    assert (desk.sealed, desk.sending) == (ATTACK, second)
    desk.feed(NEXT, 5)
    assert (desk.sealed, desk.sending) == (None, None)


def test_a_draft_is_told_only_where_it_counts_and_only_when_it_changes() -> None:
    """Each key is a message, or a silent seat's draft is old."""
    assert desk_of(DECLARING).draft(ATTACK, 0) is None
    desk = desk_of(DECLARING.model_copy(update={"drafts": True}))
    assert desk.draft(ATTACK, 0) == Draft(gate=DECLARING.gate, answer=ATTACK)
    assert desk.draft(ATTACK, 1) is None


def test_a_declaration_says_at_which_seat_it_was_made() -> None:
    """The answer is sealed for the seat to which its author was moved meanwhile."""
    desk = desk_of(DECLARING)
    declare = desk.declare(ATTACK, 0)
    assert declare is not None
    assert desk.welcome is not None
    assert (declare.table, declare.seat) == (desk.welcome.table, SeatId("red.corps.2"))


def test_an_alarm_stays_and_unseals_its_answer() -> None:
    """An answer is shown as sealed though its receipt proves nothing."""
    desk = desk_of(DECLARING.model_copy(update={"sealed": ATTACK}))
    desk.feed(LinkAlarm("The receipt is FALSE.", DECLARING.gate), 1)
    assert (desk.alarm, desk.sealed) == ("The receipt is FALSE.", None)
    desk.feed(DECLARING.model_copy(update={"sealed": ATTACK}), 2)
    assert desk.sealed is None
    desk.feed(DECLARING.model_copy(update={"gate": GateNo(9), "sealed": ATTACK}), 3)
    assert desk.alarm
    assert getattr(desk, "sealed", None) == ATTACK


def test_a_true_receipt_after_a_false_one_seals() -> None:
    """After one bad message, a sealed seat is shown as unsealed."""
    desk = desk_of(DECLARING)
    declare = desk.declare(ATTACK, 0)
    assert declare is not None
    desk.feed(LinkAlarm("The receipt is FALSE.", DECLARING.gate), 1)
    assert desk.sealed is None
    desk.feed(Receipt(id=declare.id, gate=declare.gate, answer=ATTACK), 2)
    desk.feed(DECLARING.model_copy(update={"sealed": ATTACK}), 3)
    assert getattr(desk, "sealed", None) == ATTACK


# --- talking ------------------------------------------------------------------------------------------------------


def test_a_slow_request_is_called_on_the_way_until_it_is_answered() -> None:
    """A line that waits for the link seems lost, and is written twice."""
    desk = desk_of(TALKING)
    say, call = desk.say(RED, "send me two", 0), desk.call("a ruling")
    assert say is not None
    assert call is not None
    desk.feed(Alive(), 500)
    assert desk.on_its_way == ""
    desk.feed(DOWN, 1_000)
    assert desk.on_its_way == "Sending your line “send me two” and 1 more."
    desk.feed(UP, 1_500)
    desk.feed(Alive(), 4_000)
    desk.feed(Done(id=say.id), 4_000)
    assert desk.on_its_way == "Sending your call to the umpire."
    desk.feed(Done(id=call.id), 4_100)
    assert desk.on_its_way == ""


# --- the umpire and deals -----------------------------------------------------------------------------------------


def test_a_call_is_confirmed_when_it_has_arrived() -> None:
    """A caller calls again and again."""
    desk = desk_of(DECLARING)
    call = desk.call("ruling please")
    assert isinstance(call, Call)
    assert desk.said == ""
    desk.feed(Done(id=call.id), 5)
    assert desk.said == "The umpire has been called."


def test_a_reply_to_the_umpire_is_remembered_once_it_has_arrived() -> None:
    """The screen still asks for a reply that was given."""
    desk = desk_of(DECLARING)
    write = desk.write(4, "we hold")
    assert write is not None
    desk.feed(Done(id=write.id), 5)
    assert desk.answered == {4}


def test_an_empty_line_is_no_request() -> None:
    """One wrong key calls the umpire."""
    desk = desk_of(TALKING)
    assert desk.call(" ") is None
    assert desk.say(RED, "\x1b", 0) is None
    assert desk.propose(SeatId("black.army"), "") is None


# --- the link and the card ----------------------------------------------------------------------------------------


def test_a_seat_opened_elsewhere_is_shut_here() -> None:
    """Two windows both seem to play one seat."""
    desk = desk_of(DECLARING)
    desk.feed(Fenced(text="Opened elsewhere."), 5)
    assert desk.link == LinkChange(LinkState.SHUT, "Opened elsewhere.")
    assert desk.declare(ATTACK, 6) is None


def test_on_a_shut_link_nothing_is_on_its_way_any_more() -> None:
    """A client without a seat seems to be sealing, and keeps a line that will never be sent."""
    desk = desk_of(TALKING)
    desk.say(RED, "send me two", 0)
    desk.feed(LinkChange(LinkState.SHUT, "Opened elsewhere."), 1)
    assert desk.on_its_way == ""
    assert desk.talks[RED].half == "send me two"
    desk = desk_of(DECLARING)
    desk.declare(ATTACK, 0)
    desk.feed(LinkChange(LinkState.SHUT, "Opened elsewhere."), 1)
    assert desk.sending is None
    assert "before the host answered" in desk.refused


def test_another_kind_of_card_is_told_its_command() -> None:
    """An umpire sees an empty table, and not the right command."""
    table = playing("kartenspiel")
    told = {}
    for role in (Role.UMPIRE, Role.OBSERVER, Role.TECHNICAL, Role.DISPLAY, Role.WATCHER):
        desk = Desk(ids())
        desk.feed(welcome(table, "red.army", role), 0)
        told[role] = desk.trouble
    assert "warcouncil umpire" in told[Role.UMPIRE]
    assert "warcouncil display" in told[Role.DISPLAY]
    assert told[Role.WATCHER] == ""
