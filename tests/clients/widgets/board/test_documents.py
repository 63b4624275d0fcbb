"""Documents on a sheet: their list, and one of them at length."""

from __future__ import annotations

from dataclasses import replace

import pytest
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.documents import (
    LIT_ROWS,
    draw_document,
    draw_documents,
    unfolded,
)
from warcouncil.clients.widgets.board.ink import is_dimmed
from warcouncil.clients.widgets.board.scale import Form, Scale
from warcouncil.clients.widgets.board.sheet import (
    draw_sheet,
    drawn_in_form,
    drawn_within,
    fitting_documents,
    places_of,
)
from warcouncil.protocol.table.lighting import light_of
from warcouncil.protocol.table.scenes import DocumentChange, Scene
from warcouncil.protocol.table.sheets import Document, Documents, Fact, Facts, Prose, Sheet, documents_of

ORDER = Document(title="Order 7", text="\nHold the strait.\nNobody passes.", note="handed to you in round 2")
SECRET = Document(title="Cable", text="word " * 1200, new=True, secret=True)
LYING = Documents(title="Your papers", documents=(ORDER, SECRET))


def test_a_list_names_each_and_says_how_it_begins() -> None:
    """A reader does not know which text to open, or that one is new or secret."""
    assert [line.plain for line in draw_documents(LYING, 72, sides=Sides())] == [
        "Your papers  2 texts",
        "▤ Order 7 · handed to you in round 2  Hold the strait.",
        "● Cable · secret  word word word word word word word word word word …",
    ]


@pytest.mark.parametrize("width", [20, 60, 200])
def test_all_of_a_text_can_be_read(width: int) -> None:
    """The end of a long paragraph is cut off, or a line leaves the screen."""
    lines = draw_document(SECRET, width, sides=Sides())
    assert " ".join(line.plain for line in lines).split().count("word") == 1200
    assert max(line.cell_length for line in lines) <= min(width, 96)


def test_documents_are_numbered_through_a_sheet() -> None:
    """Two lists on a sheet both have a first document."""
    sheet = Sheet(elements=(LYING, Prose(text="x"), Documents(documents=(ORDER,))))
    assert documents_of(sheet) == (ORDER, SECRET, ORDER)


def test_a_document_that_is_handed_over_shows_more_of_itself() -> None:
    """A document in a scene is only a title, or the others are as bright."""
    light = light_of(Scene(title="x", changes=(DocumentChange(title="Cable", text="x"),)))
    lines = draw_documents(LYING, 60, sides=Sides(), light=light)
    assert [line.plain for line in lines[:3]] == [
        "Your papers  2 texts",
        "▤ Order 7 · handed to you in round 2  Hold the strait.",
        "● Cable · secret",
    ]
    assert len(lines) == 3 + LIT_ROWS
    assert lines[-1].plain == "  ▎ …"
    assert [is_dimmed(line) for line in lines] == [False, True, *[False] * (1 + LIT_ROWS)]


def test_an_onlooker_has_the_texts_below_the_board() -> None:
    """An umpire sees that a seat has a cable, but not its text."""
    facts = Facts(facts=(Fact(label="a", value="1"),))
    whole = unfolded(Sheet(elements=(LYING, facts)))
    drawn = "\n".join(line.plain for line in draw_sheet(whole, 100))
    assert whole.elements[0] == facts
    assert "Order 7 · handed to you in round 2" in drawn
    assert drawn.count("word") == 1200
    assert unfolded(Sheet(elements=(facts,))) == Sheet(elements=(facts,))


def test_paragraphs_are_separated_and_lists_are_not() -> None:
    """A long text is one block, or a list of ships is torn apart."""
    text = "one\ntwo\n" + "word " * 12 + "\nthree\n\nfour"
    lines = [line.plain for line in draw_document(Document(title="T", text=text), 30, sides=Sides())]
    assert lines == [
        "T",
        "",
        "one",
        "two",
        "",
        "word word word word word word",
        "word word word word word word",
        "",
        "three",
        "",
        "four",
    ]


def test_a_board_with_room_opens_documents_the_readers_own_first() -> None:
    """A screen that is almost empty does not show the reader's own brief."""
    order = Document(title="Order 8", text="\n".join(f"{n}. Hold." for n in range(1, 13)))
    brief = Document(title="Brief", text="Keep the bridge.\nTell nobody.", secret=True)
    sheet = Sheet(headline="Night", elements=(Documents(documents=(order, brief)),))
    shut = len(draw_sheet(sheet, 60))

    def shown(room: int) -> str:
        lines = drawn_within(sheet, 60, room)
        assert len(lines) <= room
        return "\n".join(line.plain for line in lines)

    first = next(room for room in range(shut, 40) if "▎" in shown(room))
    assert first > shut
    assert "Tell nobody." in shown(first)
    assert "12. Hold." not in shown(first)
    assert "12. Hold." in shown(40)


def test_open_documents_leave_no_gap_below_the_list() -> None:
    """If this fails, a board has five blank lines between the list and the documents that left it."""
    texts = tuple(Document(title=f"Order {n}", text="Hold the strait.") for n in range(6))
    sheet = Sheet(elements=(Documents(title="Your papers", documents=(SECRET, *texts)),))
    form = Form(Scale.ROOMY, room=30, places=places_of(sheet, 60, Scale.ROOMY, {}))
    opened = frozenset(each.known_by for each in fitting_documents(sheet, 60, form))
    assert opened == {each.known_by for each in texts}
    lines = [line.plain.strip() for line in drawn_in_form(sheet, 60, replace(form, opened=opened))]
    assert lines[0] == "Your papers  1 text"
    assert lines[2] == ""
    assert lines[3].startswith("Order 0")
