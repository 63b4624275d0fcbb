"""The worked cases of the rules, played through the contract."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from warcouncil.games.kartenspiel.events.combats import CombatCounted, LossesPaid
from warcouncil.games.kartenspiel.events.ends import LineBroken
from warcouncil.games.kartenspiel.state import REDEPLOYMENT, Force

from tests.games.kartenspiel.builder import Table, deployed

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "vectors.json").read_text())["vectors"]
TEAMS = ("red", "black")


def of_kind(kind: str) -> Any:
    """Return the cases of a kind as parameters."""
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS if vector["kind"] == kind]


def force(given: dict[str, int]) -> Force:
    """Read a force."""
    return Force(given["inf"], given["cav"])


@pytest.mark.parametrize("vector", of_kind("combat"))
def test_3_3_vectors_of_combat(vector: dict[str, Any]) -> None:
    """A combat has other totals, losses or broken corps than its worked case."""
    given = {team: force(vector["given"][team]) for team in TEAMS}
    attackers = [f"{team}.corps.2" for team in TEAMS if vector["declared"][team]["declare"] == "attack"]
    table = Table(deployed(red={2: given["red"]}, black={2: given["black"]}, **vector["options"]))
    # Another pair fights too, so that mutual defence is not the fall of night.
    table.declare(*attackers, "red.corps.4")
    if table.state.step == "Charge":
        table.charge(**{team: vector["declared"][team]["charge"] for team in TEAMS})
    while table.state.step == "Losses":
        table.close({})
    expect = vector["expect"]
    counted = [event for event in table.found(CombatCounted) if event.corps == 2]
    totals = dict(zip(TEAMS, counted[0].totals, strict=True)) if counted else None
    assert totals == expect["totals"]
    assert {team: table.corps(f"{team}.corps.2") for team in TEAMS} == {
        team: force(expect["after"][team]) for team in TEAMS
    }
    paid = dict.fromkeys(TEAMS, 0)
    for event in table.found(LossesPaid):
        if event.corps == 2:
            paid = {"red": event.red.size, "black": event.black.size}
    assert paid == expect["losses"]
    assert [event.team for event in table.found(LineBroken) if 2 in event.corps] == expect["broken"]


@pytest.mark.parametrize("vector", of_kind("nightfall"))
def test_6_vectors_of_nightfall(vector: dict[str, Any]) -> None:
    """A night rallies other divisions than its worked case, or leaves divisions in a corps."""
    given = vector["given"]
    red = {number + 1: force(corps) for number, corps in enumerate(given["corps"])}
    state = deployed(red=red, **vector["options"])
    state = replace(
        state, reserve=(force(given["reserve"]), state.reserve[1]), lost=(force(given["lost"]), state.lost[1])
    )
    table = Table(state)
    table.declare()
    expect = vector["expect"]
    assert table.state.step == REDEPLOYMENT
    assert table.state.reserve[0] == force(expect["reserve"])
    assert sum(corps.size for corps in table.state.corps[:4]) == expect["corps_total"]
    assert table.state.lost[0] == force(expect["lost"])


@pytest.mark.parametrize("vector", of_kind("end"))
def test_4_vectors_of_the_end(vector: dict[str, Any]) -> None:
    """A double break has another winner than its worked case."""
    lost = vector["given"]["lost"]
    # In pair I black's only division dies, in pair II red's: each side loses its last one there.
    state = deployed(red={1: (0, 1), 2: (1, 0)}, black={1: (1, 0), 2: (0, 1)}, **vector["options"])
    state = replace(state, ever=(lost["red"] - 1, lost["black"] - 1))
    table = Table(state)
    table.declare("red.corps.1", "black.corps.2")
    table.charge(red=True)
    table.charge(black=True)
    assert [event.team for event in table.found(LineBroken)] == vector["given"]["broken"]
    winners = {"black_wins": ("black",), "red_wins": ("red",), "draw": ()}
    assert table.finish.winners == winners[vector["expect"]["result"]]
    assert table.finish.standings.tallies[0].by == lost


def test_every_case_is_played() -> None:
    """A worked case is of a kind that no test plays."""
    assert len(VECTORS) == sum(len(of_kind(kind)) for kind in ("combat", "nightfall", "end"))
