"""Whole games through pipes alone.

Every question can be answered in plain lines, and everything new is said.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.clients.plain.piped import Piped, play_to_the_end

GAMES: list[tuple[str, str, dict[str, Any]]] = [
    ("kartenspiel", "black.corps.2", {}),
    ("kartenspiel", "red.army", {"seats": "two"}),
    ("kashmir_crisis", "india", {"max_turns": 4, "sudden_death_1": True}),
    ("escalate", "north", {"players": 3, "passes": True, "salt": True, "mad": True}),
    ("hard_war", "amber", {"max_turns": 8}),
]
DRAWN = re.compile("[\u2190-\u23ff\u2500-\u265f\u2668-\u27bf\x00-\x1f\x7f]")


@pytest.mark.parametrize(("game", "seat", "options"), GAMES)
async def test_a_whole_game_is_played_through_pipes(game: str, seat: str, options: dict[str, Any]) -> None:
    """A blind player reaches a question that they cannot answer, or a board that only a sighted person can read."""
    async with Piped(game, seat, options) as piped:
        answered = await play_to_the_end(piped)
        piped.type("/story all", "/board", "/leave")
        status = await piped.end()
    assert status == 0
    assert answered > 0
    assert not [line for line in piped.read if DRAWN.search(line)], "a sign that cannot be read out"
    told = {line.partition(": ")[2] for line in piped.read if line.startswith("story, ")}
    view = piped.client.desk.view
    assert view is not None
    assert view.ended is not None
    assert len(told) > 5
    assert any(line.startswith("board: ") for line in piped.read)
    assert not any(line.startswith(("NOT SEALED", "Too late")) for line in piped.read)
