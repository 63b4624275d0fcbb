"""Beliefs in Kashmir Crisis: a world can show a side all that it was shown, although with a complete deck hardly
any does.
"""

from __future__ import annotations

import json
from typing import Any

from warcouncil.games import registry
from warcouncil.games.kashmir_crisis.cards import RESOURCES, SEAT_IDS
from warcouncil.games.kashmir_crisis.options import KashmirOptions
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.play.beliefs import EFFECTIVE_MIN, Belief, Past, Shown, believed
from warcouncil.games.kit.play.fingerprints import fingerprint
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.play.playout import Player
from warcouncil.protocol.words import SeatId

FEW: dict[str, Any] = {
    "deck_edit": {card: 0 for cards in RESOURCES.values() for card in cards[3:]},
    "draw_count": 1,
}
"""Three cards a side, of which one is dealt each turn."""


def after_the_first_gate(options: dict[str, Any], seed: bytes) -> dict[SeatId, Belief]:
    """Return what each side believes after a first gate that bots played."""
    game, bot = registry.load("kashmir_crisis"), registry.bot_for("kashmir_crisis")
    chosen = KashmirOptions.model_validate(options)
    seats = {seat.id: seat for seat in game.seats(chosen)}
    first = game.setup(chosen, Dice(seed, "setup")).state
    phase = game.phase(first)
    assert isinstance(phase, Phase)
    player = Player(game, seats, bot)
    answers = {seat: player.suggested(first, seat, 1, seed) for seat in phase.asked}
    after = player.resolved(first, phase, 1, seed, answers)
    found = {}
    for seat in SEAT_IDS:
        shown = fingerprint(game, after.state, seats[seat], after.events, player.shortcut)
        own = json.dumps(answers[seat]) if seat in answers else ""
        past = Past(first, 1, (Shown(1, own, shown),))
        found[seat] = believed(game, seats, bot, seat, past, seed="1", worlds=100)
    return found


def test_a_world_can_show_all_that_a_side_was_shown() -> None:
    """If this fails, what a side was shown contains something that no simulated game repeats, such as a time.
    No decision is then judged.
    """
    for belief in after_the_first_gate(FEW, seed_of("few cards 3")).values():
        assert belief.effective >= EFFECTIVE_MIN


def test_a_whole_deck_leaves_no_belief_after_the_first_gate() -> None:
    """If this fails, beliefs go further than ADR 15 says, and the debrief can use them."""
    assert all(not belief.worlds for belief in after_the_first_gate({}, seed_of("a whole deck")).values())
