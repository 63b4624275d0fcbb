"""How the height of a window is shared among its panes."""

from __future__ import annotations

from warcouncil.clients.seat.drawing.row_heights import Want, share


def test_the_height_goes_to_the_most_important_first() -> None:
    """A long story pushes the question off a small screen."""
    wants = (Want("question", 4, 9), Want("talk", 1, 6), Want("sheet", 5, 12), Want("story", 1, 40))
    assert share(20, wants) == {"question": 9, "talk": 5, "sheet": 5, "story": 1}
    assert share(5, wants) == {"question": 4, "talk": 1, "sheet": 0, "story": 0}
    again = (Want("question", 4, 5), Want("sheet", 2, 3), Want("question", 0, 9))
    assert share(20, again) == {"question": 9, "sheet": 3}
