"""SwiftCrisis plays as the rules and the bot do, gate by gate."""

from __future__ import annotations

from typing import Any

from warcouncil.games.kashmir_crisis.bot import BOT
from warcouncil.games.kashmir_crisis.state import KashmirState
from warcouncil.games.kashmir_crisis.swift import CrisisShortcut, SwiftCrisis
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import AnyGame, Finish, Phase
from warcouncil.games.kit.play.playout import SLIP_OF, Declared, Player, slips_at
from warcouncil.games.registry import load
from warcouncil.protocol.words import SeatId

from tests.games.test_shortcuts import gates
from tests.profile import games


def of(crisis: SwiftCrisis) -> dict[str, Any]:
    """Return the values of a crisis."""
    values = {name: getattr(crisis, name) for name in SwiftCrisis.__slots__ if name != "rules"}
    values["banned"] = frozenset(crisis.banned)
    values["decks"] = {name: [*deck] for name, deck in crisis.decks.items()}
    return values


def _fixed(game: AnyGame, state: KashmirState, phase: Phase, gate: int) -> dict[SeatId, Any]:
    """Return random declarations of some of the asked seats."""
    chosen = [seat for seat in phase.asked if Dice(b"which are fixed?", seat, gate).below(2)]
    return {
        seat: game.read(state, seat, fill(game.form(state, seat), Dice(b"what they answer", seat, gate)))
        for seat in chosen
    }


def test_every_gate_leads_to_the_position_of_the_rules() -> None:
    """If this fails, playouts follow other rules than the game."""
    game, compared, won = load("kashmir_crisis"), 0, set()
    for gate, state, phase, options in gates(game, games(500, 100_000)):
        if not CrisisShortcut().plays_on(state):
            continue
        seats = {seat.id: seat for seat in game.seats(options)}
        for number in range(2):
            seed = number.to_bytes(32, "big")
            fixed = {} if number else _fixed(game, state, phase, gate)
            crisis = SwiftCrisis(state)
            crisis.close(gate, seed, slips_at(seed, len(seats), SLIP_OF, gate), fixed)
            given = {seat: Declared(value) for seat, value in fixed.items()}
            after = Player(game, seats, BOT).step(state, phase, gate, seed, given)
            assert of(crisis) == of(SwiftCrisis(after)), (state, gate, seed)
            finish = game.phase(after)
            if isinstance(finish, Finish):
                assert crisis.winner == finish.winners
                won.add(finish.winners)
            compared += 1
    assert compared > 500
    assert won == {("india",), ("pakistan",), ()}
