"""Maps with orders at random, and a slow second reading of the rules: every set of successes that contradicts none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from hypothesis import strategies as st
from warcouncil.games.scenario.map.orders import HOLD, Order
from warcouncil.games.scenario.map.resolving import Ending, Resolved, Standing, resolve


@dataclass(frozen=True, slots=True)
class Game:
    """A map, its pieces, and a possible order for each."""

    near: Mapping[str, tuple[str, ...]]
    pieces: Mapping[str, Standing]
    orders: Mapping[str, Order]
    ending: Ending

    def resolved(self) -> Resolved:
        """Return the results of the orders."""
        return resolve(self.pieces, self.near, self.orders, {}, self.ending)


@st.composite
def boards(draw: st.DrawFn) -> Game:
    """Return a map of up to six places with pieces of three sides, crowded enough that they meet."""
    places = [f"p{n}" for n in range(draw(st.integers(3, 6)))]
    pairs = [(a, b) for n, a in enumerate(places) for b in places[n + 1 :]]
    linked = [pair for pair in pairs if draw(st.integers(0, 9)) < 8]
    near = {place: tuple(b if a == place else a for a, b in linked if place in (a, b)) for place in places}
    pieces = {
        f"x{n}": Standing(draw(st.sampled_from("rgb")), place, draw(st.sampled_from((1, 1, 1, 2))))
        for n, place in enumerate(places)
        if draw(st.integers(0, 9)) < 8
    }
    orders = {name: draw(st.sampled_from(possible(near, pieces, name))) for name in pieces}
    return Game(near, pieces, orders, draw(st.sampled_from(("removed", "retreats"))))


def possible(near: Mapping[str, tuple[str, ...]], pieces: Mapping[str, Standing], name: str) -> list[Order]:
    """Return every possible order of a piece, moves twice as likely."""
    mine = near[pieces[name].at]
    moves = [Order("move", to) for to in mine]
    help_ = [
        Order("support", to, of)
        for of in pieces
        if of != name
        for to in ("", *near[pieces[of].at])
        if (to or pieces[of].at) in mine
    ]
    return [HOLD, *moves, *moves, *help_]


# --- the second reading -------------------------------------------------------------------------------------------


def readings(game: Game) -> list[dict[str, bool]]:
    """Return every choice of which moves succeed that agrees with the rules."""
    movers = [name for name, order in game.orders.items() if order.kind == "move"]
    choices = (dict(zip(movers, went, strict=True)) for went in product((True, False), repeat=len(movers)))
    return [went for went in choices if all(went[name] == _succeeds(game, went, name) for name in movers)]


def _supporters(game: Game, went: Mapping[str, bool], name: str) -> list[str]:
    """Return the pieces whose support for this one counts."""
    goal = _goal(game, name)
    found = []
    for other, order in game.orders.items():
        if order.kind != "support" or order.of != name or order.to != goal:
            continue
        here = game.pieces[other].at
        foes = [
            each
            for each in game.pieces
            if _goal(game, each) == here and _side(game, each) != _side(game, other)
        ]
        if any(game.pieces[foe].at != goal for foe in foes) or any(went[foe] for foe in foes):
            continue
        found.append(other)
    return found


def _succeeds(game: Game, went: Mapping[str, bool], name: str) -> bool:
    goal, strength = _goal(game, name), game.pieces[name].strength
    helpers = _supporters(game, went, name)
    other = next((each for each, piece in game.pieces.items() if piece.at == goal), None)
    meets = other is not None and _goal(game, other) == game.pieces[name].at
    stays = other is not None and (meets or not went.get(other, False))
    resistance = 0
    if other is not None and stays:
        if _side(game, other) == _side(game, name):
            return False
        helpers = [each for each in helpers if _side(game, each) != _side(game, other)]
        resistance = game.pieces[other].strength
        if meets or not _goal(game, other):
            resistance += sum(game.pieces[each].strength for each in _supporters(game, went, other))
    attack = strength + sum(game.pieces[each].strength for each in helpers)
    if attack <= resistance:
        return False
    for rival in game.pieces:
        if rival == name or _goal(game, rival) != goal:
            continue
        met = next((each for each, piece in game.pieces.items() if piece.at == goal), None)
        if met and _goal(game, met) == game.pieces[rival].at and went[met]:
            continue  # the rival lost against the piece that it met
        whole = game.pieces[rival].strength
        whole += sum(game.pieces[each].strength for each in _supporters(game, went, rival))
        if attack <= whole:
            return False
    return True


def _goal(game: Game, name: str) -> str:
    order = game.orders[name]
    return order.to if order.kind == "move" else ""


def _side(game: Game, name: str) -> str:
    return game.pieces[name].side
