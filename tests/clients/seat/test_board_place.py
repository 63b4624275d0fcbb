"""The board keeps its form and its place on the screen from the question to its events and to the next question."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from warcouncil.clients.seat.screen.question_pane import QuestionPane
from warcouncil.clients.widgets.board.scale import Scale
from warcouncil.clients.widgets.board.sheet import Drawing, SheetView
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.play import Playing, suggested
from warcouncil.games.scenario import shipped
from warcouncil.protocol.table.forms import Choice
from warcouncil.protocol.words import SeatId

from tests.clients.seat.sitting import Sitting, sitting
from tests.clients.seat.tables import play_gate, play_until, playing, view, welcome

SIZES = {"small": (80, 24), "review": (100, 30), "middle": (120, 36), "large": (160, 50)}
every_size = pytest.mark.parametrize("size", list(SIZES.values()), ids=list(SIZES))
GATES = 8
TABLES = {
    "kashmir_crisis": lambda: playing("kashmir_crisis", 2),
    "escalate": lambda: playing("escalate", 12, seed="5", policy=suggested),
    "hard_war": lambda: playing("hard_war", 12),
    "upland": lambda: playing("scenario", 2, scenario=shipped.text("upland")),
}


async def states(seat: Sitting, table: Playing, who: str, gates: int) -> AsyncIterator[str]:
    """Play on, and yield the name of each state of the screen that the player sees."""
    for _ in range(gates):
        if not isinstance(table.phase, Phase):
            return
        asked = who in table.phase.asked
        yield "asked" if asked else "waiting"
        since = len(table.events)
        if asked:
            await seat.hear(view(table, who, since=since, sealed=suggested(table, SeatId(who))))
            yield "sealed"
        play_gate(table)
        await seat.later(10_000)
        await seat.hear(view(table, who, since=since))
        while seat.app.seat.teller.telling is not None:
            yield "telling"
            await seat.press("space")


def line_of(seat: Sitting, words: str) -> int | None:
    """Return the line of the window that has these words of the board, None if it is not in sight."""
    pane, drawing = seat.app.table.query_one(SheetView), seat.app.table.query_one(Drawing)
    rows = [line.plain for line in drawing.lines(drawing.size.width)]
    row = next(number for number, text in enumerate(rows) if words in text) - int(pane.scroll_y)
    return pane.region.y + row if 0 <= row < pane.size.height else None


@every_size
async def test_both_armies_stay_on_their_lines(size: tuple[int, int]) -> None:
    """A commander looks for their corps again after each question, sealed answer and reveal."""
    table = playing("kartenspiel")
    seen: dict[str, set[int | None]] = {}
    forms: set[Scale] = set()
    async with sitting(welcome(table, "red.corps.2"), view(table, "red.corps.2"), size=size) as seat:
        async for state in states(seat, table, "red.corps.2", GATES):
            lines = seen.setdefault(state, set())
            lines.update(line_of(seat, words) for words in ("BLACK", " The line ", "II · you"))
            forms.add(seat.app.table.panes.form.form.scale)
    assert set(seen) == {"asked", "sealed", "waiting", "telling"}
    assert len({frozenset(lines) for lines in seen.values()}) == 1, seen
    assert len(seen["telling"]) == 3
    assert None not in seen["asked"]
    assert len(forms) == 1


@every_size
@pytest.mark.parametrize("name", list(TABLES))
async def test_a_board_gets_no_larger_form_and_leaves_its_place_to_nothing(
    name: str, size: tuple[int, int]
) -> None:
    """Cards turn into boxes and back at each question, or sentences take the board's place."""
    table = TABLES[name]()
    assert isinstance(table.phase, Phase)
    who = table.phase.asked[0]
    async with sitting(welcome(table, who), view(table, who), size=size) as seat:
        pane, panes, forms, tops = seat.app.table.query_one(SheetView), seat.app.table.panes, [], set()
        async for _ in states(seat, table, who, GATES):
            assert pane.display
            assert pane.size.height >= min(4, panes.form.height)
            forms.append(panes.form.form.scale)
            tops.add(pane.region.y)
    assert forms == sorted(forms, reverse=True)
    assert len(set(forms)) <= 2, forms
    assert len(tops) == 1


@pytest.mark.parametrize("turns", [0, 1])
async def test_the_whole_line_is_in_sight_while_divisions_are_sent(turns: int) -> None:
    """If this fails, a commander sends divisions to corps that they do not see."""
    table = play_until(playing("kartenspiel"), "Redeployment")
    for _ in range(turns):
        play_gate(table)
        play_until(table, "Redeployment")
    async with sitting(welcome(table, "red.army"), view(table, "red.army"), size=SIZES["small"]) as seat:
        pane = seat.app.table.query_one(SheetView)
        rows = [line.plain for line in pane.query_one(Drawing).lines(pane.size.width)]
        seen = "\n".join(rows[: pane.size.height])
        for words in ("BLACK", "The line", "RED", "I ", "II ", "III ", "IV "):
            assert words in seen, seen
        assert seen.count("III") == 2, seen
        assert "…" not in seen
        assert "after" in seat.question


@pytest.mark.parametrize("size", [(80, 24), (100, 30)])
async def test_the_city_of_the_option_under_the_cursor_is_in_sight(size: tuple[int, int]) -> None:
    """If this fails, a player plays a card at a city whose attacks the board does not show."""
    table = play_until(playing("hard_war", 12), "Play")
    assert isinstance(table.phase, Phase)
    (who,) = table.phase.asked
    async with sitting(welcome(table, who), view(table, who), size=size) as seat:
        await seat.press("1", "enter")
        hand = seat.app.seat.answers.hand
        assert hand is not None
        assert isinstance(hand.filling.field, Choice)
        cities = [option.label for option in hand.filling.field.options]
        assert len(cities) == 7
        for number, city in enumerate(cities, 1):
            await seat.press(str(number))
            assert seat.app.table.query_one(QuestionPane).option == city
            assert line_of(seat, city) is not None, city
        pane = seat.app.table.query_one(SheetView)
        assert size != (80, 24) or pane.max_scroll_y > 0, "the board fits, so this tests nothing"
        await seat.press("1")
        assert line_of(seat, cities[0]) is not None
        assert pane.scroll_y == 0


async def test_a_scrolled_board_stays_where_the_player_scrolled_it() -> None:
    """If this fails, moving from option to option takes away the part of the board that a player reads."""
    table = play_until(playing("hard_war", 12), "Play")
    assert isinstance(table.phase, Phase)
    (who,) = table.phase.asked
    async with sitting(welcome(table, who), view(table, who), size=(80, 24)) as seat:
        await seat.press("pagedown")
        pane = seat.app.table.query_one(SheetView)
        assert (scrolled := pane.scroll_y) > 0
        await seat.press("down", "down", "up")
        assert pane.scroll_y == scrolled
