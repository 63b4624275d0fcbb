"""A file under work and its page: mistakes, every seat's view, typed answers, and their results."""

from __future__ import annotations

from html import unescape
from pathlib import Path

from warcouncil.clients.room.preview.page import PUBLIC, Sight
from warcouncil.clients.room.preview.studio import Studio
from warcouncil.games.scenario import shipped

from tests.clients.room.preview.writing import FERRY, written

WORK = {
    "upper": ["yes"],
    "upper|gift": ["day"],
    "upper|coins": ["1"],
    "lower": ["yes"],
    "lower|gift": ["day"],
    "lower|coins": ["0"],
}


def seen(studio: Studio, sight: Sight | None = None) -> str:
    """Return the page of a place as its reader sees it."""
    return unescape(studio.page("/t/", sight))


def board(studio: Studio, step: int, reader: str) -> str:
    """Return the board and the sentences of a reader."""
    return seen(studio, Sight(step, reader)).split('class="sheet"')[1].split("</section>")[0]


def act(studio: Studio, do: str, step: int = 0, typed: dict[str, list[str]] | None = None) -> str | Sight:
    """Press a button of the page."""
    return studio.act("/t/", {"do": [do], "step": [str(step)], "as": [""]} | (typed or {}))


def test_a_seat_reads_its_own_brief_and_no_other_secret(tmp_path: Path) -> None:
    """If this fails, an author checks the secrets of the exercise by a page that mixes them."""
    studio = Studio(written(tmp_path))
    sheet = {reader: board(studio, 0, reader) for reader in ("", PUBLIC, "upper", "lower")}
    assert "Nobody may know" in sheet[""]
    assert "Nobody may know" in sheet["lower"]
    assert "Nobody may know" not in sheet["upper"]
    assert "You have timber." not in sheet[PUBLIC]


def test_typed_answers_show_what_follows_with_numbers_that_move(tmp_path: Path) -> None:
    """If this fails, an author cannot try an answer."""
    studio = Studio(written(tmp_path))
    assert act(studio, "close", typed=WORK) == Sight(1, "")
    page = seen(studio, Sight(1))
    assert "The bridge: 0 → <b>3</b>" in page
    assert "<code>coins of upper > 0</code>" in page
    assert "How it ended" in page
    assert "You have 4 left." in board(studio, 1, "upper")
    assert "You have 4 left." not in board(studio, 1, "lower")


def test_a_refused_answer_is_kept_and_explained(tmp_path: Path) -> None:
    """If this fails, an author types everything again after one wrong number."""
    studio = Studio(written(tmp_path))
    page = act(studio, "close", typed=WORK | {"upper|coins": ["6"]})
    assert isinstance(page, str)
    assert "Mayor of Upper: give a number from 0 to 5" in unescape(page)
    assert 'value="6"' in page
    assert "How it ended" not in seen(studio)


def test_an_earlier_question_is_answered_again_and_the_rest_is_dropped(tmp_path: Path) -> None:
    """If this fails, an author plays from the beginning for each thing to try."""
    studio = Studio(written(tmp_path))
    act(studio, "close")
    assert "Clouds over the hills." in seen(studio)
    assert act(studio, "finish", step=1) == Sight(2, "")
    assert "These answers were given" in seen(studio, Sight(0))
    act(studio, "close", typed=WORK)
    assert "The first cart crossed" in seen(studio)
    assert act(studio, "again") == Sight(0, "")
    assert "Week 1 · Work" in seen(studio)


def test_chance_can_be_drawn_anew(tmp_path: Path) -> None:
    """If this fails, an author never sees a rule with a chance."""
    studio = Studio(written(tmp_path), "1")
    act(studio, "throw")
    assert "Seed: 2." in seen(studio)


def test_mistakes_stand_above_the_last_good_version_until_they_are_mended(tmp_path: Path) -> None:
    """If this fails, a mistake hides the exercise, or an old exercise looks like the new one."""
    studio = Studio(written(tmp_path))
    act(studio, "close")
    written(tmp_path, FERRY.replace('end = "', 'end = "').replace("bridge >= 4", "brigde >= 4"))
    assert studio.look()
    page = seen(studio)
    assert "1 mistake" in page
    assert "brigde" in page
    assert "Below you see version 1, the last one without mistakes." in page
    assert "Week 2 · Work" in page
    written(tmp_path, FERRY.replace("Two villages", "Two towns"))
    studio.look()
    page = seen(studio)
    assert "No mistakes." in page
    assert "Two towns" in page
    assert "Week 2 · Work" in page


def test_a_file_that_was_never_good_shows_its_mistakes(tmp_path: Path) -> None:
    """If this fails, the preview of a first draft is an empty page."""
    studio = Studio(written(tmp_path, FERRY.replace("[[endings]]", "[[ending]]")))
    page = seen(studio)
    assert "Correct the file and save it." in page
    assert act(studio, "close") == Sight(0)
    assert studio.whole() == ""


def test_an_author_who_writes_markup_gets_text(tmp_path: Path) -> None:
    """If this fails, a scenario of a stranger runs as a program in the author's browser."""
    text = FERRY.replace("You have timber.", "<script>alert(1)</script>").replace('"A day"', '"<b>day"')
    page = Studio(written(tmp_path, text)).page("/t/", None)
    assert "<script>alert" not in page
    assert "&lt;b&gt;day" in page


def test_a_map_is_drawn_with_what_its_reader_may_know(tmp_path: Path) -> None:
    """If this fails, an author checks a map by a page that leaves it out, or that shows hidden pieces to a seat."""
    file = tmp_path / "upland.toml"
    file.write_text(shipped.text("upland"), encoding="utf-8")
    studio = Studio(file)
    assert "Birch: held by Vald; Guard of Vald, strength 1; next to Quarry, Slope" in board(studio, 0, "")
    own = board(studio, 0, "rosal.marshal")
    assert '<svg class="map"' in own
    assert "Birch: owner unknown; pieces unknown; next to Quarry, Slope" in own
    assert "of Vald, strength" not in own


def test_a_mistake_in_a_table_beside_the_file_names_the_table(tmp_path: Path) -> None:
    """If this fails, an author looks for row 3 of a spreadsheet in line 3 of the scenario."""
    file = written(tmp_path)
    file.write_text(f'injects = "mel.csv"\n{FERRY.split("[[injects]]")[0]}', encoding="utf-8")
    (tmp_path / "mel.csv").write_text("minutes,to,text\n1,all,Good.\n2,nowhere,Bad.\n", encoding="utf-8")
    assert "<b>mel.csv, line 3</b>" in seen(Studio(file))


def test_the_heading_says_that_the_page_is_a_preview(tmp_path: Path) -> None:
    """If this fails, the page with every secret looks like the page of a player."""
    assert "<h1>Two villages: preview</h1>" in seen(Studio(written(tmp_path)))


def test_the_author_chooses_the_treatment_that_is_shown(tmp_path: Path) -> None:
    """If this fails, an author sees only the first treatment, and the others surprise the players."""
    file = tmp_path / "dike.toml"
    file.write_text(shipped.like("experiment"), "utf-8")
    studio = Studio(file)
    page = seen(studio)
    assert '<option value="talk" selected>Talk before giving</option>' in page
    act(studio, "close")
    assert "<h2>Spring 1 · On the dike</h2>" in seen(studio, Sight(1)).replace(", ", " · ")
    assert act(studio, "treat", typed={"treatment": ["silence"]}) == Sight(0, "")
    act(studio, "close")
    page = seen(studio, Sight(1))
    assert '<option value="silence" selected>No talk</option>' in page
    assert "On the dike" not in page.split("<main>")[1]
    file.write_text(shipped.like("experiment").replace("rounds = 4", "rounds = 3"), "utf-8")
    studio.look()
    assert '<option value="silence" selected>No talk</option>' in seen(studio)
    assert 'name="treatment"' not in seen(Studio(written(tmp_path)))
