"""The worked examples of the rules, run through the real engine; see vectors.json."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from warcouncil.games.escalate import GAME
from warcouncil.games.escalate.cards import ALL_CARDS, role_of
from warcouncil.games.escalate.deal import SEATS
from warcouncil.games.escalate.events.deals import CardsDrawn, OpeningDeferred, OpeningPassed
from warcouncil.games.escalate.events.incidents import IncidentWon
from warcouncil.games.escalate.state import HAND_SIZE, EscalateState, heading
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import Finish
from warcouncil.protocol.words import SeatId

from tests.games.escalate.build import declare, launch, offered, play, table

VECTORS: dict[str, dict[str, Any]] = {
    vector["id"]: vector for vector in json.loads((Path(__file__).parent / "vectors.json").read_text())
}


def of_kind(kind: str) -> list[str]:
    """Return the names of the vectors of one kind."""
    return [name for name, vector in VECTORS.items() if vector["kind"] == kind]


class Pack:
    """Draws real cards for the ranks and kinds that a vector names."""

    def __init__(self) -> None:
        self.left = list(ALL_CARDS)

    def take(self, what: str) -> str:
        """Take a card of a rank or a kind; "?" is any Soldier."""
        kind = "soldier" if what == "?" else what
        card = next(card for card in self.left if kind in (card[:-1], role_of(card, mad=False)))
        self.left.remove(card)
        return card


def seat(vector: dict[str, Any], number: int | str) -> SeatId:
    """Return the seat of a numbered player."""
    players = vector["given"]["players"]
    return SEATS[players if isinstance(players, int) else len(players)][int(number) - 1]


def same_cards(state: EscalateState, cards: tuple[str, ...]) -> str | None:
    """Return the offered act of the seat whose turn it is that lays exactly these cards."""
    for act in offered(state, state.turn):
        _, _, laid = act.partition(":")
        if laid and sorted(laid.split("+")) == sorted(cards):
            return act
    return None


@pytest.mark.parametrize("name", of_kind("incident"))
def test_4_an_incident_is_played_as_in_the_example(name: str) -> None:
    """A table does not reach the winner, the points, the refill and the next lead of the worked example."""
    vector = VECTORS[name]
    state, plays = incident_table(vector)
    first = True
    drawn: dict[SeatId, int] = {}
    won: list[IncidentWon] = []
    for number, kind, cards in plays:
        assert state.turn == number, f"{heading(state)}: the turn order differs"
        act = "drop" if kind == "drop" else same_cards(state, cards)
        assert act is not None
        assert act.startswith(kind)
        assert (state.step == "opening") == first
        first = False
        state, events = declare(state, **{state.turn: act})
        won += [event for event in events if isinstance(event, IncidentWon)]
        drawn |= {event.seat: event.count for event in events if isinstance(event, CardsDrawn)}
    expect = vector["expect"]
    assert [(event.seat, event.points) for event in won] == [
        (seat(vector, expect["winner"]), expect["points"])
    ]
    assert drawn == {seat(vector, number): count for number, count in expect["draw"].items()}
    assert state.lead == seat(vector, expect["next_leader"])


def incident_table(vector: dict[str, Any]) -> tuple[EscalateState, list[tuple[SeatId, str, tuple[str, ...]]]]:
    """Return the table of an Incident and its plays with real cards.

    Each hand holds what is played from it.
    """
    pack, given = Pack(), vector["given"]
    hands: dict[SeatId, list[str]] = {}
    for number, names in given.get("hands", {}).items():
        hands[seat(vector, number)] = [pack.take(name) for name in names]
    plays: list[tuple[SeatId, str, tuple[str, ...]]] = []
    used: set[str] = set()
    for number, kind, names in vector["declared"]["plays"]:
        hand = hands.setdefault(seat(vector, number), [])
        laid: list[str] = []
        for name in names:
            card = next((card for card in hand if card[:-1] == name and card not in used), None)
            if card is None:
                card = pack.take(name)
                hand.append(card)
            used.add(card)
            laid.append(card)
        plays.append((seat(vector, number), kind, tuple(laid)))
    for hand in hands.values():
        hand += [pack.take("?") for _ in range(HAND_SIZE - len(hand))]
    texts = {each: " ".join(hands[each]) for each in SEATS[given["players"]]}
    dealer, leader = seat(vector, given["dealer"]), seat(vector, given["leader"])
    return table(texts, turn=leader, dealer=dealer), plays


def test_8_the_designers_example_is_played_to_the_letter() -> None:
    """A player who learns the game from its author's example does not find it here card by card."""
    hands = {SeatId("north"): "6S KS 9S 2S 8S", SeatId("south"): "QH 5H 6H 10H 3H"}
    state, events = play(
        table(hands),
        *("lead:QH", "turn:6S", "turn:5H", "escalate:KS", "turn:10H", "turn:9S", "drop"),
    )
    assert [(event.seat, event.points) for event in events if isinstance(event, IncidentWon)] == [
        ("north", 5)
    ]
    assert [(event.seat, event.count) for event in events if isinstance(event, CardsDrawn)] == [
        ("south", 3),
        ("north", 3),
    ]
    assert (state.lead, state.turn) == ("north", "north")


CASES = [
    (top, tuple(cards), legal)
    for vector in VECTORS.values()
    if vector["kind"] == "legal_responses"
    for (top, cards), legal in zip(vector["given"]["cases"], vector["expect"]["legal"], strict=True)
]


@pytest.mark.parametrize(("top", "names", "legal"), CASES)
def test_4_1_only_the_right_cards_answer(top: str, names: tuple[str, ...], legal: bool) -> None:
    """A table does not accept exactly the sets that the rules list, or refuses another without the rule's number."""
    pack = Pack()
    laid = pack.take("K") if top == "UN" else pack.take(top)
    laid = f"{laid} {pack.take('A')}" if top == "UN" else laid
    cards = tuple(pack.take(name) for name in names)
    state = table({SeatId("north"): "", SeatId("south"): " ".join(cards)}, laid=laid)
    assert (same_cards(state, cards) is not None) == legal
    if not legal:
        for kind in ("turn", "escalate", "un"):
            with pytest.raises(Illegal) as refused:
                GAME.read(state, SeatId("south"), {"act": f"{kind}:{'+'.join(cards)}"})
            assert refused.value.rule == "4"


@pytest.mark.parametrize("name", of_kind("nuke"))
def test_5_2_nukes_knock_out_as_in_the_example(name: str) -> None:
    """A launch does not knock out exactly the seats of the worked example, or has another result."""
    vector = VECTORS[name]
    given, declared, expect = vector["given"], vector["declared"], vector["expect"]
    pack = Pack()
    hands = {
        seat(vector, number): " ".join([pack.take("nuke") for _ in range(count)] + [pack.take("?")])
        for number, count in given["nukes"].items()
    }
    points = {seat(vector, number): count for number, count in given["vp"].items()}
    launcher = seat(vector, declared["launcher"])
    state = table(hands, turn=launcher, points=points)
    targets = [seat(vector, number) for number in declared["targets"]]
    state, _ = declare(state, **{launcher: launch(*targets)})
    gone = [number for number in given["players"] if seat(vector, number) not in state.alive]
    assert gone == expect["out"]
    assert result(state, vector) == expect["result"]


def result(state: EscalateState, vector: dict[str, Any]) -> str:
    """Return the state of the table in the vectors' words."""
    numbers = {seat(vector, number): number for number in vector["given"]["players"]}
    phase = GAME.phase(state)
    if not isinstance(phase, Finish):
        return f"continue:{','.join(str(numbers[each]) for each in state.alive)}"
    winners = [number for each, number in numbers.items() if each in phase.winners]
    return f"win:{winners[0]}" if winners else "draw"


@pytest.mark.parametrize("name", of_kind("opening"))
def test_3_1_an_opening_goes_as_in_the_example(name: str) -> None:
    """A circle of calls is not heard in order, or does not end with the lead or the exchange of the worked
    example.
    """
    vector = VECTORS[name]
    given, expect = vector["given"], vector["expect"]
    given["players"] = len(given["order"])
    pack = Pack()
    hands = {
        seat(vector, number): " ".join([pack.take("Q" if holds else "?"), pack.take("?")])
        for number, holds in given["has_incident"].items()
    }
    order = [seat(vector, number) for number in given["order"]]
    state = replace(table(hands, turn=order[0]), dealer=order[-1])
    calls: list[str] = []
    for number in given["order"]:
        assert state.turn == seat(vector, number)
        state, events = declare(state, **{state.turn: vector["declared"]["wish"].get(str(number), "defer")})
        calls += [f"{number}:pass" for event in events if isinstance(event, OpeningPassed)]
        calls += [f"{number}:defer" for event in events if isinstance(event, OpeningDeferred)]
    assert calls == expect["calls"]
    if expect["must_lead"] is None:
        assert state.step == "exchange"
        assert expect["exchange"]
    else:
        assert (state.step, state.turn) == ("obliged", seat(vector, expect["must_lead"]))
        assert all(act.startswith("lead:") for act in offered(state, state.turn))
