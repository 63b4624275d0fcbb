"""Writes texts with markup (papers) as HTML and as Markdown, for the report, the preview, and the printed
page of a scenario.

Every word is escaped, so no text can become markup of the page around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from typing import assert_never

from warcouncil.protocol.table.papers import (
    BULLET,
    PaperHeading,
    PaperItem,
    PaperList,
    PaperPicture,
    PaperPiece,
    PaperTable,
    PaperText,
    Words,
    parts,
)

STYLE = """
.paper :is(h3, h4, h5, h6) { margin: 0.8em 0 0.2em; } .paper :is(h5, h6) { font-size: 1em; }
.paper ul { list-style: none; margin: 0 0 0.5em; padding: 0; }
.paper li { padding-left: 1.8em; } .paper li > .label { float: left; margin-left: -1.8em; font-weight: bold; }
.paper li.bullet { list-style: disc outside; padding-left: 0; margin-left: 1.8em; }
.paper td, .paper th { padding: 0.15em 1em 0.15em 0; vertical-align: top; text-align: left; }
.paper img { display: block; max-width: 100%; height: auto; background: white; break-inside: avoid; }
.paper .n { text-align: right; font-variant-numeric: tabular-nums; }
"""
"""The style of the pieces on our own pages. A page adds its own rules for the lines of tables."""
_LEVEL_MAX = 6
_SIGNS = re.compile(r"([\\`*_\[\]<>#|!~&])")
_BEGINS = re.compile(r"\s*(?:\d+(?=[.)]))?([-+=.)])")


def one_line(text: str) -> PaperText:
    """Return a paragraph of one line, in which no sign is markup."""
    return PaperText(lines=((text,),))


# --- HTML ---------------------------------------------------------------------------------------------------------


def html(pieces: Iterable[PaperPiece], below: int = 2) -> str:
    """Return pieces as HTML. `below` is the level of the heading above them."""
    return f'<div class="paper">{"".join(_html(piece, below) for piece in pieces)}</div>'


def _html(piece: PaperPiece, below: int) -> str:
    match piece:
        case PaperText():
            return f'<p dir="auto">{_lines(piece.lines)}</p>'
        case PaperHeading():
            name = f"h{min(_LEVEL_MAX, below + piece.level)}"
            return f'<{name} dir="auto">{_words(piece.words)}</{name}>'
        case PaperList():
            return "".join(_list(piece))
        case PaperTable():
            head = _cells("th", piece.head, piece.right, ' scope="col"')
            rows = "".join(f"<tr>{_cells('td', row, piece.right)}</tr>\n" for row in piece.rows)
            return f'<div class="wide scroll"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>'
        case PaperPicture():
            size = f'width="{piece.width}" height="{piece.height}"'
            return (
                f'<p class="picture"><img src="{escape(piece.source)}" alt="{escape(piece.alt)}" {size}></p>'
            )
        case _:
            assert_never(piece)


def _words(words: Words) -> str:
    return "".join(f"<b>{escape(part)}</b>" if bold else escape(part) for part, bold in parts(words))


def _lines(lines: Iterable[Words]) -> str:
    return "<br>\n".join(map(_words, lines))


def _list(piece: PaperList) -> Iterator[str]:
    """Yield a list with the lists inside it. Numbers are text of the author, so they are part of the item."""
    open_ = 0
    for item in piece.items:
        depth = item.depth + 1
        yield "<ul>" * (depth - open_) if depth > open_ else f"</li>{'</ul></li>' * (open_ - depth)}\n"
        yield _item(item)
        open_ = depth
    yield f"</li>{'</ul></li>' * (open_ - 1)}</ul>" if open_ else ""


def _item(item: PaperItem) -> str:
    if item.label == BULLET:
        return f'<li class="bullet" dir="auto">{_lines(item.lines)}'
    label = f'<span class="label">{escape(item.label)}</span> ' if item.label else ""
    return f'<li dir="auto">{label}{_lines(item.lines)}'


def _cells(tag: str, row: tuple[Words, ...], right: tuple[int, ...], more: str = "") -> str:
    sides = (' class="n"' if place in right else "" for place in range(len(row)))
    return "".join(
        f"<{tag}{more}{side}>{_words(cell)}</{tag}>" for side, cell in zip(sides, row, strict=True)
    )


# --- Markdown -----------------------------------------------------------------------------------------------------


def markdown(pieces: Iterable[PaperPiece], below: int = 2) -> list[str]:
    """Return pieces as lines of Markdown, with an empty line after each."""
    return [line for piece in pieces for line in (*_markdown(piece, below), "")]


def _markdown(piece: PaperPiece, below: int) -> Iterator[str]:
    match piece:
        case PaperText():
            yield from _broken(piece.lines)
        case PaperHeading():
            yield f"{'#' * min(_LEVEL_MAX, below + piece.level)} {_marked(piece.words)}"
        case PaperList():
            yield from _items(piece)
        case PaperTable():
            yield _row(piece.head)
            yield f"|{'|'.join('---:' if place in piece.right else '---' for place in range(len(piece.head)))}|"
            yield from map(_row, piece.rows)
        case PaperPicture():
            alt = _SIGNS.sub(r"\\\1", piece.alt)
            yield f"![{alt}]({piece.source})"
        case _:
            assert_never(piece)


def _marked(words: Words) -> str:
    """Return a line with its own markup. Every other sign in it that could be markup gets a backslash."""
    found = "".join(_bold(text) if bold else _SIGNS.sub(r"\\\1", text) for text, bold in parts(words))
    if begins := _BEGINS.match(found):
        return f"{found[: begins.start(1)]}\\{found[begins.start(1) :]}"
    return found


def _bold(text: str) -> str:
    inner = text.strip()
    before, after = " " * text[:1].isspace(), " " * text[-1:].isspace()
    signs = _SIGNS.sub(r"\\\1", inner)
    return f"{before}**{signs}**{after}" if inner else before


def _broken(lines: Iterable[Words]) -> Iterator[str]:
    """Yield lines with a break mark at the end of each except the last."""
    *some, last = [*map(_marked, lines)] or [""]
    yield from (f"{line}\\" for line in some)
    yield last


def _items(piece: PaperList) -> Iterator[str]:
    indents = [0] * 9
    for item in piece.items:
        before = " " * indents[item.depth]
        indents[item.depth + 1] = indents[item.depth] + len(item.label or BULLET) + 1
        first, *rest = _broken(item.lines)
        yield f"{before}{item.label} {first}" if item.label else f"\n{before}{first}"
        yield from (f"{' ' * indents[item.depth + 1]}{line}" for line in rest)
        if not item.label:
            yield ""


def _row(row: Iterable[Words]) -> str:
    return f"| {' | '.join(map(_marked, row))} |"
