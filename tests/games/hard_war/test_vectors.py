"""The worked cases, through the real engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from warcouncil.games.hard_war import GAME
from warcouncil.games.hard_war.state import AMBER, NOBODY, PLAYERS, TEAL, HardWarState, LaidAttack
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import Finish

from tests.games.hard_war.builder import (
    DICE,
    after,
    answer,
    attacks,
    city,
    ending,
    offers,
    options,
    position,
    quietly,
    row,
    to_next_turn,
)

VECTORS: dict[str, dict[str, Any]] = {
    vector["id"]: vector
    for vector in json.loads(Path(__file__).with_name("vectors.json").read_text())["vectors"]
}
PLAYER = {"A": AMBER, "B": TEAL, None: NOBODY}
LETTER = {player: letter for letter, player in PLAYER.items()}
Case = Callable[[dict[str, Any]], dict[str, Any]]


def marker(vector: dict[str, Any]) -> dict[str, Any]:
    """Attack Palpero step by step, each in a new play phase, and record the marker."""
    at: int = vector["given"]["start"]
    path: list[int | None] = []
    for letter in vector["declared"]["steps"]:
        there = {"Palpero": {"marker": at, "flags": vector["given"]["flags"]}}
        state = position(active=PLAYER[letter], hand=["ground-10"], cities=there)
        try:
            at = city(answer(state, card="ground-10", at="Palpero").state, "Palpero").marker
            path.append(at)
        except Illegal:
            path.append(None)
    return {"path": path}


def reveal(vector: dict[str, Any]) -> dict[str, Any]:
    """Show the attacks with Media Reports, the second one of a pair with the double card."""
    given, reveals = vector["given"], vector["declared"]["reveals"]
    rows = tuple(
        row(*(f"artillery-{each['toll']}" for each in reveals if PLAYER[each["by"]] == player))
        for player in PLAYERS
    )
    state = position(
        hand=["media2", "media"],
        cities={"Inae": {"rows": rows}},
        toll=given["track"],
        jab=PLAYER[given["jab"]],
        jab_up=True,
    )
    names = [f"Inae.{('amber', 'teal')[PLAYER[each['by']]]}.1" for each in reveals]
    card = "media2" if len(names) > 1 else "media"
    state = answer(state, card=card, at=names[0]).state
    for name in names[1:]:
        state = answer(state, target=name).state
    return {
        "track": state.toll,
        "steps": (state.toll - given["track"]) // 10,
        "jab": LETTER[state.jab],
        "intervention": state.result is not None and state.result.reason == "intervention",
    }


def final(vector: dict[str, Any]) -> dict[str, Any]:
    """Cause an intervention by Dedes, and return the sums."""
    given = vector["given"]
    rows = tuple(tuple(LaidAttack(f"artillery-{toll}") for toll in given[letter]) for letter in "AB")
    state = position(step="Dedes", cities={"Nishka": {"rows": rows}}, toll=170, jab=PLAYER[given["jab"]])
    end = answer(state, toll="add").state
    assert end.result is not None
    finish = GAME.phase(end)
    assert isinstance(finish, Finish)
    dead = finish.standings.tallies[0].by
    winner = {(): None, ("amber",): "A", ("teal",): "B"}[finish.winners]
    return {"sum": {"A": dead["amber"], "B": dead["teal"]}, "winner": winner}


def play_legality(vector: dict[str, Any]) -> dict[str, Any]:
    """Return whether the city is on offer for the card."""
    given = vector["given"]
    there: dict[str, Any] = {
        each["city"]: {"rows": (row(f"{each['kind']}-20"), ()), "marker": -1} for each in given["history"]
    }
    legal = []
    for case in vector["declared"]["cases"]:
        card = f"{case['kind']}-10"
        state = position(active=PLAYER[given["player"]], hand=[card], cities=there)
        state = attacks(state, **{case["city"]: case["this_turn"]})
        legal.append(case["city"] in offers(state, f"at.{card}"))
    return {"legal": legal}


def turn_limits(vector: dict[str, Any]) -> dict[str, Any]:
    """Begin a turn, and count the cards that may be drawn and played."""
    return {"limits": [_limits(case) for case in vector["given"]["cases"]]}


def _limits(case: dict[str, bool]) -> dict[str, int]:
    if case["first_turn_starter"]:
        state = GAME.setup(options(), DICE).state
    else:
        owned = {"Adech": case["adech"], "Dunshe": case["dunshe"]}
        state = to_next_turn(
            ending(
                TEAL,
                other_hand=(),
                cities={name: {"owner": AMBER} for name, has in owned.items() if has},
            )
        ).state
    few, many = _draws(state, greedy=False), _draws(state, greedy=True)
    played = replace(many[1], sides=(replace(many[1].sides[0], hand=("ground-10",) * 5), many[1].sides[1]))
    plays = 0
    while played.step == "Play":
        place = offers(played, "at.ground-10")[plays % 2]
        played = answer(played, card="ground-10", at=place).state
        plays += 1
    return {"draw_min": few[0], "draw_max": many[0], "play": plays}


def _draws(state: HardWarState, *, greedy: bool) -> tuple[int, HardWarState]:
    before = len(state.sides[AMBER].hand)
    while state.step == "Draw":
        may_stop = "stop" in offers(state, "deck")
        state = answer(state, deck="stop" if may_stop and not greedy else "left").state
    return len(state.sides[AMBER].hand) - before, state


def securing(vector: dict[str, Any]) -> dict[str, Any]:
    """Attack, then secure. Look at the opponent's next turn and at the check after it."""
    given = vector["given"]
    state = position(
        hand=["ground-10", "ground-40"],
        cities={"Palpero": {"flags": given["flags"], "marker": given["pos"]}},
        toll=given["track"],
        jab=PLAYER[given["jab"]],
        settings=vector["options"],
        other_hand=["ground-10", "ground-20"],
    )
    state = after(
        state,
        {"card": "ground-10", "at": "Palpero"},
        {"card": "ground-40", "at": "Palpero+secure"},
    )
    shown = city(state, "Palpero")
    theirs = quietly(state, "Play", TEAL)
    attackable = any("Palpero" in offers(theirs, f"at.{card}") for card in theirs.sides[TEAL].hand)
    mine = quietly(theirs, "Draw", AMBER)
    taken = city(theirs, "Palpero").owner == NOBODY and city(mine, "Palpero").owner == AMBER
    return {
        "pos": "secured_A" if shown.secured == AMBER else shown.marker,
        "track": state.toll,
        "jab": LETTER[state.jab],
        "opponent_may_attack_next_turn": attackable,
        "control_at": "A next check" if taken else "",
    }


def control(vector: dict[str, Any]) -> dict[str, Any]:
    """Begin the active player's turn, and return the taken cities."""
    given = vector["given"]
    there = {name: {"marker": at, "flags": given["flags"]} for name, at in given["cities"].items()}
    state = to_next_turn(
        ending(TEAL, cities=there, vp=(given["vp"]["A"], given["vp"]["B"]), toll=given["track"])
    ).state
    result = state.result
    return {
        "gains": [each.name for each in state.cities if each.owner == PLAYER[given["active"]]],
        "vp": {"A": state.sides[AMBER].vp, "B": state.sides[TEAL].vp},
        "result": f"{result.reason}:{LETTER[result.winner]}" if result else "",
    }


def dedes(vector: dict[str, Any]) -> dict[str, Any]:
    """Answer for Dedes."""
    names = {30: "add", -30: "subtract", 0: "leave"}
    ends = [
        answer(position(step="Dedes", toll=toll), toll=names[change]).state
        for toll, change in vector["given"]["cases"]
    ]
    return {"track": [end.toll for end in ends], "intervention": [end.result is not None for end in ends]}


def korocas_nishka(vector: dict[str, Any]) -> dict[str, Any]:
    """Take the city, and let the opponent discard."""
    given = vector["given"]
    there = {given["effect"]: {"marker": 2}}
    state = to_next_turn(
        position(
            active=TEAL,
            step="Play extra",
            hand=["local_support", *["ground-10"] * (given["opp_hand"] - 1)],
            cities=there,
        )
    ).state
    size = int(form_limit(state))
    state = answer(state, cards=offers(state, "cards")[:1]).state
    return {"opp_hand": len(state.sides[TEAL].hand), "opp_hand_size": size}


def form_limit(state: HardWarState) -> str:
    """Return the hand size that the question of the discards names."""
    return GAME.form(state, GAME.seats(options())[TEAL].id).help.split()[-1].removesuffix(".")


def us_bombing(vector: dict[str, Any]) -> dict[str, Any]:
    """Return whether the city is on offer for the bombers."""
    given = vector["given"]
    legal = []
    for case in given["cases"]:
        there = {"Adech": {"flags": given["flags"], "marker": case["pos"]}}
        state = position(
            active=PLAYER[given["player"]],
            step="Play extra",
            hand=["us_bombing"],
            cities=there,
            jab=PLAYER[case["jab"]],
            jab_up=case["face_up"],
        )
        state = attacks(state, Adech=case["attacks_here_this_turn"])
        there_is = "Adech" in offers(state, "at.us_bombing")
        if there_is:
            bombed = answer(state, card="us_bombing", at="Adech").state
            assert bombed.jab == PLAYER[case["jab"]]
            assert city(bombed, "Adech").marker > case["pos"]
        legal.append(there_is)
    return {"legal": legal}


RUNNERS: dict[str, Case] = {
    "marker": marker,
    "reveal": reveal,
    "final": final,
    "play_legality": play_legality,
    "turn_limits": turn_limits,
    "securing": securing,
    "control": control,
    "dedes": dedes,
    "korocas_nishka": korocas_nishka,
    "us_bombing": us_bombing,
}


@pytest.mark.parametrize("name", VECTORS)
def test_worked_case(name: str) -> None:
    """A game gives another result than the worked case."""
    vector = VECTORS[name]
    assert RUNNERS[vector["kind"]](vector) == vector["expect"]
