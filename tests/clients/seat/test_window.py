"""The surroundings of the question: the umpire's message, the events, the pages behind the keys, and the window
itself.
"""

from __future__ import annotations

from unittest.mock import patch

import pytest
from warcouncil.clients.link.base.line import LinkAlarm, LinkChange
from warcouncil.clients.seat.model.typing_guard import GUARD_MS
from warcouncil.clients.seat.screen.app import Plain
from warcouncil.clients.seat.screen.boxes import InboxBox, LineBox, NotesBox, ReadingBox, SureBox
from warcouncil.clients.seat.screen.table import SeatTable
from warcouncil.clients.seat.words.notes import Notes
from warcouncil.clients.widgets.pieces.drawn import Drawn, Page
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.table.views import ChannelView, Notice, StoryLine, View
from warcouncil.protocol.wire.replies import Done, Fenced, Receipt, Reply
from warcouncil.protocol.wire.requests import Call, Declare, ReadRules, Write
from warcouncil.protocol.words import GateNo, Role

from tests.clients.seat.desks import RED, TALKING, clock
from tests.clients.seat.scenes import reading
from tests.clients.seat.sitting import LARGE, MIDDLE, SMALL, Sitting, sitting
from tests.clients.seat.tables import DOWN, UP, play_gate, playing, view, welcome

BATTLE = playing("kartenspiel", 1)
HELLO = welcome(BATTLE, "red.corps.2")
DECLARING = view(BATTLE, "red.corps.2")


QUIET = ChannelView(id=RED, title="Red council of war", members=(), open=True, quiet_ms=1000)
BETWEEN = QUIET.model_copy(update={"quiet_ms": 1500})


def told(*texts: str, gate: int = 9) -> View:
    """Make a view that brings news."""
    story = tuple(StoryLine(heading="turn 1", text=text) for text in texts)
    return DECLARING.model_copy(update={"whole": False, "gate": GateNo(gate), "story": story})


# --- the umpire ---------------------------------------------------------------------------------------------------


async def test_the_umpire_is_called_with_a_few_words() -> None:
    """A player with a question must stand up."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("f5")
        assert isinstance(seat.app.screen, LineBox)
        await seat.write("rule?")
        await seat.press("enter")
        (call,) = seat.sent(Call)
        assert call.text == "rule?"
        await seat.hear(Done(id=call.id))
        assert "The umpire has been called." in seat.said("#notice")


async def test_the_umpires_message_is_shown_until_it_is_put_away() -> None:
    """The umpire's message is overlooked, or covers the screen for ever."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(Notice(text="Five minutes to lunch.", to="all"))
        assert "Five minutes to lunch." in seat.said("#notice")
        await seat.press("escape")
        assert seat.said("#notice") == ""
        await seat.press("f7")
        assert isinstance(seat.app.screen, InboxBox)
        assert "Five minutes to lunch." in seat.page("#inbox")


async def test_a_question_of_the_umpire_is_replied_to() -> None:
    """A player cannot answer a question of the umpire."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(Notice(text="What do you report?", to="Red corps II", number=3))
        await seat.press("f7")
        await seat.write("quiet")
        await seat.press("enter")
        assert [(write.notice, write.text) for write in seat.sent(Write)] == [(3, "quiet")]


async def test_of_several_requests_the_reader_chooses_which_to_answer() -> None:
    """If this fails, the white cell cannot see its queue, or answers the wrong team."""
    asked = [
        Notice(text=text, to="White cell", sender=sender, kind="request", number=number)
        for number, (sender, text) in enumerate([("Blue", "How many ships?"), ("Red", "Who leads?")], 1)
    ]
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(Notice(text="Rain.\n\nMore rain.", to="you", sender="Reuters", kind="news"), *asked)
        assert "Request from Red to White cell · 1 of 3" in seat.said("#notice")
        await seat.press("f7")
        shown = seat.page("#inbox")
        assert shown.index("● News from Reuters to you") < shown.index("Rain.\n\nMore rain.")
        assert shown.index("Rain.") < shown.index("How many ships?") < shown.index("Who leads?")
        assert "▸● Request from Red" in shown
        await seat.press("up")
        assert "▸● Request from Blue" in seat.page("#inbox")
        await seat.write("nine")
        await seat.press("enter")
        assert "▸● Request from Red" in seat.page("#inbox"), "the next one that waits"
        await seat.write("Anna")
        await seat.press("enter")
        assert [(write.notice, write.text) for write in seat.sent(Write)] == [(1, "nine"), (2, "Anna")]
        assert not isinstance(seat.app.screen, InboxBox)
        assert seat.said("#notice") == ""


async def test_a_player_asks_for_information_where_the_phase_allows_it() -> None:
    """If this fails, a cell cannot ask, or is invited to ask in vain."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("ctrl+f")
        assert not isinstance(seat.app.screen, LineBox)
        await seat.hear(DECLARING.model_copy(update={"asks_at": "White cell"}))
        await seat.press("ctrl+f")
        assert "Your request goes to: White cell." in seat.said("#says")
        await seat.write("how many ships?")
        await seat.press("enter")
        assert [(call.text, call.to) for call in seat.sent(Call)] == [("how many ships?", "cell")]


async def test_a_long_letter_does_not_cover_the_question() -> None:
    """If this fails, a letter of two pages fills the screen until its reader closes it."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(Notice(text="long " * 400, to="you", sender="J2", kind="letter"))
        assert "Letter from J2 to you" in seat.said("#notice")
        assert "F7 shows all of it" in seat.said("#notice")
        assert len(seat.said("#notice").splitlines()) <= 6


# --- what happened ------------------------------------------------------------------------------------------------


async def test_events_are_told_step_by_step_and_do_not_hide_the_question() -> None:
    """A combat is only a number that changed, or watching it costs time to answer."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(told("one happened", "two happened", "three happened"))
        assert "one happened" in seat.said("#telling")
        assert "two happened" not in seat.said("#telling")
        await seat.later(1_200)
        assert "two happened" in seat.said("#telling")
        await seat.press("a", "enter")
        assert len(seat.sent(Declare)) == 1


async def test_a_telling_goes_on_at_a_key_ends_at_another_and_can_be_read_again() -> None:
    """Quick readers must wait, or slow ones miss the event."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(told("one happened", "two happened", "three happened"))
        await seat.press("space")
        assert "two happened" in seat.said("#telling")
        await seat.press("escape")
        assert not seat.app.table.query_one("#telling").display
        assert seat.app.table.query_one("#sheet").display
        await seat.press("f3")
        assert "three happened" in seat.app.screen.query_one("#reading").text  # type: ignore[attr-defined]


async def test_the_story_does_not_run_ahead_of_the_telling() -> None:
    """The outcome is shown beside a combat that is still being watched."""
    async with sitting(HELLO, DECLARING, size=LARGE) as seat:
        await seat.hear(told("one happened", "two happened", "three happened"))
        assert "three happened" not in seat.app.table.query_one("#story").text  # type: ignore[attr-defined]
        await seat.later(20_000)
        assert "three happened" in seat.app.table.query_one("#story").text  # type: ignore[attr-defined]


async def test_the_end_says_who_won_and_why() -> None:
    """A battle ends without an explanation."""
    over = playing("kartenspiel", 500)
    async with sitting(welcome(over, "red.army"), view(over, "red.army")) as seat:
        verdict = seat.said("#telling")
        assert "The game is over. You" in seat.question
        assert "line broke at corps" in verdict
        assert "divisions lost" in verdict
        assert not seat.app.table.query_one("#sheet").display
        await seat.press("a", "enter")
        assert seat.sent(Declare) == []
        await seat.press("escape")
        assert seat.app.table.query_one("#sheet").display
        await seat.press("escape")
        assert not seat.app.table.query_one("#sheet").display


# --- the window ---------------------------------------------------------------------------------------------------


async def test_a_lost_link_is_said_and_what_is_sealed_waits_for_it() -> None:
    """A player types without a connection."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(DOWN)
        assert "NO CONNECTION" in seat.said("#banner")
        await seat.press("a", "enter")
        assert "sent when the connection is back" in seat.question
        assert len(seat.sent(Declare)) == 1
        await seat.hear(UP)
        assert seat.said("#banner") == ""


async def test_a_seat_opened_elsewhere_says_so() -> None:
    """Two windows seem to play one seat."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(Fenced(text="This seat was opened elsewhere."))
        assert "SWITCHED OFF · This seat was opened elsewhere." in seat.said("#plain")


async def test_a_card_of_another_kind_is_told_its_command() -> None:
    """An umpire looks at an empty table."""
    async with sitting(welcome(BATTLE, "red.army", Role.UMPIRE)) as seat:
        assert isinstance(seat.app.screen, Plain)
        assert "warcouncil umpire" in seat.said("#plain")


async def test_a_window_too_small_says_so_until_it_is_larger() -> None:
    """A small window looks broken."""
    async with sitting(HELLO, DECLARING, size=(59, 20)) as seat:
        assert "59 by 20" in seat.said("#plain")
        await seat.pilot.resize_terminal(*SMALL)
        await seat.settle()
        assert not isinstance(seat.app.screen, Plain)


async def test_a_window_that_grows_shows_the_next_obstacle() -> None:
    """A player with a wrong card still reads that a large window is too small."""
    async with sitting(HELLO, DECLARING, size=(59, 20)) as seat:
        await seat.hear(welcome(BATTLE, "red.army", Role.UMPIRE))
        assert "warcouncil umpire" in seat.said("#plain")
        await seat.pilot.resize_terminal(*SMALL)
        await seat.settle()
        assert "warcouncil umpire" in seat.said("#plain")
        assert "59 by 20" not in seat.said("#plain")


async def test_a_window_that_grew_behind_the_list_of_actions_is_given_back() -> None:
    """The table stays hidden behind a message that a large window is too small."""
    async with sitting(HELLO, DECLARING, size=(59, 20)) as seat:
        await seat.press("ctrl+p")
        await seat.pilot.resize_terminal(58, 20)
        await seat.pilot.resize_terminal(*SMALL)
        await seat.press("escape")
        await seat.later(200)
        assert seat.app.screen is seat.app.table


async def test_a_box_of_a_seat_that_was_left_is_not_there_when_the_window_grows() -> None:
    """The box refers to the former seat, and sends a call from there."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("f5")
        await seat.pilot.resize_terminal(59, 20)
        await seat.settle()
        await seat.hear(welcome(BATTLE, "red.army"))
        assert "59 by 20" in seat.said("#plain")
        await seat.pilot.resize_terminal(*SMALL)
        await seat.settle()
        assert not isinstance(seat.app.screen, LineBox)


async def test_notes_stay_in_the_window_whatever_its_size() -> None:
    """A note is lost when the window is made larger, or is sent to the host."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("f4")
        await seat.write("five")
        await seat.press("escape")
        assert not isinstance(seat.app.screen, NotesBox)
        await seat.pilot.resize_terminal(*MIDDLE)
        await seat.settle()
        assert seat.app.table.query_one(Notes).text == "five"
        assert [type(request) for request in seat.line.sent] == [ReadRules]


@pytest.mark.parametrize(
    ("key", "says"),
    [("f1", "a game by Philip Sabin"), ("f2", "declares attack"), ("f3", "Your army commander")],
)
async def test_help_rules_and_story_open_and_close_on_one_key(key: str, says: str) -> None:
    """A player must leave the table to learn its rules."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press(key)
        assert says in seat.app.screen.query_one("#reading").text.replace("\n", " ")  # type: ignore[attr-defined]
        await seat.press(key)
        assert not isinstance(seat.app.screen, ReadingBox)


async def test_leaving_asks_first() -> None:
    """One wrong key takes a player from the table."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("ctrl+q")
        assert isinstance(seat.app.screen, SureBox)
        asked = seat.app.screen.query_one("#sure")
        assert asked.size.height == len(seat.said("#sure").splitlines())
        await seat.press("escape")
        assert seat.app.is_running
        await seat.press("ctrl+q", "enter")
        assert not seat.app.is_running


def _stands(seat: Sitting) -> list[str]:
    return [drawn.text for drawn in seat.app.screen.query(Drawn)] + [seat.question]


@pytest.mark.parametrize(
    ("news", "draws"),
    [
        ((HELLO, DECLARING.model_copy(update={"clock": clock(12_000)})), 9),
        ((HELLO, TALKING.model_copy(update={"clock": clock(4_000), "channels": (QUIET,)})), 10),
        ((HELLO, TALKING.model_copy(update={"clock": clock(4_000), "channels": (BETWEEN,)})), 14),
        ((HELLO, DECLARING.model_copy(update={"paused": "Tea."})), 8),
        ((HELLO, DECLARING, DOWN), 8),
    ],
    ids=["question", "council", "council that shuts between two seconds", "pause", "no link"],
)
async def test_an_idle_window_is_drawn_once_a_second_and_is_right_at_each_moment(
    news: tuple[Reply | LinkChange, ...], draws: int
) -> None:
    """A room of forty laptops on batteries draws everything five times a second, for a clock that shows
    seconds.
    """
    async with sitting(*news, size=MIDDLE) as seat:
        await seat.later(GUARD_MS)
        with patch.object(seat.app, "redraw", wraps=seat.app.redraw) as redraw:
            for _ in range(40):
                seat.clock.ms += 200
                seat.app.tick()
                stood = _stands(seat)
                seat.app.table.repaint()
                assert stood == _stands(seat)
        assert redraw.call_count <= draws


async def test_motion_and_key_presses_are_drawn_at_the_next_beat() -> None:
    """A telling stops for a second at each step, and a key seems to do nothing."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(told("The ford is lost.", "The bridge holds.", "Night falls."))
        with patch.object(seat.app, "redraw", wraps=seat.app.redraw) as redraw:
            for _ in range(5):
                seat.clock.ms += 20
                seat.app.tick()
            assert redraw.call_count == 5
            await seat.press("escape")
            await seat.later(GUARD_MS)
            redraw.reset_mock()
            seat.app.tick()
            assert redraw.call_count == 0
            await seat.press("d")
            seat.app.tick()
            assert redraw.call_count == 1


async def test_a_text_over_the_table_is_wrapped_again_soon_after_a_resize() -> None:
    """For a second, lines are broken for the old size of the window."""
    async with sitting(*reading().news, size=LARGE) as seat:
        await seat.press("ctrl+d")
        await seat.later(GUARD_MS)
        await seat.pilot.resize_terminal(*SMALL)
        await seat.settle()
        seat.clock.ms += 20
        seat.app.tick()
        page = seat.app.screen.query_one("#reading", Page)
        stood = page.text
        seat.app.redraw()
        assert stood == page.text


async def test_a_window_that_is_ended_while_it_opens_ends_without_a_fault() -> None:
    """A user who ended a client in that moment sees a traceback."""
    async with sitting(HELLO, DECLARING) as seat:
        table = SeatTable(seat.app.seat, seat.clock, seat.app.send, seat.app.line.again)
        table.on_mount()
        table.repaint()
        assert not table.ready


async def test_another_theme_is_one_key_away() -> None:
    """A player in the sun, or with weak eyes, must start the client again."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("f9")
        assert seat.app.theme == "warcouncil-light"


async def test_a_full_battle_can_be_played_with_space_and_enter_alone() -> None:
    """Some question of the game leaves a player stuck."""
    table = playing("kartenspiel")
    async with sitting(welcome(table, "red.army"), view(table, "red.army")) as seat:
        while isinstance(table.phase, Phase):
            answered = await _enter(seat)
            assert answered == (seat.app.desk.view is not None and seat.app.desk.view.form is not None)
            so_far = len(table.events)
            play_gate(table)
            await seat.hear(view(table, "red.army", since=so_far))


async def _enter(seat: Sitting) -> bool:
    before = len(seat.sent(Declare))
    await seat.later(GUARD_MS)
    await seat.press("escape", "space", "enter")
    if len(seat.sent(Declare)) == before:
        await seat.later(GUARD_MS)
        await seat.press("enter")  # It was asked whether an order that leaves every corps empty is meant.
    return len(seat.sent(Declare)) > before


async def test_a_click_on_a_key_at_the_foot_does_what_the_key_does() -> None:
    """A player with a mouse finds help only by its key."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.pilot.click("#foot", offset=(2, 0))
        await seat.settle()
        assert isinstance(seat.app.screen, ReadingBox)


# --- another seat -------------------------------------------------------------------------------------------------


async def test_nothing_of_the_seat_that_was_left_stays_on_the_screen() -> None:
    """The other side reads its enemy's orders, or one seat's answer is sealed for another."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(Notice(text="Red: hold the ford.", to="Red corps II", number=3))
        filling = seat.app.table.query_one("QuestionPane")
        hand = getattr(filling, "hand", None)
        await seat.press("f7")
        assert isinstance(seat.app.screen, InboxBox)
        await seat.hear(HELLO.model_copy(update={"seat": "black.corps.2", "team": "black"}))
        assert not isinstance(seat.app.screen, InboxBox)
        assert "hold the ford" not in seat.said("#notice")
        assert "Waiting for the host" in seat.question
        await seat.hear(DECLARING)
        assert getattr(filling, "hand", None) is not hand
        await seat.hear(Notice(text="Black: report.", to="Black corps II"))
        assert "Black: report." in seat.said("#notice")


async def test_a_word_that_takes_long_is_shown_and_a_quick_one_is_not() -> None:
    """A call that waits for the link seems lost, or each line flashes an unneeded message."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("f5")
        await seat.write("rule?")
        await seat.press("enter")
        assert seat.said("#notice") == ""
        await seat.hear(DOWN)
        assert "Sending your call to the umpire." in seat.said("#notice")


async def test_an_alarm_is_shown_until_it_is_put_away() -> None:
    """A player overlooks that an answer is not in the exercise's file."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(LinkAlarm("Your answer to question 3 is NOT in the exercise file. Tell the umpire."))
        assert "NOT in the exercise file" in seat.said("#banner")
        assert "Esc closes this" in seat.said("#banner")
        await seat.press("escape")
        assert seat.said("#banner") == ""


async def test_sealing_anew_ends_the_shout_about_what_was_lost() -> None:
    """A player who did what the banner asks still reads that the answer is not in the file."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(LinkAlarm("Your answer is NOT in the exercise file: seal it again.", DECLARING.gate))
        await seat.press("a", "enter")
        assert "NOT in the exercise file" in seat.said("#banner")
        (declare,) = seat.sent(Declare)
        await seat.hear(Receipt(id=declare.id, gate=declare.gate, answer=declare.answer))
        assert seat.said("#banner") == ""
