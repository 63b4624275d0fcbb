"""Late answers: the notice stays long enough to be read, whatever comes meanwhile.

Tested through the keys of a real window.
"""

from __future__ import annotations

import pytest
from warcouncil.clients.plain.seat.news import NewsTold
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.feedback import STANDS_MS, LateNotices
from warcouncil.protocol.table.views import Notice, StoryLine
from warcouncil.protocol.wire.replies import Done, Receipt
from warcouncil.protocol.wire.requests import Call, Declare
from warcouncil.protocol.words import GateNo

from tests.clients.seat.sitting import sitting
from tests.clients.seat.tables import ids, playing, view, welcome

BATTLE = playing("kartenspiel", 1)
HELLO = welcome(BATTLE, "red.corps.2")
DECLARING = view(BATTLE, "red.corps.2")
AGAIN = DECLARING.model_copy(update={"whole": False, "gate": GateNo(DECLARING.gate + 1), "story": ()})
THEN = AGAIN.model_copy(update={"gate": GateNo(AGAIN.gate + 1)})
LATER = THEN.model_copy(update={"gate": GateNo(THEN.gate + 1)})
TOO_LATE = "You were about to seal: Attack. Too late."


async def test_the_notice_of_a_late_answer_outlives_the_next_questions() -> None:
    """Two questions within a second, as without a choice, remove the notice before it can be read."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a")
        await seat.hear(AGAIN)
        await seat.later(400)
        await seat.hear(THEN)
        assert TOO_LATE in seat.said("#notice")
        await seat.later(STANDS_MS - 401)
        assert TOO_LATE in seat.said("#notice")
        await seat.later(1)
        await seat.hear(LATER)
        assert TOO_LATE not in seat.said("#notice")


async def test_other_news_is_shown_beside_it() -> None:
    """An umpire's message, or the answer to a call, pushes the notice off the screen."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a")
        call = seat.app.desk.call("We cannot see the board.")
        assert isinstance(call, Call)
        await seat.hear(AGAIN, Notice(number=1, to="Red corps II", text="Hurry."), Done(id=call.id))
        said = seat.said("#notice")
        assert TOO_LATE in said
        assert "Hurry." in said
        assert seat.app.desk.said in said
        await seat.press("escape", "escape")
        assert seat.said("#notice") == ""


async def test_an_answer_that_was_in_time_after_all_is_told_for_as_long() -> None:
    """The receipt that comes after the next question is shown only until the question after it, a moment later."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("a", "enter")
        (declare,) = seat.sent(Declare)
        await seat.hear(AGAIN, Receipt(id=declare.id, gate=declare.gate, answer=declare.answer), THEN)
        assert "Sealed in time: Attack." in seat.said("#notice")


def test_a_line_client_says_each_once() -> None:
    """A line is read aloud again and again, or the same notice is given only the first time."""
    desk = Desk(ids())
    heard = NewsTold(desk)
    heard.new()
    for ms in (1000, 9000):
        desk.late.pass_on(ms)
        desk.late.tell(TOO_LATE, ms)
        assert heard.new() == [TOO_LATE]
        assert heard.new() == []


@pytest.mark.parametrize("is_told", [True, False])
def test_what_the_story_says_is_not_announced_again(is_told: bool) -> None:
    """If this fails, a player hears what counts twice or never, or not that their own answer was too late."""
    desk = Desk(ids())
    heard = NewsTold(desk)
    desk.feed(HELLO, 0)
    desk.feed(DECLARING, 0)
    heard.new()
    assert desk.view is not None
    assert DECLARING.clock is not None
    form = DECLARING.form
    assert form is not None
    desk.in_hand = form.suggested
    text = f"Red corps II: no answer in time. {DECLARING.unanswered}" if is_told else "The sun rises."
    later = AGAIN.model_copy(update={"story": (StoryLine(heading="Turn 1", text=text),)})
    desk.feed(later, DECLARING.clock.left_ms)
    said = heard.new()
    no_answer = f"No answer came in time. {DECLARING.unanswered}"
    assert desk.late.words.endswith(f"Too late. {no_answer}")
    assert (no_answer in said) is not is_told
    assert [line for line in said if line.endswith("Too late.")]
    assert len([line for line in said if DECLARING.unanswered in line]) == 1


def test_each_word_has_its_own_time() -> None:
    """A second notice extends the first for ever, or shortens it."""
    late = LateNotices()
    late.tell("One.", 0)
    late.tell("Two.", 5000)
    late.pass_on(STANDS_MS - 1)
    assert late.words == "One. Two."
    late.pass_on(STANDS_MS)
    assert late.words == "Two."
    late.put_away()
    assert late.words == ""
