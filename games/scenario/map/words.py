"""Orders as text, for the answers on a sheet and in the story."""

from __future__ import annotations

from collections.abc import Mapping

from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.map.orders import Order, parsed
from warcouncil.games.scenario.wording import say


def orders_words(script: Script, orders: Mapping[str, str | int]) -> str:
    """Return orders as text. The text does not say where a piece is, but only where it goes."""
    said = [_order_words(script, name, parsed(str(text))) for name, text in orders.items()]
    return ", ".join(said) or say("shown.all_hold")


def _order_words(script: Script, name: str, order: Order) -> str:
    title = script.pieces[name].title
    match order.kind:
        case "move":
            return say("shown.order_move", piece=title, place=script.places[order.to].title)
        case "support" if order.to:
            other, place = other_title(script, name, order.of), script.places[order.to].title
            return say("shown.order_support_move", piece=title, other=other, place=place)
        case "support":
            return say("shown.order_support", piece=title, other=other_title(script, name, order.of))
        case _:
            return say("shown.order_hold", piece=title)


def other_title(script: Script, name: str, other: str) -> str:
    """Return the title of another piece. Add its side if that differs from the side of the first piece."""
    piece = script.pieces[other]
    if piece.of == script.pieces[name].of:
        return piece.title
    return say("asked.piece_of", piece=piece.title, side=script.title(piece.of))
