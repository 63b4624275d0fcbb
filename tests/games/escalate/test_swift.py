"""SwiftTable plays as the rules and the bot do, gate by gate."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from warcouncil.games.escalate.bot import BOT
from warcouncil.games.escalate.state import EscalateState
from warcouncil.games.escalate.swift.rules import NO_SEAT
from warcouncil.games.escalate.swift.table import SwiftTable
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.playout import SLIP_OF, Declared, Player, slips_at
from warcouncil.games.registry import load

from tests.games.test_shortcuts import gates, glimpses_differ
from tests.profile import games

HARD: tuple[dict[str, Any], ...] = (
    {"players": 4, "any_time": True, "launches": "instantly", "retaliation": "chosen", "mad": True},
    {"players": 3, "passes": True, "pass_limit": 2, "veto_mode": "cancel", "must_turn": True, "mixing": True},
    {"players": 4, "salt": True, "passes": True, "drop_reopen": False, "all_passed": "new_circle"},
    {"players": 4, "mad": True, "retaliation": "targets", "talk": "bilateral", "launches": "instantly"},
    {"players": 3, "mad": True, "gunboat": True, "max_incidents": 3, "talk": "public", "must_turn": True},
    {"players": 2, "mad": True, "retaliation": "chosen", "mutual": "both_lose", "all_passed": "new_circle"},
    {"players": 3, "any_time": True, "mad": True, "posthumous": "mad", "veto_mode": "cancel", "passes": True},
    {"players": 4, "target": 3, "must_turn": True, "mixing": True, "any_time": True, "salt": True},
)
"""Options that meet rules which single options rarely meet together."""


SAME = ("rules", "answers", "first_of", "in_order", "gate", "seed")
"""Fields that no gate changes, or that do not belong to the position."""


def of(table: SwiftTable) -> dict[str, Any]:
    """Return the values of a table that decide how it goes on, and what is shown. After the end only the points count."""
    if table.winners is not None:
        return {"winners": table.winners, "points": table.points}
    values = {name: getattr(table, name) for name in SwiftTable.__slots__ if name not in SAME}
    alive = [table.alive >> seat & 1 for seat in range(len(table.seats))]
    return values | {
        # Plays go on from a place. If its seat was knocked out, that is its next survivor.
        "turn": table.turn if table.turn == NO_SEAT else table.first_of[table.turn][table.alive],
        "called": table.called & table.alive,
        "deferred": table.deferred & table.alive,
        "passers": [seat for seat in table.passers if alive[seat]],
        "passed": [many if lives else 0 for many, lives in zip(table.passed, alive, strict=True)],
        "table": [*table.table],
    }


def _fixed(state: EscalateState, phase: Phase, gate: int) -> dict[Any, Any]:
    """Return random declarations of some of the asked seats."""
    game = load("escalate")
    chosen = [seat for seat in phase.asked if Dice(b"which are fixed?", seat, gate).below(2)]
    return {
        seat: game.read(state, seat, fill(game.form(state, seat), Dice(b"what they answer", seat, gate)))
        for seat in chosen
    }


@pytest.mark.parametrize("of_a_game", [80, 400])
def test_every_gate_leads_to_the_position_of_the_rules(of_a_game: int) -> None:
    """If this fails, playouts follow other rules than the game."""
    game, met, ends = load("escalate"), set(), set()
    for gate, state, phase, options in gates(game, games(2500, 60_000), *HARD, of_a_game=of_a_game):
        seats = {seat.id: seat for seat in game.seats(options)}
        met.add((state.step, len(seats)))
        for number in range(2):
            seed = number.to_bytes(32, "big")
            fixed = {} if number else _fixed(state, phase, gate)
            table = SwiftTable(state)
            slip_of = SLIP_OF if gate % 2 else 2
            table.play(gate, gate + 1, partial(slips_at, seed, len(seats), slip_of), seed, fixed)
            given = {seat: Declared(value) for seat, value in fixed.items()}
            player = Player(game, seats, BOT, slip_of)
            after = player.step(state, phase, gate, seed, given)
            assert of(table) == of(SwiftTable(after)), (state, gate, seed)
            finish = game.phase(after)
            if isinstance(finish, Finish):
                assert table.winners == finish.winners
                ends.add((len(seats), len(finish.winners)))
    steps = {step for step, _ in met}
    assert steps == {
        "negotiation",
        "opening",
        "obliged",
        "exchange",
        "turning",
        "interjection",
        "launching",
        "retaliation",
    }
    assert {number for _, number in met} == {2, 3, 4}
    assert ends >= {(2, 0), (2, 1), (3, 1), (4, 1)}


def test_a_glimpse_misses_nothing_of_the_other_rules() -> None:
    """If this fails, a belief keeps worlds that differ in something that the seat was shown."""
    assert glimpses_differ(load("escalate"), games(1000, 20_000), *HARD) > 1000
