"""The account of a busy morning, gathered from the journal, equals the events in the room: decisions, times and
results.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from warcouncil.arbiter.core.room import rulings, seat_requests, table_acts
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import Resumed
from warcouncil.arbiter.record.account.account import By, MomentKind, TableAccount
from warcouncil.arbiter.record.account.audience import Audience
from warcouncil.arbiter.record.account.eyes import story
from warcouncil.arbiter.record.account.gathering import gather, other_rules, unknown_games
from warcouncil.arbiter.record.account.watching import TableWatch
from warcouncil.arbiter.record.export.rows import tables_of
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.clients.room.films.make_film import film_of
from warcouncil.games import registry
from warcouncil.games.kit.play import codec
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import TableId, plain

from tests.arbiter.core.harness import Room, load
from tests.arbiter.core.room.test_recovery import FOE, LAST, MATE, ONE, RED, TWO, morning
from tests.arbiter.record.files import keep


@pytest.fixture(scope="module")
def room() -> Room:
    """A morning in which everything happens, with a crash at its end."""
    lived = morning(Room, second=False)
    lived.crash()
    return lived


@pytest.fixture(scope="module")
def accounts(room: Room, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[TableId, TableAccount]]:
    """The accounts in its file."""
    file = keep(tmp_path_factory.mktemp("record") / "jena", room.journal)
    with open_record(file) as record:
        yield gather(record, load=load)


def _closings(rows: list[Row], table: TableId) -> list[dict[str, object]]:
    return [json.loads(row.body) for row in rows if row.kind == "closed" and row.table == table]


def _texts(account: TableAccount, kind: MomentKind) -> list[str]:
    return [moment.text for moment in account.moments if moment.kind is kind]


@pytest.mark.parametrize("number", [ONE, TWO])
def test_every_gate_is_there_with_the_position_it_opened_with(
    room: Room, accounts: dict[TableId, TableAccount], number: TableId
) -> None:
    """A debrief leaves a question out, or shows another position than the players had."""
    account, closings = accounts[number], _closings(room.journal, number)
    assert not account.doubt
    assert [gate.number for gate in account.gates] == list(range(1, len(closings) + 1))
    game = account.game
    digests = [codec.digest(codec.dump_state(game, gate.state)) for gate in account.gates]
    assert digests == [closing["digest"] for closing in closings]
    assert [gate.digest for gate in account.gates[:-1]] == digests[1:]
    assert account.gates[-1].closed_at is None


def test_decisions_name_their_author_and_their_duration(accounts: dict[TableId, TableAccount]) -> None:
    """A silent seat is shown as one that chose, or an umpire's answer as a player's."""
    account = accounts[ONE]
    bids = next(gate for gate in account.gates if gate.asks and gate.asks.name == "Bidding")
    decided = {decision.seat: decision for decision in bids.decisions}
    assert decided[FOE].by is By.UMPIRE
    assert decided[FOE].times == 1
    assert decided[RED].by is By.DRAFT
    assert (decided[LAST].by, decided[LAST].struck) == (By.NOBODY, True)
    bots = [one for gate in account.gates for one in gate.decisions if one.by is By.BOT]
    assert bots
    assert {one.seat for one in bots} == {MATE}
    sealed = [one for gate in account.gates for one in gate.decisions if one.by is By.SEAT]
    assert all(one.answer is not None and one.first_ms is not None for one in sealed)


def test_the_account_has_all_lines_and_agreements(accounts: dict[TableId, TableAccount]) -> None:
    """The account does not show who received a line, and so what a seat knew."""
    account = accounts[ONE]
    said = [moment for moment in account.moments if moment.kind is MomentKind.SPOKE]
    assert [(one.seat, one.text) for one in said] == [(RED, "good morning")]
    assert set(said[0].to) == set(account.seats)
    deals = [moment for moment in account.moments if moment.kind in (MomentKind.PROPOSED, MomentKind.SETTLED)]
    assert [(one.kind, one.seat, one.text) for one in deals][:3] == [
        (MomentKind.PROPOSED, RED, "peace?"),
        (MomentKind.PROPOSED, RED, "war?"),
        (MomentKind.SETTLED, FOE, "accepted: peace?"),
    ]
    assert "lapsed: war?" in [one.text for one in deals]
    assert _texts(account, MomentKind.CALLED) == ["may we?", "we hold"]
    assert "you may" in _texts(account, MomentKind.ANSWERED)
    assert {"Rain.", "What now?"} <= set(_texts(account, MomentKind.TOLD))


def test_the_account_has_all_acts_of_umpires(accounts: dict[TableId, TableAccount]) -> None:
    """A tutor cannot say why the clock was stopped, or which moments they marked."""
    account = accounts[ONE]
    assert _texts(account, MomentKind.NOTED) == ["watch this (because)"]
    rulings = _texts(account, MomentKind.RULED)
    assert "held the table (because)" in rulings
    assert "took the table back to question 2 (because)" in rulings
    assert [gate.by_ruling for gate in account.gates if gate.by_ruling]
    stopped = [moment for moment in accounts[TWO].moments if moment.kind is MomentKind.STOPPED]
    ran = [moment for moment in accounts[TWO].moments if moment.kind is MomentKind.RAN]
    assert "because" in stopped[0].text
    assert next(moment for moment in ran if moment.seq > stopped[0].seq).at >= stopped[0].at
    assert {moment.seat for moment in account.moments if moment.kind is MomentKind.BOT} >= {MATE}


def test_time_of_a_stopped_clock_is_no_seats_time(accounts: dict[TableId, TableAccount]) -> None:
    """A seat is called slow because the clock was stopped while an umpire spoke."""
    for account in accounts.values():
        for gate in account.gates:
            if gate.closed_at is None:
                continue
            ran = gate.closed_at - gate.opened_at - gate.stood_ms
            assert ran >= 0
            for decision in gate.decisions:
                assert decision.last_ms is None or 0 <= (decision.first_ms or 0) <= decision.last_ms <= ran
    assert accounts[TWO].gates[0].stood_ms > 0


def test_moments_are_in_order(accounts: dict[TableId, TableAccount]) -> None:
    """Moments are out of order, so a reader who steps through a game goes back and forth."""
    for account in accounts.values():
        order = [(moment.seq, moment.at) for moment in account.moments]
        assert order == sorted(order)
        opened = [moment.gate for moment in account.moments if moment.kind is MomentKind.OPENED]
        assert opened == [gate.number for gate in account.gates]


def test_one_table_is_told_alone_as_among_others(room: Room, tmp_path: Path) -> None:
    """The account of one table alone differs from its account among others."""
    with open_record(keep(tmp_path / "jena", room.journal)) as record:
        together = gather(record, load=load)
        for number in (ONE, TWO):
            assert gather(record, (number,), load=load)[number] == together[number]


def test_a_changed_mind_is_counted(tmp_path: Path) -> None:
    """The debrief does not show how often a seat changed its answer."""
    lived = Room("sealed_bid")
    people = lived.sit_all()
    card = lived.table.state.hands[RED]
    for n, choice in enumerate((card[0], card[1], card[0])):
        lived.at = 1000 * (n + 1)
        lived.declare(people[RED], {"card": str(choice)})
    with open_record(keep(tmp_path / "jena", lived.journal)) as record:
        account = gather(record, load=load)[ONE]
    assert [m.kind for m in account.moments if m.seat == RED and m.kind is not MomentKind.CAME] == [
        MomentKind.SEALED,
        MomentKind.CHANGED,
        MomentKind.CHANGED,
    ]


@pytest.mark.parametrize("again", [False, True])
def test_a_readiness_that_was_taken_back_is_told_and_does_not_count(tmp_path: Path, again: bool) -> None:
    """A debrief reports a seat as ready which was not, or does not show that it changed its mind."""
    lived = Room("sealed_bid", {"talk": "public", "talk_seconds": 60})
    people = lived.sit_all()
    answers: tuple[Answer, ...] = ({"ready": "ready"}, {}, {"ready": "ready"})
    for answer in answers[: 3 if again else 2]:
        lived.at += 1000
        lived.declare(people[RED], answer)
    lived.wait(60_000)
    assert lived.table.gate == 2
    file = keep(tmp_path / "jena", lived.journal)
    with open_record(file) as record:
        account = gather(record, load=load)[ONE]
    whole, bare = film_of(file, load=load), film_of(file, load=registry.load)
    kinds = [moment.kind.value for moment in account.moments if moment.seat == RED]
    assert kinds == ["came", "sealed", "taken_back", *(["sealed"] if again else [])]
    decision = next(one for one in account.gates[0].decisions if one.seat == RED)
    expected = (By.SEAT, 2, 1000, 3000) if again else (By.RULES, 0, None, None)
    assert (decision.by, decision.times, decision.first_ms, decision.last_ms) == expected
    for film in (whole, bare):
        marks = [mark.kind.value for mark in film.marks(film.eyes[-1]) if mark.seat == RED]
        assert marks == kinds


def test_rules_that_come_to_something_else_do_not_change_what_was(tmp_path: Path) -> None:
    """A game with corrected rules shows a battle that was never fought."""
    lived = Room("sealed_bid")
    lived.sit_all()
    lived.play(1)
    rows = []
    for row in lived.journal:
        body = row.body
        if row.kind == "closed" and row.seq == lived.journal[-1].seq:
            told = json.loads(body)
            state = json.loads(told["record"]["state"])
            state["clock_seconds"] += 1
            told["record"]["state"] = json.dumps(state)
            told["digest"] = "0" * 32
            body = json.dumps(told).encode()
        rows.append(row._replace(body=body))
    with open_record(keep(tmp_path / "jena", rows)) as record:
        account = gather(record, load=load)[ONE]
    assert "the rules give another result" in account.doubt
    dumped = json.loads(codec.dump_state(account.game, account.gates[-1].state))
    assert dumped == json.loads(json.loads(rows[-1].body)["record"]["state"])


def test_a_game_that_is_not_here_leaves_the_others_readable(room: Room, tmp_path: Path) -> None:
    """If one game is not installed, the debrief fails for all tables."""
    with open_record(keep(tmp_path / "jena", room.journal)) as record:
        assert unknown_games(record) == {ONE: "sealed_bid", TWO: "sealed_bid"}
        assert gather(record) == {}
        assert other_rules(record, load) == {}


def test_a_damaged_record_is_where_the_story_ends(room: Room, tmp_path: Path) -> None:
    """A debrief reads records after the damage, which may be false."""
    file = keep(tmp_path / "jena", room.journal)
    data = bytearray(file.read_bytes())
    place = data.index(b"good morning")
    data[place] ^= 1
    file.write_bytes(data)
    with open_record(file) as record:
        assert record.fault == f"record {record.whole + 1} is damaged or was changed"
        assert 0 < record.whole < len(room.journal)
        told = gather(record, load=load)[ONE]
    assert not [moment for moment in told.moments if moment.kind is MomentKind.SPOKE]


def test_a_crash_is_no_part_of_a_table(room: Room, accounts: dict[TableId, TableAccount]) -> None:
    """A resume is shown like an act of a player at the table."""
    assert Resumed.model_validate_json(room.journal[-1].body).at == room.at
    for account in accounts.values():
        assert account.moments[-1].seq < room.journal[-1].seq


FOREIGN = {
    "a closing without its record": ("closed", {"record": None}, ""),
    "a closing without its question": ("closed", {"gate": None}, "a newer version of warcouncil wrote it"),
    "another kind than its own": ("due", {"kind": "ticked"}, "a newer version of warcouncil wrote it"),
}


@pytest.mark.parametrize("case", FOREIGN)
def test_a_record_that_was_written_by_hand_is_named(case: str, room: Room, tmp_path: Path) -> None:
    """A host who debriefs such a file sees a traceback instead of the number of the record."""
    kind, change, said = FOREIGN[case]
    at = [n for n, row in enumerate(room.journal) if row.kind == kind][3]
    rows = [*room.journal]
    body = {name: value for name, value in (json.loads(rows[at].body) | change).items() if value is not None}
    rows[at] = rows[at]._replace(body=json.dumps(body).encode())
    with open_record(keep(tmp_path / "jena", rows)) as record:
        if not said:
            assert gather(record, load=load)
            return
        with pytest.raises(JournalError, match=f"record {at + 1}: {said}"):
            gather(record, load=load)


def test_a_record_that_fits_nothing_before_it_is_named(room: Room, tmp_path: Path) -> None:
    """A record that cannot be replayed ends a debrief with a traceback, whatever the cause."""
    with (
        open_record(keep(tmp_path / "jena", room.journal)) as record,
        patch.object(TableWatch, "look", side_effect=IndexError),
        pytest.raises(JournalError, match="record 1 does not fit the records before it"),
    ):
        gather(record, load=load)


def test_events_that_the_game_cannot_tell_are_left_out(room: Room, tmp_path: Path) -> None:
    """An unknown name in an event that was written by hand ends every report about it with a traceback."""
    rows = [*room.journal]
    at = next(n for n, row in enumerate(rows) if b'"BidShown"' in row.body and row.table == ONE)
    body = json.loads(rows[at].body)
    body["digest"] = "0" * 32
    body["record"]["events"] = [
        event | {"bidder": "nobody"} if "bidder" in event else event for event in body["record"]["events"]
    ]
    rows[at] = rows[at]._replace(body=json.dumps(body).encode())
    with open_record(keep(tmp_path / "jena", rows)) as record:
        account = gather(record, load=load)[ONE]
        assert account.doubt
        assert tables_of(record, {ONE: account})["gates"]
    assert account.gate(body["gate"]).events == ()


def test_no_text_of_an_account_can_be_obeyed_by_a_terminal(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person puts control characters into a file, and a report, a replay or an export writes them to its
    reader's terminal.
    """
    for module in (seat_requests, rulings, table_acts):
        monkeypatch.setattr(module, "clean", lambda text, *_: text)  # as if an older arbiter had accepted it
    rows = [
        row._replace(body=row.body.replace(b'"text":"', b'"text":"\\u202e\\u001b[31m'))
        for row in room.journal
    ]
    with open_record(keep(tmp_path / "hostile", rows)) as record:
        found = gather(record, load=load).values()
    texts = [
        text
        for account in found
        for one in account.moments
        for text in (one.text, one.title, one.sender, one.about)
    ]
    texts += [deal.text for account in found for deal in account.deals]
    texts += [gate.by_ruling for account in found for gate in account.gates]
    texts += [
        text for account in found for gate in account.gates for text in Audience(account).told(gate.events)
    ]
    texts += [text for account in found for _, text in story(account, None)]
    assert any("[31m" in text for text in texts)
    assert [text for text in texts if text != plain(text)] == []
