"""Chance that all seats make. It combines all their numbers, and nothing is dealt before it is made. The timeout
leaves out a silent seat.
"""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.table import rules
from warcouncil.arbiter.core.table.chance import DrawStage
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.acts.acts import (
    Begin,
    GiveToBot,
    Hold,
    Release,
)
from warcouncil.protocol.proofs.lots import Lot, blank_pledge, pledge_of, seed_made, seed_print, signed, taken
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import Done, DrawShown, Refusal
from warcouncil.protocol.wire.requests import Leave, OpenLot, Pledge, Resync
from warcouncil.protocol.words import SeatId, TableId

from tests.arbiter.core.drawing import TOO_LATE_MS, all_drawn, bound, drawing, lot, open_lot, pledge
from tests.arbiter.core.harness import sign
from tests.toys.sealed_bid import GAME as SEALED_BID

ONE = TableId(1)
SEATS = [seat.id for seat in SEALED_BID.seats(SEALED_BID.options_type())]


# --- the chance ---------------------------------------------------------------------------------------------------


def test_the_chance_is_made_of_the_hosts_number_and_those_of_all_seats() -> None:
    """The host can choose the deal."""
    room = drawing()
    people = all_drawn(room)
    lots = tuple(
        Lot(seat=SeatId(seat), pledge=pledge_of("Jena", ONE, SeatId(seat), lot(one)), number=lot(one))
        for seat, one in people.items()
    )
    assert bound(room).lots == lots
    assert room.table.begun
    assert room.table.chance.hex() == seed_made("Jena", ONE, room.table.plan.seed, lots)


@pytest.mark.parametrize("seat", SEATS)
def test_one_other_number_is_another_deal(seat: str) -> None:
    """A seat's number is taken but does not count."""
    room, other = drawing(), drawing()
    all_drawn(room)
    people = other.sit_all()
    for name, person in people.items():
        pledge(other, person, "another" if name == seat else "")
    for name, person in people.items():
        open_lot(other, person, "another" if name == seat else "")
    assert other.table.begun
    assert other.table.chance != room.table.chance


def test_the_hosts_number_counts_too() -> None:
    """All seats together can choose the deal, if the host's number is known or ignored."""
    room, other = drawing(seed=1), drawing(seed=2)
    all_drawn(room)
    all_drawn(other)
    assert bound(room).lots == bound(other).lots
    assert room.table.chance != other.table.chance


def test_the_deal_and_every_question_come_of_that_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the deal, or only the dice, use the shared chance. The rest uses the host's chance."""
    used: list[bytes] = []

    def noted(seed: bytes, *labels: str | int) -> Dice:
        used.append(seed)
        return Dice(seed, *labels)

    room = drawing()
    people = room.sit_all()
    for person in people.values():
        pledge(room, person)
    monkeypatch.setattr(rules, "Dice", noted)
    for person in people.values():
        open_lot(room, person)
    room.play(2)
    assert used == [room.table.chance] * 3
    assert room.table.chance.hex() != room.table.plan.seed


def test_every_seat_is_shown_the_same_draw_and_the_fingerprint_of_its_result() -> None:
    """The host shows different draws to different seats, or makes another chance afterwards."""
    room = drawing()
    people = all_drawn(room)
    shown = [person.of(DrawShown) for person in people.values()]
    assert shown[0]
    assert all(draws == shown[0] for draws in shown)
    first, last = shown[0]
    assert first.seed == ""
    assert last.pledges == first.pledges
    assert last.seed == seed_print("Jena", ONE, room.table.chance.hex())


# --- who is silent ------------------------------------------------------------------------------------------------


def test_a_seat_without_a_pledge_is_awaited_until_the_timeout_and_its_absence_is_recorded() -> None:
    """One silent client keeps a table from beginning for ever."""
    room = drawing()
    silent, *rest = room.sit_all().values()
    for person in rest:
        pledge(room, person)
    room.wait(TOO_LATE_MS - 250)
    assert not rest[0].of(DrawShown)
    for person in (silent, *rest):
        room.beat(person)
    room.wait(250)
    assert rest[0].of(DrawShown)
    for person in rest:
        open_lot(room, person)
    assert room.table.begun
    assert [one.pledge is None for one in bound(room).lots] == [True] + [False] * len(rest)
    assert "left out: " in room.table.story.record[-1].words()


def test_the_pledge_of_a_seat_that_does_not_open_replaces_its_number() -> None:
    """A seat can influence the chance by leaving after its pledge, because it does not count then."""
    room = drawing()
    silent, *rest = room.sit_all().values()
    for person in (silent, *rest):
        pledge(room, person)
    for person in rest:
        open_lot(room, person)
    room.wait(TOO_LATE_MS - 250)
    assert not room.table.begun
    room.wait(250)
    assert room.table.begun
    first, *others = bound(room).lots
    assert first.pledge is not None
    assert not first.counts
    assert all(one.counts for one in others)
    without = [first.model_copy(update={"pledge": None}), *others]
    assert room.table.chance.hex() != seed_made("Jena", ONE, room.table.plan.seed, without)
    assert "number not opened" in room.table.story.record[-1].words()


@pytest.mark.parametrize("same", [False, True])
def test_a_last_seat_with_a_new_key_is_awaited(*, same: bool) -> None:
    """The pledge of the former key is final before that of the new key arrives.

    `same`: the player's laptop kept its number for that seat.
    """
    room = drawing()
    seat, *others = SEATS
    former = room.sit(seat)
    pledge(room, former)
    room.ask(former, Leave())
    rest = [room.sit(other) for other in others]
    for person in rest:
        pledge(room, person)
    anew = room.sit(seat, key="another key")
    room.settle()
    assert not anew.of(DrawShown)
    number = lot(former if same else anew)
    told = pledge_of("Jena", ONE, SeatId(seat), number)
    room.ask(anew, Pledge(id=room.fresh(), pledge=told))
    room.settle()
    assert anew.of(DrawShown)
    room.ask(anew, OpenLot(id=room.fresh(), lot=number))
    for person in rest:
        open_lot(room, person)
    assert room.table.begun
    assert all(one.counts for one in bound(room).lots)


def test_an_absent_seat_is_not_awaited() -> None:
    """A table waits for a person although the umpire began without them."""
    room = drawing(start="umpire")
    umpire = room.umpire()
    person = room.sit("red.1")
    pledge(room, person)
    room.rule(umpire, Begin())
    assert person.of(DrawShown)
    open_lot(room, person)
    assert room.table.begun
    assert sum(one.counts for one in bound(room).lots) == 1


def test_a_seat_may_still_pledge_after_a_resume() -> None:
    """A crash just before the deal leaves out the number of a player who was about to give it."""
    room = drawing()
    late, *others = room.sit_all().values()
    for person in others:
        pledge(room, person)
    assert not others[0].of(DrawShown), "the table waits for the last one"
    room.crash()
    room.wait(1000)
    people = room.sit_all()
    pledge(room, people[SEATS[0]])
    for person in people.values():
        assert person.of(DrawShown)
        open_lot(room, person)
    assert all(one.counts for one in bound(room).lots), late


def test_after_a_resume_a_seat_that_stays_away_is_not_awaited_for_long() -> None:
    """A table waits for ever for a person who went home when the arbiter crashed."""
    room = drawing()
    _, *others = room.sit_all().values()
    for person in others:
        pledge(room, person)
    room.crash()
    room.wait(TOO_LATE_MS)
    assert room.table.draw is not None
    assert room.table.draw.stage is not DrawStage.ASKED


def test_seats_of_bots_put_nothing_in_and_are_not_waited_for() -> None:
    """A table with bots does not begin."""
    room = drawing(plan={"bots": tuple(SEATS[1:])})
    person = room.sit(SEATS[0])
    pledge(room, person)
    open_lot(room, person)
    assert room.table.begun
    assert [one.counts for one in bound(room).lots] == [True] + [False] * (len(SEATS) - 1)


def test_the_draw_does_not_show_which_seats_have_pledged() -> None:
    """A seat reads which others are bots, or have not pledged."""
    with_bots, without = drawing(plan={"bots": (SEATS[-1],)}), drawing()
    shown = []
    for room in (with_bots, without):
        there = [seat for seat in SEATS if seat not in room.table.bots]
        people = [room.sit(seat) for seat in there]
        for person in people:
            pledge(room, person)
        shown.append(people[0])
    bots, people = (person.last(DrawShown).pledges for person in shown)
    assert len(bots) == len(people) == len(SEATS)
    assert bots[:-1] == people[:-1]
    assert bots[-1] == blank_pledge("Jena", ONE, SEATS[-1], with_bots.table.plan.seed)
    sizes = [[len(frame) for _, frame in person.frames if b'"draw"' in frame] for person in shown]
    assert sizes[0] == sizes[1]


def test_a_late_person_plays_with_the_chance_that_the_others_made() -> None:
    """A latecomer is shown nothing, or deals anew."""
    room = drawing(start="umpire")
    umpire = room.umpire()
    here = room.sit("red.1")
    pledge(room, here)
    room.rule(umpire, Begin())
    open_lot(room, here)
    late = room.sit(list(room.table.seats)[1])
    assert late.last(DrawShown) == here.last(DrawShown)
    refused = pledge(room, late)
    assert isinstance(refused, Refusal)
    assert late.last(View).begun


def test_a_held_table_is_not_dealt() -> None:
    """A table makes its chance and deals while an umpire holds it, or never after the release."""
    room = drawing()
    umpire = room.umpire()
    people = room.sit_all()
    room.rule(umpire, Hold())
    for person in people.values():
        pledge(room, person)
    room.wait(3 * TOO_LATE_MS)
    assert not next(iter(people.values())).of(DrawShown)
    for person in people.values():
        room.beat(person)
    room.rule(umpire, Release())
    assert next(iter(people.values())).of(DrawShown)


def test_a_seat_that_is_given_to_a_bot_meanwhile_is_not_waited_for() -> None:
    """A table waits for a person whom the umpire has replaced."""
    room = drawing()
    umpire = room.umpire()
    silent, *rest = room.sit_all()
    for seat in rest:
        pledge(room, room.people[f"1:{seat}:seat"])
    assert not room.people[f"1:{rest[0]}:seat"].of(DrawShown)
    room.rule(umpire, GiveToBot(seat=SeatId(silent), kind="sensible"))
    assert room.people[f"1:{rest[0]}:seat"].of(DrawShown)


def test_a_lost_list_comes_again() -> None:
    """A client whose connection dropped the list never opens its number."""
    room = drawing()
    people = room.sit_all()
    for person in people.values():
        pledge(room, person)
    first = next(iter(people.values()))
    before = first.last(DrawShown)
    room.ask(first, Resync())
    assert first.of(DrawShown) == [before, before]
    again = room.greet(first.key, "another window")
    assert again.of(DrawShown) == [before]


def test_two_tables_make_their_own_chance() -> None:
    """One table's numbers deal another's cards."""
    room = drawing(tables=2)
    all_drawn(room)
    assert not room.exercise.tables[TableId(2)].begun
    for seat in room.exercise.tables[TableId(2)].seats:
        pledge(room, room.sit(seat, table=2))
    for seat in room.exercise.tables[TableId(2)].seats:
        open_lot(room, room.people[f"2:{seat}:seat"])
    one, two = room.exercise.tables.values()
    assert two.begun
    assert one.chance != two.chance


# --- the arbiter's word -------------------------------------------------------------------------------------------


def test_the_arbiter_signs_the_numbers_it_took_and_the_list_it_shows() -> None:
    """A host takes a number and denies it, or shows a list and claims later that there was another."""
    room = drawing()
    people = room.sit_all()
    for opened, put_in in ((False, pledge), (True, open_lot)):
        for seat, person in people.items():
            said = put_in(room, person)
            assert isinstance(said, Done)
            name = pledge_of("Jena", ONE, SeatId(seat), lot(person))
            assert said.signature == sign(
                taken("Jena", table=ONE, seat=SeatId(seat), pledge=name, opened=opened)
            )
    host = seed_print("Jena", ONE, room.table.plan.seed)
    fixed, made = people[SEATS[0]].of(DrawShown)
    for shown, seed in ((fixed, ""), (made, seed_print("Jena", ONE, room.table.chance.hex()))):
        word = signed("Jena", table=ONE, commitment=host, pledges=shown.pledges, seed=seed)
        assert (shown.seed, shown.signature) == (seed, sign(word))
