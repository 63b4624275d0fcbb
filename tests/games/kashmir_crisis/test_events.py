"""The beginning of a turn: setting up, the event and the draw of resources (2.0 to 6.0)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.cards import (
    EVENT_CARDS,
    INDIA,
    JOKER,
    PAKISTAN,
    RESOURCES,
    SEAT_IDS,
    total,
    value,
)
from warcouncil.games.kashmir_crisis.chart import FaceUp, Unusable, chart_of
from warcouncil.games.kashmir_crisis.events.draws import (
    CardsDealtOpenly,
    CardsReceived,
    EventMissing,
    EventRevealed,
    FaceUpOrdered,
    GameOpened,
    JokerRevealed,
    TotalModified,
    VpChanged,
)
from warcouncil.games.kashmir_crisis.state import CHOOSING, EVENTS, PLACING, RESOURCE
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.seats import PUBLIC

from tests.games.kashmir_crisis.builder import (
    DICE,
    events_order,
    of_kind,
    opened,
    order,
    own_chart,
    owners_are_right,
    play,
    position,
)

BLACK_8 = ("AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S")
LOW = {"D": ["AS"], "I": ["2S"], "M": ["3S"]}


def test_1_1_two_governments_play() -> None:
    """The table does not have one seat for each government."""
    assert [(seat.id, seat.team) for seat in GAME.seats(GAME.options_type())] == [
        ("india", "india"),
        ("pakistan", "pakistan"),
    ]


def test_2_1_an_ace_is_one_and_each_side_has_110_points() -> None:
    """An Ace counts another value than one, or a side's cards do not add up to 110."""
    assert value("AS") == 1
    assert [total(RESOURCES[seat]) for seat in SEAT_IDS] == [110, 110]


def test_2_2_points_never_fall_below_zero_by_an_event() -> None:
    """A side gets a negative score by an event."""
    chart = own_chart(JC=[{"type": "vp", "side": "IN", "n": -3}])
    after = opened(event_chart=chart, deal={"events": events_order("JC")}, start_vp_india=2)
    assert after.state.vp[INDIA] == 0
    assert of_kind(after, VpChanged)[0].change == -2


def test_3_0_decks_hold_all_cards_and_points_start_at_zero() -> None:
    """A deck begins with a card too many or too few, or a side begins with points."""
    state = opened().state
    dealt = state.received[INDIA] + state.received[PAKISTAN]
    joker = () if state.joker_now else (JOKER,)
    assert sorted((*state.decks[RESOURCE], *dealt)) == sorted(
        (*RESOURCES[INDIA], *RESOURCES[PAKISTAN], *joker)
    )
    assert sorted((*state.decks[EVENTS], state.event)) == sorted(EVENT_CARDS)
    assert state.vp == {INDIA: 0, PAKISTAN: 0}


def test_3_0_start_vp_gives_a_handicap() -> None:
    """Players cannot give one side some points at the start."""
    assert opened(start_vp_india=4, start_vp_pakistan=7).state.vp == {INDIA: 4, PAKISTAN: 7}


def test_4_0_a_turn_goes_from_event_to_resources_to_play() -> None:
    """Resources come before the event, so a side chooses with its cards in hand."""
    kinds = [type(event) for event in opened().events]
    assert kinds.index(EventRevealed) < kinds.index(CardsReceived)
    assert opened().state.step == PLACING


@pytest.mark.parametrize(("card", "front"), [("JC", "D"), ("QD", "I"), ("KH", "M")])
def test_kc_a1_the_rank_names_the_front(card: str, front: str) -> None:
    """The wrong front is scored."""
    state = opened(deal={"events": events_order(card)}).state
    assert state.event == card
    assert state.scoring_front == front


def test_kc_a19_the_choice_is_asked_before_any_resource_is_drawn() -> None:
    """The side that chooses knows its cards already, or the other side is asked too."""
    state = opened(event_chart="house", deal={"events": events_order("JS")}).state
    assert state.step == CHOOSING
    assert not any(state.received.values())
    phase = GAME.phase(state)
    assert isinstance(phase, Phase)
    assert phase.asked == (INDIA,)
    labels = [option.label for option in getattr(GAME.form(state, INDIA).fields[0], "options", ())]
    assert labels == ["India +1 VP", "Pakistan's Diplomatic total -2"]


@pytest.mark.parametrize(("option", "vp", "change"), [("0", 1, 0), ("1", 0, -2)])
def test_5_0_jack_of_spades_adds_a_point_or_weakens_pakistan(option: str, vp: int, change: int) -> None:
    """The one event of the designer's own example has another effect."""
    state = opened(event_chart="house", deal={"events": events_order("JS")}).state
    said = {INDIA: GAME.read(state, INDIA, {"effect": option})}
    after = GAME.resolve(state, said, DICE).state
    assert after.vp[INDIA] == vp
    assert after.modifier(PAKISTAN, "D") == change
    assert after.step == PLACING
    assert sum(len(cards) for cards in after.received.values()) == 8


def test_5_0_a_silent_side_takes_the_first_effect() -> None:
    """A side that does not choose gets another effect than the first, or stops the table."""
    state = opened(event_chart="house", deal={"events": events_order("JH")}).state
    after = GAME.resolve(state, {PAKISTAN: None}, DICE).state
    assert after.vp[PAKISTAN] == 1
    assert GAME.default(state, PAKISTAN) == GAME.read(state, PAKISTAN, {"effect": "0"})


def test_5_0_effects_come_in_their_order_around_a_choice() -> None:
    """An effect after a choice is lost, or comes before it."""
    point = {"type": "vp", "side": "IN", "n": 1}
    choice = {"type": "choice", "side": "PK", "options": [[point], []]}
    state = opened(
        event_chart=own_chart(JC=[point, choice, choice, point]), deal={"events": events_order("JC")}
    ).state
    assert state.vp[INDIA] == 1
    state = GAME.resolve(state, {PAKISTAN: GAME.read(state, PAKISTAN, {"effect": "0"})}, DICE).state
    assert (state.step, state.vp[INDIA]) == (CHOOSING, 2)
    state = GAME.resolve(state, {PAKISTAN: GAME.read(state, PAKISTAN, {"effect": "1"})}, DICE).state
    assert (state.step, state.vp[INDIA]) == (PLACING, 3)


HOUSE = {
    "JC": [("mod", INDIA, "D", 2)],
    "JD": [("mod", PAKISTAN, "D", 2)],
    "QS": [("mod", INDIA, "I", 2)],
    "QH": [("mod", PAKISTAN, "I", 2)],
    "QC": [("vp", INDIA, 1), ("up", INDIA, ("I",))],
    "QD": [("vp", PAKISTAN, 1), ("up", PAKISTAN, ("I",))],
    "KS": [("mod", INDIA, "M", 2), ("up", INDIA, ("M",))],
    "KH": [("mod", PAKISTAN, "M", 2), ("up", PAKISTAN, ("M",))],
    "KC": [("up", PAKISTAN, ("M",))],
    "KD": [("up", INDIA, ("M",))],
}


@pytest.mark.parametrize("card", HOUSE)
def test_5_0_the_house_chart(card: str) -> None:
    """An event of the chart does something else than the chart says."""
    after = opened(event_chart="house", deal={"events": events_order(card)})
    found: list[tuple[object, ...]] = []
    for event in after.events:
        match event:
            case TotalModified():
                found.append(("mod", event.seat, event.front, event.change))
            case VpChanged():
                found.append(("vp", event.seat, event.change))
            case FaceUpOrdered():
                found.append(("up", event.seat, event.fronts))
            case _:
                pass
    assert found == HOUSE[card]


def test_5_0_effects_last_for_their_turn_only() -> None:
    """A modifier stays and is counted twice, or a side shows or lacks cards because of an old event."""
    state = position(
        india=(*BLACK_8[:3], "9S"),
        event="JC",
        mods=[mod("IN", "D", 2)],
        duties=[FaceUp(side="IN", fronts=("D",))],
        bans=[Unusable(side="IN", cards=("9S",))],
        joker="first",
    )
    assert state.shown_fronts(INDIA) == ("D",)
    assert "9S" not in state.usable(INDIA)
    after = play(state, LOW, {}).state
    assert after.turn == state.turn + 1
    assert (after.mods, after.duties, after.bans, after.joker_now) == ((), (), (), False)


def test_5_0_an_edited_deck_may_outlast_the_events() -> None:
    """With many more resources the Event Deck runs dry, and the table stops because a turn has no event."""
    state = position(india=BLACK_8[:3])
    dry = replace(state, decks={**state.decks, EVENTS: ()})
    after = play(dry, LOW, {})
    assert of_kind(after, EventMissing)
    assert after.state.event == ""
    assert after.state.scoring_front == ""
    assert GAME.sheet(after.state, None).headline.startswith("Turn 2 · no event")


def test_6_0_eight_cards_go_to_their_colours() -> None:
    """A card goes into the wrong hand. With real cards players notice it, but not on a screen."""
    state = opened(deal={"resource": order("AS", "2H", "3C", "4D", "5S", "6H", "7C", "8D", "9S")}).state
    assert set(state.received[INDIA]) == {"AS", "3C", "5S", "7C"}
    assert set(state.received[PAKISTAN]) == {"2H", "4D", "6H", "8D"}
    assert owners_are_right(state)


def test_6_0_one_side_may_receive_all_eight() -> None:
    """The rules say that one side can receive all eight cards, and the game does not allow it."""
    state = opened(deal={"resource": order(*BLACK_8)}).state
    assert len(state.received[INDIA]) == 8
    assert state.received[PAKISTAN] == ()
    assert state.step == PLACING


@pytest.mark.parametrize("at", [0, 7])
def test_6_0_the_joker_is_laid_aside_and_replaced(at: int) -> None:
    """A Joker that counts as a card leaves a side one card short."""
    top = [*BLACK_8[:at], JOKER, *BLACK_8[at:]]
    after = opened(deal={"resource": order(*top)})
    assert len(after.state.received[INDIA]) == 8
    assert after.state.jokers_seen == 1
    assert after.state.joker_now
    assert [event.times for event in of_kind(after, JokerRevealed)] == [1]


def test_6_0_after_the_joker_the_last_card_of_the_deck_is_drawn_too() -> None:
    """A side is one card short whenever the Joker comes with the last eight cards."""
    state = position(india=("AC", "2C", "3C"))
    ends = replace(state, decks={**state.decks, RESOURCE: (JOKER, *BLACK_8)})
    after = play(ends, {"D": ["AC"], "I": ["2C"], "M": ["3C"]}, {}).state
    assert set(after.received[INDIA]) == set(BLACK_8)
    assert after.decks[RESOURCE] == ()


def test_6_0_a_joker_behind_the_eighth_card_stays_hidden() -> None:
    """The ninth card is drawn for nothing, and reveals the Joker too early."""
    after = opened(deal={"resource": order(*BLACK_8, JOKER)})
    assert after.state.jokers_seen == 0
    assert after.state.decks[RESOURCE][0] == JOKER


def test_kc_a3_a_short_deck_deals_what_is_left() -> None:
    """If the Joker is the last card, the deck is shuffled early in place of a missing replacement."""
    state = position(india=BLACK_8[:3])
    short = replace(state, decks={**state.decks, RESOURCE: ("AC", "2C", "3C", "4C", "5C", "6C", "7C", JOKER)})
    after = play(short, LOW, {}).state
    assert len(after.received[INDIA]) == 7
    assert after.decks[RESOURCE] == ()


def test_kc_a2_only_the_number_of_another_side_s_cards_is_told() -> None:
    """A side sees the other's cards, or does not see how many came."""
    india, pakistan = GAME.seats(GAME.options_type())
    event = CardsReceived(seat=INDIA, count=2, cards=("10S", "AC"))
    assert told(event, india) == "You received 2 cards: 10♠, A♣."
    assert told(event, pakistan) == "India received 2 cards."
    assert told(event, PUBLIC) == "India received 2 cards."


def test_6_0_open_draw_shows_every_card() -> None:
    """With the option a side does not see the cards as they are dealt."""
    after = opened(open_draw=True)
    dealt = {event.seat: event.cards for event in of_kind(after, CardsDealtOpenly)}
    assert dealt == dict(after.state.received)
    assert not of_kind(after, CardsReceived)


def mod(side: str, front: str, n: int) -> Any:
    """Return a modifier as a chart has it."""
    chart = chart_of(own_chart(JC=[{"type": "total_mod", "side": side, "front": front, "n": n}]))
    return chart.entry("JC").effects[0]


def test_5_0_a_chart_without_a_name_is_called_inline() -> None:
    """A debrief cannot name the chart of the game."""
    chart = own_chart()
    del chart["name"]
    opening = opened(event_chart=chart)
    assert opening.state.options.event_chart == "inline"
    assert [event.chart for event in of_kind(opening, GameOpened)] == ["inline"]
