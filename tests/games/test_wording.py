"""Every sentence of a game is in its catalogue, with the fields that its use gives, and the catalogue has no unused one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from warcouncil.protocol.wording import Catalogue, Message, forms, messages, sections

from tests.clients.wording.shapes import fields_of
from tests.clients.wording.uses import ROOT, Use, begun_by, faults, in_python, python_files

GAMES = ROOT / "games"
FOLDERS = [path.parent.parent for path in sorted(GAMES.rglob("wording/english"))]
"""Each folder with a catalogue: the games, and what they share."""
each_folder = pytest.mark.parametrize(
    "folder", FOLDERS, ids=lambda folder: folder.relative_to(GAMES).as_posix()
)


def english(folder: Path) -> Path:
    """Return the folder of the catalogue's English messages."""
    return folder / "wording" / "english"


@cache
def uses(folder: Path) -> tuple[Use, ...]:
    """Return every use of a catalogue in its own folder."""
    return tuple(_found(folder))


def _found(folder: Path) -> Iterator[Use]:
    module = ".".join(("warcouncil", *folder.relative_to(ROOT).parts, "wording"))
    inner = [other for other in FOLDERS if other != folder and other.is_relative_to(folder)]
    for path in python_files(folder):
        if not any(path.is_relative_to(other) for other in inner):
            text = path.read_text("utf-8")
            yield from in_python(
                path.relative_to(ROOT).as_posix(), text, set(sections(english(folder))), module
            )


def test_the_games_have_catalogues() -> None:
    """If this fails, the tests below check nothing."""
    assert {"kartenspiel", "kit"} <= {folder.name for folder in FOLDERS}


@each_folder
def test_every_key_that_a_game_says_is_there_with_its_fields(folder: Path) -> None:
    """If this fails, a table stops in the middle of a game, or a player reads a name in braces."""
    assert faults(uses(folder), messages(english(folder))) == []


@each_folder
def test_every_key_of_a_game_is_said(folder: Path) -> None:
    """If this fails, a translator works on sentences that no player reads."""
    known = messages(english(folder))
    said = {key for use in uses(folder) for key in begun_by(use.key, known)}
    assert sorted(known.keys() - said) == []


@each_folder
def test_every_message_of_a_game_can_be_filled_in(folder: Path) -> None:
    """If this fails, a message has a brace too many, or a plural form without the fields of the others."""
    catalogue = Catalogue(english(folder))

    for key, message in messages(english(folder)).items():
        for n in (0, 1, 2, 11):
            fields = {name: n if name == "n" else f"<{name}>" for name in fields_of(message)}
            text = catalogue.say(key, **fields)
            assert text
            assert not set("{}") & set(text), f"{key}: {text}"


@each_folder
def test_the_plural_forms_of_a_message_name_the_same_fields(folder: Path) -> None:
    """If this fails, a sentence about one thing leaves out what the sentence about several says."""
    for key, message in messages(english(folder)).items():
        if not isinstance(message, str):
            named = {frozenset(fields_of(form) - {"n"}) for form in forms(message)}
            assert len(named) == 1, key
            assert {"one", "other"} <= message.keys(), key


PLANTED: dict[str, Message] = {"events.lost": "You lost {card}."}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('def f(): say("events.lost", card="2♠")', ""),
        ('def f(): say("events.lost")', "needs ['card']"),
        ('def f(): say("events.gone")', "no such key"),
        ('HEAD = say("events.lost", card="2♠")', "when the file is loaded"),
    ],
)
def test_a_false_use_in_a_game_is_found(text: str, wrong: str) -> None:
    """If this fails, the tests above cannot fail."""
    module = "warcouncil.games.go_fish.wording"
    found = faults(tuple(in_python("a.py", f"from {module} import say\n{text}", {"events"}, module)), PLANTED)
    assert [wrong in one for one in found] == [True] * bool(wrong)
