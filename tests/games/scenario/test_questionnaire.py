"""9. Questionnaires: when they open, what they ask, and that nothing keeps an answer."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import CONSENTED, Finish
from warcouncil.games.kit.play.codec import dump_state
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.bot import ScenarioBot
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.protocol.table.forms import Answer, Choice
from warcouncil.protocol.words import SeatId, TeamId

from tests.games.scenario.playing import Table, phase

WASH: dict[str, Any] = {
    "name": "Hot wash",
    "kind": "questionnaire",
    "minutes": 3,
    "items": [
        {"name": "fair", "ask": "How fair was it?", "ends": ["not at all", "entirely"]},
        {
            "name": "best",
            "ask": "What taught you most?",
            "kind": "choice",
            "options": [{"name": "talk", "label": "The talk"}, {"name": "vote", "label": "The vote"}],
        },
        {"name": "more", "ask": "What else?", "kind": "words", "chars": 100},
    ],
}
SAID: Answer = {"consent": CONSENTED, "fair": "4", "best": "vote", "more": "Zebras in the corridor."}
WAR: list[Any] = [
    {"name": "war", "title": "War", "words": "War broke out", "when": "always", "only_if": ["tension >= 3"]},
    {"name": "time", "words": "The crisis passed", "when": "end"},
]
EARLY: dict[str, Any] = {"endings": WAR, "phases": [phase("Talks"), phase("Later"), WASH], "rounds": 3}


def test_9_1_it_opens_after_the_last_phase() -> None:
    """If this fails, an exercise ends without its questionnaire."""
    table = Table(phases=[phase("Talks"), WASH], rounds=1)
    table.close()
    assert table.open.name == "Hot wash"
    assert table.open.asked == table.state.play.players
    table.close()
    assert table.end.reason == "The crisis passed"


def test_9_1_it_opens_when_the_exercise_ends_early() -> None:
    """If this fails, only players whose exercise lasts to its end are asked."""
    table = Table(**EARLY)
    assert table.open.name == "Talks"
    table.close()
    assert table.open.name == table.open.title == "Hot wash"
    board = GAME.sheet(table.state, SeatId("red.minister"))
    assert board.headline == "War broke out"
    table.close()
    assert table.end.title == "War"
    assert table.end.standings.turns == 1, "the questionnaire is no round"


def test_9_1_two_questionnaires_open_one_after_the_other() -> None:
    """If this fails, the second questionnaire is left out, or the first one opens again."""
    table = Table(phases=[phase("Talks"), WASH, WASH | {"name": "Staff", "of": ["cell.head"]}], rounds=1)
    opened = [each.name for each in table.gates() if table.close() is not None]
    assert opened == ["Talks", "Hot wash", "Staff"]
    assert isinstance(table.phase, Finish)


def test_9_1_one_before_the_rounds_opens_there_and_only_there() -> None:
    """If this fails, a questionnaire about expectations comes when all is over."""
    table = Table(phases=[phase("Talks"), WASH | {"at": "before"}], rounds=2)
    opened = [each.name for each in table.gates() if table.close() is not None]
    assert opened == ["Hot wash", "Talks", "Talks"]


def test_9_1_one_at_the_end_comes_after_every_other_phase_of_the_end() -> None:
    """If this fails, the table of who knows what promises a secret that is told before the questionnaire."""
    table = Table(phases=[WASH, phase("Talks"), phase("Evening", at="after")], rounds=1)
    opened = [each.name for each in table.gates() if table.close() is not None]
    assert opened == ["Talks", "Evening", "Hot wash"]
    written = table.state.play.scenario
    assert [written.phases[at].name for _, at in Names(written).timeline] == opened


def test_9_2_consent_comes_first_and_without_it_nothing_more_is_asked() -> None:
    """If this fails, a person who refuses must answer all the same."""
    table = Table(**EARLY)
    table.close()
    seat = SeatId("blue.admiral")
    form = GAME.form(table.state, seat)
    consent, fair, best, _ = form.fields
    assert isinstance(consent, Choice)
    assert isinstance(fair, Choice)
    assert isinstance(best, Choice)
    assert (consent.name, consent.weighty) == (table.open.consent, True)
    assert [each.label for each in fair.options] == ["No answer", "1", "2", "3", "4", "5"]
    assert [each.key for each in fair.options] == ["0", "1", "2", "3", "4", "5"]
    assert (fair.options[1].help, fair.options[5].help) == ("not at all", "entirely")
    assert [each.value for each in best.options] == ["none", "talk", "vote"]
    GAME.read(table.state, seat, {"consent": "no"})
    GAME.read(table.state, seat, SAID)
    with pytest.raises(Illegal):
        GAME.read(table.state, seat, {"consent": "no", "fair": "4", "best": "vote", "more": ""})


def test_9_nothing_follows_from_the_answers() -> None:
    """If this fails, what people think of an exercise changes how it ended."""
    said, silent = Table(**EARLY), Table(**EARLY)
    for table in (said, silent):
        table.close()
    for seat in said.open.asked:
        said.declare(seat, SAID)
    for table in (said, silent):
        table.close()
    assert said.end == silent.end


def test_9_3_no_state_and_no_event_holds_an_answer() -> None:
    """If this fails, a board, a report or another player can read what a person wrote in confidence."""
    said, silent = Table(**EARLY), Table(**EARLY)
    for table in (said, silent):
        table.close()
    for seat in said.open.asked:
        said.declare(seat, SAID)
    assert said.close() == silent.close() == ()
    assert dump_state(GAME, said.state) == dump_state(GAME, silent.state)
    assert said.phase == silent.phase


def test_9_4_a_bot_gives_no_consent_and_answers_nothing() -> None:
    """If this fails, the opinions of bots are mixed with those of people."""
    table = Table(**EARLY)
    table.close()
    seat = SeatId("red.admiral")
    form = GAME.form(table.state, seat)
    bot = ScenarioBot(seat, TeamId("red"), Dice(seed_of("bot")))
    answer = bot.play(GAME.sheet(table.state, seat), form)
    assert answer == {"consent": "no"}
    GAME.read(table.state, seat, answer)
