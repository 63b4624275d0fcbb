"""The size of a scenario is calculated before it is played, and is never less than the size of the played
game.
"""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.file.checks.limits import people_bytes, view_bytes
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.faults import Unsound, told
from warcouncil.protocol.table.answers import ANSWER_BYTES_MAX
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.wire import dump
from warcouncil.protocol.words import SeatId

from tests.arbiter.core.harness import Room
from tests.games.scenario.broad import BROAD
from tests.profile import games


def heavy(**changes: Any) -> str:
    """Return a scenario of twenty seats with as many values for each seat as possible."""
    whole: dict[str, Any] = {
        "format": 1,
        "title": "Heavy",
        "summary": "s",
        "situation": "s",
        "teams": [{"name": f"t{team}", "title": f"T{team}"} for team in range(8)],
        "seats": [{"name": f"s{seat}", "team": f"t{seat % 8}", "title": f"S{seat}"} for seat in range(20)],
        "numbers": [{"name": "coin", "title": "Coin", "each": "seat"}],
        "phases": [{"name": "Talk", "kind": "talk"}],
        "endings": [{"name": "end", "words": "It ended", "when": "end"}],
    }
    return json.dumps(whole | changes)


def rules(number: int, **keys: Any) -> list[dict[str, Any]]:
    """Return one phase with this number of rules, each for every seat."""
    return [{"name": "Talk", "kind": "talk", "follows": [{"for_each": "seat", **keys}] * number}]


def asking(number: int, **keys: Any) -> list[dict[str, Any]]:
    """Return this number of phases, each with eight questions."""
    return [
        {
            "name": f"Ask {phase}",
            "kind": "questions",
            "questions": [{"name": f"q{phase}_{place}", "ask": "?", **keys} for place in range(8)],
        }
        for phase in range(number)
    ]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"phases": rules(21)},
            "phases 1, follows: 420 rules and rows are read when this phase closes. The limit is 400",
        ),
        (
            {"phases": rules(20, change=["coin of own + 1"] * 3)},
            "phases 1, follows: closing this phase takes 4800 steps",
        ),
        (
            {"phases": rules(20, only_if=["sum of coin > 1"])},
            "phases 1, follows: closing this phase takes 8400 steps",
        ),
        (
            {"rounds": 20, "phases": [{"name": f"Talk {phase}", "kind": "talk"} for phase in range(21)]},
            "rounds: the exercise has 420 questions and talks. The limit is 400",
        ),
        (
            {
                "rounds": 20,
                "phases": [{"name": "Claims", "kind": "argument", "order": "in turn", "against": 1}],
            },
            "rounds: the exercise has 480 questions and talks. The limit is 400",
        ),
        (
            {"phases": asking(2, kind="order", chars=1200, by="seat", known_to="all")},
            "bytes on the screen",
        ),
        (
            {"phases": rules(4, tell_to={"t0": "w" * 1200})},
            "s0 could have 104650 bytes on the screen. The limit is 88000",
        ),
        (
            {"phases": rules(1, tell="w" * 1200)},
            "all players together could receive 26400 bytes when a phase closes. The limit is 24000",
        ),
    ],
)
def test_a_file_over_the_limit_is_refused(changes: dict[str, Any], said: str) -> None:
    """A stranger's file holds the arbiter for seconds at a closing, or a seat's view does not fit its frame."""
    with pytest.raises(Unsound) as found:
        read(heavy(**changes))
    assert said in str(found.value)


def test_a_file_at_the_limit_is_read() -> None:
    """The limit refuses everything."""
    assert read(heavy(phases=rules(20, change=["coin of own + 1"])))


OUTCOME = {"name": "more", "label": "w"}
ASKED: dict[str, dict[str, Any]] = {
    "talk": {},
    "vote": {"vote": "more", "motion": "w"},
    "treaty": {"treaty": "more", "drafter": "s0", "signers": ["t0", "t1"]},
    "argument": {},
    "cell": {"foreseen": [OUTCOME]},
    "questions": {"questions": [{"name": "more", "ask": "w", "kind": "order"}]},
}
"""The content of one phase of each kind."""


def longest(kind: str, **keys: Any) -> int:
    """Return the longest view of a scenario of one phase of a kind, before any event."""
    phase = {"name": "More", "kind": kind} | ASKED[kind] | keys
    teams = [{"name": f"t{team}", "title": f"T{team}", "cell": team == 7} for team in range(8)]
    script = Script(read(heavy(teams=teams, phases=[phase])))
    return max(view_bytes(script, seat.id) for seat in script.seats)


@pytest.mark.parametrize("kind", ASKED)
def test_the_words_of_a_phase_are_reckoned_beside_what_it_asks(kind: str) -> None:
    """A vote with a page of explanation is longer than its padded frame."""
    assert longest(kind, text="w" * 1000) - longest(kind) == 1000


@pytest.mark.parametrize(
    ("kind", "short", "long", "more"),
    [
        ("vote", {}, {"motion": "w" * 201}, 200 + 3 * 200),
        ("treaty", {"chars": 100}, {"chars": 200}, 2 * 400),
        (
            "questions",
            {},
            {"questions": [{"name": "more", "ask": "w" * 201, "kind": "order"}]},
            200,
        ),
        (
            "cell",
            {},
            {"foreseen": [OUTCOME | {"help": "w" * 200}]},
            200,
        ),
        ("cell", {"foreseen": [OUTCOME | {"tell": "w"}]}, {"foreseen": [OUTCOME | {"tell": "w" * 101}]}, 100),
        ("cell", {}, {"sets": ["coin of s0"]}, 2 * 120 + 12),
    ],
)
def test_every_part_of_a_question_is_counted(
    kind: str, short: dict[str, Any], long: dict[str, Any], more: int
) -> None:
    """A part that is not counted has no room in a frame, and the length of the frame tells what its seat
    reads.
    """
    assert longest(kind, **long) - longest(kind, **short) == more


def before(seat: str, **changes: Any) -> int:
    """Return the longest view of one seat, in a scenario whose last team is the white cell."""
    teams = [{"name": f"t{team}", "title": f"T{team}", "cell": team == 7} for team in range(8)]
    return view_bytes(Script(read(heavy(**{"teams": teams} | changes))), SeatId(seat))


def of_place(key: str, place: int, **keys: Any) -> dict[str, Any]:
    """Return teams or seats, one of them with more content."""
    rows: list[dict[str, Any]] = json.loads(heavy())[key]
    for number, row in enumerate(rows):
        if key == "teams":
            row["cell"] = number == 7
        if number == place:
            row.update(keys)
    return {key: rows}


def paper(known_to: object) -> dict[str, Any]:
    """Return one document of two hundred letters."""
    return {"documents": [{"name": "map", "title": "Map", "text": "w" * 200, "known_to": known_to}]}


def handing(seat: str) -> dict[str, Any]:
    """Return a phase after which that document may be sent to a seat."""
    follow = {"name": "found", "only_if": ["coin of s0 > 99"], "hand": {"map": [seat]}}
    return {"phases": [{"name": "Talk", "kind": "talk", "follows": [follow]}]}


@pytest.mark.parametrize(
    ("changes", "more"),
    [
        (of_place("seats", 0, brief="w" * 200), {"s0": 200, "s1": 0, "s8": 0, "s7": 200, "s15": 200}),
        (of_place("teams", 0, brief="w" * 200), {"s0": 200, "s1": 0, "s8": 200, "s7": 200, "s15": 200}),
        (of_place("teams", 0, about="w" * 200), {"s0": 200, "s1": 200, "s8": 200, "s7": 200}),
        ({"situation": "w" * 201}, {"s0": 200, "s1": 200, "s7": 200}),
        ({"situation": '"' * 201}, {"s0": 401, "s1": 401, "s7": 401}),
        (paper("all"), {"s0": 320, "s1": 320, "s7": 320}),
        (paper(["s0"]), {"s0": 320, "s1": 0, "s8": 0, "s7": 320}),
        (paper(["t0"]), {"s0": 320, "s1": 0, "s8": 320, "s7": 320}),
        (paper("none"), {"s0": 320, "s1": 320, "s7": 320}),  # an umpire may send it to any seat
        (paper("none") | handing("s1"), {"s0": 0, "s1": 320, "s7": 320}),
    ],
)
def test_a_seat_is_reckoned_what_it_may_read_and_nothing_of_others(
    changes: dict[str, Any], more: dict[str, int]
) -> None:
    """A long brief does not fit at its own seat, or each seat is refused because of a text that only another
    reads.
    """
    assert {seat: before(seat, **changes) - before(seat) for seat in more} == more


def kept(kind: str, number: int, **keys: Any) -> int:
    """Return the longest view of a scenario of this number of phases of a kind, which differ only in their
    names.
    """
    phases = [
        {"name": f"More {at}", "kind": kind} | ASKED[kind] | {kind: f"more{at}"} | keys
        for at in range(number)
    ]
    return before("s0", phases=phases)


@pytest.mark.parametrize(
    ("kind", "keys", "one", "most"),
    [
        ("treaty", {"chars": 100}, 4 * 100 + 2 * 120, 4),
        ("treaty", {"chars": 1200}, ANSWER_BYTES_MAX + 2 * 120, 4),
        ("vote", {}, 10 * (120 + 2) + 10 * (120 + 3) + 3, 3),
        ("vote", {"motion": "w" * 100}, 10 * (120 + 2) + 10 * (120 + 3) + 3 * 100, 3),
    ],
)
def test_each_that_is_still_shown_of_earlier_votes_and_treaties_is_reckoned_once(
    kind: str, keys: dict[str, Any], one: int, most: int
) -> None:
    """The fourth treaty does not fit into a frame, or a file of ten is refused because of treaties that no sheet
    shows.
    """
    sizes = [kept(kind, number, **keys) for number in range(1, most + 4)]
    assert [after - size for size, after in pairwise(sizes)] == [120 + one] * (most - 1) + [120] * 3


@pytest.mark.parametrize("name", ["broad", *shipped.names()])
def test_no_view_is_longer_than_was_reckoned(name: str) -> None:
    """The length of a padded frame reveals what its seat reads, or the frame is too long to be sent."""
    text = BROAD if name == "broad" else shipped.text(name)
    script = Script(read(text))
    orders = [name for name, question in script.questions.items() if question.kind == "order"]
    for number in range(games(1, 40)):
        table = Playing(GAME, GAME.options_type(scenario=text), seed_of(f"{name} {number}"))
        for phase in table.gates():
            for seat in script.seats:
                size = len(GAME.sheet(table.state, seat.id).model_dump_json().encode())
                size += (
                    len(GAME.form(table.state, seat.id).model_dump_json().encode())
                    if seat.id in phase.asked
                    else 0
                )
                assert size <= view_bytes(script, seat.id)
            for asked in phase.asked:
                form = GAME.form(table.state, asked)
                answer = fill(form, Dice(seed_of(f"{number} {table.gate} {asked}"), "bot"))
                table.declare(
                    asked,
                    answer
                    | {
                        name: "\U0001f6a2" * script.questions[name].chars for name in answer if name in orders
                    },
                )
            table.close()


def council(seats: int, teams: int, channels: str) -> str:
    """Return a scenario of many delegations, with long names and talk."""
    return heavy(
        teams=[
            {"name": f"t{team}", "title": f"Delegation number {team:02} of the Union"}
            for team in range(teams)
        ],
        seats=[
            {
                "name": f"t{seat % teams}.s{seat}",
                "team": f"t{seat % teams}",
                "title": f"Envoy number {seat:02} of a state",
            }
            for seat in range(seats)
        ],
        numbers=[],
        phases=[{"name": "Talk", "kind": "talk", "channels": channels}],
    )


@pytest.mark.parametrize(
    ("seats", "teams", "channels"), [(60, 24, "all"), (60, 12, "pairs"), (20, 8, "pairs")]
)
def test_the_people_of_a_council_are_counted_into_its_views(seats: int, teams: int, channels: str) -> None:
    """Sixty envoys pass the check, and the frame of their first view is too small for their names."""
    text = council(seats, teams, channels)
    room = Room("scenario", {"scenario": text})
    room.sit_all()
    views = [view for person in room.people.values() for view in person.of(View)]
    besides = max(len(dump(view)) - len(dump(view.sheet)) for view in views)
    script = Script(read(text))
    counted = max(people_bytes(script, seat.id) for seat in script.seats)
    assert besides <= counted + 1500
    assert len({length for person in room.people.values() for length in person.view_lengths()}) == 1


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (
            {"kind": "talk", "channels": "pairs"},
            "pairs of 24 teams are too many conversations. The limit is 12 teams",
        ),
        ({"kind": "argument"}, "24 teams do not fit into one argument. The limit is 8"),
    ],
)
def test_a_limit_that_is_hit_is_named(phase: dict[str, Any], said: str) -> None:
    """A file of 24 delegations is refused, and its author does not learn why."""
    file = json.loads(council(48, 24, "all")) | {"phases": [{"name": "Talk"} | phase]}
    with pytest.raises(Unsound) as found:
        read(json.dumps(file))
    assert any(said in told(fault) for fault in found.value.faults)


def test_a_score_sheet_has_two_hundred_bonuses() -> None:
    """A negotiation stops at its fortieth bonus, although a score sheet needs two hundred."""
    bonus = [{"to": "t0", "points": 1, "only_if": [f"coin of s0 >= {at % 9}"]} for at in range(200)]
    read(heavy(scores={"bonus": bonus}))
    with pytest.raises(Unsound, match=r"bonus has 201 items\. The limit is 200"):
        read(heavy(scores={"bonus": [*bonus, bonus[0]]}))
