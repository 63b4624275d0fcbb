"""Sheets without secrets, for readers who may know everything. No element is marked as one reader's secret."""

from __future__ import annotations

from typing import assert_never

from warcouncil.protocol.table.sheets import (
    BattleLine,
    Card,
    Cards,
    Document,
    Documents,
    Element,
    Facts,
    Front,
    Fronts,
    Map,
    Prose,
    Rows,
    Sheet,
    Track,
)


def openly(sheet: Sheet) -> Sheet:
    """Return the same sheet without the marks that show what only one reader sees."""
    return sheet.model_copy(update={"elements": tuple(map(_element, sheet.elements))})


def _element(element: Element) -> Element:
    match element:
        case Cards():
            return _cards(element)
        case Fronts():
            return element.model_copy(update={"fronts": tuple(map(_front, element.fronts))})
        case Documents():
            return element.model_copy(update={"documents": tuple(map(_document, element.documents))})
        case Map():
            pieces = tuple(piece.model_copy(update={"yours": False}) for piece in element.pieces)
            return element.model_copy(update={"pieces": pieces})
        case BattleLine() | Facts() | Track() | Rows() | Prose():
            return element
        case _ as never:
            assert_never(never)


def _front(front: Front) -> Front:
    return front.model_copy(update={"left": _cards(front.left), "right": _cards(front.right)})


def _cards(cards: Cards) -> Cards:
    return cards.model_copy(update={"cards": tuple(map(_card, cards.cards))})


def _document(document: Document) -> Document:
    return document.model_copy(update={"secret": False, "new": False})


def _card(card: Card) -> Card:
    return card.model_copy(update={"secret": False}) if card.secret else card
