"""Forgeries of an exercise file, from one byte to a complete other exercise under the file's own keys, and the
traces of each.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from nacl.signing import SigningKey
from warcouncil.arbiter.core.room.arrivals import commitment
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import Received
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.verifying.brought_receipts import BroughtReceipts
from warcouncil.arbiter.record.verifying.findings import Verified
from warcouncil.arbiter.record.verifying.verify import Witness, verify
from warcouncil.arbiter.shell.file import trail
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.proofs.receipts import Kept, digest_of, signed
from warcouncil.protocol.wire.requests import Declare

from tests.arbiter.core.harness import Room, load
from tests.arbiter.record.files import PAPERS, begin

TABLES = 2
GATES = 3
SIGNING = SigningKey(PAPERS.signing_seed)


def lived(*, seed: int = 1, twisted: int = 0) -> Room:
    """Play two tables for a while. `twisted` is the number of the declaration (from 1) that is replaced by another
    legal one.
    """
    room = Room("sealed_bid", {"hand": 5}, tables=TABLES, seed=seed)
    people = {
        (number, seat): room.sit(seat, table=number)
        for number, table in room.exercise.tables.items()
        for seat in table.seats
    }
    made = 0
    for _ in range(GATES):
        room.at += 1000
        room.say(next(iter(people.values())), "all", f"at {room.at}")
        for number, table in room.exercise.tables.items():
            phase = table.phase
            assert isinstance(phase, Phase)
            for seat in phase.asked:
                made += 1
                form = table.game.form(table.state, seat)
                answer = form.suggested or fill(form, Dice(b"nobody suggests..", seat))
                if made == twisted:
                    answer = next(
                        other
                        for n in range(99)
                        if (other := fill(form, Dice(b"somebody else is.", seat, n))) != answer
                    )
                room.at += 10
                room.declare(people[number, seat], answer)
    return room


def receipts_for(rows: Iterable[Row], room: Room) -> tuple[tuple[str, Kept], ...]:
    """Return the receipts for the declarations in these records, as their holders bring them."""
    found = []
    for row in rows:
        body = Received.model_validate_json(row.body) if row.kind == "received" else None
        if body is not None and isinstance(body.body, Declare):
            found.append(("seat.receipts", receipt_for(body.body, body.key, room)))
    return tuple(found)


def receipt_for(declare: Declare, key: str, room: Room) -> Kept:
    """Return the receipt for a declaration."""
    holder = room.exercise.keys[key]
    digest = digest_of(declare.answer)
    proved = signed(
        PAPERS.exercise,
        table=holder.table,
        seat=holder.seat,
        gate=declare.gate,
        request=declare.id,
        digest=digest,
    )
    return Kept(
        exercise=PAPERS.exercise,
        table=holder.table,
        seat=holder.seat,
        gate=declare.gate,
        id=declare.id,
        digest=digest,
        signature=SIGNING.sign(proved).signature.hex(),
        answer=declare.answer,
        verify_key=SIGNING.verify_key.encode().hex(),
        commitment=commitment(PAPERS.exercise, room.exercise.tables[holder.table].plan),
    )


@dataclass
class Morning:
    """A true morning on disk, with the receipts and the head that its people kept."""

    folder: Path
    room: Room = field(default_factory=lived)

    def __post_init__(self) -> None:
        """Write the exercise to disk."""
        self.rows = self.room.journal
        self.true = self.folder / "true"
        opened = begin(self.true, self.rows)
        opened.close()
        self.head = opened.head
        self.brought = BroughtReceipts(receipts_for(self.rows, self.room))
        self.file = self.folder / "forged"

    def put(self) -> Path:
        """Copy the true file to a place where it can be changed."""
        for path in self.folder.glob("forged*"):
            path.unlink()
        shutil.copyfile(self.true, self.file)
        shutil.copyfile(trail.beside(self.true), trail.beside(self.file))
        return self.file

    def forge(self, rows: Iterable[Row], *, with_trail: bool) -> None:
        """Write other records under the file's own keys, each bound to all before it. `with_trail`: the trail is
        rewritten too.
        """
        for path in self.folder.glob("forged*"):
            path.unlink()
        begin(self.file, [row._replace(seq=n) for n, row in enumerate(rows, 1)]).close()
        if not with_trail:
            shutil.copyfile(trail.beside(self.true), trail.beside(self.file))

    def spoil(self, statement: str, *values: object) -> None:
        """Run a statement in the file, as any user of sqlite3 can."""
        with sqlite3.connect(self.file) as connection:
            connection.execute(statement, values)
        connection.close()

    def verified(self, *, brought: bool = False, heads: tuple[str, ...] = ()) -> Verified:
        """Verify the file that was spoilt. Raises NothingProved."""
        with open_record(self.file) as record:
            witness = Witness(self.brought if brought else BroughtReceipts(), heads)
            return verify(record, witness, load=load)


@dataclass(frozen=True)
class Damaged:
    """The expected finding: the check, the number of the record (0: none is named), and the words."""

    by: str
    record: int
    words: str
    receipts: bool = False
    head: bool = False
    silent: bool = False
    """Whether it cannot be found without receipts and heads. The file must then be called unproved."""


def at_random(rows: list[Row], chance: Random, kinds: tuple[str, ...] = ()) -> Row:
    """Return a random record of these kinds, except the first."""
    return chance.choice([row for row in rows[1:] if not kinds or row.kind in kinds])


def declarations(rows: list[Row]) -> list[Row]:
    """Return the records that are declarations."""
    return [row for row in rows if b'"type":"declare"' in row.body]


# --- done by whoever has sqlite3 ----------------------------------------------------------------------------------------


def edited(morning: Morning, chance: Random) -> Damaged:
    """One byte of one record is changed."""
    morning.put()
    row = chance.choice(morning.rows[1:])
    body = bytearray(row.body)
    body[chance.randrange(len(body))] ^= 1 << chance.randrange(8)
    morning.spoil("update warcouncil_journal set body = ? where seq = ?", bytes(body), row.seq)
    return Damaged("chain", row.seq, f"record {row.seq} ")


def redated(morning: Morning, chance: Random) -> Damaged:
    """A record has another time, table, kind or place in the chain."""
    morning.put()
    row = chance.choice(morning.rows[1:])
    column, value = chance.choice(
        [("at", row.at + 1), ("table_no", 9), ("kind", "due!"), ("chain", b"\0" * 32)]
    )
    morning.spoil(f"update warcouncil_journal set {column} = ? where seq = ?", value, row.seq)
    return Damaged("chain", row.seq, f"record {row.seq} ")


def reordered(morning: Morning, chance: Random) -> Damaged:
    """Two records change places."""
    morning.put()
    one, other = sorted(chance.sample(range(2, len(morning.rows) + 1), 2))
    for was, now in ((one, -1), (other, one), (-1, other)):
        morning.spoil("update warcouncil_journal set seq = ? where seq = ?", now, was)
    return Damaged("chain", one, f"record {one} is damaged or was changed")


def cut(morning: Morning, chance: Random) -> Damaged:
    """The end of the file is missing."""
    morning.put()
    left, last = chance.randrange(1, len(morning.rows)), len(morning.rows)
    morning.spoil("delete from warcouncil_journal where seq > ?", left)
    lost = f"record {last} is missing" if left + 1 == last else f"records {left + 1} to {last} are missing"
    return Damaged("chain", left + 1, lost)


def taken_out(morning: Morning, chance: Random) -> Damaged:
    """Some records in the middle are missing."""
    morning.put()
    first = chance.randrange(2, len(morning.rows) - 5)
    until = first + chance.randrange(5)
    morning.spoil("delete from warcouncil_journal where seq between ? and ?", first, until)
    lost = f"record {first} is missing" if first == until else f"records {first} to {until} are missing"
    return Damaged("chain", first, lost)


def table_gone(morning: Morning, chance: Random) -> Damaged:
    """All records of a table are missing."""
    morning.put()
    number = chance.randrange(1, TABLES + 1)
    morning.spoil("delete from warcouncil_journal where table_no = ?", number)
    first = next(row.seq for row in morning.rows if row.table == number)
    return Damaged("chain", first, f"record{'s' if morning.rows[first].table == number else ''} {first} ")


def added(morning: Morning, chance: Random) -> Damaged:
    """A record is put behind the last."""
    morning.put()
    last = len(morning.rows)
    morning.spoil(
        "insert into warcouncil_journal select ?, at, kind, table_no, body, chain from warcouncil_journal where seq = ?",
        last + 1,
        chance.randrange(2, last),
    )
    return Damaged("chain", last + 1, f"record {last + 1} comes after the last")


def trail_spoilt(morning: Morning, chance: Random) -> Damaged:
    """One byte of the trail is changed."""
    path = trail.beside(morning.put())
    data = bytearray(path.read_bytes())
    place = chance.randrange(len(data))
    data[place] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    record = place // trail.SLOT_BYTES
    return Damaged("trail", record, f"for record {record} is damaged" if record else "its head")


# --- done by whoever can repair the chain, but not the trail -------------------------------------------------------------


def rehashed(morning: Morning, chance: Random) -> Damaged:
    """One record is changed, and all after it are bound to the new one."""
    row = at_random(morning.rows, chance, ("received",))
    body = row.body.replace(b'"key":"', b'"key": "')
    rows = [each._replace(body=body) if each.seq == row.seq else each for each in morning.rows]
    morning.forge(rows, with_trail=False)
    return Damaged("trail", row.seq, f"from record {row.seq} on, it has other records")


def cut_and_marked(morning: Morning, chance: Random) -> Damaged:
    """The end is missing, and the file claims that it never existed."""
    left, last = chance.randrange(len(morning.rows) // 2, len(morning.rows)), len(morning.rows)
    morning.forge(morning.rows[:left], with_trail=False)
    lost = f"record {last} is missing" if left + 1 == last else f"records {left + 1} to {last} are missing"
    return Damaged("trail", left + 1, lost)


def put_in(morning: Morning, chance: Random) -> Damaged:
    """An invented record is in the middle, and all after it are bound to it."""
    row = at_random(morning.rows, chance, ("received", "admitted"))
    spurious = row._replace(
        kind="ticked", table=0, body=json.dumps({"kind": "ticked", "at": row.at}).encode()
    )
    rows = [*morning.rows[: row.seq - 1], spurious, *morning.rows[row.seq - 1 :]]
    morning.forge(rows, with_trail=False)
    return Damaged("trail", row.seq, f"from record {row.seq} on, it has other records")


# --- done by whoever can repair chain and trail, but does not play the game again -----------------------------------------


def _closings(rows: list[Row]) -> list[Row]:
    return [row for row in rows if row.kind == "closed"]


def _told_otherwise(morning: Morning, row: Row, change: Callable[[dict[str, Any]], None]) -> None:
    body = json.loads(row.body)
    change(body)
    text = json.dumps(body).encode()
    assert json.loads(row.body) != body
    rows = [each._replace(body=text) if each.seq == row.seq else each for each in morning.rows]
    morning.forge(rows, with_trail=True)


def card_swapped(morning: Morning, chance: Random) -> Damaged:
    """Two players have changed a card in a position."""
    row = chance.choice(_closings(morning.rows)[:-2])

    def swap(body: dict[str, Any]) -> None:
        state = json.loads(body["record"]["state"])
        hands = [hand for hand in state["hands"].values() if hand]
        pairs = [(one, other) for one in hands for other in hands if one[0] != other[0]]
        one, other = chance.choice(pairs)
        one[0], other[0] = other[0], one[0]
        body["record"]["state"] = json.dumps(state, separators=(",", ":"))

    _told_otherwise(morning, row, swap)
    return Damaged("results", row.seq, f"record {row.seq}: its position is not the one that the rules give")


def digest_changed(morning: Morning, chance: Random) -> Damaged:
    """A gate has another digest."""
    row = chance.choice(_closings(morning.rows))
    _told_otherwise(morning, row, lambda body: body.update(digest="0" * 32))
    return Damaged("results", row.seq, f"record {row.seq}: its digest is not that of its position")


def story_changed(morning: Morning, chance: Random) -> Damaged:
    """A story is changed."""
    row = chance.choice([row for row in _closings(morning.rows) if json.loads(row.body)["gate"]])
    _told_otherwise(morning, row, lambda body: body["record"].update(heading="A fine day"))
    return Damaged(
        "results", row.seq, f"record {row.seq}: its other contents differ from what was done (heading)"
    )


def closing_gone(morning: Morning, chance: Random) -> Damaged:
    """A gate never closed."""
    row = chance.choice(_closings(morning.rows))
    morning.forge([each for each in morning.rows if each.seq != row.seq], with_trail=True)
    return Damaged("results", row.seq, f"record {row.seq}: the record of its closing is missing here")


def table_erased(morning: Morning, chance: Random) -> Damaged:
    """All records of one table are removed, but the exercise began with it."""
    number = chance.randrange(1, TABLES + 1)
    rows = [row for row in morning.rows if row.table != number]
    morning.forge(rows, with_trail=True)
    return Damaged("results", 0, f"table {number}, ")


def answer_changed(morning: Morning, chance: Random) -> Damaged:
    """An answer is changed, but not its consequences. Its receipt names the record."""
    row = chance.choice(declarations(morning.rows))
    other = next(
        each
        for each in declarations(lived(twisted=declarations(morning.rows).index(row) + 1).journal)
        if each.seq == row.seq
    )
    rows = [each._replace(body=other.body) if each.seq == row.seq else each for each in morning.rows]
    morning.forge(rows, with_trail=True)
    return Damaged("receipts", row.seq, f"record {row.seq} has another answer", receipts=True)


# --- done by whoever has the file's own keys and plays the game again with them ----------------------------------------------


def other_morning(morning: Morning, chance: Random) -> Damaged:
    """An answer is changed, with all its consequences."""
    number = chance.randrange(1, len(declarations(morning.rows)) + 1)
    rows = lived(twisted=number).journal
    row = declarations(rows)[number - 1]
    morning.forge(rows, with_trail=True)
    return Damaged("receipts", row.seq, f"record {row.seq} has another answer", receipts=True, silent=True)


def other_morning_under_a_head(morning: Morning, chance: Random) -> Damaged:
    """The same without a receipt, but with a noted head."""
    number = chance.randrange(1, len(declarations(morning.rows)) + 1)
    morning.forge(lived(twisted=number).journal, with_trail=True)
    return Damaged("heads", 0, "was changed after that head was noted", head=True, silent=True)


def end_forgotten(morning: Morning, chance: Random) -> Damaged:
    """The file says that the exercise ended earlier. A person who sealed after that has a receipt."""
    newest = declarations(morning.rows)[-1]
    left = chance.randrange(len(morning.rows) // 2, newest.seq)
    while morning.rows[left].kind == "closed":
        left -= 1
    morning.forge(morning.rows[:left], with_trail=True)
    return Damaged("receipts", 0, "is nowhere in the journal", receipts=True, silent=True)


def end_forgotten_under_a_head(morning: Morning, chance: Random) -> Damaged:
    """The same, without a receipt but with a noted head."""
    damaged, last = end_forgotten(morning, chance), len(morning.rows)
    assert damaged.silent
    with open_record(morning.file) as record:
        first = record.whole + 1
    lost = f"record {last} is missing" if first == last else f"records {first} to {last} are missing"
    return Damaged("heads", first, lost, head=True, silent=True)


def seed_chosen(morning: Morning, chance: Random) -> Damaged:
    """All cards were dealt from another seed."""
    morning.forge(lived(seed=chance.randrange(2, 10**6)).journal, with_trail=True)
    return Damaged("chance", 1, "was shown the fingerprint of another seed", receipts=True, silent=True)


KINDS = (
    edited,
    redated,
    reordered,
    cut,
    taken_out,
    table_gone,
    added,
    trail_spoilt,
    rehashed,
    cut_and_marked,
    put_in,
    card_swapped,
    digest_changed,
    story_changed,
    closing_gone,
    table_erased,
    answer_changed,
    other_morning,
    other_morning_under_a_head,
    end_forgotten,
    end_forgotten_under_a_head,
    seed_chosen,
)
