"""Rehide for Template: deals again all that one seat cannot know. The proof of secrecy compares the resulting worlds."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.template.state import TemplateState
from warcouncil.protocol.words import SeatId


def rehide(state: TemplateState, seat: SeatId, dice: Dice) -> TemplateState:
    """Deal only the hands of the others and the stock again."""
    others = [who for who in state.hands if who != seat]
    unseen = [card for who in others for card in state.hands[who]] + list(state.stock)
    deck = list(dice.stream("deck").shuffled(sorted(unseen)))
    hands = dict(state.hands)
    for who in others:
        size = len(hands[who])
        hands[who], deck = tuple(sorted(deck[:size])), deck[size:]
    return replace(state, hands=hands, stock=tuple(deck))
