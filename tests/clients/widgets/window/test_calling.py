"""The calls that bring a person back to the window: bell, title and notice, and one switch for all."""

from __future__ import annotations

import pytest
from warcouncil.clients.widgets.window.calling import BELL, GIVE_TITLE_BACK, KEEP_TITLE, Caller
from warcouncil.clients.widgets.window.settings import Remembered
from warcouncil.protocol.wire.replies import Receipt
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.words import GateNo

from tests.clients.seat.sitting import Sitting, sitting
from tests.clients.seat.tables import DOWN, playing, view, welcome

BATTLE = playing("kartenspiel", 1)
HELLO = welcome(BATTLE, "red.corps.2")
DECLARING = view(BATTLE, "red.corps.2")
WAITING = DECLARING.model_copy(update={"form": None, "gate": GateNo(DECLARING.gate - 1)})
TITLE = "\x1b]2;"


def listened(seat: Sitting) -> list[str]:
    """Record everything that is written to the terminal from now on."""
    written: list[str] = []
    seat.app.caller._write = written.append
    return written


def titles(written: list[str]) -> list[str]:
    """Return the written titles."""
    return [each.removeprefix(TITLE).removesuffix(BELL) for each in written if each.startswith(TITLE)]


async def test_it_rings_once_as_a_question_opens_and_once_at_ten_seconds() -> None:
    """A corps commander who reads something else misses the question, or hears the bell all the time."""
    async with sitting(HELLO, WAITING) as seat:
        written = listened(seat)
        await seat.later(5_000)
        assert written == []
        await seat.hear(DECLARING)
        await seat.later(1_000)
        assert written.count(BELL) == 1
        assert titles(written)[0] == "● YOUR TURN 0:30"
        assert titles(written)[-1] == "● YOUR TURN 0:29"
        await seat.later(19_000)
        assert written.count(BELL) == 2
        await seat.later(5_000)
        assert written.count(BELL) == 2


async def test_a_seat_that_has_sealed_is_not_called_and_its_title_is_calm() -> None:
    """The bell rings for a player who has sealed and waits for the others."""
    async with sitting(HELLO, DECLARING) as seat:
        written = listened(seat)
        await seat.press("a", "enter")
        (declare,) = seat.sent(Declare)
        await seat.hear(Receipt(id=declare.id, gate=declare.gate, answer=declare.answer))
        assert titles(written)[-1] == "Red corps II · warcouncil"
        await seat.later(21_000)
        assert BELL not in written


@pytest.mark.parametrize("changes", [{"bot": True}, {"watching": True}, {"paused": "Paused."}])
async def test_a_person_with_nothing_to_do_is_not_called(changes: dict[str, object]) -> None:
    """The bell rings for a watcher, at a seat that a bot plays, or at a stopped clock."""
    async with sitting(HELLO, WAITING) as seat:
        written = listened(seat)
        await seat.hear(DECLARING.model_copy(update=changes))
        assert written == []


async def test_without_a_link_no_title_counts_down() -> None:
    """The title counts down to zero while the clock on the screen is stopped."""
    async with sitting(HELLO, DECLARING) as seat:
        written = listened(seat)
        await seat.hear(DOWN)
        await seat.later(25_000)
        assert titles(written) == ["Red corps II · warcouncil"]
        assert BELL not in written


async def test_one_key_silences_it_and_that_is_remembered() -> None:
    """A quiet room cannot be kept quiet, or the bell is back in the next window."""
    async with sitting(HELLO, WAITING) as seat:
        written = listened(seat)
        await seat.press("ctrl+b")
        assert seat.app.kept.now.bell is False
        await seat.hear(DECLARING)
        assert BELL not in written
        assert titles(written)


@pytest.mark.parametrize(
    ("environment", "notice"),
    [
        ({"TERM": "xterm-256color"}, "\x1b]777;notify;warcouncil;Now, here.\a"),
        ({"TERM": "xterm", "TERM_PROGRAM": "iTerm.app"}, "\x1b]9;Now, here.\a"),
        ({"TERM": "xterm", "WT_SESSION": "1"}, "\x1b]9;Now, here.\a"),
    ],
)
def test_a_notice_is_shown_only_when_it_is_asked_for(environment: dict[str, str], notice: str) -> None:
    """Notices cover a shared screen, or a requested notice never comes."""
    written: list[str] = []
    kept = Remembered()
    caller = Caller(written.append, kept, environment)
    caller.call("Now; here.")
    assert written == [BELL]
    kept.put("notifications", True)
    caller.call("Now; here.")
    assert written[1:] == [BELL, notice]


def test_a_terminal_that_knows_no_titles_is_sent_none_and_another_gets_its_own_back() -> None:
    """A console is full of brackets, or a shell keeps the title of a game that is over."""
    for term, sent in (
        ("linux", [BELL]),
        ("xterm", [KEEP_TITLE, f"{TITLE}● here{BELL}", BELL, GIVE_TITLE_BACK]),
    ):
        written: list[str] = []
        caller = Caller(written.append, Remembered(), {"TERM": term})
        caller.begin()
        caller.title("● here")
        caller.title("● here")
        caller.call("x")
        caller.end()
        assert written == sent


def test_nothing_that_a_terminal_obeys_gets_into_a_title() -> None:
    """A seat's title from a hostile plan writes to the clipboard, or runs as commands."""
    written: list[str] = []
    Caller(written.append, Remembered(), {"TERM": "xterm"}).title("a\x1b]52;c;eA==\a\x9bb")
    (title,) = written
    assert title.count("\x1b") == 1
    assert title.count("\a") == 1
    assert "\x9b" not in title
