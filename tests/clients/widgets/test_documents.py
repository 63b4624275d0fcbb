"""Documents on a sheet: their list, and one of them at length."""

from __future__ import annotations

import pytest
from warcouncil.clients.widgets.colours import Sides
from warcouncil.clients.widgets.documents import documents_of, draw_document, draw_documents
from warcouncil.protocol.sheets import Document, Documents, Prose, Sheet

ORDER = Document(title="Order 7", text="\nHold the strait.\nNobody passes.", note="handed to you in round 2")
SECRET = Document(title="Cable", text="word " * 1200, new=True, secret=True)
LYING = Documents(title="Your papers", documents=(ORDER, SECRET))


def test_a_list_names_each_and_says_how_it_begins() -> None:
    """A reader would not know which text to open, nor that one is new or his alone."""
    assert [line.plain for line in draw_documents(LYING, 72, sides=Sides())] == [
        "Your papers  2 texts",
        "▤ Order 7 · handed to you in round 2  Hold the strait.",
        "● Cable · secret  word word word word word word word word word word wor…",
    ]


@pytest.mark.parametrize("width", [20, 60, 200])
def test_all_of_a_text_can_be_read(width: int) -> None:
    """The end of a long paragraph would be cut off, or a line would run out of the screen."""
    lines = draw_document(SECRET, width, sides=Sides())
    assert " ".join(line.plain for line in lines).split().count("word") == 1200
    assert max(line.cell_length for line in lines) <= min(width, 96)


def test_documents_are_numbered_through_a_sheet() -> None:
    """Two lists on a sheet would both have a first."""
    sheet = Sheet(elements=(LYING, Prose(text="x"), Documents(documents=(ORDER,))))
    assert documents_of(sheet) == (ORDER, SECRET, ORDER)
