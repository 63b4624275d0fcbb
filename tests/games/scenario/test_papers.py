"""Long texts in play: with their marks, in an old format as they were, and always within a view."""

from __future__ import annotations

from typing import Any

from warcouncil.games.kit.text.pages import rulebook
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.file.checks.limits import view_bytes
from warcouncil.games.scenario.file.model.script import Script, text_of
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.protocol.table.papers import PaperHeading, PaperTable, PaperText
from warcouncil.protocol.table.rulebooks import RuleTable, RuleText
from warcouncil.protocol.table.sheets import Document, Documents
from warcouncil.protocol.wire.wire import dump
from warcouncil.protocol.words import SeatId

from tests.games.scenario.playing import Table, phase
from tests.games.scenario.small import small

TEXT = "# Head\nTension: {tension}\n**now**\n\n| a | b |\n|---|---|\n| {tension} | 2 |"
PUBLIC = [{"name": "intercept", "title": "Intercept", "text": "## How you win\n- x", "known_to": "all"}]


def papers(table: Table, seat: str) -> dict[str, Document]:
    """Return the documents of a seat by their titles."""
    sheet = GAME.sheet(table.state, SeatId(seat))
    return {
        paper.title: paper
        for each in sheet.elements
        if isinstance(each, Documents)
        for paper in each.documents
    }


def test_a_paper_travels_in_pieces_and_its_braces_are_filled() -> None:
    """A client must parse a text, or a number of the situation is that of the beginning."""
    situation = papers(Table(format=3, situation=TEXT), "red.minister")["The situation"]
    assert situation.text == ""
    assert situation.pieces == (
        PaperHeading(level=1, words=("Head",)),
        PaperText(lines=(("Tension: 3",), ("", "now"))),
        PaperTable(head=(("a",), ("b",)), rows=((("3",), ("2",)),)),
    )


def test_an_order_in_the_situation_is_never_a_mark() -> None:
    """A player's order makes a heading or a table on every board."""
    asks = {"name": "plan", "ask": "Plan?", "kind": "order", "of": ["red"], "known_to": "all"}
    table = Table(
        format=3,
        situation="Said: {plan of red}",
        documents=[],
        phases=[phase("Orders", asks), phase("Later", channels="all")],
    )
    table.answer({"red.minister": {"plan": "**b** | # c {tension}"}})
    situation = papers(table, "blue.minister")["The situation"]
    assert situation.pieces == (PaperText(lines=(("Said: **b** | # c {tension}",),)),)


def test_an_old_format_looks_as_it_did() -> None:
    """The papers of an exercise of last year change, and its record no longer agrees."""
    brief = "One\ntwo  **three**\n\n- four\n- five"
    for form in (1, 2):
        file = small(format=form, teams=[team("blue", brief), team("red"), team("cell", cell=True)])
        assert file.teams[0].brief == "One two **three**\n\n- four - five"
        paper = papers(
            Table(format=form, teams=[team("blue", brief), team("red"), team("cell", cell=True)]),
            "blue.minister",
        )
        (own,) = (each for title, each in paper.items() if "Blue" in title and "minister" not in title)
        assert (own.text, own.pieces) == ("One two **three**\n- four - five", ())


def team(name: str, brief: str = "You want it.", **more: Any) -> dict[str, Any]:
    """Return a team of the small scenario."""
    return {"name": name, "title": name.capitalize(), "brief": brief} | more


def test_a_state_keeps_a_text_as_it_was_read() -> None:
    """A branch or a replay has other papers than the exercise."""
    for form in (1, 3):
        file = small(format=form, situation=TEXT)
        assert Scenario.model_validate_json(text_of(file)) == file


def test_a_paper_never_breaks_the_page_of_the_rules() -> None:
    """A heading of an author ends a chapter of the rules, or a text is lost as Markdown."""
    for form in (1, 3):
        options = GAME.options_type(
            scenario=text_of(
                small(format=form, situation=f"## hello\n\n{TEXT}", summary="## x", documents=PUBLIC)
            )
        )
        about, *_ = rulebook(GAME, options).chapters
        assert RuleText(text="## x") in about.blocks
        if form == 3:
            assert RuleTable(head=("a", "b"), rows=(("…", "2"),)) in about.blocks


def test_the_limit_of_a_view_counts_the_pieces() -> None:
    """A table of many short cells makes a frame that no client can receive."""
    wide = "|" + "a|" * 40 + "\n|" + "-|" * 40 + "\n" + ("|" + "b|" * 40 + "\n") * 60
    seats = [*SEATS[:-1], SEATS[-1] | {"brief": wide}]
    head = SeatId("cell.head")
    full, lean = (Script(small(format=3, seats=each)) for each in (seats, SEATS))
    counted = view_bytes(full, head) - view_bytes(lean, head)
    (paper,) = (each for each in papers(Table(format=3, seats=seats), head).values() if len(each.lines) > 9)
    assert len(wide) < len(dump(paper)) <= counted + _TITLE_BYTES


_TITLE_BYTES = 200
SEATS: list[dict[str, Any]] = [
    {"name": "blue.minister", "team": "blue", "title": "Blue minister"},
    {"name": "blue.admiral", "team": "blue", "title": "Blue admiral"},
    {"name": "red.minister", "team": "red", "title": "Red minister"},
    {"name": "red.admiral", "team": "red", "title": "Red admiral"},
    {"name": "cell.head", "team": "cell", "title": "Head of the white cell"},
]
