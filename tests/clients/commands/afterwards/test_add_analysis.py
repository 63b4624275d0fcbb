"""The analysis that follows a written debrief: its pages and tables replace those without it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import Record, open_record
from warcouncil.arbiter.record.judging import analysis
from warcouncil.clients.commands.afterwards.add_analysis import add_analysis
from warcouncil.clients.commands.afterwards.write_reports import Accounts, WrittenReports, write_up

from tests.arbiter.record.files import keep
from tests.clients.commands.folders import names_in
from tests.clients.debrief.written import played

PLAYOUTS = 20
"""The fewest whose figures a page prints."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An exercise of two questions, with the beginning of a short analysis beside it."""
    file = keep(tmp_path / "jena.warcouncil", played("kartenspiel", 2).journal)
    with open_record(file) as record:
        accounts = gather(record)
        basis = analysis.basis_of(record.began.exercise, accounts.values(), seed="7", playouts=PLAYOUTS)
    analysis.Findings(analysis.beside(file), basis)
    return file


def nothing(part: str, percent: int) -> None:
    """Ignore the progress."""


def then(
    hears: Callable[[WrittenReports, int], None],
) -> Callable[[Record, Accounts, WrittenReports], WrittenReports]:
    """Return the analysis as the next step of writing, which reports the debrief and the progress."""
    return lambda record, accounts, done: add_analysis(
        record, accounts, done, lambda percent: hears(done, percent)
    )


def judged(file: Path) -> int:
    """Return how many questions the analysis beside a file has judged."""
    return sum(map(len, analysis.stored(file).judged.values()))


def test_pages_and_tables_with_the_analysis_replace_those_without_it(file: Path) -> None:
    """If this fails, a tutor who presses one key waits for the first page, or never sees a judged decision."""
    heard: list[int] = []
    before: list[tuple[int, str, int]] = []

    def hears(done: WrittenReports, percent: int) -> None:
        heard.append(percent)
        if percent == 0:
            page, table = done.folder / "debrief.html", done.folder / "tables" / "judged.csv"
            before.append(
                (page.stat().st_size, page.read_text("utf-8"), len(table.read_text("utf-8").splitlines()))
            )

    done = write_up(file, nothing, then(hears))
    ((size, text, rows),) = before
    page, table = done.folder / "debrief.html", done.folder / "tables" / "judged.csv"
    assert rows == 1
    assert "expected score, Red" not in text
    assert "expected score, Red" in page.read_text("utf-8")
    assert page.stat().st_size > size
    assert len(table.read_text("utf-8").splitlines()) > 1
    assert done.text.endswith(", with the analysis")
    assert heard[0] == 0
    assert heard == sorted(heard)
    assert names_in(done.folder) == ["debrief.html", "tables", "verification.txt"]
    basis = analysis.stored(file).basis
    assert basis is not None
    assert (basis.seed, basis.playouts) == ("7", PLAYOUTS)


def test_an_analysis_that_is_stopped_leaves_the_debrief_and_goes_on_with_the_next(file: Path) -> None:
    """If this fails, half a page replaces a complete one, or an hour of computation is lost."""

    def stop(done: WrittenReports, percent: int) -> None:
        if percent > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_up(file, nothing, then(stop))
    folder = file.parent / "jena-debrief"
    assert names_in(folder) == ["debrief.html", "tables", "verification.txt"]
    assert (folder / "debrief.html").read_text("utf-8").endswith("</html>")
    kept = judged(file)
    assert kept > 0
    heard: list[int] = []
    again = write_up(file, nothing, then(lambda _, percent: heard.append(percent)))
    assert again.folder.name == "jena-debrief-2"
    assert again.text.endswith(", with the analysis")
    assert judged(file) > kept


def test_an_analysis_that_fails_is_named_and_the_debrief_stays(file: Path) -> None:
    """If this fails, a tutor has no debrief because of a file beside the exercise."""
    analysis.beside(file).write_text("dear diary\n")
    done = write_up(file, nothing, then(lambda _done, _percent: None))
    assert "MISSING: the analysis (" in done.text
    assert "this is not an analysis" in done.text
    assert names_in(done.folder) == ["debrief.html", "tables", "verification.txt"]


def test_a_room_without_an_answer_is_not_analysed(tmp_path: Path) -> None:
    """If this fails, an umpire who tries the key in the morning waits for an analysis that says nothing."""
    file = keep(tmp_path / "jena.warcouncil", played("kartenspiel", 0).journal)
    heard: list[int] = []
    done = write_up(file, nothing, then(lambda _, percent: heard.append(percent)))
    assert heard == []
    assert "analysis" not in done.text
    assert not analysis.beside(file).exists()
