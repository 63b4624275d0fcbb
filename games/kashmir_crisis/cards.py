"""The cards: forty resources in two colours, twelve events and a Joker."""

from __future__ import annotations

from typing import Literal

from warcouncil.games.kashmir_crisis.wording import say
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.words import SeatId, TeamId

INDIA = SeatId("india")
PAKISTAN = SeatId("pakistan")
SEAT_IDS = (INDIA, PAKISTAN)
NAMES = {INDIA: "India", PAKISTAN: "Pakistan"}

FRONTS = ("D", "I", "M")
FRONT_NAMES = {"D": "Diplomatic", "I": "Information", "M": "Military"}
RESERVE = "R"

JOKER = "JOKER"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
SUITS = {INDIA: ("S", "C"), PAKISTAN: ("H", "D")}
SUIT_SIGNS = {"S": "♠", "C": "♣", "H": "♥", "D": "♦"}

RESOURCES = {seat: tuple(f"{rank}{suit}" for suit in SUITS[seat] for rank in RANKS) for seat in SEAT_IDS}
EVENT_CARDS = tuple(f"{rank}{suit}" for rank in "JQK" for suit in "SHCD")

SEATS = (
    Seat(INDIA, TeamId("india"), "India"),
    Seat(PAKISTAN, TeamId("pakistan"), "Pakistan"),
)


def other(seat: SeatId) -> SeatId:
    """Return the opponent."""
    return PAKISTAN if seat == INDIA else INDIA


def copies(card: str, count: int) -> tuple[str, ...]:
    """Return the names of `count` copies of one card. The second copy of AH is called AH/2 (10.4)."""
    return tuple(card if number == 1 else f"{card}/{number}" for number in range(1, count + 1))


def plain(card: str) -> str:
    """Return the name of the first copy of a card."""
    return card.partition("/")[0]


def is_joker(card: str) -> bool:
    """Return whether a card is a Joker."""
    return plain(card) == JOKER


def fits(kind: str, card: str) -> bool:
    """Return whether a resource card is of a kind: a rank such as 10, a suit such as S, or one card such as 10S."""
    name = plain(card)
    return kind in (name, name[:-1], name[-1])


def value(card: str) -> int:
    """Return the value of a resource card: its number, and 1 for an Ace (2.1)."""
    rank = plain(card)[:-1]
    return 1 if rank == "A" else int(rank)


def owner(card: str) -> SeatId:
    """Return the seat that receives a resource card: India black cards, Pakistan red ones (6.0)."""
    return INDIA if plain(card)[-1] in SUITS[INDIA] else PAKISTAN


def label(card: str) -> str:
    """Return a card in the form that people write, such as 10♠."""
    if is_joker(card):
        return say("events.joker")
    name = plain(card)
    return name[:-1] + SUIT_SIGNS[name[-1]]


def labels(cards: tuple[str, ...]) -> str:
    """Return several cards as text, such as "10♠, 4♣", or "none"."""
    return say("events.list_comma").join(label(card) for card in cards) or say("events.none")


def tone(card: str) -> Literal["red", "black", "special"]:
    """Return the colour in which a card is drawn."""
    if is_joker(card):
        return "special"
    return "black" if owner(card) == INDIA else "red"


def ordered(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return cards from the highest to the lowest, so that their order does not reveal how they were drawn."""
    return tuple(sorted(cards, key=lambda card: (-value(card), card)))


def total(cards: tuple[str, ...]) -> int:
    """Return the sum of the printed values."""
    return sum(value(card) for card in cards)
