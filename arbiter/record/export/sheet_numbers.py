"""Sheet numbers: every number on a sheet, with its part of the sheet and the thing that it counts.

"12 inf 4 cav" is two numbers. A number within a sentence does not count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, assert_never

from warcouncil.protocol.table.sheets import (
    BattleLine,
    Cards,
    Documents,
    Element,
    Fact,
    Facts,
    Fronts,
    Map,
    Post,
    Prose,
    Rows,
    Sheet,
    Side,
    Track,
)

ONLY = "number"
"""The label of the number of a thing that has only one number."""
_NUMBER = re.compile(r"[-+−]?[0-9]{1,9}")
_PAIRS = re.compile(r"(?:[0-9]{1,9} [^\W\d]\w*[,;]? *)+")
_PAIR = re.compile(r"([0-9]{1,9}) ([^\W\d]\w*)")


class SheetNumber(NamedTuple):
    """One number of a sheet."""

    part: str
    thing: str
    figure: str
    value: int


def numbers(sheet: Sheet) -> Iterator[SheetNumber]:
    """Yield the numbers of a sheet, in its order."""
    for element in sheet.elements:
        yield from _of(element)


def _of(element: Element) -> Iterator[SheetNumber]:
    match element:
        case BattleLine():
            yield from _side(element.near)
            yield from _side(element.far)
        case Facts():
            yield from _facts(element.title, element.facts)
        case Track():
            yield SheetNumber("", element.title, "at", element.at)
        case Cards():
            yield from _cards("", element.title, element)
        case Fronts():
            yield from _fronts(element)
        case Rows():
            yield from _rows(element)
        case Map():
            yield from _map(element)
        case Prose() | Documents():
            return
        case _ as never:
            assert_never(never)


def _side(side: Side) -> Iterator[SheetNumber]:
    for post in side.posts:
        yield from _post(side.title, post)
    yield from _facts(side.title, side.behind)


def _post(side: str, post: Post) -> Iterator[SheetNumber]:
    if post.strength.now is not None:
        yield SheetNumber(side, post.label, "strength", post.strength.now)
        for figure, value in _counted(" ".join(post.strength.parts)):
            if figure != ONLY:
                yield SheetNumber(side, post.label, figure, value)


def _facts(part: str, facts: Iterable[Fact]) -> Iterator[SheetNumber]:
    for fact in facts:
        for figure, value in _counted(fact.value):
            yield SheetNumber(part, fact.label, figure, value)


def _rows(element: Rows) -> Iterator[SheetNumber]:
    for first, *cells in element.rows:
        for head, cell in zip(element.head[1:], cells, strict=False):
            for figure, value in _counted(cell):
                named = head if figure == ONLY else f"{head} {figure}"
                yield SheetNumber(element.title, first, named, value)


def _cards(part: str, thing: str, cards: Cards) -> Iterator[SheetNumber]:
    yield SheetNumber(part, thing, "cards", max(cards.count or 0, len(cards.cards)))
    faces = Counter(card.face for card in cards.cards if card.face is not None)
    for face, count in faces.items():
        yield SheetNumber(part, thing, face, count)


def _fronts(element: Fronts) -> Iterator[SheetNumber]:
    for front in element.fronts:
        if front.at is not None:
            yield SheetNumber(front.label, "", "at", front.at)
        for title, cards, total in (
            (element.left, front.left, front.left_total),
            (element.right, front.right, front.right_total),
        ):
            yield from _cards(front.label, title, cards)
            for figure, value in _counted(total):
                yield SheetNumber(front.label, title, "total" if figure == ONLY else figure, value)


def _map(element: Map) -> Iterator[SheetNumber]:
    """Yield the strength of each known piece, under the title of its place."""
    titles = {place.name: place.title for place in element.places}
    for piece in element.pieces:
        yield SheetNumber(titles[piece.at], f"{piece.side} {piece.title}", "strength", piece.strength)


def _counted(text: str) -> Iterator[tuple[str, int]]:
    """Yield the numbers of a text that is a number, or that counts things."""
    text = text.strip()
    if _NUMBER.fullmatch(text):
        yield ONLY, int(text.replace("−", "-"))
    elif _PAIRS.fullmatch(text):
        for number, figure in _PAIR.findall(text):
            yield figure, int(number)
