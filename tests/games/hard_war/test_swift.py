"""SwiftWar plays as the rules and the bot do, gate by gate."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.bot import BOT
from warcouncil.games.hard_war.state import PLAYERS, SEAT_IDS, HardWarState, dead
from warcouncil.games.hard_war.swift.choices import at_random, chosen
from warcouncil.games.hard_war.swift.shortcut import declared_of, plain_of
from warcouncil.games.hard_war.swift.war import CAUSES, DOWN, FACE, STEPS, SwiftWar
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.playout import SLIP_OF, Declared, Player, slips_at
from warcouncil.games.registry import load

from tests.games.test_shortcuts import gates, glimpses_differ
from tests.profile import games

HARD = (
    {"talk": "public", "talk_tolls": (50, 100, 150)},
    {"un_observers": True, "securing": True, "extra_cards": "also_as_play"},
    {"un_observers": True, "observers_at": "uncontrolled", "overplay": "allow", "flags_per_side": 1},
    {"backs_visible": False, "deck_end": "failed_draw", "media_removed": 12},
    {"deck_end": "end_of_turn", "jab_when": "plays", "max_turns": 24},
    {"jab_effects": ("draw2_now", "ignore_friendly_fire_once"), "securing": True, "flags_per_side": 1},
)
"""Options that meet rules which single options rarely meet together."""


def of_state(state: HardWarState) -> dict[str, Any]:
    """Return the values of a position that decide how it goes on."""
    if state.result is not None:
        return {"over": True, "winner": state.result.winner, "vp": [side.vp for side in state.sides]}
    return {
        "over": False,
        "agenda": [(item.step, item.player, item.cause, item.drawn) for item in state.agenda],
        "turn": (state.turn, state.active, state.plays_left, state.plays_more, state.friendly_pass),
        "attacks": list(state.attacks),
        "toll": (state.toll, state.talk_tolls, state.jab, state.jab_up),
        "vp": [side.vp for side in state.sides],
        "hands": [list(side.hand) for side in state.sides],
        "decks": [list(pile) for pile in state.decks],
        "cities": [(city.marker, city.owner, city.secured, bool(city.report)) for city in state.cities],
        "rows": [[[(laid.card, laid.up) for laid in row] for row in city.rows] for city in state.cities],
        "dead": [dead(state, player) for player in PLAYERS],
        "hidden": sum(not laid.up for city in state.cities for row in city.rows for laid in row),
    }


def of_war(war: SwiftWar) -> dict[str, Any]:
    """Return the same values of a swift war."""
    if war.over:
        return {"over": True, "winner": war.winner, "vp": war.vp}
    return {
        "over": False,
        "agenda": [
            (STEPS[step], player, CAUSES[cause], drawn) for step, player, cause, drawn in reversed(war.agenda)
        ],
        "turn": (war.turn, war.active, war.plays_left, war.plays_more, war.friendly_pass),
        "attacks": war.attacks,
        "toll": (war.toll, war.talk_tolls, war.jab, war.jab_up),
        "vp": war.vp,
        "hands": [[cards.ALL[card] for card in hand] for hand in war.hands],
        "decks": [[cards.ALL[card] for card in reversed(pile)] for pile in war.decks],
        "cities": [*zip(war.marker, war.owner, war.secured, war.report, strict=True)],
        "rows": [
            [[(cards.ALL[laid & FACE], laid < DOWN) for laid in row] for row in both] for both in war.rows
        ],
        "dead": war.dead,
        "hidden": war.hidden,
    }


@pytest.mark.parametrize("of_a_game", [80, 400])
def test_every_gate_leads_to_the_position_of_the_rules(of_a_game: int) -> None:
    """If this fails, playouts follow other rules than the game."""
    game, met = load("hard_war"), set()
    for gate, state, phase, options in gates(game, games(2500, 60_000), *HARD, of_a_game=of_a_game):
        seats = {seat.id: seat for seat in game.seats(options)}
        met.add(state.step)
        for number in range(3):
            seed = number.to_bytes(32, "big")
            slips = slips_at(seed, len(seats), SLIP_OF, gate)
            fixed = {}
            war = SwiftWar(state)
            seat = SEAT_IDS[war.asked]
            if number == 0:
                answer = fill(game.form(state, seat), Dice(b"what they answer", seat, gate))
                fixed = {seat: game.read(state, seat, answer)}
                plain = plain_of(fixed[seat])
            elif slips[war.asked]:
                plain = chosen(war)
            else:
                chance = Dice(seed, "any", gate)
                plain = at_random(war, chance.stream)
                fixed = {seat: game.read(state, seat, fill(game.form(state, seat), chance))}
            war.close(plain)
            given = {seat: Declared(value) for seat, value in fixed.items()}
            after = Player(game, seats, BOT).step(state, phase, gate, seed, given)
            assert of_war(war) == of_state(after), (state, gate, seed)
    assert met >= {*STEPS} - {"Begin", "End"}


def test_the_winner_is_that_of_the_rules() -> None:
    """If this fails, a war that one side won counts for the other, or as a draw."""
    game, met = load("hard_war"), set()
    for number in range(games(60, 3000)):
        options = game.options_type.model_validate(HARD[number % len(HARD)])
        state, gate = game.setup(options, Dice(number.to_bytes(32, "big"))).state, 0
        war = SwiftWar(state)
        while isinstance(phase := game.phase(state), Phase):
            if number % 7 == 0:  # without any dead, neither side wins
                plain = plain_of(game.default(state, phase.asked[0]))
            else:
                chance = Dice(b"random answers..", gate)
                plain = chosen(war) if number % 2 else at_random(war, chance.stream)
            declared = dict.fromkeys(phase.asked, declared_of(plain))
            state = game.resolve(state, declared, Dice(b"no chance is drawn")).state
            war.close(plain)
            gate += 1
        assert war.over
        assert phase.winners == (() if war.winner < 0 else (SEAT_IDS[war.winner],))
        assert state.result is not None
        met.add((state.result.reason, war.winner))
    assert {reason for reason, _ in met} == {"military", "intervention", "decks", "turns"}
    assert {winner for _, winner in met} == {0, 1, -1}


def test_a_glimpse_misses_nothing_of_the_advanced_rules() -> None:
    """If this fails, a belief keeps worlds that differ in something that the seat was shown."""
    assert glimpses_differ(load("hard_war"), games(1000, 20_000), *HARD) > 1000
