"""The options of a new game of Kashmir Crisis (10.0), with the numbers that the rules leave open."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, JsonValue
from warcouncil.games.kit.negotiation import TalkOptions
from warcouncil.protocol.words import Model

CardNames = Annotated[tuple[str, ...], Field(max_length=200)]
Orders = Annotated[tuple[CardNames, ...], Field(max_length=20)]


class DeckOrders(Model):
    """Explicit orders of the decks, from the top card down, for teaching and for checking a ruling.

    Cards are named by rank and suit: AS to 10D for resources, JS to KD for events, and JOKER. Further copies
    are AS/2 and JOKER/2. An order names every card of its deck exactly once. The orders under `reshuffle` are used
    one after the other, whenever that deck is reshuffled. Cards in an order that are not part of that shuffle are
    skipped.
    """

    resource: CardNames | None = Field(default=None, description="The Resource Deck with its Joker.")
    india: CardNames | None = Field(default=None, description="India's own deck, with red_and_black.")
    pakistan: CardNames | None = Field(default=None, description="Pakistan's own deck, with red_and_black.")
    events: CardNames | None = Field(
        default=None, description="The Event Deck. With red_and_black it includes its Joker."
    )
    reshuffle: Orders = Field(default=(), description="Orders of the Resource Deck for its reshuffles.")
    reshuffle_india: Orders = Field(default=(), description="Orders of India's own deck for its reshuffles.")
    reshuffle_pakistan: Orders = Field(
        default=(), description="Orders of Pakistan's own deck for its reshuffles."
    )
    reshuffle_events: Orders = Field(
        default=(), description="Orders of the Event Deck for its reshuffles, with red_and_black."
    )


class KashmirOptions(TalkOptions):
    """The options of Kashmir Crisis. The defaults are the designer's basic game with the house chart.

    With `talk` on, negotiation opens each turn between the draw of the resources and the play of the cards.
    """

    event_chart: str | dict[str, JsonValue] = Field(
        default="house",
        description='Sets what the events do (rules 5.0 and 10.4): "house", "blank" (ranks only), or a complete '
        "chart.",
    )
    sudden_death_1: bool = Field(
        default=False, description="The game stops at once when the Joker shows for the second time (10.11)."
    )
    sudden_death_2: bool = Field(
        default=False,
        description="There are three Progress Tracks. A side that has all three markers at its end wins at once "
        "(10.12).",
    )
    track_half_length: int = Field(
        default=3,
        ge=1,
        le=12,
        description="The number of boxes from the start of a Progress Track to each victory box. The default is a "
        "number of warcouncil.",
    )
    red_and_black: bool = Field(
        default=False,
        description="Each side draws 4 cards per turn from its own deck, and the Joker is an event (10.3).",
    )
    start_vp_india: int = Field(
        default=0, ge=0, le=100, description="The VP of India at the beginning (3.0)."
    )
    start_vp_pakistan: int = Field(
        default=0, ge=0, le=100, description="The VP of Pakistan at the beginning (3.0)."
    )
    deck_edit: dict[str, Annotated[int, Field(ge=0, le=4)]] = Field(
        default={},
        description='How many copies of a resource card there are, from 0 to 4, such as {"10S": 0, "AH": 2} '
        "(10.4).",
    )
    draw_count: int = Field(
        default=8,
        ge=1,
        le=40,
        description="How many resource cards are drawn each turn (6.0; 10.4 allows another number).",
    )
    draw_count_own: int = Field(
        default=4,
        ge=1,
        le=20,
        description="With red_and_black: how many cards each side draws each turn (10.3; 10.4 allows another number).",
    )
    threshold: int = Field(
        default=40,
        ge=0,
        le=400,
        description="A front is scored only if the sum of all cards on all fronts is at least this number (8.0; "
        "10.4 allows another number).",
    )
    jokers: int = Field(
        default=1,
        ge=1,
        le=4,
        description="How many Jokers are in the deck (3.0; 10.4 allows more). The game ends when a Joker shows for the "
        "second time.",
    )
    placing: Literal["at_once", "one_by_one", "by_turns"] = Field(
        default="at_once",
        description="How the sides place their cards (7.1). at_once: all cards at once. one_by_one: card by card, "
        "both sides at the same moment. by_turns: card by card, by turns, and the side with more victory "
        "points begins.",
    )
    reserve_duty: Literal["cover", "whole"] = Field(
        default="cover",
        description="Sets what a side with fewer than 3 new usable cards must play from its Reserve (7.1). cover: "
        "enough cards to cover each front. whole: the whole Reserve.",
    )
    open_draw: bool = Field(
        default=False,
        description="Both sides see every card when it is dealt. Reserves are therefore open too (6.0).",
    )
    front_total_floor: bool = Field(
        default=True,
        description="If an event makes the total of a front negative, the total counts as 0 (8.1).",
    )
    vp_log: bool = Field(
        default=False,
        description="All players see a table of the fronts that were scored, turn by turn (10.2).",
    )
    max_turns: int = Field(
        default=0,
        ge=0,
        le=99,
        description="The game ends at the latest after this turn. 0: there is no limit.",
    )
    choice_seconds: float = Field(
        default=60, ge=5, le=3600, description="The time to choose an effect of an event."
    )
    play_seconds: float = Field(default=180, ge=5, le=3600, description="The time to place cards.")
    card_seconds: float = Field(
        default=30, ge=5, le=3600, description="With one_by_one or by_turns: the time for each card."
    )
    deal: DeckOrders = Field(default=DeckOrders(), description="Explicit orders of the decks, for teaching.")
