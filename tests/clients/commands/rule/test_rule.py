"""`warcouncil rule`: every act as a command, bad input in one line, and a ruling at a real arbiter."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

import pytest
from typer.testing import CliRunner, Result
from warcouncil.clients.commands.join.command_keys import alone
from warcouncil.clients.commands.rule import rule
from warcouncil.clients.commands.rule.one_shot_client import ArbiterToAsk
from warcouncil.clients.commands.rule.rulings import TypedOrder, tables_of
from warcouncil.clients.commands.rule.show import room_lines, wall_lines
from warcouncil.clients.link.identity import keyring
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.umpire.model.alarms import IDLE_MISSED
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.table.views import Ended, View
from warcouncil.protocol.wire.consoles import Alarm
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.shell.running import RED_ARMY, Running, arbiter
from tests.clients.umpire.builders import table
from tests.clients.umpire.test_idle import idle

ACTS: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "pause": (("pause",), {}),
    "begin": (("begin",), {}),
    "resume": (("resume",), {}),
    "extend": (("extend", "60"), {"seconds": 60}),
    "end_now": (("end-now",), {}),
    "void": (("void", "red.corps.2"), {"seat": "red.corps.2"}),
    "tell": (
        ("tell", "Two minutes", "--team", "red", "--reply"),
        {"seat": "", "team": "red", "text": "Two minutes", "reply": True},
    ),
    "give_to_bot": (("give-to-bot", "india", "--kind", "random"), {"seat": "india", "kind": "random"}),
    "give_back": (("give-back", "india"), {"seat": "india"}),
    "release": (("release",), {}),
    "answered": (("answer", "3", "Yes."), {"call": 3, "text": "Yes."}),
    "declare_for": (
        ("declare-for", "red.corps.2", '{"order": "attack"}'),
        {"seat": "red.corps.2", "answer": {"order": "attack"}},
    ),
    "go_back": (("go-back", "4"), {"to": 4}),
    "hold": (("hold",), {}),
    "end_game": (
        ("end-game", "Time is up", "--winner", "red"),
        {"winners": ["red"], "text": "Time is up"},
    ),
    "lay_open": (("lay-open",), {}),
    "fiat": (("fiat", "The bridge is down"), {"text": "The bridge is down"}),
    "amend": (("amend", "fact: It rains."), {"text": "fact: It rains."}),
    "set_clock": (("set-clock", "redeployment", "90"), {"phase": "redeployment", "seconds": 90}),
    "send_inject": (("send-inject", "3"), {"inject": 3}),
    "postpone": (("postpone", "300", "--inject", "2"), {"inject": 2, "seconds": 300}),
    "keep_back": (("keep-back", "2", "--drop"), {"inject": 2, "drop": True}),
    "reissue": (("reissue", "india"), {"seat": "india"}),
    "remove": (("remove", "india", "--strike"), {"seat": "india", "keep": False}),
    "renew": (("renew", "7k3", "--let-go"), {"plate": "7K3", "keep": False}),
    "reseat": (
        ("reseat", "india", "2", "pakistan"),
        {"seat": "india", "to_table": 2, "to_seat": "pakistan", "from_bots": True},
    ),
    "note": (("note", "A fine plan"), {"text": "A fine plan"}),
    "lockstep": (("lockstep", "combat", "night"), {"phases": ["combat", "night"]}),
    "results": (("results", "--hide"), {"shown": False}),
    "debrief": (("debrief",), {}),
    "put_away": (("put-away", "3"), {"alarm": 3}),
    "hand_over": (("hand-over",), {}),
    "approve": (("approve", "2"), {"number": 2}),
    "withdraw": (("withdraw", "2"), {"number": 2}),
}
AT_THE_EXERCISE = ("lockstep", "renew", "results", "debrief", "put_away", "hand_over", "approve", "withdraw")


def run(*words: str, given: str | None = None) -> Result:
    """Run a command."""
    return CliRunner().invoke(rule.app, [*words], input=given)


def test_every_act_has_its_command() -> None:
    """An umpire can do something in the console that a college cannot script."""
    assert set(ACTS) == {act.model_fields["act"].default for act in get_args(get_args(Act)[0])}


@pytest.mark.parametrize("act", ACTS)
def test_a_command_becomes_its_act(act: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A command does something else than its name says."""
    words, fields = ACTS[act]
    brought: list[tuple[TypedOrder, ArbiterToAsk]] = []

    def bring(order: TypedOrder, where: ArbiterToAsk, *, as_json: bool) -> int:
        brought.append((order, where))
        return 0

    monkeypatch.setattr(rule, "bring", bring)
    tables = () if act in AT_THE_EXERCISE else ("--table", "3,5-9", "--gate", "12")
    result = run(*words, *tables, "--reason", "why not", "--address", "h", "--code", "c", "--once", "w")
    assert result.exit_code == 0, result.output
    ((order, where),) = brought
    assert order.act.model_dump(mode="json") == {"act": act, **fields}
    assert (order.reason, order.once, where) == ("why not", "w", ArbiterToAsk("h", "c", 10.0))
    assert (order.tables, order.gate) == (("3,5-9", 12) if tables else ("0", 0))


BAD = {
    "no such table": (("pause", "-t", "3-1", "-r", "x"), "--table 3-1: '3-1' is not a table"),
    "more tables than a line means": (("pause", "-t", "5-9199,", "-r", "x"), "'' is not a table"),
    "a word for a table": (("pause", "-t", "one", "-r", "x"), "--table one"),
    "a table beyond all": (("pause", "-t", "99999999999", "-r", "x"), "--table 9999"),
    "no reason": (("pause", "-t", "1", "-r", " "), "--reason is missing"),
    "a reason of a page": (("pause", "-t", "1", "-r", "x" * 281), "reason: give at most 280 letters"),
    "a text of a page": (("fiat", "x" * 281, "-t", "1", "-r", "x"), "text: give at most 280 letters"),
    "more dice than fit": (
        ("fiat", "\U0001f3b2" * 280, "-t", "1", "-r", "\U0001f3b2" * 280),
        "too long for one message",
    ),
    "an answer that is no JSON": (
        ("declare-for", "india", "{", "-t", "1", "-r", "x"),
        "the answer, column 2",
    ),
    "an answer that is none": (("declare-for", "india", "7", "-t", "1", "-r", "x"), "answer"),
    "no such bot": (("give-to-bot", "india", "--kind", "clever", "-t", "1", "-r", "x"), "kind"),
    "both seat and team": (
        ("tell", "x", "--seat", "a", "--team", "b", "-t", "1", "-r", "x"),
        "--seat and --team",
    ),
    "two hours more": (("extend", "7200", "-t", "1", "-r", "x"), "seconds"),
    "no key": (
        ("pause", "-t", "1", "-r", "x"),
        "this machine has no umpire's key. Give --address and --code once",
    ),
    "a code without an address": (("status", "--code", "7K3-Q4MN-P2XT"), "--address"),
    "a code that is none": (("status", "--address", "127.0.0.1:1", "--code", "x"), "a code has 11"),
    "nobody there": (
        ("status", "--address", "127.0.0.1:1", "--code", "7K3-Q4MN-P2XT"),
        "no host is there",
    ),
    "no such file": (("run", "nowhere.jsonl"), "nowhere.jsonl: the file cannot be read"),
}


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test has a keyring of its own."""
    monkeypatch.setenv(keyring.HOME_VARIABLE, str(tmp_path / "keys"))


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_line_and_status_two(case: str) -> None:
    """An umpire in a hurry reads a traceback."""
    words, said = BAD[case]
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert result.output.count("\n") == 1


LINES = {
    "nothing": ("\n", "no ruling"),
    "no JSON": ('{"act": {"act": "pause"}, "reason": "x"}\n{', "line 2, column 2"),
    "no such act": ('{"act": {"act": "win"}, "reason": "x"}', "line 1: act"),
    "no reason": ('{"act": {"act": "pause"}, "reason": " "}', "line 1: --reason"),
    "an unknown field": ('{"act": {"act": "pause"}, "reason": "x", "when": "now"}', "line 1: when"),
    "a key twice": (
        '{"table": 1, "table": "all", "act": {"act": "pause"}, "reason": "x"}',
        "line 1: 'table' is written twice. Write it once",
    ),
    "what is no table": (
        '{"table": true, "act": {"act": "pause"}, "reason": "x"}',
        """line 1: table: write 3, or "3,5-9", or "all\"\n""",
    ),
    "half a character": (
        '{"act": {"act": "pause"}, "reason": "\\ud800"}',
        "line 1: this JSON cannot be sent",
    ),
    "what are no seconds": ('{"act": {"act": "extend", "seconds": true}, "reason": "x"}', "line 1: act"),
    "no such tables": (
        '{"act": {"act": "pause"}, "reason": "x"}\n{"table": "3-x", "act": {"act": "pause"}, "reason": "x"}',
        "line 2: --table 3-x: '3-x' is not a table",
    ),
}


@pytest.mark.parametrize("case", LINES)
def test_a_bad_line_stops_a_file_before_anything_is_sent(case: str) -> None:
    """Half of a script is carried out."""
    text, said = LINES[case]
    result = run("run", "-", given=text)
    assert result.exit_code == 2
    assert said in result.output


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[Running]:
    """Yield an arbiter with three tables."""
    async with arbiter(tmp_path / "exercise.warcouncil", tables=3) as up:
        yield up


async def command(*words: str, given: str | None = None) -> Result:
    """Run a command beside the arbiter."""
    return await asyncio.to_thread(run, *words, given=given)


def let_in(running: Running) -> None:
    """Store keys for commands, as if an umpire's code had been given."""
    for kind in ("rule", "watch"):
        keyring.keep(running.ticket("").model_copy(update={"kind": kind}))


async def come_in(running: Running) -> Result:
    """Get separate keys for commands, at the door."""
    result = await command("status", "--address", str(running.address), "--code", str(running.code("")))
    assert result.exit_code == 0, result.output
    return result


async def test_the_wall_is_shown_in_words(running: Running) -> None:
    """An umpire without a console does not see who is missing."""
    lines = (await come_in(running)).output.splitlines()
    assert lines[0] == "Exercise · 3 tables · 0/30 seats connected"
    assert re.match(r" +1  Turn 1 · Redeployment +(1:5\d|2:00) ", lines[1])
    assert lines[1].endswith("0/2  missing red.army, black.army")


def test_the_lines_name_the_game_and_the_winner_of_each_table() -> None:
    """Four games are shown as four turns with cut titles, and a finished table without its result."""
    title = "Turn 1 · Pakistan chooses: Friends of All Weathers"
    kashmir = table(2, title=title).model_copy(
        update={"game": "kashmir_crisis", "game_title": "Kashmir Crisis"}
    )
    won = Ended(winners=("Red",), reason="The line broke.")
    over = table(1, ended="The line broke.").model_copy(update={"name": "Jena", "result": won})
    lines = wall_lines("Room", (over, kashmir))
    assert re.match(r"   1  Jena · \w+ +Red won +over ", lines[1])
    assert f"   2  Kashmir Crisis      {title}  0:23" in lines[2]


def test_a_reply_is_not_called_a_call() -> None:
    """An umpire goes to a player who only wrote "On it, sire"."""
    reply = Alarm(table=TableId(1), text="On it, sire", call=2, seat=SeatId("red.army"), reply=True)
    said = wall_lines("Room", (table(1, alarms=(reply, reply.model_copy(update={"reply": False}))),))
    assert said[2:] == ["      ! reply 2 of red.army: On it, sire", "      ! call 2 of red.army: On it, sire"]


def test_inactive_seats_are_in_the_lines_too() -> None:
    """The console has an alarm, but an umpire by command sees a table without problems."""
    assert wall_lines("Room", (idle(IDLE_MISSED),))[2:] == [
        f"      ! Black corps III (Bob): {IDLE_MISSED} answers missed in a row"
    ]
    assert not wall_lines("Room", (idle(IDLE_MISSED - 1),))[2:]
    assert not wall_lines("Room", (idle(9).model_copy(update={"held": "a fault"}),))[2:]


async def test_tables_are_paused_by_a_command(running: Running) -> None:
    """A college cannot script the room, because the output or the exit status does not show the result of each
    table.
    """
    let_in(running)
    paused = await command("pause", "--table", "1,3", "--reason", "a break")
    assert (paused.exit_code, paused.output) == (0, "table 1: done\ntable 3: done\n")
    assert [bool(table.paused) for table in running.opened.exercise.tables.values()] == [True, False, True]
    again = await command("pause", "--table", "all", "--reason", "a break", "--json")
    assert again.exit_code == 1
    fates = [json.loads(line) for line in again.output.splitlines()]
    assert [(one["table"], one["fate"], one.get("code")) for one in fates] == [
        (1, "refused", "paused"),
        (2, "done", None),
        (3, "refused", "paused"),
    ]
    missing = await command("pause", "--reason", "a break")
    assert (missing.exit_code, "Name some of the 3 tables" in missing.output) == (2, True)


async def test_a_ruling_for_a_question_that_has_closed_is_refused(running: Running) -> None:
    """A script acts on a question that it did not mean."""
    let_in(running)
    late = await command("end-now", "--table", "2", "--gate", "7", "--reason", "x")
    assert (late.exit_code, late.output.startswith("table 2: refused (stale)")) == (1, True)


async def test_a_ruling_that_is_to_happen_once_happens_once(running: Running) -> None:
    """A script that repeats a ruling gives a table twice the time."""
    let_in(running)
    words = ("extend", "60", "--table", "2", "--reason", "late", "--once", "more time for two")
    for _ in range(2):
        assert (await command(*words)).output == "table 2: done\n"
    clock = running.opened.exercise.tables[TableId(2)].clock
    assert clock
    assert clock.total_ms == 180_000


async def test_a_new_code_is_printed_and_can_be_used_to_join(running: Running) -> None:
    """A player who lost the card stays outside."""
    let_in(running)
    result = await command("reissue", RED_ARMY, "--table", "1", "--reason", "lost")
    assert result.output == f"table 1: done. The new code is {running.code(RED_ARMY)}\n"


async def test_a_file_of_rulings_is_carried_out_in_order(running: Running) -> None:
    """A script cannot prepare a complete morning."""
    let_in(running)
    lines = [
        {"table": "all", "act": {"act": "pause"}, "reason": "a break"},
        {"table": 2, "act": {"act": "resume"}, "reason": "the break is over"},
        {"act": {"act": "lockstep", "phases": ["Redeployment"]}, "reason": "together"},
    ]
    result = await command("run", "-", given="\n".join(json.dumps(line) for line in lines))
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "table 1: done",
        "table 2: done",
        "table 3: done",
        "table 2: done",
        "exercise: done",
    ]


async def test_a_line_of_a_file_ends_where_json_lines_end(running: Running) -> None:
    """A line separator that JSON allows cuts a ruling in two, and neither half is JSON.

    With an editor's byte order mark none is.
    """
    let_in(running)
    line = {"table": 1, "act": {"act": "note", "text": "one\u2028two\x85three"}, "reason": "x"}
    result = await command("run", "-", given="\ufeff" + json.dumps(line, ensure_ascii=False) + "\r\n")
    assert result.output == "table 1: done\n"


async def test_a_line_of_a_file_with_missing_tables_is_named(running: Running) -> None:
    """A user with two hundred rulings must look for the faulty one."""
    let_in(running)
    lines = [{"table": tables, "act": {"act": "pause"}, "reason": "x"} for tables in ("1", "2-4", "3")]
    result = await command("run", "-", given="\n".join(json.dumps(line) for line in lines))
    assert (result.exit_code, result.output) == (
        2,
        "warcouncil: standard input: line 2: --table 2-4: the last table here is 3\n",
    )


def test_an_input_that_is_no_text_is_refused_in_one_line() -> None:
    """A file of another program, piped in, causes a traceback."""
    result = CliRunner().invoke(rule.app, ["run", "-"], input=b"\xff\n")
    assert (result.exit_code, result.output) == (2, "warcouncil: standard input: this is not text in UTF-8\n")


async def test_a_grave_ruling_waits_for_a_second_umpire(running: Running) -> None:
    """A script believes in a ruling that was not seconded, or cannot second one."""
    let_in(running)
    running.opened.exercise.room.seconds.wanted = True
    words = "waits for a second umpire as number 1 (warcouncil rule approve 1)"
    asked = await command("fiat", "The bridge is down.", "--table", "2", "--reason", "rain")
    assert (asked.exit_code, asked.output) == (0, f"table 2: {words}\n")
    own = await command("approve", "1", "--reason", "yes")
    assert (own.exit_code, own.output.startswith("exercise: refused (not_allowed)")) == (1, True)
    assert "number 1 waits for a second umpire: a ruling" in (await command("status")).output
    keyring.keep(running.ticket("").model_copy(update={"kind": "rule"}))
    assert (await command("approve", "1", "--reason", "yes")).output == "exercise: done\n"
    assert running.opened.exercise.tables[TableId(2)].story.decrees == ["The bridge is down."]


async def test_a_look_is_written_as_json(running: Running) -> None:
    """A script cannot see what an umpire sees."""
    let_in(running)
    seen = json.loads((await command("look", RED_ARMY, "--table", "1")).output)
    assert (seen["seat"], View.model_validate(seen["view"]).form is not None) == (RED_ARMY, True)
    room = json.loads((await command("room", "--table", "2")).output)
    assert (room["type"], room["table"]) == ("room", 2)
    wall = json.loads((await command("status", "--json")).output)
    assert [table["table"] for table in wall["tables"]] == [1, 2, 3]
    news = (await command("watch", "--table", "2", "--seconds", "0.2")).output.splitlines()
    assert [json.loads(line)["type"] for line in news] == ["wall", "table", "table", "table", "room"]
    nobody = await command("look", "red.navy", "--table", "1")
    assert (nobody.exit_code, nobody.output.startswith("refused (no_such)")) == (1, True)


async def test_an_alarm_that_belongs_to_no_table_is_shown_and_put_away_by_its_number(
    running: Running,
) -> None:
    """An umpire without a console does not learn that the backup fails, and cannot put the alarm away."""
    let_in(running)
    running.opened.exercise.room.consoles.backed("the disk is full")
    words = "      ! no backup: the disk is full (warcouncil rule put-away 10001)"
    assert words in (await command("status")).output.splitlines()
    alarms = json.loads((await command("status", "--json")).output)["alarms"]
    assert [(alarm["number"], alarm["text"]) for alarm in alarms] == [(10_001, "no backup: the disk is full")]
    assert (await command("put-away", "10001", "--reason", "seen")).output == "exercise: done\n"
    assert "no backup" not in (await command("status")).output
    assert json.loads((await command("status", "--json")).output)["alarms"] == []
    of_a_wing = room_lines("North wing", [Alarm(table=TableId(0), text="no backup", number=3)])
    assert of_a_wing == ["      ! North wing: no backup (warcouncil rule put-away 3 --wing 'North wing')"]


async def test_a_seats_code_is_no_umpires(running: Running) -> None:
    """A player can try the umpire's commands, or takes the seat from its silent holder by mistake."""
    holder = running.ticket(RED_ARMY).public
    result = await command("status", "--address", str(running.address), "--code", str(running.code(RED_ARMY)))
    assert result.exit_code == 2
    assert "This card is for a seat. Use it with `warcouncil join`." in result.output
    assert holder in running.opened.exercise.keys


async def test_commands_have_keys_of_their_own(running: Running) -> None:
    """A command disconnects the umpire's open console, or another command that watches."""
    await come_in(running)
    first = {ticket.kind: ticket.public for ticket in keyring.tickets()}
    await come_in(running)
    second = {ticket.kind: ticket.public for ticket in keyring.tickets()}
    assert set(first) == set(second) == {"rule", "watch"}
    assert len({*first.values(), *second.values()}) == 4
    assert len(keyring.tickets()) == 2


async def test_one_may_watch_while_others_rule_and_none_is_lost(running: Running) -> None:
    """A script that rules ends the one that watches, or two that rule end each other."""
    let_in(running)
    program = "from clients.commands.rule.rule import app; app()"
    words = (sys.executable, "-c", program)

    async def start(*more: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *words, *more, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )

    watching = await start("watch")
    assert watching.stdout
    assert b'"wall"' in await watching.stdout.readline()
    ruling = [await start("pause", "--table", str(table), "--reason", "a break") for table in (1, 2, 3)]
    said = [(await process.communicate())[0].decode() for process in ruling]
    assert said == [f"table {table}: done\n" for table in (1, 2, 3)]
    seen: set[int] = set()
    async with asyncio.timeout(60):
        while seen != {1, 2, 3}:
            news = json.loads(await watching.stdout.readline())
            if news["type"] == "table" and news["paused"] == "a break":
                seen.add(news["table"])
    watching.terminate()
    await watching.wait()


def test_a_key_that_is_in_use_is_waited_for_and_then_given_up() -> None:
    """Two commands at once end each other's session, or one hangs for ever."""
    ticket = keyring.keep(
        keyring.Ticket(exercise="E", host="h", port=1, server_key="s" * 40, public="p" * 40, secret="x" * 40)
    )
    with alone(ticket, 0.1), pytest.raises(BadInput, match="another command"), alone(ticket, 0.1):
        pass
    with alone(ticket, 0.1):
        pass


def test_a_range_that_ends_beyond_the_last_table_is_one_line() -> None:
    """Nine thousand rulings are sent to a room of two tables, and nine thousand refusals are written."""
    known = (TableId(1), TableId(2))
    assert tables_of("1-2", known) == tables_of("all", known) == known
    assert tables_of("7", known) == (7,), "the arbiter says so"
    with pytest.raises(BadInput, match="--table 1,2-9199: the last table here is 2"):
        tables_of("1,2-9199", known)
