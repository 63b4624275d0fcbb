"""The rehearsal of rules without a network, as lines of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.clients.commands.before.games import games
from warcouncil.clients.commands.before.rehearse import rehearse as rehearse_command
from warcouncil.clients.commands.common.errors import run as polite_run
from warcouncil.clients.plan.new.catalogue import entry
from warcouncil.clients.plan.reading.played import NamedGame, played
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.rehearsal.rules_alone import POLICIES, Rehearsal, parse_answers, rehearse
from warcouncil.games import registry
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import AnyGame, Phase
from warcouncil.games.kit.play.codec import dump_event
from warcouncil.games.kit.play.play import seed_of
from warcouncil.protocol.words import TableId

from tests.toys import nim, sealed_bid

BOW = json.dumps({"gate": 1, "seat": "red.1", "answer": {"card": "8"}})
DEAL = {"deck": (8, 1, 5, 3)}

app = typer.Typer()
app.command("rehearse")(rehearse_command)
app.command("games")(games)


def lines(game: AnyGame, answers: str = "", **settings: Any) -> list[dict[str, Any]]:
    """Rehearse a toy. Return its output lines, as they are read again."""
    extra = {key: settings.pop(key) for key in ("forms", "sheets", "gates_max") if key in settings}
    policy = POLICIES[settings.pop("policy", "default")]
    rehearsal = Rehearsal(
        game=game,
        options=game.options_type.model_validate(settings),
        seed=seed_of("rehearsal"),
        answers=parse_answers(answers, "answers"),
        policy=policy,
        **extra,
    )
    written: list[dict[str, Any]] = []
    rehearse(rehearsal, lambda line: written.append(json.loads(json.dumps(line))))
    return written


def kind(written: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    """Return the lines of one type."""
    return [line for line in written if line["type"] == name]


def run(*arguments: str, given: str | None = None) -> tuple[int, str, str]:
    """Run a command. Return its exit status, its output and its standard error."""
    result = CliRunner().invoke(app, arguments, input=given)
    return result.exit_code, result.stdout, result.stderr


def test_a_gate_contains_all_that_a_table_shows() -> None:
    """A tutor does not read from the gate what the table sees: phase, rule, seats, secrecy, clock and channels."""
    gate = lines(sealed_bid.GAME)[0]
    assert gate == {
        "type": "gate",
        "gate": 1,
        "phase": "Bidding",
        "rule": "1",
        "title": "Bidding",
        "asked": ["red.1", "red.2", "black.1", "black.2"],
        "sealed": True,
        "clock_seconds": 20,
        "channels": [
            {"id": "red", "title": "Red team", "members": ["red.1", "red.2"]},
            {"id": "black", "title": "Black team", "members": ["black.1", "black.2"]},
        ],
        "closes_early": True,
        "quiet_seconds": 0,
        "deals": False,
    }


def test_events_are_the_umpires_full_view() -> None:
    """A ruling cannot be checked, because the events leave out hidden cards."""
    written = lines(sealed_bid.GAME, hand=1, deal=DEAL, losers="kept")
    kept = [line for line in kind(written, "event") if line["event"] == "BidKept"]
    assert kept[0] == {
        "type": "event",
        "gate": 1,
        "event": "BidKept",
        "bidder": "red.2",
        "card": 1,
        "heading": "the last prize",
        "told": "Red 2 bid 1 and kept the card face down.",
    }


def test_the_last_line_says_how_it_ended() -> None:
    """A rehearsal does not say how it ended."""
    assert lines(sealed_bid.GAME, hand=1, deal=DEAL)[-1] == {
        "type": "finish",
        "gates": 1,
        "reason": "The last prize was taken",
        "winners": ["red"],
        "scores": {"points": {"red": 1, "black": 0}},
    }


def test_answers_are_played_and_silent_seats_are_missing() -> None:
    """A seat without an answer is not treated as at the end of its clock, or the others not as they answered."""
    mover = lines(nim.GAME, heaps=(3,))[0]["asked"][0]
    answer = json.dumps({"gate": 1, "seat": mover, "answer": {"heap": "0", "stones_0": 2}})
    events = kind(lines(nim.GAME, answer, heaps=(3,)), "event")
    assert [(event["stones"], event["late"]) for event in events] == [(2, False), (1, True)]


def test_the_lines_of_a_rehearsal_can_be_played_again() -> None:
    """A random rehearsal with an odd result cannot be repeated from its own lines."""
    first = lines(sealed_bid.GAME, policy="random")
    text = "\n".join(json.dumps(line) for line in first)
    assert lines(sealed_bid.GAME, text) == first


def test_the_chance_is_that_of_a_table() -> None:
    """A rehearsal with a table's seed and answers is another game than the table's."""
    game, seed = nim.GAME, seed_of("rehearsal")
    state = game.setup(nim.NimOptions(heaps=(9, 9)), Dice(seed, "setup")).state
    gates = 0
    heaps = []
    while isinstance(phase := game.phase(state), Phase):
        gates += 1
        declarations = {seat: game.default(state, seat) for seat in phase.asked}
        after = game.resolve(state, declarations, Dice(seed, "gate", gates))
        state = after.state
        heaps += [event.heap for event in after.events if isinstance(event, nim.StonesTaken)]
    assert [event["heap"] for event in kind(lines(game, heaps=(9, 9)), "event")] == heaps


def test_forms_and_sheets_are_written_when_wanted() -> None:
    """A tutor cannot see the possible answers (forms) or each seat's view (sheets), or gets them without asking."""
    written = lines(sealed_bid.GAME, hand=1, forms=True, sheets=True)
    assert [line["seat"] for line in kind(written, "form")] == ["red.1", "red.2", "black.1", "black.2"]
    seats = ["red.1", "red.2", "black.1", "black.2", None]
    assert [line["seat"] for line in kind(written, "sheet")] == seats * 2
    assert {line["type"] for line in lines(sealed_bid.GAME, hand=1)} == {"gate", "event", "finish"}


def test_it_stops_after_as_many_gates_as_wanted() -> None:
    """A user who checks one ruling gets the rest of the war too."""
    written = lines(sealed_bid.GAME, gates_max=1)
    assert [line["gate"] for line in kind(written, "gate")] == [1]
    assert kind(written, "finish") == []


def test_a_game_without_an_end_is_not_rehearsed_for_ever() -> None:
    """Two armies that only wait fill a tutor's disk, or the tutor is not told how to set a limit."""
    written: list[Any] = []
    game = registry.load("kartenspiel")
    waiting = Rehearsal(game=game, options=game.options_type(), seed=seed_of("waiting"))
    with pytest.raises(
        BadInput, match=r"kartenspiel has not ended after 3000 gates\. Give --gates to stop earlier"
    ):
        rehearse(waiting, written.append)
    assert len(kind(written, "gate")) == 3000


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            '{"gate": 1, "seat": "red.9", "answer": {}}',
            "answers: line 1: there is no seat 'red.9'. Seats are",
        ),
        (BOW.replace("1,", "9,", 1), "answers: line 1: there was no gate 9. The game ended after gate 1"),
        (
            BOW.replace("8", "9"),
            "answers: line 1: gate 1, Bidding: the answer of red.1 breaks a rule: rule 1.1: choose one",
        ),
        (BOW.replace('"8"', "null"), 'answers: line 1: "answer" must be a mapping of fields'),
        (BOW.replace("1,", "0,", 1), 'answers: line 1: "gate" must be a whole number from 1'),
        ("\n[1]", 'answers: line 2: write it as {"gate": 1,'),
        ("{", "answers: line 1, column 2: this is not JSON"),
        ('{"gate": 1, "answer": {}}', 'answers: line 1: "seat" must be the name of a seat'),
    ],
)
def test_answers_that_cannot_be_used_are_refused_with_their_line(answer: str, said: str) -> None:
    """A wrong line among hundreds is reported without its number, or an illegal one without its rule."""
    with pytest.raises(BadInput) as refused:
        lines(sealed_bid.GAME, answer, hand=1, deal=DEAL)
    assert str(refused.value).startswith(said)


def test_a_seat_that_is_not_asked_cannot_answer() -> None:
    """An answer is ignored without a message, so a tutor trusts a wrong result."""
    deck = (7, 1, 7, 7)
    claim = json.dumps({"gate": 2, "seat": "black.2", "answer": {"claim": "claim"}})
    with pytest.raises(BadInput, match=r"gate 2, Claiming: black\.2 is not asked\. Asked are red\.1"):
        lines(sealed_bid.GAME, claim, hand=1, deal={"deck": deck})


def test_contradictory_options_are_refused() -> None:
    """If a game refuses its options, the message is not the game's own sentence."""
    with pytest.raises(BadInput, match="the card 9"):
        lines(sealed_bid.GAME, deal={"deck": (9,)})


def test_the_command_plays_a_game_from_standard_input() -> None:
    """Typed answers do not reach the rules, or something other than JSON lines comes out."""
    status, out, err = run(
        "rehearse", "kartenspiel", "--gates", "1", "--answers", "-", "--seed", "3", given=""
    )
    written = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    gate = kind(written, "gate")[0]
    assert (gate["phase"], gate["asked"]) == ("Redeployment", ["red.army", "black.army"])


def test_the_command_stops_at_an_illegal_answer(tmp_path: Path) -> None:
    """An illegal answer does not cause exit status 2, or one line that names the rule."""
    file = tmp_path / "answers.jsonl"
    file.write_text('{"gate": 1, "seat": "red.army", "answer": {"nonsense": 1}}\n')
    status, out, err = run("rehearse", "kartenspiel", "--answers", str(file))
    assert status == 2
    assert err.startswith(f"warcouncil: {file}: line 1: gate 1, ")
    assert "the answer of red.army breaks a rule: rule 3.1" in err
    assert err.count("\n") == 1
    assert kind([json.loads(line) for line in out.splitlines()], "gate")[0]["gate"] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rehearse", "chess"), "there is no game 'chess'. Games are"),
        (("rehearse", "kartenspiel", "--policy", "radom"), "Did you mean 'random'?"),
        (("rehearse", "kartenspiel", "--set", "max_turn=3"), "Did you mean 'max_turns'?"),
        (("rehearse", "kartenspiel", "--answers", "no such file"), "the file cannot be read"),
        (("rehearse", "kartenspiel", "--deal", "no such file"), "kartenspiel has no cards that can be dealt"),
        (("games", "chess"), "there is no game 'chess'"),
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(arguments: tuple[str, ...], said: str) -> None:
    """Bad input does not cause one clear line, but a traceback."""
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert err.startswith("warcouncil: ")
    assert err.count("\n") == 1


def test_the_list_of_games_holds_every_option_with_its_default_and_meaning() -> None:
    """The list lacks an option, so an umpire cannot choose it."""
    status, out, _ = run("games", "--json")
    listed = json.loads(out)
    assert status == 0
    assert [game["name"] for game in listed if game["name"] == game["game"]] == list(registry.names())
    for game in listed:
        assert game == json.loads(json.dumps(entry(played(game["name"]))))
        meant = played(game["name"])
        names = [name for name in meant.game.options_type.model_fields if name not in meant.given]
        assert [option["name"] for option in game["options"]] == names


def test_the_list_of_games_reads_well() -> None:
    """The list of games lacks a title, a designer, the seats, or an option with its values."""
    status, out, _ = run("games", "kartenspiel")
    assert status == 0
    for text in ("Kartenspiel", "Philip Sabin", "red.army", "max_turns", "no limit"):
        assert text in out


def test_an_entry_shows_defaults_and_what_each_option_takes() -> None:
    """A default is shown wrongly, so that a user does not know what happens without a choice."""
    options = {
        option["name"]: option for option in entry(NamedGame(sealed_bid.GAME, "sealed_bid"))["options"]
    }
    assert options["hand"] == {
        "name": "hand",
        "default": 4,
        "allowed": "a whole number from 1 to 5",
        "meaning": "Cards in a hand, and so rounds in the game.",
    }


def test_a_rehearsal_is_the_game_of_the_table() -> None:
    """A tutor who rehearses a table's seed sees other events than that table saw."""
    name, seed = "kashmir_crisis", seed_of("a table")
    table = Table(TablePlan(table=TableId(1), game=name, options={}, seed=seed.hex()), registry.load(name))
    table.begin(0)
    while isinstance(table.phase, Phase):
        table.close(0)
    events = [dump_event(event) for chapter in table.story.chapters for event in chapter.events]
    status, out, _ = run("rehearse", name, "--seed", seed.hex(), "--policy", "default")
    assert status == 0
    written = kind([json.loads(line) for line in out.splitlines()], "event")
    beside = {"type", "gate", "heading", "told"}
    assert [{key: line[key] for key in line.keys() - beside} for line in written] == events


@pytest.mark.parametrize("name", registry.names())
def test_a_rehearsal_without_any_choice_comes_to_an_end(name: str) -> None:
    """A user who tries a game learns only after three thousand questions that no side attacks."""
    status, out, _ = run("rehearse", name)
    assert status == 0
    finish = json.loads(out.splitlines()[-1])
    assert finish["type"] == "finish"
    assert finish["gates"] < 400


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rehearse"], "the game is missing. Name one, or give --plan FILE"),
        (["rehearse", "kartenspiel", "--gates", "x"], "--gates"),
        (
            ["rehearse", "kartenspiel", "--polcy", "random"],
            "there is no option --polcy. Did you mean '--policy'?",
        ),
        (["sing"], "there is no command 'sing'"),
    ],
)
def test_a_command_line_that_cannot_be_read_is_answered_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A typing mistake in a command causes a page of help."""
    monkeypatch.setattr("sys.argv", ["warcouncil", *arguments])
    with pytest.raises(SystemExit) as left:
        polite_run(app)
    shown = capsys.readouterr()
    assert (left.value.code, shown.out, shown.err.count("\n")) == (2, "", 1)
    assert shown.err.startswith("warcouncil")
    assert said in shown.err


def test_the_exit_status_of_a_command_is_that_of_the_program(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit status is not 0 after success, or not 2 after bad input, so scripts are misled."""
    for arguments, status in ((["games", "--json"], 0), (["games", "chess"], 2)):
        monkeypatch.setattr("sys.argv", ["warcouncil", *arguments])
        with pytest.raises(SystemExit) as left:
            polite_run(app)
        assert left.value.code == status
    assert "chess" in capsys.readouterr().err


def test_a_closed_reader_ends_it_quietly() -> None:
    """`warcouncil rehearse … | head -1` shows a traceback after the first line."""
    script = (
        "import typer\n"
        "from clients.commands.common.errors import run\n"
        "from clients.commands.before.rehearse import rehearse\n"
        "app = typer.Typer()\n"
        "app.command()(rehearse)\n"
        "run(app)\n"
    )
    command = [sys.executable, "-c", script, "hard_war", "--policy", "random", "--sheets"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b"{")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 1
