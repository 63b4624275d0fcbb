"""Sheets in words: each element as lines that can be read aloud, without any drawing."""

from __future__ import annotations

from itertools import groupby
from typing import assert_never

from warcouncil.clients.widgets.board.map import place_line
from warcouncil.clients.widgets.pieces.wording import count
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
DOCUMENTS = "Documents"


def element_lines(element: Element, secret: str = PLAIN) -> list[str]:
    """Return an element as lines of text.

    `secret` is the format for a card's face that others do not know.
    """
    match element:
        case BattleLine():
            return [*_titled(element.title), *_side_lines(element.far), *_side_lines(element.near)]
        case Facts():
            return [f"{_title(element.title)}{_facts(element.facts)}"]
        case Cards():
            return [f"{_title(element.title)}{_cards(element, secret)}"]
        case Fronts():
            head = f"{_title(element.title)}{element.left} against {element.right}"
            return [head, *(f"  {_front(element, front, secret)}" for front in element.fronts)]
        case Track():
            return [_track(element)]
        case Rows():
            return [*_titled(element.title), *(f"  {_row(element.head, row)}" for row in element.rows)]
        case Prose():
            first, *rest = element.text.splitlines() or [""]
            return [f"{_title(element.title)}{first}", *rest]
        case Map():
            return [*_titled(element.title), *(f"  {place_line(element, place)}" for place in element.places)]
        case Documents():
            lines = [line for each in element.documents for line in document_lines(each)]
            return [f"{element.title or DOCUMENTS}:", *(f"  {line}" for line in lines)]
        case _:
            assert_never(element)


def _title(title: str) -> str:
    return f"{title}: " if title else ""


def _titled(title: str) -> list[str]:
    return [f"{title}:"] if title else []


def _facts(facts: tuple[Fact, ...]) -> str:
    return ", ".join(f"{fact.label} {_known(fact.value)}" for fact in facts)


def _known(value: str) -> str:
    """Return a value for reading aloud. A single question mark becomes UNKNOWN."""
    return UNKNOWN if value == "?" else value


def _note(note: str) -> str:
    return f" ({note})" if note else ""


def _side_lines(side: Side) -> list[str]:
    behind = [f"{side.title}{_note(_facts(side.behind))}"] if side.behind else []
    return [*behind, f"  {side.title}: {'; '.join(_post(post) for post in side.posts)}"]


def _post(post: Post) -> str:
    yours = " (yours)" if post.yours else ""
    stance = f" {post.stance}" if post.stance else ""
    return f"{post.label}{yours}: {_strength(post.strength)}{stance}{_note(post.note)}"


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
    at = f" the marker at {front.at}, from {front.low} to {front.high};" if front.at is not None else ""
    mark = f" {front.mark};" if front.mark else ""
    left, right = _cards(front.left, secret), _cards(front.right, secret)
    return (
        f"{front.label}:{at}{mark} {fronts.left} {left}, total {_total(front.left_total)}; "
        f"{fronts.right} {right}, total {_total(front.right_total)}{_note(front.note)}"
    )


def document_lines(document: Document) -> list[str]:
    """Return a whole document: its name and each of its paragraphs."""
    return [f"{_named(document)}:", *(line for line in document.lines if line)]


def list_lines(documents: Documents, first: int) -> list[str]:
    """Return the names of documents, each with the number to read it by, counted from `first`."""
    named = [
        f"  {number} {'new: ' * each.new}{_named(each)}, {count(len(each.known_by[1]), 'character')}"
        for number, each in enumerate(documents.documents, first)
    ]
    return [f"{documents.title or DOCUMENTS} (/doc and a number reads one):", *named]


def _named(document: Document) -> str:
    note = "; ".join(filter(None, (document.note, "secret" * document.secret)))
    return f"{document.title}{_note(note)}"


def _total(total: str) -> str:
    return _known(total) or UNKNOWN


def _track(track: Track) -> str:
    marks = ", ".join(f"{mark.at} {mark.label}" for mark in track.marks)
    return f"{track.title}: {track.at}, from {track.low} to {track.high}{_note(marks)}{_note(track.note)}"


def _row(head: tuple[str, ...], row: tuple[str, ...]) -> str:
    """Return a row for reading aloud: its first cell, then each other cell after the name of its column."""
    rest = [f"{name} {cell}".strip() for name, cell in zip(head[1:], row[1:], strict=False) if cell]
    return f"{row[0] if row else ''}: {', '.join(rest)}" if rest else "".join(row[:1])
