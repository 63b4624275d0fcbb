"""A sheet that is put together of parts written before is the sheet that would have been written whole."""

from __future__ import annotations

import pytest
from warcouncil.protocol.table.sheets import BattleLine, Fact, Facts, Post, Prose, Sheet, Side, Strength
from warcouncil.protocol.wire import sheet_json, wire
from warcouncil.protocol.wire.sheet_json import Pen

from tests.games import found


@pytest.mark.parametrize("name", found.NAMES)
def test_every_sheet_of_every_game_is_written_as_it_would_be_by_itself(name: str) -> None:
    """A part that is written for one reader and given to another who knows more, or less, would lie to him."""
    game = found.load(name)
    for moment in found.sample(name):
        pen = Pen()
        for seat in (*found.seat_ids(game, moment.options), None):
            sheet = game.sheet(moment.state, seat)
            assert pen.sheet(sheet) == wire.dump(sheet)


def line(now: int) -> BattleLine:
    """Give a line whose near side holds so much."""
    posts = (Post(label='I "first"', strength=Strength(now=now)),)
    far = Side(team="black", title="Black", posts=())
    return BattleLine(title="Lützen", far=far, near=Side(team="red", title="Red", posts=posts))


def test_equal_parts_are_told_apart_and_words_are_written_as_everywhere() -> None:
    """Two sides that differ in one number would be shown as one."""
    pen = Pen()
    for now in (3, 4, 3):
        elements = (line(now), Prose(text='said "so" – ö'), Facts(facts=(Fact(label="day", value="1"),)))
        sheet = Sheet(headline='"Königgrätz"\n', elements=elements)
        assert pen.sheet(sheet) == wire.dump(sheet)


def test_what_is_remembered_has_a_limit_and_no_two_parts_share_a_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A day of play would fill the memory; or a side that is gone would be read in the place of one that came after it."""
    monkeypatch.setattr(sheet_json, "SIDES_MAX", 10)
    for now in range(100):
        sheet = Sheet(elements=(line(now),))
        assert Pen().sheet(sheet) == wire.dump(sheet)
        assert len(sheet_json._sides) <= 12
