"""The size of the report of a room whose tables were analysed, as files and on paper."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.judging import analysis
from warcouncil.arbiter.record.judging.analysis import Findings
from warcouncil.arbiter.record.judging.judging import judge
from warcouncil.clients.debrief.building.reporting import Named
from warcouncil.clients.debrief.model.pages import Report

from tests.bench.debriefs import room_file
from tests.clients.debrief.draw.test_front import check_sheets
from tests.clients.debrief.written import html, reported

PLAYOUTS = 40
TABLES = 40
QUESTIONS = 2_015
"""The questions of a rehearsed room of forty tables of Kartenspiel, the ends of the games included."""
COMPARISON_BYTES = 100_000
"""The page that compares these forty tables."""
LARGER = 1.03
"""How much larger that whole room was, analysed with forty playouts (9.35 MB), than its first two tables promised."""
ROOM_BYTES_MAX = 10_000_000
PAGE_BYTES_MAX = 1_000_000


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Named]:
    """Return the report of two rehearsed tables whose every decision was judged."""
    file = room_file(tmp_path_factory.mktemp("room"), 2)
    with open_record(file) as record:
        accounts = gather(record)
        basis = analysis.basis_of(record.began.exercise, accounts.values(), seed="0", playouts=PLAYOUTS)
    findings = Findings(analysis.beside(file), basis)
    for question in analysis.asked(accounts.values(), basis):
        findings.keep(judge(question))
    return reported(file)


def test_the_pages_of_forty_analysed_tables_fit_into_an_email(room: dict[str, Named]) -> None:
    """If this fails, the report of a room is larger than ten megabytes, or one page is larger than one.

    A page has a fixed part and its questions. Both are measured here, and multiplied by the tables and questions of a
    room of forty.
    """
    reports = [_as_of_forty(named.report) for stem, named in room.items() if stem != "debrief"]
    fixed = asked = bytes_of_questions = 0
    for report in reports:
        (table,) = report.shown
        assert table.parts
        judged = [one.judged for gate in table.gates for one in gate.declared]
        assert judged.count(None) < len(judged) / 4
        whole, empty = _bytes(report), _bytes(replace(report, shown=(replace(table, gates=()),)))
        assert whole < PAGE_BYTES_MAX
        fixed += empty
        asked += len(table.gates)
        bytes_of_questions += whole - empty
    pages = TABLES * fixed / len(reports) + QUESTIONS * bytes_of_questions / asked
    assert LARGER * (COMPARISON_BYTES + pages) < ROOM_BYTES_MAX


def test_an_analysed_table_prints_on_few_sheets_and_its_front_page_on_one(
    browser: Any, room: dict[str, Named], tmp_path: Path
) -> None:
    """If this fails, verdicts and the lines of seats push a handout onto a second sheet."""
    for stem, named in room.items():
        if stem != "debrief":
            page = tmp_path / f"{stem}.html"
            page.write_text(html(named), "utf-8")
            check_sheets(browser, page)


def _as_of_forty(report: Report) -> Report:
    """Return a report whose pages link to forty tables."""
    return replace(report, tables=report.tables * (TABLES // len(report.tables)))


def _bytes(report: Report) -> int:
    return len(html(Named("table", report)).encode())
