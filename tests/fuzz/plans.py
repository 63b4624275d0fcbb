"""Targets: texts that people write: plans, scenarios, rosters, sheets of injects, deals, answers, rulings,
and typed lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from warcouncil.clients.commands.rule.rulings import TypedOrder, check_order, order_of, tables_of
from warcouncil.clients.plan.new.scenario_check import look_through
from warcouncil.clients.plan.reading.check import Checked, check
from warcouncil.clients.plan.reading.inject_sheet import InjectSheet, read_sheet
from warcouncil.clients.plan.text.option_text import BadInput, parse_deal, parse_settings
from warcouncil.clients.plan.text.roster import RosterFile, read_roster
from warcouncil.clients.room.rehearsal.rules_alone import AnswerLine, parse_answers
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text.faults import Unsound
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.protocol.words import TableId

from tests.fuzz.files import folder, written
from tests.fuzz.target import Target
from tests.games.scenario.broad import BROAD

DOCS = Path(__file__).parent.parent.parent / "docs"
PLAN = """[exercise]
name = "Jena"
start = "linked"
crews = true

[[tables]]
game = "kartenspiel"
count = 2
bots = ["red.army"]
clocks = { "Redeployment" = 60 }

[[tables]]
game = "hard_war"
name = "by the river"

[[people]]
name = "Ann"
table = 1
seat = "black.army"

[[umpires]]
role = "observer"
tables = [1]

[[injects]]
text = "It rains."
at = "12:30"
tables = [1, "by the river"]

[[wings]]
name = "West"
tables = [1]
"""
ANSWERS = b'{"gate": 1, "seat": "red.army", "answer": {"order": "attack", "moves": {"inf": {"I": 1}}}}\n{"type": "event"}\n'
RULINGS = (
    b'{"table": 1, "act": {"act": "extend", "seconds": 60}, "reason": "late"}',
    b'{"table": "1,3-5", "act": {"act": "tell", "text": "Take cover."}, "reason": "why", "gate": 2, "once": "a"}',
    b'{"act": {"act": "begin"}, "reason": "now"}',
)


def _told(found: Any) -> Any:
    """Check that every mistake is a readable line."""
    for fault in (*found.faults, *found.hints):
        assert "\n" not in str(fault)
    return found


def _plan(data: bytes) -> Checked:
    found: Checked = _told(check(data.decode("utf-8", "replace"), folder() / "a.toml"))
    assert (found.room is None) == bool(found.faults)
    return found


def _scenario(data: bytes) -> Scenario:
    text = data.decode("utf-8", "replace")
    read.cache_clear()
    _told(look_through(written("scenario.toml", text.encode())))
    return read(text)


def _roster(data: bytes) -> RosterFile:
    return _told(read_roster(data.decode("utf-8", "replace"), "roster.csv"))  # type: ignore[no-any-return]  # as it came


def _sheet(data: bytes) -> InjectSheet:
    return _told(read_sheet(written("injects.csv", data)))  # type: ignore[no-any-return]  # as it came


def _deal(data: bytes) -> Any:
    return parse_deal(data.decode("utf-8", "replace"), "deal")


def _pairs(data: bytes) -> Any:
    return parse_settings([pair for pair in data.decode("utf-8", "replace").split("\n") if "@" not in pair])


def _answers(data: bytes) -> tuple[AnswerLine, ...]:
    return parse_answers(data.decode("utf-8", "replace"), "answers")


def _ruling(data: bytes) -> TypedOrder:
    order = order_of("rulings: line 1", data.decode("utf-8", "replace"))
    check_order(order)
    return order


def _tables(data: bytes) -> tuple[TableId, ...]:
    return tables_of(data.decode("utf-8", "replace"), (TableId(1), TableId(2)))


def _plans() -> Iterator[bytes]:
    yield PLAN.encode()
    yield (DOCS / "sample-plan.toml").read_bytes()


def _scenarios() -> Iterator[bytes]:
    yield BROAD.encode()
    yield (DOCS.parent / "games" / "scenario" / "data" / "two_couriers.toml").read_bytes()


def _sheets() -> Iterator[bytes]:
    yield b"text,at,phase,occasion,after,name,at_hand,label,over,tables,seat,team,reply\nIt rains.,12 min 30 s,,,,a,,,,1 | 2,,,yes\n"
    yield 'sep=;\ntext;at;tables\n"a;b";0:12:30;3\n\'=1+1;90;\n'.encode("utf-16")


TARGETS = (
    Target("plan", _plan, kind="lines", seeds=_plans, steps=(60_000, 500), bytes_max=20_000),
    Target("scenario", _scenario, (Unsound, BadInput), None, "lines", _scenarios, (200_000, 3_000), 40_000),
    Target(
        "roster",
        _roster,
        kind="lines",
        seeds=lambda: iter(
            [(DOCS / "sample-roster.csv").read_bytes(), b"\xef\xbb\xbfname;table;seat\nAnn;1;red.army\n"]
        ),
        steps=(10_000, 200),
    ),
    Target("injects", _sheet, (BadInput,), None, "lines", _sheets, (10_000, 400)),
    Target(
        "deal",
        _deal,
        (BadInput,),
        None,
        "lines",
        lambda: iter([b"deck: 8 1 5\nhands.north: 3\nreshuffle: 1 2\n", b'{"deck": [1]}']),
    ),
    Target(
        "settings of games",
        _pairs,
        (BadInput,),
        None,
        "lines",
        lambda: iter([b"clock_seconds=60\nclocks.Talk=5\na=[1]"]),
    ),
    Target("answers", _answers, (BadInput,), None, "lines", lambda: iter([ANSWERS])),
    Target("rulings", _ruling, (BadInput,), seeds=lambda: iter(RULINGS)),
    Target("tables", _tables, (BadInput,), None, "bytes", lambda: iter([b"3", b"3,5-9", b"all", b"1-2"])),
)
