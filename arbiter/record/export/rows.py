"""Rows: the accounts of an exercise as tidy tables. They have the full knowledge of the umpires.

Every row begins with the key of the exercise, so that tables of several exercises can be combined.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from hashlib import blake2b
from importlib.metadata import version
from typing import Any

from warcouncil.arbiter.core.room.arrivals import commitment
from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.core.words.record import Row, stimulus_in
from warcouncil.arbiter.core.words.stimuli import Admitted, Handed, Received
from warcouncil.arbiter.record.account.account import By, GateAccount, Moment, MomentKind, TableAccount
from warcouncil.arbiter.record.export import tidy_tables
from warcouncil.arbiter.record.export.event_tables import event_schemas, leaves, table_name
from warcouncil.arbiter.record.export.judged_rows import judged_rows
from warcouncil.arbiter.record.export.questionnaire_rows import questionnaire_rows
from warcouncil.arbiter.record.export.schema import EXERCISE, VERSION, TableSchema
from warcouncil.arbiter.record.export.sheet_numbers import numbers
from warcouncil.arbiter.record.file.reading import Record
from warcouncil.arbiter.record.judging.analysis import NO_ANALYSIS, StoredAnalysis
from warcouncil.arbiter.record.judging.judging import sides_of
from warcouncil.games.kit import written
from warcouncil.games.kit.events import Event, Storyteller
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.play.playout import shares
from warcouncil.protocol.proofs.assignment import NOT_ASSIGNED, places_of
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.wire.requests import Rule
from warcouncil.protocol.words import Model, TableId

Rows = dict[str, list[dict[str, Any]]]
_CALLS = {MomentKind.CALLED: "called", MomentKind.ANSWERED: "answered"}
_CLOCKS = (MomentKind.OPENED, MomentKind.STOPPED, MomentKind.RAN, MomentKind.CLOSED)
_BOTS = (MomentKind.BOT, MomentKind.BACK)
_RULED = b'"type":"rule"'


def exercise_key(record: Record) -> str:
    """Return the key of an exercise. It is made from its public key, so it reveals no name."""
    return f"X{blake2b(record.verify_key.encode(), digest_size=6).hexdigest()}"


def schemas_of(rows: Rows, accounts: Mapping[TableId, TableAccount]) -> dict[str, TableSchema]:
    """Return the schema of each table, in the order of the tables."""
    games = {account.game.name: account.game for account in accounts.values()}
    known = dict(tidy_tables.TABLES)
    for game in games.values():
        known |= {one.name: one for one in event_schemas(game)}
    return {name: known[name] for name in rows}


def tables_of(
    record: Record,
    accounts: Mapping[TableId, TableAccount],
    found: StoredAnalysis = NO_ANALYSIS,
    *,
    anonymous: bool = False,
) -> Rows:
    """Return every table of the export, in the order of the dictionary, with its rows in order.

    Each kind of event that happened has a table. These tables come last. `found` is the analysis beside the exercise.
    """
    making = _Making(record, accounts, found)
    exercise = {EXERCISE: exercise_key(record)}
    rows: Rows = {name: [] for name in tidy_tables.TABLES}
    told: Rows = {}
    rows["exercise"].append(_row(_exercise(record, anonymous=anonymous)))
    for account in accounts.values():
        for name, row in making.of_table(account):
            rows[name].append(exercise | row)
        for name, row in _event_fields(account):
            (rows if name in rows else told).setdefault(name, []).append(exercise | row)
    for name, row in making.of_record():
        rows[name].append(exercise | row)
    rows["presence"].sort(key=lambda row: row["seq"])
    return rows | dict(sorted(told.items()))


def _exercise(record: Record, *, anonymous: bool) -> Model:
    return tidy_tables.OneExercise(
        exercise=exercise_key(record),
        name=record.papers.exercise,
        began=record.wall.at(0).isoformat(timespec="milliseconds"),
        records=record.whole,
        head=record.head() if record.whole else "",
        damage=record.fault,
        program=version("warcouncil"),
        tables_version=VERSION,
        anonymous=anonymous,
    )


class _Making:
    def __init__(
        self, record: Record, accounts: Mapping[TableId, TableAccount], found: StoredAnalysis
    ) -> None:
        self._record = record
        self._accounts = accounts
        self._found = found
        self._holders: dict[str, tuple[TableId, str]] = {}
        self._cards: dict[str, str] = {}
        self._umpires: dict[str, str] = {}
        self._places = places_of(record.began.assigned)

    def of_table(self, account: TableAccount) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the rows of a table, each with the name of its export table."""
        yield "tables", _row(self._table(account))
        for side in _sides(account):
            yield "sides", _row(side)
        for tally in _tallies(account):
            yield "tallies", _row(tally)
        for seat in account.seats:
            yield "seats", _row(_seat(account, seat))
        for gate in account.gates:
            yield from self._of_gate(account, gate)
        for event in _events(account):
            yield "events", _row(event)
        for deal in account.deals:
            kept = {
                name: getattr(deal, name) for name in ("number", "giver", "taker", "text", "state", "heading")
            }
            yield "deals", _row(tidy_tables.DealRow(table=account.number, **kept))
        for moment in account.moments:
            yield from self._moment(account, moment)
        for name, row in judged_rows(account, self._found.fitting(account)):
            yield name, _row(row)

    def _of_gate(self, account: TableAccount, gate: GateAccount) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the rows of a gate: its answers, and the position when it opened."""
        yield "gates", _row(self._gate(account, gate))
        for made in _declarations(account, gate):
            yield "declarations", _row(made)
        for value in _answers(account, gate):
            yield "answers", _row(value)
        for said in questionnaire_rows(account, gate):
            yield "questionnaires", _row(said)
        for figure in _positions(account, gate):
            yield "positions", _row(figure)

    def of_record(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the rows that concern the whole exercise, or that are read from the journal itself."""
        for person in self._record.began.people:
            if person.table not in self._accounts:
                continue
            place = self._places.get(person.table, NOT_ASSIGNED)
            yield (
                "people",
                _row(
                    tidy_tables.PersonRow(
                        person=person.name,
                        table=person.table,
                        seat=person.seat,
                        round=place.round,
                        group=place.group,
                        treatment=_treatment(self._accounts[person.table]),
                    )
                ),
            )
        for row in self._record.rows(kinds=("admitted", "handed", "received")):
            if row.kind != "received" or _RULED in row.body:
                yield from self._record.done(row, partial(self._of, row))

    def _of(self, row: Row) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Return the row of one record, if it has one. Raises Corrupt."""
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
        place = self._places.get(plan.table, NOT_ASSIGNED)
        return tidy_tables.OneTable(
            table=plan.table,
            name=plan.name,
            game=plan.game,
            title=account.cover.title,
            rules_version=began.rules_version,
            options=_json(_told_options(account)),
            fingerprint=commitment(self._record.began.exercise, began),
            branch_of=plan.begins.told if plan.begins else "",
            treatment=_treatment(account),
            assigned=place.tables.method,
            round=place.round,
            group=place.group,
            rematch=place.tables.rematch,
            gates=len(account.gates) - (finish is not None),
            over=finish is not None,
            reason=finish.reason if finish else "",
            outcome=("won" if finish.winners else "draw") if finish else "open",
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
            told = {"to": moment.title, "sender": moment.sender, "kind": moment.form, "about": moment.about}
            yield "notices", _row(tidy_tables.NoticeRow(**within, **told, seats=heard, text=text))
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
            gate=self._open_gate(rule.table, when["seq"]),
            meant_for=rule.gate,
            umpire=self._umpires.get(key, ""),
            act=rule.act.word(),
            details=_json(details),
            reason=rule.reason,
            **when,
        )

    def _open_gate(self, table: TableId, seq: int) -> int:
        """Return the gate of a table that was open when a record came. Return 0 if no gate was open, or if the record
        concerns the whole exercise.
        """
        account = self._accounts.get(table)
        before = [gate.number for gate in account.gates if gate.opened_seq < seq] if account else []
        return before[-1] if before else 0

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


def _sides(account: TableAccount) -> Iterator[Model]:
    """Yield the sides that compete, and then the neutral ones."""
    of = sides_of(account)
    titles = {badge.id: badge.title for badge in account.sides}
    scores = shares(account.finish, of, account.seats) if account.finish else {}
    for side, seats in of.items():
        title = titles.get(side) or account.seats[seats[0]].title
        yield tidy_tables.SideRow(
            table=account.number,
            side=side,
            title=title,
            seats=len(seats),
            competes=True,
            score=scores.get(side),
        )
    competing = {seat for seats in of.values() for seat in seats}
    others = Counter(str(one.team or one.id) for one in account.seats.values() if one.id not in competing)
    for side, count in others.items():
        if side not in of:
            title = titles.get(side, side)
            yield tidy_tables.SideRow(
                table=account.number, side=side, title=title, seats=count, competes=False, score=None
            )


def _tallies(account: TableAccount) -> Iterator[Model]:
    for tally in account.finish.standings.tallies if account.finish else ():
        for side, value in tally.by.items():
            yield tidy_tables.TallyRow(table=account.number, label=tally.label, side=side, value=value)


def _answers(account: TableAccount, gate: GateAccount) -> Iterator[Model]:
    for one in gate.decisions:
        for cell in _values_of(one.answer or {}):
            yield tidy_tables.AnswerRow(table=account.number, gate=gate.number, seat=one.seat, **cell)


def _values_of(answer: Answer) -> Iterator[dict[str, Any]]:
    """Yield each value of an answer with its field and its place in the answer."""
    for field, value in answer.items():
        cell = {"field": field, "n": 1, "thing": "", "place": "", "value": "", "number": None}
        match value:
            case str():
                yield cell | {"value": value}
            case int():
                yield cell | {"number": value}
            case list() | tuple():
                for n, chosen in enumerate(value, 1):
                    yield cell | {"n": n, "value": chosen}
            case _:
                moves = [
                    (thing, place, count) for thing, goals in value.items() for place, count in goals.items()
                ]
                for n, (thing, place, count) in enumerate(moves, 1):
                    yield cell | {"n": n, "thing": thing, "place": place, "number": count}


def _positions(account: TableAccount, gate: GateAccount) -> Iterator[Model]:
    sheet = attempt(partial(account.game.truth, gate.state))
    if isinstance(sheet, RulesFault):
        return
    turn = gate.asks.title if gate.asks else "over"
    for n, found in enumerate(numbers(sheet), 1):
        yield tidy_tables.PositionRow(
            table=account.number, gate=gate.number, n=n, turn=turn, **found._asdict()
        )


def _told(account: TableAccount) -> Iterator[tuple[int, str, int, Event]]:
    """Yield each event with its gate, the text of its moment, and its place at that gate."""
    yield from ((0, "", n, event) for n, event in enumerate(account.setting, 1))
    for gate in account.gates:
        yield from ((gate.number, gate.heading, n, event) for n, event in enumerate(gate.events, 1))


def _events(account: TableAccount) -> Iterator[Model]:
    teller = Storyteller()
    for number, heading, n, event in _told(account):
        yield tidy_tables.EventRow(
            table=account.number,
            gate=number,
            n=n,
            heading=heading,
            event=type(event).__name__,
            told=teller.tell(event, None),
        )


def _event_fields(account: TableAccount) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the fields of each event as a row of the table of its kind, and the values of its lists."""
    for number, _, n, event in _told(account):
        key = {"table": account.number, "gate": number, "n": n}
        held = leaves(event)
        yield table_name(type(event), account.game), key | dict(held.columns)
        for field, place, value in held.lists:
            yield "event_values", key | {"field": field, "place": place, "value": value}


def _row(row: Model) -> dict[str, Any]:
    return dict(row)


def _treatment(account: TableAccount) -> str:
    """Return the treatment that a table played, "" if there is none."""
    return account.treatment.name if account.treatment else ""


def _told_options(account: TableAccount) -> Mapping[str, Any]:
    """Return the options of a table. A text from which the whole game is made is replaced by its fingerprint."""
    if not account.written:
        return account.plan.options
    return {**account.plan.options, written.written_in(account.game): codec.digest(account.written.encode())}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
