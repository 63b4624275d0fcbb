"""The help of plain lines lists what this seat can do in this game, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from warcouncil.clients.plain.seat.commands import NEEDS
from warcouncil.clients.wording.saying import say
from warcouncil.games.scenario import shipped
from warcouncil.protocol.acts.acts import EndGame
from warcouncil.protocol.wire.requests import Call

from tests.clients.plain.sitting import Sitting

IMPOSSIBLE = {
    *map(
        say,
        (
            "talk.nobody",
            "deals.none",
            "deals.cannot",
            "notices.none",
            "notices.cannot_ask",
            "board.no_documents",
            "package.no_sheet",
            "company.seat_alone",
            "plain.alone",
            "plain.drives_already",
            "plain.no_other_game",
            "plain.no_suggestion",
            "plain.nothing_to_take_back",
            "plain.waits_for_no_reply",
        ),
    ),
    say("plain.say_which", numbers=say("fields.none")),
}
"""The answers of commands that can do nothing."""
SEATS: dict[str, tuple[str, str, Mapping[str, Any]]] = {
    "battle": ("kartenspiel", "red.corps.1", {}),
    "cards": ("hard_war", "amber", {}),
    "proposals": ("kashmir_crisis", "india", {"talk": "bilateral"}),
    "papers": ("scenario", "roads.minister", {"scenario": shipped.text("evacuation")}),
}
SILENT = {"ready", "wait", "accept", "refuse", "reply", "another"}
"""Commands that say the same whether the game has them or not, or that need something that has come."""
LATER = {"say", "talk"}
"""Commands that the game has, but that can do nothing at this moment."""


def listed(sitting: Sitting) -> list[str]:
    """Return the commands in the help."""
    lines = [line.partition(": /") for line in sitting.type("/help")]
    return [rest.partition(":")[0] for start, found, rest in lines if start == "help" and found]


@pytest.mark.parametrize("name", list(SEATS))
def test_the_help_lists_the_commands_that_can_do_something_and_no_others(name: str) -> None:
    """A player reads thirty lines to find the ten commands of their game, and reads of proposals that the game
    does not have.
    """
    game, seat, options = SEATS[name]
    sitting = Sitting(game, seat, options, quiet=True)
    found = listed(sitting)
    for word in NEEDS:
        if word not in SILENT:
            said = sitting.type(f"/{word}")
            can = not IMPOSSIBLE.issuperset(said[-1:]) or (word in found and word in LATER)
            assert (word in found) == can, (word, said)
    assert not {"ready", "reply", "another"} & set(found)


def test_in_a_demo_a_command_begins_another_game_when_this_one_is_over() -> None:
    """A player who listens must leave and start the demo again."""
    sitting = Sitting(quiet=True, exercise={"plays_again": True})
    assert "another" in listed(sitting)
    assert sitting.type("/another") == [say("plain.no_other_game")]
    sitting.room.rule(sitting.room.umpire(), EndGame(text="It is late."))
    assert f"over: {say('plain.plays_again')}" in sitting.hear()
    assert not {"question", "seal", "suggest", "wait"} & set(listed(sitting))
    assert say("plain.another_begins") in sitting.type("/another")
    assert [each.text for each in sitting.line.sent if isinstance(each, Call)] == [
        say("verdict.another_call")
    ]
