"""`docs/scenario.md`, as a reader works through it: the file, its commands, and the flaw that they find and
correct.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.clients.commands.before.scenario import scenario
from warcouncil.clients.commands.cli import app
from warcouncil.clients.room.preview.stepping import walk
from warcouncil.clients.room.preview.tracing import trace
from warcouncil.games.kit.game import Phase
from warcouncil.games.scenario import GAME, shipped
from warcouncil.games.scenario.file.checks.lint import doubts
from warcouncil.games.scenario.file.reading import read

DOCS = Path(__file__).parents[4] / "docs"
PAGE = (DOCS / "scenario.md").read_text("utf-8")
PIECES = [piece.partition("```")[0] for piece in PAGE.split("```toml\n")[1:]]
WHOLE = "\n".join(PIECES)
FLAW, MENDED = 'only_if = ["round is 4"]', 'only_if = ["round is 2"]'
RECIPES = [
    piece.partition("```")[0]
    for piece in (DOCS / "scenario-formats.md").read_text("utf-8").split("```toml\n")[1:]
]


def rehearsed(file: Path, *words: str) -> str:
    """Return what a rehearsal of a file prints, as one line."""
    done = CliRunner().invoke(app, ["rehearse", str(file), *words])
    assert done.exit_code == 0, done.output
    return " ".join(done.stdout.split())


def test_the_finished_file_is_the_five_pieces_with_the_flaw_mended() -> None:
    """If this fails, a reader compares their file with another one."""
    assert WHOLE.count(FLAW) == 1
    assert (DOCS / "sample-bridge.toml").read_text("utf-8") == WHOLE.replace(FLAW, MENDED)
    assert doubts(read(WHOLE.replace(FLAW, MENDED))) == ()
    assert "`round is 4`" in PAGE
    assert "`round is 2`" in PAGE


def test_all_three_endings_happen_and_the_rehearsal_says_what_the_page_says(tmp_path: Path) -> None:
    """If this fails, the tutorial teaches to read numbers that its exercise does not give."""
    file = tmp_path / "bridge.toml"
    file.write_text(WHOLE, "utf-8")
    said = rehearsed(file, "--games", "100")
    for ending in ("The first cart crossed", "Autumn came before", "The villages went to court"):
        assert ending in said
    (quoted,) = re.findall(r"_(The miller's ledger came too late [^_]*)_", PAGE)
    assert quoted in said
    file.write_text(WHOLE.replace(FLAW, MENDED), "utf-8")
    late = re.search(r"ledger came too late in (\d+) of (\d+) games", rehearsed(file, "--games", "100"))
    assert late is not None
    assert int(late[1]) * 10 < int(late[2])


def test_the_flaw_is_seen_in_the_preview_and_in_the_trace(tmp_path: Path) -> None:
    """If this fails, a reader looks in vain for the flaw that the page describes."""
    file = tmp_path / "bridge.toml"
    file.write_text(WHOLE, "utf-8")
    assert "The miller talks" in rehearsed(file, "--seed", "4", "--trace")
    for text, week in ((WHOLE, 4), (WHOLE.replace(FLAW, MENDED), 2)):
        made = walk(GAME.options_type(scenario=text), [{}] * 8, "1")
        assert not isinstance(made.phase, Phase)
        states = [*(step.before for step in made.steps[1:]), made.state]
        handed = [
            step.before.round
            for step, after in zip(made.steps, states, strict=True)
            for rule in trace(step, after, "1").rules
            if rule.label == "The miller talks" and rule.applied
        ]
        assert handed == [week]


def test_each_piece_previews_and_the_secret_that_a_reader_prints_is_refused(tmp_path: Path) -> None:
    """If this fails, a reader who follows the page stops at a mistake, or does not see the intended one."""
    file = tmp_path / "bridge.toml"
    for pieces in range(1, len(PIECES) + 1):
        file.write_text("\n".join(PIECES[:pieces]), "utf-8")
        assert CliRunner().invoke(scenario, ["preview", str(file), "--once"]).exit_code == 0
    file.write_text(
        WHOLE.replace('tell = "One village', 'tell = "They have {purse of upper} left. One village'), "utf-8"
    )
    refused = CliRunner().invoke(scenario, ["check", str(file)])
    assert refused.exit_code == 1
    assert "purse of upper" in refused.stderr


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_recipe_is_a_piece_of_the_file_that_its_command_writes(recipe: str) -> None:
    """If this fails, an author looks in the file in vain for what the page explains."""
    assert [format_ for format_ in shipped.FORMATS if recipe.strip() in shipped.like(format_)], recipe


def test_the_recipes_name_every_format_and_its_numbers() -> None:
    """If this fails, a format cannot be found on the page, or an instructor plans too few minutes."""
    page = (DOCS / "scenario-formats.md").read_text("utf-8")
    for format_ in shipped.FORMATS:
        written = read(shipped.like(format_))
        cells = {team.name for team in written.teams if team.cell}
        players = sum(seat.team not in cells for seat in written.seats)
        who = f"{players} and a white cell" if cells else str(players)
        assert f"| `{format_}` | {who} | {written.minutes} |" in page
        assert f"`warcouncil scenario new --like {format_} my.toml`" in page
