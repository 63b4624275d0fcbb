"""Rows: the accounts of an exercise as tidy tables. They hold the umpires' full knowledge."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from warcouncil.arbiter.core.room.arrivals import commitment
from warcouncil.arbiter.core.table.closing import figures
from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.core.words.record import Row, stimulus_in
from warcouncil.arbiter.core.words.stimuli import Admitted, Handed, Received
from warcouncil.arbiter.record.account.account import By, GateAccount, Moment, MomentKind, TableAccount
from warcouncil.arbiter.record.export import tidy_tables
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.games.kit import written
from warcouncil.games.kit.events import Storyteller
from warcouncil.games.kit.play import codec
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import Model, TableId

Rows = dict[str, list[dict[str, Any]]]
_CALLS = {MomentKind.CALLED: "called", MomentKind.ANSWERED: "answered"}
_CLOCKS = (MomentKind.OPENED, MomentKind.STOPPED, MomentKind.RAN, MomentKind.CLOSED)
_BOTS = (MomentKind.BOT, MomentKind.BACK)
_RULED = b'"type":"rule"'


def tables_of(record: Record, accounts: Mapping[TableId, TableAccount]) -> Rows:
    """Return every table of the export, in the order of the dictionary, with its rows in order."""
    making = _Making(record)
    rows: Rows = {name: [] for name in tidy_tables.TABLES}
    for account in accounts.values():
        for name, row in making.of_table(account):
            rows[name].append(row)
    for name, row in making.of_record():
        rows[name].append(row)
    rows["presence"].sort(key=lambda row: row["seq"])
    return rows


class _Making:
    def __init__(self, record: Record) -> None:
        self._record = record
        self._holders: dict[str, tuple[TableId, str]] = {}
        self._cards: dict[str, str] = {}
        self._umpires: dict[str, str] = {}

    def of_table(self, account: TableAccount) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the rows of a table, each with the name of its export table."""
        yield "tables", _row(self._table(account))
        for seat in account.seats:
            yield "seats", _row(_seat(account, seat))
        for gate in account.gates:
            yield "gates", _row(self._gate(account, gate))
            for made in _declarations(account, gate):
                yield "declarations", _row(made)
            for figure in _positions(account, gate):
                yield "positions", _row(figure)
        for event in _events(account):
            yield "events", event
        for deal in account.deals:
            kept = {
                name: getattr(deal, name) for name in ("number", "giver", "taker", "text", "state", "heading")
            }
            yield "deals", _row(tidy_tables.DealRow(table=account.number, **kept))
        for moment in account.moments:
            yield from self._moment(account, moment)

    def of_record(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the rows that concern the whole room, or that are read from the journal itself."""
        for person in self._record.began.people:
            yield (
                "people",
                _row(tidy_tables.PersonRow(person=person.name, table=person.table, seat=person.seat)),
            )
        for row in self._record.rows(kinds=("admitted", "handed", "received")):
            if row.kind != "received" or _RULED in row.body:
                yield from self._record.done(row, partial(self._of, row))

    def _of(self, row: Row) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Return the row, if any, of one record. Raises Corrupt."""
        when = {"seq": row.seq, "at": row.at, "wall": self._wall(row.at)}
        stimulus = stimulus_in(row)
        if isinstance(stimulus, Admitted):
            return (("presence", _row(self._admitted(stimulus, when))),)
        if isinstance(stimulus, Handed):
            table, seat = self._holders.get(stimulus.giver, (TableId(0), ""))
            handed = tidy_tables.PresenceRow(table=table, seat=seat, role="", what="handed", **when)
            return (("presence", _row(handed)),)
        if isinstance(stimulus, Received) and isinstance(stimulus.body, Rule):
            return (("rulings", _row(self._ruling(stimulus.body, stimulus.key, when))),)
        return ()

    def _table(self, account: TableAccount) -> Model:
        plan, finish = account.plan, account.finish
        began = next(one for one in self._record.began.tables if one.table == plan.table)
        return tidy_tables.OneTable(
            table=plan.table,
            name=plan.name,
            game=plan.game,
            title=account.cover.title,
            rules_version=began.rules_version,
            options=_json(_told_options(account)),
            fingerprint=commitment(self._record.began.exercise, began),
            branch_of=plan.begins.told if plan.begins else "",
            gates=len(account.gates) - (finish is not None),
            over=finish is not None,
            reason=finish.reason if finish else "",
            winners=" ".join(finish.winners) if finish else "",
            turns=(finish.standings.turns or None) if finish else None,
            doubt=account.doubt,
        )

    def _gate(self, account: TableAccount, gate: GateAccount) -> Model:
        asks = gate.asks
        return tidy_tables.GateRow(
            table=account.number,
            gate=gate.number,
            phase=asks.name if asks else "",
            title=asks.title if asks else "",
            rule=asks.rule if asks else "",
            opened_at=gate.opened_at,
            opened_wall=self._wall(gate.opened_at),
            closed_at=gate.closed_at,
            clock_ms=gate.clock_ms,
            stood_ms=gate.stood_ms,
            asked=len(asks.asked) if asks else 0,
            events=len(gate.events),
            heading=gate.heading,
            ruling=gate.by_ruling,
            digest=gate.digest,
        )

    def _moment(self, account: TableAccount, moment: Moment) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the rows of a moment: talk, calls, notices, clocks and bots."""
        when = {"table": account.number, "seq": moment.seq, "at": moment.at, "wall": self._wall(moment.at)}
        within = when | {"gate": moment.gate}
        kind, seat, text, heard = moment.kind, moment.seat, moment.text, " ".join(moment.to)
        if kind is MomentKind.SPOKE:
            yield (
                "talk",
                _row(
                    tidy_tables.LineRow(**within, channel=moment.title, seat=seat, heard_by=heard, text=text)
                ),
            )
        elif kind in _CALLS:
            yield "calls", _row(tidy_tables.CallRow(**within, seat=seat, kind=_CALLS[kind], text=text))
        elif kind is MomentKind.TOLD:
            yield "notices", _row(tidy_tables.NoticeRow(**within, to=moment.title, seats=heard, text=text))
        elif kind in _BOTS:
            yield "presence", _row(tidy_tables.PresenceRow(**when, seat=seat, role="", what=kind.value))
        elif kind in _CLOCKS:
            yield "clocks", _row(tidy_tables.ClockRow(**within, what=kind.value, why=text))

    def _admitted(self, admitted: Admitted, when: Mapping[str, Any]) -> Model:
        holder = admitted.holder
        self._holders[admitted.key] = holder.table, holder.seat
        if not holder.table:
            card = admitted.plate or admitted.key
            self._umpires[admitted.key] = self._cards.setdefault(card, f"console {len(self._cards) + 1}")
        return tidy_tables.PresenceRow(
            table=holder.table, seat=holder.seat, role=holder.role.value, what="came", **when
        )

    def _ruling(self, rule: Rule, key: str, when: Mapping[str, Any]) -> Model:
        details = rule.act.model_dump(mode="json", exclude_defaults=True, exclude={"act"})
        return tidy_tables.RulingRow(
            table=rule.table,
            gate=rule.gate,
            umpire=self._umpires.get(key, ""),
            act=rule.act.word(),
            details=_json(details),
            reason=rule.reason,
            **when,
        )

    def _wall(self, at: int) -> str:
        return self._record.wall.at(at).isoformat(timespec="milliseconds")


def _seat(account: TableAccount, name: Any) -> Model:
    seat = account.seats[name]
    asked = [one for gate in account.gates for one in gate.decisions if one.seat == name]
    by = Counter(one.by for one in asked)
    return tidy_tables.SeatRow(
        table=account.number,
        seat=seat.id,
        team=seat.team,
        title=seat.title,
        asked=len(asked),
        sealed=by[By.SEAT],
        bot=by[By.BOT],
        missed=sum(one.was_missed for one in asked),
        lines=sum(one.kind is MomentKind.SPOKE and one.seat == name for one in account.moments),
    )


def _declarations(account: TableAccount, gate: GateAccount) -> Iterator[Model]:
    for one in gate.decisions:
        yield tidy_tables.DeclarationRow(
            table=account.number,
            gate=gate.number,
            phase=gate.asks.name if gate.asks else "",
            seat=one.seat,
            team=account.seats[one.seat].team,
            by=one.by.value,
            answer="" if one.answer is None else _json(one.answer),
            first_ms=one.first_ms,
            last_ms=one.last_ms,
            changes=max(0, one.times - 1),
            struck=one.struck,
        )


def _positions(account: TableAccount, gate: GateAccount) -> Iterator[Model]:
    sheet = attempt(partial(account.game.truth, gate.state))
    if isinstance(sheet, RulesFault):
        return
    turn = gate.asks.title if gate.asks else "over"
    for label, value in figures(sheet).items():
        yield tidy_tables.PositionRow(
            table=account.number, gate=gate.number, turn=turn, figure=label, value=value
        )


def _events(account: TableAccount) -> Iterator[dict[str, Any]]:
    closings = [
        (0, "", account.setting),
        *[(gate.number, gate.heading, gate.events) for gate in account.gates],
    ]
    for number, heading, events in closings:
        teller = Storyteller()
        for n, event in enumerate(events, 1):
            body = codec.dump_event(event)
            name = body.pop("event")
            row = tidy_tables.EventRow(
                table=account.number,
                gate=number,
                n=n,
                heading=heading,
                event=name,
                told=teller.tell(event, None),
            )
            yield _row(row) | {f"{tidy_tables.FIELD}{field}": _cell(value) for field, value in body.items()}


def columns(name: str, rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the columns of a table, in order. Columns of event fields are those that any of its rows has."""
    found = dict.fromkeys(tidy_tables.TABLES[name].model_fields)
    for row in rows:
        found |= dict.fromkeys(row)
    return [*found]


def _row(row: Model) -> dict[str, Any]:
    return dict(row)


def _cell(value: Any) -> Any:
    """Return a value as one cell can hold it."""
    return _json(value) if isinstance(value, list | dict) else value


def _told_options(account: TableAccount) -> Mapping[str, Any]:
    """Return the options of a table. A text from which the whole game is made is replaced by its fingerprint."""
    if not account.written:
        return account.plan.options
    return {**account.plan.options, written.written_in(account.game): codec.digest(account.written.encode())}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
