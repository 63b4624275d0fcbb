"""Rules and briefings as plain lines."""

from __future__ import annotations

from warcouncil.clients.plain.base.rules import briefing_lines
from warcouncil.protocol.table.rulebooks import Briefing


def test_a_briefing_has_a_line_for_each_agreed_option() -> None:
    """If this fails, a player who listens to lines does not hear how their table differs from the rules."""
    told = Briefing(role="r", wins="w", sees="s", decides="d")
    assert briefing_lines(told) == ["briefing: r", "briefing: s", "briefing: w", "briefing: d"]
    agreed = told.model_copy(update={"agreed": ("There are 4 Jokers.", "India begins with 3 VP.")})
    assert briefing_lines(agreed)[4:] == [
        "briefing: Agreed at your table: There are 4 Jokers.",
        "briefing: Agreed at your table: India begins with 3 VP.",
    ]
