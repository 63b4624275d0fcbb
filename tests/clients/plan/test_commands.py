"""`warcouncil plan` and `warcouncil host --plan`: from a few answers to a room with its cards."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
import zmq
from typer.testing import CliRunner, Result
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.words.plan import Silence, TablePlan
from warcouncil.arbiter.core.words.stimuli import Admitted, Began
from warcouncil.arbiter.shell.service.journal import written
from warcouncil.arbiter.shell.service.opening import begin, new_codes, take_up
from warcouncil.clients.commands.before.plan import plan
from warcouncil.clients.commands.cli import app
from warcouncil.clients.commands.common.errors import run as polite_run
from warcouncil.clients.plan.new.new_plan import PlanWishes, fresh
from warcouncil.clients.plan.reading.check import check, room_in
from warcouncil.clients.plan.text.model import Part
from warcouncil.clients.room.rehearsal.plan_to_began import began_of
from warcouncil.clients.room.rehearsal.seat_codes import cards_of
from warcouncil.games import registry
from warcouncil.protocol.proofs.doors import parse_code
from warcouncil.protocol.words import Role, TableId

from tests.clients.commands.host.test_host import hosted
from tests.clients.plan.test_docs import PARTS

SAMPLE = Path(__file__).parents[3] / "docs" / "sample-plan.toml"
WHOLE = """[exercise]
name = "Jena"
start = "umpire"
grace_seconds = 0.5
lockstep = ["Attack declaration"]
second_umpire = true
crews = true
claim_seconds = 30

[[tables]]
game = "kartenspiel"
names = ["North", "South"]
clocks = { Charge = 7 }
silence = { "*" = "draft", "Attack declaration" = "extend 20", Losses = "bot" }
bots = ["black.army"]
empty = "bots"

[[people]]
name = "Student 1"
table = "South"
seat = "red.army"

[[people]]
name = "Student 2"
table = 2
seat = "red.army"

[[umpires]]
role = "umpire"
tables = ["South"]

[[umpires]]
role = "director"
count = 2

[[umpires]]
role = "observer"

[[injects]]
text = "Rain."
at = "1:30"
phase = "Charge"
occasion = 2
when = { label = "Turn", over = 3 }
tables = [2]
team = "red"
reply = true
"""


def run(*words: str | Path, typed: str = "") -> Result:
    """Run `warcouncil plan` with these words."""
    return CliRunner().invoke(plan, [str(word) for word in words], input=typed)


def test_a_new_plan_is_a_good_plan_and_every_line_of_it_may_be_used(tmp_path: Path) -> None:
    """The first text that a tutor reads is wrong."""
    for name in registry.names():
        text = fresh(PlanWishes(game=name, tables=2))
        checked = check(text, tmp_path / "plan.toml")
        game = registry.load(name)
        cautions = game.cautions(game.options_type())
        assert checked.faults == ()
        assert tuple(hint.text for hint in checked.hints) == cautions, "only what the game itself warns of"
        for line in re.findall(r"^# (?:\w+) = [^…\n]*$", text, re.MULTILINE):
            assert not said_of_line(text, line, tmp_path), line


@pytest.mark.parametrize("part", PARTS)
def test_a_new_plan_has_every_key_that_a_plan_may_have(part: type[Part]) -> None:
    """A user who reads only the plan does not find an option of a room, such as seats in browsers."""
    text = fresh(PlanWishes())
    assert [key for key in part.model_fields if not re.search(rf"\b{key} = |\.{key}\]", text)] == []


def said_of_line(text: str, line: str, folder: Path) -> list[str]:
    """Return the faults of a new plan in which one line of the exercise or the tables is used."""
    head, _, _ = text.partition("# People, here or in the roster")
    if f"\n{line}" not in head:
        return []
    used = text.replace(f"\n{line}", "\n" + line.removeprefix("# "), 1)
    return [fault.text for fault in check(used, folder / "plan.toml").faults if "roster" not in line]


def test_a_new_plan_comes_from_a_few_answers(tmp_path: Path) -> None:
    """A tutor must learn a file format first."""
    file = tmp_path / "jena.toml"
    done = run("new", file, typed=f"Jena\nchess\nescalate\n0\n{'9' * 5000}\n3\n-\nbots\numpire\n")
    assert done.exit_code == 0
    assert "there is no game 'chess'" in done.output
    assert "give a whole number from 1 to 400" in done.output
    room = room_in(file)
    assert (room.name, room.start, len(room.tables)) == ("Jena", "umpire", 3)
    assert all(table.game.name == "escalate" and not table.open for table in room.tables)


def test_a_new_plan_overwrites_nothing(tmp_path: Path) -> None:
    """An evening's work is lost."""
    file = tmp_path / "plan.toml"
    assert run("new", file, "--yes").exit_code == 0
    before = file.read_text()
    again = run("new", file, "--yes")
    assert again.exit_code == 2
    assert "this file exists already" in again.output
    assert file.read_text() == before
    assert run("check", file).exit_code == 0


def test_a_check_lists_the_mistakes_and_fails(tmp_path: Path) -> None:
    """A script hosts a plan that cannot be hosted."""
    file = tmp_path / "plan.toml"
    file.write_text('[[tables]]\ngame = "x"\n[[tables]]\ngame = "y"\n')
    done = run("check", file)
    assert done.exit_code == 1
    assert [line.partition(":")[2][:8] for line in done.stderr.splitlines()[:2]] == [" line 2:", " line 4:"]
    assert done.stderr.splitlines()[-1] == f"2 mistakes in {file}."
    assert run("check", tmp_path / "none.toml").exit_code == 2


def test_a_plan_is_begun_as_it_is_written(tmp_path: Path) -> None:
    """The plan and the exercise differ."""
    (tmp_path / "plan.toml").write_text(WHOLE)
    began = began_of(room_in(tmp_path / "plan.toml"), seed="7")
    north, south = began.tables
    assert (began.exercise, began.start, began.grace_ms, began.lockstep) == (
        "Jena",
        "umpire",
        500,
        ("Attack declaration",),
    )
    assert (began.second_umpire, began.crews, began.claim_seconds) == (True, True, 30)
    assert (north.name, south.name, south.clocks) == ("North", "South", {"Charge": 7})
    assert [(one.phase, one.policy, one.seconds) for one in south.silence] == [
        ("*", Silence.DRAFT, 30),
        ("Attack declaration", Silence.EXTEND, 20),
        ("Losses", Silence.BOT, 30),
    ]
    assert (len(north.bots), len(south.bots)) == (10, 9)
    assert "red.army" not in south.bots
    assert [(p.name, p.table, p.seat) for p in began.people] == [
        ("Student 1", 2, "red.army"),
        ("Student 2", 2, "red.army"),
    ]
    consoles = [(card.holder.role, card.holder.tables) for card in began.codes if not card.holder.seat]
    assert sorted(consoles) == [
        (Role.DISPLAY, ()),
        (Role.OBSERVER, ()),
        (Role.UMPIRE, ()),
        (Role.UMPIRE, ()),
        (Role.UMPIRE, (2,)),
    ]
    (inject,) = began.injects
    assert (inject.at_seconds, inject.phase, inject.occasion, inject.tables) == (90, "Charge", 2, (2,))
    assert (inject.when and inject.when.over, inject.team, inject.reply) == (3, "red", True)
    assert north.rules_version == registry.load("kartenspiel").rules_version
    assert north.seed != south.seed
    assert began_of(room_in(tmp_path / "plan.toml"), seed="7").tables == began.tables


def test_a_crew_gets_a_card_each_with_the_code_of_their_seat(tmp_path: Path) -> None:
    """One of two people comes to the table without a card."""
    (tmp_path / "plan.toml").write_text(WHOLE)
    exercise = Exercise(lambda _: "")
    exercise.handle(began_of(room_in(tmp_path / "plan.toml")))
    cards = cards_of(exercise)
    crew = [card for card in cards if card.name]
    assert [card.name for card in crew] == ["Student 1", "Student 2"]
    assert crew[0].code == crew[1].code
    assert crew[0].place == "Table 2 (South) · Kartenspiel"
    assert crew[0].duty
    assert len([card for card in cards if card.bot]) == 19


def test_a_renewed_card_is_listed_where_the_old_one_was(tmp_path: Path) -> None:
    """After a resume the umpire looks for a seat among the others, but finds it below them, under a second
    heading.
    """
    (tmp_path / "plan.toml").write_text(WHOLE)
    exercise = Exercise(lambda _: "")
    exercise.handle(began_of(room_in(tmp_path / "plan.toml")))
    before = [(card.title, card.table, card.seat) for card in cards_of(exercise)]
    seat = next(code for code in exercise.codes if code.holder.seat)
    console = next(code for code in exercise.codes if not code.holder.seat)
    exercise.roster.withdraw(seat.holder.table, seat.holder.seat)
    taken = {code.code.plate for code in exercise.codes}
    free = (plate for plate in ("ZZ1", "ZZ2", "ZZ3", "ZZ4") if plate not in taken)
    for old, plate in zip((seat, console), free, strict=False):
        code = parse_code(f"{plate}-0000-0000")
        exercise.roster.issue(old.model_copy(update={"code": code}), instead=old.code.plate)
    assert [(card.title, card.table, card.seat) for card in cards_of(exercise)] == before


def test_cards_are_printed_again_from_the_exercise(tmp_path: Path) -> None:
    """Lost cards require a new exercise, or a lost file of cards means lost codes."""
    (tmp_path / "plan.toml").write_text(WHOLE)
    where = tmp_path / "jena.warcouncil"
    opened = begin(where, began_of(room_in(tmp_path / "plan.toml")))
    codes = {str(card.code) for card in opened.exercise.codes}
    opened.journal.close()
    done = run("cards", where, "--address", "192.0.2.5")
    assert done.exit_code == 0, done.output
    text = (tmp_path / "jena.cards.txt").read_text()
    assert all(code in text for code in codes)
    assert "192.0.2.5" in (tmp_path / "jena.cards.html").read_text()
    again = take_up(where)
    assert {str(card.code) for card in again.exercise.codes} == codes
    again.journal.close()


def begun(where: Path) -> tuple[dict[str, str], str]:
    """Begin an exercise with a seat's key in it. Return the secret of each plate, and the key."""
    plan = TablePlan(table=TableId(1), game="kashmir_crisis", options={}, seed="11" * 32)
    opened = begin(where, Began(exercise="Jena", tables=(plan,), codes=new_codes((plan,))))
    card = next(card for card in opened.exercise.codes if card.holder.seat)
    key = zmq.curve_keypair()[0].decode()
    admitted = Admitted(at=0, key=key, holder=card.holder, plate=card.code.plate)
    opened.journal.append(written(admitted, opened.exercise.handle(admitted), TableId(0)))
    opened.journal.close()
    return {card.code.plate: card.code.secret for card in opened.exercise.codes}, key


def test_the_host_renews_cards_from_the_file(tmp_path: Path) -> None:
    """A lost card, or the umpire's, can be replaced only by the holder of another, or not at all."""
    where = tmp_path / "jena.warcouncil"
    before, key = begun(where)
    plates = list(before)
    lost = [plates[0], plates[2]]
    done = run("cards", where, "--address", "192.0.2.5", "--renew", lost[0].lower(), "--renew", lost[1])
    assert done.exit_code == 0, done.output
    text = (tmp_path / "jena.cards.txt").read_text()
    again = take_up(where)
    after = {card.code.plate: card.code.secret for card in again.exercise.codes}
    again.journal.close()
    assert set(before) - set(after) == set(lost)
    assert {plate: after[plate] for plate in plates if plate not in lost} == {
        plate: before[plate] for plate in plates if plate not in lost
    }
    assert len(after) == len(before)
    assert all(str(card.code) in text for card in again.exercise.codes)
    assert not any(plate + "-" in text for plate in lost)
    assert key not in again.exercise.keys


@pytest.mark.parametrize(
    ("plate", "said"),
    [("ILU", "has no card that begins with this"), ("7K", "--renew 7K: the beginning of a code")],
)
def test_a_card_that_is_none_is_renewed_nowhere(tmp_path: Path, plate: str, said: str) -> None:
    """A typing mistake renews other cards, and prints none of them."""
    where = tmp_path / "jena.warcouncil"
    before, _ = begun(where)
    done = run("cards", where, "--renew", next(iter(before)), "--renew", plate)
    assert done.exit_code == 2
    assert said in done.output
    again = take_up(where)
    assert {card.code.plate for card in again.exercise.codes} == set(before)
    again.journal.close()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("plan.toml", "Run warcouncil host --plan"),
        ("none.warcouncil", "none.warcouncil: there is no such file"),
    ],
)
def test_a_plan_has_no_codes_to_print(tmp_path: Path, name: str, said: str) -> None:
    """A user looks for codes where there are none yet."""
    done = run("cards", tmp_path / name)
    assert done.exit_code == 2
    assert said in done.output


def test_a_plan_is_hosted_with_its_cards_and_its_bots(tmp_path: Path) -> None:
    """The morning begins without cards, or with empty seats that a bot was to play."""
    file, where = tmp_path / "plan.toml", tmp_path / "morning.warcouncil"
    file.write_text('[exercise]\nname = "Morning"\n[[tables]]\ngame = "kashmir_crisis"\nempty = "bots"\n')
    words = ("--plan", str(file), "--file", str(where), "--no-wall")
    with hosted(*words) as said:
        assert said["exercise"] == "Morning"
        assert [Path(path).name for path in said["card_files"]] == ["morning.cards.html", "morning.cards.txt"]
        text = Path(said["card_files"][1]).read_text()
        assert all(card["code"] in text for card in said["cards"])
    opened = take_up(where)
    assert dict(opened.exercise.tables)[1].begun  # type: ignore[index]  # the bots were there
    opened.journal.close()


def test_a_plan_and_a_game_are_not_mixed(tmp_path: Path) -> None:
    """An option on the command line is ignored, and no message says so."""
    done = CliRunner().invoke(app, ["host", "kartenspiel", "--plan", str(tmp_path / "plan.toml")])
    assert done.exit_code == 2
    assert "--plan sets what is played" in done.stderr


def test_plan_alone_shows_what_there_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list of its commands is squeezed into one line."""
    monkeypatch.setattr("sys.argv", ["warcouncil", "plan"])
    with pytest.raises(SystemExit) as left:
        polite_run(app)
    shown = capsys.readouterr().err.splitlines()
    assert left.value.code == 2
    assert shown[0].startswith("Usage: warcouncil plan")
    listed = shown[shown.index("Commands:") + 1 :]
    named = [line.split()[0] for line in listed if not line.startswith("   ")]
    assert named == ["new", "check", "injects", "cards"]


def test_an_exercise_with_two_umpires_has_cards_for_two(tmp_path: Path) -> None:
    """A grave ruling waits all day for a second person without a card."""
    text = '[exercise]\nname = "x"\nsecond_umpire = true\n[[tables]]\ngame = "kashmir_crisis"\n'
    for more, count in (("", 2), ('[[umpires]]\nrole = "director"\ncount = 2\n', 2)):
        checked = check(text + more, tmp_path / "plan.toml")
        assert checked.room is not None, checked.faults
        umpires = [card for card in began_of(checked.room).codes if card.holder.role is Role.UMPIRE]
        assert len(umpires) == count
        assert len({card.code.plate for card in umpires}) == count


@pytest.mark.parametrize(
    ("umpires", "codes"),
    [
        ([[1]], [(), (1,), ()]),
        ([[1], [2]], [(), (1,), (2,)]),
        ([[1, 2]], [(), (1, 2)]),
    ],
)
def test_no_table_is_without_a_second_where_two_umpires_are_wanted(
    umpires: list[list[int]], codes: list[tuple[int, ...]]
) -> None:
    """The second umpire has other tables, so no rollback is possible at this one all day."""
    text = '[exercise]\nsecond_umpire = true\n[[tables]]\ngame = "kashmir_crisis"\ncount = 2\n'
    for tables in umpires:
        text += f'[[umpires]]\nrole = "umpire"\ntables = {tables}\n'
    checked = check(text, Path("plan.toml"))
    assert checked.room is not None, checked.faults
    held = [card.holder for card in began_of(checked.room).codes if card.holder.role is Role.UMPIRE]
    assert [holder.tables for holder in held] == codes


def test_the_names_in_a_foreign_file_obey_no_terminal(tmp_path: Path) -> None:
    """A foreign file writes over the umpire's screen, or hides a line of the cards."""
    evil = "Jena\x1b]0;gone\x07\u202e\x9b2J"
    (tmp_path / "plan.toml").write_text(WHOLE)
    began = began_of(room_in(tmp_path / "plan.toml"))
    hostile = began.model_copy(
        update={
            "exercise": evil,
            "people": tuple(person.model_copy(update={"name": evil}) for person in began.people),
            "tables": tuple(table.model_copy(update={"name": evil}) for table in began.tables),
        }
    )
    where = tmp_path / "jena.warcouncil"
    begin(where, hostile).journal.close()
    done = run("cards", where, "--address", "127.0.0.1")
    written = [path.read_text("utf-8") for path in tmp_path.glob("jena.cards.*")]
    assert len(written) == 2
    for text in (done.output, *written):
        assert [char for char in text if unicodedata.category(char) in ("Cc", "Cf") and char != "\n"] == []
    assert all("Jena]0;gone2J" in text for text in written)
    again = take_up(where)
    assert again.exercise.name == "Jena]0;gone2J"
    again.journal.close()
