"""The debrief on the wall: offered at the end, ordered by one key, shown in progress, and found afterwards."""

from __future__ import annotations

import pytest
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.screens.debriefing import debrief_lines, debrief_words, offer
from warcouncil.protocol.acts.room_acts import Debrief
from warcouncil.protocol.wire.consoles import Debriefing, Wall
from warcouncil.protocol.words import Role

from tests.clients.umpire.builders import ids, table, welcome
from tests.clients.umpire.console import LARGE, SMALL, console
from tests.clients.umpire.test_results import ROOM
from tests.clients.umpire.test_text import HOSTILE, assert_clean

WHERE = "/home/tutor/exercises/morning-debrief: debrief.html, 14 data files in tables, verification.txt (nothing is false)"


def writing(percent: int, part: str = "the report") -> Debriefing:
    """Return a progress message."""
    return Debriefing(state="writing", part=part, percent=percent)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_one_key_writes_it_when_the_games_are_over(size: tuple[int, int]) -> None:
    """The games are over, and no umpire reads how to write the debrief, how far it is, or where it is."""
    async with console((*ROOM[:3], table(4)), size) as desk:
        assert desk.said("#debrief") == ""
        await desk.hear(ROOM[3])
        assert "W writes the debrief" in desk.said("#debrief")
        await desk.press("W")
        assert "no seat and no projector" in desk.said("#whom")
        assert "caution" not in desk.said("#whom")
        await desk.press("enter")
        assert [(rule.table, rule.act, rule.reason) for rule in desk.rules] == [
            (0, Debrief(), "The games are over")
        ]
        await desk.hear(writing(43))
        assert "43 %, the report" in desk.said("#debrief")
        assert "█" * 8 + "░" * 12 in desk.said("#debrief")
        await desk.press("W")
        assert "The debrief is already being written (43 %)." in desk.said("#last")
        assert len(desk.rules) == 1
        await desk.hear(Debriefing(state="analysing", percent=25, text=WHERE))
        shown = " ".join(desk.said("#debrief").split())
        assert "█" * 5 + "░" * 15 in shown
        assert "The analysis is 25 % complete" in shown
        assert WHERE in shown
        await desk.press("W", "enter")
        assert len(desk.rules) == 2
        await desk.hear(Debriefing(state="written", percent=100, text=WHERE))
        assert WHERE in " ".join(desk.said("#debrief").split())


async def test_while_a_game_is_played_it_says_so_first() -> None:
    """A tutor hands out half a game as a complete one."""
    async with console((*ROOM[:3], table(4)), LARGE) as desk:
        await desk.press("W")
        assert "1 game is not over. The debrief covers it up to now" in desk.said("#whom")
        await desk.press("enter")
        assert desk.rules[0].act == Debrief()


async def test_why_it_could_not_be_written_is_read_whole() -> None:
    """The umpire looks for a file that does not exist, and reads half of the reason."""
    async with console(ROOM, SMALL) as desk:
        text = "/home/tutor/exercises/morning-debrief/debrief.html: it cannot be written: the disk is full"
        await desk.hear(Debriefing(state="failed", text=text))
        assert f"NOT written: {text}" in " ".join(desk.said("#debrief").split())
        await desk.press("W", "enter")
        assert len(desk.rules) == 1


async def test_its_messages_are_plain_text() -> None:
    """The name of a folder acts on the console, or draws on its terminal."""
    bad = " ".join(HOSTILE)
    for state in ("writing", "written", "failed"):
        async with console(ROOM, LARGE) as desk:
            await desk.hear(Debriefing.model_validate({"state": state, "part": bad[:60], "text": bad}))
            assert_clean(desk.app)


def test_observers_are_offered_nothing_that_they_may_not_do() -> None:
    """Observers press a key, and the arbiter refuses the request."""
    board = Board(ids())
    for news in (welcome(), *ROOM):
        board.feed(news, 0)
    assert offer(board, "W")
    board.role = Role.OBSERVER
    assert not offer(board, "W")
    assert debrief_lines(board, 80) == []


def test_an_arbiter_that_began_anew_writes_no_more() -> None:
    """The wall shows 43 % for ever, or forgets the written debrief whenever the link is lost."""
    board = Board(ids())
    for news in (LinkChange(LinkState.UP), welcome(), *ROOM, writing(43), Wall(exercise="Jena", tables=ROOM)):
        board.feed(news, 0)
    assert board.debriefing is None
    for news in (Debriefing(state="analysing", percent=43, text=WHERE), Wall(exercise="Jena", tables=ROOM)):
        board.feed(news, 0)
    assert board.debriefing == Debriefing(state="written", percent=100, text=WHERE)
    done = Debriefing(state="written", text=WHERE)
    for news in (done, Wall(exercise="Jena", tables=ROOM)):
        board.feed(news, 0)
    assert board.debriefing == done
    assert debrief_words(done) == f"The debrief is in {WHERE}"
