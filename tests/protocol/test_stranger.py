"""docs/wire.md is sufficient: a client written from it alone joins, sees, seals and verifies at a real
arbiter.
"""

from __future__ import annotations

import ast
import asyncio
import re
import sys
from pathlib import Path

from tests.arbiter.shell.running import RED_ARMY, arbiter
from tests.protocol import stranger
from tests.protocol.stranger import Stranger, spake2

DOCS = Path(__file__).parents[2] / "docs"


def test_the_stranger_imports_nothing_of_the_product() -> None:
    """The page is tested with the code that it should replace."""
    tree = ast.parse(Path(stranger.__file__).read_text("utf-8"))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    packages = {name.partition(".")[0] for name in names}
    assert packages - sys.stdlib_module_names == {"nacl", "zmq"}


def test_the_strangers_arithmetic_gives_the_values_of_the_transcript() -> None:
    """An outside client shares no secret with the door."""
    shown = (DOCS / "wire.transcript.md").read_text("utf-8")

    def value(name: str) -> str:
        found = re.search(rf"^{name} +(\S+)$", shown, re.MULTILINE)
        assert found
        return found[1]

    elements = re.findall(r'"element":"([0-9a-f]+)"', shown)
    ours, finish = spake2(value("password"), "7K3", int(value(r"x \(of A\)"), 16))
    assert ours.hex() == elements[0]
    assert finish(bytes.fromhex(elements[1])).hex() == value("shared secret")


async def test_a_stranger_sits_down_and_seals(tmp_path: Path) -> None:
    """The page alone is not enough to write a client."""
    async with arbiter(tmp_path / "exercise.warcouncil") as running:
        somebody = Stranger(running.port, str(running.code(RED_ARMY)))

        def play() -> None:
            somebody.join()
            view = somebody.sit()
            assert view["whole"]
            assert somebody.declare(view, view["form"]["suggested"])["gate"] == view["gate"]
            somebody.send({"type": "beat", "seen": len(somebody.numbers)})
            assert somebody.receive("alive")["clock"]["running"]

        try:
            await asyncio.to_thread(play)
        finally:
            somebody.leave()
        assert somebody.welcome["seat"] == RED_ARMY
        assert somebody.numbers == list(range(1, len(somebody.numbers) + 1))
        assert RED_ARMY in running.opened.exercise.tables[somebody.welcome["table"]].sealed
