"""From a game's page to pieces: every kind of line is in its piece, and none is lost."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, Field
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.game import Options
from warcouncil.games.kit.text import pages
from warcouncil.protocol.table.rulebooks import (
    RuleChapter,
    RuleHeading,
    RuleList,
    RuleSample,
    RuleTable,
    RuleText,
)

from tests.toys.sealed_bid import GAME

PAGE = """# Sealed bid

<!-- written by hand -->
A game of **sealed** bids, by {{designer}}.
It has *three* rounds; see [the docs](docs/games/x.md).

A second paragraph with `code` in it, and 2 * 3 * 4.

## How you win

- Most *points* win,
  whoever has them.
- A tie is a tie.
* Another mark.

### 8.1 Ties

### By the way

Before the list:
- one
After it.

## What you decide

| bid | meaning |
|---|:--|
| 1 \\| 2 | **low** |
| 3 | high |

    warcouncil host
      --port 5
Text at once.

## How a turn goes

{{phases}}

## What lies on the table

{{options}}

## Who knows what

Nobody.

## The rules by number

{{paragraphs}}

## For the umpire

Nothing.
"""
PARAGRAPHS = "1 Everybody bids.\n2.1 The highest takes it.\nSB-A1 What is highest?\n"


class Deal(BaseModel):
    """A game element with parts."""

    deck: tuple[int, ...] = ()
    hands: dict[str, int] = {}


class ShownOptions(Options):
    """Options of every kind."""

    off: bool = Field(False, description="A switch that is off.")
    on: bool = Field(True, description="A | switch that is on.")
    number: int = Field(0, description="None at all.")
    word: str = Field("up", description="A word.")
    nothing: int | None = Field(None, description="Left out.")
    empty: str = Field("", description="No text.")
    none: tuple[int, ...] = Field((), description="No list.")
    some: tuple[int, ...] = Field((1, 2), description="A list.")
    deal: Deal = Field(Deal(), description="No deal.")
    held: Deal = Field(Deal(deck=(1,)), description="A deal.")
    silent: int = 3


class ShownGame(type(GAME)):  # type: ignore[misc]  # the toy's own class
    """The toy, with options of every kind."""

    options_type = ShownOptions


@pytest.fixture
def chapters(monkeypatch: pytest.MonkeyPatch) -> dict[str, RuleChapter]:
    """Return the chapters of the page above, by their names."""
    texts = {"page.md": PAGE, "paragraphs.txt": PARAGRAPHS}
    monkeypatch.setattr(pages, "_page", lambda _package, name: texts[name])
    game: Any = ShownGame()
    book = pages.rulebook(game, ShownOptions())
    assert (book.title, book.designer) == (GAME.title, GAME.designer)
    return {chapter.name: chapter for chapter in book.chapters}


def test_a_page_is_divided_at_its_headings(chapters: dict[str, RuleChapter]) -> None:
    """A screen shows half of a chapter under another's heading."""
    assert {name: chapter.title for name, chapter in chapters.items()} == {
        "about": "What it is about",
        "wins": "How you win",
        "decides": "What you decide",
        "turn": "How a turn goes",
        "things": "What lies on the table",
        "knows": "Who knows what",
        "numbers": "The rules by number",
        "umpire": "For the umpire",
    }
    assert chapters["knows"].blocks == (RuleText(text="Nobody."),)
    assert chapters["umpire"].blocks == (RuleText(text="Nothing."),)


def test_text_is_joined_and_freed_of_marks_and_the_title_and_remarks_are_left_out(
    chapters: dict[str, RuleChapter],
) -> None:
    """Players read stars, brackets and remarks of the author, or two paragraphs as one."""
    assert chapters["about"].blocks == (
        RuleText(
            text=f"A game of sealed bids, by {GAME.designer}. It has three rounds; see the docs.",
        ),
        RuleText(text="A second paragraph with code in it, and 2 * 3 * 4."),
    )


def test_lists_and_subheadings_are_pieces_of_their_own(chapters: dict[str, RuleChapter]) -> None:
    """The second line of an item becomes an item, or the number of a rule becomes a part of its heading."""
    assert chapters["wins"].blocks == (
        RuleList(items=("Most points win, whoever has them.", "A tie is a tie.", "Another mark.")),
        RuleHeading(text="Ties", rule="8.1"),
        RuleHeading(text="By the way"),
        RuleText(text="Before the list:"),
        RuleList(items=("one",)),
        RuleText(text="After it."),
    )


def test_tables_and_samples_are_pieces_of_their_own(chapters: dict[str, RuleChapter]) -> None:
    """A bar inside a cell divides it, or a sample loses its lines."""
    assert chapters["decides"].blocks == (
        RuleTable(head=("bid", "meaning"), rows=(("1 | 2", "low"), ("3", "high"))),
        RuleSample(text="warcouncil host\n  --port 5"),
        RuleText(text="Text at once."),
    )


def told(phase: PhaseRules[Any, Any]) -> str:
    """Return the text of a phase on the page. By default there is no negotiation."""
    return (
        f"This table does not play this phase. At tables that play it: {phase.text}"
        if phase.name == "Negotiation"
        else phase.text
    )


def test_phases_paragraphs_and_options_are_filled_in(chapters: dict[str, RuleChapter]) -> None:
    """The page shows other defaults, phases or rules than the game has."""
    phases = [
        block
        for phase in GAME.phases
        for block in (RuleHeading(text=phase.name, rule=phase.rule), RuleText(text=told(phase)))
    ]
    assert list(chapters["turn"].blocks) == phases
    assert chapters["numbers"].blocks == (RuleList(items=("1 Everybody bids.", "2.1 The highest takes it.")),)
    (table,) = chapters["things"].blocks
    assert table == RuleTable(
        head=("option", "default", "meaning"),
        rows=(
            ("off", "off", "A switch that is off."),
            ("on", "on", "A | switch that is on."),
            ("number", "0", "None at all."),
            ("word", "up", "A word."),
            ("nothing", "none", "Left out."),
            ("empty", "none", "No text."),
            ("none", "none", "No list."),
            ("some", "[1, 2]", "A list."),
            ("deal", "none", "No deal."),
            ("held", '{"deck": [1], "hands": {}}', "A deal."),
            ("silent", "3", ""),
        ),
    )


def test_each_phase_may_be_asked_for_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that names its phases one by one loses the numbers, or all of them."""
    monkeypatch.setattr(pages, "_page", lambda _package, _name: "")
    found = pages.facts(GAME, GAME.options_type())
    for phase in GAME.phases:
        one = found[f"phase_{phase.name.lower().replace(' ', '_')}"]
        assert one == f"### {phase.rule} {phase.name}\n\n{told(phase)}"
        assert one in found["phases"]
    assert found["designer"] == GAME.designer


def test_a_game_without_a_page_has_none() -> None:
    """The command ends in a traceback for a game that is not finished."""
    assert pages.source(GAME) == ""
    assert pages.paragraphs(GAME) == ()
