"""2. Phases of talk."""

from __future__ import annotations

from typing import Any

from tests.games.scenario.playing import Table, phase


def channels(**keys: Any) -> dict[str, tuple[str, ...]]:
    """Return the conversations of a phase of talk."""
    return {channel.title: channel.members for channel in Table(phases=[phase(**keys)]).open.channels}


def test_2_the_conversations_that_the_file_names_are_open() -> None:
    """A channel with one member too many shows the other side the talk of a team."""
    blue, red = ("blue.minister", "blue.admiral"), ("red.minister", "red.admiral")
    assert channels() == {}
    assert channels(channels="all") == {"Everyone": blue + red}
    assert channels(channels="teams") == {"Blue": blue, "Red": red}
    assert channels(channels="pairs") == {"Blue and Red": blue + red}
    assert channels(channels={"Hotline": ["blue.minister", "red.minister"]}) == {
        "Hotline": ("blue.minister", "red.minister")
    }


def test_2_a_team_of_one_has_no_conversation_of_its_own() -> None:
    """A player alone in a team has a channel without any reader."""
    seats = [
        {"name": "blue.minister", "team": "blue", "title": "Blue minister"},
        {"name": "blue.admiral", "team": "blue", "title": "Blue admiral"},
        {"name": "red.minister", "team": "red", "title": "Red minister"},
        {"name": "cell.head", "team": "cell", "title": "Head of the white cell"},
    ]
    table = Table(seats=seats, phases=[phase(channels="teams")])
    assert [channel.title for channel in table.open.channels] == ["Blue"]


def test_2_quiet_lasts_half_of_the_phase_at_most() -> None:
    """A phase of two minutes with three of quiet opens no conversation at all."""
    assert Table(phases=[phase(minutes=2, channels="all", quiet_minutes=1.5)]).open.quiet_seconds == 60
    assert Table(phases=[phase(minutes=4, channels="all", quiet_minutes=1.5)]).open.quiet_seconds == 90


def test_2_1_every_player_is_asked_if_they_are_ready() -> None:
    """A player is not asked and cannot make the others wait, or the table waits for the white cell though it does
    not talk.
    """
    table = Table(phases=[phase()])
    assert table.open.asked == table.state.play.players
    assert not table.open.awaited


def test_2_2_it_ends_when_all_are_ready_or_its_time_is_up() -> None:
    """A phase that cannot end holds the complete room."""
    table = Table(phases=[phase("Talks"), phase("Later")], rounds=1)
    assert table.open.closes_early
    table.answer(ready="ready")
    assert table.open.name == "Later"
    table.close()
    assert table.end
