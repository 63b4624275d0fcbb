"""Fronts keep their columns, whatever words somebody puts into them."""

from __future__ import annotations

from warcouncil.clients.widgets.colours import NONE
from warcouncil.clients.widgets.fronts import draw_fronts
from warcouncil.protocol.sheets import Card, Cards, Front, Fronts


def test_a_total_in_many_words_leaves_the_cards_half_of_their_side() -> None:
    """The cards' names would stand a letter a line, hundreds of lines down."""
    cards = Cards(title="", shape="hand", cards=(Card(face="Mountain Division"), Card(face="Air Strike")))
    front = Front(label="Kashmir", left=cards, right=cards, left_total="so many " * 30, right_total="7")
    drawn = draw_fronts(Fronts(left="India", right="Pakistan", fronts=(front,)), 76, sides=NONE, tight=False)
    assert len(drawn) < 12
    assert max(line.cell_length for line in drawn) <= 76
    said = "\n".join(line.plain for line in drawn)
    assert said.count("Mountain") == 2
    assert "so many" in said
    assert "7" in said
