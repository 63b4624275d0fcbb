"""The options of a new game of Kashmir Crisis (10.0, and the numbers that are ours)."""

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
        default=None, description="The Event Deck; with red_and_black its Joker too."
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
        description='What the events do: "house", "blank" (ranks only), or a chart in full (rules 5.0 and 10.4).',
    )
    sudden_death_1: bool = Field(
        default=False, description="The game stops at once when the Joker shows for the second time (10.11)."
    )
    sudden_death_2: bool = Field(
        default=False,
        description="Three Progress Tracks: all three markers at one end win at once (10.12).",
    )
    track_half_length: int = Field(
        default=3,
        ge=1,
        le=12,
        description="Boxes from the start of a Progress Track to each victory box (a number by warcouncil).",
    )
    red_and_black: bool = Field(
        default=False,
        description="Each side draws 4 cards a turn from a deck of its own; the Joker is an event (10.3).",
    )
    start_vp_india: int = Field(default=0, ge=0, le=100, description="VP that India begins with (3.0).")
    start_vp_pakistan: int = Field(default=0, ge=0, le=100, description="VP that Pakistan begins with (3.0).")
    deck_edit: dict[str, Annotated[int, Field(ge=0, le=4)]] = Field(
        default={},
        description='How many of a resource card there are, 0 to 4, such as {"10S": 0, "AH": 2} (10.4).',
    )
    draw_count: int = Field(
        default=8, ge=1, le=40, description="Resource cards drawn each turn (6.0; another number is 10.4)."
    )
    draw_count_own: int = Field(
        default=4,
        ge=1,
        le=20,
        description="Cards that each side draws each turn with red_and_black (10.3; another number is 10.4).",
    )
    threshold: int = Field(
        default=40,
        ge=0,
        le=400,
        description="What all cards on all fronts must come to for a front to be scored (8.0; another number is 10.4).",
    )
    jokers: int = Field(
        default=1,
        ge=1,
        le=4,
        description="Jokers in the deck; the second time that any of them shows ends the game (3.0; more are 10.4).",
    )
    placing: Literal["at_once", "one_by_one", "by_turns"] = Field(
        default="at_once",
        description="How cards are placed: all at once, one card after another by both sides together, or one after"
        " another by turns, the side with more victory points beginning (7.1).",
    )
    reserve_duty: Literal["cover", "whole"] = Field(
        default="cover",
        description="What a side with too few cards must use of its Reserve: enough to cover each front, or, whenever"
        " it received fewer than 3 usable cards, its whole Reserve (7.1).",
    )
    open_draw: bool = Field(
        default=False, description="Both sides see every card as it is dealt, so Reserves are open too (6.0)."
    )
    front_total_floor: bool = Field(
        default=True, description="A front's total that an event pushes below 0 counts as 0 (8.1)."
    )
    vp_log: bool = Field(
        default=False, description="Keep a table of the fronts scored, turn by turn, for all to see (10.2)."
    )
    max_turns: int = Field(
        default=0, ge=0, le=99, description="The game ends after this turn at the latest; 0: no limit."
    )
    choice_seconds: float = Field(
        default=60, ge=5, le=3600, description="Time to choose an effect of an event, in seconds."
    )
    play_seconds: float = Field(default=180, ge=5, le=3600, description="Time to place cards, in seconds.")
    card_seconds: float = Field(
        default=30, ge=5, le=3600, description="Time for each card that is not placed at once, in seconds."
    )
    deal: DeckOrders = Field(default=DeckOrders(), description="Explicit orders of the decks, for teaching.")
