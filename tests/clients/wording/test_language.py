"""A language is a folder of messages. Each can be written with its fields, and the page gets them all."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from warcouncil.clients.wording.language import (
    ENGLISH,
    TERMINAL_ONLY,
    WHOLE_ENGLISH,
    catalogue_json,
    page_messages,
)
from warcouncil.protocol.wording import Catalogue, form, forms, messages, section, tag

from tests.clients.wording.shapes import fields_of

LANGUAGES = sorted(path.parent for path in ENGLISH.parent.glob("*/language.toml"))
CATEGORIES = {"zero", "one", "two", "few", "many", "other"}


def test_english_is_among_the_languages() -> None:
    """The tests below test no language."""
    assert ENGLISH in LANGUAGES
    assert len(messages(ENGLISH)) > 15


@pytest.mark.parametrize("folder", LANGUAGES, ids=lambda path: path.name)
def test_a_language_has_every_message_with_its_fields(folder: Path) -> None:
    """A seat crashes in that language alone, in the middle of an exercise."""
    own, model = messages(folder), messages(ENGLISH)
    assert (sorted(model.keys() - own.keys()), sorted(own.keys() - model.keys())) == ([], []), "lacks, adds"
    assert {key: fields_of(own[key]) for key in own if fields_of(own[key]) != fields_of(model[key])} == {}
    assert form(tag(folder), {"one": "1", "other": "2"}, 2)


@pytest.mark.parametrize("folder", LANGUAGES, ids=lambda path: path.name)
def test_every_message_can_be_filled_in(folder: Path) -> None:
    """Players read a brace that is too many, or it stops the screen."""
    for key, message in messages(folder).items():
        assert re.fullmatch(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*", key)
        assert isinstance(message, str) or "other" in message.keys() & CATEGORIES == message.keys(), key
        for text in forms(message):
            assert text, key
            assert text == text.strip(), key
            assert not re.search(r"[{}]", re.sub(r"\{[a-z_]+\}", "", text)), key
            assert text.format_map(dict.fromkeys(fields_of(message), "x")), key


def test_the_form_follows_the_number() -> None:
    """ "1 seats" is shown, or a language with three forms cannot be added."""
    counted = {"one": "{n} seat", "other": "{n} seats"}
    assert [form("en", counted, n) for n in (0, 1, 2, -1)] == [
        "{n} seats",
        "{n} seat",
        "{n} seats",
        "{n} seat",
    ]
    polish = {"one": "miejsce", "few": "miejsca", "many": "miejsc", "other": "miejsca"}
    assert [form("pl", polish, n) for n in (1, 3, 5, 22)] == ["miejsce", "miejsca", "miejsc", "miejsca"]
    with pytest.raises(AssertionError):
        form("en", counted, None)


def test_a_section_is_read_once_and_only_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the window of a seat opens later, because it reads messages that it does not show."""
    catalogue = Catalogue(ENGLISH)
    first = catalogue.say("link.seeking")
    monkeypatch.setattr(Path, "read_text", None)
    assert catalogue.say("link.seeking") == first
    with pytest.raises(TypeError):
        catalogue.say("talk.nobody")


@pytest.mark.parametrize("fault", [b"title = The board\n", b'title = "\xff"\n'])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, fault: bytes) -> None:
    """A translator reads of a line 2, but not of which file."""
    (tmp_path / "board.toml").write_bytes(fault)
    with pytest.raises(ValueError, match=r"board\.toml: .+"):
        section(tmp_path, "board")


def test_the_page_gets_the_same_messages() -> None:
    """The page shows another text than the window beside it."""
    whole = json.loads(catalogue_json())
    known = {key: text for folder in WHOLE_ENGLISH for key, text in messages(folder).items()}
    left_out = {key for key in known if key.partition(".")[0] in TERMINAL_ONLY}
    assert {key.partition(".")[0] for key in left_out} == TERMINAL_ONLY
    assert whole == {"language": "en", "messages": page_messages(*WHOLE_ENGLISH)}
    assert whole["messages"] == {key: known[key] for key in known if key not in left_out}
    assert catalogue_json() == catalogue_json()
