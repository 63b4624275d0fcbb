"""A walk in the terminal: question by question, with the results."""

from __future__ import annotations

from warcouncil.clients.room.preview.stepping import walk
from warcouncil.clients.room.preview.telling import walk_lines

from tests.clients.room.preview.test_stepping import WORK, options
from tests.clients.room.preview.writing import FERRY


def test_the_terminal_shows_every_rule_and_why_one_was_not_applied() -> None:
    """If this fails, an author without a browser cannot find a flaw."""
    lines = list(walk_lines(walk(options(), [WORK], "1")))
    text = "\n".join(lines)
    assert "== Week 1 · Work ==" in lines
    assert "+ Both: applied" in lines
    assert "    The bridge: 0 → 3" in lines
    assert "- Pays, lower: not applied\n    coins of lower > 0: not true (coins of lower is 0)" in text
    assert "- Rain: not applied (1 %)" in lines
    assert "+ opened: is reached\n    bridge >= 4: true (bridge is 4)\n    The first cart crossed" in text
    assert lines[-1].startswith("The first cart crossed. No side won.")


def test_a_seat_sees_its_own_board() -> None:
    """If this fails, an author without a browser cannot check what a player sees."""
    lines = list(walk_lines(walk(options(), [WORK], "1"), "upper"))
    assert "The board, as seen by: Mayor of Upper" in lines
    assert not [line for line in lines if "Nobody may know" in line]


def test_messages_are_shown_at_their_phase_with_sender_and_condition() -> None:
    """If this fails, an author sees only in the room when a message comes, and in whose name."""
    news = '\n[[injects]]\nsender = "The Herald"\nkind = "news"\nto = "all"\ntext = "{text}"\nonly_if = ["{clause}"]\n'
    text = FERRY + "".join(
        news.format(text=said, clause=clause) + more
        for said, clause, more in (
            ("At once.", "round is 1", ""),
            ("It grows.", "round is 2", ""),
            ("It stands.", "bridge >= 4", 'phase = "Work"\n'),
        )
    )
    lines = list(walk_lines(walk(options(text), [{}, {}], "1")))
    first, second = (lines.index(f"== Week {week} · Work ==") for week in (1, 2))
    begun, later = lines[first:second], lines[second:]
    assert "News from The Herald to everyone, at the opening: At once." in begun
    assert "News from The Herald to everyone, if bridge >= 4: It stands." in begun
    assert "News from The Herald to everyone, at the opening: It grows." in later
    assert "The umpire to everyone, after 1 min: Clouds over the hills." in later
    assert not [line for line in later if "At once." in line]
