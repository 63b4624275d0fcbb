"""The promises of an exercise to its people."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.words.stimuli import Ticked
from warcouncil.protocol.acts.acts import (
    DeclareFor,
    EndGame,
    EndNow,
    Extend,
    GiveBack,
    GiveToBot,
    GoBack,
    Pause,
    Void,
)
from warcouncil.protocol.proofs.doors import Turned
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.replies import (
    Alive,
    Done,
    Fenced,
    Receipt,
    Refusal,
    RefusalCode,
    Team,
    Welcome,
)
from warcouncil.protocol.wire.requests import (
    Declare,
    Resync,
    Rule,
)
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.arbiter.core.bidding import BID, bid, bids
from tests.arbiter.core.harness import Room


def test_a_hello_is_answered_with_a_welcome_and_the_view_of_the_seat() -> None:
    """A person does not know their seat or the open question."""
    room, people = bids()
    red = people["red.1"]
    assert [type(body.body) for body in red.replies[:2]] == [Welcome, View]
    view = red.of(View)[0]
    assert view.whole
    assert view.form is not None
    assert view.sealed is None
    assert [reply.n for reply in red.replies if reply.n] == list(range(1, len(red.replies) + 1))
    assert room.table.gate == 1


def test_no_seat_learns_of_a_declaration_before_all_are_in() -> None:
    """An early mark tells the enemy that a seat has decided."""
    room, people = bids()
    before = {seat: len(person.frames) for seat, person in people.items()}
    room.declare(people["red.1"], bid(room, people["red.1"]))
    after = {seat: len(person.frames) for seat, person in people.items()}
    assert after == {**before, "red.1": before["red.1"] + 1}
    assert people["red.1"].last(Receipt).answer == bid(room, people["red.1"])


def test_the_last_declaration_closes_the_question_for_everyone_at_once() -> None:
    """One seat sees the outcome before another."""
    room, people = bids()
    room.at = 700
    for person in people.values():
        room.declare(person, bid(room, person))
    assert room.table.gate == 2
    arrivals = {person.frames[-1][0] for person in people.values()}
    sizes = {len(person.frames[-1][1]) for person in people.values()}
    assert arrivals == {700}
    assert len(sizes) == 1
    assert all(person.last(View).gate == 2 for person in people.values())


def test_a_mind_may_be_changed_until_the_question_closes() -> None:
    """The first answer binds although the clock still runs."""
    room, people = bids()
    red = people["red.1"]
    cards = sorted({str(card) for card in room.table.state.hands["red.1"]})
    room.declare(red, {"card": cards[0]})
    room.declare(red, {"card": cards[-1]})
    assert room.table.sealed[SeatId("red.1")].answer == {"card": cards[-1]}


def test_a_repeated_declaration_has_one_effect_and_the_same_receipt() -> None:
    """A client that lost a receipt votes twice."""
    room, people = bids()
    request = room.declare(people["red.1"], bid(room, people["red.1"]))
    rows = len(room.journal)
    room.ask(people["red.1"], request)
    first, second = people["red.1"].of(Receipt)
    assert first == second
    assert len(room.journal) == rows


def test_a_declaration_that_counts_no_more_is_not_answered_as_sealed() -> None:
    """A client that repeats a declaration because its receipt was lost reads "sealed".

    But an umpire has voided it or sealed another in its place.
    """
    room, people = bids()
    umpire, seats = room.umpire(), ("red.1", "black.1")
    cards = {seat: [str(card) for card in room.table.state.hands[seat]] for seat in seats}
    requests = {seat: room.declare(people[seat], {"card": cards[seat][0]}) for seat in seats}
    room.rule(umpire, DeclareFor(seat=SeatId("red.1"), answer={"card": cards["red.1"][1]}))
    room.rule(umpire, Void(seat=SeatId("black.1")))
    for seat in seats:
        room.ask(people[seat], requests[seat])
        assert len(people[seat].of(Receipt)) == 1
        assert "struck out that answer, or your seat sealed another answer" in people[seat].last(Refusal).text
    for turn in range(4):
        if turn == 3:
            room.crash()
        umpire = room.greet(umpire.key)
        room.rule(umpire, EndNow())
        for seat in seats:
            again = room.greet(people[seat].key)
            room.ask(again, requests[seat])
            assert again.last(Refusal).code is RefusalCode.NOT_ALLOWED, f"after {turn} questions more"
            assert not again.of(Receipt)


@pytest.mark.parametrize("crash", [False, True])
def test_a_declaration_that_a_rollback_undid_is_not_answered_as_sealed(*, crash: bool) -> None:
    """A client that repeats a declaration because its receipt was lost reads that it was sealed in time, and
    never that it was taken back.
    """
    room, people = bids()
    umpire, red, black = room.umpire(), people["red.1"], people["black.1"]
    undone = [(red, room.declare(red, bid(room, red)))]
    room.rule(umpire, EndNow())
    undone.append((black, room.declare(black, bid(room, black))))
    room.rule(umpire, GoBack(to=GateNo(1)))
    ended = room.declare(red, bid(room, red))
    room.rule(umpire, EndGame(text="the bell"))
    if crash:
        room.crash()
    for person, request in undone:
        again = room.greet(person.key)
        room.ask(again, request)
        assert (
            again.last(Refusal).text
            == "That answer was sealed in time, but an umpire took its question back."
        )
        assert not again.of(Receipt)
    again = room.greet(red.key)
    room.ask(again, ended)
    assert again.last(Refusal).code is RefusalCode.NOT_ALLOWED
    assert (
        again.last(Refusal).text
        == "That answer was sealed in time, but an umpire ended the game at its question."
    )


@pytest.mark.parametrize("crash", [False, True])
def test_a_declaration_taken_back_by_a_rollback_counts_again_when_the_rollback_is_undone(
    *, crash: bool
) -> None:
    """An umpire rolls back a question too far and then forward to the right one.

    An answer sealed before that counts, but its seat reads for ever that it was taken back.
    """
    room, people = bids()
    umpire, red, black = room.umpire(), people["red.1"], people["black.1"]
    counts = room.declare(red, bid(room, red))
    room.rule(umpire, EndNow())
    taken_back = room.declare(black, bid(room, black))
    room.rule(umpire, GoBack(to=GateNo(1)))
    room.rule(umpire, GoBack(to=GateNo(2)))
    both = [(red, counts, RefusalCode.COUNTED), (black, taken_back, RefusalCode.NOT_ALLOWED)]
    for further in (EndNow(), GoBack(to=GateNo(1)), GoBack(to=GateNo(4))):
        room.rule(umpire, further)
    if crash:
        room.crash()
    for person, request, code in both:
        again = room.greet(person.key)
        room.ask(again, request)
        assert again.last(Refusal).code is code


def test_a_declaration_that_counts_is_known_again_though_a_bot_plays_its_seat_by_now() -> None:
    """A player who lost the receipt with the link, and reconnects to a seat of a bot, reads that the answer
    is not sealed.
    """
    room, people = bids()
    request = room.declare(people["black.1"], bid(room, people["black.1"]))
    for close, answer in ((None, Receipt), (EndNow(), Receipt), (EndNow(), Refusal)):
        if close is not None:
            room.rule(room.umpire(), close)
        if not room.table.bots:
            room.rule(room.umpire(), GiveToBot(seat=SeatId("black.1"), kind="random"))
        back = room.greet(people["black.1"].key)
        room.ask(back, request)
        assert back.of(answer)
        if answer is Refusal:
            assert back.last(Refusal).code == RefusalCode.COUNTED


def test_an_old_declaration_sent_again_later_changes_nothing() -> None:
    """A recorded frame, sent again, declares for the next question."""
    room, people = bids()
    requests = {seat: room.declare(person, bid(room, person)) for seat, person in people.items()}
    rows = len(room.journal)
    room.ask(people["red.1"], requests["red.1"])
    assert people["red.1"].last(Receipt).gate == 1
    room.ask(people["red.1"], requests["red.2"])
    assert people["red.1"].last(Refusal).code is RefusalCode.STALE, "another seat had sealed it"
    assert len(room.journal) == rows
    assert not room.table.sealed


def test_an_illegal_answer_is_refused_with_its_rule_and_leaves_the_former_one() -> None:
    """A mistyped answer deletes the answer that was already sealed."""
    room, people = bids()
    room.declare(people["red.1"], bid(room, people["red.1"]))
    rows = len(room.journal)
    room.declare(people["red.1"], {"card": "99"})
    refusal = people["red.1"].last(Refusal)
    assert (refusal.code, refusal.rule) == (RefusalCode.ILLEGAL, "1.1")
    assert room.table.sealed[SeatId("red.1")].answer == bid(room, people["red.1"])
    assert len(room.journal) == rows


def test_the_clock_closes_the_question_after_a_grace_equal_for_all() -> None:
    """A slow link loses an answer sent in time, or some get longer than others."""
    room = Room("sealed_bid", {"clock_seconds": 20}, grace_ms=1000)
    people = room.sit_all()
    room.wait(20_750)
    assert room.table.gate == 1
    room.declare(people["red.1"], bid(room, people["red.1"]))
    assert people["red.1"].of(Receipt)
    room.wait(500)
    assert room.table.gate == 2


def test_a_silent_seat_gets_the_mildest_answer_of_the_rules() -> None:
    """One inactive player stops the table, or loses a better card than the rules take."""
    room, people = bids()
    hand = room.table.state.hands["red.1"]
    room.wait(21_000)
    assert room.table.gate == 2
    assert sorted(room.table.state.hands["red.1"]) == sorted(hand)[1:]
    assert people["red.1"].last(View).gate == 2


def test_a_seat_is_handed_to_a_bot_and_back() -> None:
    """A player who had to leave stops their side, or cannot come back."""
    room, people = bids()
    umpire = room.umpire()
    room.rule(umpire, GiveToBot(seat=SeatId("red.1")))
    bot = room.sit("red.1", role=Role.STAND_IN)
    room.declare(people["red.1"], bid(room, people["red.1"]))
    assert people["red.1"].last(Refusal).code is RefusalCode.NOT_DRIVER
    assert people["red.1"].last(Team).bot
    room.declare(bot, bid(room, bot))
    assert bot.of(Receipt)
    room.rule(umpire, GiveBack(seat=SeatId("red.1")))
    assert bot.of(Fenced)
    rows = len(room.journal)
    room.ask(bot, Declare(id=room.fresh(), gate=room.table.gate, answer=BID))
    assert len(room.journal) == rows
    room.declare(people["red.1"], bid(room, people["red.1"]))
    assert people["red.1"].of(Receipt)
    assert [stand_in.bot for stand_in in room.bots] == ["sensible", ""]


def test_the_newest_window_of_a_key_counts_and_the_older_is_fenced() -> None:
    """A copied key drives the seat unseen beside its owner."""
    room, people = bids()
    thief = room.greet("1:red.1:seat", route="thief")
    room.declare(people["red.1"], BID)
    assert people["red.1"].last(Refusal).code is RefusalCode.FENCED
    assert not room.table.sealed
    room.declare(thief, bid(room, thief))
    assert room.table.sealed


def test_a_taken_over_seat_hears_nothing_more() -> None:
    """The former occupant goes on acting or reading (boardgame.io issue 429)."""
    room, people = bids()
    old = people["red.1"]
    new = room.sit("red.1", key="another laptop")
    assert old.of(Fenced)
    heard = len(old.frames)
    for person in (new, people["red.2"], people["black.1"], people["black.2"]):
        room.declare(person, bid(room, person))
    assert room.table.gate == 2
    assert len(old.frames) == heard
    room.ask(old, Declare(id=room.fresh(), gate=room.table.gate, answer=BID))
    assert old.last(Refusal).code is RefusalCode.UNKNOWN_KEY
    assert not room.table.sealed


def test_an_unknown_key_is_turned_away() -> None:
    """A person without a card is served."""
    room, _ = bids()
    stranger = room.greet("stranger")
    assert stranger.last(Refusal).code is RefusalCode.UNKNOWN_KEY
    assert len(stranger.frames) == 1


def test_only_the_own_team_sees_which_of_its_seats_are_linked() -> None:
    """A lost link goes unnoticed, or the enemy sees it too."""
    room, people = bids()
    enemy = len(people["black.1"].frames)
    for _ in range(24):
        room.wait(250)
        room.beat(people["red.2"])
        room.beat(people["black.1"])
        room.beat(people["black.2"])
    linked = {mate.seat: mate.linked for mate in people["red.2"].last(Team).team}
    assert linked == {"red.1": False, "red.2": True}
    assert {type(body.body) for body in people["black.1"].replies[enemy:]} == {Alive}


def test_a_missing_number_is_repaired_by_the_whole_view() -> None:
    """A lost frame leaves a client with an old picture for ever."""
    room, people = bids()
    red = people["red.1"]
    for person in people.values():
        room.declare(person, bid(room, person))
    room.beat(red)
    assert red.replies[-1].last == max(reply.n for reply in red.replies)
    room.ask(red, Resync())
    whole = red.last(View)
    assert whole.whole
    assert [line.text for line in whole.story] == [
        line.text for view in red.of(View)[:-1] for line in view.story
    ]


def test_a_card_does_not_open_a_seat_that_is_driven() -> None:
    """The finder of a card pushes its owner out."""
    room, _ = bids()
    assert room.exercise.card("AAA") is Turned.DRIVEN
    room.wait(10_000)
    assert not isinstance(room.exercise.card("AAA"), Turned)
    assert room.exercise.card("ZZZ") is Turned.WRONG_CODE


def test_all_that_is_durable_comes_back_after_a_crash_at_any_record() -> None:
    """An acknowledged declaration is lost, or a player's time is shortened."""
    room, people = bids()
    umpire = room.umpire()
    room.wait(3_000)
    room.say(people["red.1"], "red", "low")
    room.rule(umpire, Extend(seconds=10))
    for person in people.values():
        room.declare(person, bid(room, person))
    room.wait(2_000)
    room.rule(umpire, Pause())
    journal = list(room.journal)
    for rows in range(1, len(journal) + 1):
        room.journal = list(journal)
        if rows < len(journal) and journal[rows].kind == "closed":
            continue
        room.crash(rows=rows)
        first = room.exercise.tables[TableId(1)]
        room.crash()
        again = room.exercise.tables[TableId(1)]
        assert (first.state, first.gate, first.clock, first.sealed, first.story) == (
            again.state,
            again.gate,
            again.clock,
            again.sealed,
            again.story,
        )
    room.journal = list(journal)
    before = room.table
    room.crash()
    assert room.table.state == before.state
    assert room.table.paused == before.paused
    assert room.table.clock == before.clock
    assert [line.spoken.text for line in room.table.talk.lines] == ["low"]
    assert room.table.story.record == before.story.record


def test_a_request_done_before_is_done_once() -> None:
    """A ruling that a bad link sends twice adds its time twice."""
    room, _ = bids()
    umpire = room.umpire()
    request = Rule(id=room.fresh(), table=TableId(1), act=Extend(seconds=30), reason="late start")
    room.ask(umpire, request)
    room.ask(umpire, request)
    assert room.table.clock is not None
    assert room.table.clock.left(room.at) == 50_000
    assert [done.id for done in umpire.of(Done)] == [request.id, request.id]


def test_time_is_kept_in_the_journal_while_a_clock_runs() -> None:
    """A crash adds minutes to the clock, or takes minutes from it."""
    room, _ = bids()
    room.wait(10_000)
    ticks = [row.at for row in room.journal if row.kind == "ticked"]
    assert ticks == list(range(ticks[0], 10_001, 1000))


def test_a_fault_for_which_no_table_is_known_holds_none() -> None:
    """A fault elsewhere in the program holds the first table of the room."""
    room = Room("kartenspiel", tables=2)
    assert room.exercise.suspect(Ticked(at=1000)) == TableId(0)
    room.sit(next(iter(room.table.seats)))
    assert room.exercise.suspect(Ticked(at=2000)) == TableId(0)
