"""Scenes: the board changes scene by scene, and the verdict waits for the last one."""

from __future__ import annotations

import pytest
from warcouncil.clients.seat.drawing.verdict import verdict_lines
from warcouncil.clients.seat.model.shown.ended import end_of
from warcouncil.clients.seat.model.typing_guard import GUARD_MS
from warcouncil.clients.widgets.board.blocks import written
from warcouncil.clients.widgets.board.sheet import Drawing, SheetView
from warcouncil.clients.widgets.pieces.drawn import Page
from warcouncil.games.kartenspiel.roles import SIDES
from warcouncil.games.kit.text.pages import rulebook
from warcouncil.protocol.table.scenes import FrontChange, PostChange, Scene
from warcouncil.protocol.table.sheets import Fronts
from warcouncil.protocol.table.views import Ended, Score, StoryLine, View
from warcouncil.protocol.wire.replies import TableRules
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import GateNo, MessageId, SeatId

from tests.clients.seat.sitting import LARGE, SMALL, Sitting, sitting
from tests.clients.seat.tables import playing, view, welcome

LOOK = "Look at the corps that fight"
BATTLE = playing("kartenspiel", 1)
HELLO = welcome(BATTLE, "red.corps.2")
DECLARING = view(BATTLE, "red.corps.2")

LINE = tuple(
    Scene(
        title=title,
        changes=(PostChange(team="red", post="II", now=left, parts=(f"{left} inf",), broken=left == 0),),
    )
    for title, left in (("Corps II", 3), ("Corps II", 1), ("The line breaks", 0))
)


def watched(**changes: object) -> View:
    """Return the next view, with three lines that can be watched and one that cannot."""
    lines = (
        *(StoryLine(heading="turn 1", text=f"{left} left", shows=n) for n, left in ((1, 3), (2, 1), (3, 0))),
        StoryLine(heading="turn 1", text="nothing to see"),
    )
    return DECLARING.model_copy(
        update={"whole": False, "gate": GateNo(99), "story": lines, "scenes": LINE, **changes}
    )


def board(seat: Sitting) -> str:
    """Return the board as plain text."""
    drawing = seat.app.table.query_one(Drawing)
    return "\n".join(line.plain for line in drawing.lines(drawing.size.width))


def story(seat: Sitting) -> str:
    """Return the text of the story beside the board."""
    return " ".join(seat.app.table.query_one("#story", Page).text.split())


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_events_are_shown_on_the_board_scene_by_scene(size: tuple[int, int]) -> None:
    """A reveal beside an unchanged board is only a list of sentences."""
    async with sitting(HELLO, DECLARING, size=size) as seat:
        await seat.hear(watched())
        assert seat.app.table.query_one("#sheet").display
        assert ("3 left" in seat.said("#telling"), "3 inf" in board(seat)) == (True, True)
        await seat.press("space")
        assert ("1 left" in seat.said("#telling"), "1 inf" in board(seat)) == (True, True)
        await seat.press("space")
        assert "BROKEN" in board(seat)
        assert "nothing to see" in seat.said("#telling")
        await seat.press("space")
        assert "BROKEN" not in board(seat), "the position itself is the last scene"


async def test_a_question_is_answered_while_something_is_watched() -> None:
    """A player loses time to a scene while the clock runs."""
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(watched())
        await seat.later(GUARD_MS + 100)
        await seat.press("a", "enter")
        assert len(seat.sent(Declare)) == 1
        assert "3 left" in seat.said("#telling") or "1 left" in seat.said("#telling")


async def test_the_verdict_waits_until_all_has_been_watched() -> None:
    """The verdict comes before the reveal, because head, foot or question do not wait for the last scene."""
    ended = Ended(
        reason="Red's line broke at corps II",
        winners=("Black",),
        won=False,
        scores=(Score(label="divisions lost", of=(("Red", 7), ("Black", 4))),),
        turns=3,
        sides=SIDES,
    )
    async with sitting(HELLO, DECLARING) as seat:
        await seat.hear(watched(form=None, clock=None, ended=ended, title="The game is over"))
        silent = f"{seat.said('#head')} {seat.said('#telling')} {seat.question}"
        assert [word for word in ("over", "OVER", "lost", "broke at") if word in silent] == []
        await seat.press("escape")
        assert "♠ Black" in seat.said("#telling")
        assert "divisions lost   Red 7   Black 4" in seat.said("#telling")
        assert " You lost. " in seat.said("#telling")
        assert "★" not in seat.said("#telling")
        won = verdict_lines(end_of(ended.model_copy(update={"won": True})), 76, 20)
        assert any(" ★ You won. " in line.plain for line in won)
        assert "over" in seat.said("#head")


async def test_when_all_is_over_one_key_saves_the_story_and_in_a_demo_another_plays_again() -> None:
    """A player who wants one more game must leave and type. Or a late Enter removes the verdict unread."""
    over = DECLARING.model_copy(
        update={"form": None, "clock": None, "ended": Ended(reason="Neither line broke", winners=())}
    )
    async with sitting(HELLO, over) as seat:
        await seat.later(GUARD_MS)
        assert "plays again" not in seat.question
        await seat.press("enter")
        assert (seat.app.is_running, seat.app.again) == (True, False)
    async with sitting(HELLO.model_copy(update={"plays_again": True}), DECLARING) as seat:
        await seat.press("s")
        assert not seat.app._notifications
        await seat.hear(over)
        assert "Enter plays again" in seat.question
        assert "S saves it" in seat.question
        await seat.press("S")
        assert [each.message for each in seat.app._notifications] == ["There is no story to save yet."]
        await seat.press("enter")
        assert seat.app.is_running
        await seat.later(GUARD_MS)
        await seat.press("enter")
        assert seat.app.again


async def test_the_open_sheet_after_the_verdict_takes_its_place() -> None:
    """A player does not learn that everything is laid open, or never sees the verdict again."""
    ended = Ended(reason="Neither line broke", winners=())
    over = DECLARING.model_copy(update={"form": None, "clock": None, "ended": ended})
    laid = over.model_copy(
        update={
            "sheet": over.sheet.model_copy(update={"headline": "All secrets are shown."}),
            "ended": ended.model_copy(update={"laid_open": True}),
        }
    )
    async with sitting(HELLO, over, size=LARGE) as seat:
        assert seat.app.table.query_one("#telling").display
        await seat.hear(laid)
        assert not seat.app.table.query_one("#telling").display
        assert "All secrets are shown." in board(seat)
        await seat.press("escape")
        assert seat.app.table.query_one("#telling").display
    async with sitting(HELLO, laid, size=LARGE) as seat:
        assert seat.app.table.query_one("#telling").display


async def test_a_draw_is_a_draw_for_all() -> None:
    """A player reads "you lost" under a draw."""
    over = DECLARING.model_copy(
        update={"form": None, "clock": None, "ended": Ended(reason="Neither line broke", winners=())}
    )
    async with sitting(HELLO, over) as seat:
        said = seat.said("#telling") + seat.question
        letters = all(row.strip() in said for row in written("A DRAW", across=2, down=10))
        assert (letters, "A draw." in said, "lost" in said) == (True, True, False)


async def test_an_end_with_a_title_is_not_called_a_draw() -> None:
    """A game with an end of its own, such as "The dam broke", is called a draw."""
    ended = Ended(reason="The water came", winners=(), title="The dam broke")
    over = DECLARING.model_copy(update={"form": None, "clock": None, "ended": ended})
    async with sitting(HELLO, over) as seat:
        said = seat.said("#telling") + seat.question
        assert "draw" not in said.lower()
        assert any(row.strip() in said for row in written("THE DAM BROKE", across=1, down=10) if row.strip())


async def test_with_reduced_motion_the_end_is_shown_at_once() -> None:
    """A player who cannot watch motion does not see the result."""
    async with sitting(HELLO, DECLARING) as seat:
        seat.app.seat.teller.still = True
        await seat.hear(watched())
        assert "BROKEN" not in board(seat)
        assert "0 left" in seat.said("#telling")


async def test_the_place_that_is_told_of_is_in_sight_where_the_board_is_taller_than_its_place() -> None:
    """In a small window the fronts of Kashmir are below the event's text, and their cards turn out of sight."""
    table = playing("kashmir_crisis", 3)
    now = view(table, "india")
    board_of = next(element for element in now.sheet.elements if isinstance(element, Fronts))
    fronts = board_of.fronts
    scenes = tuple(
        Scene(title=front.label, changes=(FrontChange(front=front.label, side=board_of.left),))
        for front in fronts
    )
    lines = tuple(
        StoryLine(heading="turn 1", text=f"{front.label} told", shows=number)
        for number, front in enumerate(fronts, 1)
    )
    news = now.model_copy(update={"whole": False, "gate": GateNo(99), "story": lines, "scenes": scenes})
    async with sitting(welcome(table, "india"), now, size=SMALL) as seat:
        await seat.hear(news)
        place = seat.app.table.query_one(SheetView)
        for front in fronts:
            await seat.press()
            shown = board(seat).split("\n")[int(place.scroll_y) :][: place.size.height]
            assert any(f"▶ {front.label} ◀" in row for row in shown), (front.label, shown)
            await seat.press("space")
        await seat.press("escape")
        assert place.scroll_y == 0, "the question's own event stands at the top again"


async def test_the_first_telling_says_what_to_look_at_and_no_other_does() -> None:
    """A beginner sees numbers fall and does not know which matters, or reads the hint twice.

    In the tenth turn it is superfluous.
    """
    game = BATTLE.game
    rules = TableRules(
        id=MessageId("0" * 32),
        briefing=game.briefing(BATTLE.options, SeatId("red.corps.2")),
        book=rulebook(game, BATTLE.options),
    )
    async with sitting(HELLO, DECLARING, rules, size=LARGE, returns=True) as seat:
        await seat.hear(watched())
        for _ in range(3):
            assert LOOK in " ".join(seat.said("#telling").split())
            assert LOOK not in story(seat)
            await seat.press("space")
        assert LOOK in story(seat)
        await seat.hear(watched())
        assert "Look at" not in seat.said("#telling")
