"""The projector at a real arbiter: its code lets it in, and what it shows is what is public there."""

from __future__ import annotations

import asyncio
from pathlib import Path

from warcouncil.clients.display.app import DisplayApp
from warcouncil.clients.link.connect.link import Link
from warcouncil.clients.link.door.door import join
from warcouncil.clients.widgets.pieces.drawn import Drawn
from warcouncil.protocol.acts.acts import Pause
from warcouncil.protocol.proofs.doors import Kind
from warcouncil.protocol.wire.replies import Welcome
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import MessageId, Role, TableId

from tests.arbiter.shell.running import arbiter, until


async def test_a_projector_comes_in_by_its_code_and_follows_a_table(tmp_path: Path) -> None:
    """The projector's code is refused, or the screen does not change."""
    async with arbiter(tmp_path / "exercise.warcouncil", tables=2) as running:
        card = next(card for card in running.opened.exercise.codes if card.holder.role is Role.DISPLAY)
        link = Link(await join(running.address, card.code, kind=Kind.PROJECTOR), app="display").start()
        running.links.append(link)
        umpire = running.link(running.ticket(""))
        await until(umpire, Welcome)
        app = DisplayApp(link, table=TableId(2))
        async with app.run_test(size=(80, 24)):

            async def shown(words: str) -> None:
                async with asyncio.timeout(60):
                    while words not in app.query_one("#picture", Drawn).text:
                        await asyncio.sleep(0.02)

            await shown("BLACK")
            umpire.send(Rule(id=MessageId("0" * 32), table=TableId(2), act=Pause(), reason="a secret reason"))
            await shown("paused by the umpire")
            assert "secret" not in app.query_one("#picture", Drawn).text
