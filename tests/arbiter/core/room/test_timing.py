"""Silence: for each phase the plan says what the clock does for a seat that has sealed nothing."""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.room.seat_requests import HELD_UP_MS_MAX
from warcouncil.arbiter.core.table.gate import Drafted
from warcouncil.arbiter.core.words.plan import Silence
from warcouncil.arbiter.core.words.stimuli import SILENCE_MS_MAX
from warcouncil.games import registry
from warcouncil.games.kit.game import Phase
from warcouncil.protocol.acts.acts import DeclareFor, EndNow, Extend, GiveBack, GiveToBot, Pause, Tell, Void
from warcouncil.protocol.acts.room_acts import Approve, Remove
from warcouncil.protocol.table.views import View
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.wire.replies import Clock, Receipt, Refusal, RefusalCode, Team
from warcouncil.protocol.wire.requests import Claim, Draft
from warcouncil.protocol.words import GateNo, Role, SeatId

from tests.arbiter.core.harness import Person, Room
from tests.profile import turns

RED = SeatId("red.1")
GAMES = (*registry.names(), "sealed_bid", "nim")


def silent(policy: Silence, *, game: str = "sealed_bid", phase: str = "*", seconds: int = 10) -> Room:
    """Return a table whose plan sets the policy for silence."""
    plan = {"silence": [{"phase": phase, "policy": policy, "seconds": seconds}]}
    return Room(game, plan=plan)


def draft(room: Room, person: Person, card: object, gate: int = 0) -> None:
    """Send a draft of a person, without sealing it."""
    room.ask(person, Draft(gate=GateNo(gate or room.table.gate), answer={"card": str(card)}))


def others(room: Room, people: dict[str, Person]) -> None:
    """Declare for all seats but the first."""
    for seat, person in people.items():
        if seat != RED:
            room.suggest(person)


def highest(room: Room) -> int:
    """Return the highest card of the first seat."""
    return int(max(room.table.state.hands[RED]))


def left(room: Room) -> int:
    """Return the milliseconds left on the clock."""
    assert room.table.clock
    return room.table.clock.left(room.at)


# --- drafts -------------------------------------------------------------------------------------------------------


def test_a_draft_counts_for_a_silent_seat_and_is_no_declaration_before() -> None:
    """A player whose link breaks loses an order that was almost sealed."""
    room = silent(Silence.DRAFT)
    people = room.sit_all()
    assert people[RED].last(View).drafts
    card = highest(room)
    draft(room, people[RED], card)
    others(room, people)
    assert room.table.gate == 1
    room.wait(20_000)
    assert room.table.gate == 2
    assert card in room.table.state.open_cards[RED]


def test_an_illegal_draft_counts_as_silence() -> None:
    """A half-filled form stops the table."""
    room = silent(Silence.DRAFT)
    people = room.sit_all()
    hand = sorted(room.table.state.hands[RED])
    draft(room, people[RED], 99)
    room.wait(20_000)
    assert sorted(room.table.state.hands[RED]) == hand[1:]


def test_a_sealed_answer_counts_before_any_draft() -> None:
    """A player changes a sealed order by editing the form afterwards."""
    room = silent(Silence.DRAFT)
    people = room.sit_all()
    room.suggest(people[RED])
    sealed = room.table.sealed[RED].declaration.card
    draft(room, people[RED], highest(room))
    room.wait(20_000)
    assert sealed in room.table.state.open_cards[RED]


@pytest.mark.parametrize("policy", [policy for policy in Silence if policy is not Silence.DRAFT])
def test_drafts_are_refused_where_they_do_not_count(policy: Silence) -> None:
    """The journal holds unsealed drafts for no purpose."""
    room = silent(policy)
    people = room.sit_all()
    assert not people[RED].last(View).drafts
    rows = len(room.journal)
    draft(room, people[RED], highest(room))
    assert people[RED].last(Refusal).code is RefusalCode.STALE
    assert len(room.journal) == rows


def test_a_draft_of_a_question_that_is_gone_is_refused() -> None:
    """An old draft becomes an order."""
    room = silent(Silence.DRAFT)
    people = room.sit_all()
    room.play()
    draft(room, people[RED], highest(room), gate=1)
    assert people[RED].last(Refusal).code is RefusalCode.STALE
    assert not room.table.now.drafts


def test_a_draft_is_shown_to_no_other_seat_and_recorded_once() -> None:
    """The others see that a seat hesitates, or each keystroke costs a record."""
    room = silent(Silence.DRAFT)
    people = room.sit_all()
    heard = {seat: len(person.frames) for seat, person in people.items()}
    rows = len(room.journal)
    for _ in range(3):
        draft(room, people[RED], highest(room))
    assert {seat: len(person.frames) for seat, person in people.items()} == heard
    assert len(room.journal) == rows + 1
    room.crash()
    assert room.table.now.drafts == {RED: Drafted({"card": str(highest(room))}, 1)}


def test_a_removed_persons_draft_is_deleted_with_the_sealed_answer() -> None:
    """A person who was removed still gives the order by their draft."""
    room = silent(Silence.DRAFT)
    people = room.sit_all()
    draft(room, people[RED], highest(room))
    room.rule(room.umpire(), Remove(seat=RED, keep=False))
    assert not room.table.now.drafts


# --- more time ----------------------------------------------------------------------------------------------------


def test_a_clock_that_is_extended_once_runs_on_for_all_and_then_ends() -> None:
    """A slow team gets no second chance, or several in a row."""
    room = silent(Silence.EXTEND)
    people = room.sit_all()
    others(room, people)
    room.wait(20_000)
    assert room.table.gate == 1
    assert {person.last(Clock).clock.left_ms for person in people.values()} == {10_000}
    room.wait(9_750)
    assert room.table.gate == 1
    room.wait(250)
    assert room.table.gate == 2
    room.wait(20_000)
    assert room.table.gate == 2, "each question has its own extension"


def test_a_gate_is_not_extended_when_all_have_sealed() -> None:
    """The clock gives time to people who need none."""
    room = silent(Silence.EXTEND)
    people = room.sit_all()
    room.wait(19_000)
    others(room, people)
    room.suggest(people[RED])
    assert room.table.gate == 2


def test_an_extension_survives_a_crash_and_is_not_given_twice() -> None:
    """Every crash gives the silent another ten seconds, or takes theirs."""
    room = silent(Silence.EXTEND)
    room.sit_all()
    room.wait(22_000)
    room.crash()
    assert room.table.now.prolonged
    assert 8_000 <= left(room) <= 9_000
    room.wait(9_000)
    assert room.table.gate == 2


def test_a_clock_that_a_crash_cut_short_leaves_time_to_come_back() -> None:
    """A player without a receipt finds the question closed after a crash. Or the crash changes a clock that
    is stopped or has more time.
    """
    room = Room("sealed_bid")
    room.sit_all()
    room.wait(19_000)
    room.crash()
    assert (room.table.gate, left(room)) == (1, SILENCE_MS_MAX)
    room.wait(SILENCE_MS_MAX)
    assert room.table.gate == 2
    room.crash()
    assert left(room) > SILENCE_MS_MAX
    room.wait(left(room) - 1000)
    room.rule(room.umpire(), Pause())
    room.crash()
    assert left(room) == 1000


@pytest.mark.parametrize("late_ms", [HELD_UP_MS_MAX - 1, HELD_UP_MS_MAX])
def test_a_crash_reopens_no_question_whose_time_ended_long_ago(late_ms: int) -> None:
    """A table that waits for others accepts answers long after its time, because the host crashed. Or it does
    not accept an answer again that was sent in time and lost in the crash.
    """
    waiting = silent(Silence.WAIT)
    in_step = Room("sealed_bid", tables=2, exercise={"lockstep": ("Bidding",)})
    for room in (waiting, in_step):
        room.sit_all()
        umpire = room.umpire()
        if room is in_step:
            room.rule(umpire, Pause(), table=2)
        room.wait(20_000 + late_ms)
        room.rule(umpire, Tell(text="Soon."))
        room.crash()
        room.settle()
        assert (room.table.gate, left(room)) == (1, SILENCE_MS_MAX * (late_ms < HELD_UP_MS_MAX))


# --- waiting ------------------------------------------------------------------------------------------------------


def test_a_table_that_waits_for_the_silent_waits_at_zero_until_an_act_ends_it() -> None:
    """The end of the clock decides for a commander, although the plan says that the table waits for them."""
    room = silent(Silence.WAIT)
    people = room.sit_all()
    umpire = room.umpire()
    others(room, people)
    room.wait(60_000)
    assert room.table.gate == 1
    assert left(room) == 0
    assert people[RED].last(View).waits
    status = umpire.last(TableStatus)
    assert status.waits
    assert "waits for Red 1" in status.alarms[0].text
    room.suggest(people[RED])
    assert room.table.gate == 2
    room.wait(250)
    assert not umpire.last(TableStatus).waits
    assert not umpire.last(TableStatus).alarms


@pytest.mark.parametrize(
    "act", [EndNow(), Void(seat=RED), DeclareFor(seat=RED, answer={"card": "0"})], ids=lambda act: act.act
)
def test_an_umpire_ends_a_wait(act: Any) -> None:
    """A table whose commander has gone home waits for ever."""
    room = silent(Silence.WAIT)
    people = room.sit_all()
    umpire = room.umpire()
    others(room, people)
    room.wait(30_000)
    if isinstance(act, DeclareFor):
        act = DeclareFor(seat=RED, answer={"card": str(highest(room))})
    room.rule(umpire, act)
    assert room.table.gate == 2


def test_more_time_for_a_waiting_table_runs_and_ends_in_waiting_again() -> None:
    """An umpire cannot give a waiting table more time, or the end of that time answers for the silent."""
    room = silent(Silence.WAIT)
    people = room.sit_all()
    others(room, people)
    room.wait(30_000)
    room.rule(room.umpire(), Extend(seconds=10))
    assert left(room) == 10_000
    room.wait(40_000)
    assert room.table.gate == 1


def test_after_the_time_a_sealed_answer_is_final_and_only_a_first_answer_is_accepted() -> None:
    """A modified client changes its order for as long as the table waits, and the others may not."""
    room = silent(Silence.WAIT)
    people = room.sit_all()
    foe = SeatId("black.1")
    low, high = min(room.table.state.hands[RED]), highest(room)
    for room.at, card in ((19_999, low), (20_000 + HELD_UP_MS_MAX - 1, high)):  # the disk may have delayed it
        room.declare(people[RED], {"card": str(card)})
    room.at = 20_000 + HELD_UP_MS_MAX
    rows = len(room.journal)
    room.declare(people[RED], {"card": str(low)})
    assert people[RED].last(Refusal).code is RefusalCode.STALE
    assert len(room.journal) == rows
    room.at = 500_000
    room.suggest(people[foe])
    sealed = room.table.sealed[foe].declaration
    room.declare(people[foe], {"card": str(max(room.table.state.hands[foe]))})
    assert people[foe].last(Refusal).code is RefusalCode.STALE
    assert (room.table.sealed[RED].declaration.card, room.table.sealed[foe].declaration) == (high, sealed)
    room.rule(room.umpire(), Extend(seconds=30))
    room.declare(people[RED], {"card": str(low)})
    assert room.table.sealed[RED].declaration.card == low


def test_in_lock_step_no_seat_has_more_time_than_the_clock_gave() -> None:
    """A seat whose table waits for others thinks for as long as they do, and sends what all had to send in
    time.
    """
    plan = {"silence": [{"phase": "*", "policy": "draft"}]}
    room = Room("sealed_bid", plan=plan, tables=2, exercise={"lockstep": ("Bidding",)})
    people, umpire = room.sit_all(), room.umpire()
    room.rule(umpire, Pause(), table=2)
    draft(room, people[RED], min(room.table.state.hands[RED]))
    room.at = 20_000 + HELD_UP_MS_MAX
    room.settle()
    rows = len(room.journal)
    room.suggest(people[RED])
    draft(room, people[RED], highest(room))
    assert [refusal.code for refusal in people[RED].of(Refusal)] == [RefusalCode.STALE] * 2
    assert len(room.journal) == rows
    room.rule(umpire, GiveToBot(seat=RED, kind="sensible"))
    room.suggest(room.sit(RED, role=Role.STAND_IN))
    assert RED in room.table.sealed


# --- bots ---------------------------------------------------------------------------------------------------------


def test_a_bot_takes_a_silent_seat_and_gives_it_back() -> None:
    """One inactive player stops the side, or finds the seat taken for good."""
    room = silent(Silence.BOT)
    people = room.sit_all()
    umpire = room.umpire()
    others(room, people)
    room.wait(20_000)
    assert [(one.seat, one.bot) for one in room.bots] == [(RED, "sensible")]
    assert people[RED].last(Team).bot
    assert people["red.2"].last(Team).team[0].bot
    assert not any(mate.seat == RED for mate in people["black.1"].last(View).team)
    assert left(room) == 10_000
    bot = room.sit(RED, role=Role.STAND_IN, key="bot")
    room.suggest(bot)
    assert bot.of(Receipt)
    assert room.table.gate == 2
    room.crash()
    assert room.table.bots == {RED: "sensible"}
    umpire = room.greet("umpire")
    room.rule(umpire, GiveBack(seat=RED))
    assert "bot" not in room.exercise.keys


def test_a_seat_that_was_given_back_stays_given_back_after_a_crash() -> None:
    """The key of a bot that was sent away still opens the seat's frames."""
    room = silent(Silence.BOT)
    people = room.sit_all()
    umpire = room.umpire()
    others(room, people)
    room.wait(20_000)
    bot = room.sit(RED, role=Role.STAND_IN, key="bot")
    room.suggest(bot)
    room.rule(umpire, GiveBack(seat=RED))
    room.play(3)
    room.crash()
    assert "bot" not in room.exercise.keys
    assert room.exercise.stand_ins() == ()


# --- which policy -------------------------------------------------------------------------------------------------


def test_a_policy_is_for_its_phase_and_the_star_for_all_others() -> None:
    """A table waits for the silent in a phase where the plan says it goes on."""
    policies = [{"phase": "Bidding", "policy": "wait"}, {"phase": "*", "policy": "missing"}]
    room = Room("sealed_bid", plan={"silence": policies})
    assert room.table.now.silence.policy is Silence.WAIT
    table = Room("nim", plan={"silence": policies}).table
    assert table.now.silence.policy is Silence.MISSING
    assert Room("nim").table.now.silence.policy is Silence.DEFAULT


def test_a_missing_order_goes_to_the_commander_opposite() -> None:
    """In Kartenspiel the network, and not the rules, decides for a corps whose order is missing."""
    room = silent(Silence.MISSING, game="kartenspiel", phase="Attack declaration")
    room.sit_all()
    while isinstance(room.table.phase, Phase) and room.table.phase.name != "Attack declaration":
        room.play()
    seconds = round(getattr(room.table.phase, "clock_seconds", 0))
    room.wait(seconds * 1000)
    assert isinstance(room.table.phase, Phase)
    assert room.table.phase.name == "Confused orders"


GOES_ON = (Silence.DEFAULT, Silence.MISSING, Silence.DRAFT, Silence.EXTEND, Silence.BOT)


@pytest.mark.parametrize(
    ("game", "policy"),
    [(game, policy) for number, game in enumerate(GAMES) for policy in turns(GOES_ON, number)],
)
def test_a_table_of_silent_seats_goes_on_by_itself(game: str, policy: Silence) -> None:
    """In some game, a table with some policy for silence waits for ever, or fails."""
    room = silent(policy, game=game, seconds=5)
    room.sit(next(iter(room.table.seats)))
    gates = 0
    while isinstance(room.table.phase, Phase) and gates < 12:
        gate = room.table.gate
        seconds = round(room.table.phase.clock_seconds) + 6
        room.wait(seconds * 1000, step_ms=1000)
        assert room.table.gate > gate
        gates += 1
    again = Room(game)
    again.journal = room.journal
    again.crash()
    assert (again.table.state, again.table.bots) == (room.table.state, room.table.bots)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_with_the_wait_policy_waits_in_every_game(game: str) -> None:
    """A clock decides where the plan says that it never does."""
    room = silent(Silence.WAIT, game=game)
    room.wait(900_000, step_ms=10_000)
    assert room.table.gate == 1
    assert room.rule(room.umpire(), Approve(number=1)).type == "refusal"
    assert room.rule(room.people["umpire"], EndNow()).type == "done"
    assert room.table.gate == 2


def test_a_seat_that_silence_gave_to_a_bot_is_taken_back_by_a_claim() -> None:
    """A player who was inactive for a minute must find an umpire to play on."""
    room = Room("sealed_bid", plan={"silence": [{"policy": "bot", "seconds": 15}]})
    people = room.sit_all()
    room.wait(20_250)
    assert room.table.bots
    room.ask(people["red.1"], Claim(id=room.fresh()))
    assert SeatId("red.1") not in room.table.bots
    assert not people["red.1"].last(Team).bot
    room.declare(people["red.1"], {"card": str(min(room.table.state.hands["red.1"]))})
    assert people["red.1"].of(Receipt)
    room.crash()
    assert SeatId("red.1") not in room.table.bots
    assert SeatId("red.2") in room.table.counters.lent


def test_a_seat_that_an_umpire_gave_to_a_bot_is_the_umpires_to_give_back() -> None:
    """A player whom an umpire replaced by a bot simply takes the seat again."""
    room = Room("sealed_bid")
    people = room.sit_all()
    room.rule(room.umpire(), GiveToBot(seat=SeatId("red.1")))
    room.ask(people["red.1"], Claim(id=room.fresh()))
    assert people["red.1"].last(Refusal).code is RefusalCode.NOT_DRIVER
    assert SeatId("red.1") in room.table.bots
    room.ask(people["red.2"], Claim(id=room.fresh()))
    assert people["red.2"].last(Refusal).code is RefusalCode.NO_SUCH
