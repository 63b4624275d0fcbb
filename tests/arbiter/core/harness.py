"""A room in virtual time: an exercise, its journal and its people. It uses no socket and no real clock."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, cast

from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.room.recovery import restore
from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.words.outcome import Closed, Missing, NewCode, Outcome, Send, StandIn, WriteUp
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import (
    Admitted,
    Began,
    CodeCard,
    Coded,
    Debriefed,
    Grant,
    Greeted,
    Missed,
    Received,
    Resumed,
    Stimulus,
    Ticked,
)
from warcouncil.games import registry
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import AnyGame, Phase
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.proofs.doors import CodeText
from warcouncil.protocol.proofs.receipts import Held
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.consoles import Debriefing
from warcouncil.protocol.wire.replies import Done, Receipt, Refusal, ToClient, Welcome
from warcouncil.protocol.wire.requests import Beat, Declare, Request, Rule, Say
from warcouncil.protocol.words import ChannelId, GateNo, Role, SeatId, TableId

from tests.toys.nim import GAME as NIM
from tests.toys.sealed_bid import GAME as SEALED_BID
from tests.toys.standoff import GAME as STANDOFF

TOYS: dict[str, AnyGame] = {"sealed_bid": SEALED_BID, "nim": NIM, "standoff": STANDOFF}


def load(name: str) -> AnyGame:
    """Return a game of the registry or of the toys."""
    return TOYS[name] if name in TOYS else registry.load(name)


def sign(data: bytes) -> str:
    """Sign receipts in tests."""
    return blake2b(data).hexdigest()


@dataclass
class Person:
    """A person at a seat or a console, with every frame that reached them and its virtual time."""

    key: str
    token: str
    frames: list[tuple[int, bytes]] = field(default_factory=list)
    replies: list[ToClient] = field(default_factory=list)

    def of(self, kind: type) -> list[Any]:
        """Return the replies of one type that reached this person."""
        return [reply.body for reply in self.replies if isinstance(reply.body, kind)]

    def last(self, kind: type) -> Any:
        """Return the newest reply of one type."""
        return self.of(kind)[-1]

    def view_lengths(self, since: int = 0) -> list[int]:
        """Return the length in bytes of each view that reached this person, from frame number `since` on."""
        return [len(frame) for _, frame in self.frames[since:] if b'"type":"view"' in frame]


class Room:
    """An exercise under test. `at` is the virtual time. `journal` holds the records that would be on disk."""

    def __init__(
        self,
        game: str,
        options: Mapping[str, Any] | None = None,
        *,
        tables: int = 1,
        numbered_from: int = 1,
        seed: int = 1,
        grace_ms: int = 0,
        plan: Mapping[str, Any] | None = None,
        exercise: Mapping[str, Any] | None = None,
        signer: tuple[Callable[[bytes], str], str] = (sign, ""),
    ) -> None:
        self._signer = signer
        """The function that signs receipts, and the key that verifies them."""
        self.exercise = Exercise(*signer, load=load)
        self.journal: list[Row] = []
        self.at = 0
        self.people: dict[str, Person] = {}
        self.bots: list[StandIn] = []
        self.held: dict[str, Held] = {}
        """The newest receipt of each key. A person who reconnects shows it in the hello."""
        self._numbers: dict[str, int] = {}
        """The number of the newest frame of each session."""
        self._ids = 0
        plans = tuple(
            TablePlan(
                table=TableId(n),
                game=game,
                options=dict(options or {}),
                seed=f"{seed * 1000 + n:064x}",
                **(plan or {}),
            )
            for n in range(numbered_from, numbered_from + tables)
        )
        seats = load(game).seats(load(game).options_type.model_validate(options or {}))
        first = Grant(role=Role.SEAT, table=TableId(numbered_from), seat=seats[0].id)
        self.do(
            Began(
                exercise="Jena",
                tables=plans,
                grace_ms=grace_ms,
                codes=(CodeCard(code=CodeText(plate="AAA", secret="AAAAAAAA"), holder=first),),
                **(exercise or {}),
            )
        )

    @property
    def table(self) -> Table:
        """The first table."""
        return next(iter(self.exercise.tables.values()))

    def sheet(self, seat: str = "") -> Sheet:
        """Return a seat's sheet (without a seat: the public one) as the first table's rules make it, with the
        badges of its sides.
        """
        own: Sheet = self.table.game.sheet(self.table.state, SeatId(seat) or None)
        return own.model_copy(update={"sides": self.table.sides})

    def do(self, stimulus: Stimulus) -> Outcome:
        """Handle a stimulus, record it if it is recorded, and deliver its effects."""
        table = self.exercise.table_of(stimulus)
        outcome = self.exercise.handle(stimulus)
        if outcome.durable:
            self._record(stimulus, table, outcome)
        for effect in outcome.effects:
            if isinstance(effect, Send):
                self._deliver(effect)
        for effect in outcome.effects:  # the shell does these effects after it has sent everything
            if isinstance(effect, StandIn):
                self.bots.append(effect)
            elif isinstance(effect, NewCode):
                self._new_code(effect)
            elif isinstance(effect, Missing):
                self.do(Missed(at=self.at, table=effect.table, seat=effect.seat, gate=effect.gate))
            elif isinstance(effect, WriteUp):
                self.do(Debriefed(at=self.at, news=Debriefing(state="writing")))
        return outcome

    def _new_code(self, wanted: NewCode) -> None:
        """Draw a code, as the shell does."""
        code = CodeText(
            plate=f"{len(self.exercise.codes) + 2}B7", secret=f"{len(self.journal):08d}".replace("0", "Z")
        )
        card = CodeCard(code=code, holder=wanted.holder)
        self.do(Coded(at=self.at, card=card, key=wanted.key, instead=wanted.instead, keep=wanted.keep))

    def _record(self, stimulus: Stimulus, table: TableId, outcome: Outcome) -> None:
        if isinstance(stimulus, Received):
            stimulus = stimulus.model_copy(update={"session": "", "route": b""})
        seq = len(self.journal) + 1
        self.journal.append(Row(seq, stimulus.at, stimulus.kind, table, stimulus.model_dump_json().encode()))
        for effect in outcome.effects:
            if isinstance(effect, Closed):
                body = {"gate": effect.gate, "digest": effect.digest, "record": effect.record}
                row = Row(
                    len(self.journal) + 1, stimulus.at, "closed", effect.table, json.dumps(body).encode()
                )
                self.journal.append(row)

    def _deliver(self, send: Send) -> None:
        person = self.people.get(send.route.decode())
        if person is not None and person.key == send.key:
            person.frames.append((self.at, send.frame))
            reply = wire.decode_reply(send.frame)
            if reply.n:  # a welcome restarts the numbers
                before = self._numbers.get(reply.session, 0)
                assert reply.n > before or isinstance(reply.body, Welcome), (
                    "frames leave as they are numbered"
                )
                self._numbers[reply.session] = reply.n
            person.replies.append(reply)
            body = reply.body
            if isinstance(body, Receipt):
                self._hold(send.key, body)

    def _hold(self, key: str, receipt: Receipt) -> None:
        """Keep a receipt for a key, as its client does, to show it at every hello."""
        holder = self.exercise.keys[key]
        self.held[key] = Held(
            table=holder.table,
            seat=holder.seat,
            gate=receipt.gate,
            id=receipt.id,
            digest=receipt.digest,
            signature=receipt.signature,
        )

    # --- people ---------------------------------------------------------------------------------------------------

    def sit(self, seat: str, *, table: int = 1, role: Role = Role.SEAT, key: str = "") -> Person:
        """Admit a person, and send their hello."""
        key = key or f"{table}:{seat}:{role}"
        holder = Grant(role=role, table=TableId(table), seat=SeatId(seat))
        self.do(Admitted(at=self.at, key=key, holder=holder))
        return self.greet(key)

    def sit_all(self) -> dict[str, Person]:
        """Fill every seat of the first table, in table order."""
        return {seat: self.sit(seat) for seat in self.table.seats}

    def umpire(self, key: str = "umpire", *, card: str = "") -> Person:
        """Admit an umpire, with the card of this plate."""
        return self.console(Role.UMPIRE, key, card=card)

    def console(self, role: Role, key: str = "", *, tables: tuple[int, ...] = (), card: str = "") -> Person:
        """Admit a person without a seat, for these tables (none: all tables), with the card of this plate."""
        holder = Grant(role=role, tables=tuple(TableId(table) for table in tables))
        self.do(Admitted(at=self.at, key=key or str(role), holder=holder, plate=card))
        return self.greet(key or str(role))

    def greet(self, key: str, route: str = "", *, app: str = "client") -> Person:
        """Send a hello with a key, along its own route, from a program of kind `app`."""
        route = route or key
        token = sign(f"{route}:{self.at}:{len(self.people)}".encode())[:32]
        person = Person(key, token)
        self.people[route] = person
        held = self.held.get(key)
        self.do(Greeted(at=self.at, key=key, route=route.encode(), token=token, app=app, held=held))
        if held is not None and person.of(Welcome):
            on_record = any(held.id.encode() in row.body for row in self.journal)
            assert person.last(Welcome).receipt == ("known" if on_record else "missing")
        return person

    def ask(self, person: Person, body: Request) -> Outcome:
        """Send a request of a person."""
        route = next(route for route, known in self.people.items() if known is person)
        received = Received(at=self.at, key=person.key, body=body, session=person.token, route=route.encode())
        return self.do(received)

    def suggest(self, person: Person) -> None:
        """Declare what a person's form suggests."""
        holder = self.exercise.keys[person.key]
        table = self.exercise.tables[holder.table]
        form = table.game.form(table.state, holder.seat)
        self.declare(person, form.suggested or fill(form, Dice(b"nobody suggests..", holder.seat)))

    def play(self, gates: int = 1, *, table: int = 1) -> None:
        """Declare the suggested answer for each asked seat that has a person, at this number of gates."""
        playing = self.exercise.tables[TableId(table)]
        for _ in range(gates):
            asked = playing.phase.asked if isinstance(playing.phase, Phase) else ()
            for seat in asked:
                for key in self.exercise.roster.holding(Role.SEAT, TableId(table), seat):
                    self.suggest(self.people[key])

    def declare(self, person: Person, answer: Answer, *, gate: int = 0) -> Declare:
        """Send a person's declaration for the open gate, or for `gate`. Close the gate if it is complete."""
        number = self.exercise.keys[person.key].table
        request = Declare(
            id=self.fresh(), gate=GateNo(gate or self.exercise.tables[number].gate), answer=answer
        )
        self.ask(person, request)
        self.settle()
        return request

    def say(self, person: Person, channel: str, text: str) -> None:
        """Send a line of a person to a channel."""
        self.ask(person, Say(id=self.fresh(), channel=ChannelId(channel), text=text))

    def rule(
        self, umpire: Person, act: Act, *, reason: str = "because", table: int = 1, gate: int = 0
    ) -> Done | Refusal:
        """Send an umpire's ruling, and return the reply."""
        rule = Rule(id=self.fresh(), table=TableId(table), gate=GateNo(gate), act=act, reason=reason)
        self.ask(umpire, rule)
        self.settle()
        said = [body for body in (*umpire.of(Done), *umpire.of(Refusal)) if body.id == rule.id]
        return cast(Done | Refusal, said[0])

    def beat(self, person: Person) -> None:
        """Send a beat of a person."""
        self.ask(person, Beat())

    def fresh(self) -> str:
        """Return the next id of a request."""
        self._ids += 1
        return f"{self._ids:032x}"

    # --- time -----------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Close every gate that is due now."""
        while pending := self.exercise.pending(self.at):
            for stimulus in pending:
                self.do(stimulus)

    def wait(self, ms: int, *, step_ms: int = 250) -> None:
        """Advance the virtual time by `ms`, with a tick at each step."""
        end = self.at + ms
        while self.at < end:
            self.at = min(end, self.at + step_ms)
            self.do(Ticked(at=self.at))
            self.settle()

    def crash(self, *, rows: int | None = None) -> None:
        """Stop the arbiter after `rows` records (None: all of them), and resume it from the journal.

        Every person is then unlinked.
        """
        self.journal = self.journal[: len(self.journal) if rows is None else rows]
        self.exercise = restore(self.journal, *self._signer, load=load)
        self.at = self.journal[-1].at
        self.do(Resumed(at=self.at))
