"""The page for the white cell: all secrets, in a table of who knows what when, on a terminal, as Markdown and
as HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from warcouncil.clients.plan.new.scenario_page import WARNING, as_html, as_markdown, page_parts
from warcouncil.games.scenario import shipped
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.scenario import Scenario, ScenarioInject

from tests.games.scenario.broad import BROAD
from tests.games.scenario.test_every_kind import FILE

OWN_WORDS = ("always", "end", "called", "before", "round", "after", "table", "missing", "")
"""Words of the format that the page says in other words."""


def texts(part: Any) -> Iterator[str]:
    """Yield every text in a part of a file, paragraph by paragraph."""
    if isinstance(part, str):
        yield from (text for text in part.split("\n\n") if text not in OWN_WORDS)
    elif isinstance(part, dict | list | tuple):
        # a picture is no text, and its words are in `alt`
        inner = [each for key, each in part.items() if key != "picture"] if isinstance(part, dict) else part
        for value in inner:
            yield from texts(value)


def letters(text: str) -> str:
    """Return the letters and digits of a text, without its marks."""
    return "".join(filter(str.isalnum, text))


def lines(head: str, *, matrix: bool = False) -> list[tuple[str, ...]]:
    """Return the rows of a part of the page."""
    part = next(part for part in page_parts(read(BROAD), matrix=matrix) if part.head == head)
    return [row for _, table in part.tables for row in table.rows]


def test_the_table_of_knowledge_comes_first_and_has_its_times() -> None:
    """A white cell looks for it on page nine."""
    assert page_parts(read(BROAD), matrix=False)[0].head == "What each side knows, and when"
    known = {row[0]: row[1] for row in lines("What each side knows, and when")}
    assert known["Tension"] == "all players, always"
    assert known["Oil (Blue)"] == "Blue: always"
    assert known["Patience"] == "only the white cell"
    assert known["Intercept"] == "Blue: after Orders (Day 1), if Orders, follows 2"
    assert known["Nerve (Blue minister)"] == "Red admiral: always"
    assert ("Oil (Red)", "never", "never", "never", "always", "always", "always", "always") in lines(
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
    """The white cell does not know what its ruling will cause."""
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


@pytest.mark.parametrize("how", [as_markdown, as_html])
@pytest.mark.parametrize("name", ["broad", "every_kind", *shipped.names()])
def test_every_text_of_the_file_is_on_the_page(name: str, how: Any) -> None:
    """If this fails, a white cell learns of a message or a veto only when it comes."""
    texts_of = {"broad": BROAD, "every_kind": FILE.read_text("utf-8")}
    scenario = read(texts_of.get(name) or shipped.text(name))
    page = re.sub(r'<img [^>]*alt="([^"]*)"[^>]*>', r" \1 ", how(scenario))
    page = letters(unescape(re.sub(r"<[^<>]*>", " ", page)) if how is as_html else page)
    missing = {
        said for said in texts(scenario.model_dump(exclude_defaults=True)) if letters(said) not in page
    }
    assert missing == set()


def test_points_messages_hints_and_vetoes_are_on_the_page() -> None:
    """If this fails, half of the umpire's morning is missing from the umpire's paper."""
    assert ("points", "each team", "oil of own, 2 * oil of own, - tension") in lines("Points")
    assert ("blue", "3 points", "embargo is passed", "The embargo") in lines("Points")
    assert lines("Messages") == [
        ("message 1", "1 min after Orders opened, opening 2", "the umpire", "all", "A tanker is late.", ""),
        (
            *("message 2", "at hand: an umpire sends it", "the umpire", "red", "The press asks."),
            "an answer is asked for",
        ),
    ]
    assert lines("Hints")[0] == ("red", "move", "sail", "tension < 4 and oil of red >= 2", "")
    asked = {row[0]: row[1] for row in lines("What is asked")}
    assert asked["An embargo on oil (embargo)"].endswith("needs 3; veto of red.minister; open ballot")
    assert asked["· The coast (coast)"] == ""
    assert lines("How it ends")[1][:3] == ("weary", "after every phase", "patience = 0; gives away patience")
    assert lines("Numbers")[0][-1] == "as a track; 8 war"


def test_a_key_that_no_table_names_is_on_the_page_all_the_same() -> None:
    """If this fails, a key that is added to the format is missing from the page, and no test notices it."""

    class Sent(ScenarioInject):
        courier: str = ""

    class Wider(Scenario):
        injects: tuple[Sent, ...] = ()

    broad = read(BROAD)
    told = Sent(text="A tanker burns.", to="all", courier="J2")
    wider = Wider.model_construct(**{**dict(broad), "injects": (told,)})
    assert "courier: J2" in as_markdown(wider)


def test_on_paper_nothing_of_an_author_is_markup() -> None:
    """A brief runs as a program in the white cell's browser, or breaks its table."""
    written = read(BROAD.replace("You want it shut.", "<script>x</script> | y").replace('"Red"', '"R|d"'))
    html, markdown = as_html(written), as_markdown(written)
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert WARNING in html
    assert WARNING in markdown
    assert "| Oil (R/d) | R/d: always |" in markdown
