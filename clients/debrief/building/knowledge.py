"""Compares what a seat knew with the truth: splits two sheets into named things and compares these one by
one.

A seat also knows what it can infer. The rules decide this: they deal again everything that a seat cannot know
(`Game.rehide`). If a thing is the same in every such world, the seat knows it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from warcouncil.clients.debrief.model.question import Cell, Knew, Knowledge, KnownRow
from warcouncil.clients.widgets.board.map import owner_words, pieces_words
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.table.sheets import (
    BattleLine,
    Card,
    Cards,
    Document,
    Documents,
    Element,
    Fact,
    Facts,
    Fronts,
    Map,
    Prose,
    Rows,
    Sheet,
    Strength,
    Track,
)

Things = dict[str, Cell]
"""The contents of a sheet, by the name of each thing."""
NOT_SHOWN = Cell("unknown", "not shown")
BEGINS_CHARS = 60
_YOU = " (you)"
NO_WORLDS: Mapping[str, Iterable[Sheet]] = {}


def compare(
    truth: Sheet, sheets: Mapping[str, Sheet], worlds: Mapping[str, Iterable[Sheet]] = NO_WORLDS
) -> Knowledge:
    """Compare the sheets of seats, by their titles, with the truth.

    `worlds` has for each seat the truth of positions that it cannot distinguish from this one. A thing that every
    seat knew or could infer gets no row.
    """
    true = things(truth)
    groups: dict[tuple[tuple[str, Cell], ...], list[str]] = {}
    for title, sheet in sheets.items():
        quoted, knew = things(sheet), things(sheet, title)
        found = {
            name: Cell("same") if _is_quoted(cell, quoted.get(name)) else _judged(cell, knew.get(name))
            for name, cell in true.items()
        }
        open_ = [name for name, cell in found.items() if cell.kind in ("unknown", "memory")]
        found |= {
            name: Cell("deduced", true[name].text) for name in _alike(open_, true, worlds.get(title, ()))
        }
        groups.setdefault(tuple(found.items()), []).append(title)
    columns = [dict(each) for each in groups]
    rows = tuple(
        KnownRow(name, cell.text, tuple(column[name] for column in columns))
        for name, cell in true.items()
        if any(column[name].kind not in ("same", "deduced") for column in columns)
    )
    told = {element.title for sheet in sheets.values() for element in sheet.elements}
    hidden = tuple(e.title for e in truth.elements if isinstance(e, Prose) and e.title not in told)
    return Knowledge(
        groups=tuple(tuple(titles) for titles in groups.values()),
        rows=rows,
        alike=len(true) - len(rows),
        nobody=hidden,
        facing={title: frozenset(_opposite(sheet)) for title, sheet in sheets.items()},
    )


def _alike(names: Collection[str], true: Things, worlds: Iterable[Sheet]) -> Collection[str]:
    """Return the names of the things that are the same in every world. Return an empty result if there are no
    worlds.
    """
    left, dealt = names, False
    for world in worlds if names else ():
        found, dealt = things(world), True
        left = [name for name in left if name in found and found[name].text == true[name].text]
        if not left:
            break
    return left if dealt else ()


def _opposite(sheet: Sheet) -> Iterator[str]:
    """Yield the names of the posts opposite the reader's own posts."""
    for line in sheet.elements:
        if isinstance(line, BattleLine):
            for side, other in ((line.far, line.near), (line.near, line.far)):
                yield from (f"{other.title} {post.label}" for post in side.posts if post.yours)


def _is_quoted(true: Cell, knew: Cell | None) -> bool:
    """Return whether readers saw the exact words.

    A text counts as known in its author's words, including "you" and question marks.
    """
    return knew is not None and knew.kind != "memory" and knew.text == true.text


def _judged(true: Cell, knew: Cell | None) -> Cell:
    if knew is None:
        return NOT_SHOWN
    if knew.kind == "same":
        return Cell("same") if knew.text == true.text else Cell("other", knew.text)
    return knew


def things(sheet: Sheet, title: str = "") -> Things:
    """Split a sheet into things.

    `title` is the title of the seat that the sheet addresses. It replaces "you" in the names.
    """
    said = _spoken_of(title) if title else str
    found: Things = {}
    for element in sheet.elements:
        for name, cell in _of(element, said):
            found.setdefault(name, cell)
    return found


def _spoken_of(title: str) -> Callable[[str], str]:
    """Return a function that turns words addressed to a seat into words about it."""

    def others(text: str) -> str:
        text = re.sub(r"\b[Yy]our\b", f"{title}'s", text.removesuffix(_YOU))
        return re.sub(r"\b[Yy]ou\b", title, text)

    return others


def _of(element: Element, said: Callable[[str], str]) -> Iterator[tuple[str, Cell]]:
    match element:
        case BattleLine():
            yield from _line(element, said)
        case Facts():
            yield from ((said(fact.label), _fact(fact, said)) for fact in element.facts)
        case Cards():
            yield said(element.title), _cards(element)
        case Fronts():
            for front in element.fronts:
                yield f"{front.label}, {said(element.left)}", _cards(front.left, said(front.left_total))
                yield f"{front.label}, {said(element.right)}", _cards(front.right, said(front.right_total))
        case Rows():
            for row in element.rows:
                name, *rest = map(said, row)
                yield f"{element.title}: {name}", _sure(" · ".join(rest))
        case Documents():
            yield from ((each.title, _document(each)) for each in element.documents)
        case Map():
            yield from _map(element)
        case Track() | Prose():
            return  # A track is public or drawn from the reader's side, and prose is addressed to the reader
        case _ as never:
            assert_never(never)


def _line(element: BattleLine, said: Callable[[str], str]) -> Iterator[tuple[str, Cell]]:
    for side in (element.far, element.near):
        for post in side.posts:
            yield f"{side.title} {post.label}", _strength(post.strength, post.note)
        yield from ((f"{side.title}: {fact.label}", _fact(fact, said)) for fact in side.behind)


def _map(element: Map) -> Iterator[tuple[str, Cell]]:
    for place in element.places:
        owned: Knew = "unknown" if place.owner is None else "same"
        yield f"{place.title}: owner", Cell(owned, owner_words(place))
        seen: Knew = "same" if place.seen else "unknown"
        yield f"{place.title}: pieces", Cell(seen, pieces_words(element, place, yours=False))


def _sure(text: str) -> Cell:
    kind: Knew = "unknown" if "?" in text or "hidden" in text else "same"
    return Cell(kind, text)


def _document(document: Document) -> Cell:
    """Return the beginning and the length of a document. They distinguish two documents with the same title."""
    _, text = document.known_by
    begins = text[:BEGINS_CHARS].replace("\n", " ")
    return Cell("same", f"{begins}{'…' * (begins != text)} ({plural(len(text), 'character')})")


def _fact(fact: Fact, said: Callable[[str], str]) -> Cell:
    return _sure(said(fact.value))


def _strength(strength: Strength, note: str) -> Cell:
    if strength.now is not None:
        return Cell("same", " ".join(strength.parts) or str(strength.now))
    if strength.seen is not None:
        seen = " ".join(strength.seen_parts) or str(strength.seen)
        when = f" on {strength.seen_when}" if strength.seen_when else ""
        return Cell("memory", f"{seen}{when}{', ' if note else ''}{note}")
    return Cell("unknown", "?")


def _cards(cards: Cards, total: str = "") -> Cell:
    if cards.shape == "pile":
        return Cell("same", plural(cards.count or 0, "card"))
    faces = [card.face for card in cards.cards if card.face is not None]
    down = [card for card in cards.cards if card.face is None]
    backs = _backs(down, max(cards.count or 0, len(cards.cards)) - len(faces))
    words = ", ".join([*sorted(faces), *backs]) or "none"
    if total and not total.startswith("0"):
        words = f"{words} = {total}"
    return Cell("unknown" if backs else "same", words)


def _backs(down: Sequence[Card], number: int) -> list[str]:
    """Return words for cards whose faces are unknown."""
    kinds = Counter(card.back for card in down)
    unseen = number - len(down)
    named = [f"{n} {back} face down".replace("  ", " ") for back, n in kinds.items()]
    return [*named, *([f"{unseen} unseen"] if unseen > 0 else [])]
