"""Fronts keep their columns, whatever text they contain."""

from __future__ import annotations

from warcouncil.clients.widgets.board.colours import NONE
from warcouncil.clients.widgets.board.fronts import draw_fronts
from warcouncil.protocol.table.sheets import Card, Cards, Front, Fronts


def test_a_total_in_many_words_leaves_the_cards_half_of_their_side() -> None:
    """The cards' names are written one letter a line, over hundreds of lines."""
    cards = Cards(title="", shape="hand", cards=(Card(face="Mountain Division"), Card(face="Air Strike")))
    front = Front(label="Kashmir", left=cards, right=cards, left_total="so many " * 30, right_total="7")
    drawn = draw_fronts(Fronts(left="India", right="Pakistan", fronts=(front,)), 76, sides=NONE, tight=False)
    assert len(drawn) < 12
    assert max(line.cell_length for line in drawn) <= 76
    said = "\n".join(line.plain for line in drawn)
    assert said.count("Mountain") == 2
    assert "so many" in said
    assert "7" in said


def test_a_small_board_drops_no_note_that_is_news() -> None:
    """A small board hides the note of the one front that an event changed. Or the notes of all fronts push a front off it."""
    card = Cards(title="", shape="row", cards=(Card(face="5"),))
    quiet = Front(label="Military", left=card, right=card)
    noted = Front(label="Diplomatic", left=card, right=card, note="Pakistan -2")
    for fronts, rows in (((noted, quiet, quiet), 5), ((noted,) * 7, 8)):
        drawn = draw_fronts(Fronts(left="India", right="Pakistan", fronts=fronts), 76, sides=NONE, tight=True)
        said = [line.plain for line in drawn]
        assert (len(said), "Pakistan -2" in said[2]) == (rows, rows == 5)
