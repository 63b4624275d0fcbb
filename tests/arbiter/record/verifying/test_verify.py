"""The verification of an exercise file.

Every damage is found and named. A part that cannot be checked is called unproved.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from nacl.signing import SigningKey
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.verifying.brought_receipts import BroughtReceipts, read_brought
from warcouncil.arbiter.record.verifying.findings import Check, CheckState, Verified
from warcouncil.arbiter.record.verifying.verify import Witness, head_in, verify
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.file import trail
from warcouncil.protocol.proofs.receipts import Kept, digest_of
from warcouncil.protocol.table.forms import Answer

from tests.arbiter.core.harness import Room, load
from tests.arbiter.core.room.test_recovery import morning as busy_morning
from tests.arbiter.record.files import PAPERS, begin, keep
from tests.arbiter.record.forging import KINDS, Damaged, Morning, declarations, receipts_for
from tests.arbiter.shell.damage import Morning as Killed
from tests.profile import games


@pytest.fixture(scope="module")
def morning(tmp_path_factory: pytest.TempPathFactory) -> Morning:
    """A true morning, its receipts and its head."""
    return Morning(tmp_path_factory.mktemp("forging"))


def fails(verified: Verified) -> list[Check]:
    """Return the failed checks."""
    return [check for check in verified.checks if check.found is CheckState.FAILS]


def test_a_true_file_holds_with_all_that_speaks_for_it(morning: Morning) -> None:
    """Every winner is called a cheat."""
    morning.put()
    verified = morning.verified(brought=True, heads=(morning.head,))
    assert {check.found for check in verified.checks} == {CheckState.HOLDS}, verified.checks
    assert {check.what for check in verified.checks} == {
        "chain",
        "file",
        "trail",
        "results",
        "chance",
        "receipts",
        "heads",
    }
    assert verified.head == morning.head
    assert (verified.proved, verified.last) == (len(morning.rows), len(morning.rows))
    assert verified.unproved_text == "nothing"
    assert verified.receipted == verified.declared == len(declarations(morning.rows))


def test_a_readiness_that_was_taken_back_is_proved_like_any_answer(tmp_path: Path) -> None:
    """A player who was not ready cannot prove it, or the file of an honest host fails."""
    room = Room("sealed_bid", {"talk": "public"})
    people = room.sit_all()
    answers: tuple[Answer, ...] = ({"ready": "ready"}, {})
    for answer in answers:
        room.at += 1000
        room.declare(people["red.1"], answer)
    room.wait(120_000)
    assert room.table.gate == 2
    taken_back = Morning(tmp_path, room)
    taken_back.put()
    verified = taken_back.verified(brought=True, heads=(taken_back.head,))
    assert not verified.fails, fails(verified)
    assert (verified.receipted, verified.declared) == (2, 2)
    *_, last = declarations(taken_back.rows)
    taken_back.forge([row for row in taken_back.rows if row is not last], with_trail=True)
    assert [check.what for check in fails(taken_back.verified(brought=True))] == ["results", "receipts"]


def test_without_witness_nothing_is_called_proved(morning: Morning) -> None:
    """A file seems to prove itself against its owner."""
    morning.put()
    verified = morning.verified()
    assert not verified.fails
    assert verified.proved_text.startswith("nothing")
    assert verified.unproved_text.startswith(f"records 1 to {len(morning.rows)}: the owner")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_forgery_is_found_and_named(
    morning: Morning, kind: Callable[[Morning, Random], Damaged]
) -> None:
    """A loser's suspicion is right, but cannot be proved."""
    for number in range(games(by_day=3, at_night=46)):
        damaged = kind(morning, Random(f"{kind.__name__} {number}"))
        if damaged.silent:
            alone = morning.verified()
            assert not alone.fails, (number, fails(alone))
            assert alone.proved == 0
            assert "could have written them" in alone.unproved_text
        heads = (morning.head,) if damaged.head else ()
        found = fails(morning.verified(brought=damaged.receipts, heads=heads))
        assert any(
            check.what == damaged.by
            and damaged.words in check.text
            and (not damaged.record or check.record == damaged.record)
            for check in found
        ), (number, damaged, found)


def test_one_byte_anywhere_in_the_file_is_found_or_changes_nothing(morning: Morning) -> None:
    """A change of one byte makes another side the winner."""
    whole = morning.true.read_bytes()
    chance = Random("one byte")
    found = 0
    for _ in range(games(by_day=60, at_night=1000)):
        file = morning.put()
        data = bytearray(whole)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        file.write_bytes(data)
        try:
            with open_record(file) as record:
                verified = verify(record, load=load)
                told = [*record.rows()], record.papers, record.head(), record.in_use
        except JournalError:
            found += 1
            continue
        if verified.fails or record.in_use:
            found += 1
        else:
            assert told[0] == morning.rows
            assert told[2] == morning.head
    assert found


# --- what is no forgery -------------------------------------------------------------------------------------------------


def test_a_busy_morning_with_a_crash_holds(tmp_path: Path) -> None:
    """Every ruling, rollback, hand-over and resume looks like a forgery."""
    for second in (False, True):
        room = busy_morning(Room, second=second)
        room.crash()
        room.play(1)
        with open_record(keep(tmp_path / f"jena{second}", room.journal)) as record:
            verified = verify(record, load=load)
        assert not verified.fails, fails(verified)
        assert any(check.what == "results" and check.found is CheckState.HOLDS for check in verified.checks)


def test_a_running_exercise_is_verified_as_far_as_it_has_come(morning: Morning, tmp_path: Path) -> None:
    """A player who has doubts must wait until the exercise is over."""
    opened = begin(tmp_path / "jena", morning.rows)
    with open_record(tmp_path / "jena") as record:
        verified = verify(record, load=load)
    opened.close()
    assert not verified.fails
    assert ("file", CheckState.OPEN) in [(check.what, check.found) for check in verified.checks]


def test_a_game_that_is_not_here_is_said_and_the_rest_is_checked(morning: Morning) -> None:
    """An older file cannot be checked at all, or is called correct without a check."""
    morning.put()
    with open_record(morning.file) as record:
        verified = verify(record, Witness(morning.brought, (morning.head,)))
    assert not verified.fails
    results = [check for check in verified.checks if check.what == "results"]
    assert {check.found for check in results} == {CheckState.OPEN}
    assert len(results) == 2
    assert "plays sealed_bid" in results[0].text
    assert verified.receipted == verified.declared > 0


def test_one_game_of_two_that_is_not_here(tmp_path: Path) -> None:
    """The tables of the other game are called false."""
    room = Room("nim", tables=2)
    room.sit_all()
    room.play(3)
    began = room.journal[0]
    plans = room.exercise.plan.tables
    other = plans[1].model_copy(update={"game": "gone"})
    body = room.exercise.plan.model_copy(update={"tables": (plans[0], other)}).model_dump_json().encode()
    rows = [began._replace(body=body), *room.journal[1:]]
    with open_record(keep(tmp_path / "jena", rows)) as record:
        verified = verify(record, load=load)
    results = {check.found: check.text for check in verified.checks if check.what == "results"}
    assert "table 2 plays gone" in results[CheckState.OPEN]
    assert "3 questions at 1 table" in results[CheckState.HOLDS]
    assert not verified.fails


def test_rules_that_were_changed_since_are_no_forgery(tmp_path: Path) -> None:
    """After a correction of a game, the verification rejects every older file."""
    room = Room("nim", plan={"rules_version": "0"})
    room.sit_all()
    room.play(2)
    rows = [
        row._replace(body=row.body.replace(b'"gate": 1, "digest": "', b'"gate": 1, "digest": "0'))
        if row.kind == "closed"
        else row
        for row in room.journal
    ]
    with open_record(keep(tmp_path / "jena", rows)) as record:
        verified = verify(record, load=load)
    assert not verified.fails
    assert any("which this program does not have" in check.text for check in verified.checks)


# --- what participants bring ------------------------------------------------------------------------------------------------


def bring(morning: Morning, *receipts: Kept) -> Verified:
    """Verify the true file with these receipts."""
    morning.put()
    with open_record(morning.file) as record:
        return verify(
            record, Witness(BroughtReceipts(tuple(("anna.receipts", kept) for kept in receipts))), load=load
        )


STRANGER = SigningKey(b"\2" * 32)


def signed_anew(kept: Kept, **changes: object) -> Kept:
    """Change a receipt and sign it with a key that is not the exercise's."""
    other = kept.model_copy(update=changes)
    return other.model_copy(update={"signature": STRANGER.sign(other.signed(other.exercise)).signature.hex()})


def test_a_receipt_that_was_changed_is_named_and_no_proof(morning: Morning) -> None:
    """A loser invents a receipt for an answer that they never sealed."""
    _, kept = morning.brought.receipts[3]
    other: Answer = {"card": "9"}
    for false, words in (
        (kept.model_copy(update={"gate": kept.gate + 1}), "is not signed by this exercise"),
        (
            kept.model_copy(update={"digest": digest_of(other), "answer": other}),
            "is not signed by this exercise",
        ),
        (kept.model_copy(update={"answer": other}), "its answer is not the one that was signed"),
        (signed_anew(kept, digest=digest_of(other), answer=other), "is not signed by this exercise"),
        (
            signed_anew(kept, verify_key=STRANGER.verify_key.encode().hex()),
            "another key signed it",
        ),
        (kept.model_copy(update={"exercise": "Auerstedt"}), "but the file is of 'Jena'"),
    ):
        verified = bring(morning, false)
        assert [check.text for check in fails(verified) if words in check.text], (words, verified.checks)
        assert verified.receipted == 0


def test_receipts_of_another_exercise_are_passed_over(morning: Morning) -> None:
    """A person who has played twice cannot bring their receipts."""
    _, kept = morning.brought.receipts[3]
    other = signed_anew(kept, exercise="Auerstedt", verify_key=STRANGER.verify_key.encode().hex())
    verified = bring(morning, other, kept)
    assert not verified.fails
    assert "1 receipt of other exercises ignored" in [check.text for check in verified.checks]
    assert verified.receipted == 1


def test_an_answer_that_was_put_behind_a_true_one_is_named(tmp_path: Path) -> None:
    """The host seals once more for a seat, with its key. The records are consistent, and every receipt is in the
    journal.
    """
    rooms = []
    for forged in (False, True):
        room = Room("sealed_bid")
        people = room.sit_all()
        hands = room.table.state.hands
        first = next(iter(people))
        room.declare(people[first], {"card": str(hands[first][0])})
        if forged:
            room.declare(people[first], {"card": str(hands[first][1])})
        for seat in [*people][1:]:
            room.declare(people[seat], {"card": str(hands[seat][0])})
        rooms.append(room)
    kept = receipts_for(rooms[0].journal, rooms[0])[0]
    with open_record(keep(tmp_path / "jena", rooms[1].journal)) as record:
        verified = verify(record, Witness(BroughtReceipts((kept,))), load=load)
    seq = declarations(rooms[1].journal)[1].seq
    assert [check.record for check in fails(verified)] == [seq]
    assert f"record {seq} has a later answer" in fails(verified)[0].text


def test_a_seat_that_changed_its_answer_holds_a_receipt_for_each(tmp_path: Path) -> None:
    """A player with doubts reads that another person sealed for the seat."""
    room = Room("sealed_bid")
    people = room.sit_all()
    first = next(iter(people))
    for card in room.table.state.hands[first][:3]:
        room.declare(people[first], {"card": str(card)})
    with open_record(keep(tmp_path / "jena", room.journal)) as record:
        verified = verify(record, Witness(BroughtReceipts(receipts_for(room.journal, room))), load=load)
    assert not verified.fails
    assert verified.receipted == 3


def test_a_folder_of_receipts_is_read_line_by_line(morning: Morning, tmp_path: Path) -> None:
    """One damaged line costs a participant all proofs, or a second file counts them twice."""
    lines = [kept.model_dump_json() for _, kept in morning.brought.receipts]
    (tmp_path / "anna.receipts").write_text("\n".join([*lines[:3], lines[3][:40]]))
    (tmp_path / "bert.receipts").write_text("\n".join(["", *lines[2:5], ""]))
    (tmp_path / "notes.txt").write_text("none")
    brought = read_brought(tmp_path)
    assert [kept.model_dump_json() for _, kept in brought.receipts] == lines[:5]
    assert brought.faults == ("anna.receipts, line 4: this is not a receipt",)
    assert read_brought(tmp_path / "bert.receipts").receipts[0][0] == "bert.receipts"


def test_a_folder_without_receipts_is_said_in_a_line(tmp_path: Path) -> None:
    """A mistyped folder looks as if no receipt had been brought."""
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(JournalError, match=r"receipts|No such"):
            read_brought(folder)


# --- heads ----------------------------------------------------------------------------------------------------------------


def test_a_head_noted_at_noon_proves_the_records_before_it(morning: Morning) -> None:
    """A head that was noted at noon proves nothing of the morning."""
    morning.put()
    with open_record(morning.file) as record:
        noon = record.head(20)
    verified = morning.verified(heads=(noon,))
    assert verified.proved == 20
    assert verified.proved_text == "records 1 to 20, each and complete, by a head"
    assert verified.unproved_text.startswith("records 21 to ")
    other = morning.verified(heads=(noon, f"25{noon[2:]}"))
    assert [check.record for check in fails(other)] == [21]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("812-7K3Q-4MN2-P2XT-9ABC", "812-7K3Q-4MN2-P2XT-9ABC"),
        (" 812-7k3q-4mn2-p2xt-9abc ", "812-7K3Q-4MN2-P2XT-9ABC"),
        ("812-7K3Q-4MN2-P2XT", ""),
        ("7K3Q-4MN2-P2XT-9ABC", ""),
        ("812-7K3U-4MN2-P2XT-9ABC", ""),
    ],
)
def test_a_head_as_it_is_typed(typed: str, read: str) -> None:
    """A head that was read out and written down is refused, or half of one is accepted."""
    assert head_in(typed) == read


# --- the trail ------------------------------------------------------------------------------------------------------------


def test_a_trail_that_is_behind_or_away_is_no_forgery(morning: Morning) -> None:
    """A power cut, or a file that was sent by mail, looks like a forgery."""
    path = trail.beside(morning.put())
    path.write_bytes(path.read_bytes()[: -5 * trail.SLOT_BYTES])
    assert not morning.verified().fails
    path.unlink()
    verified = morning.verified()
    assert not verified.fails
    assert ("trail", CheckState.OPEN) in [(check.what, check.found) for check in verified.checks]


def test_a_trail_of_another_exercise_is_named(morning: Morning, tmp_path: Path) -> None:
    """The entries of another exercise's trail count as acknowledgements here."""
    papers = type(PAPERS)("Jena", "public", "other", PAPERS.signing_seed, PAPERS.created)
    begin(tmp_path / "other", morning.rows, papers=papers).close()
    shutil.copyfile(trail.beside(tmp_path / "other"), trail.beside(morning.put()))
    assert [check.what for check in fails(morning.verified())] == ["trail"]


def test_a_file_whose_arbiter_was_killed_at_any_moment_holds(tmp_path: Path) -> None:
    """A power cut looks like a forgery."""
    (tmp_path / "lived").mkdir()
    (tmp_path / "left").mkdir()
    moments = Killed(tmp_path / "lived" / "jena").moments
    file = tmp_path / "left" / "jena"
    chance = Random("killed")
    for moment in chance.sample(moments, min(len(moments), games(by_day=12, at_night=200))):
        moment.files.write(file)
        with open_record(file) as record:
            verified = verify(record)
        assert not verified.fails, fails(verified)
        assert verified.declared >= len(moment.told)
        assert any(check.what == "results" and check.found is CheckState.HOLDS for check in verified.checks)
