"""The documents of a seat: those that were read, and the one that is opened first."""

from __future__ import annotations

from warcouncil.clients.seat.model.documents import SeatDocuments
from warcouncil.protocol.table.sheets import Documents, Sheet

from tests.clients.seat.desks import desk_of
from tests.clients.seat.papers import CABLE, ORDER, REPORT, SHEET, asked

LYING = Sheet(elements=(Documents(documents=(ORDER, CABLE, REPORT)),))


def papers_of(sheet: Sheet = LYING) -> SeatDocuments:
    """Return the documents of a seat that has this sheet."""
    return SeatDocuments(desk_of(*asked(sheet=sheet)))


def test_new_papers_are_opened_first_then_unread_ones() -> None:
    """A player must search for the cable that was just handed over."""
    papers = papers_of()
    opened = []
    for _ in range(4):
        opened.append(papers.first())
        papers.read(papers.all[papers.first()])
    assert opened == [1, 0, 2, 2]
    assert papers.unread == 0


def test_only_what_was_not_opened_is_marked() -> None:
    """An unopened document looks like one that was read."""
    papers = papers_of()
    papers.read(CABLE)
    (marked,) = papers.marked(LYING).elements
    assert isinstance(marked, Documents)
    assert [each.new for each in marked.documents] == [True, False, True]
    assert papers.unread == 2
    assert papers.marked(LYING) is papers.marked(LYING)  # a frame asks for it several times


def test_what_is_shown_in_full_is_read() -> None:
    """If this fails, a text that a player has in full on the screen counts as unread."""
    papers = papers_of()
    papers.see([ORDER, CABLE])
    assert papers.unread == 1
    assert [papers.is_read(each) for each in (ORDER, CABLE, REPORT)] == [True, True, False]


def test_a_second_edition_was_not_read() -> None:
    """A player who knows the first edition does not learn that it was changed."""
    papers = papers_of()
    papers.read(ORDER)
    assert not papers.is_read(ORDER.model_copy(update={"text": "It fires first."}))


def test_at_another_seat_nothing_was_read() -> None:
    """The documents of a new person look as if they had been read."""
    desk = desk_of(*asked(sheet=LYING))
    papers = SeatDocuments(desk)
    papers.read(ORDER)
    desk.seatings += 1
    assert papers.unread == 3


def test_a_long_situation_can_be_read_and_is_not_counted() -> None:
    """On a small screen the situation is read eight lines at a time, or it counts as unread for ever."""
    papers = papers_of(SHEET)
    assert [each.title for each in papers.all] == [
        "The situation",
        *(each.title for each in (ORDER, CABLE, REPORT)),
    ]
    assert papers.unread == 3


def test_without_a_view_there_is_nothing() -> None:
    """The key fails before the table has begun."""
    papers = SeatDocuments(desk_of())
    assert (papers.all, papers.unread) == ((), 0)
