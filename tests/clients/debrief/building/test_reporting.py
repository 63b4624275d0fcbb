"""A report shows what the record of each table contains, whatever happened there, also for a game without debrief
features.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from warcouncil.arbiter.record.account import bookmarks
from warcouncil.arbiter.record.account.bookmarks import Bookmark
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.clients.debrief.building.reporting import ReportOrder
from warcouncil.clients.debrief.draw.svg import course_picture
from warcouncil.clients.debrief.model.pages import Curve, TablePage
from warcouncil.games import registry
from warcouncil.games.scenario.file.model.script import text_of
from warcouncil.protocol.acts.acts import Amend, EndGame, GoBack
from warcouncil.protocol.words import GateNo, TableId, TeamId

from tests.arbiter.core.drawing import all_drawn, drawing
from tests.arbiter.core.harness import Room
from tests.arbiter.core.room.test_recovery import OPTIONS, RED, morning
from tests.arbiter.record.files import keep
from tests.clients.debrief.written import html, played, reported, written
from tests.games.scenario.small import small


class _Reader(HTMLParser):
    """A strict page reader: every tag is closed, and each id is unique."""

    EMPTY = frozenset({"meta", "br", "rect", "path", "line", "circle", "text"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.goals: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if told.get("id"):
            self.ids.append(str(told["id"]))
        if (told.get("href") or "").startswith("#"):
            self.goals.append(str(told["href"])[1:])
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(page: str) -> _Reader:
    """Read a page, and check that it is complete and that every link has a target."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    assert len(set(reader.ids)) == len(reader.ids)
    assert set(reader.goals) <= set(reader.ids)
    return reader


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> tuple[TablePage, str]:
    """The first table of a morning in which everything happens, and its file."""
    room = morning(Room, second=False)
    named = written(tmp_path_factory.mktemp("report"), room.journal)["table-1"]
    return named.report.tables[0], html(named)


def test_every_gate_is_told_with_what_each_seat_did(page: tuple[TablePage, str]) -> None:
    """A tutor does not find a question, or takes an umpire's answer for a player's."""
    table, text = page
    told = {one.by for gate in table.gates for one in gate.declared}
    assert {
        "",
        "a bot played",
        "an umpire answered for the seat",
        "silent: the seat's draft counted",
        "struck out by an umpire",
    } <= told
    for gate in table.gates:
        assert f'id="{gate.anchor}"' in text
    assert any(one.struck for gate in table.gates for one in gate.declared)
    assert [gate.by_ruling for gate in table.gates if gate.by_ruling]


def test_no_seat_was_silent_at_a_question_that_a_ruling_undid(tmp_path: Path) -> None:
    """People without time are called inactive, or the report says that the rules answered where no answer counted."""
    room = Room("sealed_bid")
    people, umpire = room.sit_all(), room.umpire()
    first, *others = people.values()
    room.suggest(first)
    while room.table.gate == GateNo(1):
        room.wait(1_000)
    room.suggest(first)
    room.rule(umpire, GoBack(to=GateNo(1)))
    room.rule(umpire, EndGame(text="lunch"))
    table = written(tmp_path, room.journal)["debrief"].report.tables[0]
    sealed, *silent = table.gates[1].declared
    assert (sealed.by, bool(sealed.said)) == ("", True)
    assert {one.by for one in (*silent, *table.gates[2].declared)} == {"a ruling closed the question first"}
    assert [seat.missed for seat in table.seats] == [0, *(1 for _ in others)]


def test_a_report_has_lines_agreements_rulings_and_notes(page: tuple[TablePage, str]) -> None:
    """The report does not show what people said to each other, or what umpires did about it."""
    table, text = page
    lines = {(line.kind, line.text) for gate in table.gates for line in gate.lines}
    assert ("said", "good morning") in lines
    assert ("proposed", "peace?") in lines
    assert ("deal", "accepted: peace?") in lines
    assert ("called the umpire", "may we?") in lines
    assert ("umpire answered", "you may") in lines
    assert {("peace?", "accepted"), ("war?", "lapsed")} <= {(words, state) for words, _, state in table.deals}
    assert "watch this (because)" in [note.text for note in table.notes]
    assert any("held the table" in ruling.text for ruling in table.rulings)
    for words in ("good morning", "peace?", "watch this (because)", "The bridge is blown."):
        assert words in text


def test_times_are_of_the_exercise_and_of_the_wall(page: tuple[TablePage, str]) -> None:
    """A reader cannot find a moment in their own notes, or is called slow because the clock was stopped."""
    table, _ = page
    assert all(gate.wall for gate in table.gates)
    stood = [gate for gate in table.gates if gate.stood_ms]
    assert stood
    assert all(
        one.took_ms is None or one.took_ms <= (gate.ran_ms or 10**9)
        for gate in table.gates
        for one in gate.declared
    )


def test_the_page_is_whole_and_loads_nothing(page: tuple[TablePage, str]) -> None:
    """A link has no target, two places have one name, or a picture is fetched from the internet."""
    _, text = page
    check_page(text)
    assert "default-src 'none'" in text
    assert "http://" not in text.replace("http://www.w3.org/", "")
    assert "https://" not in text
    assert "url(" not in text.replace("url(#", "")


@pytest.mark.night(keep=3)
@pytest.mark.parametrize("name", [*registry.names(), "nim", "sealed_bid"])
def test_every_game_gets_a_whole_report(name: str, tmp_path: Path) -> None:
    """A game without a description of its course has no debrief, or the debrief knows games by name."""
    room = played(name, 60)
    named = written(tmp_path, room.journal)["debrief"]
    table = named.report.tables[0]
    text = html(named)
    check_page(text)
    assert len(table.gates) == room.table.gate
    assert table.figures
    assert "<svg" in text
    known = [gate.knowledge for gate in table.gates if gate.knowledge]
    assert known


def test_the_moment_that_ended_a_game_says_how(tmp_path: Path) -> None:
    """*The game ended here* is above an act of corps I, the first of four, and not above the line that broke."""
    room = played("kartenspiel", by_chance=True)
    table = written(tmp_path, room.journal)["debrief"].report.tables[0]
    (ending,) = (each for each in table.decisive if each.gate is table.gates[-2])
    assert len(ending.gate.told) > len(ending.told)
    assert "line broke" in ending.told[-1]
    first = next(each for each in table.decisive if each is not ending)
    assert set(first.told) <= set(first.gate.told)


def test_a_game_of_one_turn_took_one_turn(tmp_path: Path) -> None:
    """*1 turns* is at the head of its page."""
    room = played("kartenspiel", options={"max_turns": 1})
    assert written(tmp_path, room.journal)["debrief"].report.tables[0].turns == "1 turn"


def test_the_axes_of_what_is_counted_show_no_halves(tmp_path: Path) -> None:
    """The axis shows half a division."""
    table = written(tmp_path, played("kartenspiel", 4).journal)["debrief"].report.tables[0]
    points = {"red": ((1, 0), (2, -1), (3, 0)), "black": ((1, 0), (2, 1), (3, 0))}
    table = replace(table, figures=(Curve("difference in divisions lost", points),))
    assert re.findall(r">−?\d+\.\d+<", course_picture(table)) == []


def test_a_games_own_calculation_is_in_every_report(tmp_path: Path) -> None:
    """The white cell never learns how well its odds came true."""
    file = Path(__file__).parents[3] / "games" / "scenario" / "every_kind.toml"
    room = played("scenario", by_chance=True, options={"scenario": file.read_text("utf-8")})
    for stem, wanted in (
        ("debrief", None),
        ("table-1-green", ReportOrder(umpires=False, teams=(TeamId("green"),))),
    ):
        named = written(tmp_path, room.journal, wanted)[stem]
        (table,) = named.report.tables[0].besides
        assert table.head == ("odds named", "how often", "came true", "expected")
        assert "How often arguments came true" in html(named)
    bare = written(tmp_path, played("nim").journal)["debrief"]
    assert bare.report.tables[0].besides == ()


def test_the_report_calls_an_end_by_its_title(tmp_path: Path) -> None:
    """The report of a drowned town calls it a draw."""
    endings = [{"name": "flood", "title": "The dam broke", "words": "The water came", "when": "end"}]
    text = text_of(small(endings=endings, scores=None, rounds=1))
    room = played("scenario", options={"scenario": text})
    (table,) = written(tmp_path, room.journal)["debrief"].report.tables
    assert (table.result, table.winners) == ("The dam broke. The water came.", ())


def test_a_seat_without_its_enemys_knowledge_is_said_to_lack_it(tmp_path: Path) -> None:
    """A commander is blamed for what they could not see."""
    room = played("kartenspiel", 12)
    table = written(tmp_path, room.journal)["debrief"].report.tables[0]
    gate = next(gate for gate in table.gates if gate.title.endswith("Attack declaration"))
    assert gate.knowledge is not None
    columns = {titles: at for at, titles in enumerate(gate.knowledge.groups)}
    (row,) = [row for row in gate.knowledge.rows if row.label == "Black I"]
    assert row.cells[columns[("Red corps I",)]].kind == "unknown"
    assert row.cells[columns[("Black corps I",)]].kind == "same"


def test_a_table_alone(tmp_path: Path) -> None:
    """A report of one table contains the other thirty-nine."""
    room = Room("nim", tables=3, seed=4)
    named = written(tmp_path, room.journal, ReportOrder(tables=(TableId(2),)))["debrief"]
    assert [table.number for table in named.report.tables] == [2]
    assert named.report.groups == ()


def test_people_have_other_names_when_they_are_to(tmp_path: Path) -> None:
    """A report for a seminar names the person who made a mistake."""
    room = Room("sealed_bid", OPTIONS, exercise={"people": [{"name": "Ana Núñez", "table": 1, "seat": RED}]})
    room.sit_all()
    room.wait(1000)
    room.say(room.people[f"1:{RED}:seat"], "all", "Núñez here, go")
    room.play(2)
    with_names = html(written(tmp_path, room.journal)["debrief"])
    without = html(written(tmp_path, room.journal, ReportOrder(anonymous=True))["debrief"])
    assert "Ana Núñez" in with_names
    assert "Núñez" not in without
    assert "here, go" in without
    assert "P-" in without


def test_people_have_other_names_on_boards_and_in_the_result_too(tmp_path: Path) -> None:
    """An umpire's ruling on a board or in the verdict shows the real names in it."""
    person = {"name": "Ana Núñez", "table": 1, "seat": "blue.minister"}
    room = Room("scenario", {"scenario": text_of(small())}, exercise={"people": [person]})
    room.sit_all()
    umpire = room.umpire()
    room.rule(umpire, Amend(text="fact: Núñez is in the tower."))
    room.play()
    room.rule(umpire, EndGame(winners=(TeamId("blue"),), text="Ana  Nunez gave up"))
    for wanted, gone in ((ReportOrder(), False), (ReportOrder(anonymous=True, teams=(TeamId("*"),)), True)):
        for named in written(tmp_path, room.journal, wanted).values():
            page = html(named)
            assert "is in the tower.</p>" in page
            assert "gave up" in page
            assert ("Núñez" not in page and "Nunez" not in page) is gone


def test_a_damaged_file_is_told_up_to_the_damage(tmp_path: Path) -> None:
    """One bad block of a disk costs the debrief of a complete morning."""
    import sqlite3

    from tests.arbiter.record.files import keep

    room = played("nim", 8)
    file = keep(tmp_path / "jena", room.journal)
    with sqlite3.connect(file) as base:
        base.execute(
            "UPDATE warcouncil_journal SET body = '{}' WHERE seq = (SELECT max(seq) - 2 FROM warcouncil_journal)"
        )
    base.close()
    named = reported(file)["debrief"]
    assert "damaged" in named.report.warnings[0]
    assert len(named.report.tables[0].gates) > 1
    assert named.report.warnings[0] in html(named).replace("&#39;", "'")


def test_a_tutors_bookmark_is_in_the_umpires_report(tmp_path: Path) -> None:
    """A tutor's note is lost between replay and report, or a team reads it."""
    room = played("sealed_bid", 3)
    file = keep(tmp_path / "jena", room.journal)
    last = room.journal[-1]
    with open_record(file) as record:
        mark = Bookmark(table=TableId(1), record=last.seq, at_ms=last.at, note="ask <b>Red</b> why")
        bookmarks.write(record, [mark])
    told = reported(file, ReportOrder(umpires=True, teams=(TeamId("red"),)))
    table = told["debrief"].report.tables[0]
    assert [note.text for note in table.notes] == ["ask <b>Red</b> why"]
    assert "ask &lt;b&gt;Red&lt;/b&gt; why" in html(told["debrief"])
    assert "ask &lt;" not in html(told["table-1-red"])


def test_bookmarks_that_cannot_be_read_do_not_cost_the_report(tmp_path: Path) -> None:
    """One comma too many in a file of notes leaves the class without a debrief."""
    file = keep(tmp_path / "jena", played("sealed_bid", 1).journal)
    bookmarks.beside(file).write_text("not toml at all")
    (warning,) = [line for line in reported(file)["debrief"].report.warnings if "bookmarks" in line]
    assert warning.startswith("The bookmarks are left out: ")
    assert "\n" not in warning


def test_a_table_that_was_not_dealt_has_a_page_too(tmp_path: Path) -> None:
    """One table whose people did not come costs the room its report."""
    room = drawing("sealed_bid", tables=2)
    all_drawn(room)
    room.play(2)
    one, two = written(tmp_path, room.journal)["debrief"].report.tables
    assert len(one.gates) == 3
    assert two.gates == ()
    assert {*written(tmp_path, room.journal, ReportOrder(umpires=False, teams=(TeamId("*"),)))} >= {
        "table-2-red"
    }
