"""The verification of chance that all seats made.

A replaced or dropped number, or another seed, is found and named.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey
from warcouncil.arbiter.core.room.arrivals import commitment
from warcouncil.arbiter.core.words.record import Row
from warcouncil.arbiter.core.words.stimuli import Bound
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.account.rewind import Rewind, truth, view
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.verifying.brought_receipts import BroughtReceipts, read_brought
from warcouncil.arbiter.record.verifying.findings import Check, CheckState, Verified
from warcouncil.arbiter.record.verifying.verify import Witness, verify
from warcouncil.protocol.acts.acts import Begin, GiveBack, GiveToBot, Tell
from warcouncil.protocol.proofs import lots
from warcouncil.protocol.proofs.lots import KeptLot
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.core.drawing import TOO_LATE_MS, drawing, lot, open_lot, pledge
from tests.arbiter.core.harness import Person, Room, load
from tests.arbiter.record.files import PAPERS, keep

ONE, RED, BLACK = TableId(1), SeatId("red.1"), SeatId("black.1")
SIGNING = SigningKey(PAPERS.signing_seed)
NOBODY: frozenset[str] = frozenset()


def played(
    *,
    seed: int = 1,
    without: Iterable[str] = NOBODY,
    silent: Iterable[str] = NOBODY,
    other: Iterable[str] = NOBODY,
) -> Room:
    """Make a chance and play with it. These seats are absent, do not open, or have other numbers."""
    room = drawing(start="umpire", seed=seed)
    umpire = room.umpire()
    people = {seat: room.sit(seat) for seat in room.table.seats if seat not in without}
    for seat, person in people.items():
        pledge(room, person, "another" if seat in other else "")
    room.rule(umpire, Tell(text="soon"))
    room.rule(umpire, Begin())
    for seat, person in people.items():
        if seat not in silent:
            open_lot(room, person, "another" if seat in other else "")
    for person in people.values():
        room.beat(person)
    room.wait(TOO_LATE_MS)
    room.play(2)
    return room


def kept(room: Room, person: Person, *, opened: bool = True) -> KeptLot:
    """Return what a person's client keeps of the chance of its table."""
    holder, plan = room.exercise.keys[person.key], room.table.plan
    assert room.table.draw is not None
    bare = KeptLot(
        exercise="Jena",
        table=holder.table,
        seat=holder.seat,
        lot=lot(person),
        commitment=commitment("Jena", plan),
        verify_key=SIGNING.verify_key.encode().hex(),
        pledges=lots.shown("Jena", ONE, plan.seed, room.table.draw.made),
        seed=lots.seed_print("Jena", ONE, room.table.chance.hex()),
    )
    return bare.model_copy(
        update={
            "signature": SIGNING.sign(bare.signed()).signature.hex(),
            "taken": SIGNING.sign(bare.taken_for(opened=False)).signature.hex(),
            "taken_open": SIGNING.sign(bare.taken_for(opened=True)).signature.hex() if opened else "",
        }
    )


def brought(room: Room, *seats: SeatId) -> BroughtReceipts:
    """Return what the laptops of these seats bring."""
    return BroughtReceipts(
        lots=tuple(("a.receipts", kept(room, room.people[f"1:{seat}:seat"])) for seat in seats)
    )


def verified(folder: Path, rows: Iterable[Row], what: BroughtReceipts | None = None) -> Verified:
    """Verify a file with these records, each bound to all before it."""
    folder.mkdir(exist_ok=True)
    file = keep(folder / "file", [row._replace(seq=n) for n, row in enumerate(rows, 1)])
    with open_record(file) as record:
        return verify(record, Witness(what or BroughtReceipts()), load=load)


def chance(found: Verified, says: CheckState) -> list[Check]:
    """Return the checks of the chance with this result."""
    return [check for check in found.checks if check.what == "chance" and check.found is says]


# --- what is true -------------------------------------------------------------------------------------------------


def test_a_true_chance_holds_and_is_told_line_by_line(tmp_path: Path) -> None:
    """A winner is called a cheat, or the report does not show who made the chance."""
    room = played()
    found = verified(tmp_path, room.journal, brought(room, RED, BLACK))
    assert not found.fails, found.checks
    fits, made = chance(found, CheckState.HOLDS)
    assert "the host's number fits the fingerprint" in fits.text
    assert made.text == (
        f"table 1: seed {room.table.chance.hex()[:16]}… made of the host's number and those of all"
        f" {len(room.table.seats)} seats; brought and right: red.1, black.1"
    )


def test_a_seat_that_was_left_out_is_named(tmp_path: Path) -> None:
    """A host leaves out any seat unnoticed."""
    room = played(without=[RED], silent=[BLACK])
    found = verified(tmp_path, room.journal)
    assert not found.fails, found.checks
    (made,) = chance(found, CheckState.HOLDS)
    assert "left out: black.1 (number not opened); red.1 (gave none)" in made.text
    assert RED not in made.text.split("left out")[0]


def test_a_bot_is_no_player_who_gave_no_number(tmp_path: Path) -> None:
    """A room with bots looks like one in which half of the players gave no number."""
    room = drawing(start="umpire")
    umpire = room.umpire()
    room.rule(umpire, GiveToBot(seat=BLACK))
    pledge(room, person := room.sit(RED))
    room.rule(umpire, Begin())
    room.wait(TOO_LATE_MS)
    open_lot(room, person)
    room.wait(TOO_LATE_MS)
    room.rule(umpire, GiveBack(seat=BLACK))
    found = verified(tmp_path, room.journal)
    assert not found.fails, found.checks
    (made,) = chance(found, CheckState.HOLDS)
    assert f"; {BLACK} (a bot gives none)" in made.text
    assert "(gave none)" in made.text


def test_a_table_that_did_not_begin_is_no_forgery(tmp_path: Path) -> None:
    """The file of an exercise that never began is called false, or cannot be read."""
    room = drawing(start="umpire")
    pledge(room, room.sit(RED))
    room.rule(room.umpire(), Tell(text="go home"))
    found = verified(tmp_path, room.journal)
    assert not found.fails, found.checks
    assert any("nothing was dealt" in check.text for check in chance(found, CheckState.OPEN))
    with open_record(tmp_path / "file") as record:
        account = gather(record, load=load)[ONE]
        rewind = Rewind(record, ONE, load=load)
        table = rewind.at(record.whole)
    assert account.gates == []
    assert [moment.text for moment in account.moments if moment.kind == "told"] == ["go home"]
    assert view(table, RED, 0).sheet == truth(table)


def test_an_account_begins_with_what_was_dealt(tmp_path: Path) -> None:
    """A report contains a question that was never asked."""
    room = played()
    with open_record(keep(tmp_path / "file", room.journal)) as record:
        account = gather(record, load=load)[ONE]
        (dealt,) = record.rows(kinds=("bound",))
    assert [gate.number for gate in account.gates] == [1, 2, 3]
    assert account.gates[0].opened_seq == dealt.seq
    assert not account.doubt


# --- what is false ------------------------------------------------------------------------------------------------


def test_a_number_that_the_host_replaced_everywhere_is_found_by_the_laptop_that_drew_it(
    tmp_path: Path,
) -> None:
    """The host replaces a seat's number, and plays the complete exercise with it, unnoticed."""
    true, false = played(), played(other=[RED])
    assert not verified(tmp_path / "alone", false.journal).fails
    (check,) = chance(verified(tmp_path, false.journal, brought(true, RED)), CheckState.FAILS)
    assert check.text.startswith(
        "a.receipts: table 1, red.1: its pledge was accepted, and the file has no such pledge"
    )
    (by_another,) = chance(
        verified(tmp_path / "other", false.journal, brought(true, BLACK)), CheckState.FAILS
    )
    assert (
        by_another.text
        == "a.receipts: table 1, black.1: it was shown other pledges than the file has, of red.1"
    )


def test_a_number_that_the_host_dropped_is_found_by_the_laptop_that_opened_it(tmp_path: Path) -> None:
    """The host reads all numbers, and then leaves out one to get the wanted deal."""
    true, false = played(), played(silent=[RED])
    assert not verified(tmp_path / "alone", false.journal).fails
    (check,) = chance(verified(tmp_path, false.journal, brought(true, RED)), CheckState.FAILS)
    assert (
        check.text
        == "a.receipts: table 1, red.1: its number was accepted, and the file has no number of this seat"
    )
    (by_another,) = chance(
        verified(tmp_path / "other", false.journal, brought(true, BLACK)), CheckState.FAILS
    )
    assert "fingerprint of another seed when the game began" in by_another.text


def test_a_seat_that_the_host_left_out_wholly_is_found(tmp_path: Path) -> None:
    """The host can claim that a person was never there."""
    true, false = played(), played(without=[RED])
    (check,) = chance(verified(tmp_path, false.journal, brought(true, RED)), CheckState.FAILS)
    assert "its pledge was accepted" in check.text


def test_another_number_of_the_host_is_found(tmp_path: Path) -> None:
    """The host chooses its own number last, after it has read all others."""
    true, false = played(seed=1), played(seed=2)
    fails = chance(verified(tmp_path, false.journal, brought(true, RED)), CheckState.FAILS)
    assert any("shown the fingerprint of another seed when it joined" in check.text for check in fails)


def test_a_seed_that_was_not_made_of_the_numbers_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed arbiter takes all numbers, but deals by a seed of its own."""
    made = lots.seed_made
    with monkeypatch.context() as cheat:
        cheat.setattr(lots, "seed_made", lambda *what: made(*what)[::-1])
        false = played()
        mine = brought(false, RED)
    found = verified(tmp_path, false.journal, mine)
    assert any(check.what == "results" and check.found is CheckState.FAILS for check in found.checks)
    (check,) = chance(found, CheckState.FAILS)
    assert "red.1: it was shown the fingerprint of another seed when the game began" in check.text


def _with_another(bound: Bound) -> Bound:
    first, *rest = bound.lots
    return bound.model_copy(update={"lots": (first.model_copy(update={"number": "0" * 64}), *rest)})


def _without(bound: Bound) -> Bound:
    first, *rest = bound.lots
    return bound.model_copy(update={"lots": (first.model_copy(update={"number": None}), *rest)})


def _of_fewer(bound: Bound) -> Bound:
    return bound.model_copy(update={"lots": bound.lots[:-1]})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_with_another, "made with another number for red.1 than the one to which it was bound"),
        (_without, "made without the number of red.1, although that seat had opened it"),
        (_of_fewer, "made from other seats than those of the table"),
    ],
)
def test_a_record_of_the_chance_that_was_changed_is_found(
    tmp_path: Path, change: Callable[[Bound], Bound], words: str
) -> None:
    """A line of the file can be changed, and the chain repaired, unnoticed."""
    rows = played().journal
    false = [
        row._replace(body=change(Bound.model_validate_json(row.body)).model_dump_json().encode())
        if row.kind == "bound"
        else row
        for row in rows
    ]
    found = verified(tmp_path, false)
    (check,) = chance(found, CheckState.FAILS)
    assert words in check.text
    assert check.record == next(n for n, row in enumerate(rows, 1) if row.kind == "bound")


def test_a_line_that_a_participant_made_up_speaks_against_itself(tmp_path: Path) -> None:
    """A loser can forge a proof that the chance was false."""
    room = played()
    mine = kept(room, room.people["1:red.1:seat"])
    changes: list[dict[str, Any]] = [
        {"lot": "0" * 64},
        {"seed": "0" * 64},
        {"pledges": ("0" * 64,)},
        {"taken": "00"},
    ]
    for n, change in enumerate(changes):
        false = BroughtReceipts(lots=(("a.receipts", mine.model_copy(update=change)),))
        (check,) = chance(verified(tmp_path / str(n), room.journal, false), CheckState.FAILS)
        assert "is not signed by this exercise" in check.text, change


def test_lots_are_read_from_the_files_of_receipts(tmp_path: Path) -> None:
    """The line with the number of a laptop is not accepted as a receipt."""
    room = played()
    mine = kept(room, room.people["1:red.1:seat"])
    older = mine.model_copy(update={"pledges": (), "seed": "", "signature": "", "taken_open": ""})
    text = "\n".join([older.model_dump_json(), mine.model_dump_json(), json.dumps({"no": "receipt"})])
    (tmp_path / "a.receipts").write_text(text)
    found = read_brought(tmp_path)
    assert [lot for _, lot in found.lots] == [older, mine]
    assert found.faults == ("a.receipts, line 3: this is not a receipt",)
    assert not chance(verified(tmp_path, room.journal, found), CheckState.FAILS)


def test_a_record_of_the_chance_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A verifier of a file that was written by hand sees a traceback instead of the fault."""
    rows = played().journal
    at = next(n for n, row in enumerate(rows) if row.kind == "bound")
    checks = verified(tmp_path, [*rows[:at], rows[at]._replace(body=b'{"kind":"bound"}')]).checks
    assert any(f"record {at + 1}: cannot be read" in each.text for each in checks)
    assert any("its seed was not made" in each.text for each in checks)
