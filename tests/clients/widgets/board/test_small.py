"""Facts and tables of long words: a text that is too long continues below, and nothing is cut off."""

from __future__ import annotations

from collections import Counter

import pytest
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.small import draw_facts, draw_rows
from warcouncil.protocol.table.sheets import Fact, Facts, Rows

LONG = "He will not sail before the treasury pays, and the treasury does not pay before he sails."


def test_a_long_value_goes_on_below() -> None:
    """The end of an author's text beside a label cannot be read anywhere."""
    facts = (
        Fact(label="ships", value="3"),
        Fact(label="the admiral", value=LONG),
        Fact(label="mines", value="?"),
    )
    lines = [line.plain.rstrip() for line in draw_facts(Facts(title="Known", facts=facts), 40, sides=Sides())]
    assert lines == [
        "Known",
        "ships 3",
        "the admiral He will not sail before the",
        "treasury pays, and the treasury does not",
        "pay before he sails.",
        "mines ?",
    ]


@pytest.mark.parametrize("width", [20, 40, 80, 160])
def test_a_table_of_long_words_holds_all_of_them(width: int) -> None:
    """A cell shows half a sentence."""
    rows = Rows(
        head=("seat", "what is said of it", "ships"), rows=(("Red", LONG, "3"), ("Blue", "nothing", "12"))
    )
    lines = draw_rows(rows, width, sides=Sides())
    assert max(line.cell_length for line in lines) <= width
    said = "".join("".join(line.plain for line in lines).split())
    for word in LONG.split():
        assert word in said or width < 40
    assert not Counter("".join(LONG.split())) - Counter(said), (
        "a narrow column breaks words, and loses no letter"
    )
    assert lines[-1].plain.endswith("12")


def test_numbers_are_aligned() -> None:
    """A reader cannot add them up."""
    lines = draw_rows(
        Rows(head=("seat", "what is said", "n"), rows=(("Red", LONG, "3"), ("Blue", "no", "12"))),
        40,
        sides=Sides(),
    )
    assert [line.plain for line in lines] == [
        "seat  what is said                    n ",
        "Red   He will not sail before the      3",
        "      treasury pays, and the            ",
        "      treasury does not pay before      ",
        "      he sails.                         ",
        "Blue  no                              12",
    ]


def test_the_sign_of_a_missing_number_is_aligned_with_the_others() -> None:
    """A missing hand looks like one more word of the next column."""
    rows = (("Red", "12", "–"), ("Blue", "–", "out"))
    lines = draw_rows(Rows(head=("seat", "cards", "standing"), rows=rows), 40, sides=Sides())
    assert [line.plain for line in lines[1:]] == ["Red      12  –       ", "Blue      –  out     "]


@pytest.mark.parametrize("width", [30, 40, 72, 120])
def test_the_title_of_a_table_is_not_broken_in_its_first_column(width: int) -> None:
    """If this fails, *Numbers of each side* is on two lines beside the names of the sides."""
    sides = ("The Oak", "The Lantern", "The Loom", "The Plough")
    rows = Rows(title="Numbers of each side", head=("", *sides), rows=(("Points", "1", "2", "3", "4"),))
    lines = [line.plain for line in draw_rows(rows, width, sides=Sides())]
    assert lines[0].startswith("Numbers of each side")
    assert max(map(len, lines)) <= width
