"""Sheets as text: each element as lines that can be read aloud, without any drawing."""

from __future__ import annotations

import re
from itertools import groupby
from typing import assert_never

from warcouncil.clients.widgets.board.map import place_line
from warcouncil.clients.wording.saying import say
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
    Front,
    Fronts,
    Map,
    Post,
    Prose,
    Rows,
    Side,
    Strength,
    Track,
)

UNKNOWN = "unknown"
PLAIN = "{}"
_KEY_BEFORE = re.compile(r"^[A-Z] (?=[a-z])")
"""The key of an order before its name, in the form that boards draw: *A attacks*."""
COLUMNS_TOLD = 4
"""In tables with at least this many columns, each cell is read with the name of its column, even if it holds words."""
DOCUMENTS = "Documents"


def element_lines(element: Element, secret: str = PLAIN) -> list[str]:
    """Return an element as lines of text: its heading, and each of its rows below it.

    `secret` is the format for the face of a card that others do not know.
    """
    head, rows = parts(element, secret)
    return [f"{head}:", *(f"  {row}" for row in rows)] if head else rows


def parts(element: Element, secret: str = PLAIN) -> tuple[str, list[str]]:
    """Return the heading of an element and its rows. An element of one line has no heading."""
    match element:
        case BattleLine():
            return element.title, [*_side_lines(element.far), *_side_lines(element.near)]
        case Facts(facts=(fact,)):
            return "", [f"{_title(element.title)}{_fact(fact)}"]
        case Facts():
            return element.title, [_fact(fact) for fact in element.facts]
        case Cards():
            return "", [f"{_title(element.title)}{_cards(element, secret)}"]
        case Fronts():
            sides = f"{element.left} against {element.right}"
            head = f"{element.title}, {sides}" if element.title else sides
            return head, [_front(element, front, secret) for front in element.fronts]
        case Track():
            return "", [_track(element)]
        case Rows():
            return element.title, [_row(element.head, row) for row in element.rows]
        case Prose():
            first, *rest = element.text.splitlines() or [""]
            return "", [f"{_title(element.title)}{first}", *rest]
        case Map():
            return element.title, [place_line(element, place) for place in element.places]
        case Documents():
            return element.title or DOCUMENTS, [
                line for each in element.documents for line in document_lines(each)
            ]
        case _:
            assert_never(element)


def _title(title: str) -> str:
    return f"{title}: " if title else ""


def _fact(fact: Fact) -> str:
    return f"{fact.label}: {_known(fact.value)}"


def _known(value: str) -> str:
    """Return a value for reading aloud. A single question mark becomes UNKNOWN."""
    return UNKNOWN if value == "?" else value


def _note(note: str) -> str:
    return f" ({note})" if note else ""


def _side_lines(side: Side) -> list[str]:
    """Return lines for what a side has behind its line, and for each of its posts."""
    behind = ", ".join(f"{fact.label} {_known(fact.value)}" for fact in side.behind)
    return [*([f"{side.title}: {behind}"] if behind else []), *(_post(side, post) for post in side.posts)]


def _post(side: Side, post: Post) -> str:
    yours = " (yours)" if post.yours else ""
    stance = f", {_KEY_BEFORE.sub('', post.stance)}" if post.stance else ""
    return f"{side.title} {post.label}{yours}: {_strength(post.strength)}{stance}{_note(post.note)}"


def _strength(strength: Strength) -> str:
    if strength.now is not None:
        return f"{strength.now}{_note(' '.join(strength.parts))}"
    if strength.seen is not None:
        seen = f"{strength.seen}{_note(' '.join(strength.seen_parts))}"
        when = f" on {strength.seen_when}" if strength.seen_when else ""
        return f"{UNKNOWN}, was {seen}{when}"
    return UNKNOWN


def _cards(cards: Cards, secret: str) -> str:
    shown = ", ".join(
        f"{number} × {card}" if number > 1 else card
        for card, number in (
            (card, len(list(same))) for card, same in groupby(_card(each, secret) for each in cards.cards)
        )
    )
    total = f", {cards.count} in all" if cards.count is not None and cards.count != len(cards.cards) else ""
    return f"{shown or 'none'}{total}{_note(cards.note)}"


def _card(card: Card, secret: str) -> str:
    face = "face down" if card.face is None else secret.format(card.face) if card.secret else card.face
    back = f" [{card.back}]" if card.back else ""
    return f"{face}{back}{_note(card.note)}"


def _front(fronts: Fronts, front: Front, secret: str) -> str:
    at = _marker(front.at, front.low, front.high) if front.at is not None else ""
    mark = f" {front.mark};" if front.mark else ""
    left, right = _cards(front.left, secret), _cards(front.right, secret)
    return (
        f"{front.label}:{at}{mark} {fronts.left} {left}, total {_total(front.left_total)}; "
        f"{fronts.right} {right}, total {_total(front.right_total)}{_note(front.note)}"
    )


def _marker(at: int, low: int, high: int) -> str:
    return " " + say("plain.marker", at=at, low=low, high=high)


def document_lines(document: Document) -> list[str]:
    """Return a whole document: its name and each of its paragraphs."""
    return [f"{_named(document)}:", *(line for line in document.lines if line)]


def list_lines(documents: Documents, first: int) -> list[str]:
    """Return the names of documents, each with the number to read it by, counted from `first`."""
    return [
        f"{documents_heading(documents)}:",
        *(f"  {row}" for row in document_rows(documents, first).values()),
    ]


def documents_heading(documents: Documents) -> str:
    """Return the heading of a list of documents."""
    return say("plain.how_document", title=documents.title or DOCUMENTS)


def document_rows(documents: Documents, first: int) -> dict[str, str]:
    """Return the line of each document by its name. The line has the number to read it by, and its length."""
    return {
        _named(
            each
        ): f"{number} {'new: ' * each.new}{_named(each)}, {plural(len(each.known_by[1]), 'character')}"
        for number, each in enumerate(documents.documents, first)
    }


def _named(document: Document) -> str:
    note = "; ".join(filter(None, (document.note, "secret" * document.secret)))
    return f"{document.title}{_note(note)}"


def _total(total: str) -> str:
    return _known(total) or UNKNOWN


def _track(track: Track) -> str:
    marks = ", ".join(f"{mark.at} {mark.label}" for mark in track.marks)
    return f"{track.title}: {track.at}, from {track.low} to {track.high}{_note(marks)}{_note(track.note)}"


def _row(head: tuple[str, ...], row: tuple[str, ...]) -> str:
    """Return a row for reading aloud. The name of the column comes before a number. In a wide table it comes
    before each cell.
    """
    wide = len(head) >= COLUMNS_TOLD
    rest = [
        f"{name} {_known(cell)}".strip() if wide or not _is_words(cell) else cell
        for name, cell in zip(head[1:], row[1:], strict=False)
        if cell
    ]
    if not rest:
        return "".join(row[:1])
    between = ", " if wide else "; "
    return f"{row[0]}: {between.join(rest)}"


def _is_words(cell: str) -> bool:
    return sum(map(str.isalpha, cell)) > 1
