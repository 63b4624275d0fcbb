"""Errors of a command line are reported in our words: the typed text, and what would be accepted."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from warcouncil.clients.commands.cli import COMMANDS, app
from warcouncil.clients.commands.common import errors

from tests.profile import games

FOREIGN = re.compile(
    r"input should|unable to parse|value error|invalid value|no such|got unexpected|validation|pydantic", re.I
)
"""Words of the libraries that read values and command lines."""


def commands() -> list[tuple[list[str], Any]]:
    """Return every command, by the words that call it."""
    found = []
    front: Any = get_command(app)
    for name in COMMANDS:
        command = front.get_command(None, name)
        inner = getattr(command, "commands", {})
        found += [([name, one], each) for one, each in inner.items()] or [([name], command)]
    return found


def said(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command line that cannot be parsed. Return the one line of its error."""
    with pytest.raises(SystemExit) as ended:
        errors.run(app, words)
    assert ended.value.code == 2, words
    line = capsys.readouterr().err
    assert line.count("\n") == 1, line
    assert line.startswith("warcouncil")
    return line


NUMBERS = [
    (words, max(param.opts, key=len))
    for words, command in commands()
    for param in command.params
    if param.param_type_name == "option" and param.get_runtime_param().annotation in (int, float)
]


@pytest.mark.parametrize(
    ("words", "option"),
    NUMBERS[:: games(3, 1)],
    ids=lambda each: each if isinstance(each, str) else " ".join(each),
)
def test_a_number_that_is_none_is_answered_in_our_words(
    words: list[str], option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A tutor reads about an invalid integer, and not about a table."""
    line = said([*words, option, "x"], capsys)
    assert f"{option} x is not valid. Give a" in line or "is missing" in line
    assert not FOREIGN.search(line)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("host kartenspiel --tables 0", "--tables 0 is not valid. Give a whole number from 1 to 400"),
        ("demo --pace -1", "--pace -1 is not valid. Give a number from 0 to 600"),
        ("host --start maybe", "--start maybe is not valid. Give one of now, linked, "),
        ("rule extend x --reason y", "SECONDS x is not valid. Give a whole number"),
        ("rule extend -60", "write -- before a negative number, as in: warcouncil rule extend -- -60"),
        ("rule extend -60s", "write -- before a negative number, as in: warcouncil rule extend -- -60"),
        ("host --frob", "there is no option --frob. Options are --tables, "),
        ("host --tabels 3", "there is no option --tabels. Did you mean '--tables'?"),
        (
            "verify -jena.wc",
            ". For a file with the name -jena.wc, write ./-jena.wc (warcouncil verify -h helps)",
        ),
        ("plan check -2.toml", ". For a file with the name -2.toml, write ./-2.toml (warcouncil"),
        ("verify -j", "there is no option -j. Options are --receipts, --head, --json (warcouncil"),
        ("host --plan", "--plan needs a value. Write it after the option"),
        ("host --wall=3", "--wall takes no value. Leave the value out"),
        ("join a b c", "c is one word too many"),
        (
            "rule --address 1.2.3.4 status",
            "--address comes after the command: warcouncil rule status --address",
        ),
        (
            "rule extend --reason",
            "warcouncil rule extend: --reason needs a value. Write it after the option (warcouncil rule extend -h helps)",
        ),
        ("bot", "ADDRESS is missing"),
        ("bot 127.0.0.1", "CODE is missing"),
        ("rule look", "--table is missing"),
        ("rule remove india --reason x", "--keep or --strike is missing"),
        ("joim", "there is no command 'joim'. Did you mean 'join'?"),
        ("rule paus", "there is no command 'paus'. Did you mean 'pause'?"),
    ],
)
def test_each_mistake_names_what_was_typed_and_what_would_do(
    words: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A user does not know which word was wrong, or what to write instead."""
    line = said(words.split(), capsys)
    assert text in line
    assert not FOREIGN.search(line)


def test_every_argument_is_written_in_capitals() -> None:
    """The help shows one argument like a placeholder and the next like a word to type."""
    named = [
        param.metavar
        for _, command in commands()
        for param in command.params
        if param.param_type_name == "argument"
    ]
    assert len(named) > 10
    assert [one for one in named if one != one.upper()] == []


def test_a_theme_that_there_is_not_is_named_before_anything_is_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A user types address and code, and is refused only then."""
    for command in ("join", "umpire", "display"):
        line = said([command, "--theme", "pink"], capsys)
        assert "--theme pink: there is no such theme. Themes are dark, light, clear" in line


@pytest.mark.parametrize("at_terminal", [True, False])
@pytest.mark.parametrize("stream", ["stderr", "stdout"])
def test_a_terminal_breaks_no_word_and_a_pipe_gets_one_line(
    stream: str, at_terminal: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is cut at the edge of the window is hard to read. A program that reads a pipe expects one line."""
    words = "the exercise could not be taken up, as another arbiter holds its file /srv/a-long-name/of-a-folder/room"
    monkeypatch.setattr(sys, "stderr" if stream == "stdout" else "stdout", None)  # the other is not asked
    monkeypatch.setattr(getattr(sys, stream), "isatty", lambda: at_terminal)
    monkeypatch.setenv("COLUMNS", "40")
    if stream == "stderr":
        errors.complain(words)
        words = f"warcouncil: {words}"
    else:
        errors.say_left([words])
    said = getattr(capsys.readouterr(), stream[3:]).splitlines()
    assert " ".join(said) == words
    assert (len(said) > 1) == at_terminal
    assert all(len(line) <= 40 or " " not in line for line in said) == at_terminal


def test_a_file_that_may_not_be_read_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A user with an unreadable plan types its name again and again."""
    plan = tmp_path / "plan.toml"
    plan.write_text("")
    monkeypatch.setattr("os.access", lambda *_, **__: False)
    for words, name in ((["plan", "check", str(plan)], "FILE"), (["host", "--plan", str(plan)], "--plan")):
        assert f"{name}: {plan} cannot be read: you have no permission" in said(words, capsys)


@pytest.mark.skipif(sys.platform == "win32", reason="no file may be called so there")
@pytest.mark.parametrize("words", ["verify", "plan check", "scenario check", "host --plan"])
def test_a_name_of_a_file_is_shown_and_not_obeyed(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line end in a name makes two lines of one, and scripts misread the second. An escape sequence writes
    elsewhere in the window.
    """
    file = tmp_path / "a\nb\x1b[31m\x9b2Jc"
    for text in ("", "x = 1\n", None):
        if text is None:
            file.unlink()
        else:
            file.write_text(text)
        with pytest.raises(SystemExit) as ended:
            errors.run(app, [*words.split(), str(file)])
        assert ended.value.code
        lines = capsys.readouterr().err.splitlines()
        assert r"a\nb\x1b[31m\x9b2Jc" in lines[-1]
        assert all(line.isprintable() for line in lines)


@pytest.mark.skipif(sys.platform == "win32", reason="no file may be called so there")
def test_a_written_file_is_named_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command to type next is broken over three lines, or is in red."""
    for words, file in (("plan new --yes", "p\nq.toml"), ("scenario new --yes", "s\nt.toml")):
        with pytest.raises(SystemExit):
            errors.run(app, [*words.split(), str(tmp_path / file)])
        said = capsys.readouterr().out
        assert file.replace("\n", r"\n") in said
        assert all("warcouncil" in line for line in said.splitlines())
