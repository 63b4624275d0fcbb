"""`warcouncil games`: the list, the description of a game, and its complete rules."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.cli import app
from warcouncil.clients.widgets.pieces.rule_page import draw_chapters
from warcouncil.games import registry
from warcouncil.games.kit import written
from warcouncil.games.kit.text.pages import rulebook


def told(*arguments: str) -> str:
    """Run the command in a window of eighty columns. Return its output."""
    done = CliRunner().invoke(app, ["games", *arguments], env={"COLUMNS": "80"})
    assert done.exit_code == 0, done.output
    return done.stdout


def test_all_games_are_listed_in_a_line_each() -> None:
    """A user who asks for the list of games must read three hundred and fifty lines."""
    lines = told().splitlines()
    assert [line.split()[0] for line in lines[:-1] if line[0] != " "] == list(registry.names())
    assert "--rules" in lines[-1]
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("name", registry.names())
def test_a_game_is_explained_with_its_seats_designer_length_and_options(name: str) -> None:
    """A tutor chooses a game without knowing how many seats it has or how long it takes."""
    game, said = registry.load(name), told(name)
    assert f"designed by {game.designer}" in said
    assert f"takes {game.length}" in said
    assert [seat.id for seat in game.seats(game.options_type()) if f"\n{seat.id}  " not in said] == []
    assert [option for option in game.options_type.model_fields if f"\n{option}" not in said] == []
    assert json.loads(told(name, "--json"))[0]["length"] == game.length


@pytest.mark.parametrize("name", [*registry.names(), *registry.presets()])
def test_options_and_seats_are_read_in_a_window_of_eighty_columns(name: str) -> None:
    """In four columns of text, a tutor scrolls through five screens of lines with two words each."""
    about, (head, options) = json.loads(told(name, "--json"))[0], told(name).split("\nOptions")
    assert max(len(line.rstrip()) for line in (head + options).splitlines()) <= 80
    duties = {seat["duty"] for seat in about["seats"]}
    assert all(" ".join(duty.split()) in " ".join(head.split()) for duty in duties)
    assert all(" ".join(each["meaning"].split()) in " ".join(options.split()) for each in about["options"])
    assert len(options.splitlines()) <= 3 * len(about["options"]) + 4
    assert len(head.splitlines()) <= len(about["seats"]) + 4 * len(duties) + 10


@pytest.mark.parametrize("name", registry.names())
def test_the_whole_rules_are_printed_within_the_window(name: str) -> None:
    """Rules are cut off at the edge, or the part that only umpires need hides the rest."""
    game, said = registry.load(name), told(name, "--rules")
    assert max(len(line) for line in said.splitlines()) <= 80
    assert written.cover(game, game.options_type()).designer in said
    for phase in getattr(game, "phases", ()):
        assert " ".join(phase.text.split()) in " ".join(said.split())
    assert "FOR THE UMPIRE" not in said


def test_rules_of_no_game_are_asked_for_by_name() -> None:
    """A user gets no output and no reason."""
    done = CliRunner().invoke(app, ["games", "--rules"])
    assert done.exit_code == 2
    assert "--rules needs the name of a game" in done.output


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("width", [56, 60, 80, 120])
def test_no_rule_is_cut_off_at_any_width(name: str, width: int) -> None:
    """A player reads half of a rule, and three dots in place of the rest."""
    game = registry.load(name)
    book = rulebook(game, game.options_type())
    lines = draw_chapters(book.chapters, width)
    assert max(line.cell_length for line in lines) <= width
    assert not any("…" in line.plain for line in lines)
