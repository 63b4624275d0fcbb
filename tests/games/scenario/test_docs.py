"""`docs/scenario.md`: its keys are those of this program, its hour can be followed, and its limits are true."""

from __future__ import annotations

import re

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish
from warcouncil.games.kit.play.play import Playing, seed_of
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.file.checks.lint import doubts
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text import clauses

from tests.current import check_current
from tests.games.scenario import keys

REFERENCE = keys.GUIDE.read_text("utf-8")
RULES = keys.GUIDE.with_name("scenario-rules.md").read_text("utf-8")
HOUR = keys.GUIDE.with_name("scenario.md").read_text("utf-8")
PIECES = [piece.partition("```")[0] for piece in HOUR.split("```toml\n")[1:]]


def test_every_key_is_in_the_guide_with_an_example() -> None:
    """An author writes a key that the program does not read.

    `python -m tests.games.scenario.keys` writes them again.
    """
    check_current(keys.GUIDE, keys.written(REFERENCE), "python -m tests.games.scenario.keys")
    without = [
        line.split("`")[1]
        for line in keys.section().splitlines()
        if line.endswith("a table of its own, below |")
    ]
    assert {*without} <= {
        *["teams", "seats", "numbers", "documents", "phases", "endings", "scores", "hints", "injects"]
    } | {
        *[
            "marks",
            "follows",
            "tables",
            "questions",
            "foreseen",
            "options",
            "rows",
            "bonus",
            "map",
            "places",
            "pieces",
            "items",
            "sheet",
        ]
    }


def test_the_hour_can_be_walked_piece_by_piece() -> None:
    """If this fails, a mistake of ours stops an author after forty minutes."""
    assert len(PIECES) == 5
    for steps in range(1, 6):
        text = "\n".join(PIECES[:steps])
        read(text)
        table = Playing(GAME, GAME.options_type(scenario=text), seed_of("hour"))
        for phase in table.gates():
            for seat in phase.asked:
                dice = Dice(seed_of(f"{table.gate} {seat}"), "bot")
                table.declare(seat, fill(GAME.form(table.state, seat), dice))
            table.close()
        assert isinstance(table.phase, Finish)
    assert doubts(read("\n".join(PIECES))) == ()


def test_every_condition_of_the_guide_can_be_read() -> None:
    """The language of conditions in the guide differs from that of the program."""
    table = RULES.split("## Conditions")[1].split("If a list has")[0]
    written = re.findall(r"^\| (.*?) \|", table, re.MULTILINE)[2:]
    found = [text for cell in written for text in re.findall("`([^`]+)`", cell) if not text.startswith("is ")]
    assert len(found) > 14
    for text in found:
        clauses.condition(text)
