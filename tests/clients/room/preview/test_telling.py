"""A walk in the terminal: question by question, with what followed."""

from __future__ import annotations

from warcouncil.clients.room.preview.stepping import walk
from warcouncil.clients.room.preview.telling import walk_lines

from tests.clients.room.preview.test_stepping import WORK, options


def test_the_terminal_shows_every_rule_and_why_one_was_not_applied() -> None:
    """If this fails, an author without a browser cannot find a flaw."""
    lines = list(walk_lines(walk(options(), [WORK], "1")))
    text = "\n".join(lines)
    assert "== Week 1 · Work ==" in lines
    assert "+ Both: applied" in lines
    assert "    The bridge: 0 → 3" in lines
    assert "- Pays, lower: not applied\n    coins of lower > 0: does not hold (coins of lower is 0)" in text
    assert "- Rain: not applied (1 %)" in lines
    assert "+ opened: came\n    bridge >= 4: holds (bridge is 4)\n    The first cart crossed" in text
    assert lines[-1].startswith("The first cart crossed. No side won.")


def test_a_seat_sees_its_own_board() -> None:
    """If this fails, an author without a browser cannot check what a player sees."""
    lines = list(walk_lines(walk(options(), [WORK], "1"), "upper"))
    assert "The board, read as: Mayor of Upper" in lines
    assert not [line for line in lines if "Nobody may know" in line]
