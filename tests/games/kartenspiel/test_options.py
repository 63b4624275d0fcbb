"""8. Every option does what it says, and options that contradict each other are refused with a reason."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import ValidationError
from warcouncil.games.kartenspiel import GAME
from warcouncil.games.kartenspiel.options import KartenspielOptions
from warcouncil.games.kartenspiel.state import REDEPLOYMENT, Force
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.text import pages
from warcouncil.protocol.table.forms import Form
from warcouncil.protocol.words import SeatId

from tests.games.kartenspiel.builder import DICE, Table, deployed, opened
from tests.games.kartenspiel.play import battle

SHARED = {"red.army": "red.corps.2", "red.corps.1": "red.corps.2", "black.corps.4": "black.corps.3"}


def ids(**settings: object) -> list[str]:
    """Return the seats under some options."""
    return [seat.id for seat in GAME.seats(KartenspielOptions.model_validate(settings))]


def test_8_1_ten_seats_in_table_order() -> None:
    """A table does not seat ten people in order: an army commander and four corps commanders a side."""
    posts = ("army", "corps.1", "corps.2", "corps.3", "corps.4")
    assert ids() == [f"{team}.{post}" for team in ("red", "black") for post in posts]


def test_8_1_two_people_run_a_side_each() -> None:
    """A player who runs a side cannot order four corps at once, is not asked for a pair's charge, or has a
    council without members.
    """
    assert ids(seats="two") == ["red.army", "black.army"]
    titles = [seat.title for seat in GAME.seats(KartenspielOptions(seats="two"))]
    assert titles == ["Red army commander and all four corps", "Black army commander and all four corps"]
    table = Table(deployed(red={2: (3, 1)}, seats="two"))
    assert table.phase.asked == ("red.army", "black.army")
    orders = {f"corps.{number}": "defend" for number in (1, 3, 4)}
    table.close({"red.army": {**orders, "corps.2": "attack"}, "black.army": {**orders, "corps.2": "defend"}})
    assert list(table.phase.asked) == ["red.army"]
    assert Table(opened(seats="two")).phase.channels == ()


def test_8_1_two_people_have_no_discussion_to_be_timed() -> None:
    """A side of one player gets the time of a council's talk, and not its own time to think."""
    settings = {"redeploy_first_seconds": 11, "redeploy_seconds": 12}
    first = opened(seats="two", **settings, redeploy_alone_seconds=95)
    assert (Table(first).phase.clock_seconds, Table(first).phase.closes_early) == (95, True)
    assert Table(replace(first, fresh=False)).phase.clock_seconds == 95


def test_8_1_a_side_that_talks_keeps_its_time_for_both() -> None:
    """One person against a team of five does not play by the team's clock, so its council is cut short."""
    alone = {f"red.corps.{number}": "red.army" for number in (1, 2, 3, 4)}
    table = Table(opened(seats="custom", mapping=alone, redeploy_alone_seconds=95))
    assert table.phase.clock_seconds == 120
    assert [channel.id for channel in table.phase.channels] == ["black"]


def test_8_1_of_two_a_silent_one_is_ordered_by_the_other() -> None:
    """One of two players lets the time run out, and the enemy does not order all four corps."""
    table = Table(deployed(seats="two"))
    table.close({"red.army": {f"corps.{number}": "defend" for number in (1, 2, 3, 4)}})
    assert list(table.phase.asked) == ["red.army"]
    form: Form = GAME.form(table.state, SeatId("red.army"))
    assert [field.name for field in form.fields] == ["corps.1", "corps.2", "corps.3", "corps.4"]


def test_8_1_any_sharing_of_the_roles() -> None:
    """Seven people who share ten roles are not each asked for all their roles."""
    settings = {"seats": "custom", "mapping": SHARED}
    assert ids(**settings) == [
        "red.corps.2",
        "red.corps.3",
        "red.corps.4",
        "black.army",
        "black.corps.1",
        "black.corps.2",
        "black.corps.3",
    ]
    table = Table(opened(**settings))
    assert table.phase.asked == ("red.corps.2", "black.army")
    table.close({})
    assert [field.name for field in GAME.form(table.state, SeatId("red.corps.2")).fields] == [
        "corps.1",
        "corps.2",
    ]
    assert [channel.members for channel in Table(opened(**settings)).phase.channels] == [
        ("red.corps.2", "red.corps.3", "red.corps.4"),
        ("black.army", "black.corps.1", "black.corps.2", "black.corps.3"),
    ]


AGREED: dict[str, tuple[dict[str, object], str]] = {
    "the smaller army": (
        {"asymmetric": "black"},
        "- Black has the smaller army. It may move divisions between its corps.",
    ),
    "recall": (
        {"asymmetric": "red", "recall": True},
        "- Red has the smaller army. It may move divisions between its corps, and back into its reserve.",
    ),
    "a last turn": ({"max_turns": 9}, "- If neither line breaks, the battle is a draw after turn 9."),
    "half rounded down": (
        {"night_round": "down"},
        "- At night half of the lost infantry and half of the lost cavalry are rounded down.",
    ),
    "half of the cavalry": (
        {"night_cavalry": "down"},
        "- At night half of the lost infantry is rounded up, and half of the lost cavalry is rounded down.",
    ),
    "the day's losses": (
        {"night_pool": "day"},
        "- At night half of that day's losses rally. Losses of earlier days stay lost.",
    ),
    "what is still lost": (
        {"tiebreak": "net"},
        "- If both lines break, divisions that rallied do not count as lost.",
    ),
    "one view": ({"team_view": "shared"}, "- All players of a side see its reserve and all its corps."),
    "who dithered": (
        {"confusion_told": "everyone"},
        "- Everyone learns which commander gave no order in time, and what the enemy opposite chose instead.",
    ),
    "the designer's": (
        {},
        "This table plays the usual rules. The table of open questions says how each question is read.",
    ),
    "a rounding that is the usual one": (
        {"night_round": "up", "night_cavalry": "up"},
        "This table plays the usual rules. The table of open questions says how each question is read.",
    ),
}
"""The options, and their texts for the players."""


@pytest.mark.parametrize("name", AGREED)
def test_8_3_players_read_what_their_table_has_agreed(name: str) -> None:
    """Players cannot read the umpire's page of options. They expect another rule for a double break, or for a
    night.
    """
    settings, said = AGREED[name]
    options = KartenspielOptions.model_validate(settings)
    assert pages.facts(GAME, options)["agreed"] == said
    last = "draw after turn 9" in GAME.briefing(options, SeatId("red.army")).wins
    assert last == ("max_turns" in settings)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"mapping": {"red.corps.1": "red.army"}}, "only with seats=custom"),
        ({"seats": "two", "mapping": {"red.corps.1": "red.army"}}, "only with seats=custom"),
        ({"seats": "custom", "mapping": {"red.corps.5": "red.army"}}, "no role 'red.corps.5'"),
        ({"seats": "custom", "mapping": {"red.corps.1": "red"}}, "no role 'red'"),
        ({"seats": "custom", "mapping": {"red.corps.1": "black.army"}}, "other side"),
        (
            {"seats": "custom", "mapping": {"red.corps.1": "red.corps.2", "red.corps.2": "red.army"}},
            "Name red.army",
        ),
        (
            {"seats": "custom", "mapping": {"red.corps.1": "red.corps.2", "red.corps.2": "red.corps.1"}},
            "run each other in a circle",
        ),
        (
            {
                "seats": "custom",
                "mapping": {
                    "red.corps.1": "red.corps.2",
                    "red.corps.2": "red.corps.3",
                    "red.corps.3": "red.corps.4",
                },
            },
            "red.corps.1 is run by red.corps.2, which does not run itself. Name red.corps.4",
        ),
        ({"recall": True}, "Set asymmetric"),
    ],
)
def test_8_contradictory_options_are_refused_in_a_line(settings: dict[str, object], words: str) -> None:
    """Options of a room contradict each other, and the refusal does not name them or the correction."""
    with pytest.raises(BadOption, match=words) as refused:
        GAME.setup(KartenspielOptions.model_validate(settings), DICE)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "settings", [{"max_turns": -1}, {"declare_seconds": 0}, {"seats": "six"}, {"fog": True}]
)
def test_8_values_out_of_bounds_are_refused(settings: dict[str, object]) -> None:
    """An unknown option, or a value that makes a battle impossible, is not refused when it is typed."""
    with pytest.raises(ValidationError):
        KartenspielOptions.model_validate(settings)


@pytest.mark.parametrize("small", ["red", "black"])
def test_8_2_the_smaller_army(small: str) -> None:
    """The smaller army does not begin with 17 infantry and 5 cavalry, or the missing four count as losses."""
    state = opened(asymmetric=small)
    side = ("red", "black").index(small)
    assert state.reserve[side] == Force(17, 5)
    assert state.reserve[1 - side] == Force(20, 6)
    assert state.ever == (0, 0)


def test_8_3_the_default_options_are_the_designer_s() -> None:
    """Without any setting the game has a last turn or a house rule that the designer did not write."""
    options = KartenspielOptions()
    assert (options.seats, options.asymmetric, options.recall, options.max_turns) == ("ten", "none", False, 0)
    assert (options.redeploy_first_seconds, options.redeploy_seconds) == (120, 60)


def test_8_3_every_clock_is_an_option() -> None:
    """A tutor cannot set the time of a phase, or an option sets that of another phase."""
    table = Table(
        opened(
            redeploy_first_seconds=11,
            redeploy_seconds=12,
            declare_seconds=13,
            confused_seconds=14,
            charge_seconds=15,
            losses_seconds=16,
        )
    )
    clocks = {table.phase.name: table.phase.clock_seconds}
    table.send(
        red={"cav": {"I": 2}, "inf": {"I": 2, "II": 3, "III": 3, "IV": 3}},
        black={"inf": {"I": 5, "II": 3, "III": 3, "IV": 3}},
    )
    clocks[table.phase.name] = table.phase.clock_seconds
    table.declare("red.corps.1", silent=["red.corps.2"])
    while table.state.step != REDEPLOYMENT:
        clocks[table.phase.name] = table.phase.clock_seconds
        table.close({})
    assert clocks == {
        "Redeployment": 11,
        "Attack declaration": 13,
        "Confused orders": 14,
        "Charge": 15,
        "Confused charge": 14,
        "Losses": 16,
    }
    assert table.phase.clock_seconds == 12


@pytest.mark.parametrize("early", [True, False])
def test_3_1_redeployment_closes_early_unless_told_otherwise(early: bool) -> None:
    """A tutor wants the councils to have their full minute, and they close when all have sealed."""
    assert Table(opened(redeploy_closes_early=early)).phase.closes_early is early


def test_random_combinations_of_options_play_to_an_end() -> None:
    """Options that work alone fail together, in front of forty tables."""
    for number in range(25):
        dice = Dice(bytes([number] * 16), "options")
        small = dice.pick(("none", "red", "black"))
        settings: dict[str, object] = {
            "seats": dice.pick(("ten", "two", "custom")),
            "asymmetric": small,
            "recall": small != "none" and dice.below(2) == 1,
            "max_turns": dice.pick((1, 5, 200)),
            "night_round": dice.pick(("up", "down")),
            "night_cavalry": dice.pick(("as_infantry", "up", "down")),
            "confusion_told": dice.pick(("opposite", "everyone")),
            "night_pool": dice.pick(("pile", "day")),
            "tiebreak": dice.pick(("gross", "net")),
            "team_view": dice.pick(("commander_sees_all", "shared")),
        }
        if settings["seats"] == "custom":
            settings["mapping"] = SHARED
        *_, (state, finish) = battle(number, settings, silence=7)
        assert isinstance(finish, Finish)
        assert state.turn <= KartenspielOptions.model_validate(settings).max_turns
