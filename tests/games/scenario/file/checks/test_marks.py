"""Marks: every mark of the guide is one, and what was meant as another is named with what to write instead."""

from __future__ import annotations

import pytest
from warcouncil.games.kit.text.papers import laid, pieces
from warcouncil.games.scenario.file.checks.marks import MARKS, strange_marks
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.protocol.table.papers import PaperPiece, PaperText

from tests.games.scenario.small import small

KINDS = {
    "a paragraph": ["text"],
    "a heading": ["heading"] * 3,
    "a list": ["list"],
    "numbered clauses": ["list"],
    "a table": ["table"],
    "bold": ["text"],
    "a character that is not a mark": ["text"],
}


def strange(text: str, form: int = 3) -> list[tuple[Path, str]]:
    """Return what is strange in the situation of a file."""
    return list(strange_marks(small(format=form, situation=text)))


@pytest.mark.parametrize(("what", "example", "_note"), MARKS)
def test_every_mark_of_the_guide_draws_what_it_says(what: str, example: str, _note: str) -> None:
    """The guide teaches a mark that players see as a sign."""
    found: tuple[PaperPiece, ...] = pieces(laid(example))
    assert [piece.kind for piece in found] == KINDS[what]
    bold = [line for piece in found if isinstance(piece, PaperText) for line in piece.lines if len(line) > 1]
    assert bool(bold) == (what == "bold")
    assert strange(example) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("> Never.", "'> Never.': there is no mark for quotations. Write quotation marks"),
        (
            "```\nx\n```",
            "'```': there are no blocks of code. Leave out this line. Line breaks stay without it",
        ),
        ("#### Deep", "'#### Deep': a heading has at most three #. Write ###"),
        (
            "Title\n=====",
            "'=====': players see the characters of this line. To divide a text, write a heading, as in # Title",
        ),
        ("• bread", "'• bread': this is not a list. Write - and a space before each item"),
        (
            "![the map](map.png)",
            "'![the map](map.png)': a text cannot contain a picture. Write picture and alt in a document",
        ),
        ("[here](http://x)", "'[here](http://x)': there are no links. Write the words alone"),
        (
            "a <b>b</b>",
            "'<b>': players see the characters of a tag. Write **words** for bold, and a line break for a new line",
        ),
        ("`x`", "'`x`': there is no mark for code. Leave out the `"),
        ("a __b__ c", "'__b__': _ is not a mark. Write **words** for bold"),
        ("a *b c* d", "'*b c*': there are no italics. Write **words** for bold"),
        (
            "| a |\n|---|\n| b | c |",
            "'| b | c |': this row has more cells than the head of its table. For the character | itself write \\|",
        ),
        (
            "| a | b |\n| c | d |",
            "'| a | b |': this is not a table. Write a second line between the head and the rows: | --- | --- |",
        ),
        (
            "{tension\n}",
            "'{tension }': the braces and the text between them must be on one line. Remove the line break",
        ),
    ],
)
def test_a_mark_from_elsewhere_is_named_with_what_to_write_instead(text: str, said: str) -> None:
    """An author hands out a paper full of signs."""
    assert (("situation",), said) in strange(text)


@pytest.mark.parametrize(
    "text", ["2 * 3 * 4", "a_b and c_d_e", "x < y > z", "**a** b*c", "- a\n- b", r"\*a\*"]
)
def test_plain_signs_are_not_strange(text: str) -> None:
    """If this fails, an author is warned of every sum."""
    assert strange(text) == []


def test_marks_in_an_old_format_are_named_once() -> None:
    """An author writes a table, and players read one line of signs."""
    ((path, said),) = strange("**Now**\n- one", form=2)
    assert path == ("situation",)
    assert (
        said == "in format 2 players see the characters of marks. Write format = 3 for lists, tables and bold"
    )


def test_short_texts_have_no_marks() -> None:
    """Two stars appear in a question."""
    found = list(strange_marks(small(format=3, wins="Be **first**.")))
    assert found == [(("wins",), "'**first**': only long texts can have bold words. Remove the **")]
