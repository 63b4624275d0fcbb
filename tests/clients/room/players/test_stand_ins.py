"""The bots of the umpires run in one process.

It restarts with all of them when it dies, and never delays a stop.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from warcouncil.arbiter.shell.service.stand_ins import BotSeat
from warcouncil.clients.room.players import stand_ins
from warcouncil.clients.room.players.stand_ins import ChildStandIns
from warcouncil.protocol.words import SeatId, TableId

from tests.waiting import wait_until_true

LISTENS = "import sys; sys.stdin.read()"
DEAF = "import time; time.sleep(3600)"
SEAT = SeatId("red")

Children = list["subprocess.Popen[str]"]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Children]:
    """Start these programs in place of the process of bots. Return the started ones."""
    really = subprocess.Popen

    def start(program: str) -> Children:
        children: Children = []

        def popen(_: list[str], **how: Any) -> subprocess.Popen[str]:
            children.append(really([sys.executable, "-c", program], **how))
            return children[-1]

        monkeypatch.setattr(subprocess, "Popen", popen)
        return children

    return start


def seated() -> ChildStandIns:
    """Return the bot process with one bot."""
    bots = ChildStandIns(host="127.0.0.1", port=1, exercise="x", server_key="0" * 40)
    bots.sit(BotSeat(TableId(1), SEAT, "sensible", "0" * 40, "0" * 40))
    return bots


def test_bots_that_can_part_are_let_part(started: Callable[[str], Children]) -> None:
    """The seats of bots stay linked on the wall until the silence is noticed."""
    children = started(LISTENS)
    bots = seated()
    bots.close()
    assert [child.returncode for child in children] == [0]


def test_a_stop_never_waits_for_bots_that_do_not_part(
    started: Callable[[str], Children], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that is to stop waits for good-byes, which wait for the host."""
    monkeypatch.setattr(stand_ins, "PARTING_SECONDS", 0.0)
    children = started(DEAF)
    bots = seated()
    bots.close()
    assert len(children) == 1
    assert children[0].returncode not in (None, 0)
    bots.close()


def test_a_process_that_does_not_read_blocks_no_table(
    started: Callable[[str], Children], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every table blocks as soon as the pipe is full, and the arbiter cannot even be stopped."""
    monkeypatch.setattr(stand_ins, "PARTING_SECONDS", 0.1)
    monkeypatch.setattr(stand_ins, "LOOK_SECONDS", 0.01)
    children = started(DEAF)
    bots = seated()
    for table in range(2, 2000):
        bots.sit(BotSeat(TableId(table), SEAT, "sensible", "0" * 40, "0" * 40))
    bots.close()
    assert [child.returncode not in (None, 0) for child in children] == [True], (
        "no other is begun and waited for"
    )


def test_a_dead_process_is_replaced_with_all_its_bots(
    started: Callable[[str], Children], tmp_path: Path
) -> None:
    """One bot's crash leaves every other bot's seat silent for the rest of the day."""
    heard = tmp_path / "heard"
    dies_once = f"""
import sys
from pathlib import Path
heard = Path({str(heard)!r})
if not heard.exists():
    heard.write_text(input())
    raise SystemExit(3)
heard.write_text(sys.stdin.read())
"""
    children = started(dies_once)
    bots = seated()
    wait_until_true(lambda: children and children[0].poll() == 3)
    bots.sit(BotSeat(TableId(1), SeatId("black"), "sensible", "0" * 40, "0" * 40))
    bots.close()
    assert len(children) == 2
    assert [json.loads(line)["at"] for line in heard.read_text().splitlines()] == ["1/red", "1/black"]


def test_a_dead_process_is_replaced_without_a_new_request(
    started: Callable[[str], Children], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten seats stay silent at every question, and the wall shows them as linked."""
    monkeypatch.setattr(stand_ins, "LOOK_SECONDS", 0.01)
    heard = tmp_path / "heard"
    dies = f"import sys; open({str(heard)!r}, 'a').write(input() + chr(10)); sys.exit(3)"
    children = started(dies)
    bots = seated()
    wait_until_true(lambda: len(children) >= 3)
    bots.close()
    assert len(children) >= 3
    assert {json.loads(line)["at"] for line in heard.read_text().splitlines()} == {"1/red"}


def test_a_process_that_cannot_be_started_blocks_no_table_and_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a laptop that cannot start a process for a moment, *give to a bot* ends the arbiter."""
    monkeypatch.setattr(stand_ins, "LOOK_SECONDS", 0.01)
    asked = threading.Event()
    tries: list[int] = []

    def popen(*_: object, **__: object) -> None:
        tries.append(1)
        if len(tries) == 2:
            asked.set()
        raise BlockingIOError(11, "try again")

    monkeypatch.setattr(subprocess, "Popen", popen)
    bots = seated()
    assert asked.wait(30)
    bots.close()
