"""The answers of bots in an exercise from a file without a useful hint: a matrix looks like one, and is
legal.
"""

from __future__ import annotations

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.scenario.bot import ACTIONS, BOT, DOUBTS, ODDS, REASONS
from warcouncil.protocol.words import SeatId

from tests.games.scenario.playing import Table


def test_bots_argue_doubt_and_weigh_with_words_that_fit_any_exercise() -> None:
    """A bot at a matrix answers «agreed» to everything, its odds are certainties, or its reason is longer than a
    file allows.
    """
    said: dict[str, set[str]] = {}
    table = Table(phases=[{"name": "Matrix", "kind": "argument", "chars": 40, "against": 1}])
    for phase in table.gates():
        for seat in phase.asked:
            form = table.game.form(table.state, seat)
            answer = BOT(SeatId(seat), "matrix", Dice(seed_of("matrix"))).play(
                table.game.sheet(table.state, seat), form
            )
            table.declare(seat, answer)
            said.setdefault(form.rule, set()).update(map(str, answer.values()))
        table.close()
    assert said["5.1"] <= {*ACTIONS, *REASONS}
    assert said["5.2"] <= {*DOUBTS}
    assert said["5.3"] <= {*ODDS}
    assert len(said["5.1"]) >= 4


def test_bots_say_whole_sentences_that_are_as_good_anywhere() -> None:
    """A room reads half a word, or a text that no person writes, among the arguments that it judges."""
    assert ACTIONS == (
        "A letter is found that helps us",
        "An old friend remembers a debt",
        "Their courier comes a day too late",
        "Somebody important changes sides",
        "The people in the street cheer us",
        "Bad weather delays all but us",
    )
    assert REASONS == (
        "It has happened before",
        "Nobody watches that door",
        "Money has changed hands",
        "The others are busy elsewhere",
        "People would rather believe it",
        "We have prepared it for weeks",
    )
    assert DOUBTS == (
        "",
        "Nobody gains by it",
        "It would have been noticed",
        "There was no time for it",
        "Those people never help anybody",
    )
    assert ODDS == ("35", "50", "65")
