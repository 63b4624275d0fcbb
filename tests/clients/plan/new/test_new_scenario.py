"""A new scenario is sound, causes no warning, and plays at once, whatever the author answered."""

from __future__ import annotations

import pytest
import typer
from typer.testing import CliRunner
from warcouncil.clients.plan.new.new_scenario import OFFICES, ScenarioWishes, ask_wishes, new_scenario
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.file.checks.lint import doubts
from warcouncil.games.scenario.file.reading import read

HOSTILE = 'The "ferry" \\ {nobody} \x1b[31m, said # he'


@pytest.mark.parametrize("cell", [True, False])
@pytest.mark.parametrize(("sides", "seats"), [(2, 1), (2, len(OFFICES) - 1), (6, 3)])
@pytest.mark.parametrize("rounds", [1, 20])
def test_whatever_was_answered_it_is_sound(sides: int, seats: int, rounds: int, *, cell: bool) -> None:
    """The first message that an author reads from the tool is a mistake in its own template."""
    text = new_scenario(
        ScenarioWishes(HOSTILE.replace("{nobody} \x1b", ""), "Fog", sides, seats, rounds, cell)
    )
    assert doubts(read(text)) == ()
    assert not any(line != line.rstrip() for line in text.splitlines())


def test_it_plays_at_once() -> None:
    """An author must write for an hour before anything can be played."""
    table = Playing(GAME, GAME.options_type(scenario=new_scenario(ScenarioWishes())), seed_of("new"))
    for phase in table.gates():
        for seat in phase.asked:
            table.declare(
                seat, fill(GAME.form(table.state, seat), Dice(seed_of(f"{table.gate} {seat}"), "bot"))
            )
        table.close()
    assert isinstance(table.phase, Finish)


def test_an_unusable_answer_is_asked_again() -> None:
    """A typing mistake writes forty sides, or ends in forty lines of Python."""
    app = typer.Typer()

    @app.command()
    def asks() -> None:
        typer.echo(repr(ask_wishes(yes=False)))

    typed = f"\n{HOSTILE}\nseven\n7\n3\n99\n2\n0\n5\nperhaps\nno\n"
    said = CliRunner().invoke(app, input=typed).output
    assert said.count("give a whole number from 2 to 6") == 2
    assert "give a whole number from 1 to 6" in said
    assert "say yes or no" in said
    assert "sides=3, seats=2, rounds=5, cell=False" in said
    assert "(nobody)" in said
    assert ask_wishes(yes=True) == ScenarioWishes()
