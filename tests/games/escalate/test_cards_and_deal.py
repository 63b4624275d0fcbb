"""Rules 1 and 2, and the deal: cards, hands, targets, refills and reshuffles."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from pydantic import ValidationError
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.cards import ALL_CARDS, deck_of, role_of
from warcouncil.games.escalate.deal import refill
from warcouncil.games.escalate.events.deals import CardsDrawn, DiscardsShuffled, TableLaid
from warcouncil.games.escalate.options import EscalateOptions
from warcouncil.games.escalate.state import EscalateState
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.play.play import seed_of

from tests.games.escalate.build import DICE, EAST, NORTH, SOUTH, WEST, all_cards, declare, play, table


def setup(**options: object) -> Resolution[EscalateState]:
    """Set a game up with these options."""
    return GAME.setup(EscalateOptions.model_validate(options), DICE)


def test_1_the_deck_holds_54_cards_with_their_roles() -> None:
    """A card too many or of the wrong kind changes every chance of the game."""
    roles = Counter(role_of(card, mad=False) for card in ALL_CARDS)
    assert roles == {
        "K": 4,
        "Q": 4,
        "J": 4,
        "soldier": 12,
        "spy": 12,
        "diplomat": 12,
        "un": 4,
        "nuke": 2,
    }


@pytest.mark.parametrize(("players", "target"), [(2, 30), (3, 25), (4, 20)])
def test_2_five_cards_each_and_the_target_of_the_table(players: int, target: int) -> None:
    """A seat does not begin with five cards and no points, or does not know how many points win."""
    resolution = setup(players=players)
    assert [len(hand) for hand in resolution.state.hands.values()] == [5] * players
    assert len(resolution.state.draw) == 54 - 5 * players
    assert {*resolution.state.points.values()} == {0}
    assert [event.target for event in resolution.events if isinstance(event, TableLaid)] == [target]


def test_2_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    """A tutor who sets the order of the deck does not find each card where the rules deal it."""
    state = setup(players=3, dealer="east", deal={"deck": ALL_CARDS}).state
    assert state.hands[SOUTH] == ALL_CARDS[0:15:3]
    assert state.hands[NORTH] == ALL_CARDS[1:15:3]
    assert state.hands[EAST] == ALL_CARDS[2:15:3]
    assert state.draw == ALL_CARDS[15:]


@pytest.mark.parametrize(("dealer", "lead"), [("north", EAST), ("west", NORTH), ("south", WEST)])
def test_2_the_seat_left_of_the_dealer_leads_first(dealer: str, lead: str) -> None:
    """Another seat than the dealer's left makes the first call."""
    state = setup(players=4, dealer=dealer).state
    assert (state.lead, state.turn) == (lead, lead)


def test_2_the_deck_is_shuffled() -> None:
    """A player who has played once knows every hand of the next game."""
    decks = []
    for seed in ("a", "b"):
        state = GAME.setup(EscalateOptions(), Dice(seed_of(seed))).state
        decks.append((*state.hands[SOUTH], *state.hands[NORTH], *state.draw))
    assert decks[0] != decks[1]
    assert not {ALL_CARDS, ALL_CARDS[::-1]} & {*decks}


def test_2_a_seat_with_a_prepared_hand_is_told_of_it() -> None:
    """The owner of a hand that a tutor set is not told its cards."""
    hands = {"north": ALL_CARDS[:5], "south": ALL_CARDS[5:10]}
    dealt = [event for event in setup(deal={"hands": hands}).events if isinstance(event, CardsDrawn)]
    assert {event.seat: event.cards for event in dealt} == hands


def test_2_chance_may_name_the_dealer() -> None:
    """With dealer=chance some seat never deals."""
    options = EscalateOptions(players=4, dealer="chance")
    dealers = {GAME.setup(options, Dice(seed_of(str(number)))).state.dealer for number in range(40)}
    assert dealers == {NORTH, EAST, SOUTH, WEST}


def test_2_only_the_owner_learns_their_cards() -> None:
    """Another seat reads which cards a seat was dealt, or the owner does not."""
    event = next(event for event in setup().events if isinstance(event, CardsDrawn) and event.seat == NORTH)
    north, south = GAME.seats(EscalateOptions())
    assert told(event, south) == "North was dealt 5 cards."
    assert told(event, north).startswith("You were dealt ")


def test_4_6_a_refill_goes_round_from_the_dealers_left() -> None:
    """The refill does not deal one card at a time from the dealer's left. Near a reshuffle, seats then draw
    the wrong cards.
    """
    hands = {NORTH: "4S 4H 4D", EAST: "8S", SOUTH: "2S 2H 2D"}
    state = table(hands, laid="JS", turn=EAST, dealer=EAST)
    state = replace(state, draw=("AS", "AH", "AD", "AC", "KS", "KH", "10S", "10H"), discard=("9S",))
    state, _ = play(state, "drop", "drop")
    assert state.hands[SOUTH] == ("2S", "2H", "2D", "AS", "AC")
    assert state.hands[NORTH] == ("4S", "4H", "4D", "AH", "KS")
    assert state.hands[EAST] == ("8S", "AD", "KH", "10S", "10H")


def test_4_6_an_empty_draw_pile_is_made_of_the_discards_in_mid_deal() -> None:
    """A deal stops when the draw pile runs out, or the Incident's own cards are not in the new pile."""
    state = table({NORTH: "4S 4H 4D 4C", SOUTH: "2S 2H 2D 2C"}, laid="JS")
    state = replace(state, draw=("AS",), discard=("9S", "9H"))
    state, events = play(state, "drop")
    shuffled = [event.count for event in events if isinstance(event, DiscardsShuffled)]
    assert shuffled == [3]
    assert state.discard == ()
    assert "AS" in state.hands[SOUTH]
    assert {*state.draw, *state.hands[NORTH]} - {"4S", "4H", "4D", "4C"} == {"9S", "9H", "JS"}


def test_4_6_the_discards_are_shuffled_before_they_are_dealt() -> None:
    """The discards are face up, so a player who counted them knows what every seat draws next."""
    state = table({NORTH: "4S", SOUTH: "2S"})
    state = replace(state, draw=(), discard=state.draw)
    piles = [refill(state, Dice(seed_of(seed)))[0] for seed in ("a", "b")]
    dealt = [(*pile.hands[SOUTH][1:], *pile.hands[NORTH][1:], *pile.draw) for pile in piles]
    assert dealt[0] != dealt[1]
    assert [sorted(cards) for cards in dealt] == [sorted(state.discard)] * 2


def test_4_6_a_reshuffle_follows_the_order_that_was_set() -> None:
    """A tutor who sets the reshuffle does not get exactly that pile."""
    state = table({NORTH: "4S 4H 4D 4C", SOUTH: "2S 2H 2D"}, laid="JS")
    orders = (("9D", "2S", "9S", "JS", "9H"), ALL_CARDS)
    state = replace(state, draw=(), discard=("9S", "9H", "9D"), orders=orders)
    state, _ = play(state, "drop")
    assert state.hands[SOUTH][3:] == ("9D", "JS")
    assert state.hands[NORTH][4:] == ("9S",)
    assert (state.draw, state.orders) == (("9H",), (ALL_CARDS,))


def test_4_6_cards_on_the_table_wait_for_the_end_of_the_incident() -> None:
    """Cards of an open Incident come back while it is played."""
    state = table({NORTH: "QS 4H", SOUTH: "2S 7D"}, laid="JS")
    state, _ = play(state, "turn:2S", "escalate:QS")
    assert state.discard == ()
    state, _ = play(state, "drop")
    assert sorted(state.discard) == ["2S", "JS", "QS"]


def test_a_deal_of_set_hands_leaves_the_rest_to_chance() -> None:
    """A tutor who sets only the hands gets other hands, or an incomplete deck."""
    hands = {"north": ("AS", "KS", "QS", "JS", "10S"), "south": ("2S", "3S", "4S", "5S", "6S")}
    state = setup(deal={"hands": hands}).state
    assert {seat: state.hands[seat] for seat in state.seats} == hands
    assert all_cards(state) == sorted(ALL_CARDS)


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ({"deck": ("AS", *ALL_CARDS[:-1])}, "deal: deck: AS is named 2 times"),
        ({"deck": ALL_CARDS[:-1]}, "deal: deck: the number of missing cards is 1. The first is joker2"),
        ({"deck": ("1S", *ALL_CARDS[1:])}, "deal: deck: 1S is not in this deck"),
        (
            {"reshuffle": (ALL_CARDS, ALL_CARDS[1:])},
            "deal: reshuffle 2: the number of missing cards is 1. The first is KS",
        ),
        ({"hands": {"north": ("AS",)}}, "deal: hands: north has 1 cards. Give 5"),
        ({"hands": {"north": ALL_CARDS[:5]}}, "deal: hands: south has 0 cards. Give 5"),
        ({"hands": {"west": ("AS",)}}, "deal: hands: there is no seat west"),
        (
            {"hands": {"north": ALL_CARDS[:5], "south": ALL_CARDS[4:9]}},
            f"deal: hands: {ALL_CARDS[4]} is named 2 times",
        ),
    ],
)
def test_a_deal_that_is_no_deck_is_refused(deal: dict[str, object], reason: str) -> None:
    """A wrong deal is accepted, or the refusal does not name the wrong card or seat."""
    with pytest.raises(BadOption, match=reason):
        setup(deal=deal)


@pytest.mark.parametrize("deal", [{"pile": ALL_CARDS}, {"deck": 7}])
def test_a_deal_of_another_shape_is_refused(deal: dict[str, object]) -> None:
    """A misspelt part of a deal is ignored without a message."""
    with pytest.raises(ValidationError):
        setup(deal=deal)


def test_cards_are_conserved_through_an_incident() -> None:
    """A card appears or disappears between an opening and the next."""
    state = table({NORTH: "QS 6S 2H 2D 9S", SOUTH: "JS 4S 7H 8H 9H"})
    before = all_cards(state)
    assert before == sorted(deck_of(mad=False, salt=False, gunboat=False))
    state, _ = play(state, "lead:JS", "turn:2H", "turn:4S", "escalate:QS", "turn:7H", "drop")
    assert all_cards(state) == before


def test_3_2_the_exchange_discards_before_it_deals() -> None:
    """With an empty draw pile the exchanged cards themselves are not shuffled and dealt."""
    state = table({NORTH: "2S 2H", SOUTH: "3S 3H"}, step="exchange")
    state = replace(state, draw=(), discard=())
    state, events = declare(state, north="exchange:2S", south="exchange:3S")
    assert sum(isinstance(event, DiscardsShuffled) for event in events) == 1
    assert all_cards(state) == ["2H", "2S", "3H", "3S"]
