"""The event loop can wait for our sockets, wherever a command begins."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from warcouncil.clients.link.base.terminal import run

CLIENTS = Path(__file__).parents[4] / "clients"


def test_a_command_runs_on_a_loop_that_can_wait_for_sockets() -> None:
    """On Windows the default loop cannot wait for sockets, so every command ends with an error."""

    async def kind() -> bool:
        return isinstance(asyncio.get_running_loop(), asyncio.SelectorEventLoop)

    assert run(kind())


def test_no_command_chooses_a_loop_of_its_own() -> None:
    """One command works on the author's machine and fails on Windows."""
    chosen = re.compile(r"asyncio\.run\(|asyncio\.Runner\(|LoopPolicy")
    own = [path.name for path in CLIENTS.rglob("*.py") if chosen.search(path.read_text(encoding="utf-8"))]
    assert own == ["terminal.py"]
