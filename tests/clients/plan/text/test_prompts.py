"""A question at a prompt can be read in any window, and is asked until the answer can be used."""

from __future__ import annotations

import pytest
import typer
from typer.testing import CliRunner
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.plan.text.prompts import asked

GAMES = "escalate, hard_war, kartenspiel, kashmir_crisis"


@pytest.mark.parametrize("columns", ["24", "40", "100"])
def test_a_question_is_broken_between_words(columns: str) -> None:
    """The list of games breaks a name between two lines: *four_cour* at the end of one, and *ts* at the beginning
    of the next.
    """
    app = typer.Typer()

    def read(text: str) -> str:
        if text not in GAMES:
            raise BadInput(f"there is no game {text!r}. Games are {GAMES}")
        return text

    @app.command()
    def asks() -> None:
        typer.echo(asked(f"Which game ({GAMES})?", "kartenspiel", read))

    said = CliRunner().invoke(app, input="go\n\n", env={"COLUMNS": columns}).output
    assert said.split() == [
        *f"Which game ({GAMES})? [kartenspiel]: go there is no game 'go'. Games are {GAMES}".split(),
        *f"Which game ({GAMES})? [kartenspiel]: kartenspiel".split(),
    ]
    lines = said.splitlines()
    assert len(lines[0]) <= int(columns)
    assert (len(lines) > 5) == (columns != "100")
