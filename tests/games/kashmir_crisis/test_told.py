"""The sentences of every event for the seat that it happened to, the seat that did it and the public. Each reads
its own.
"""

from __future__ import annotations

import pytest
from warcouncil.games.kashmir_crisis import GAME
from warcouncil.games.kashmir_crisis.events.draws import (
    CardsBarred,
    CardsDealtOpenly,
    CardsReceived,
    DeckRefreshed,
    EffectChosen,
    EventMissing,
    EventRevealed,
    FaceUpOrdered,
    GameOpened,
    JokerRevealed,
    TotalModified,
    VpChanged,
)
from warcouncil.games.kashmir_crisis.events.finals import (
    CrisisEnded,
    FrontLost,
    FrontRevealed,
    FrontScored,
    FrontTied,
    MarkerMoved,
    ValuesAdded,
)
from warcouncil.games.kashmir_crisis.events.plays import CardLaid, CardsPlaced, CardsShown
from warcouncil.games.kit.events import Event, told
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol.words import SeatId, TeamId

TOLD: tuple[tuple[Event, dict[str, str]], ...] = (
    (
        CardLaid(
            seat=SeatId("india"),
            place="D",
            is_open=False,
            left=3,
            reserve=1,
            card="4C",
            hand=(),
            held_back=(),
        ),
        {
            "": "India laid a card on the Diplomatic Front (3 left).",
            "india": "You laid 4♣ on the Diplomatic Front (3 left).",
        },
    ),
    (
        CardLaid(
            seat=SeatId("india"),
            place="R",
            is_open=False,
            left=0,
            reserve=1,
            card="10S",
            hand=(),
            held_back=(),
        ),
        {"": "India laid a card in the Reserve (0 left).", "india": "You laid 10♠ in the Reserve (0 left)."},
    ),
    (
        CardsBarred(seat=SeatId("india"), kinds="10 and ♠"),
        {
            "": "India could not play 10 and ♠ on any front this turn.",
            "india": "You could not play 10 and ♠ on any front this turn.",
        },
    ),
    (
        CardsDealtOpenly(seat=SeatId("india"), cards=("9C", "7S", "6C", "6S", "3C")),
        {"": "India received 9♣, 7♠, 6♣, 6♠, 3♣.", "india": "You received 9♣, 7♠, 6♣, 6♠, 3♣."},
    ),
    (
        CardsPlaced(
            seat=SeatId("india"),
            counts=(("D", 1), ("I", 0), ("M", 1)),
            is_open=(),
            reserve=0,
            held_back=(),
            laid=(),
        ),
        {
            "": "India placed cards: 1 on Diplomatic, 0 on Information, 1 on Military, 0 in Reserve.",
            "india": "You placed cards: 1 on Diplomatic, 0 on Information, 1 on Military, 0 in Reserve.",
        },
    ),
    (
        CardsPlaced(
            seat=SeatId("pakistan"),
            counts=(("D", 1), ("I", 2), ("M", 1)),
            is_open=(),
            reserve=2,
            held_back=("9H", "7H"),
            laid=(),
        ),
        {
            "": "Pakistan placed cards: 1 on Diplomatic, 2 on Information, 1 on Military, 2 in Reserve.",
            "pakistan": "You placed cards: 1 on Diplomatic, 2 on Information, 1 on Military, 2 in Reserve (9♥, 7♥).",
        },
    ),
    (
        CardsReceived(seat=SeatId("india"), count=0, cards=()),
        {"": "India received 0 cards.", "india": "You received 0 cards."},
    ),
    (
        CardsReceived(seat=SeatId("india"), count=2, cards=("9C", "8C")),
        {"": "India received 2 cards.", "india": "You received 2 cards: 9♣, 8♣."},
    ),
    (
        CardsShown(seat=SeatId("pakistan"), front="M", cards=("3D",), total="3"),
        {
            "": "Pakistan laid 3♦ face up on the Military Front.",
            "pakistan": "You laid 3♦ face up on the Military Front.",
        },
    ),
    (
        CrisisEnded(
            why="The Joker was revealed for the second time, and the turn in which that happened is over.",
            verdict="Draw, with the advantage to India: India 6 VP, Pakistan 5 VP.",
            meaning="The crisis has calmed down for now, perhaps under some ceasefire, but nothing that caused it is settled. Should it flare up again, India will have the advantage.",
        ),
        {
            "": "The Joker was revealed for the second time, and the turn in which that happened is over. Draw, with the advantage to India: India 6 VP, Pakistan 5 VP. The crisis has calmed down for now, perhaps under some ceasefire, but nothing that caused it is settled. Should it flare up again, India will have the advantage."
        },
    ),
    (DeckRefreshed(deck="resource", count=36), {"": "The Resource Deck was shuffled again with 36 cards."}),
    (
        EffectChosen(seat=SeatId("pakistan"), effects="India's Diplomatic total -2"),
        {
            "": "Pakistan chose: India's Diplomatic total -2.",
            "pakistan": "You chose: India's Diplomatic total -2.",
        },
    ),
    (EventMissing(turn=13), {"": "Turn 13: no event card was left. No front can be scored this turn."}),
    (
        EventRevealed(
            turn=1,
            card="KH",
            title="Answering Raid",
            front="M",
            effects="Pakistan's Military total +2 and Pakistan's Military cards are played face up",
        ),
        {
            "": "Turn 1: the event was K♥, “Answering Raid”. The Military Front may be scored. Effect of the event: Pakistan's Military total +2 and Pakistan's Military cards are played face up."
        },
    ),
    (
        FaceUpOrdered(seat=SeatId("pakistan"), fronts=("M",)),
        {
            "": "Pakistan had to play face up on the Military Front.",
            "pakistan": "You had to play face up on the Military Front.",
        },
    ),
    (
        FrontLost(front="D", seat=SeatId("india"), cards=("7S",), loss=1, vp=6, lead=0),
        {
            "": "India lost 7♠ on the Diplomatic Front and 1 VP (6 VP now).",
            "india": "You lost 7♠ on the Diplomatic Front and 1 VP (6 VP now).",
        },
    ),
    (
        FrontLost(front="D", seat=SeatId("pakistan"), cards=("2D",), loss=0, vp=0, lead=0),
        {
            "": "Pakistan lost 2♦ on the Diplomatic Front, and had no VP to lose.",
            "pakistan": "You lost 2♦ on the Diplomatic Front, and had no VP to lose.",
        },
    ),
    (
        FrontLost(front="I", seat=SeatId("india"), cards=(), loss=0, vp=0, lead=0),
        {
            "": "India had no card on the Information Front, and no VP to lose.",
            "india": "You had no card on the Information Front, and no VP to lose.",
        },
    ),
    (
        FrontRevealed(
            front="D", india=("2S",), pakistan=("2D",), india_total=0, pakistan_total=2, so_far=(4, 40)
        ),
        {"": "Diplomatic Front: India showed 2♠ (total 0). Pakistan showed 2♦ (total 2)."},
    ),
    (
        FrontRevealed(
            front="D", india=("9C",), pakistan=("2D",), india_total=9, pakistan_total=2, so_far=(4, 40)
        ),
        {"": "Diplomatic Front: India showed 9♣ (total 9). Pakistan showed 2♦ (total 2)."},
    ),
    (
        FrontRevealed(
            front="I", india=(), pakistan=("10H", "AH"), india_total=0, pakistan_total=11, so_far=(4, 40)
        ),
        {"": "Information Front: India showed no card (total 0). Pakistan showed 10♥, A♥ (total 11)."},
    ),
    (
        FrontScored(front="M", seat=SeatId("india"), gain=7, vp=7, lead=0),
        {
            "": "India scored 7 VP on the Military Front (7 VP now).",
            "india": "You scored 7 VP on the Military Front (7 VP now).",
        },
    ),
    (FrontTied(front="I"), {"": "The Information Front was tied, without effect."}),
    (
        GameOpened(resources=40, chart="house"),
        {"": "The game began with 40 resource cards in play and the house event chart."},
    ),
    (
        JokerRevealed(times=1, refreshes=True),
        {"": "The Joker was revealed for the first time. The decks are shuffled again after this turn."},
    ),
    (
        JokerRevealed(times=2, refreshes=False),
        {"": "The Joker was revealed for the second time. This turn is the last."},
    ),
    (
        MarkerMoved(front="D", seat=SeatId("india"), boxes=1),
        {
            "": "India moved the Diplomatic marker by one box. It is 1 box from the start, towards India's end.",
            "india": "You moved the Diplomatic marker by one box. It is 1 box from the start, towards India's end.",
        },
    ),
    (
        MarkerMoved(front="D", seat=SeatId("pakistan"), boxes=-2),
        {
            "": "Pakistan moved the Diplomatic marker by one box. It is 2 boxes from the start, towards Pakistan's end.",
            "pakistan": "You moved the Diplomatic marker by one box. It is 2 boxes from the start, towards Pakistan's end.",
        },
    ),
    (
        MarkerMoved(front="D", seat=SeatId("pakistan"), boxes=0),
        {
            "": "Pakistan moved the Diplomatic marker by one box. It is back at the start.",
            "pakistan": "You moved the Diplomatic marker by one box. It is back at the start.",
        },
    ),
    (
        TotalModified(seat=SeatId("pakistan"), front="M", change=2),
        {
            "": "The event changed Pakistan's Military total by +2 for this turn.",
            "pakistan": "The event changed your Military total by +2 for this turn.",
        },
    ),
    (ValuesAdded(raw=33, front=""), {"": "All cards together added up to 33. No front was scored."}),
    (
        ValuesAdded(raw=52, front="M"),
        {"": "All cards together added up to 52. The Military Front was scored."},
    ),
    (
        VpChanged(seat=SeatId("india"), change=-1, vp=0, lead=0),
        {
            "": "India lost 1 VP through the event (0 VP now).",
            "india": "You lost 1 VP through the event (0 VP now).",
        },
    ),
    (
        VpChanged(seat=SeatId("india"), change=0, vp=0, lead=0),
        {
            "": "India gained 0 VP from the event (0 VP now).",
            "india": "You gained 0 VP from the event (0 VP now).",
        },
    ),
    (
        VpChanged(seat=SeatId("pakistan"), change=1, vp=1, lead=0),
        {
            "": "Pakistan gained 1 VP from the event (1 VP now).",
            "pakistan": "You gained 1 VP from the event (1 VP now).",
        },
    ),
)


def reader(seat: str) -> Seat:
    """Return the seat that reads; "" is the public."""
    team = seat.partition(".")[0]
    return Seat(SeatId(seat), TeamId(team), seat.title()) if seat else PUBLIC


@pytest.mark.parametrize(("event", "sentences"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_every_reader_is_told_each_event_in_their_own_words(event: Event, sentences: dict[str, str]) -> None:
    """A reader is named as a stranger, reads of a secret card, or reads of another event."""
    assert {seat: told(event, reader(seat)) for seat in sentences} == sentences


def test_no_event_is_left_out() -> None:
    """A new event has a sentence that was never reviewed."""
    assert {type(event) for event, _ in TOLD} == {*GAME.event_types}
