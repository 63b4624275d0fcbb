"""The worked examples of the rules, each played through the real phases."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from warcouncil.games.kashmir_crisis import GAME, ending
from warcouncil.games.kashmir_crisis.cards import FRONTS, INDIA, PAKISTAN, SEAT_IDS, owner, value
from warcouncil.games.kashmir_crisis.chart import SEAT_OF, TotalMod
from warcouncil.games.kashmir_crisis.events.draws import DeckRefreshed
from warcouncil.games.kashmir_crisis.events.finals import ValuesAdded
from warcouncil.games.kashmir_crisis.state import KashmirState
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import Finish, Resolution

from tests.games.kashmir_crisis.builder import named, of_kind, play, position

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "vectors.json").read_text())
SIDES = {"IN": INDIA, "PK": PAKISTAN}


def of(kind: str) -> list[Any]:
    """Return the vectors of one kind as test parameters."""
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS if vector["kind"] == kind]


def test_all_kinds_of_vectors_are_run() -> None:
    """A vector of a kind that no test runs counts as checked."""
    assert {vector["kind"] for vector in VECTORS} == {"final_phase", "placement", "level", "tracks"}


def values(cards: list[str] | tuple[str, ...]) -> list[int]:
    """Return the values in order."""
    return sorted(value(card) for card in cards)


def final_turn(vector: dict[str, Any]) -> tuple[Resolution[KashmirState], list[str]]:
    """Play the turn of a vector. Return its end, with the cards that were discarded in it."""
    given, declared = vector["given"], vector["declared"]
    used: set[str] = set()
    laid = {
        side: {front: named(SIDES[side], cards[front], used) for front in FRONTS}
        for side, cards in declared.items()
    }
    kept = {side: named(SIDES[side], cards.get("R", []), used) for side, cards in declared.items()}
    pools = {side: [*(card for front in FRONTS for card in laid[side][front]), *kept[side]] for side in SIDES}
    state = position(
        india=pools["IN"],
        pakistan=pools["PK"],
        event=given["event"],
        vp=tuple(given["vp"][side] + given["event_vp"].get(side, 0) for side in ("IN", "PK")),
        mods=[TotalMod.model_validate(mod) for mod in given["mods"]],
        joker=given["joker"] or "",
        **vector["options"],
    )
    assert state.scoring_front == given["score_front"]
    after = play(state, laid["IN"], laid["PK"])
    discarded = after.state.returned[-1] if after.state.returned else after.state.discard
    return after, list(discarded)


@pytest.mark.parametrize("vector", of("final_phase"))
def test_8_0_final_phases(vector: dict[str, Any]) -> None:
    """A turn differs from its worked example."""
    expect = vector["expect"]
    after, discarded = final_turn(vector)
    state = after.state
    (added,) = of_kind(after, ValuesAdded)
    assert added.raw == expect["raw"]
    assert added.front == (expect["scored"] or "")
    assert state.vp == {SEAT_OF[side]: points for side, points in expect["vp"].items()}
    for side, seat in SIDES.items():
        assert values([card for card in state.dead if owner(card) == seat]) == sorted(expect["dead"][side])
    assert values(discarded) == expect["discard_sorted"]
    assert bool(of_kind(after, DeckRefreshed)) is expect["reshuffle"]
    phase = GAME.phase(state)
    assert isinstance(phase, Finish) is expect["game_over"]
    if isinstance(phase, Finish):
        assert ending.leader(state) == SIDES[expect["winner"]]
        assert ending.reached(state) == expect["level"]


@pytest.mark.parametrize("vector", of("placement"))
def test_7_1_placements(vector: dict[str, Any]) -> None:
    """A legal placement is refused, or an illegal one is accepted."""
    used: set[str] = set()
    received = named(PAKISTAN, vector["given"]["received"], used)
    reserve = named(PAKISTAN, vector["given"]["reserve"], used)
    state = position(pakistan=received, reserves={PAKISTAN: reserve})
    legal = []
    for case in vector["declared"]["cases"]:
        at_hand = set(state.pool(PAKISTAN))
        moves: dict[str, dict[str, int]] = {}
        for place, numbers in case.items():
            for number in numbers:
                card = next(card for card in sorted(at_hand) if value(card) == number)
                at_hand.remove(card)
                moves[card] = {place: 1}
        try:
            GAME.read(state, PAKISTAN, {"cards": moves})
        except Illegal:
            legal.append(False)
        else:
            legal.append(True)
    assert legal == vector["expect"]["legal"]


@pytest.mark.parametrize("vector", of("level"))
def test_9_1_levels(vector: dict[str, Any]) -> None:
    """The level of victory is wrong, although players remember it best."""
    levels = []
    for lead in vector["given"]["cases"]:
        state = position(india=["4S", "5S", "6S"], pakistan=["4H", "5H", "6H"], vp=(lead, 0), joker="second")
        tied = play(state, *({"D": [f"4{suit}"], "I": [f"5{suit}"], "M": [f"6{suit}"]} for suit in "SH"))
        assert isinstance(GAME.phase(tied.state), Finish)
        levels.append(ending.reached(tied.state))
    assert levels == vector["expect"]["levels"]


@pytest.mark.parametrize("vector", of("tracks"))
def test_10_12_tracks(vector: dict[str, Any]) -> None:
    """A marker leaves its track, or a breakthrough has no effect."""
    given, expect = vector["given"], vector["expect"]
    used: set[str] = set()
    laid = {
        side: {
            front: named(SIDES[side], [vector["declared"]["resolved"][front][side]], used) for front in FRONTS
        }
        for side in SIDES
    }
    hands = {side: [card for front in FRONTS for card in laid[side][front]] for side in SIDES}
    state = position(
        india=hands["IN"],
        pakistan=hands["PK"],
        track_half_length=given["half"],
        **vector["options"],
    )
    after = play(replace(state, tracks=given["tracks"]), laid["IN"], laid["PK"]).state
    assert after.tracks == expect["tracks"]
    phase = GAME.phase(after)
    assert isinstance(phase, Finish)
    assert phase.winners == (SIDES[expect["winner"]],)
    assert ending.reached(after) == expect["level"]
    assert set(SEAT_IDS) == set(phase.standings.tallies[0].by)
