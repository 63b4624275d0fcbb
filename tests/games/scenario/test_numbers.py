"""Tables of the numbers that each side has."""

from __future__ import annotations

import pytest
from warcouncil.games.kit.events import shown
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.events.followed import NumberMoved
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.protocol.table.lighting import light_of
from warcouncil.protocol.table.sheets import Facts, Rows, Sheet
from warcouncil.protocol.table.staging import after
from warcouncil.protocol.words import SeatId


def _playing(name: str, **titles: str) -> Playing:
    text = shipped.text(name)
    for team, title in titles.items():
        text = text.replace(f'"{team}"', f'"{title}"')
    return Playing(GAME, GAME.options_type(scenario=text), seed_of("1"))


def _numbers(sheet: Sheet) -> Rows:
    return next(each for each in sheet.elements if isinstance(each, Rows))


def test_a_number_that_each_side_has_is_a_row_with_a_column_for_each() -> None:
    """The same words appear once for each side, and the player cannot compare the numbers."""
    sheet = GAME.sheet(_playing("strait").state, SeatId("compact.premier"))
    table = _numbers(sheet)
    assert table.head == ("", "Maritime Compact", "Shore League", "Free City of Isk")
    assert table.rows == (("Trade", "12", "10", "3"), ("Standing", "5", "5", "5"))
    facts = [fact.label for each in sheet.elements if isinstance(each, Facts) for fact in each.facts]
    assert "Oil in store, in weeks (Maritime Compact)" in facts, "only its owner knows it"
    assert not [label for label in facts if label.startswith(("Trade", "Standing"))]


@pytest.mark.parametrize("long", [False, True])
def test_a_change_of_a_number_turns_its_cell_of_the_table(long: bool) -> None:
    """The board shows the old number until the next question."""
    named = (
        {each: f"{each}, with its harbours and banks" for each in ("Free City of Isk", "Shore League")}
        if long
        else {}
    )
    table = _playing("strait", **named)
    unfolding = Unfolding(table.state)
    unfolding.set_number(Ref("standing", "league"), 8)
    (moved,) = unfolding.events
    assert isinstance(moved, NumberMoved)
    scene = shown(moved, PUBLIC)
    assert scene is not None
    before, now = (GAME.sheet(state, PUBLIC.id) for state in (table.state, unfolding.state))
    assert (len(_numbers(now).rows) == 3) is long, "the owners are rows if their names are long"
    assert _numbers(after(before, scene)) == _numbers(now) != _numbers(before)
    assert light_of(scene).on(_numbers(now))
