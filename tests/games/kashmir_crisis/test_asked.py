"""The text and the options of each question, word for word, as its player reads them."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.cards import INDIA
from warcouncil.games.kashmir_crisis.state import KashmirState

from tests.games.asked import asked
from tests.games.kashmir_crisis.builder import events_order, opened, position

HANDS: dict[str, Any] = {"india": ("2S", "9S", "10C", "AS"), "pakistan": ("2H", "3H", "4H", "5D")}
ASKED: dict[str, tuple[KashmirState, str, str]] = {
    "an event's choice": (
        opened(event_chart="house", deal={"events": events_order("JS")}).state,
        "india",
        """
Turn 1 · India chooses: Blood and Water Cannot Flow Together (5.0): Which effect of the event do you take?
effect, Effect
  0: India +1 VP [1]
  1: Pakistan's Diplomatic total -2 [2]
suggested: {'effect': '0'}
""",
    ),
    "placing": (
        position(**HANDS),
        "india",
        """
Turn 1 · Card play · the Diplomatic Front may be scored (7.1): Where do you place your cards? Place one or two cards on each front, the rest in your Reserve.
cards, Your cards
  1 10C at hand: 10♣ -> D I M R
  1 9S at hand: 9♠ -> D I M R
  1 2S at hand: 2♠ -> D I M R
  1 AS at hand: A♠ -> D I M R
  hand: In hand, 0 to 0
  D: Diplomatic, 1 to 2
  I: Information, 1 to 2
  M: Military, 1 to 2
  R: Reserve, 0 to 4
suggested: {'cards': {'AS': {'D': 1}, '2S': {'I': 1}, '9S': {'M': 1}, '10C': {'R': 1}}}
""",
    ),
    "placing with a Reserve": (
        position(india=("2S", "9S", "10C"), pakistan=("2H", "3H", "4H"), reserves={INDIA: ("3C",)}),
        "india",
        """
Turn 1 · Card play · the Diplomatic Front may be scored (7.1): Where do you place your cards? Place one or two cards on each front, the rest in your Reserve.
cards, Your cards
  1 10C at hand: 10♣ -> D I M R
  1 9S at hand: 9♠ -> D I M R
  1 3C at hand: 3♣ (Reserve) -> D I M R
  1 2S at hand: 2♠ -> D I M R
  hand: In hand, 0 to 0
  D: Diplomatic, 1 to 2
  I: Information, 1 to 2
  M: Military, 1 to 2
  R: Reserve, 0 to 4
suggested: {'cards': {'2S': {'D': 1}, '3C': {'I': 1}, '9S': {'M': 1}, '10C': {'R': 1}}}
""",
    ),
    "placing with too few": (
        position(india=("2S",), pakistan=("2H", "3H", "4H")),
        "india",
        """
Turn 1 · Card play · the Diplomatic Front may be scored (7.1): Where do you place your cards? You have fewer than three usable cards. Play each on a front of its own.
cards, Your cards
  1 2S at hand: 2♠ -> D I M
  hand: In hand, 0 to 0
  D: Diplomatic, 0 to 1
  I: Information, 0 to 1
  M: Military, 0 to 1
  R: Reserve, 0 to 1
suggested: {'cards': {'2S': {'D': 1}}}
""",
    ),
    "the last turn": (
        position(**HANDS, joker="second"),
        "pakistan",
        """
Turn 1 · Card play · the Diplomatic Front may be scored (7.1): Where do you place your cards? Place one or two cards on each front, the rest in your Reserve.
cards, Your cards
  1 5D at hand: 5♦ -> D I M R
  1 4H at hand: 4♥ -> D I M R
  1 3H at hand: 3♥ -> D I M R
  1 2H at hand: 2♥ -> D I M R
  hand: In hand, 0 to 0
  D: Diplomatic, 1 to 2
  I: Information, 1 to 2
  M: Military, 1 to 2
  R: Reserve, 0 to 4
suggested: {'cards': {'2H': {'D': 1}, '3H': {'I': 1}, '4H': {'M': 1}, '5D': {'R': 1}}}
""",
    ),
    "one by one": (
        position(**HANDS, placing="one_by_one"),
        "india",
        """
Turn 1 · Card by card · the Diplomatic Front may be scored (7.1): Which card do you lay down, and where? You have 4 cards to place.
card, Card
  10C: 10♣
  9S: 9♠
  2S: 2♠
  AS: A♠
place if card is 10C or 9S or 2S or AS, Where
  D: Diplomatic
  I: Information
  M: Military
suggested: {'card': 'AS', 'place': 'D'}
""",
    ),
    "by turns": (
        position(**HANDS, placing="by_turns", vp=(0, 3)),
        "pakistan",
        """
Turn 1 · Card by card · the Diplomatic Front may be scored (7.1): Which card do you lay down, and where? You have 4 cards to place.
card, Card
  5D: 5♦
  4H: 4♥
  3H: 3♥
  2H: 2♥
place if card is 5D or 4H or 3H or 2H, Where
  D: Diplomatic
  I: Information
  M: Military
suggested: {'card': '2H', 'place': 'D'}
""",
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_player_reads_their_options_and_the_consequences(name: str) -> None:
    """A player chooses by a false label, or does not see the consequences of a choice."""
    state, seat, said = ASKED[name]
    assert asked(GAME, state, seat) == said.strip()
