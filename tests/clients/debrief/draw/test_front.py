"""The front page on paper and on a wall, and the size of files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from warcouncil.clients.debrief.building.reporting import Named, ReportOrder
from warcouncil.games.scenario import shipped
from warcouncil.protocol.words import TeamId

from tests.arbiter.core.harness import Room
from tests.clients import browsers
from tests.clients.debrief.building.test_reporting import check_page
from tests.clients.debrief.written import html, played, written
from tests.docs_text import ROOT

FILE_BYTES_MAX = 1_000_000
PAGES_MAX = 6


@pytest.fixture(scope="module")
def battle() -> Room:
    """A complete battle."""
    return played("kartenspiel", 60, by_chance=True)


@pytest.fixture(scope="module")
def page(battle: Room, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the battle as a file."""
    return _file(written(tmp_path_factory.mktemp("front"), battle.journal)["debrief"], tmp_path_factory)


def _file(named: Named, folders: pytest.TempPathFactory) -> Path:
    text = html(named)
    check_page(text)
    path = folders.mktemp("page") / "page.html"
    path.write_text(text, "utf-8")
    return path


def test_the_front_page_has_the_four_questions_a_curve_and_decisions(page: Path) -> None:
    """If this fails, a tutor has to look for the first thing to talk about."""
    text = page.read_text("utf-8")
    front = text[text.index('class="front"') : text.index('class="rest"')]
    for words in (
        "set out to do?",
        "What happened?",
        "Why?",
        "How will you act next time?",
        "worth talking about",
    ):
        assert words in front
    assert front.count('class="picture"') == 1
    assert 1 <= front.count('class="card"') <= 3
    assert 'class="belief"' in front


def test_a_battle_prints_on_few_sheets_and_its_front_page_on_one(browser: Any, page: Path) -> None:
    """If this fails, the report of forty tables needs too much paper, or a handout has two sheets."""
    check_sheets(browser, page)


@pytest.mark.parametrize("name", ["escalate", "hard_war", "kashmir_crisis", "four_courts"])
def test_other_games_print_on_as_few_sheets(
    browser: Any, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """If this fails, the documents of a scenario or the cards of a long war fill sheet after sheet."""
    shipped_as = {"scenario": shipped.text(name)} if name in shipped.names() else None
    room = played("scenario" if shipped_as else name, options=shipped_as)
    named = written(tmp_path_factory.mktemp("game"), room.journal)["debrief"]
    check_sheets(browser, _file(named, tmp_path_factory))


def check_sheets(browser: Any, page: Path) -> None:
    """Check that a table has few sheets of paper, and its front page has one."""
    with browsers.opened(browser) as (shown, _):
        shown.goto(page.as_uri())
        assert 1 < _sheets(shown) <= PAGES_MAX
        shown.evaluate("document.body.classList.add('handout')")
        shown.evaluate("document.querySelectorAll('.rest').forEach(each => each.remove())")
        assert _sheets(shown) == 1


def _sheets(shown: Any) -> int:
    data = shown.pdf(prefer_css_page_size=True)
    return int(data.count(b"/Type /Page\n") + data.count(b"/Type /Page ") + data.count(b"/Type/Page/"))


def test_a_handout_is_the_front_page_alone_for_umpires_and_for_a_team(battle: Room, tmp_path: Path) -> None:
    """If this fails, a team is handed thirty pages, or the knowledge of the other side."""
    order = ReportOrder(teams=(TeamId("red"),), handout=True)
    made = written(tmp_path, battle.journal, order)
    assert sorted(made) == ["handout", "handout-1-red"]
    for named in made.values():
        text = html(named)
        check_page(text)
        assert 'class="front"' in text
        assert 'class="rest"' not in text
    assert "believed" not in html(made["handout-1-red"])


def test_the_wall_shows_one_slide_after_the_other(browser: Any, page: Path) -> None:
    """If this fails, a class cannot read the slides from the last row."""
    slide = "Array.from(document.querySelectorAll('.slide')).filter(each => each.offsetParent).map(each => each.dataset.slide)"
    with browsers.opened(browser) as (shown, noted):
        shown.goto(page.as_uri())
        size = "parseFloat(getComputedStyle(document.body).fontSize)"
        small = shown.evaluate(size)
        shown.keyboard.press("w")
        assert shown.evaluate(slide) == ["Result"]
        assert shown.evaluate(size) > 1.2 * small
        shown.keyboard.press("ArrowRight")
        assert shown.evaluate(slide) == ["What did you set out to do?"]
        shown.keyboard.press("End")
        last = shown.evaluate(slide)
        shown.keyboard.press("ArrowRight")
        assert shown.evaluate(slide) == last
        shown.keyboard.press("Escape")
        assert len(shown.evaluate(slide)) > 3
        assert noted == []


def test_an_unchanged_part_of_a_position_is_written_once_and_shown_at_each_question(
    browser: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """If this fails, a report of a long game is as large as a film, or a board has holes."""
    named = written(tmp_path_factory.mktemp("war"), played("hard_war", 40, by_chance=True).journal)["debrief"]
    path = _file(named, tmp_path_factory)
    assert path.stat().st_size < FILE_BYTES_MAX / 3
    assert path.read_text("utf-8").count("The board is the same as at the previous question.") > 50
    with browsers.opened(browser) as (shown, _):
        shown.goto(path.as_uri())
        shown.keyboard.press("End")
        assert shown.locator(".gate.shown .same").count() == 0
        assert shown.locator(".gate.shown .board > div").count() > 5


def test_several_tables_have_a_file_each(tmp_path: Path) -> None:
    """If this fails, the page of forty tables is too large to open on a phone."""
    room = Room("nim", tables=3, seed=4)
    room.sit_all()
    room.play(2)
    made = written(tmp_path, room.journal)
    assert [*made] == ["debrief", "table-1", "table-2", "table-3"]
    first, second = html(made["debrief"]), html(made["table-2"])
    assert 'href="table-2.html#t2"' in first
    assert 'id="t2"' not in first
    assert 'id="t2"' in second
    assert 'href="debrief.html"' in second
    assert all(len(html(named)) < FILE_BYTES_MAX for named in made.values())


def test_the_shipped_sample_is_small_prints_on_few_sheets_and_has_all_of_a_front_page(browser: Any) -> None:
    """If this fails, the first report that a reader opens shows what the program no longer does."""
    path = ROOT / "docs" / "sample" / "debrief.html"
    text = path.read_text("utf-8")
    check_page(text)
    assert len(text) < FILE_BYTES_MAX
    for part in (
        "The front page of table 41",
        'class="belief"',
        "points lost per decision",
        "Decisions and luck",
        "95 % interval",
    ):
        assert part in text
    for old in (
        "chance to win",
        "Reckoned from",
        "by what was so",
        "fewer lost",
        "moments that moved it most",
    ):
        assert old not in text
    with browsers.opened(browser) as (shown, _):
        shown.goto(path.as_uri())
        assert 1 < _sheets(shown) <= PAGES_MAX
        shown.evaluate("document.body.classList.add('handout')")
        shown.evaluate("document.querySelectorAll('.rest').forEach(each => each.remove())")
        assert _sheets(shown) == 1
