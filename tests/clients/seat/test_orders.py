"""Written orders and rankings at a seat's table: keys, pastes, drafts, and their texts on the screen."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.model.typing_guard import GUARD_MS
from warcouncil.protocol.table.views import StoryLine
from warcouncil.protocol.wire.requests import Declare, Draft
from warcouncil.protocol.words import GateNo

from tests.clients.seat.papers import ORDERS, RANKING, REASON, asked
from tests.clients.seat.sitting import LARGE, SMALL, sitting


async def test_an_order_of_lines_is_sealed_by_tab_and_enter() -> None:
    """The first Enter seals half an order."""
    async with sitting(*asked(ORDERS)) as seat:
        await seat.press(*"Hold", "enter", "s", "question_mark")
        assert seat.sent(Declare) == []
        assert "Tab when it is written" in seat.question
        assert "1193 characters left" in seat.question
        await seat.press("tab", "enter")
        (sealed,) = seat.sent(Declare)
        assert sealed.answer == {"orders": "Hold\ns?"}
        assert "SEALING" in seat.question


async def test_the_text_of_a_question_stays_while_one_writes() -> None:
    """At the fourth line of an order the help disappears, and an empty line replaces it."""
    async with sitting(*asked(ORDERS)) as seat:
        for number in range(5):
            await seat.press(str(number), "enter")
            rows = seat.question.split("\n")
            assert "The white cell reads it when all have sealed." in rows[1]
            assert "Tab when it is written" in rows[-1]


async def test_a_pasted_text_is_written_once() -> None:
    """An order contains its text twice."""
    async with sitting(*asked(ORDERS)) as seat:
        await seat.write("Hold the strait.\nWait.")
        await seat.press("tab", "enter")
        assert seat.sent(Declare)[0].answer == {"orders": "Hold the strait.\nWait."}


async def test_a_click_below_seals_and_one_into_the_text_does_not() -> None:
    """A mouse cannot seal a text of lines, or seals it by a click into the text."""
    async with sitting(*asked(ORDERS), size=LARGE) as seat:
        await seat.write("Hold.")
        pane = seat.app.table.query_one("#question")
        rows = seat.question.split("\n")
        inside = next(at for at, row in enumerate(rows) if "Hold." in row)
        await seat.pilot.click(pane, offset=(12, inside + pane.gutter.top))
        assert seat.sent(Declare) == []
        await seat.pilot.click(pane, offset=(12, len(rows) - 1 + pane.gutter.top))
        assert seat.sent(Declare)[0].answer == {"orders": "Hold."}


async def test_a_text_is_a_draft_from_time_to_time() -> None:
    """Each letter is a draft. The arbiter accepts two hundred drafts, so the end of a long order is lost."""
    welcome, view = asked(REASON, drafts=True)
    async with sitting(welcome, view) as seat:
        await seat.press(*"we hold")
        await seat.later(4000)
        await seat.press("!")
        assert [draft.answer["reason"] for draft in seat.sent(Draft)] == ["w"]
        await seat.later(5000)
        assert [draft.answer["reason"] for draft in seat.sent(Draft)] == ["w", "we hold!"]
        left = view.clock.left_ms if view.clock else 0
        await seat.later(left - 9000 - 5000)
        await seat.press("!")
        await seat.later(1000)
        assert seat.sent(Draft)[-1].answer == {"reason": "we hold!!"}


async def test_a_blank_is_a_blank_while_one_writes() -> None:
    """While events are shown, the words of an answer run together, or a blank goes on to the next event."""
    welcome, view = asked(REASON)
    told = ("The ford is lost.", "The bridge holds.", "Night falls.")
    story = tuple(StoryLine(heading="turn 1", text=text) for text in told)
    news = view.model_copy(update={"whole": False, "gate": GateNo(view.gate + 1), "story": story})
    async with sitting(welcome, view) as seat:
        await seat.hear(news)
        await seat.later(GUARD_MS)
        await seat.press(*"we", "space", *"hold")
        assert "The ford is lost." in seat.said("#telling")
        assert "The bridge holds." not in seat.said("#telling")
        await seat.press("enter")
        assert seat.sent(Declare)[0].answer == {"reason": "we hold"}


async def test_a_ranking_is_sealed_in_its_order() -> None:
    """The best choice is sealed last."""
    async with sitting(*asked(RANKING)) as seat:
        assert "Rank 4 more." in seat.question
        await seat.press("m", "space", "t")
        assert "1. M  Sweep the mines" in seat.question
        assert "4. L  Leave the strait" in seat.question
        await seat.press("end", "plus", "enter")
        (sealed,) = seat.sent(Declare)
        assert sealed.answer == {"aims": ("mines", "escort", "leave", "talk")}
        assert "1. Sweep the mines, 2. Escort the convoy" in seat.question


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_an_unsealed_text_is_added_to_notes_that_are_being_written(
    size: tuple[int, int],
) -> None:
    """The next letter of a note overwrites the order, or the note continues above its own beginning."""
    welcome, view = asked(ORDERS, REASON)
    long = "Hold the strait with two squadrons,\nand wait for the sweepers."
    gone = view.model_copy(update={"gate": GateNo(view.gate + 1), "form": None})
    async with sitting(welcome, view, size=size) as seat:
        await seat.write(long)
        await seat.press("f4", *"our")
        await seat.hear(gone)
        await seat.press("s")
        assert seat.app.table.notes == f"ours\n\nNot sealed in time:\n{long}\n"


async def test_an_unsealed_text_is_kept_in_the_notes() -> None:
    """A long text that was finished a second too late is lost."""
    welcome, view = asked(ORDERS, REASON)
    long = "Hold the strait with two squadrons,\nand wait for the sweepers."
    gone = view.model_copy(update={"gate": GateNo(view.gate + 1), "form": None})
    async with sitting(welcome, view) as seat:
        await seat.write(long)
        await seat.hear(gone)
        assert seat.app.table.notes == f"Not sealed in time:\n{long}\n"
        await seat.later(300)
        assert "Too late. Your text is in your notes." in seat.said("#notice")
    async with sitting(welcome, view) as seat:
        await seat.write(long)
        await seat.press("tab", "enter", "enter")
        await seat.hear(gone)
        assert seat.app.table.notes == ""
    async with sitting(welcome, view.model_copy(update={"drafts": True})) as seat:
        await seat.write(long)
        await seat.hear(gone)
        assert seat.app.table.notes == ""  # it counts as it was


async def test_a_written_answer_survives_a_change_of_the_question() -> None:
    """A changed number in the text of a question deletes the answer that a player is writing."""
    welcome, view = asked(ORDERS)
    assert view.form is not None
    async with sitting(welcome, view) as seat:
        await seat.write("Hold.")
        again = view.form.model_copy(update={"question": "Tension is 5. Your orders?"})
        await seat.hear(view.model_copy(update={"form": again}))
        await seat.later(3000)
        await seat.press("!", "tab", "enter")
        assert seat.sent(Declare)[0].answer == {"orders": "Hold.!"}
