"""The knowledge of a seat, a team or the public during an exercise, moment by moment.

It never contains what only others may know.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from warcouncil.arbiter.record.account.account import MomentKind, TableAccount
from warcouncil.arbiter.record.account.eyes import HEARD, OPENLY, OWN, known, story, team_view, whole_view
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.account.rewind import Rewind, truth, view
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.words import SeatId

from tests.arbiter.core.harness import Room, load
from tests.arbiter.core.room.test_recovery import FOE, LAST, MATE, ONE, RED, morning
from tests.arbiter.record.files import keep


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TableAccount, Rewind]]:
    """The first table of a busy morning."""
    file = keep(tmp_path_factory.mktemp("eyes") / "jena", morning(Room, second=False).journal)
    with open_record(file) as record:
        yield gather(record, (ONE,), load=load)[ONE], Rewind(record, ONE, load=load)


def test_every_kind_of_moment_has_readers() -> None:
    """A new kind of moment is shown to all readers or to none, although its author never decided which."""
    umpires = {MomentKind.RULED, MomentKind.NOTED}
    assert set(MomentKind) == OPENLY | OWN | HEARD | umpires
    assert not OPENLY & OWN | OPENLY & HEARD | OWN & HEARD


def test_a_seat_is_told_of_its_own_seals_and_of_what_it_heard(read: tuple[TableAccount, Rewind]) -> None:
    """A replay as a seat shows what the other side sealed and said, or the rulings on it."""
    account, _ = read
    for seat in (RED, MATE, FOE, LAST):
        for moment in account.moments:
            seen = known(moment, (seat,))
            if moment.kind in (MomentKind.RULED, MomentKind.NOTED):
                assert seen is None
            elif moment.kind in OWN:
                assert (seen is not None) is (moment.seat == seat)
            elif moment.kind in HEARD:
                assert (seen is not None) is (seat in moment.to)
            else:
                assert seen is not None
                assert (seen.text, seen.seat) == ("", "")
    sealed = [moment for moment in account.moments if moment.kind is MomentKind.SEALED]
    assert {moment.seat for moment in sealed} >= {RED, FOE}
    stopped = [moment for moment in account.moments if moment.kind is MomentKind.STOPPED and moment.text]
    assert stopped, "a reason that nobody may read is what is tried here"


def test_the_public_learns_only_of_open_questions_and_paused_clocks(
    read: tuple[TableAccount, Rewind],
) -> None:
    """The projector's replay shows which seats had sealed."""
    kinds = {moment.kind for each in read[0].moments if (moment := known(each, ())) is not None}
    assert kinds <= OPENLY


def test_a_teams_view_holds_what_its_seats_were_sent(read: tuple[TableAccount, Rewind]) -> None:
    """A team is judged by what another team knew."""
    account, rewind = read
    for gate in account.gates:
        table = rewind.at(gate.opened_seq)
        own = [view(table, seat, gate.opened_at) for seat in (RED, MATE)]
        made = team_view(table, (RED, MATE), gate.opened_at)
        assert set(made.lines) == {line for each in own for line in each.lines}
        assert {(deal.giver, deal.text) for deal in made.deals} == {
            (deal.giver, deal.text) for each in own for deal in each.deals
        }
        assert {notice.text for notice in made.notices} == {
            notice.text for each in own for notice in each.notices
        }
        texts = {line.text for each in own for line in each.story}
        told = {line.text.removeprefix("Red 1: ").removeprefix("Red 2: ") for line in made.story}
        assert told == texts
        assert (made.form, made.sealed) == (None, None)


def test_the_umpires_eyes_see_all(read: tuple[TableAccount, Rewind]) -> None:
    """The full truth, beside what a seat knew, is incomplete."""
    account, rewind = read
    gate = account.gates[-1]
    table = rewind.at(gate.opened_seq)
    made = whole_view(table, gate.opened_at)
    assert made.sheet == truth(table)
    assert len(made.lines) == len(table.talk.lines)
    assert len(made.notices) == len(table.talk.notices) > len(view(table, FOE, gate.opened_at).notices)


@pytest.mark.parametrize("seat", [RED, FOE])
def test_the_story_of_a_seat_is_what_its_screen_told(read: tuple[TableAccount, Rewind], seat: SeatId) -> None:
    """A search finds sentences that the seat never read, or misses its own acts."""
    account, rewind = read
    table = rewind.at(account.gates[-1].opened_seq)
    shown = [line.text for line in view(table, seat, account.gates[-1].opened_at).story]
    read_ = {text for _, text in story(account, (seat,))}
    told = {moment.text for moment in account.moments if moment.kind is MomentKind.TOLD and seat in moment.to}
    assert set(shown) <= read_ | {f"Ruling of the umpire: {text}" for text in told}
    assert any(text.startswith("Ruling of the umpire: ") for text in shown)
    for_all, for_umpires = story(account, ()), story(account, None)
    assert len(for_all) <= len(for_umpires)
    assert PUBLIC.id not in account.seats
