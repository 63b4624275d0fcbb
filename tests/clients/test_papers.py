"""Papers in every skin: the same words in the same order, and never markup of the skin."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from markdown_it import MarkdownIt
from warcouncil.clients.plain.base.sheets import document_lines
from warcouncil.clients.plan.text import papers
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.documents import draw_document, draw_documents, first_line, unfolded
from warcouncil.clients.widgets.board.papers import draw_pieces
from warcouncil.clients.widgets.board.sheet import draw_sheet
from warcouncil.games.kit.text.papers import laid, pieces
from warcouncil.games.scenario.file.pictures import picture
from warcouncil.protocol.table.sheets import Document, Documents, Sheet

from tests.games.kit.text.test_papers import texts

PAPER = laid("""# The *draft* of [bold]Rosal[/bold]

The Council, <script>globalThis.pwned = 1</script>
noting **the \x1b[31mred** lamp, {{ x }} and &lt;b&gt;,

1. Decides **at once**:
   - ships sail
     by day
     - never by night
   - ports open
   and stay so
2. Asks for `bread`.

| issue \\| item | red | blue |
| --- | ---: | :-- |
| **wages** | 40 | <b>10</b> |
| ports | 5 |

## End
* one
-- $(x) ${y} %s """)
ALT = 'A <b>quay</b> "north" of the [red] river'
DRAWING = picture('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><circle r="9"/></svg>', ALT)
WHOLE = pieces(PAPER)
DOCUMENT = Document(title="T", pieces=WHOLE)
STROKES = "·▎━─|-"


def words(text: str) -> list[str]:
    """Return the words of a text in order, without strokes and the labels of items."""
    return [word for each in text.split() if (word := each.strip(STROKES))]


SAID = words(" ".join(DOCUMENT.lines))


class Page(HTMLParser):
    """The words of a page as its reader sees them, and its tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said, self.tags = "", set[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Record a tag. Every tag except that of bold text begins a new place."""
        self.tags.add(tag)
        self.said += "" if tag in ("b", "strong") else " "

    def handle_data(self, data: str) -> None:
        """Record words."""
        self.said += data


@pytest.mark.parametrize("width", [30, 78, 118, 300])
def test_a_terminal_draws_every_word(width: int) -> None:
    """A clause is cut at the edge of a small terminal."""
    lines = draw_document(DOCUMENT, width, sides=Sides())
    assert max(line.cell_length for line in lines) <= width
    drawn = words(" ".join(line.plain for line in lines))
    assert sorted(drawn) == sorted(["T", *SAID])
    if width > 78:
        assert drawn == ["T", *SAID]


def test_a_terminal_never_reads_a_text_as_markup() -> None:
    """If this fails, an author can hide words, or colour the screen."""
    (line,) = (each for each in draw_pieces(WHOLE, 118) if "Rosal" in each.plain)
    assert line.plain == "The *draft* of [bold]Rosal[/bold]"
    (noting,) = (each for each in draw_pieces(WHOLE, 118) if "noting" in each.plain)
    assert noting.plain == "noting the [31mred lamp, {{ x }} and &lt;b&gt;,"
    assert [(span.start, span.end) for span in noting.spans if "bold" in str(span.style)] == [(7, 18)]


def test_plain_lines_say_every_word() -> None:
    """A player with a screen reader reads another document."""
    head, *lines = document_lines(DOCUMENT)
    assert (head, words(" ".join(lines))) == ("T:", SAID)
    assert "issue | item | red | blue" in lines
    assert "  - ships sail" in lines


def test_an_umpire_reads_it_below_the_board() -> None:
    """The umpire and the projector see the markup, or less than the players."""
    sheet = unfolded(Sheet(elements=(Documents(documents=(DOCUMENT,)),)))
    assert words(" ".join(line.plain for line in draw_sheet(sheet, 200))) == ["T", *SAID]
    assert first_line(DOCUMENT) == "The *draft* of [bold]Rosal[/bold]"


def test_a_list_of_documents_cuts_no_word_in_two() -> None:
    """If this fails, a player reads *they have a good lawy…*."""
    text = "They count birds, and they have a good lawyer."
    documents = Documents(documents=(Document(title="Friends", text=text),))
    for width in range(30, 70):
        _, line = draw_documents(documents, width, sides=Sides(()))
        _, _, said = line.plain.partition("  ")
        assert line.cell_length <= width
        assert set(said.split()) <= {*text.split(), "…"}, said
    assert said == text


def test_a_long_title_is_whole_and_widens_no_document() -> None:
    """If this fails, each line of the document ends in three dots."""
    document = Document(title="Brief for the director of the company", text="The bank has given you money.")
    for width in range(20, 50):
        lines = draw_sheet(unfolded(Sheet(elements=(Documents(documents=(document,)),))), width)
        assert all(len(line.plain.rstrip()) <= width for line in lines)
        assert " ".join(" ".join(line.plain for line in lines).replace("▎", " ").split()).startswith(
            document.title
        )


def test_a_page_of_html_says_every_word() -> None:
    """The report, the preview and the print leave out words, or run a stranger's text."""
    page = Page(papers.html(WHOLE))
    assert words(page.said) == SAID
    assert page.tags <= {
        *[
            "div",
            "p",
            "br",
            "b",
            "ul",
            "li",
            "span",
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "h3",
            "h4",
            "h5",
        ]
    }


def test_printed_markdown_says_every_word() -> None:
    """`scenario show --markdown` gives a text that another program draws otherwise."""
    page = Page(
        MarkdownIt("commonmark", {"html": True}).enable("table").render("\n".join(papers.markdown(WHOLE)))
    )
    numbers = {"1.", "2."}  # The other program counts the clauses itself.
    assert words(page.said) == [word for word in SAID if word not in numbers]
    assert page.tags <= {
        *["p", "br", "strong", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "h3", "h4"]
    }


def test_a_picture_is_its_words_where_pictures_are_not_drawn() -> None:
    """If this fails, a player at a terminal has an empty document, or one with the code of a picture."""
    document = Document(title="T", pieces=(DRAWING, *pieces("Seen from the sea.")))
    said = [f"[{ALT}]", "Seen from the sea."]
    assert list(document.lines) == said
    assert [line.plain for line in draw_pieces(document.pieces, 118) if line.plain] == said
    assert [line.strip() for line in document_lines(document)[1:]] == said
    assert max(line.cell_length for line in draw_pieces(document.pieces, 20)) <= 20


def test_a_page_of_html_shows_a_picture_from_its_own_data() -> None:
    """If this fails, the report shows a broken frame, or a stranger's words become its markup."""
    written = papers.html((DRAWING,))
    (tag,) = re.findall(r"<img [^>]*>", written)
    assert f'src="data:image/svg+xml;base64,{DRAWING.data}"' in tag
    assert f'alt="{escape(ALT)}"' in tag
    assert Page(written).tags == {"div", "p", "img"}
    (marked, _) = papers.markdown((DRAWING,))
    assert marked.endswith(f"]({DRAWING.source})")
    shown = Page(MarkdownIt("commonmark", {"html": True}).render(marked))
    assert "b" not in shown.tags


@given(texts)
def test_no_skin_ever_loses_a_letter(text: str) -> None:
    """A rare mixture of signs loses a clause in one of the skins."""
    found = pieces(laid(text))
    said = "".join(filter(str.isalnum, " ".join(Document(title="", pieces=found).lines)))
    drawn = {
        "terminal": " ".join(line.plain for line in draw_pieces(found, 2000)),
        "page": Page(papers.html(found)).said,
    }
    assert {skin: "".join(filter(str.isalnum, each)) for skin, each in drawn.items()} == dict.fromkeys(
        drawn, said
    )
    other = MarkdownIt("commonmark", {"html": True}).enable("table").render("\n".join(papers.markdown(found)))
    assert not Page(other).tags & {"a", "script", "img", "code", "pre", "hr", "em", "blockquote"}


def test_narrow_tables_keep_their_order() -> None:
    """A table too wide for a terminal becomes columns of single letters."""
    table = pieces(
        "|"
        + "|".join(f"column{at}" for at in range(12))
        + "|\n"
        + "|---" * 12
        + "|\n|"
        + "|".join(f"cell{at}" for at in range(12))
        + "|"
    )
    lines = [line.plain for line in draw_pieces(table, 30)]
    assert max(map(len, lines)) <= 30
    assert words(" ".join(lines)) == [f"{what}{at}" for what in ("column", "cell") for at in range(12)]
