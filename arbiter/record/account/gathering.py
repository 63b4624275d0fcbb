"""Gathering: replays the journal record by record, and watches each table after every record."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial

from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.room.recovery import Retelling
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.core.words.record import Row, read
from warcouncil.arbiter.core.words.stimuli import Admitted, Grant, Received
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.watching import TableWatch
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.protocol.wire.requests import Declare, Rule
from warcouncil.protocol.words import Role, SeatId, TableId, clean

IDLE = frozenset({"ticked", "guessed", "coded", "file_read"})
"""Kinds of records that leave no trace at any table."""


def gather(
    record: Record,
    tables: Collection[TableId] = (),
    *,
    load: Callable[[str], AnyGame] = registry.load,
    told: Callable[[int], None] = lambda _: None,
) -> dict[TableId, TableAccount]:
    """Return the accounts of these tables. If no table is named, return all.

    `told` receives the number of replayed records. Raises JournalError at a record that this program cannot replay.
    """
    missing = unknown_games(record, load)
    here = [plan.table for plan in record.began.tables if plan.table not in missing]
    wanted = {table for table in here if not tables or table in tables}
    if not wanted:
        return {}
    retelling = Retelling(Exercise(lambda _: "", load=load), load)
    watches: dict[TableId, TableWatch] = {}
    began = playable(record, load)
    for found in record.rows(wanted):
        if found.kind in IDLE:
            continue
        row = found._replace(body=began) if found.kind == "began" else found
        holder = record.done(row, partial(_author, row, retelling.exercise.keys))
        record.done(row, partial(retelling.take, row))
        if not watches:
            watches = {
                number: TableWatch(table, _people(retelling.exercise, table))
                for number, table in retelling.exercise.tables.items()
                if number in wanted
            }
        for number in (TableId(row.table),) if row.table else watches:
            record.done(row, partial(watches[number].look, row, holder))
        told(row.seq)
    for number, watch in watches.items():
        watch.account.doubt = retelling.doubts.get(number, "")
    return {number: watch.finished() for number, watch in watches.items()}


def unknown_games(record: Record, load: Callable[[str], AnyGame] = registry.load) -> dict[TableId, str]:
    """Return the tables whose game is missing in this program or whose options it cannot read, with the game's name."""
    found = {}
    for plan in record.began.tables:
        game = attempt(partial(load, plan.game))
        if isinstance(game, RulesFault) or isinstance(attempt(partial(Table, plan, game)), RulesFault):
            found[plan.table] = clean(plan.game)
    return found


def playable(
    record: Record, load: Callable[[str], AnyGame] = registry.load, tables: Collection[TableId] = ()
) -> bytes:
    """Return the first record, reduced to those of these tables that this program can play. If no table is named, use
    all."""
    missing = unknown_games(record, load)
    here = tuple(
        plan.model_copy(update={"rules_version": ""})
        for plan in record.began.tables
        if plan.table not in missing and (not tables or plan.table in tables)
    )
    kept = {plan.table for plan in here} | {TableId(0)}
    codes = tuple(card for card in record.began.codes if card.holder.table in kept)
    return record.began.model_copy(update={"tables": here, "codes": codes}).model_dump_json().encode()


def other_rules(record: Record, load: Callable[[str], AnyGame] = registry.load) -> dict[TableId, str]:
    """Return the tables whose version of the rules differs from this program's. Each has the version that it used."""
    missing = unknown_games(record, load)
    return {
        plan.table: clean(plan.rules_version)
        for plan in record.began.tables
        if plan.table not in missing and plan.rules_version not in ("", load(plan.game).rules_version)
    }


def _author(row: Row, keys: Mapping[str, Grant]) -> Grant | None:
    """Return the holder of the key that sent a request, as of its acceptance. For an admission, return the holder of the admitted key."""
    if row.kind == "admitted":
        return read(Admitted, row).holder
    if row.kind != "received":
        return None
    received = read(Received, row)
    if isinstance(received.body, Declare):
        return keys.get(received.key)
    return Grant(role=Role.UMPIRE) if isinstance(received.body, Rule) else None


def _people(exercise: Exercise, table: Table) -> dict[SeatId, str]:
    return {seat: clean(name) for seat in table.seats if (name := exercise.roster.person(table.number, seat))}
