"""The defaults of every game: the public seat, an empty table of results, the template's name and plain phases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Channel, Finish, Phase, Resolution, Standings
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.games.kit.template import GAME
from warcouncil.protocol.table.forms import Answer, Form, Words
from warcouncil.protocol.words import ChannelId, SeatId, TeamId


def test_the_public_seat_is_of_no_seat_and_no_team() -> None:
    """A bystander counts as a member of a side, and reads what only that side may know."""
    assert Seat(SeatId(""), TeamId(""), "the public") == PUBLIC


def test_where_a_game_counts_nothing_its_turns_are_turns() -> None:
    """A verdict counts turns by a word of another game, or ends the client in a traceback."""
    nothing = Standings()
    assert (nothing.tallies, nothing.turns, nothing.turns_are) == ((), 0, "turns")
    assert Finish("over", ()).standings == nothing


def test_the_template_says_what_it_is() -> None:
    """A new game is offered under another's name."""
    assert (GAME.name, GAME.title, GAME.designer, GAME.rules_version) == (
        "template",
        "Template",
        "NOBODY YET",
        "1",
    )


class Plain(PhaseRules[int, str]):
    """A phase that defines only what it must."""

    name, rule, text = "Plain", "7", "Say something."

    def asked(self, state: int) -> tuple[SeatId, ...]:
        """Ask one seat."""
        return (SeatId("north"),)

    def clock_seconds(self, state: int) -> float:
        """Return as many seconds as the state."""
        return state

    def form(self, state: int, seat: SeatId) -> Form:
        """Ask for a word."""
        return Form(question="What?", rule="7", fields=(Words(name="word", label="word"),))

    def read(self, state: int, seat: SeatId, answer: Answer) -> str:
        """Take the word."""
        return str(answer["word"])

    def resolve(self, state: int, declarations: Mapping[SeatId, str | None], dice: Dice) -> Resolution[int]:
        """Change nothing."""
        return Resolution(state)


class Rich(Plain):
    """A phase that overrides all its defaults."""

    sealed, asked_known, awaited = True, False, False

    def title(self, state: int) -> str:
        """Return the heading with its time."""
        return f"Rich, {state}"

    def channels(self, state: int) -> tuple[Channel, ...]:
        """Open a channel."""
        return (Channel(ChannelId("all"), "Everyone", (SeatId("north"),)),)

    def closes_early(self, state: int) -> bool:
        """Wait for the clock."""
        return False

    def quiet_seconds(self, state: int) -> float:
        """Close the channels before the end."""
        return 3.0

    def deals(self, state: int) -> bool:
        """Allow proposals."""
        return True


def test_a_phase_that_says_nothing_of_it_is_open_awaited_and_ends_when_all_have_answered() -> None:
    """A game with few definitions waits for its clock, calls no seat idle, or hides the seats it asks."""
    assert Plain().opening(30) == Phase(
        name="Plain",
        rule="7",
        title="Plain",
        text="Say something.",
        asked=(SeatId("north"),),
        sealed=False,
        clock_seconds=30,
        channels=(),
        closes_early=True,
        quiet_seconds=0.0,
        deals=False,
        asked_known=True,
        awaited=True,
    )
    assert Plain().default(30, SeatId("north")) is None
    told: dict[str, Any] = {"name": "Plain", "rule": "7", "title": "Plain", "text": "Say something."}
    assert Phase(asked=(SeatId("north"),), sealed=False, clock_seconds=30, **told) == Plain().opening(30)


def test_a_phase_that_says_it_is_opened_as_it_says() -> None:
    """A discussion is cut short, goes on to the last second, or has no proposals."""
    assert Rich().opening(30) == Phase(
        name="Plain",
        rule="7",
        title="Rich, 30",
        text="Say something.",
        asked=(SeatId("north"),),
        sealed=True,
        clock_seconds=30,
        channels=(Channel(ChannelId("all"), "Everyone", (SeatId("north"),)),),
        closes_early=False,
        quiet_seconds=3.0,
        deals=True,
        asked_known=False,
        awaited=False,
    )
