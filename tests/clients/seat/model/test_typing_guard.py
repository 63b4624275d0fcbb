"""The typing guard: a key that was meant for one question never answers the next.

Tested through the keys of a real window.
"""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.model.typing_guard import GUARD_MS, TypingGuard
from warcouncil.games.kartenspiel.state import CHARGE
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.table.forms import Form, Words
from warcouncil.protocol.table.views import ChannelView
from warcouncil.protocol.wire.replies import Receipt, Refusal, RefusalCode
from warcouncil.protocol.wire.requests import Declare, Draft
from warcouncil.protocol.words import ChannelId, GateNo

from tests.clients.seat.sitting import KEY_MS, Sitting, sitting
from tests.clients.seat.tables import DOWN, play_until, playing, view, welcome

BATTLE = playing("kartenspiel", 1)
HELLO = welcome(BATTLE, "red.corps.2")
DECLARING = view(BATTLE, "red.corps.2")
AGAIN = DECLARING.model_copy(
    update={"whole": False, "gate": GateNo(DECLARING.gate + 1), "story": (), "title": "Turn 3"}
)
"""The same question, asked anew: its form is equal to the last letter."""
SPEAKING = DECLARING.model_copy(
    update={
        "form": Form(
            question="What do you say?",
            rule="3.2",
            fields=(Words(name="speech", label="your speech", chars_max=200),),
        )
    }
)
"""A question that asks for a text."""


async def test_a_late_enter_seals_nothing_of_the_next_question() -> None:
    """An Enter that comes a moment too late answers the next question, which the player has not read."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a")
        await seat.hear(AGAIN)
        await seat.press("enter")
        assert seat.sent(Declare) == []
        assert "You were about to seal: Attack. Too late." in seat.said("#notice")
        await seat.later(GUARD_MS)
        await seat.press("enter")
        assert seat.sent(Declare) == []
        assert "Choose one" in seat.question
        await seat.press("d", "enter")
        assert [(each.gate, each.answer) for each in seat.sent(Declare)] == [
            (AGAIN.gate, {"corps.2": "defend"})
        ]


async def test_a_late_enter_does_not_seal_what_the_next_question_suggests() -> None:
    """A key that was meant for the question before moves an army as the game suggests it."""
    table = playing("kartenspiel")
    first = view(table, "red.army")
    assert first.form is not None
    form = first.form.model_copy(update={"suggested": {"moves": {"inf": {"I": 5}}}})
    moving = first.model_copy(update={"whole": False, "gate": GateNo(99), "story": (), "form": form})
    async with sitting(welcome(table, "red.army"), first) as seat:
        await seat.hear(moving)
        await seat.press("enter")
        assert seat.sent(Declare) == []
        await seat.later(GUARD_MS)
        await seat.press("enter")
        assert [each.gate for each in seat.sent(Declare)] == [99]


@pytest.mark.parametrize("key", ["a", "d", "1", "space", "down", "enter"])
async def test_no_key_chooses_while_a_question_is_new(key: str) -> None:
    """A key meant for the last question chooses in this one, and the next Enter seals it."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(AGAIN)
        await seat.press(key)
        await seat.later(GUARD_MS)
        await seat.press("enter")
        assert seat.sent(Declare) == []


async def test_clicks_on_an_option_and_on_the_last_line_are_held_off_too() -> None:
    """A click that was meant for the last question chooses and seals in the next one."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(AGAIN)
        for row in (1, seat.question.count("\n")):
            await seat.pilot.click("#question", offset=(12, row))
            await seat.settle()
        await seat.later(GUARD_MS)
        assert seat.sent(Declare) == []
        assert "Choose one" in seat.question


async def test_a_paste_is_held_off_too() -> None:
    """A text that was meant for the last question is pasted into the answer to the next one."""
    async with sitting(HELLO, SPEAKING) as seat:
        await seat.hear(
            SPEAKING.model_copy(update={"whole": False, "gate": GateNo(SPEAKING.gate + 1), "story": ()})
        )
        await seat.write("Peace")
        await seat.later(GUARD_MS)
        await seat.write("War")
        await seat.press("enter")
        assert [each.answer for each in seat.sent(Declare)] == [{"speech": "War"}]


async def test_the_head_flashes_while_a_question_is_new_and_then_is_calm() -> None:
    """A player does not see that the keys do nothing, or why."""

    def flashes(seat: Sitting) -> bool:
        head = seat.app.table.query_one("#head")
        return any("reverse" in str(span.style) for span in head.render().spans)  # type: ignore[union-attr]  # Content

    async with sitting(HELLO, DECLARING) as seat:
        assert not flashes(seat)
        await seat.hear(AGAIN)
        assert flashes(seat)
        assert "This is a new question." in seat.question
        await seat.later(GUARD_MS)
        assert not flashes(seat)
        assert "new question" not in seat.question


async def test_a_question_that_changes_under_the_hand_is_guarded_as_well() -> None:
    """An umpire's ruling changes the question, and a key that was meant for the old text answers the new one."""
    assert DECLARING.form is not None
    other = DECLARING.form.model_copy(update={"question": "What does corps II do now?"})
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a")
        await seat.hear(DECLARING.model_copy(update={"whole": False, "form": other, "story": ()}))
        await seat.press("enter", "a", "enter")
        assert seat.sent(Declare) == []


async def test_the_rest_of_a_line_whose_link_is_lost_answers_nothing() -> None:
    """A corps attacks because its commander was writing "we attack" when the connection was lost."""
    quiet = ChannelView(
        id=ChannelId("red"), title="Red council of war", members=(), open=True, quiet_ms=10_000
    )
    async with sitting(HELLO, DECLARING.model_copy(update={"channels": (quiet,)})) as seat:
        await seat.press("tab", "w", "e", "space")
        await seat.hear(DOWN)
        assert "The conversation has closed." in seat.question
        await seat.press("a", "t", "t", "a", "c", "k", "enter")
        assert seat.sent(Declare) == []
        assert seat.app.desk.in_hand is None
        await seat.later(GUARD_MS)
        await seat.press("d", "enter")
        assert [each.answer for each in seat.sent(Declare)] == [{"corps.2": "defend"}]


async def test_news_of_the_same_question_does_not_lock_the_keys() -> None:
    """A player is locked out whenever a mate joins."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a")
        await seat.hear(DECLARING.model_copy(update={"whole": False, "story": ()}))
        await seat.press("enter")
        assert len(seat.sent(Declare)) == 1


async def test_an_answer_with_a_receipt_is_not_called_late() -> None:
    """A player believes that a sealed order did not count."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a", "enter")
        (declare,) = seat.sent(Declare)
        await seat.hear(Receipt(id=declare.id, gate=declare.gate, answer=declare.answer))
        await seat.hear(AGAIN)
        assert "late" not in seat.said("#notice").lower()


async def test_an_answer_on_its_way_at_the_closing_is_called_late() -> None:
    """A player believes that an order counted for which no receipt ever came."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a", "enter")
        (declare,) = seat.sent(Declare)
        await seat.hear(AGAIN)
        await seat.hear(Refusal(id=declare.id, code=RefusalCode.CLOSED, text="The question is closed."))
        assert "Too late: Attack was not sealed in time." in seat.said("#notice")


async def test_a_sealed_answer_without_a_kept_receipt_is_not_called_late() -> None:
    """After a break over two questions a player believes that a sealed order did not count."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a", "enter")
        (declare,) = seat.sent(Declare)
        await seat.hear(AGAIN.model_copy(update={"gate": GateNo(AGAIN.gate + 1)}))
        await seat.hear(
            Refusal(id=declare.id, code=RefusalCode.COUNTED, text="That answer was sealed in time.")
        )
        assert "Sealed in time: Attack." in seat.said("#notice")
        assert "Too late" not in seat.said("#notice")


async def test_an_answer_that_was_struck_out_is_not_called_late() -> None:
    """A player who had sealed in time believes that they were too slow, and does not learn of the umpire's
    ruling.
    """
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a", "enter")
        (declare,) = seat.sent(Declare)
        await seat.hear(AGAIN)
        await seat.hear(Refusal(id=declare.id, code=RefusalCode.NOT_ALLOWED, text="An umpire struck it out."))
        assert "Your answer (Attack) does not count: An umpire struck it out." in seat.said("#notice")
        assert "Too late" not in seat.said("#notice")


async def test_the_answer_that_closed_the_question_is_not_called_late_where_its_receipt_comes_behind() -> (
    None
):
    """The only asked player sees the next question before the receipt, and reads that the answer did not
    count.
    """
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a", "enter")
        (declare,) = seat.sent(Declare)
        await seat.hear(AGAIN)
        assert "late" not in seat.said("#notice").lower()
        await seat.hear(Receipt(id=declare.id, gate=declare.gate, answer=declare.answer))
        assert "Sealed in time: Attack." in seat.said("#notice")
        assert (seat.app.desk.deeds.sealed, seat.app.desk.deeds.missed) == (1, 0)


async def test_an_answer_sealed_again_at_the_closing_is_not_called_late() -> None:
    """Enter pressed twice tells a commander that the order in the story was not sealed."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a", "enter", "enter")
        first, second = seat.sent(Declare)
        await seat.hear(AGAIN)
        await seat.hear(Receipt(id=first.id, gate=first.gate, answer=first.answer))
        await seat.hear(Refusal(id=second.id, code=RefusalCode.CLOSED, text="The question is closed."))
        assert "Too late" not in seat.said("#notice")


async def test_a_draft_that_counts_is_not_called_late() -> None:
    """A player whose draft counts reads that it came too late."""
    drafting = DECLARING.model_copy(update={"drafts": True})
    async with sitting(HELLO, drafting) as seat:
        await seat.press("a")
        assert len(seat.sent(Draft)) == 1
        await seat.hear(AGAIN)
        assert seat.said("#notice") == ""


@pytest.mark.parametrize(
    ("game", "phase"),
    [
        ("kartenspiel", "Attack declaration"),
        ("kartenspiel", CHARGE),
        ("escalate", "Turning"),
        ("hard_war", "Play"),
    ],
)
async def test_choices_of_weight_begin_with_nothing_chosen(game: str, phase: str) -> None:
    """A nervous Enter attacks, holds a charge back, drops out of an incident or ends a turn of cards."""
    table = play_until(playing(game), phase)
    assert isinstance(table.phase, Phase)
    seat_id = table.phase.asked[0]
    shown = view(table, seat_id)
    assert shown.form is not None
    assert shown.form.suggested
    assert shown.phase == phase
    async with sitting(welcome(table, seat_id), shown) as seat:
        await seat.press("enter", "enter", "enter")
        assert seat.sent(Declare) == []
        assert "Choose one" in seat.question


def test_it_holds_as_long_as_keys_come_and_falls_with_a_pause() -> None:
    """A sentence of two seconds outlasts the guard, and its last keys choose and seal."""
    guard = TypingGuard()
    assert not guard.holds(0)
    guard.raise_at(1000)
    last_ms = 0
    for ms in range(1000, 60_000, GUARD_MS - 1):
        assert guard.holds(ms)
        guard.press(ms)
        last_ms = ms
    assert guard.holds(last_ms + GUARD_MS - 1)
    assert not guard.holds(last_ms + GUARD_MS)
    guard.press(last_ms + GUARD_MS)
    assert not guard.holds(last_ms + GUARD_MS)


def test_it_follows_only_a_hand_that_types() -> None:
    """A player at rest is delayed whenever a box closes, or a player who types answers with the next letter."""
    guard = TypingGuard()
    guard.follow(1000)
    assert not guard.holds(1000)
    guard.press(1000)
    guard.follow(1000 + GUARD_MS)
    assert not guard.holds(1000 + GUARD_MS)
    guard.follow(1000 + GUARD_MS - 1)
    assert guard.holds(1000 + GUARD_MS)


async def _in_council(seat: Sitting) -> None:
    """Begin to write in the council."""
    await seat.press("tab")
    await seat.type_text("we att")
    assert seat.talk.box.value == "we att"


SENTENCE = "ack at dawn and defend the bridge and attack again"


@pytest.mark.parametrize("closes", ["the next question opens", "its time is over"])
async def test_a_sentence_typed_across_the_end_of_the_council_answers_nothing(closes: str) -> None:
    """A corps attacks because its commander was writing in the council when it closed: the rest of the line
    chooses, and Enter seals.
    """
    quiet = ChannelView(
        id=ChannelId("red"), title="Red council of war", members=(), open=True, quiet_ms=10_000
    )
    async with sitting(HELLO, DECLARING.model_copy(update={"channels": (quiet,)})) as seat:
        await _in_council(seat)
        if closes == "its time is over":
            assert DECLARING.clock is not None
            await seat.later(seat.app.desk.left_ms(seat.clock()) - quiet.quiet_ms)
            assert "The conversation has closed. Still typing? Pause a moment, then answer." in seat.question
        else:
            await seat.hear(AGAIN)
        await seat.later(KEY_MS)
        assert "Your line was not sent. It is kept until the conversation opens again." in seat.said(
            "#notice"
        )
        await seat.type_text(SENTENCE)
        assert "Still typing? Pause a moment, then answer." in seat.question
        await seat.press("enter")
        assert seat.sent(Declare) == []
        assert seat.app.desk.in_hand is None
        await seat.later(GUARD_MS)
        assert "Still typing" not in seat.question
        await seat.press("enter")
        assert seat.sent(Declare) == []
        await seat.press("d", "enter")
        assert [each.answer for each in seat.sent(Declare)] == [{"corps.2": "defend"}]


async def test_a_sentence_typed_at_the_question_answers_nothing() -> None:
    """A player who takes the question for the council attacks with the letters of a sentence, and seals with its
    Enter.
    """
    async with sitting(HELLO, DECLARING) as seat:
        await seat.type_text("no: we attack and attack")
        await seat.press("enter")
        assert seat.sent(Declare) == []
        assert "Still typing? Pause a moment, then answer." in seat.question


@pytest.mark.parametrize("box", ["call", "notes", "proposals"])
async def test_keys_after_a_box_has_closed_answer_nothing(box: str) -> None:
    """A player types on after a box has closed, and the letters choose an attack."""
    async with sitting(HELLO, DECLARING.model_copy(update={"deals_open": True})) as seat:
        await seat.press({"call": "f5", "notes": "f4", "proposals": "f6"}[box])
        await seat.type_text("please")
        await seat.press("enter" if box == "call" else "escape")
        await seat.type_text(" attack and defend")
        await seat.press("enter")
        assert seat.sent(Declare) == []
        assert seat.app.desk.in_hand is None
        await seat.later(GUARD_MS)
        await seat.press("d", "enter")
        assert len(seat.sent(Declare)) == 1


async def test_notes_that_vanish_in_a_smaller_window_leave_their_keys_to_no_answer() -> None:
    """A player writes a note while the window is made smaller, and the letters choose an attack."""
    async with sitting(HELLO, DECLARING, size=(120, 36)) as seat:
        await seat.press("f4")
        await seat.type_text("we att")
        await seat.pilot.resize_terminal(80, 24)
        await seat.settle()
        await seat.type_text("ack and defend")
        await seat.press("enter")
        assert seat.sent(Declare) == []
        assert seat.app.desk.in_hand is None


async def test_a_seat_that_one_is_moved_to_is_not_answered_for_by_what_was_being_typed() -> None:
    """A player whom the umpire moves answers for the new seat with a key that was meant for the old one."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(welcome(BATTLE, "red.corps.3"), view(BATTLE, "red.corps.3"))
        await seat.press("a", "enter")
        assert seat.sent(Declare) == []
        await seat.later(GUARD_MS)
        await seat.press("a", "enter")
        assert len(seat.sent(Declare)) == 1


@pytest.mark.parametrize("mail", ["a\n", "at dawn\n", "See you at 14:30\nBring 5 copies and a map\n"])
async def test_a_text_pasted_as_keys_seals_nothing(mail: str) -> None:
    """In a terminal without bracketed paste, two lines of a mail seal an order."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.paste_as_keys(mail)
        assert seat.sent(Declare) == []
        assert "Pasted text is not an answer. Pause a moment, then answer." in seat.question
        await seat.later(GUARD_MS)
        await seat.press("d", "enter")
        assert len(seat.sent(Declare)) == 1


async def test_a_text_may_be_pasted_as_keys_and_is_not_sealed() -> None:
    """A speech from another window is sealed at the end of its first line, or cannot be pasted at all."""
    async with sitting(HELLO, SPEAKING) as seat:
        await seat.paste_as_keys("Peace\nnow\n")
        assert seat.sent(Declare) == []
        await seat.press("enter")
        assert [each.answer for each in seat.sent(Declare)] == [{"speech": "Peace now"}]
