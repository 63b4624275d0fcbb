"""Timed negotiation between two phases of a game, from its options."""

from __future__ import annotations

import pytest
from pydantic import ValidationError
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.negotiation import TalkOptions, TalkWindow, talk_of
from warcouncil.games.kit.play.play import Playing, at_random, play_on, seed_of, silent
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.forms import Choice
from warcouncil.protocol.words import SeatId, TeamId

from tests.toys import sealed_bid

SEED = seed_of("talk")
INDIA = Seat(SeatId("india"), TeamId("india"), "India")
PAKISTAN = Seat(SeatId("pakistan"), TeamId("pakistan"), "Pakistan")


def opened(**options: object) -> Phase:
    """Return the first phase of a game of sealed bids with these options."""
    playing = Playing(sealed_bid.GAME, sealed_bid.BidOptions.model_validate(options), SEED)
    assert isinstance(playing.phase, Phase)
    return playing.phase


def members(**options: object) -> dict[str, tuple[str, ...]]:
    """Return the channels of the first phase with their members."""
    return {channel.id: tuple(channel.members) for channel in opened(**options).channels}


def test_without_the_option_the_designers_rules_apply() -> None:
    """A game without the option has a negotiation."""
    assert opened().name == "Bidding"


def test_everyone_talks_in_public() -> None:
    """A public window does not hold every seat in one conversation."""
    assert members(talk="public") == {"all": ("red.1", "red.2", "black.1", "black.2")}


def test_every_two_seats_talk_apart() -> None:
    """A third seat can read the conversation of a pair."""
    channels = members(talk="bilateral")
    assert len(channels) == 6
    assert channels["red.1+black.2"] == ("red.1", "black.2")


def test_teams_talk_among_themselves() -> None:
    """The other side can read a team's talk."""
    assert members(talk="team") == {"red": ("red.1", "red.2"), "black": ("black.1", "black.2")}


def test_named_channels_have_the_named_members() -> None:
    """An umpire's own channel has other seats than the named ones, or not in table order."""
    channels = {"hotline": ["black.1", "red.1"]}
    assert members(talk="named", talk_channels=channels) == {"hotline": ("red.1", "black.1")}


def test_there_are_at_most_twenty_named_channels() -> None:
    """A plan opens more channels than a screen can show, and every view must carry them."""
    many = {f"c{number}": ["red.1", "red.2"] for number in range(21)}
    with pytest.raises(ValidationError, match="at most 20"):
        members(talk="named", talk_channels=many)
    many.popitem()
    assert len(members(talk="named", talk_channels=many)) == 20


def test_the_window_carries_its_clock_and_what_it_allows() -> None:
    """A discussion has another length, quiet time or end than its options say, or takes no proposals."""
    phase = opened(
        talk="public", talk_seconds=90, talk_quiet_seconds=15, talk_closes_early=False, talk_deals=True
    )
    assert (phase.clock_seconds, phase.quiet_seconds, phase.closes_early, phase.deals) == (
        90,
        15,
        False,
        True,
    )
    assert phase.asked == ("red.1", "red.2", "black.1", "black.2")


def test_proposals_alone_open_a_window_without_talk() -> None:
    """Written proposals without talk are ignored, although they are a form of negotiation."""
    phase = opened(talk_deals=True)
    assert (phase.name, phase.deals, phase.channels) == ("Negotiation", True, ())


def test_the_window_opens_before_every_bid_and_leads_to_it() -> None:
    """A window opens only once, or twice in a row."""
    playing = Playing(sealed_bid.GAME, sealed_bid.BidOptions(hand=3, talk="public"), SEED)
    names = []
    for phase in playing.gates():
        names.append(phase.name)
        for seat in phase.asked:
            answer = at_random(playing, seat)
            assert answer is not None
            playing.declare(seat, answer)
        playing.close()
    assert [name for name in names if name != "Claiming"] == ["Negotiation", "Bidding"] * 3


def test_silence_is_readiness() -> None:
    """A seat that says nothing keeps the table in negotiation."""
    playing = Playing(sealed_bid.GAME, sealed_bid.BidOptions(talk="public"), SEED)
    playing.close()
    assert isinstance(playing.phase, Phase)
    assert playing.phase.name == "Bidding"


def test_talk_changes_nothing_in_the_game() -> None:
    """The same bids give another result with talk before them than without."""
    quiet = Playing(sealed_bid.GAME, sealed_bid.BidOptions(), SEED)
    talking = Playing(sealed_bid.GAME, sealed_bid.BidOptions(talk="bilateral"), SEED)
    assert play_on(quiet, silent) == play_on(talking, silent)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"talk": "team"}, "talk: no team has two seats that could talk. Choose public or bilateral"),
        (
            {"talk": "named"},
            'talk=named needs talk_channels. Give each channel a name and its seats, such as hotline = ["india", "pakistan"]',
        ),
        (
            {"talk": "public", "talk_channels": {"x": ("india", "pakistan")}},
            "talk_channels: named channels need talk=named. Set it, or leave talk_channels out",
        ),
        (
            {"talk": "named", "talk_channels": {"x": ("india", "china")}},
            "talk_channels: x: there is no seat 'china'. Seats are india, pakistan",
        ),
        (
            {"talk": "named", "talk_channels": {"x": ("india", "india")}},
            "talk_channels: x: name two or more different seats",
        ),
        (
            {"talk": "named", "talk_channels": {"x": ("india",)}},
            "talk_channels: x: name two or more different seats",
        ),
        (
            {"talk": "public", "talk_seconds": 30, "talk_quiet_seconds": 30},
            "talk_quiet_seconds: 30 leaves no time to talk in talk_seconds=30. Give fewer quiet seconds",
        ),
    ],
)
def test_windows_that_cannot_be_are_refused(options: dict[str, object], reason: str) -> None:
    """A window without two members to talk is accepted, or its refusal does not name the option."""
    with pytest.raises(BadOption) as refused:
        talk_of(TalkOptions.model_validate(options), (INDIA, PAKISTAN))
    assert str(refused.value) == reason


def test_a_window_of_nothing_opens_never_and_keeps_nothing_quiet() -> None:
    """A game without talk stops before each question, or a window is closed before its end."""
    nothing = TalkWindow()
    assert (nothing.seconds, nothing.closes_early, nothing.quiet_seconds, nothing.deals) == (
        0,
        True,
        0,
        False,
    )
    assert not nothing.opens
    assert nothing.before("Bidding") == "Bidding"
    talking = talk_of(TalkOptions(talk="public", talk_seconds=30, talk_quiet_seconds=29), (INDIA, PAKISTAN))
    assert (talking.seconds, talking.quiet_seconds, talking.opens) == (30, 29, True)
    assert talking.before("Bidding") == "Negotiation"
    assert talking.before("Bidding", "Council") == "Council"


@pytest.mark.parametrize(
    ("early", "help_text"),
    [
        (True, "Negotiation ends when every seat is ready, or when its time is up."),
        (False, "Negotiation lasts until its time is up."),
    ],
)
def test_a_seat_is_asked_whether_it_is_ready_and_told_what_that_means(early: bool, help_text: str) -> None:
    """A player says that they are ready, and waits for an end that cannot come early."""
    playing = Playing(sealed_bid.GAME, sealed_bid.BidOptions(talk="public", talk_closes_early=early), SEED)
    assert isinstance(playing.phase, Phase)
    form = sealed_bid.GAME.form(playing.state, playing.phase.asked[0])
    assert (form.question, form.help) == ("Are you ready to continue?", help_text)
    (field,) = form.fields
    assert isinstance(field, Choice)
    assert [(option.value, option.label, option.key) for option in field.options] == [
        ("ready", "Ready to continue", "r")
    ]
    assert form.suggested == {"ready": "ready"}


@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("hotline", True),
        ("Hot line +1.2_3-4", True),
        ("x" * 32, True),
        ("x" * 33, False),
        ("", False),
        (" hotline", False),
        ("-hotline", False),
        ("hot\x1bline", False),
        ("hotline\n", False),
        ("hötline", False),
    ],
)
def test_the_name_of_a_channel_can_be_shown_on_a_screen_as_it_is(name: str, fits: bool) -> None:
    """A plan sets a name for a channel that repaints a terminal, or that is longer than a line."""
    settings = {"talk": "named", "talk_channels": {name: ("india", "pakistan")}}
    if fits:
        (channel,) = talk_of(TalkOptions.model_validate(settings), (INDIA, PAKISTAN)).channels
        assert (channel.id, channel.title) == (name, name)
        return
    with pytest.raises(ValidationError):
        TalkOptions.model_validate(settings)


def test_talk_is_off_by_default_and_two_minutes_long_when_on() -> None:
    """A game opens with a talk that its options do not ask for, or with another length than its page says."""
    options = TalkOptions()
    assert (options.talk, options.talk_channels, options.talk_deals) == ("off", {}, False)
    assert (options.talk_seconds, options.talk_quiet_seconds, options.talk_closes_early) == (120, 0, True)


def test_each_named_channel_has_its_own_members_and_no_others() -> None:
    """If this fails, a seat that was left out reads a conversation of two or of three."""
    channels = {
        "pair": ["red.1", "black.1"],
        "three": ["black.2", "red.1", "black.1"],
        "others": ["red.2", "black.1", "black.2"],
        "all": ["red.1", "red.2", "black.1", "black.2"],
    }
    assert members(talk="named", talk_channels=channels) == {
        "pair": ("red.1", "black.1"),
        "three": ("red.1", "black.1", "black.2"),
        "others": ("red.2", "black.1", "black.2"),
        "all": ("red.1", "red.2", "black.1", "black.2"),
    }
