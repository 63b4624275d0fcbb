"""A scenario file, or a shipped scenario, can be named wherever a game is named.

A fault in it is reported with its line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner
from warcouncil.arbiter.record.account.account import MomentKind
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.service.opening import take_up
from warcouncil.clients.commands.cli import app
from warcouncil.clients.commands.host import serving
from warcouncil.clients.plan.new.new_plan import PlanWishes, write_fresh
from warcouncil.clients.plan.reading.check import check_file, room_in
from warcouncil.clients.plan.reading.layout import summary
from warcouncil.clients.plan.reading.played import called, named_games, played
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.rehearsal.plan_to_began import began_of
from warcouncil.clients.room.rehearsal.rehearsal import rehearse_room
from warcouncil.games import registry
from warcouncil.games.kit import written
from warcouncil.protocol.words import TableId

from tests.toys.planted import shelf


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Work in an empty folder, with a game among the others that is defined completely by a text."""
    monkeypatch.chdir(tmp_path)
    with shelf():
        yield tmp_path


def bridge() -> str:
    """Return a text from which that game is made."""
    return str(registry.presets()["bridge"].options["script"])


def run(*arguments: str, columns: int = 100) -> tuple[int, str, str]:
    """Run a command. Return its status and its output."""
    done = CliRunner().invoke(app, arguments, env={"COLUMNS": str(columns)})
    return done.exit_code, done.stdout, done.stderr


def refused(name: str) -> str:
    """Return the line with which a name is refused."""
    with pytest.raises(BadInput) as fault:
        played(name)
    return str(fault.value)


def test_a_name_is_a_game_and_one_that_ships_is_the_same_with_its_text() -> None:
    """A user who names a scenario is told that there is no such game, or gets the default one."""
    assert (played("kartenspiel").game.name, played("kartenspiel").given) == ("kartenspiel", {})
    meant = played("bridge")
    assert (meant.game.name, meant.given) == ("recital", {"script": bridge()})
    assert written.cover(meant.game, meant.options()).title == "The bridge"


@pytest.mark.parametrize(
    "name", ["mine.toml", "./mine.toml", "@mine.toml", "sub/mine.toml", "sub/mine", "MINE.TOML"]
)
def test_whatever_looks_like_a_file_is_read_as_one(name: str, folder: Path) -> None:
    """Half of the ways to name a file are taken for games that do not exist."""
    file = folder / name.removeprefix("@")
    file.parent.mkdir(exist_ok=True)
    file.write_text(bridge(), "utf-8")
    assert played(name).given == {"script": bridge()}
    assert called(name).lower() == "mine"


def test_a_file_is_looked_for_in_the_folder_of_its_plan(folder: Path) -> None:
    """A plan that is moved with its scenario does not find it, or finds another of the same name."""
    (folder / "texts").mkdir()
    (folder / "texts" / "b.toml").write_text(bridge(), "utf-8")
    plan = folder / "texts" / "plan.toml"
    plan.write_text('[[tables]]\ngame = "b.toml"\nclocks = { Council = 20 }\n', "utf-8")
    (room,) = room_in(plan).tables
    assert room.cover.title == "The bridge"
    assert [str(seat.id) for seat in room.seats] == ["east", "west", "river"]


def test_the_text_travels_in_the_exercise_file_so_that_nothing_else_is_needed(folder: Path) -> None:
    """The scenario file is changed or lost between the morning and the resume, and another exercise continues."""
    (folder / "b.toml").write_text(bridge(), "utf-8")
    (folder / "plan.toml").write_text('[[tables]]\ngame = "b.toml"\n', "utf-8")
    room = room_in(folder / "plan.toml")
    assert began_of(room, "1").tables[0].options["script"] == bridge()
    kept = folder / "kept.warcouncil"
    assert rehearse_room(room, file=kept).wrong == []
    (folder / "b.toml").unlink()
    opened = take_up(kept)
    opened.journal.close()
    assert opened.exercise.tables[TableId(1)].cover.title == "The bridge"


def test_a_game_is_found_without_every_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host, a rehearsal or a demo loads all games to play one, which takes a fifth of its start."""
    monkeypatch.setattr(registry, "presets", lambda: pytest.fail("every game was loaded"))
    assert [played(name).called for name in ("kartenspiel", "The Hard War")] == ["kartenspiel", "hard_war"]


@pytest.mark.parametrize("name", ["Kartenspiel", "The Hard War", "hard-war", "Escalate!", "KASHMIR CRISIS"])
def test_a_game_is_known_by_its_name_as_its_box_has_it(name: str) -> None:
    """The documents say Kartenspiel, but the program knows only kartenspiel."""
    assert played(name).called in registry.names()


def test_a_slip_in_the_name_is_answered_with_what_was_meant() -> None:
    """A user does not learn that bridge is the name of a scenario."""
    assert "there is no game 'brigde'. Did you mean 'bridge'?" in refused("brigde")
    assert refused("none.toml") == "none.toml: the file cannot be read (there is no such file or folder)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[exercise]\nname = "x"\n[[tables]]\ngame = "nim"', "bad.toml: line 1: this is a plan. Use warcouncil host --plan bad.toml"),
        ("title = 3 3", "bad.toml: line 1: this is not TOML"),
        ("x" * 1_100_000, "bad.toml: line 1: this file is too long"),
    ],
    ids=["plan", "no TOML", "long"],
)  # fmt: skip
def test_a_file_that_is_no_scenario_is_told_what_it_is(text: str, said: str, folder: Path) -> None:
    """A plan that is given as a scenario causes forty mistakes."""
    (folder / "bad.toml").write_text(text, "utf-8")
    assert refused("bad.toml").startswith(said)


def test_the_first_mistake_is_named_with_its_line_and_how_many_there_are(folder: Path) -> None:
    """An author searches the file for a word, corrects it, and reads of the next."""
    text = bridge().replace("seconds = 30", 'seconds = "30"').replace("author", "auhtor")
    (folder / "bad.toml").write_text(text, "utf-8")
    said = refused("bad.toml")
    assert said == "bad.toml: line 1: author is missing (and 2 more)"
    plan = folder / "plan.toml"
    plan.write_text('[[tables]]\ncount = 2\ngame = "bad.toml"\nclocks = { Nigth = 3 }', "utf-8")
    (fault,) = check_file(plan).faults
    assert (fault.line, fault.text.partition("bad.toml: ")[2]) == (
        3,
        "line 1: author is missing (and 2 more)",
    )


def test_a_scenario_that_is_given_as_a_plan_is_told_apart(folder: Path) -> None:
    """Each of its keys is called unknown, without advice."""
    (folder / "b.toml").write_text(bridge(), "utf-8")
    for command in (("plan", "check", "b.toml"), ("rehearse", "--plan", "b.toml")):
        status, out, err = run(*command)
        assert status in (1, 2)
        assert "line 1: this is not a plan, but perhaps a recital. Use warcouncil host b.toml" in out + err


def test_an_option_in_the_name_is_not_set_again(folder: Path) -> None:
    """The order of two texts decides which one is played."""
    with pytest.raises(BadInput, match="--set script: the file already sets it"):
        played("bridge").options(["script=x"])
    assert played("bridge").options(["pace=50"]).model_dump()["pace"] == 50
    (folder / "plan.toml").write_text('[[tables]]\ngame = "bridge"\noptions = { script = "x" }', "utf-8")
    (fault,) = check_file(folder / "plan.toml").faults
    assert fault.text == "script: bridge sets it already. Leave it out"
    with pytest.raises(BadInput, match="recital: script: this is not TOML"):
        played("recital").options(["script=3 3"])


def test_a_shell_completes_games_what_ships_and_files(folder: Path) -> None:
    """The longest names must be typed letter by letter."""
    (folder / "brief.toml").touch()
    (folder / "sub").mkdir()
    (folder / "sub" / "one.toml").touch()
    assert named_games("br") == ["bridge", "brief.toml"]
    assert named_games("kart") == ["kartenspiel"]
    assert named_games("sub/") == ["sub/one.toml"]
    assert named_games("nowhere/") == []


def test_games_lists_what_ships_below_its_game_and_explains_a_file(folder: Path) -> None:
    """A user does not find the shipped scenarios, or does not see how their own looks."""
    (folder / "b.toml").write_text(bridge(), "utf-8")
    lines = run("games")[1].splitlines()
    at = next(place for place, line in enumerate(lines) if line.startswith("recital "))
    assert [line.split()[0] for line in lines[at : at + 3]] == ["recital", "ferry", "bridge"]
    assert [line.split("  ")[-1].strip() for line in lines[at : at + 3]] == [
        "Recital, by nobody yet",
        "The ferry, by A. Ferryman",
        "The bridge, by B. Mason",
    ]
    for name in ("bridge", "./b.toml"):
        status, said, _ = run("games", name)
        assert status == 0
        for words in (
            "The bridge",
            "designed by B. Mason",
            "Three guilds",
            "takes 1 scenes",
            "\nriver  ",
            "\npace = ",
        ):
            assert words in said
        assert "\nscript" not in said
        assert "will fall" not in said
        assert f"warcouncil games {name} --rules" in said
        assert "A file of B. Mason is recited." in run("games", name, "--rules")[1]
    about = json.loads(run("games", "b.toml", "--json")[1])[0]
    assert (about["name"], about["game"], about["title"]) == ("b", "recital", "The bridge")
    assert "lines" in next(
        line for line in run("games", "recital")[1].splitlines() if line.startswith("script")
    )


def test_demo_rehearse_and_host_take_them(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scenario can be played with one command, but is unknown to the next."""
    (folder / "b.toml").write_text(bridge(), "utf-8")
    lines = [json.loads(line) for line in run("rehearse", "b.toml")[1].splitlines()]
    assert [line["phase"] for line in lines if line["type"] == "gate"] == ["Council"]
    status, out, err = run("demo", "bridge", "--json")
    assert (status, json.loads(out)["reason"]) == (0, "The recital is over")
    assert "The bridge is a game by B. Mason." in " ".join(err.split())
    assert "The bridge has no such seat. Seats are east" in run("demo", "bridge", "--seat", "north")[2]
    monkeypatch.setattr(serving, "_served", lambda *_, **__: 0)
    status, out, err = run("host", "b.toml", "--no-announce")
    assert status == 0, err
    (made,) = folder.glob("b-*.warcouncil")
    with open_record(made) as record:
        assert record.began.exercise.startswith("The bridge 2")
        assert record.began.tables[0].options["script"] == bridge()
        assert len(record.began.injects) == 3


def test_a_new_plan_names_the_file_as_it_is_found_from_there(folder: Path) -> None:
    """The check refuses the plan that was just written."""
    (folder / "b.toml").write_text(bridge(), "utf-8")
    (folder / "plans").mkdir()
    for name, file in (("b.toml", "plans/p.toml"), ("@b.toml", "q.toml"), ("bridge", "r.toml")):
        write_fresh(Path(file), PlanWishes(game=name))
        assert check_file(Path(file)).faults == ()
        text = Path(file).read_text("utf-8")
        assert "Council" in text
        assert "script" not in text
    assert 'game = "../b.toml"' in Path("plans/p.toml").read_text("utf-8")


def test_a_message_that_comes_too_late_for_its_scenario_is_named(folder: Path) -> None:
    """An author learns in front of the room that the last inject comes after the end."""
    late = bridge().replace("at_seconds = 10", "at_seconds = 9000")
    (folder / "b.toml").write_text(late, "utf-8")
    (folder / "p.toml").write_text('[[tables]]\ngame = "b.toml"\n[[tables]]\ngame = "bridge"\n', "utf-8")
    (wrong,) = rehearse_room(room_in(folder / "p.toml")).wrong
    assert wrong == "the message of The bridge (It begins to rain.) never came: the games ended before"


def test_the_messages_of_a_scenario_come_with_it_to_its_tables_alone(folder: Path) -> None:
    """An author's inject for minute ten never comes, or comes at the tables of another exercise."""
    (folder / "p.toml").write_text(
        '[[tables]]\ngame = "ferry"\n[[tables]]\ngame = "bridge"\ncount = 2\n[[injects]]\ntext = "Lunch."\nat = 1\n',
        "utf-8",
    )
    assert "It has 1 inject. 3 more injects come with the game." in summary(room_in(folder / "p.toml"))[1]
    began = began_of(room_in(folder / "p.toml"), "1")
    assert [inject.text for inject in began.injects] == [
        "Lunch.",
        "It begins to rain.",
        "The river rises.",
        "A wolf was seen.",
    ]
    rain, river, wolf = began.injects[1:]
    assert {inject.tables for inject in (rain, river, wolf)} == {(2, 3)}
    assert (rain.at_seconds, rain.at_hand, rain.seat, rain.team) == (10, False, "", "")
    assert (river.phase, river.seat, river.reply) == ("Council", "river", True)
    assert (wolf.name, wolf.at_hand) == ("wolf", True)
    kept = folder / "kept.warcouncil"
    assert rehearse_room(room_in(folder / "p.toml"), file=kept).wrong == []
    with open_record(kept) as record:
        told = {
            number: {one.text for one in account.moments if one.kind is MomentKind.TOLD}
            for number, account in gather(record).items()
        }
    assert told[TableId(1)] == {"Lunch."}
    assert told[TableId(2)] == told[TableId(3)] == {"Lunch.", "It begins to rain.", "The river rises."}
