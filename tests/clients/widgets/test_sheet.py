"""A sheet is drawn once for each width, height and light in which it is looked at."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.clients.widgets import sheet as module
from warcouncil.clients.widgets.light import Light
from warcouncil.clients.widgets.sheet import Drawing
from warcouncil.protocol.sheets import Fact, Facts, Sheet

SHEET = Sheet(headline="Jena", elements=(Facts(title="Toll", facts=(Fact(label="Red", value="3"),)),))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Sheet]:
    """Give the sheets that are drawn, one after the other."""
    seen: list[Sheet] = []
    real = module.draw_sheet

    def draw_sheet(sheet: Sheet, width: int, **how: Any) -> Any:
        seen.append(sheet)
        return real(sheet, width, **how)

    monkeypatch.setattr(module, "draw_sheet", draw_sheet)
    return seen


def test_a_frame_that_asks_thrice_has_it_drawn_once(drawn: list[Sheet]) -> None:
    """A board of long names would take the breath of a small laptop at every step of a telling."""
    drawing = Drawing()
    drawing.put(SHEET)
    first = drawing.lines(60)
    assert [drawing.lines(60), drawing.lines(60)] == [first, first]
    assert len(drawn) == 1


def test_whatever_it_is_drawn_for_it_is_drawn_for_anew(drawn: list[Sheet]) -> None:
    """The board would stand as it stood before, at the former width, or in the light of the scene before."""
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
