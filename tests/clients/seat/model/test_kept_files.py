"""The files that a seat leaves on its machine: notes that only its key opens, and a story that any user can
read.
"""

from __future__ import annotations

import errno
from pathlib import Path
from unittest.mock import Mock

import pytest
from warcouncil.clients.link.identity.notes import NotesFile
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.kept_files import KeptFiles
from warcouncil.clients.seat.screen.app import KEEP_MS, SeatApp
from warcouncil.clients.seat.words.notes import NOTES_CHARS_MAX, Notes
from warcouncil.protocol.table.views import Ended, StoryLine

from tests.clients.seat.sitting import LARGE, Clock, Sitting
from tests.clients.seat.tables import UP, FakeLine, ids, playing, view, welcome

BATTLE = playing("kartenspiel", 1)
HELLO = welcome(BATTLE, "red.corps.2")
DECLARING = view(BATTLE, "red.corps.2")
SECRET = "k" * 40


def keeping(where: Path, secret: str = SECRET) -> KeptFiles:
    """Return the files for notes and stories in a folder."""
    return KeptFiles(NotesFile(where / "a.notes", secret), where / "stories")


async def written(where: Path, text: str) -> SeatApp:
    """Sit down, write a note with the keys, and leave. Return the closed window."""
    line, clock = FakeLine((UP, HELLO, DECLARING)), Clock()
    app = SeatApp(line, now_ms=clock, make_id=ids(), keeping=keeping(where))
    async with app.run_test(size=LARGE) as pilot:
        seat = Sitting(app, line, clock, pilot)
        await seat.hear()
        await seat.press("f4")
        await seat.press(*text)
        await seat.press("escape", "ctrl+q", "enter")
    return app


async def test_notes_come_back_with_the_seat(tmp_path: Path) -> None:
    """The notes of a player whose laptop died are gone at the next start."""
    await written(tmp_path, "abc")
    line, clock = FakeLine((UP, HELLO, DECLARING)), Clock()
    app = SeatApp(line, now_ms=clock, make_id=ids(), keeping=keeping(tmp_path))
    async with app.run_test(size=LARGE):
        assert app.table.query_one(Notes).text == "abc"


def test_a_story_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full disk half a story replaces the complete one."""
    desk, kept = Desk(ids()), keeping(tmp_path)
    desk.story = [StoryLine(heading="turn 3", text="The bridge fell.")]
    kept.save_story(desk)
    (file,) = (tmp_path / "stories").iterdir()
    before = file.read_bytes()
    monkeypatch.setattr(Path, "replace", Mock(side_effect=OSError(errno.ENOSPC, "full")))
    desk.story = [*desk.story, StoryLine(heading="turn 4", text="Night fell.")]
    assert "full" in kept.save_story(desk)
    assert [each.read_bytes() for each in (tmp_path / "stories").iterdir()] == [before]


async def test_notes_are_kept_while_one_writes_and_not_at_the_end_alone(tmp_path: Path) -> None:
    """A machine that loses its power loses the notes of a complete morning."""
    line, clock = FakeLine((UP, HELLO, DECLARING)), Clock()
    app = SeatApp(line, now_ms=clock, make_id=ids(), keeping=keeping(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        seat = Sitting(app, line, clock, pilot)
        await seat.hear()
        await seat.press("f4", "x")
        await seat.later(KEEP_MS + 1)
        assert keeping(tmp_path).notes == "x"


async def test_notes_that_are_full_lose_nothing_and_say_so() -> None:
    """In full notes each letter deletes the end of the text, and the cursor jumps to the beginning."""
    line, clock = FakeLine((UP, HELLO, DECLARING)), Clock()
    app = SeatApp(line, now_ms=clock, make_id=ids())
    async with app.run_test(size=LARGE) as pilot:
        seat = Sitting(app, line, clock, pilot)
        await seat.hear()
        await seat.press("f4")
        sheet = app.table.query_one(Notes)
        old = f"{'a' * (NOTES_CHARS_MAX - 6)}\nend"
        sheet.load_text(old)
        sheet.move_cursor((0, 5))
        await seat.write("bbbb")
        assert sheet.text == f"aaaaabb{old[5:]}"
        await seat.press("c", "d")
        assert sheet.text == f"aaaaabb{old[5:]}"
        assert sheet.cursor_location == (0, 7)
        (said,) = app._notifications
        assert f"Your notes can have at most {NOTES_CHARS_MAX} characters" in said.message
        sheet.add("Not sealed in time:\nHold.")
        await seat.press("backspace", "e")
        assert sheet.text.endswith("end\n\nNot sealed in time:\nHold.\n")
        assert app.table.notes == sheet.text


def test_notes_that_cannot_be_kept_are_said_so_once(tmp_path: Path) -> None:
    """A full disk loses the notes without a message, or reports it at every key."""
    (tmp_path / "full").touch()
    keeps = KeptFiles(NotesFile(tmp_path / "full" / "a.notes", SECRET))
    assert "Your notes cannot be saved on this machine" in keeps.keep_notes("x")
    assert keeps.keep_notes("xy") == ""


async def test_leaving_saves_the_story_and_says_where(tmp_path: Path) -> None:
    """A player goes home without the story, or does not know where it is."""
    app = await written(tmp_path, "a")
    story, notes = app.left_behind()
    path = tmp_path / "stories" / "Jena-table-7-red-corps-2.txt"
    assert story == f"The story is saved in {path}"
    assert notes == f"Your notes are saved in {tmp_path / 'a.notes'}, encrypted with your seat's key."
    text = path.read_text(encoding="utf-8")
    assert text.startswith("Red corps II · Kartenspiel, table 7, Jena\nA game by ")
    assert all(line.text in text for line in app.desk.story)


async def test_a_key_saves_the_story_with_its_verdict(tmp_path: Path) -> None:
    """A player of a demo cannot keep the story of the game."""
    over = DECLARING.model_copy(
        update={
            "form": None,
            "story": (StoryLine(heading="turn 3", text="Núñez hält 東."),),
            "ended": Ended(reason="night fell", winners=("Red",), won=True),
        }
    )
    line, clock = FakeLine((UP, HELLO, over)), Clock()
    app = SeatApp(line, now_ms=clock, make_id=ids(), keeping=KeptFiles(stories=tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        seat = Sitting(app, line, clock, pilot)
        await seat.hear()
        await seat.press("ctrl+s")
    (path,) = tmp_path.iterdir()
    assert path.read_text(encoding="utf-8").endswith(
        "turn 3\n  Núñez hält 東.\n\nThe game is over: night fell.\nWon by Red.\n"
    )
    assert app.left_behind() == [f"The story is saved in {path}"]
