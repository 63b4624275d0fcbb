"""Papers: the small part of Markdown in which authors write, and everything that is not of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from hypothesis import given
from hypothesis import strategies as st
from warcouncil.games.kit.text.papers import laid, pieces, rule_blocks
from warcouncil.protocol.table.papers import (
    DEPTH_MAX,
    PaperHeading,
    PaperItem,
    PaperList,
    PaperPiece,
    PaperTable,
    PaperText,
    changed,
    lines_of,
)
from warcouncil.protocol.table.rulebooks import RuleBlock, RuleList, RuleTable, RuleText

SIGNS = (
    *(
        "word",
        "zwei",
        "3",
        "é",
        "1.",
        "2)",
        "- ",
        "* ",
        "+ ",
        "**",
        "*",
        "__",
        "_",
        "# ",
        "## ",
        "#### ",
        "> ",
    ),
    *("| ", "|", "|---|", "|--:|---|", "---", "===", "`", "```", "\\", "\\|", "[b]", "<script>", "{{", "{x}"),
    *(
        "\n",
        "\n",
        "\n\n",
        "  ",
        "    ",
        "\t",
        "\x1b[31m",
        "&amp;",
        "![a](b)",
        "[x]: y",
        "\u200b",
        "- - - - a",
    ),
)


def read(text: str) -> tuple[PaperPiece, ...]:
    """Return the pieces of a text as a file has it."""
    return pieces(laid(text))


def letters(text: str) -> str:
    """Return the letters and digits of a text in their order."""
    return "".join(filter(str.isalnum, text))


def words_of(blocks: Iterable[RuleBlock]) -> Iterator[str]:
    """Yield the texts of blocks of a rulebook in their order."""
    for block in blocks:
        match block:
            case RuleList():
                yield from block.items
            case RuleTable():
                yield from chain(block.head, *block.rows)
            case _:
                yield block.text


LINES = (
    *("| a | **b** |", "|---|--:|", "| 1 | 2 |", "| 3 |", "| 4 | 5 | 6 |"),
    *("- one", "  - two", "    - three", "1. first", "   more", "# Head", "#### four", "words", ""),
)

texts = st.one_of(
    st.lists(st.sampled_from(SIGNS), max_size=40).map("".join),
    st.lists(st.sampled_from(SIGNS), max_size=40).map(" ".join),
    st.lists(st.sampled_from(LINES), max_size=12).map("\n".join),
    st.lists(st.sampled_from(LINES), max_size=9).map(lambda lines: "\n".join([*LINES[:2], *lines])),
)
"""Single marks in any order, whole lines in any order, and a table that goes on somehow."""


@given(texts)
def test_no_word_is_ever_lost(text: str) -> None:
    """A clause of a treaty is missing on the screens of those who sign it, or in their rulebook."""
    ready = laid(text)
    said = " ".join(lines_of(pieces(ready)))
    assert letters(said) == letters(ready)
    assert letters(" ".join(words_of(rule_blocks(pieces(ready))))) == letters(ready)


@given(texts)
def test_what_a_screen_must_draw_is_regular(text: str) -> None:
    """If this fails, a client meets a row with a missing cell, or an item deeper than it can draw."""
    ready = laid(text)
    assert laid(ready) == ready
    for piece in pieces(ready):
        if isinstance(piece, PaperTable):
            assert {len(row) for row in piece.rows} <= {len(piece.head)}
        if isinstance(piece, PaperList):
            assert all(item.depth < DEPTH_MAX for item in piece.items)
    for block in rule_blocks(pieces(ready)):
        if isinstance(block, RuleTable):
            assert {len(row) for row in block.rows} <= {len(block.head)}


def test_lines_stay_and_an_empty_line_ends_a_paragraph() -> None:
    """A score sheet or an address becomes one line."""
    assert read("  one\ntwo\n\n\nthree") == (
        PaperText(lines=(("one",), ("two",))),
        PaperText(lines=(("three",),)),
    )


def test_bold_words_are_plain_and_bold_in_turn() -> None:
    """If this fails, bold begins at the wrong word, or stops at the end of a line."""
    assert read("**Do** not **sail\nor** talk. 2 ** 3 *x* __y__") == (
        PaperText(lines=(("", "Do", " not ", "sail"), ("", "or", " talk. 2 ** 3 *x* __y__"))),
    )


def test_clauses_keep_their_numbers() -> None:
    """A resolution that strikes clause 2 has other numbers on the screen than on paper."""
    assert read("1. One\n2. Two\n   - inner\n     more\n   after\n4) Four\n\nEnd") == (
        PaperList(
            items=(
                PaperItem(label="1.", lines=(("One",),)),
                PaperItem(label="2.", lines=(("Two",),)),
                PaperItem(depth=1, lines=(("inner",), ("more",))),
                PaperItem(label="", lines=(("after",),)),
            )
        ),
        PaperList(items=(PaperItem(label="4)", lines=(("Four",),)),)),
        PaperText(lines=(("End",),)),
    )


def test_a_line_at_the_left_ends_a_list_and_a_table() -> None:
    """A sentence right below a list or a table becomes an item or a row."""
    assert read("- one\nText.\n\n| a | b |\n|---|--:|\n| 1 | **2** | 3 |\n| 4 |\nText.") == (
        PaperList(items=(PaperItem(lines=(("one",),)),)),
        PaperText(lines=(("Text.",),)),
        PaperTable(head=(("a",), ("b",)), rows=((("1",), ("", "2", " | 3")), (("4",), ())), right=(1,)),
        PaperText(lines=(("Text.",),)),
    )


def test_headings_have_three_levels() -> None:
    """A heading is drawn at another level than its author wrote. Or a fourth level, which screens do not
    have, is drawn as one of the three.
    """
    assert read("# One #\n### Three\n#### four") == (
        PaperHeading(level=1, words=("One",)),
        PaperHeading(level=3, words=("Three",)),
        PaperText(lines=(("#### four",),)),
    )


def test_what_is_not_of_the_part_stays_a_sign() -> None:
    """A text that is no part of Markdown becomes a link, a tag or a block of code."""
    text = "[bold]x[/bold] <script>y</script> `z` [a](b) ![c](d) {{ e }} &lt; ~~f~~ > g\n> h\n---\n```\ni"
    (piece,) = read(text)
    assert list(lines_of([piece])) == text.split("\n")


def test_a_backslash_makes_a_mark_a_sign() -> None:
    """An author cannot write two stars."""
    assert list(lines_of(read(r"\*\*a\*\* \# \| b\c"))) == [r"**a** # | b\c"]


def test_nothing_that_a_terminal_obeys_comes_through() -> None:
    """A text clears the screen, or hides words."""
    assert laid("a\x1b[2Jb\r\nc\u202ed\n\n\n\te") == "a[2Jb\ncd\n\n    e"


def test_printed_values_are_never_marks() -> None:
    """A player's order with two stars makes the board bold."""
    (piece,) = (changed(each, lambda part: part.replace("{x}", "**b** | c\n- d")) for each in read("a {x}"))
    assert list(lines_of([piece])) == ["a **b** | c - d"]


def test_a_rulebook_has_the_same_words() -> None:
    """The page of the rules says less than the paper."""
    found = tuple(rule_blocks(read("One\n**two**\n\n1. a\n- b\n\n| c |\n|---|\n| d |\n\n" + "w " * 2900)))
    assert found[:5] == (
        RuleText(text="One"),
        RuleText(text="two"),
        RuleList(items=("1. a",)),
        RuleList(items=("b",)),
        RuleTable(head=("c",), rows=(("d",),)),
    )
    assert [type(block) for block in found[5:]] == [RuleText, RuleText]
