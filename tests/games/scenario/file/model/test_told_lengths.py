"""The longest text of one closing is calculated before the game, for each reader, and never less than the
played one.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import shown, shows, told
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.model.told_lengths import foretold_bytes, told_bytes, watched_bytes
from warcouncil.games.scenario.file.reading import read
from warcouncil.protocol.table.forms import Choice
from warcouncil.protocol.table.views import StoryLine
from warcouncil.protocol.wire.wire import dump
from warcouncil.protocol.words import SeatId

from tests.games.scenario.broad import BROAD
from tests.profile import games

LONG = "w" * 500
NUMBERS = [
    {"name": "oil", "title": "Oil", "each": "team", "known_to": "own", "high": 9},
    {"name": "heat", "title": "Heat", "known_to": "all", "high": 9},
]


def file_of(*follows: dict[str, Any], **phase: Any) -> str:
    """Return a file of three seats, one of them the white cell's, with these consequences of its one phase."""
    teams = [
        {"name": name, "title": name.title(), "cell": name == "cell"} for name in ("blue", "red", "cell")
    ]
    whole = {
        "format": 1,
        "title": "Told",
        "summary": "s",
        "situation": "s",
        "teams": teams,
        "seats": [{"name": each["name"], "team": each["name"], "title": each["title"]} for each in teams],
        "numbers": NUMBERS,
        "documents": [{"name": "map", "title": "M" * 60, "text": "w", "known_to": "none"}],
        "phases": [{"name": "Talk", "kind": "talk", "follows": follows} | phase],
        "endings": [{"name": "end", "words": "It ended", "when": "end"}],
    }
    return json.dumps(whole)


def told_to(seat: str, *follows: dict[str, Any], **phase: Any) -> int:
    """Return how much longer a seat's texts can be because of these consequences."""
    one, other = (Script(read(file_of(*each, **phase))) for each in (follows, ()))
    return told_bytes(one, SeatId(seat)) - told_bytes(other, SeatId(seat))


@pytest.mark.parametrize(
    ("follow", "whom"),
    [
        ({"tell": LONG}, ["blue", "red", "cell"]),
        ({"establish": "w" * 280}, ["blue", "red", "cell"]),
        ({"tell_to": {"red": LONG}}, ["red", "cell"]),
        ({"for_each": ["red"], "tell_to": {"own": LONG}}, ["red", "cell"]),
        ({"hand": {"map": ["red"]}}, ["red", "cell"]),
        ({"change": ["oil of red + 1"]}, ["red", "cell"]),
        ({"change": ["heat + 1"]}, ["blue", "red", "cell"]),
    ],
)
def test_consequences_are_counted_for_their_readers(follow: dict[str, Any], whom: list[str]) -> None:
    """A text for one seat makes every frame longer, and tells the other side of it."""
    for seat in ("blue", "red"):
        assert (told_to(seat, follow) > 0) is (seat in whom), seat
    assert told_to("cell", follow) > told_to(whom[-2], follow) > 0


def test_all_rules_are_reckoned_together_and_of_a_table_its_longest_row() -> None:
    """A table of rules counts as all its rows, so a file is refused for texts that never come together. Or rules
    that hold at once are not added up.
    """
    one, two = {"tell": LONG}, {"tell": LONG[:200]}
    assert told_to("red", one, two) == told_to("red", one) + told_to("red", two)
    question = {"name": "move", "ask": "?", "options": [{"name": each, "label": each} for each in ("a", "b")]}
    rows = [{"answers": ["a"], "tell": LONG}, {"answers": ["*"], "tell": LONG[:200]}]
    asking = {"kind": "questions", "questions": [question]}
    bare = Script(read(file_of(**asking)))
    tabled = Script(read(file_of(**asking, tables=[{"of": ["move of red"], "rows": rows}])))
    assert told_bytes(tabled, SeatId("red")) - told_bytes(bare, SeatId("red")) == told_to("red", one)


def test_braces_are_counted_at_their_longest() -> None:
    """A text that prints a player's words is longer than its frame."""
    question = {"name": "plan", "ask": "?", "kind": "order", "chars": 100, "known_to": "all"}
    plain, printing = (
        Script(read(file_of({"tell": text}, kind="questions", questions=[question])))
        for text in ("You have .", "You have {plan of red}.")
    )
    assert told_bytes(printing, SeatId("blue")) - told_bytes(plain, SeatId("blue")) == 4 * 100
    assert watched_bytes(printing) - watched_bytes(plain) == 4 * 100


def test_only_public_scenes_are_counted_as_public() -> None:
    """Each frame has room for a scene that no frame shows, or no room for one that all show."""
    bare = watched_bytes(Script(read(file_of())))
    for follow, more in (
        ({"tell": LONG}, True),
        ({"change": ["heat + 1"]}, True),
        ({"tell_to": {"red": LONG}}, False),
        ({"change": ["oil of red + 1"]}, False),
    ):
        assert (watched_bytes(Script(read(file_of(follow)))) > bare) is more, follow


def lines_bytes(table: Playing, since: int, seat: Seat) -> int:
    """Return the length of a seat's texts and own scenes in a message."""
    total = 0
    for each in table.events[since:]:
        event, alone = each.event, None
        if shows(type(event)) and (scene := shown(event, seat)) != shown(event, PUBLIC):
            alone = scene
        if text := told(event, seat):
            total += len(dump(StoryLine(heading=each.heading, text=text, scene=alone))) + 1
    return total


@pytest.mark.parametrize("name", ["broad", *shipped.names()])
def test_no_seat_is_told_more_than_was_calculated(name: str) -> None:
    """The length of a frame tells what a seat read, or the closing stops the table because no frame has room
    for it.
    """
    text = BROAD if name == "broad" else shipped.text(name)
    script = Script(read(text))
    most = {seat.id: told_bytes(script, seat.id) for seat in script.seats}
    watched, orders = (
        watched_bytes(script),
        {n for n, each in script.questions.items() if each.kind == "order"},
    )
    closings = 0
    for number in range(games(2, 60)):
        table = Playing(GAME, GAME.options_type(scenario=text), seed_of(f"told {name} {number}"))
        for phase in table.gates():
            since = len(table.events)
            for asked in phase.asked:
                answer = fill(
                    GAME.form(table.state, asked), Dice(seed_of(f"{number} {table.gate} {asked}"), "bot")
                )
                long = {key: "\U0001f6a2" * script.questions[key].chars for key in answer if key in orders}
                table.declare(asked, answer | long)
            table.close()
            for seat in script.seats:
                assert lines_bytes(table, since, seat) <= most[seat.id], (seat.id, phase.name)
            scenes = [shown(each.event, PUBLIC) for each in table.events[since:] if shows(type(each.event))]
            assert sum(len(dump(scene)) + 1 for scene in scenes if scene) <= watched
            closings += 1
    assert closings > 3


SHIPS = "\U0001f6a2" * 279
DOES: dict[str, dict[str, Any]] = {
    "nothing": {},
    "moves": {"change": ["oil of blue + 2", "oil of red + 2", "heat + 2"]},
    "tells": {"tell": SHIPS, "tell_to": {"blue": SHIPS, "red": '"' * 500}},
    "prints": {"tell": "{heat} " * 150},
    "hands": {"hand": {"map": ["blue", "red"]}},
    "establishes": {"establish": SHIPS},
    "ends": {"end": "sunk"},
}


@pytest.mark.parametrize("name", [*DOES, "all"])
def test_the_announced_effects_are_counted_and_of_a_text_only_its_beginning(name: str) -> None:
    """The frame of a judge is too long, or a file is refused because of pages that no form shows."""
    everything = {key: value for each in DOES.values() for key, value in each.items()}
    outcome = {"name": "it", "label": "It"} | (everything if name == "all" else DOES[name])
    endings = [{"name": "sunk", "words": SHIPS}, {"name": "end", "words": "It ended", "when": "end"}]
    file = json.loads(file_of(kind="cell", foreseen=[outcome])) | {"endings": endings}
    for team in file["teams"]:
        team["title"] = SHIPS[:60] if team["name"] == "blue" else '"' * 60
    for seat in file["seats"]:
        seat |= {"name": f"{seat['name']}.one", "title": seat["name"][0]}
    text = json.dumps(file)
    script = Script(read(text))
    table = Playing(GAME, GAME.options_type(scenario=text), seed_of("told"))
    outcomes = table.game.form(table.state, SeatId("cell.one")).fields[0]
    assert isinstance(outcomes, Choice)
    said = len(dump(outcomes.options[0].help)) - 2
    assert said <= foretold_bytes(script, 0) <= said + 800 * max(1, len(outcome) - 2)
