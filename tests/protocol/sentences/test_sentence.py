"""Every sentence of the host is in its catalogue, with the fields that its use gives. A client words it again."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from warcouncil.arbiter.core.views import messages as views
from warcouncil.clients.wording.language import ENGLISH as CLIENTS_ENGLISH
from warcouncil.clients.wording.language import WHOLE_ENGLISH
from warcouncil.clients.wording.saying import refused, speak
from warcouncil.protocol.sentences.sentence import ENGLISH, Sentence, sentence
from warcouncil.protocol.wire.replies import Refusal, RefusalCode
from warcouncil.protocol.wording import forms, messages, sections

from tests.clients.wording.pseudo import OPEN, write
from tests.clients.wording.shapes import fields_of
from tests.clients.wording.uses import ROOT, Use, begun_by, faults, in_python, python_files

SENTENCES = "warcouncil.protocol.sentences.sentence"
KNOWN = messages(ENGLISH)
CODE = RefusalCode.NO_SUCH


@cache
def uses() -> tuple[Use, ...]:
    """Return every use of a sentence in the arbiter and in the protocol."""
    found = (path for room in ("arbiter", "protocol") for path in python_files(ROOT / room))
    files = ((path.relative_to(ROOT).as_posix(), path) for path in found)
    own = set(sections(ENGLISH))
    return tuple(
        use for name, path in files for use in in_python(name, path.read_text("utf-8"), own, SENTENCES)
    )


def test_every_sentence_that_the_host_says_is_there_with_its_fields() -> None:
    """If this fails, a request is answered by a fault of the host, and not by a reason."""
    assert faults(uses(), KNOWN) == []


def test_every_sentence_of_the_host_is_said() -> None:
    """If this fails, a translator works on sentences that no player reads."""
    said = {key for use in uses() for key in begun_by(use.key, KNOWN)}
    assert sorted(KNOWN.keys() - said) == []


def test_no_section_is_in_both_catalogues() -> None:
    """If this fails, a client looks for a sentence of the host in a section of its own."""
    assert {*sections(ENGLISH)} & {*sections(CLIENTS_ENGLISH)} == set()


@pytest.mark.parametrize("key", KNOWN)
def test_a_client_says_a_refusal_as_the_host_does(key: str) -> None:
    """If this fails, a player reads another reason than the host gave, or a name in braces."""
    fields: dict[str, str | int] = {name: 2 if name == "n" else "x y" for name in fields_of(KNOWN[key])}
    said = sentence(key, **fields)
    refusal = Refusal.model_validate_json(views.refusal(CODE, said).model_dump_json())
    assert refused(refusal) == said.text
    assert not set("{}") & set(said.text)
    assert all(text == text.strip() for text in forms(KNOWN[key]))


def test_a_client_says_a_refusal_in_its_own_language(tmp_path: Path) -> None:
    """If this fails, a player reads English when something goes wrong."""
    speak(write(tmp_path / "pseudo"))
    try:
        text = refused(views.refusal(CODE, sentence("rulings.no_such_table", table=7)))
        assert text.startswith(OPEN)
        assert "7" in text
    finally:
        speak(*WHOLE_ENGLISH)


@pytest.mark.parametrize(
    ("key", "fields"),
    [
        ("", {}),
        ("refusals.of_a_later_version", {}),
        ("later.sentence", {}),
        ("rulings.no_such_table", {"other": 7}),
    ],
)
def test_a_sentence_that_a_client_does_not_know_is_read_in_the_words_of_the_host(
    key: str, fields: dict[str, str | int]
) -> None:
    """If this fails, a window stops because its host is of another version, or is no host of ours."""
    assert refused(views.refusal(CODE, Sentence("There is no\x1b such thing.", key, fields))) == (
        "There is no such thing."
    )


@pytest.mark.parametrize("key", ["../../english/board.title", "a", "a.b.c", "A.b"])
def test_a_key_is_a_name_and_no_path(key: str) -> None:
    """If this fails, a false host chooses which file a client reads."""
    with pytest.raises(ValueError, match="pattern"):
        Refusal(code=CODE, text="", key=key)


def test_a_refusal_of_an_older_host_can_be_read() -> None:
    """If this fails, a recorded refusal without a key is lost."""
    old = Refusal.model_validate_json('{"type":"refusal","code":"stale","text":"Time is up."}')
    assert refused(old) == "Time is up."
