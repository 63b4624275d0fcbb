"""Papers in the form that an author writes: converts a small part of Markdown into pieces.

The part is: paragraphs whose line breaks stay, headings, lists, numbered clauses, tables, bold, and a backslash
before a sign that is not meant as markup. Everything else stays in the text unchanged. No word is ever lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import assert_never

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, heading, list_block, table
from markdown_it.token import Token
from warcouncil.protocol.table.papers import (
    BETWEEN_CELLS,
    BULLET,
    DEPTH_MAX,
    LEVEL_MAX,
    PaperHeading,
    PaperItem,
    PaperList,
    PaperPicture,
    PaperPiece,
    PaperTable,
    PaperText,
    Words,
    lines_of,
)
from warcouncil.protocol.table.papers import plain as plain_line
from warcouncil.protocol.table.rulebooks import (
    PARAGRAPH_CHARS_MAX,
    RuleBlock,
    RuleHeading,
    RuleList,
    RuleTable,
    RuleText,
)
from warcouncil.protocol.words import TEXT_CHARS_MAX, plain

INDENT_MAX = 12
"""How many spaces at the start of a line are kept. Deeper lists are not drawn."""
_LEVELS = 2
"""The levels of the parser for one list: its own, and that of its items."""
_CELL_ENDS = re.compile(r"(?<!\\)\|")


def laid(text: str) -> str:
    """Return a text with its line breaks, and without any sequence that a terminal could execute.

    At most one empty line stays between two lines. Empty lines at the start and the end are removed.
    """
    kept: list[str] = []
    for line in text.replace("\t", "    ").splitlines():
        said = plain(line)
        indent = min(len(line) - len(line.lstrip(" ")), INDENT_MAX)
        if said or (kept and kept[-1]):
            kept.append(f"{' ' * indent}{said}" if said else "")
    return "\n".join(kept).rstrip()


@lru_cache(maxsize=512)
def pieces(text: str) -> tuple[PaperPiece, ...]:
    """Return the pieces of a text that `laid` has cleaned."""
    lines = text.split("\n")
    tokens = _PARSER.parse(text)
    found: list[PaperPiece] = []
    at = 0
    while at < len(tokens):
        token, end = tokens[at], _end(tokens, at)
        match token.type:
            case "heading_open":
                words = _lines(tokens[at + 1].content)
                if words:
                    found.append(PaperHeading(level=min(len(token.markup), LEVEL_MAX), words=words[0]))
            case "bullet_list_open" | "ordered_list_open":
                found.append(PaperList(items=tuple(_items(tokens[at : end + 1]))))
            case "table_open":
                found.append(_table(lines[slice(*token.map or (0, 0))], tokens[at:end]))
            case "paragraph_open":
                found.append(PaperText(lines=_lines(tokens[at + 1].content)))
            case _:
                raise AssertionError(token.type)
        at = end + 1
    return tuple(found)


def cells_of(line: str) -> tuple[str, ...]:
    """Return the cells of one line of a table."""
    cells = _CELL_ENDS.split(line.strip())
    cells = cells[1:] if cells and not cells[0].strip() else cells
    cells = cells[:-1] if cells and not cells[-1].strip() else cells
    return tuple(cell.replace("\\|", "|").strip() for cell in cells)


def tables_in(text: str) -> Iterator[list[str]]:
    """Yield the lines of each table of a text: its heading, the line below it, and its rows."""
    lines = text.split("\n")
    for token in _PARSER.parse(text):
        if token.type == "table_open":
            yield lines[slice(*token.map or (0, 0))]


def rule_blocks(found: Iterable[PaperPiece]) -> Iterator[RuleBlock]:
    """Yield pieces as blocks of a rulebook, which has no bold words."""
    for piece in found:
        match piece:
            case PaperText():
                for line in piece.lines:
                    yield from plain_blocks(plain_line(line))
            case PaperHeading():
                yield RuleHeading(text=plain_line(piece.words)[:TEXT_CHARS_MAX])
            case PaperList():
                items = lines_of([piece])
                yield RuleList(
                    items=tuple(
                        part for item in items for part in _portions(item.strip().removeprefix(f"{BULLET} "))
                    )
                )
            case PaperTable():
                head, *rows = (
                    tuple(plain_line(cell)[:TEXT_CHARS_MAX] for cell in row)
                    for row in (piece.head, *piece.rows)
                )
                yield RuleTable(head=head, rows=tuple(rows))
            case PaperPicture():
                yield RuleText(text=piece.said)
            case _:
                assert_never(piece)


def plain_blocks(text: str) -> Iterator[RuleBlock]:
    """Yield a text without markup as blocks of a rulebook: one for each paragraph, and several for a very long one."""
    for paragraph in text.splitlines():
        yield from (RuleText(text=part) for part in _portions(paragraph) if part)


def _portions(text: str) -> list[str]:
    return wrap(text, PARAGRAPH_CHARS_MAX) if len(text) > PARAGRAPH_CHARS_MAX else [text]


# --- the parser ---------------------------------------------------------------------------------------------------


def _shallow_list(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    return state.level < DEPTH_MAX * _LEVELS and list_block(state, start, end, silent)


def _outer_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a table. It ends before the first line that has no cell."""
    if state.level or not _is_row(state, start):
        return False
    last = next((line for line in range(start + 2, end) if not _is_row(state, line)), end)
    return table(state, start, last, silent)


def _is_row(state: StateBlock, line: int) -> bool:
    return "|" in state.src[state.bMarks[line] : state.eMarks[line]]


def _outer_heading(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Read a heading of one of the levels. A line that begins with more number signs is text."""
    begins = state.src[state.bMarks[start] + state.tShift[start] :][: LEVEL_MAX + 1]
    return state.level == 0 and begins != "#" * (LEVEL_MAX + 1) and heading(state, start, end, silent)


def _margin(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    """Return whether this line ends the paragraph before it. It does if it begins further left than the text of the
    list item.
    """
    return silent and state.sCount[start] < state.blkIndent


def _parser() -> MarkdownIt:
    made = MarkdownIt("zero", {"maxNesting": 4 * DEPTH_MAX}).enable(
        ["table", "list", "heading", "emphasis", "escape", "newline"]
    )
    also: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote"]}
    made.disable(
        ["inline", "text_join"]
    )  # `_lines` parses the words of a piece, and most of them have no markup.
    made.block.ruler.at("list", _shallow_list, also)
    made.block.ruler.at("table", _outer_table, {"alt": ["paragraph", "reference"]})
    made.block.ruler.at("heading", _outer_heading, also)
    made.block.ruler.before("paragraph", "margin", _margin, {"alt": ["paragraph"]})
    return made


_PARSER = _parser()


def _end(tokens: Sequence[Token], at: int) -> int:
    """Return the place of the token that closes the one at `at`."""
    level, kind = tokens[at].level, tokens[at].type.replace("_open", "_close")
    return next(
        place
        for place in range(at, len(tokens))
        if tokens[place].type == kind and tokens[place].level == level
    )


def _items(tokens: Sequence[Token]) -> Iterator[PaperItem]:
    """Yield the items of a list and of the lists inside it, in reading order."""
    label, depth, open_ = "", 0, False
    lines: list[Words] = []
    for token in tokens:
        match token.type:
            case "list_item_open" | "list_item_close":
                if open_:
                    yield PaperItem(label=label, depth=depth, lines=tuple(lines))
                open_ = token.type == "list_item_open"
                label = f"{token.info}{token.markup}" if token.info else BULLET
                depth, lines = token.level // _LEVELS, []
            case "inline":
                if not open_:  # Words after an inner list continue at the depth of their own item.
                    open_, label, depth = True, "", token.level // _LEVELS - 1
                lines += _lines(token.content)
            case _:
                pass


def _table(lines: Sequence[str], tokens: Sequence[Token]) -> PaperTable:
    """Return a table. Cells beyond the heading stay, in the last column."""
    read = [_cell(token.content) for token in tokens if token.type == "inline"]
    columns = len(cells_of(lines[0]))
    grid = [tuple(read[at : at + columns]) for at in range(0, len(read), columns)]
    for at, line in enumerate(lines[2:], 1):
        cells = cells_of(line)
        if len(cells) > columns:
            grid[at] = (*grid[at][:-1], _cell(BETWEEN_CELLS.join(cells[columns - 1 :])))
    marks = [cell.strip() for cell in lines[1].strip().strip("|").split("|")]
    right = tuple(place for place, mark in enumerate(marks) if mark.endswith(":") and mark[0] != ":")
    return PaperTable(head=grid[0], rows=tuple(grid[1:]), right=right)


def _cell(text: str) -> Words:
    return next(iter(_lines(text)), ())


def _lines(text: str) -> tuple[Words, ...]:
    """Return the lines of inline text. Other markup stays as plain signs."""
    if "*" not in text and "\\" not in text:
        return tuple((line.strip(),) for line in text.split("\n") if line.strip())
    lines: list[list[str]] = [[""]]
    bold = False
    tokens: list[Token] = []
    _PARSER.inline.parse(text, _PARSER, {}, tokens)
    for each in tokens:
        match each.type:
            case "strong_open" | "strong_close" if each.markup == "**":
                bold = each.type == "strong_open"
                lines[-1].append("")
            case "softbreak" | "hardbreak":
                lines.append(["", ""] if bold else [""])
            case "text" | "text_special":
                lines[-1][-1] += each.content
            case _:
                lines[-1][-1] += each.markup
    found = (_trimmed(line) for line in lines)
    return tuple(line for line in found if line)


def _trimmed(line: Sequence[str]) -> Words:
    """Return the parts of a line without spaces at its ends and without empty parts at its end."""
    kept = list(line)
    while kept and not kept[-1].strip():
        kept.pop()
    if kept:
        kept[-1] = kept[-1].rstrip()
        kept[0] = kept[0].lstrip()
    return tuple(kept)
