"""The texts before the game: the open edition of a file, the briefing of each seat, and the page."""

from __future__ import annotations

from typing import Any

from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.games.scenario.options import ScenarioOptions
from warcouncil.protocol.table.rulebooks import RuleTable
from warcouncil.protocol.words import SeatId

from tests.games.scenario.playing import asks, phase
from tests.games.scenario.small import small

SECRET = "Zanzibar"
"""A word in every secret text, and in no public one."""
EVENING = phase("Evening", text="Envoys meet.", at="after", minutes=3)


def exercise(**changes: Any) -> ScenarioOptions:
    """Return the options of a table of the small scenario, with some of its keys changed."""
    return ScenarioOptions(scenario=text_of(small(**changes)))


def full_of_secrets() -> ScenarioOptions:
    """Return an exercise with the same word in every part that can be secret."""
    kept = {"brief": f"You want {SECRET}."}
    rule = {"only_if": ["move of blue is sail"], "tell_to": {"blue": f"{SECRET} waves."}}
    return exercise(
        notes=f"Watch who names {SECRET}.",
        teams=[
            {"name": "blue", "title": "Blue", "about": "An old house."} | kept,
            {"name": "red", "title": "Red"} | kept,
            {"name": "cell", "title": "White cell", "cell": True} | kept,
        ],
        seats=[
            {"name": "blue", "team": "blue", "title": "Blue chief", "duty": "Sends ships.", "aid": "Sail."}
            | kept,
            {"name": "red", "team": "red", "title": "Red chief"} | kept,
            {"name": "cell", "team": "cell", "title": "Judge"} | kept,
        ],
        numbers=[
            {"name": "tension", "title": "Tension", "start": 3, "known_to": "all"},
            {"name": "gold", "title": f"Gold of {SECRET}", "start": 4},
            {"name": "oil", "title": f"Oil of {SECRET}", "each": "team", "start": 5, "known_to": "own"},
            {"name": "fear", "title": f"Fear of {SECRET}", "start": 1, "known_to": ["red"]},
        ],
        documents=[
            {"name": "map", "title": "Map", "text": "A strait.", "known_to": "all"},
            {"name": "intercept", "title": SECRET, "text": "At dawn."},
            {"name": "letter", "title": "Letter", "text": SECRET, "known_to": ["red"]},
        ],
        phases=[phase("Orders", asks(ask=f"What of {SECRET}?"), follows=[rule]), EVENING],
        endings=[
            {"name": "war", "words": f"War over {SECRET}", "when": "always", "only_if": ["tension >= 10"]},
            {"name": "time", "words": f"{SECRET} was saved", "when": "end"},
        ],
        scores={"title": f"crowns of {SECRET}", "sum": ["oil of own"]},
        hints=[{"of": "blue", "question": "move", "answer": "sail"}],
        injects=[{"text": f"{SECRET} burns.", "to": "all"}],
    )


def test_the_open_edition_has_only_public_texts() -> None:
    """A brief for one seat is in the papers, covers and cards for all."""
    options = full_of_secrets()
    assert options.scenario.count(SECRET) == 18, "all that is secret is written down"
    assert SECRET not in options.open().scenario
    opened = options.open().written
    assert [seat.brief for seat in opened.seats] == ["", "", ""]
    assert [team.brief for team in opened.teams] == ["", "", ""]
    assert (opened.notes, opened.hints, opened.injects, opened.scores) == ("", (), (), None)


ANSWERS_IN_SECRET = "Answer in secret. All answers open at the same moment."


def test_the_open_edition_keeps_every_public_text() -> None:
    """Cards and pages are made from it, and have seats without titles, or phases without clocks."""
    written = full_of_secrets().written
    opened = full_of_secrets().open().written
    assert [(seat.name, seat.team, seat.title, seat.duty, seat.aid) for seat in opened.seats] == [
        (seat.name, seat.team, seat.title, seat.duty, seat.aid) for seat in written.seats
    ]
    assert [(team.title, team.about, team.cell) for team in opened.teams] == [
        ("Blue", "An old house.", False),
        ("Red", "", False),
        ("White cell", "", True),
    ]
    assert opened.situation == "Two sides face each other. Tension stands at …."
    assert [number.name for number in opened.numbers] == ["tension"]
    assert [document.text for document in opened.documents] == ["A strait."]
    assert [(each.name, each.kind, each.at, each.text, each.minutes) for each in opened.phases] == [
        ("Orders", "talk", "round", ANSWERS_IN_SECRET, written.phases[0].minutes),
        ("Evening", "talk", "after", "Envoys meet.", 3),
    ]
    assert [(each.name, each.when, each.words) for each in opened.endings] == [
        ("time", "end", "The exercise ended")
    ]


def test_a_player_is_told_their_side_and_the_times_of_questions() -> None:
    """A late player does not know how long it lasts, or waits for a phase of another name."""
    two = GAME.briefing(exercise(phases=[phase("Orders", asks()), EVENING]), SeatId("blue.admiral"))
    assert (two.role, two.wins, two.looks) == (
        "Your team: Blue. Your brief names your task.",
        "Your brief says what you are after.",
        "",
    )
    assert two.sees == (
        "You see the public papers and numbers, and your own papers under “To read”."
        " Other briefs stay hidden from you."
    )
    asked = "You answer in secret. All answers open at the same moment."
    assert two.decides == f"The phases, in 2 rounds: Orders, Evening. {asked}"
    options = exercise(rounds=3, round="Day", phases=[phase("Orders", asks())], wins="Keep the peace.")
    days = GAME.briefing(options, SeatId("red.admiral"))
    assert (days.wins, days.decides) == ("Keep the peace.", f"The phases, in 3 rounds: Orders. {asked}")
    once = GAME.briefing(exercise(rounds=1, phases=[phase("Orders", asks()), EVENING]), SeatId("red.admiral"))
    assert once.decides == f"The phases in order: Orders, Evening. {asked}"


def test_the_white_cell_is_told_that_it_judges() -> None:
    """A judge who is briefed like a player plays to win."""
    told = GAME.briefing(exercise(), SeatId("cell.head"))
    assert (told.role, told.wins) == (
        "You are in the white cell. Your brief names your task.",
        "You do not compete. You decide what follows from the players' decisions.",
    )
    assert (told.sees, told.decides, told.looks) == (
        "You see every number and every paper. You see each answer as soon as its phase closes.",
        "In the white cell's phases you decide what happens, and you can write to everyone or to one team.",
        "Look at the newest answers first.",
    )


def test_briefings_say_the_duty_of_the_seat_and_carry_no_brief() -> None:
    """A seat's secret is in a briefing that is printed for all seats and that others can see on the screen."""
    options = full_of_secrets()
    told = {str(seat.id): GAME.briefing(options.open(), seat.id) for seat in GAME.seats(options)}
    assert told["blue"].role == "Your team: Blue. Sends ships."
    assert not [seat for seat, briefing in told.items() if SECRET in briefing.model_dump_json()]


def test_the_page_says_sides_phases_and_open_papers_alone() -> None:
    """The page before the game does not name the sides and the phases, or contains a secret."""
    facts = GAME.facts(full_of_secrets())
    assert facts == {
        "sides": RuleTable(
            head=("seat", "team", "duty"),
            rows=(
                ("Blue chief", "Blue", "Sends ships."),
                ("Red chief", "Red", "-"),
                ("Judge", "White cell", "-"),
            ),
        ),
        "order": RuleTable(
            head=("phase", "when", "clock", "what happens"),
            rows=(
                ("Orders", "each round", "3 min", ANSWERS_IN_SECRET),
                ("Evening", "once, after the rounds", "3 min", "Envoys meet."),
            ),
        ),
    }
    phases = [phase("Dawn", asks()), phase("Dusk", rounds=[1, 3]), phase("Eve", at="before")]
    for rounds, when in (
        (3, ["each round", "Round 1, 3", "once, before the rounds"]),
        (1, ["once", "Round 1", "once"]),
    ):
        here = phases if rounds == 3 else [*phases[:1], phase("Dusk", rounds=[1]), phases[2]]
        order = GAME.facts(exercise(rounds=rounds, phases=here))["order"]
        assert isinstance(order, RuleTable)
        assert [row[1] for row in order.rows] == when
