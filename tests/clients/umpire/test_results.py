"""The end of the room on the wall: who won where and how, the tally, and what projectors are told to show."""

from __future__ import annotations

import pytest
from warcouncil.protocol.acts.room_acts import Results
from warcouncil.protocol.table.views import Ended, Score
from warcouncil.protocol.wire.consoles import TableStatus

from tests.clients.umpire.builders import seats, table
from tests.clients.umpire.console import LARGE, SMALL, console
from tests.clients.umpire.test_text import HOSTILE, assert_clean


def over(number: int, *winners: str, game: str = "Kartenspiel", name: str = "") -> TableStatus:
    """Make a table that is over."""
    reason = f"the line broke at corps IV on turn {number + 2}"
    lost = Score(label="divisions lost", of=(("Red", 10 + number), ("Black", 9)))
    result = Ended(reason=reason, winners=winners, won=None, scores=(lost,), turns=number + 2)
    made = table(number, left_ms=None, title="over", ended=reason, people=seats(asked=False))
    more = {"result": result, "game": game.lower(), "game_title": game, "name": name}
    return made.model_copy(update=more)


ROOM = (over(1, "Red", name="Jena"), over(2, "Black"), over(3, "Red"), over(4))


async def test_the_wall_ends_with_the_results() -> None:
    """The umpire goes from table to table to announce the winners."""
    async with console((*ROOM[:3], table(4)), LARGE) as desk:
        assert "drawn" not in desk.said("#detail")
        await desk.hear(ROOM[3])
        assert "Red 2 · Black 1 · drawn 1" in desk.said("#detail")


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_the_wall_names_the_end_of_each_table_once(size: tuple[int, int]) -> None:
    """If this fails, the same list of results is on the wall twice, or a reason is missing."""
    ends = tuple(each.model_copy(update={"name": ""}) for each in ROOM)
    async with console(ends, size) as desk:
        await desk.press("down")
        for number, winner in ((1, "Red won"), (3, "Red won"), (4, "drawn")):
            (row,) = (line for line in desk.grid.splitlines() if f" {number} " in line[:6])
            assert f" {winner} " in row
            assert f"the line broke at corps IV on turn {number + 2}" in row
            assert f"on turn {number + 2}" not in desk.said("#detail")
        assert "divisions lost Red 12, Black 9" in desk.said("#detail")
        assert "no seat is asked" not in desk.said("#detail")


async def test_one_key_shows_the_results_on_the_projectors_and_takes_them_away() -> None:
    """The umpire can only read the results aloud."""
    async with console((*ROOM[:3], table(4)), LARGE) as desk:
        await desk.press("R")
        assert "every projector, which then shows the results" in desk.said("#whom")
        await desk.press("enter")
        assert [(rule.table, rule.act) for rule in desk.rules] == [(0, Results(shown=True))]
        await desk.hear(*(each.model_copy(update={"results": True}) for each in ROOM))
        assert "the projectors show the results" in desk.said("#detail")
        await desk.press("R", "enter")
        assert desk.rules[1].act == Results(shown=False)


async def test_after_the_end_it_is_said_that_a_projector_of_the_room_keeps_the_results() -> None:
    """The umpire removes the results and reads that every projector goes back to the tables, but the wall
    does not change.
    """
    shown = [each.model_copy(update={"results": True}) for each in ROOM]
    async with console((*shown[:3], table(4).model_copy(update={"results": True})), LARGE) as desk:
        await desk.press("R")
        assert "every projector, which then shows the tables again" in desk.said("#whom")
        await desk.press("escape")
        await desk.hear(shown[3])
        await desk.press("R")
        assert "The projector of the room shows the results when all games are over" in " ".join(
            desk.said("#whom").split()
        )


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_hostile_words_stay_words_on_the_board(size: tuple[int, int]) -> None:
    """A side that a plan named acts on the console, or draws on its terminal, when the results are counted."""
    bad = " ".join(HOSTILE)
    score = Score(label=bad, of=((bad, 3), (bad, 4)))
    result = Ended(reason=bad, winners=(bad, bad), won=None, scores=(score,), turns=3, turns_are=bad)
    ended = [
        each.model_copy(update={"ended": bad, "result": result, "game_title": f"{bad}{number}", "name": bad})
        for number, each in enumerate(ROOM)
    ]
    async with console(tuple(ended), size) as desk:
        assert_clean(desk.app)
        for key in ("R", "enter", "enter"):
            await desk.press(key)
            assert_clean(desk.app)
