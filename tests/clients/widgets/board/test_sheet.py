"""A sheet is drawn once for each width, height and highlight with which it is shown."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.clients.widgets.board import sheet as module
from warcouncil.clients.widgets.board.scale import Scale
from warcouncil.clients.widgets.board.sheet import Drawing, draw_sheet
from warcouncil.protocol.table.lighting import Light
from warcouncil.protocol.table.sheets import BattleLine, Fact, Facts, Post, Sheet, Side, Strength

SHEET = Sheet(headline="Jena", elements=(Facts(title="Toll", facts=(Fact(label="Red", value="3"),)),))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Sheet]:
    """Return the list to which each drawn sheet is added."""
    seen: list[Sheet] = []
    real = module.draw_sheet

    def draw_sheet(sheet: Sheet, width: int, **how: Any) -> Any:
        seen.append(sheet)
        return real(sheet, width, **how)

    monkeypatch.setattr(module, "draw_sheet", draw_sheet)
    return seen


def test_a_frame_that_asks_thrice_has_it_drawn_once(drawn: list[Sheet]) -> None:
    """A board of long names slows a small laptop at every step of a telling."""
    drawing = Drawing()
    drawing.put(SHEET)
    first = drawing.lines(60)
    assert [drawing.lines(60), drawing.lines(60)] == [first, first]
    assert len(drawn) == 1


def test_whatever_it_is_drawn_for_it_is_drawn_for_anew(drawn: list[Sheet]) -> None:
    """The board keeps its former state, its former width, or the highlight of the scene before."""
    drawing = Drawing()
    drawing.put(SHEET)
    wide = drawing.lines(60)
    drawing.lines(40)
    assert len(drawn) == 2
    drawing.room = 20
    drawing.lines(60)
    assert len(drawn) == 3
    drawing.room = 0
    drawing.put(SHEET, Light(frozenset({("fact", "Blue")})))
    assert [line.spans for line in drawing.lines(60)] != [line.spans for line in wide]
    other = SHEET.model_copy(update={"headline": "Auerstedt"})
    drawing.put(other)
    assert drawing.lines(60)[0].plain == "Auerstedt"


@pytest.mark.parametrize(
    ("note", "rows"),
    [
        ("then lost 1 inf", ["7 then lost", "1 inf"]),
        ("then lost 1 inf 1 cav", ["7 then lost", "1 inf 1 cav"]),
        ("given 9, lost 2", ["7 given 9,", "lost 2"]),
    ],
)
def test_a_number_is_beside_what_it_counts(note: str, rows: list[str]) -> None:
    """*then lost 1* is on one line, and *inf* on the next."""
    post = Post(label="I", strength=Strength(now=7), note=note)
    far, near = (
        Side(team=team, title=team, posts=(post, *[Post(label="II", strength=Strength(now=1))] * 3))
        for team in ("black", "red")
    )
    sheet = Sheet(elements=(BattleLine(far=far, near=near),))
    lines = [line.plain for line in draw_sheet(sheet, 58, scale=Scale.TIGHT)]
    first = next(at for at, line in enumerate(lines) if rows[0] in line)
    assert [line[:16].strip() for line in lines[first : first + 2]] == rows


@pytest.mark.parametrize("width", [58, 78])
def test_a_torn_post_says_its_strength_whole_in_a_short_line(width: int) -> None:
    """*2 o…* is all that an umpire reads of the corps that was broken."""
    seen = Strength(seen=2, seen_when="turn 12")
    torn = Post(label="III", strength=seen, broken=True, stance="A attacks")
    far, near = (
        Side(team=team, title=team, posts=(torn, *[Post(label="II", strength=seen)] * 3))
        for team in ("black", "red")
    )
    sheet = Sheet(elements=(BattleLine(far=far, near=near),))
    drawn = "\n".join(line.plain for line in draw_sheet(sheet, width, scale=Scale.BARE))
    assert "…" not in drawn
    assert drawn.count("III BROKEN") == 2
    assert drawn.count("2 on turn 12") == 8
