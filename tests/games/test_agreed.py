"""The rules page, the briefing and the sheet show every option that a table has changed from its default.

The test finds every option of every game by itself. Only an option without a simple value needs a row in `OTHERS`.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from warcouncil.arbiter.core.views import seat_view
from warcouncil.games.kit.game import AnyGame, Options
from warcouncil.games.kit.text import pages
from warcouncil.games.kit.text.agreed import agreed, changed, departures
from warcouncil.protocol.table.rulebooks import RuleList
from warcouncil.protocol.table.sheets import Prose
from warcouncil.protocol.wire.replies import TableRules
from warcouncil.protocol.wire.requests import ReadRules
from warcouncil.protocol.words import SeatId

from tests.arbiter.core.harness import Room
from tests.games import found

HEADING = "What is agreed at this table"
SUITS = ("S", "H", "C", "D")
CHART = {
    "name": "another",
    "rank_front": {"J": "D", "Q": "M", "K": "I"},
    "events": [{"card": f"{rank}{suit}"} for rank in "JQK" for suit in SUITS],
}
TALK = {"talk": "public"}
TALKING: dict[str, dict[str, Any]] = {
    "talk_channels": {"talk": "named"},
    "talk_seconds": TALK,
    "talk_closes_early": TALK,
    "talk_quiet_seconds": {"talk": "public", "talk_seconds": 7200},
}
"""The same for the options of negotiation, in every game that has them."""
OTHERS: dict[tuple[str, str], list[Any]] = {
    ("kashmir_crisis", "event_chart"): ["blank", CHART],
    ("kashmir_crisis", "deck_edit"): [{"10S": 0, "AH": 2}, {"10S": 3}],
    ("hard_war", "flags_per_side"): [4, {"Adech": 3}],
    ("hard_war", "media_removed"): [3],
    ("hard_war", "jab_effects"): [[], ["play+1"]],
    ("hard_war", "talk_tolls"): [[60, 120]],
    ("kartenspiel", "night_cavalry"): ["down"],
    ("kartenspiel", "mapping"): [{"red.corps.1": "red.army"}],
}
"""Other values of the options that have no simple ones, by game and option."""
WITH: dict[tuple[str, str], dict[str, Any]] = {
    ("kashmir_crisis", "track_half_length"): {"sudden_death_2": True},
    ("kashmir_crisis", "draw_count_own"): {"red_and_black": True},
    ("escalate", "passes"): {"players": 3},
    ("escalate", "pass_limit"): {"players": 3, "passes": True},
    ("escalate", "pass_circles"): {"all_passed": "new_circle"},
    ("escalate", "dealer"): {"players": 4},
    ("hard_war", "observers_at"): {"un_observers": True},
    ("hard_war", "talk_turns"): {**TALK, "talk_tolls": [60]},
    ("hard_war", "talk_tolls"): TALK,
    ("kartenspiel", "mapping"): {"seats": "custom"},
    ("kartenspiel", "recall"): {"asymmetric": "red"},
}
"""The options without which another one changes nothing at a table."""


def another_manifest() -> dict[str, Any]:
    """Return the house manifest of The Hard War with another number of points."""
    from warcouncil.games.hard_war.manifest import house

    return house().model_dump(mode="json") | {"military_vp": 6}


def options_of(name: str) -> list[str]:
    """Return the options of a game that hold no secret."""
    options_type = found.load(name).options_type
    return [option for option in options_type.model_fields if option not in options_type.hidden]


def beside(name: str, option: str) -> dict[str, Any]:
    """Return the settings with which an option changes something."""
    return WITH.get((name, option), TALKING.get(option, {}))


def hotline(game: AnyGame) -> dict[str, list[str]]:
    """Return a channel of the first two seats."""
    return {"hotline": [str(seat.id) for seat in game.seats(game.options_type())[:2]]}


def settings_of(name: str, option: str) -> list[dict[str, Any]]:
    """Return sets of settings that differ in one option from the settings beside it."""
    game = found.load(name)
    simple = [each[option] for each in found.alternatives(game.options_type) if option in each]
    if (name, option) == ("hard_war", "manifest"):
        values: list[Any] = [another_manifest()]
    elif option == "talk_channels":
        values = [hotline(game)]
    else:
        values = OTHERS.get((name, option), simple)
    more = {"talk_channels": hotline(game)} if option == "talk" else {}
    return [{**beside(name, option), **(more if value == "named" else {}), option: value} for value in values]


def listed(game: AnyGame, options: Options) -> list[str]:
    """Return the items of all lists on the rules page."""
    blocks = [block for chapter in pages.rulebook(game, options).chapters for block in chapter.blocks]
    return [item for block in blocks if isinstance(block, RuleList) for item in block.items]


EVERY_OPTION = [(name, option) for name in (*found.REGISTERED, "template") for option in options_of(name)]


@pytest.mark.parametrize(("name", "option"), EVERY_OPTION)
def test_every_option_is_told_on_the_page_and_in_the_briefing(name: str, option: str) -> None:
    """A player plays by a rule that their table has changed, and reads the opposite."""
    game = found.load(name)
    tried = settings_of(name, option)
    assert tried, f"{option} has no simple value: write another one into OTHERS"
    default = agreed(game, game.options_type.model_validate(beside(name, option)))
    told = [default]
    for settings in tried:
        options = game.options_type.model_validate(settings)
        said = agreed(game, options)
        assert option in departures(options)
        assert said not in told, (settings, said)
        assert [text for text in said if re.search(r"\byour?\b", text, re.IGNORECASE)] == [], (
            "umpires read it too"
        )
        assert [text for text in said if not found.is_clean(text)] == []
        told.append(said)
        assert [text for text in said if text not in listed(game, options)] == []
        value = settings[option]
        if isinstance(value, int | float) and not isinstance(value, bool):
            assert re.search(rf"\b{value:g}\b", " ".join(said)), (settings, said)


@pytest.mark.parametrize(("name", "option"), [each for each in EVERY_OPTION if each[0] != "template"])
def test_every_option_is_told_to_the_seat_that_sits_down_and_on_its_sheet(name: str, option: str) -> None:
    """The arbiter sends a briefing or a sheet without what the table has agreed."""
    game = found.load(name)
    played = None
    for settings in settings_of(name, option):
        room = Room(name, settings)
        if room.table.state is None:
            continue  # the options contradict each other
        played = settings
        said = agreed(game, room.table.rules.open_options)
        person = next(iter(room.sit_all().values()))
        room.ask(person, ReadRules(id="0" * 32))
        assert person.last(TableRules).briefing.agreed == said
        for seat in (*room.table.seats, None):
            shown = seat_view.sheet(room.table, seat)
            told = [each.text for each in shown.elements if isinstance(each, Prose) and each.title == HEADING]
            assert "\n".join(told).split("\n") == list(said)
        break
    assert played is not None, "no value of the option can be played"


@pytest.mark.parametrize("name", [*found.REGISTERED, "template"])
def test_a_table_by_default_has_agreed_nothing(name: str) -> None:
    """Players look for a difference that does not exist."""
    game = found.load(name)
    options = game.options_type()
    assert (agreed(game, options), changed(game, options)) == ((), {})
    assert (
        "This table plays the usual rules. The table of open questions says how each question is read."
        in pages.markdown(game, options)
    )


@pytest.mark.parametrize("name", found.REGISTERED)
def test_what_an_option_changes_is_noted_at_its_paragraphs(name: str) -> None:
    """The rules by number, or the table of readings, say the rule that this table does not play."""
    game = found.load(name)
    numbers = dict(pages.paragraphs(game))
    assert set(game.paragraphs_of) <= set(game.options_type.model_fields)
    for option, changing in game.paragraphs_of.items():
        assert set(changing) <= set(numbers), option
        for settings in settings_of(name, option):
            options = game.options_type.model_validate(settings)
            notes = changed(game, options)
            page = pages.markdown(game, options)
            for number in changing:
                line = next(
                    line
                    for line in page.splitlines()
                    if line.startswith((f"- **{number}** ", f"| {number} |"))
                )
                assert f"At this table: {notes[number]}" in line


def test_a_secret_option_is_never_told() -> None:
    """The page shows the order of a deck that an umpire has set."""
    game = found.load("kashmir_crisis")
    events = [f"{rank}{suit}" for rank in "KQJ" for suit in "SHCD"]
    options = game.options_type.model_validate({"deal": {"events": events}})
    assert agreed(game, options) == ()


FALSE: list[tuple[str, dict[str, Any], list[str]]] = [
    (
        "kashmir_crisis",
        {"sudden_death_1": True},
        [
            "after the turn in which the Joker is shown for the second",
            "If it was the second time, the game is over",
        ],
    ),
    ("kashmir_crisis", {"deck_edit": {"10S": 0}}, ["9♠, 10♠"]),
    ("kashmir_crisis", {"threshold": 55}, ["40 or more,"]),
    (
        "kashmir_crisis",
        {"event_chart": "blank"},
        ["and from events", "choice of two effects", "Its effect takes place at once"],
    ),
    ("kashmir_crisis", {"red_and_black": True}, ["A Joker is set aside and replaced"]),
    (
        "kashmir_crisis",
        {"open_draw": True},
        [
            "Only the number of cards that each side receives is public. A",
            "Each side sees only its own dealt cards",
        ],
    ),
    ("kashmir_crisis", {"choice_seconds": 20}, ["60 seconds for a choice"]),
    ("escalate", {"target": 17}, ["30 with 2"]),
    ("escalate", {"retaliation": "targets"}, ["If another player holds"]),
    ("escalate", {"retaliation": "chosen"}, ["If another player holds", "strikes back by itself"]),
    ("escalate", {"drop_reopen": False}, ["who dropped out are back in"]),
    (
        "escalate",
        {"salt": True},
        [
            "The last player who is not hit",
            "whether to launch it",
            "A player with a Nuke may launch it first",
            "may launch it first",
        ],
    ),
    ("escalate", {"gunboat": True}, ["play a U.N. card, ", "A U.N. card answers any Incident"]),
    ("escalate", {"must_turn": True}, ["A silent player drops out."]),
    ("escalate", {"all_passed": "new_circle"}, ["some passed, the first player who passed must lead"]),
    ("escalate", {"veto_mode": "cancel"}, ["answered only by another"]),
    ("escalate", {"mutual": "both_lose"}, ["If no player survives, the player with the most points wins."]),
    ("hard_war", {}, ["(observers)", "(securing)"]),
    ("hard_war", {"overplay": "allow"}, ["You may play no attack where the marker"]),
    ("hard_war", {"backs_visible": False}, ["The backs on top show", "The back of the top card shows"]),
    (
        "hard_war",
        {"deck_end": "failed_draw"},
        ["or both decks are empty", "When both are empty, the game ends and"],
    ),
    ("kartenspiel", {"seats": "two"}, ["talk in their council of war"]),
]
"""Sentences of the page and of the phases that are false under some options."""


@pytest.mark.parametrize(("name", "settings", "wrong"), FALSE)
def test_no_page_says_a_rule_that_the_table_does_not_play(
    name: str, settings: dict[str, Any], wrong: list[str]
) -> None:
    """F2 says the opposite of what is played, and a player saves cards for a turn that never comes."""
    game = found.load(name)
    page = pages.markdown(game, game.options_type.model_validate(settings))
    players = page.partition("## The rules by number")[0]
    usual = pages.markdown(game, game.options_type())
    assert [words for words in wrong if words in players] == []
    if settings:
        assert [words for words in wrong if words not in usual] == [], "it is a sentence of the usual page"


@pytest.mark.parametrize("name", ["kashmir_crisis", "escalate", "hard_war"])
def test_the_text_of_a_phase_is_the_same_at_the_table_as_on_the_page(name: str) -> None:
    """A player who reads the rule of the open question reads another one than on the page."""
    game = found.load(name)
    for played in found.option_games(name):
        page = pages.markdown(game, played.playing.options)
        texts = {moment.phase.text for moment in played.moments}
        assert [text for text in texts if text not in page] == [], played.settings


def test_what_is_agreed_lengthens_the_frames_of_all_alike() -> None:
    """A view that grows by what is agreed is cut, or has another length than the others."""
    room = Room("kartenspiel", {"seats": "two", "max_turns": 9, "team_view": "shared"})
    people = room.sit_all()
    before = {seat: len(person.frames) for seat, person in people.items()}
    room.play(2)
    lengths = {tuple(person.view_lengths(before[seat])) for seat, person in people.items()}
    assert len(lengths) == 1
    assert lengths != {()}
    assert seat_view.additions_bytes(room.table) > 100
    assert SeatId("red.army") in room.table.seats
