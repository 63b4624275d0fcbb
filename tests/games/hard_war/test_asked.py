"""The text and the options of each question, word for word, as its player reads them."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.hard_war import GAME
from warcouncil.games.hard_war.state import AMBER, TEAL, AgendaItem, HardWarState

from tests.games.asked import asked
from tests.games.hard_war.builder import agenda_from, position, row

TABLE: dict[str, Any] = {
    "Inae": {"rows": (row("artillery-20", "ground-40!"), row("ground-30"))},
    "Dedes": {"owner": AMBER},
    "Adech": {"marker": 1},
    "Nishka": {"marker": -1},
    "Korocas": {"secured": TEAL, "marker": -2},
    "Dunshe": {"marker": 2},
}
ASKED: dict[str, tuple[HardWarState, str, str]] = {
    "play": (
        position(
            hand=["ground-40", "media"],
            cities=TABLE,
            jab=AMBER,
            jab_up=True,
            settings={"securing": True, "un_observers": True},
        ),
        "amber",
        """
Turn 5 · Amber · Play (5.1.3): What do you play? You may still play 2 cards.
card, card, weighty
  ground-40: Ground 40k (Atrocity)
  media: Media Report, to show an attack
  media+observers: Media Report, to send observers
  jus:play+1: Use Jus ad bellum: play one more card this turn (Then it goes to your opponent.)
  jus:draw2_now: Use Jus ad bellum: draw two cards immediately (Then it goes to your opponent.)
  jus:ignore_friendly_fire_once: Use Jus ad bellum: one attack this turn may ignore friendly fire (Then it goes to your opponent.)
  done: Play no more cards [n]
at.ground-40 if card is ground-40, city
  Adech: Adech (marker to your flag 2 of 2 · 1 VP, one more play each turn)
  Dunshe+secure: Dunshe, face up: secure it (marker off your edge · 1 VP, one more draw each turn)
  Inae: Inae (marker to your flag 1 of 2 · 1 VP, up to three draws, once)
  Nishka: Nishka (marker to your flag 1 of 2 · 1 VP, opponent discards their hand, once)
  Palpero: Palpero (marker to your flag 1 of 3 · 2 VP)
at.media if card is media, attack
  Inae.amber.1: your Artillery 20k at Inae (1 of 2)
  Inae.teal.1: Teal's Ground at Inae (1 of 1)
at.media+observers if card is media+observers, city
  Adech: Adech (marker on your flag 1 of 2 · 1 VP, one more play each turn)
  Dedes: Dedes (controlled by you · 1 VP, move the toll by 30k, once)
  Dunshe: Dunshe (marker on your flag 2 of 2 · 1 VP, one more draw each turn)
  Inae: Inae (marker on the start space · 1 VP, up to three draws, once)
  Korocas: Korocas (secured by Teal · 1 VP, opponent's hand size is one less)
  Nishka: Nishka (marker on Teal's flag 1 of 2 · 1 VP, opponent discards their hand, once)
  Palpero: Palpero (marker on the start space · 2 VP)
suggested: {'card': 'done'}
""",
    ),
    "one card": (
        position(plays_left=1),
        "amber",
        """
Turn 5 · Amber · Play (5.1.3): What do you play? You may still play 1 card.
card, card, weighty
  done: Play no more cards [n]
suggested: {'card': 'done'}
""",
    ),
    "play extra": (
        position(
            hand=["us_bombing", "local_support"],
            step="Play extra",
            cities={"Adech": {"marker": 1}},
            jab=AMBER,
        ),
        "amber",
        """
Turn 5 · Amber · Play extra (5.1.4): Do you play an extra card?
card, extra card
  us_bombing: US Bombing
  local_support: Local Support
  done: Play no extra card [n]
at.us_bombing if card is us_bombing, city
  Adech: Adech (marker to your flag 2 of 2 · 1 VP, one more play each turn)
  Dedes: Dedes (marker to your flag 1 of 2 · 1 VP, move the toll by 30k, once)
  Dunshe: Dunshe (marker to your flag 1 of 2 · 1 VP, one more draw each turn)
  Inae: Inae (marker to your flag 1 of 2 · 1 VP, up to three draws, once)
  Korocas: Korocas (marker to your flag 1 of 2 · 1 VP, opponent's hand size is one less)
  Nishka: Nishka (marker to your flag 1 of 2 · 1 VP, opponent discards their hand, once)
  Palpero: Palpero (marker to your flag 1 of 3 · 2 VP)
at.local_support if card is local_support, city
  Adech: Adech (marker to your flag 2 of 2 · 1 VP, one more play each turn)
  Dedes: Dedes (marker to your flag 1 of 2 · 1 VP, move the toll by 30k, once)
  Dunshe: Dunshe (marker to your flag 1 of 2 · 1 VP, one more draw each turn)
  Inae: Inae (marker to your flag 1 of 2 · 1 VP, up to three draws, once)
  Korocas: Korocas (marker to your flag 1 of 2 · 1 VP, opponent's hand size is one less)
  Nishka: Nishka (marker to your flag 1 of 2 · 1 VP, opponent discards their hand, once)
  Palpero: Palpero (marker to your flag 1 of 3 · 2 VP)
suggested: {'card': 'done'}
""",
    ),
    "second report": (
        position(step="Second report", cities=TABLE),
        "amber",
        """
Turn 5 · Amber · Media Report x2 (6B.1): Which attack do you reveal second?
target, second attack
  Inae.amber.1: your Artillery 20k at Inae (1 of 2)
  Inae.teal.1: Teal's Ground at Inae (1 of 1)
  done: Reveal no second attack [n]
suggested: {'target': 'done'}
""",
    ),
    "draw": (
        position(step="Draw", decks=(("ground-10", "media"), ("media",))),
        "amber",
        """
Turn 5 · Amber · Draw (5.1.2): From which deck do you draw? You must draw 2 cards.
deck, deck
  left: The left deck: Ground on top, 2 cards [l]
  right: The right deck: Special on top, 1 card [r]
suggested: {'deck': 'left'}
""",
    ),
    "draw for Inae": (
        position(
            step="Draw",
            decks=(("ground-10", "media"), ("media", "media")),
            settings={"backs_visible": False},
            agenda=(AgendaItem("Draw", cause="city", drawn=1), *agenda_from("Draw", AMBER)),
        ),
        "amber",
        """
Turn 5 · Amber · Draw (6A): Do you draw one more card? Inae lets you draw up to 2 more.
deck, deck
  left: The left deck: a card on top, 2 cards [l]
  right: The right deck: a card on top, 2 cards [r]
  stop: Draw no more [n]
suggested: {'deck': 'left'}
""",
    ),
    "draw for Dunshe": (
        position(
            step="Draw",
            decks=(("ground-10", "media"), ()),
            cities={"Dunshe": {"owner": AMBER}},
            agenda=(AgendaItem("Draw", drawn=2), *agenda_from("Play", AMBER)),
        ),
        "amber",
        """
Turn 5 · Amber · Draw (5.1.2): Do you draw one more card? Dunshe lets you draw up to 1 more.
deck, deck
  left: The left deck: Ground on top, 2 cards [l]
  stop: Draw no more [n]
suggested: {'deck': 'left'}
""",
    ),
    "draw for Jus ad bellum": (
        position(
            step="Draw",
            decks=(("ground-10", "media"), ("media", "media")),
            agenda=(AgendaItem("Draw", cause="jus"), *agenda_from("Play", AMBER)),
        ),
        "amber",
        """
Turn 5 · Amber · Draw (5.4): From which deck do you draw? You must draw 2 cards for Jus ad bellum.
deck, deck
  left: The left deck: Ground on top, 2 cards [l]
  right: The right deck: Special on top, 2 cards [r]
suggested: {'deck': 'left'}
""",
    ),
    "check control": (
        position(step="Check control", cities={"Palpero": {"marker": 3}, "Adech": {"secured": AMBER}}),
        "amber",
        """
Turn 5 · Amber · Check control (5.1.1): Which city do you take first? You get each city's points and effect before you take the next.
city, city
  Adech: Adech (secured by you · 1 VP, one more play each turn)
  Palpero: Palpero (marker on your flag 3 of 3 · 2 VP)
suggested: {'city': 'Adech'}
""",
    ),
    "Dedes at the end": (
        position(step="Dedes", cities={"Dedes": {"owner": AMBER}}, toll=180),
        "amber",
        """
Turn 5 · Amber · Dedes (6A): You took Dedes. Do you move the toll? It is 180k.
toll, toll
  leave: Leave it at 180k [l]
  add: Add 30k: it goes to 200k and the game ends [a]
  subtract: Subtract 30k: it goes to 150k [s]
suggested: {'toll': 'leave'}
""",
    ),
    "Dedes at the beginning": (
        position(step="Dedes", cities={"Dedes": {"owner": AMBER}}, toll=20),
        "amber",
        """
Turn 5 · Amber · Dedes (6A): You took Dedes. Do you move the toll? It is 20k.
toll, toll
  leave: Leave it at 20k [l]
  add: Add 30k: it goes to 50k [a]
  subtract: Subtract 30k: it goes to 0k [s]
suggested: {'toll': 'leave'}
""",
    ),
    "discard": (
        position(step="Discard", hand=["ground-10", "ground-10", "media", "media", "artillery-40"]),
        "amber",
        """
Turn 5 · Amber · Amber discards (5.1.5): Which 2 cards do you discard? Your hand size is 3.
cards, discards, 2 to 2
  artillery-40: Artillery 40k (Atrocity)
  ground-10: Ground 10k
  ground-10.2: Ground 10k
  media: Media Report
  media.2: Media Report
suggested: {'cards': ('media', 'media.2')}
""",
    ),
    "discard, or Jus ad bellum": (
        position(step="Discard", hand=["ground-10", "ground-10", "media", "media"], jab=AMBER, jab_up=True),
        "amber",
        """
Turn 5 · Amber · Amber discards (5.1.5): Which card do you discard? Your hand size is 3.
act, what to do
  discard: Discard
  jus:draw2_now: Use Jus ad bellum: draw two cards immediately (Then it goes to your opponent.)
cards if act is discard, discards, 1 to 1
  ground-10: Ground 10k
  ground-10.2: Ground 10k
  media: Media Report
  media.2: Media Report
suggested: {'act': 'discard', 'cards': ('media.2',)}
""",
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_a_player_reads_their_options_and_the_consequences(name: str) -> None:
    """A player chooses by a false label, or does not see the consequences of a choice."""
    state, seat, said = ASKED[name]
    assert asked(GAME, state, seat) == said.strip()
