"""The documents beside the board of a wide screen."""

from __future__ import annotations

from warcouncil.clients.seat.drawing.side_papers import SidePapers
from warcouncil.protocol.table.sheets import Document, Documents, Fact, Facts, Sheet, documents_of

OWN = Document(title="Your brief", text="Hold the bridge. " * 10, secret=True)
LONG = Document(title="A long letter", text="\n".join(f"Line {n}." for n in range(30)), secret=True)
ABOUT = Document(title="About Red", text="An army.")
FACTS = Facts(facts=(Fact(label="Bridges", value="2"),))
SITUATION = Document(title="The situation", text="It rains.")
WIDTH = 40


def _board(*documents: Document) -> Sheet:
    return Sheet(elements=(FACTS, Documents(title="To read", documents=documents)))


def _chosen(papers: SidePapers, board: Sheet) -> str:
    return "\n".join(line.plain for line in papers.lines(board, WIDTH))


def test_a_document_is_beside_the_board_or_in_its_list() -> None:
    """A text is on the screen twice, or not at all."""
    papers, board = SidePapers(), _board(ABOUT, OWN, LONG)
    papers.choose(board, WIDTH, 12, "here", told=False)
    assert "Your brief" in _chosen(papers, board)
    assert "Line 1." not in _chosen(papers, board), "it is whole, or in the list"
    assert papers.height == len(papers.lines(board, WIDTH)) + 1 <= 12
    assert documents_of(papers.rest(board)) == (ABOUT, LONG)


def test_what_others_know_too_is_beside_the_board_only_after_all_own_documents() -> None:
    """The place for the brief goes to a less important text."""
    papers = SidePapers()
    papers.choose(_board(ABOUT, LONG), WIDTH, 12, "here", told=False)
    assert papers.height == 0
    board = _board(ABOUT, OWN)
    papers.choose(board, WIDTH, 12, "here", told=False)
    assert documents_of(papers.rest(board)) == ()


def test_a_read_document_keeps_its_place_until_an_unread_one_needs_it() -> None:
    """If this fails, two briefs change places beside the board at each round, or a new one waits behind a read one."""
    papers, other = SidePapers(), OWN.model_copy(update={"title": "Your second brief"})
    unread = other.model_copy(update={"new": True})
    papers.choose(_board(OWN, unread), WIDTH, 9, "here", told=False)
    assert "Your second brief" in _chosen(papers, _board(OWN, unread))
    read = _board(OWN, other, SITUATION)
    papers.choose(read, WIDTH, 9, "here", told=False)
    assert "Your second brief" in _chosen(papers, read)
    assert "Your brief" not in _chosen(papers, read)


def test_documents_stay_where_they_are_while_something_is_told() -> None:
    """The board jumps in the middle of a scene that hands over a document."""
    papers = SidePapers()
    papers.choose(_board(OWN), WIDTH, 40, "here", told=False)
    handed = _board(OWN, LONG)
    papers.choose(handed, WIDTH, 40, "here", told=True)
    assert documents_of(papers.rest(handed)) == (LONG,)
    papers.choose(handed, WIDTH, 40, "here", told=False)
    assert documents_of(papers.rest(handed)) == ()
