"""Commands over several arbiters of one event.

Each ruling goes to the arbiter of its table, and a missing arbiter is reported.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result
from warcouncil.arbiter.core.words.stimuli import STIMULUS, Received
from warcouncil.arbiter.shell.service import journal
from warcouncil.clients.commands.host.wings import WingProcess
from warcouncil.clients.commands.rule import rule, rulings
from warcouncil.clients.commands.rule.one_shot_client import ArbiterToAsk, AwayWing, HeadlessUmpires
from warcouncil.clients.commands.rule.rulings import TypedOrder
from warcouncil.clients.link.identity import keyring
from warcouncil.clients.plan.cards.event_file import write_events
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.umpire.acts.headless_umpire import HeadlessUmpire, HeadlessUmpireError, RulingOutcome
from warcouncil.clients.umpire.model.orders import Fate
from warcouncil.protocol.acts import acts
from warcouncil.protocol.acts.room_acts import Lockstep
from warcouncil.protocol.wire import requests
from warcouncil.protocol.words import GateNo, MessageId, TableId

from tests.clients.commands.wings_up import two_wings
from tests.clients.umpire.builders import table

EVENT = '[[wings]]\nname = "North"\naddress = "127.0.0.1:1"\ncode = "7K3-Q4MN-P2XT"\ntables = [1]\n'


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test has a keyring and a folder of its own."""
    monkeypatch.setenv(keyring.HOME_VARIABLE, str(tmp_path / "keys"))
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Result:
    """Run a command."""
    return CliRunner().invoke(rule.app, [*words])


def ruled(file: str) -> list[tuple[str, int]]:
    """Return the rulings that a journal holds, each with its table. No arbiter may be running."""
    opened = journal.resume(Path(file))
    try:
        inputs = [STIMULUS.validate_json(row.body) for row in opened.rows() if row.kind == "received"]
    finally:
        opened.close()
    return [
        (one.body.act.act, one.body.table)
        for one in inputs
        if isinstance(one, Received) and isinstance(one.body, requests.Rule)
    ]


def order(event: Path) -> list[tuple[int, str]]:
    """Rule at both wings, with one event file, and return the output."""
    found = [
        run(*words, "--event", str(event), "--wait", "30")
        for words in (
            ("status",),
            ("begin", "--table", "all", "--reason", "it is nine"),
            ("pause", "--table", "2", "--reason", "a question"),
            ("results", "--reason", "lunch"),
            ("put-away", "1", "--reason", "seen"),
            ("hold", "--table", "3", "--reason", "x"),
            ("reseat", "red.army", "2", "red.army", "--table", "1", "--reason", "x"),
        )
    ]
    return [(one.exit_code, one.output) for one in found]


def order_without_one(event: Path) -> list[tuple[int, str]]:
    """Rule at both wings while one of them is away, and return the output without its reason."""
    found = [
        run(*words, "--event", str(event), "--wait", "2")
        for words in (
            ("hold", "--table", "1-2", "--reason", "smoke"),
            ("status",),
            ("status", "--json"),
            ("look", "--table", "2"),
            ("pause", "--table", "2", "--reason", "smoke", "--wing", "north"),
        )
    ]
    return [(one.exit_code, one.stdout) for one in found]


def test_an_order_reaches_every_wing_and_one_that_is_away_is_said(tmp_path: Path) -> None:
    """A script pauses half a room and believes that it paused it all, or an order is in the journal of another
    wing.
    """
    with two_wings(tmp_path) as begun:
        event, *_ = write_events(tmp_path / "jena", "Jena", [one.held for one in begun])
        status, began, paused, results, put_away, nowhere, moved = order(event)
        assert len(keyring.tickets()) == 4, "two keys for commands at each arbiter, asked for once"
        kill(begun[1])
        held, wall, values, look, elsewhere = order_without_one(event)
        files = [str(one.said["file"]) for one in begun]
    assert (status[0], status[1].splitlines()[0]) == (0, "Jena · 2 tables · 20/20 seats connected")
    assert began == (0, "table 1: done\ntable 2: done\n")
    assert paused == (0, "table 2: done\n")
    assert results == (0, "North: done\nSouth: done\n")
    assert put_away[0] == 2
    assert "Name it with --wing: North, South" in put_away[1]
    assert nowhere == (1, "table 3: NOT DONE: no wing that can be reached has this table. Nothing was sent\n")
    assert moved == (2, "warcouncil: table 2 is in South. A player cannot move to another wing\n")
    assert held == (1, "table 1: done\ntable 2: NOT DONE: South is not connected: nothing was sent there\n")
    assert wall[0] == 1
    assert wall[1].splitlines()[0].startswith("Jena · North · 1 table")
    assert wall[1].splitlines()[-1] == "      ! South is away: table 2 is not shown"
    north, south = json.loads(values[1])["wings"]
    assert north == {"name": "North", "tables": [1], "alarms": []}
    assert (south["name"], south["tables"]) == ("South", [2])
    assert look == (1, "")
    assert elsewhere == (1, "table 2: refused (no_such): There is no table 2.\n")
    assert [ruled(file) for file in files] == [
        [("begin", 1), ("results", 0), ("hold", 1)],
        [("begin", 2), ("pause", 2), ("results", 0)],
    ]


def kill(one: WingProcess) -> None:
    """End an arbiter as a power cut does."""
    one.process.kill()
    one.process.wait()


BAD = {
    "an address beside an event": (("--event", "e.toml", "--address", "10.0.0.5"), "Leave --address"),
    "a code beside an event": (("--event", "e.toml", "--code", "-"), "Leave --address and --code out"),
    "a wing of nothing": (("--wing", "North"), "--wing needs the event file"),
    "no such wing": (("--event", "e.toml", "--wing", "Nord"), "--wing Nord: there is no such wing"),
    "a file twice": (("--event", "e.toml", "--event", "e.toml"), "two wings are called 'North'"),
    "no such file": (("--event", "f.toml"), "f.toml"),
    "nobody there": (("--event", "e.toml"), "no host is there"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_wrong_command_is_one_line_and_status_two(case: str, tmp_path: Path) -> None:
    """An umpire in a hurry reads a traceback, or an order goes to the wrong room."""
    (tmp_path / "e.toml").write_text(EVENT, "utf-8")
    words, said = BAD[case]
    result = run("status", *words)
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert said in result.output


class Asked(HeadlessUmpire):
    """A steward without an arbiter: it carries out an order, or is lost."""

    def __init__(self, *tables: int, lost: str = "") -> None:
        self.tables = dict.fromkeys(map(TableId, tables))  # type: ignore[assignment]  # only their numbers are asked for
        self.asked: list[TableId] = []
        self._lost = lost

    async def carry_out(self, rulings: object) -> list[RulingOutcome]:
        """Carry out an order."""
        if self._lost:
            raise HeadlessUmpireError(self._lost)
        assert isinstance(rulings, list)
        self.asked += [rule.table for rule in rulings]
        return [RulingOutcome(rule, Fate.DONE) for rule in rulings]


def holding(table: int) -> requests.Rule:
    """Make a ruling."""
    return requests.Rule(id=MessageId(f"{table:032x}"), table=TableId(table), act=acts.Hold(), reason="x")


def outcomes(umpires: HeadlessUmpires, *tables: int) -> list[tuple[int, Fate, str]]:
    """Return the results of an order at these tables."""
    rulings = [(umpires.wing_of(TableId(table)), holding(table)) for table in tables]
    found = asyncio.run(umpires.carry_out(rulings))
    return [(outcome.table, outcome.fate, outcome.text) for outcome in found]


def test_a_wing_that_is_lost_in_mid_order_leaves_its_tables_unknown() -> None:
    """The results of the other wings are not shown, or an unanswered order is called done."""
    north = Asked(1, 2)
    umpires = HeadlessUmpires({"North": north, "South": Asked(3, lost="ended")})
    assert outcomes(umpires, 3, 1) == [
        (3, Fate.UNKNOWN, "South was lost before it answered (ended)"),
        (1, Fate.DONE, ""),
    ]
    assert outcomes(umpires, 3, 2) == [
        (3, Fate.REFUSED, "South is not connected: nothing was sent there"),
        (2, Fate.DONE, ""),
    ]
    assert north.asked == [1, 2]
    with pytest.raises(HeadlessUmpireError):
        outcomes(HeadlessUmpires({"": Asked(1, lost="ended")}), 1)


def test_an_unknown_table_may_belong_to_the_missing_wing() -> None:
    """An old event file names no tables.

    An umpire who reads that no arbiter has the table believes that it does not exist.
    """
    umpires = HeadlessUmpires({"North": Asked(1)}, [AwayWing("South", (), "it is off")])
    assert outcomes(umpires, 2) == [
        (
            2,
            Fate.REFUSED,
            (
                "no wing that can be reached has this table, and the tables of South are not known. Nothing was sent"
            ),
        )
    ]
    one = Asked(1)
    assert outcomes(HeadlessUmpires({"": one}), 7) == [(7, Fate.DONE, "")], "one arbiter alone says so itself"
    assert one.asked == [7]


def test_a_number_that_two_arbiters_have_is_no_table() -> None:
    """A ruling reaches one of two tables, and the umpire does not know which."""
    with pytest.raises(BadInput, match="North and South both have a table 2"):
        HeadlessUmpires({"North": Asked(1, 2), "South": Asked(2)})


def test_each_wing_is_asked_by_a_command_to_keep_step_at_its_own_phases() -> None:
    """In an event of two games every wing refuses the complete ruling, because it contains a phase of the other
    game.
    """
    wings = {"North": Asked(1), "South": Asked(2)}
    for game, phase, wing in (("War", "Battle", "North"), ("Peace", "Talk", "South")):
        told = {"phase": phase, "game_title": game}
        wings[wing].tables = {n: table(n).model_copy(update=told) for n in wings[wing].tables}
    order = TypedOrder(Lockstep(phases=("Battle", "Talk")), reason="x", tables="0", gate=GateNo(0), once="y")
    there = HeadlessUmpires(wings, [AwayWing("East", (), "it is off")])
    acts_of = {wing: rule.act for wing, rule in rulings._rulings(order, there)}
    assert acts_of == {
        "North": Lockstep(phases=("Battle",)),
        "South": Lockstep(phases=("Talk",)),
        "East": order.act,
    }


def test_one_wing_of_an_event_is_an_arbiter_alone(tmp_path: Path) -> None:
    """An act with the number of a call or an approval of one wing is impossible."""
    file = tmp_path / "e.toml"
    file.write_text(EVENT + EVENT.replace("North", "South"), "utf-8")
    named = ArbiterToAsk("", "", 1.0, (file,), "south").named()
    assert [(one.name, one.tables) for one in named] == [("", (1,))]
