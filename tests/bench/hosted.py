"""A real arbiter for a benchmark: `python -m tests.bench.hosted`.

Only the seats' keys are admitted without a knock. It reads its order, one line of JSON, from standard input,
answers with its port and keys, and ends with its input. With `web` (the folder of the certificate and the
keys of seats) a gateway runs beside it, as `host --web` runs it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from itertools import islice
from pathlib import Path
from typing import Any

from warcouncil.arbiter.core.table import gate
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import Admitted, Began, Grant
from warcouncil.arbiter.shell.base.log import open_log
from warcouncil.arbiter.shell.hosting.hosting import ListenPlace, RunningArbiter, host
from warcouncil.arbiter.shell.network.flood_limits import Limits
from warcouncil.arbiter.shell.service import inbox
from warcouncil.arbiter.shell.service.journal import written
from warcouncil.arbiter.shell.service.opening import Opened, begin, new_codes
from warcouncil.arbiter.shell.service.stand_ins import NoStandIns
from warcouncil.clients.room.players.child_gateway import ChildGateway
from warcouncil.games.kartenspiel import GAME
from warcouncil.protocol.words import Role, TableId

from tests import lawful

_OPTIONS: dict[str, Any] = {
    "max_turns": 10_000,
    "redeploy_first_seconds": 3600,
    "redeploy_seconds": 3600,
    "declare_seconds": 3600,
    "charge_seconds": 3600,
    "losses_seconds": 3600,
}
"""No clock runs out while it is measured."""


def open_exercise(file: str, tables: int) -> Opened:
    """Begin an exercise of this number of tables of Kartenspiel for ten."""
    plans = tuple(
        TablePlan(table=TableId(number), game=GAME.name, options=_OPTIONS, seed=f"{number:064x}")
        for number in range(1, tables + 1)
    )
    return begin(file, Began(exercise="benchmark", tables=plans, codes=new_codes(plans)))


def admit(opened: Opened, keys: list[str], role: Role = Role.SEAT) -> None:
    """Admit keys, in the order of tables and seats, as the door does after a proof, and record it."""
    cards = [card for card in opened.exercise.codes if card.holder.role is role]
    entries = []
    for key, card in zip(keys, islice(cards, len(keys)), strict=True):
        holder: Grant = card.holder
        stimulus = Admitted(at=0, key=key, holder=holder, plate=card.code.plate)
        entries += written(stimulus, opened.exercise.handle(stimulus), TableId(0))
    opened.journal.append(entries)


def _hinder(order: dict[str, Any], opened: Opened) -> None:
    """Apply the ordered handicaps: a slow disk, seats that change their minds without end, and no strokes."""
    gate.CHANGES_MAX = order.get("changes_max", gate.CHANGES_MAX)
    if order.get("answers_at_once"):
        inbox.OPEN_ROLES = tuple(Role)
    commit, slow_ms = opened.journal.commit, order.get("disk_ms", 0)

    def slowly() -> None:
        commit()
        time.sleep(slow_ms / 1000)

    if slow_ms:
        opened.journal.commit = slowly  # type: ignore[method-assign]  # the disk of this run


async def _serve(order: dict[str, Any]) -> int:
    opened = open_exercise(order["file"], order["tables"])
    _hinder(order, opened)
    admit(opened, order["keys"])
    admit(opened, order["umpires"], Role.UMPIRE)
    loop = asyncio.get_running_loop()

    def ready(standing: RunningArbiter) -> None:
        loop.add_reader(sys.stdin.fileno(), standing.service.stop)
        codes = [str(card.code) for card in opened.exercise.codes if card.holder.role is Role.SEAT]
        answer = {
            "port": standing.port,
            "server_key": opened.journal.papers.curve_public,
            "codes": codes if order.get("codes") else [],
            "web_port": standing.web_port,
            "display_code": next(str(c.code) for c in opened.exercise.codes if c.holder.role is Role.DISPLAY),
            "umpire_code": next(str(c.code) for c in opened.exercise.codes if c.holder.role is Role.UMPIRE),
        }
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()

    place = ListenPlace(walled=order["walled"], near=Limits() if order.get("strict") else None)
    gateway = _gateway(order["web"]) if "web" in order else None
    return await host(
        opened, place, lambda *_: NoStandIns(), open_log(), ready=ready, gateway=gateway, on_signals=False
    )


def _gateway(files: dict[str, str]) -> ChildGateway:
    chain, key, keep = (Path(files[name]) for name in ("chain", "key", "keep"))
    return ChildGateway(chain=chain, key=key, keep=keep, also=(), hear=sys.stderr.write)


if __name__ == "__main__":
    lawful.keep_if_asked()
    sys.exit(asyncio.run(_serve(json.loads(sys.stdin.readline()))))
