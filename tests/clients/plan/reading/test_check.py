"""Checking a plan: every mistake is named with its line, and a plan without one gives the intended room."""

from __future__ import annotations

from pathlib import Path

import pytest
from warcouncil.clients.plan.reading.check import Checked, check, check_file, room_in
from warcouncil.clients.plan.reading.layout import WebWish, summary
from warcouncil.clients.plan.text.option_text import BadInput

TWO = """[[tables]]
game = "kashmir_crisis"
count = 2
"""


def checked(text: str, folder: Path = Path("plans")) -> Checked:
    """Check a text as the file plan.toml."""
    return check(text, folder / "plan.toml")


def said(text: str, folder: Path = Path("plans")) -> list[str]:
    """Return the faults of a text, each as "line: text"."""
    return [f"{fault.line}: {fault.text}" for fault in checked(text, folder).faults]


def test_the_smallest_plan_is_one_table() -> None:
    """A first try needs a manual."""
    room = checked('[[tables]]\ngame = "kashmir_crisis"').room
    assert room is not None
    assert (room.name, room.start, len(room.tables)) == ("plan", "linked", 1)
    assert [code.role for code in room.umpires] == ["director"]
    assert [seat.id for seat in room.tables[0].open] == ["india", "pakistan"]


def test_a_file_with_a_mark_before_its_first_letter_is_read(tmp_path: Path) -> None:
    """A user who saves the plan on Windows as UTF-8 with a byte order mark is told that it is no TOML."""
    file = tmp_path / "plan.toml"
    file.write_text(TWO, "utf-8-sig")
    assert len(room_in(file).tables) == 2


def test_every_mistake_is_found_at_once_each_with_its_line() -> None:
    """A tutor corrects forty mistakes in forty runs."""
    text = """[exercise]
strat = "now"
grace_seconds = 20
lockstep = ["Card plya"]
roster = "nowhere.csv"

[[tables]]
game = "kashmir_crysis"

[[tables]]
game = "kashmir_crisis"
count = "4"
options = { turns = 3, clock = 4 }
silence = { "*" = "drat", "Card play" = "extend 30" }

[[tables]]
clocks = { "Card play" = 0 }

[[people]]
nme = "Student 1"

[[umpires]]
role = "boss"

[[umpires]]
role = "umpire"

[[injects]]
text = "News"
at = "12:99"
when = { label = "toll" }

[whatever]
"""
    found = said(text)
    assert [int(line.partition(":")[0]) for line in found] == [
        *(2, 3, 4, 5, 8, 12, 13, 13, 14, 16, 17, 19, 20, 23, 25, 30, 31, 33)
    ]
    assert "2: there is no key 'strat'. Did you mean 'start'?" in found[0]
    assert found[4].startswith("8: there is no game 'kashmir_crysis'. Did you mean 'kashmir_crisis'?")
    assert found[5] == '12: count: "4" is not valid. Give a whole number from 1 to 400'


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ('[[people]]\nname = "Student 1"\ntable = 3', "4: Student 1: there is no table 3. Tables are 1 to 2"),
        (
            '[[people]]\nname = "Student 1"\nseat = "indai"',
            "4: Student 1: there is no seat 'indai'. Did you mean 'india'?",
        ),
        ('[[people]]\nname = ""', '5: name: "" is not valid. Give '),
        ('[[people]]\nname = "\\u202e"', "5: this name has no visible characters"),
        ('[people]\nname = "Student 1"', "4: write [[people]], with two brackets"),
        ("people = 3", "4: there is no key 'people'"),
        ('[[umpires]]\nrole = "umpire"\ntables = [2, 9]', "6: there is no table 9. Tables are 1 to 2"),
        ('[[umpires]]\nrole = "director"\ntables = [2]', "6: a director has all tables"),
        ('[[injects]]\ntext = "x"', "4: the inject has no moment"),
        ('[[injects]]\ntext = "\\u202e"\nat = 3', "5: this text has no visible characters"),
        ('[[injects]]\ntext = "x"\nphase = "Night"', "6: there is no phase 'Night' there"),
        ('[[injects]]\ntext = "x"\nat = 3\nseat = "china"', "7: there is no seat 'china' there"),
        ('[[injects]]\ntext = "x"\nat = 3\nteam = "china"', "7: there is no team 'china' there"),
        ('[[injects]]\ntext = "x"\nat = 3\noccasion = 2', "7: occasion counts how often a phase opens"),
        ('[[injects]]\ntext = "x"\nat = -3', "6: at: -3 is not valid"),
        (
            '[[injects]]\ntext = "x"\nat = 3\nat_hand = true',
            "7: with at_hand, an umpire sends it. Leave at out",
        ),
        (
            '[[injects]]\ntext = "x"\nname = "x"\nat = 1\n[[injects]]\ntext = "y"\nphase = "Card play"\nafter = "x"',
            "11: an inject counts its time from a phase or from another inject",
        ),
        (
            '[[injects]]\ntext = "x"\nafter = "rain"',
            "6: no inject is called 'rain'. Give a name to the inject that you mean",
        ),
        (
            '[[injects]]\ntext = "x"\nat = 3\nname = "rain"\n[[injects]]\ntext = "y"\nafter = "rian"',
            "10: no inject is called 'rian'. Did you mean 'rain'?",
        ),
        (
            '[[injects]]\ntext = "x"\nat = 3\nname = "rain"\n[[injects]]\ntext = "y"\nat = 4\nname = "rain"',
            "11: the inject of line 4 is also called 'rain'",
        ),
        (
            '[[injects]]\ntext = "x"\nname = "a"\nafter = "b"\n[[injects]]\ntext = "y"\nname = "b"\nafter = "a"',
            "7: 'a' after 'b' after 'a': these injects wait for each other and can never come",
        ),
        (
            '[[injects]]\ntext = "x"\nname = "a"\nafter = "a"',
            "7: 'a' after 'a': these injects wait for each other and can never come",
        ),
        (
            '[[injects]]\ntext = "x"\nname = "a"\nat = 1\ntables = [1]\n[[injects]]\ntext = "y"\nafter = "a"',
            "11: 'a' does not come at all tables of this inject",
        ),
        (
            'clocks = { "Card plya" = 3 }',
            "4: kashmir_crisis has no phase 'Card plya'. Did you mean 'Card play'?",
        ),
        ('silence = { Night = "draft" }', "4: kashmir_crisis has no phase 'Night'"),
        ('silence = { "*" = "wait 30" }', '4: silence.*: "wait 30" is not valid'),
        ('silence = { "*" = "bot 3601" }', '4: silence.*: "bot 3601" is not valid'),
        ('bots = ["chian"]', "4: there is no seat 'chian'"),
        ('names = ["north"]', "3: count is 2, but there are 1 names"),
        ('options = { event_chart = "@none.json" }', "4: event_chart: "),
        ("options = { talk_seconds = 0 }", "4: talk_seconds: 0 is not valid. Give "),
    ],
)
def test_a_mistake_is_named_with_its_line_and_its_cure(more: str, wrong: str) -> None:
    """The exercise begins with the mistake, or the tutor does not know how to correct it."""
    found = said(TWO + more)
    assert len(found) == 1
    assert found[0].startswith(wrong)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("[[tables]\n", "1: this is not TOML, column 9: "),
        ("a = 1\nb = [1,", "2: this is not TOML"),
        (
            "a = b",
            "1: this is not TOML, column 5: after the = there is no value. Write words in quotation marks",
        ),
        ("a = 'b", "1: this is not TOML: a quotation mark is missing at the end"),
        ('a = "b\nc = 1', "1: this is not TOML, column 7: a quotation mark is missing at the end"),
        ("a = [1, 2", "1: this is not TOML: a bracket is not closed"),
        ("a = 1\na = 2", "2: this is not TOML: this is already in the file. Write it once"),
        ("[a]\n[a]", "2: this is not TOML, column 3: this is already in the file. Write it once"),
        ("a = {b = 1, b = 2}", "1: this is not TOML, column 18: this is already in the file. Write it once"),
        ("a\u00a0= 1", "1: this is not TOML, column 2: this line contains a special space"),
        ("a b", '1: this is not TOML, column 3: there is no = here. Write key = "value"'),
        ("a = 1 b", "1: this is not TOML, column 7: the line goes on after its value"),
        ("?", '1: this is not TOML, column 1: write a line as key = "value"'),
        ('a = "\\q"', "1: this is not TOML, column 8: a \\ in a text is written \\\\"),
        ("", "1: there is no table. Write [[tables]]"),
        ('[exercise]\nname = "x"', "1: there is no table. Write [[tables]]"),
        ("a = " + "[" * 5000, "1: this is "),
    ],
)
def test_a_file_that_is_no_plan_is_named_in_one_line(text: str, wrong: str) -> None:
    """A user reads a traceback."""
    assert said(text)[-1].startswith(wrong)


def test_two_tables_of_one_name_are_refused() -> None:
    """Half of the people of a room sit at the wrong table."""
    assert said('[[tables]]\ngame = "kashmir_crisis"\nnames = [\n"a",\n"a",\n"7"]') == [
        "5: two tables are called 'a'. Give each its own name",
        "6: the name '7' is a number. Add a word",
    ]
    sly = said('[[tables]]\ngame = "kashmir_crisis"\nnames = ["a\\u202eb"]')
    assert sly == ["3: this name has characters that cannot be shown. Write it with letters"]


def test_options_that_contradict_each_other_are_found_before_the_morning() -> None:
    """The exercise does not begin, with all people in the room."""
    text = '[[tables]]\ngame = "kartenspiel"\n[tables.options]\nmapping = { "red.corps.1" = "red.army" }'
    assert said(text)[0].startswith("3: ")


def test_a_phase_for_lock_step_must_be_one_of_some_table() -> None:
    """Tables of one game cannot keep step beside those of another, though the arbiter allows it.

    Or a mistyped phase has no effect.
    """
    text = '[exercise]\nlockstep = ["Card play"]\n[[tables]]\ngame = "kashmir_crisis"\n[[tables]]\ngame = "escalate"'
    assert said(text) == []
    (found,) = said(text.replace("play", "plya"))
    assert found.startswith("2: no table has a phase 'Card plya'. Did you mean 'Card play'?")
    (only,) = said(text.replace("kashmir_crisis", "kashmir_crisys"))
    assert only.startswith("4: there is no game 'kashmir_crisys'"), (
        "and not the phase of the game that is meant"
    )
    (nameless,) = said(text.replace('game = "kashmir_crisis"', "count = 2"))
    assert nameless.startswith("3: ")


def test_people_are_spread_evenly_over_tables_and_teams() -> None:
    """One table is crowded and another empty, or one side consists of bots alone."""
    people = "".join(f'[[people]]\nname = "P{n}"\n' for n in range(5))
    room = checked('[[tables]]\ngame = "kartenspiel"\ncount = 2\nempty = "bots"\n' + people).room
    assert room is not None
    assert [table.count for table in room.tables] == [3, 2]
    teams = [sorted(seat.partition(".")[0] for seat in table.people) for table in room.tables]
    assert teams == [["black", "red", "red"], ["black", "red"]]
    assert [len(table.bots) for table in room.tables] == [7, 8]
    assert all(not table.open for table in room.tables)


def test_people_with_a_place_get_it_and_the_others_what_is_left() -> None:
    """A person without a place takes the seat of a person with one."""
    text = (
        TWO
        + '[[people]]\nname = "A"\n[[people]]\nname = "B"\ntable = 1\n[[people]]\nname = "C"\ntable = 1\nseat = "india"'
    )
    room = checked(text).room
    assert room is not None
    assert room.tables[0].people == {"india": ["C"], "pakistan": ["B"]}
    assert room.tables[1].people == {"india": ["A"]}


def test_a_seat_is_given_once_unless_there_are_crews() -> None:
    """Two people hold the same card without knowing it."""
    twice = '[[people]]\nname = "A"\nseat = "india"\ntable = 1\n[[people]]\nname = "B"\nseat = "india"\ntable = 1\n'
    assert said(TWO + twice) == ["8: B: A has india at table 1. Give another seat, or write crews = true"]
    room = checked("[exercise]\ncrews = true\n" + TWO + twice).room
    assert room is not None
    assert room.tables[0].people == {"india": ["A", "B"]}


def test_too_many_people_are_named() -> None:
    """A person in the room has no card."""
    people = "".join(f'[[people]]\nname = "P{n}"\n' for n in range(5))
    assert said(TWO + people) == ["12: P4: no seat is free at any table. Add a table, or write crews = true"]
    room = checked("[exercise]\ncrews = true\n" + TWO + people).room
    assert room is not None
    assert sorted(table.count for table in room.tables) == [2, 3]


def test_a_seat_of_a_bot_is_not_given_to_a_person() -> None:
    """A person finds a bot in their seat."""
    text = TWO + 'bots = ["india"]\n[[people]]\nname = "A"\nseat = "india"'
    assert said(text) == ["5: A: a bot plays india. Take it out of the table's bots, or give another seat"]


def test_a_roster_comes_from_a_spreadsheet(tmp_path: Path) -> None:
    """A list of four hundred people must be typed again."""
    (tmp_path / "people.csv").write_text(
        "\ufeffTable;Name;Seat;Mail\n2;Student 1;india;a@b\n;;;\n1;Student 2;;\nblue;Student 3;;\n",
        encoding="utf-8",
    )
    (tmp_path / "plan.toml").write_text('[exercise]\nroster = "people.csv"\n' + TWO + "")
    found = check_file(tmp_path / "plan.toml")
    assert [(fault.file, fault.line) for fault in found.faults] == [(str(tmp_path / "people.csv"), 5)]
    assert "there is no table 'blue'" in found.faults[0].text
    assert [hint.text for hint in found.hints if "mail" in hint.text]
    (tmp_path / "people.csv").write_text("name,table\nStudent 1,1\nStudent 2,\n")
    room = room_in(tmp_path / "plan.toml")
    assert [list(table.people.values()) for table in room.tables] == [[["Student 1"]], [["Student 2"]]]


@pytest.mark.parametrize(
    ("text", "line", "wrong"),
    [
        ("nom,table\nStudent 1,1\n", 1, "the first line must name the columns"),
        ("name,table\n,1\n", 2, "the name is missing"),
        ("\n \nname;table\n;1\n", 4, "the name is missing"),
        (f"name,table\n{'x' * 65},1\n", 2, "the name is too long"),
        ('name,table\n"Anna\nLee",1\nBo\u2028Ek,\n,2\n', 5, "the name is missing"),
        ('name,table\n"Bo",1\n"Anna,1\nLee,2\n', 3, "Is a quotation mark not closed?"),
        ('name,table\n"Anna,1\n"Bo",2\n', 2, "Is a quotation mark not closed?"),
        ("table,name\n1,Ek, Bo\n", 2, "Is a separator in a name without quotes?"),
    ],
)
def test_a_mistake_in_a_roster_is_named_with_its_line(
    tmp_path: Path, text: str, line: int, wrong: str
) -> None:
    """The tutor searches the wrong file."""
    (tmp_path / "people.csv").write_text(text)
    found = checked('[exercise]\nroster = "people.csv"\n' + TWO, tmp_path).faults
    assert [(fault.file, fault.line) for fault in found] == [(str(tmp_path / "people.csv"), line)]
    assert wrong in found[0].text


def test_a_roster_that_is_no_text_is_refused_in_one_line(tmp_path: Path) -> None:
    """A spreadsheet's own file causes a traceback."""
    (tmp_path / "people.csv").write_bytes(b"PK\x03\x04\xff\xfe")
    assert "not a text file in UTF-8" in said('[exercise]\nroster = "people.csv"\n' + TWO, tmp_path)[0]


@pytest.mark.parametrize(
    ("options", "warned"),
    [("", True), ("options = { players = 4 }", False), ("options = { salt = true }", False)],
)
def test_options_that_make_a_game_of_luck_are_pointed_out(options: str, warned: bool) -> None:
    """If this fails, a class plays a game of pure chance, and its umpire notices it only at the tables."""
    found = checked(f'[[tables]]\ngame = "escalate"\ncount = 3\n{options}')
    assert found.room
    told = [hint.text for hint in found.hints if "first Nuke" in hint.text]
    assert len(told) == warned
    assert all("salt=true" in text and "players=4" in text for text in told)


def test_a_doubtful_setting_is_pointed_out() -> None:
    """A name typed twice, or an inject without a condition, is noticed only in the room."""
    text = (
        TWO
        + '[[people]]\nname = "A"\n[[people]]\nname = "A"\n[[injects]]\ntext = "x"\nwhen = { label = "tol", over = 3 }'
    )
    found = checked(text)
    assert found.room
    assert any("A is also in plans" in hint.text for hint in found.hints)
    assert any("no number on the public sheet is called 'tol'" in hint.text for hint in found.hints)
    assert any("some seats here have no name" in hint.text for hint in found.hints)


@pytest.mark.parametrize(
    ("more", "alone"),
    [
        ('[[tables]]\ngame = "escalate"\nempty = "bots"', True),
        ('[[tables]]\ngame = "escalate"\nbots = ["north", "south"]', True),
        ('[exercise]\nstart = "umpire"\n[[tables]]\ngame = "escalate"\nempty = "bots"', False),
        ('[[tables]]\ngame = "escalate"\nempty = "bots"\n[[people]]\nname = "A"', False),
        ('[[tables]]\ngame = "escalate"', False),
    ],
)
def test_tables_that_bots_would_finish_before_people_come_are_reported(more: str, alone: bool) -> None:
    """A host who wants empty seats filled, and names no people, finds every game over when the class comes
    in.
    """
    found = checked(more)
    assert found.room
    assert any("as soon as it is hosted" in hint.text for hint in found.hints) is alone


@pytest.mark.parametrize(
    "people",
    [
        '[[people]]\nname = "A"\nseat = "nroth"\ntable = 1',
        '[[people]]\nname = "A"\nseet = "north"\ntable = 1',
        '[[people]]\nname = "A"\nseat = "north"\ntable = 1\n[[tables]]\ngame = "escalade"',
    ],
)
def test_bots_are_not_reported_as_alone_when_a_named_person_is_a_mistake(people: str) -> None:
    """A host who named all people reads that none are named, and looks for a second mistake."""
    found = checked(f'[[tables]]\ngame = "escalate"\nempty = "bots"\n{people}')
    assert found.faults
    assert found.hints == ()


def test_the_summary_says_in_two_lines_what_the_room_is() -> None:
    """A wrong count is noticed only when it is too late."""
    room = checked(
        TWO + 'empty = "bots"\n[[people]]\nname = "A"\n[[umpires]]\nrole = "display"\ncount = 2'
    ).room
    assert room is not None
    assert summary(room) == (
        "plan: Kashmir Crisis at 2 tables, with 4 seats for 1 person and 3 bots. 0 seats are open.",
        (
            "Clocks begin when all players of a table are connected. The plan has codes for "
            "1 director, 2 displays. It has 0 injects."
        ),
    )


def test_a_plan_that_will_not_do_is_refused_with_its_first_mistake(tmp_path: Path) -> None:
    """The host begins with half a plan."""
    (tmp_path / "plan.toml").write_text('[[tables]]\ngame = "x"\ncount = 0\n')
    with pytest.raises(BadInput, match=r"plan.toml: line 2: .*\(and 1 more; `warcouncil plan check "):
        room_in(tmp_path / "plan.toml")


@pytest.mark.parametrize(
    ("exercise", "tables", "chance"),
    [
        ("", "", "all"),
        ('start = "umpire"', "", "all"),
        ('start = "now"', "", "host"),
        ('chance = "host"', "", "host"),
        ("", 'empty = "bots"', "host"),
        ("", 'bots = ["india"]', "all"),
        ('chance = "all"', 'empty = "bots"', "all"),
    ],
)
def test_all_make_the_chance_where_people_are(exercise: str, tables: str, chance: str) -> None:
    """The host can choose the deal in a room of people, or the table waits for bots."""
    room = checked(f"[exercise]\n{exercise}\n{TWO}{tables}").room
    assert room is not None
    assert room.chance == chance
    told = "The host alone makes the seed" in summary(room)[1]
    assert told == (exercise == 'chance = "host"')


def test_shared_chance_is_refused_for_a_table_that_begins_at_once() -> None:
    """Every table waits for seconds, and then the host deals after all."""
    (wrong,) = said(f'[exercise]\nstart = "now"\nchance = "all"\n{TWO}')
    assert wrong.startswith('3: with start = "now" no player has joined')


def test_a_plan_lets_browsers_in(tmp_path: Path) -> None:
    """A room that was planned for phones is hosted without them, or with another certificate."""
    for name in ("room.pem", "room.key"):
        (tmp_path / name).write_text("x")
    plain = checked("[exercise]\nweb = true\n" + TWO).room
    assert plain is not None
    assert plain.web == WebWish()
    text = '[exercise]\nweb = true\nweb_port = 8443\nweb_cert = "room.pem"\nweb_key = "room.key"\n'
    own = checked(text + TWO, tmp_path).room
    assert own is not None
    assert own.web == WebWish(8443, tmp_path / "room.pem", tmp_path / "room.key")
    without = checked(TWO).room
    assert without is not None
    assert without.web is None


def test_the_settings_for_browsers_fit_together(tmp_path: Path) -> None:
    """The host notices the contradiction only on the morning."""
    (tmp_path / "room.pem").write_text("x")
    text = '[exercise]\nweb_port = 8443\nweb_cert = "room.pem"\n'
    assert said(text + TWO, tmp_path) == [
        "2: web_port is for browsers. Write web = true too",
        "3: web_cert is for browsers. Write web = true too",
        "3: a certificate needs its key. Write web_key too",
    ]
    text = '[exercise]\nweb = true\nweb_cert = "room.pem"\nweb_key = "none.key"\n'
    assert said(text + TWO, tmp_path) == ["4: 'none.key': this file is not beside the plan"]


def test_a_name_that_is_too_long_says_how_long_it_may_be() -> None:
    """The tutor must shorten a name by trial and error."""
    long = checked(TWO + f'[[people]]\nname = "{"x" * 200}"')
    assert any("Give text of at most 64 letters" in fault.text for fault in long.faults)


def test_a_roster_without_names_is_reported(tmp_path: Path) -> None:
    """An export of the wrong column is noticed when forty people are at the door."""
    (tmp_path / "people.csv").write_text("name,table,seat\n")
    (tmp_path / "plan.toml").write_text(
        '[exercise]\nroster = "people.csv"\n[[tables]]\ngame = "kartenspiel"\n'
    )
    found = check_file(tmp_path / "plan.toml")
    assert found.faults == ()
    assert any("people.csv" in hint.file and "the file names no people" in hint.text for hint in found.hints)
