"""SwiftBattle plays as the rules and the bot do, gate by gate."""

from __future__ import annotations

from typing import Any

from warcouncil.games.kartenspiel.bot import BOT
from warcouncil.games.kartenspiel.shortcut import BattleShortcut
from warcouncil.games.kartenspiel.state import CHARGE, LOSSES, OVER, REDEPLOYMENT, BattleState, less
from warcouncil.games.kartenspiel.swift import STEPS, UNSEEN, SwiftBattle, unpack
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import AnyGame, Finish, Phase
from warcouncil.games.kit.play.playout import SLIP_OF, Declared, Player, slips_at
from warcouncil.games.registry import load
from warcouncil.protocol.words import SeatId

from tests.games.test_shortcuts import gates
from tests.profile import games

FRESH = {REDEPLOYMENT, OVER}
"""The steps in which nothing is under way in a pair."""


def of_state(state: BattleState) -> dict[str, Any]:
    """Return the values of a position that decide how it goes on."""
    return {
        "step": state.step,
        "day": state.day,
        "turn": state.turn,
        "reserve": list(state.reserve),
        "corps": list(state.corps),
        "lost": list(state.lost),
        "dawn": list(state.dawn),
        "ever": list(state.ever),
        "orders": list(state.orders),
        "pair": 0 if state.step in FRESH else state.pair,
        "left": [
            None if seen is None else tuple(less(seen.held[side], seen.lost[side]) for side in (0, 1))
            for seen in state.seen
        ],
        "owed": (state.owed, state.charges) if state.step == LOSSES else None,
        "winner": "" if state.outcome is None else state.outcome.winner,
    }


def of_battle(battle: SwiftBattle) -> dict[str, Any]:
    """Return the same values of a swift battle."""
    forces = {name: [*map(unpack, getattr(battle, name))] for name in ("reserve", "corps", "lost", "dawn")}
    plain = {name: getattr(battle, name) for name in ("step", "day", "turn", "ever", "orders", "winner")}
    return (
        forces
        | plain
        | {
            "pair": 0 if battle.step in FRESH else battle.pair,
            "left": [
                None if UNSEEN in pair else tuple(map(unpack, pair))
                for pair in zip(*battle.left, strict=True)
            ],
            "owed": (battle.owed, battle.charges) if battle.step == LOSSES else None,
        }
    )


def _fixed(game: AnyGame, state: BattleState, phase: Phase, gate: int) -> dict[SeatId, Any]:
    """Return random declarations of some of the asked seats."""
    chosen = [seat for seat in phase.asked if Dice(b"which are fixed?", seat, gate).below(2)]
    return {
        seat: game.read(state, seat, fill(game.form(state, seat), Dice(b"what they answer", seat, gate)))
        for seat in chosen
    }


def test_every_gate_leads_to_the_position_of_the_rules() -> None:
    """If this fails, playouts follow other rules than the game."""
    game, compared = load("kartenspiel"), 0
    for gate, state, phase, options in gates(game, games(3000, 200_000)):
        if state.step not in STEPS:
            continue
        seats = {seat.id: seat for seat in game.seats(options)}
        for number in range(3):
            seed = number.to_bytes(32, "big")
            fixed = {} if number else _fixed(game, state, phase, gate)
            battle = SwiftBattle(state)
            battle.close(gate, seed, slips_at(seed, len(seats), SLIP_OF, gate), fixed)
            given = {seat: Declared(value) for seat, value in fixed.items()}
            after = Player(game, seats, BOT).step(state, phase, gate, seed, given)
            assert of_battle(battle) == of_state(after), (state, gate, seed)
            compared += 1
    assert compared > 3000


def test_the_winner_is_that_of_the_rules() -> None:
    """If this fails, a battle that one side won counts for the other, or as a draw."""
    game, won = load("kartenspiel"), set()
    for gate, state, phase, options in gates(game, games(3000, 200_000)):
        seats = {seat.id: seat for seat in game.seats(options)}
        after = Player(game, seats, BOT).step(state, phase, gate, bytes(32), {})
        finish = game.phase(after)
        if isinstance(finish, Finish):
            assert SwiftBattle(after).winner == "".join(finish.winners)
            won.add(finish.winners)
    assert won == {("red",), ("black",), ()}


def test_a_commander_knows_whether_they_choose_for_a_confused_enemy() -> None:
    """If this fails, a belief mixes up two worlds: in one the seat chooses for the enemy, in the other the
    enemy for the seat.
    """
    game, glimpse, met = load("kartenspiel"), BattleShortcut().glimpse, 0
    for _, state, phase, _ in gates(game, 600):
        if state.step == CHARGE and len(phase.asked) == 2:
            red, black = phase.asked
            ways = ({red: None, black: True}, {red: True, black: None})
            one, other = (game.resolve(state, way, Dice(b"no chance is drawn")).state for way in ways)
            assert all(glimpse(one, seat) != glimpse(other, seat) for seat in phase.asked)
            met += 1
    assert met
