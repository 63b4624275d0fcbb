"""The page for the white cell: all secrets, in a table of who knows what when, on a terminal, as Markdown and
as HTML.
"""

from __future__ import annotations

from warcouncil.clients.plan.new.scenario_page import WARNING, as_html, as_markdown, page_parts
from warcouncil.games.scenario.file.reading import read

from tests.games.scenario.broad import BROAD


def lines(head: str, *, matrix: bool = False) -> list[tuple[str, ...]]:
    """Return the rows of a part of the page."""
    part = next(part for part in page_parts(read(BROAD), matrix=matrix) if part.head == head)
    return [row for _, table in part.tables for row in table.rows]


def test_the_table_of_knowledge_comes_first_and_has_its_times() -> None:
    """A white cell looks for it on page nine."""
    assert page_parts(read(BROAD), matrix=False)[0].head == "What each side knows, and when"
    known = {row[0]: row[1] for row in lines("What each side knows, and when")}
    assert known["Tension"] == "all players, always"
    assert known["Oil, Blue"] == "Blue: always"
    assert known["Patience"] == "only the white cell"
    assert known["Intercept"] == "Blue: after Orders (Day 1), if Orders, follows 2"
    assert known["Nerve, Blue minister"] == "Red admiral: always"
    assert ("Oil, Red", "never", "never", "never", "always", "always", "always", "always") in lines(
        "What each side knows, and when", matrix=True
    )


def test_the_order_says_clocks_talk_and_conditions() -> None:
    """A user who prepares the morning must count minutes in the file."""
    order = {row[0]: row[1:] for row in lines("In which order")}
    assert order["Before"][:4] == (
        "before the rounds",
        "talk",
        "5 min, quiet for the last 1",
        "Ministers: Blue minister, Red minister",
    )
    assert order["Deliberation"][0] == "day 2, 3"
    assert order["Accord"][0] == "after the rounds, if embargo is not passed"


def test_every_rule_says_when_and_what() -> None:
    """A white cell would not know what its room is about to set off."""
    rules = {row[0]: row[1:] for row in lines("What follows")}
    assert rules["Meetings at sea, row 1"] == (
        "sail, firm",
        "tension + 2; everyone: “Fleets meet. Tension is {tension}.”",
    )
    assert rules["Orders, follows 2"][1] == "patience - 1; tension + 2; “Intercept” to Blue"
    assert rules["Orders, follows 5"][1] == "Red: “Your admiral keeps silent.”"
    assert rules["Oil"][1] == "oil of own - 1; own: “You have {oil of own} oil left.”"
    assert rules["Oil"][0] == "for each team; move of own is sail"
    assert rules["Orders, follows 4"][0].endswith("; 50 %")
    assert rules["Deliberation, calm_sea"][0] == "the white cell says: The sea stays calm"


def test_on_paper_nothing_of_an_author_is_markup() -> None:
    """A brief would run as a program in the white cell's browser, or break its table."""
    written = read(BROAD.replace("You want it shut.", "<script>x</script> | y").replace('"Red"', '"R|d"'))
    html, markdown = as_html(written), as_markdown(written)
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert WARNING in html
    assert WARNING in markdown
    assert "| Oil, R/d | R/d: always |" in markdown
