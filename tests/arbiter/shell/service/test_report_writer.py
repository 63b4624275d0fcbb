"""The debrief that an umpire orders.

A process beside the arbiter writes it, and consoles are told its progress.
"""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from uuid import uuid4

from warcouncil.arbiter.shell.service.report_writer import Hears, ReportWriter
from warcouncil.clients.link.connect.link import Link
from warcouncil.protocol.acts.room_acts import Debrief
from warcouncil.protocol.wire.consoles import Debriefing, Wall
from warcouncil.protocol.wire.replies import Done
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import TableId

from tests.arbiter.shell.running import Running, arbiter, until


class Quill:
    """A report writer that writes nothing. It reports when the test wants, from its own thread as a real one does."""

    def __init__(self) -> None:
        self.hears: list[Hears] = []

    def write(self, hears: Hears) -> None:
        """Start."""
        self.hears.append(hears)

    def say(self, news: Debriefing) -> None:
        """Report the progress."""
        thread = Thread(target=self.hears[-1], args=(news,))
        thread.start()
        thread.join()


async def ordered(running: Running) -> Link:
    """Order the debrief as an umpire."""
    link = running.link(running.ticket(""))
    await until(link, Wall)
    link.send(Rule(id=uuid4().hex, table=TableId(0), act=Debrief(), reason="the games are over"))
    await until(link, Done)
    return link


async def test_the_order_is_recorded_before_anything_is_written_and_consoles_see_the_progress(
    tmp_path: Path,
) -> None:
    """The order of a debrief is not recorded, or the wall shows no progress until the end."""
    quill: ReportWriter = Quill()
    assert isinstance(quill, Quill)
    async with arbiter(tmp_path / "exercise.warcouncil", report_writer=quill) as up:
        before = up.opened.journal.seq
        link = await ordered(up)
        assert up.opened.journal.seq > before
        assert (await until(link, Debriefing, state="writing")).percent == 0
        quill.say(Debriefing(state="writing", part="the report", percent=12))
        assert (await until(link, Debriefing, state="writing")).percent == 12
        quill.say(Debriefing(state="written", percent=100, text="/there"))
        assert (await until(link, Debriefing, state="written")).text == "/there"
        late = quill.hears[-1]
    late(Debriefing(state="failed"))  # the arbiter is gone: no client is told, and nothing fails


async def test_an_arbiter_without_a_report_writer_says_so(tmp_path: Path) -> None:
    """An umpire waits for a debrief that is never written."""
    async with arbiter(tmp_path / "exercise.warcouncil") as up:
        assert "warcouncil debrief" in (await until(await ordered(up), Debriefing, state="failed")).text
