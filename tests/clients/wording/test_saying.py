"""A message is written with its fields filled in, in the present language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from warcouncil.clients.wording.language import WHOLE_ENGLISH
from warcouncil.clients.wording.saying import said, say, speak, woven


@pytest.fixture
def other(tmp_path: Path) -> Iterator[None]:
    """Use another language until the block ends."""
    (tmp_path / "language.toml").write_text('tag = "en-XA"\n', "utf-8")
    (tmp_path / "talk.toml").write_text(
        'from = "{who} said {what}"\n[seats]\none = "{n} seat of {who}"\nother = "{n} seats of {who}"\n',
        "utf-8",
    )
    speak(tmp_path)
    yield
    speak(*WHOLE_ENGLISH)


@pytest.mark.usefixtures("other")
def test_fields_are_filled_in_as_they_are() -> None:
    """A player's text is taken for a field of the message, and the window fails."""
    assert say("talk.from", who="{what}", what="{0} {who.__class__}") == "{what} said {0} {who.__class__}"
    assert say("talk.seats", n=1, who="Red") == "1 seat of Red"
    assert say("talk.seats", n=3, who="Red") == "3 seats of Red"


@pytest.mark.parametrize("end", [".", "!", "?", "…"])
def test_a_sentence_ends_once(end: str) -> None:
    """After an umpire's complete sentence two full stops appear, on every screen and page."""
    assert say("verdict.reason", reason=f"Time is up{end}") == f"Time is up{end}"
    assert say("verdict.your_table", reason=f"Time is up{end}", who="Red won.") == (
        f"Your table: Time is up{end} Red won."
    )
    assert say("verdict.reason", reason="Time is up") == "Time is up."


@pytest.mark.usefixtures("other")
def test_a_message_in_pieces_keeps_what_it_is_given() -> None:
    """A name inside a sentence cannot have the colour of its side."""
    red = object()
    assert woven("talk.from", who=red, what="no") == [red, " said ", "no"]
    assert woven("talk.seats", n=2, who="Red") == [2, " seats of ", "Red"]


@pytest.mark.usefixtures("other")
def test_a_missing_value_of_a_sentence_raises_an_error() -> None:
    """A player reads a sentence with a missing word."""
    with pytest.raises(KeyError):
        say("talk.from", who="Red")
    with pytest.raises(KeyError):
        say("talk.gone")
    with pytest.raises(AssertionError):
        say("talk.seats", who="Red")


def test_a_text_that_is_no_key_is_printed_as_it_is() -> None:
    """The palette of a console fails at an action whose name is in English."""
    assert said("help.title") == say("help.title") != "help.title"
    assert said("Hold the table.") == "Hold the table."


def test_another_language_takes_the_place_of_all_words(tmp_path: Path) -> None:
    """A text that was said once stays in the old language."""
    (tmp_path / "link.toml").write_text('seeking = "Where is he?"\n', "utf-8")
    english = say("link.seeking")
    speak(tmp_path)
    assert say("link.seeking") == "Where is he?"
    speak(*WHOLE_ENGLISH)
    assert say("link.seeking") == english
