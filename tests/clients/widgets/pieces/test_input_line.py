"""The input line: it contains a pasted text, and nothing else."""

from __future__ import annotations

from warcouncil.protocol.acts.acts import Tell
from warcouncil.protocol.words import SPEECH_CHARS_MAX

from tests.clients.umpire.builders import calm_room
from tests.clients.umpire.console import console


async def test_a_text_of_many_lines_is_pasted_whole() -> None:
    """All lines but the first are lost, so players read only the heading of news that was written in an editor."""
    async with console(calm_room(1)) as desk:
        await desk.press("t")
        await desk.write("News from the front:\r\nthe bridge\u202e is down.\n\nHold the ford.")
        await desk.press("enter")
        (told,) = desk.rules
        assert told.act == Tell(text="News from the front: the bridge is down. Hold the ford.")


async def test_a_paste_that_is_too_long_is_kept_as_far_as_there_is_room() -> None:
    """A paste that is too long is lost as a whole."""
    async with console(calm_room(1)) as desk:
        await desk.press("t")
        await desk.write("word " * 100)
        await desk.write("more")
        await desk.press("enter")
        (told,) = desk.rules
        assert isinstance(told.act, Tell)
        assert told.act.text == ("word " * 100)[:SPEECH_CHARS_MAX].strip()
