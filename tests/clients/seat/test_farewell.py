"""The end: the screen and the keys of a seat when the exercise was ended, or when the arbiter does not answer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.seat.model.typing_guard import GUARD_MS
from warcouncil.clients.seat.screen.app import Plain
from warcouncil.protocol.table.views import Ended, Notice
from warcouncil.protocol.wire.replies import Farewell, Fenced
from warcouncil.protocol.wire.requests import Declare

from tests.clients.seat.sitting import sitting
from tests.clients.seat.tables import DOWN, UP, playing, view, welcome

BATTLE = playing("kartenspiel", 1)
HELLO = welcome(BATTLE, "red.corps.2")
DECLARING = view(BATTLE, "red.corps.2")
TALKING = view(playing("kartenspiel"), "red.corps.2")
BYE = Farewell(text="The umpire has ended the exercise.")


async def test_a_farewell_says_so_with_the_result_and_what_can_be_done() -> None:
    """Players sit before a window that seeks an arbiter for ever, and do not know whether they may go."""
    over = DECLARING.model_copy(
        update={"form": None, "ended": Ended(reason="night fell", winners=("Red",), won=True)}
    )
    async with sitting(HELLO, over) as seat:
        await seat.hear(BYE)
        said = " ".join(seat.said("#banner").split())
        assert (
            "The umpire has ended the exercise. Your table: night fell. Won by Red. You can leave: Ctrl+Q."
            in said
        )
        assert "NO CONNECTION" not in said


@pytest.mark.parametrize("news", [BYE, DOWN], ids=["farewell", "link down"])
async def test_a_banner_that_is_wrapped_keeps_its_margin(news: Farewell | LinkChange) -> None:
    """The second row begins at the edge of the terminal, a cell before the first."""
    if isinstance(news, LinkChange):
        news = replace(news, text="Nothing is heard of it. " * 5)
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(news)
        rows = seat.said("#banner").splitlines()
        assert len(rows) > 1
        assert [row[:2] for row in rows if row[0] != " " or row[1] == " "] == []


async def test_the_umpires_word_that_is_wrapped_keeps_its_margin() -> None:
    """The second row begins a cell before everything else on the screen."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(Notice(to="Red corps II", text="Look at the bridge. " * 10))
        first, *more = seat.said("#notice").splitlines()
        assert first.startswith(" ✉")
        assert more
        assert [row for row in more if row[0] != " "] == []


async def test_after_a_farewell_the_clock_is_stopped_and_r_or_enter_searches_again() -> None:
    """An order seems to be sealed though no arbiter is there, or the way back needs a new join."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(BYE)
        await seat.later(600_000)
        assert "Your game was not over." in " ".join(seat.said("#banner").split())
        assert "Time is up" not in seat.said("#head")
        assert "The umpire has ended the exercise." in seat.question
        assert seat.line.sought == 0
        await seat.press("enter")
        await seat.press("r")
        assert seat.line.sought == 2
        await seat.press("R")
        assert seat.line.sought == 3
        assert seat.sent(Declare) == []
        await seat.hear(UP, HELLO, DECLARING)
        assert seat.said("#banner") == ""
        await seat.press("r", "R")
        await seat.later(GUARD_MS)
        await seat.press("a", "enter")
        assert seat.line.sought == 3
        assert len(seat.sent(Declare)) == 1


async def test_leaving_after_the_farewell_closes_a_window_and_no_table() -> None:
    """A player stays for fear of leaving nine others at a table that no longer exists."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(BYE)
        await seat.press("ctrl+q")
        said = seat.said("#sure")
        assert "Close the window?" in said
        assert "type `warcouncil join` to come back" in " ".join(said.split())


async def test_leaving_a_game_that_is_over_does_not_say_that_it_goes_on() -> None:
    """A player stays, or believes that the table plays another game without them."""
    over = playing("kartenspiel", 500)
    async with sitting(welcome(over, "red.army"), view(over, "red.army")) as seat:
        await seat.press("escape", "ctrl+q")
        said = " ".join(seat.said("#sure").split())
        assert "The game is over." in said
        assert "goes on" not in said


async def test_while_the_link_is_down_the_clock_is_stopped_and_hatched_and_talk_is_closed() -> None:
    """A fault seems to take the time that the arbiter gives back, or a line is sent to no one."""
    async with sitting(HELLO, TALKING) as seat:
        assert "OPEN" in seat.talk.text
        before = seat.app.desk.left_ms(seat.clock())
        await seat.hear(DOWN)
        await seat.later(600_000)
        assert seat.app.desk.left_ms(seat.clock()) == before
        assert "Time is up" not in seat.said("#head")
        assert "moment when the connection was lost" in seat.said("#head")
        assert "░" in seat.said("#head")
        assert "CLOSED while the connection is lost" in seat.talk.text
        assert "OPEN" not in seat.talk.text
        await seat.hear(UP, HELLO, TALKING)
        assert "░" not in seat.said("#head")
        assert "OPEN" in seat.talk.text


async def test_an_answer_can_still_be_sealed_while_the_link_is_down() -> None:
    """A player who decides during an outage loses the time that the frozen clock shows."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(DOWN)
        await seat.later(60_000)
        await seat.press("a", "enter")
        assert len(seat.sent(Declare)) == 1
        assert "It is kept, and sent when the connection is back." in seat.question


async def test_leaving_a_shut_window_promises_nothing() -> None:
    """A player whose card was renewed is sent to a join that is refused."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press("ctrl+q")
        assert "warcouncil join brings you back" in seat.said("#sure")
        await seat.hear(LinkChange(LinkState.SHUT, "The umpire gave this seat a new code."))
        said = " ".join(seat.said("#plain").split())
        assert "If not, you need a new code from the umpire" in said
        assert "warcouncil join" not in said


@pytest.mark.parametrize("box", ["f1", "f2", "f4", "f6", "ctrl+q", "escape"])
async def test_a_window_that_lost_its_seat_shows_nothing_of_it(box: str) -> None:
    """If this fails, a player who was removed still reads the board and the documents of another player's seat."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.press(box)
        await seat.hear(Fenced(text="Another player answers for this seat now."))
        for keys in ((), ("f1", "f2", "f4", "f6", "escape", "tab", "enter")):
            await seat.press(*keys)
            assert isinstance(seat.app.screen, Plain)
            assert seat.app.screen.styles.background.a == 1
            assert "Another player answers for this seat now." in seat.said("#plain")
            assert "shows nothing of the seat" in seat.said("#plain")


async def test_the_key_that_takes_a_seat_from_a_bot_is_not_offered_when_the_game_is_over() -> None:
    """*A bot plays your seat.

    F8 takes it.* appears above the verdict, where there is nothing left to play.
    """
    over = DECLARING.model_copy(
        update={
            "form": None,
            "bot": True,
            "lent": True,
            "ended": Ended(reason="night fell", winners=("Red",), won=True),
        }
    )
    async with sitting(HELLO, DECLARING.model_copy(update={"bot": True, "lent": True})) as seat:
        assert "A bot plays your seat." in seat.said("#banner")
        await seat.hear(over)
        assert seat.said("#banner") == ""


async def test_where_the_seat_is_now_is_said_once_after_a_move() -> None:
    """A player does not know the address for a second window, or the line stays for the rest of the morning."""
    moved = "Another machine leads the exercise now; you are linked to 10.0.0.7:5280."
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(LinkChange(LinkState.UP, moved), HELLO, DECLARING)
        assert moved in " ".join(seat.said("#notice").split())
        await seat.hear(DECLARING.model_copy(update={"gate": DECLARING.gate + 1}))
        assert moved not in " ".join(seat.said("#notice").split())
        await seat.hear(LinkChange(LinkState.UP, moved), HELLO, DECLARING)
        assert moved in " ".join(seat.said("#notice").split())
        await seat.press("escape")
        assert moved not in " ".join(seat.said("#notice").split())
