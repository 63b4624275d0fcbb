"""What an exercise promises to the people in it."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.permits import ALLOWED
from warcouncil.arbiter.core.stimuli import Faulted
from warcouncil.protocol.acts import (
    Answered,
    EndNow,
    Extend,
    GiveBack,
    GiveToBot,
    Pause,
    Release,
    Resume,
    Tell,
    Void,
)
from warcouncil.protocol.consoles import Room as RoomView
from warcouncil.protocol.consoles import Seen, TableStatus
from warcouncil.protocol.doors import Turned
from warcouncil.protocol.forms import Answer
from warcouncil.protocol.replies import (
    Alive,
    Clock,
    Deals,
    Done,
    Fenced,
    Receipt,
    Refusal,
    RefusalCode,
    Team,
    Welcome,
)
from warcouncil.protocol.requests import (
    Beat,
    Call,
    Declare,
    Leave,
    Look,
    Propose,
    Request,
    Respond,
    Resync,
    Rule,
    Say,
    Watch,
)
from warcouncil.protocol.views import Notice, Spoken, View
from warcouncil.protocol.words import ChannelId, GateNo, Role, SeatId, TableId, TeamId

from tests.arbiter.core.room import Person, Room

BID: Answer = {"card": "3"}


def bids(seed: int = 1, **options: object) -> tuple[Room, dict[str, Person]]:
    """Give a room of sealed bids in which everybody sits."""
    room = Room("sealed_bid", options, seed=seed)
    return room, room.sit_all()


def bid(room: Room, person: Person) -> Answer:
    """Give a legal bid for somebody."""
    form = room.table.game.form(room.table.state, room.exercise.keys[person.key].seat)
    assert form.suggested
    return {"card": str(form.suggested["card"])}


def test_whoever_says_hello_is_welcomed_and_sees_his_view() -> None:
    """A person who sits down would not know who he is or what he is asked."""
    room, people = bids()
    red = people["red.1"]
    assert [type(body.body) for body in red.replies[:2]] == [Welcome, View]
    view = red.of(View)[0]
    assert view.whole
    assert view.form is not None
    assert view.sealed is None
    assert [reply.n for reply in red.replies if reply.n] == list(range(1, len(red.replies) + 1))
    assert room.table.gate == 1


def test_nobody_learns_of_a_declaration_before_all_are_in() -> None:
    """An early mark would tell the enemy that somebody has made up his mind."""
    room, people = bids()
    before = {seat: len(person.frames) for seat, person in people.items()}
    room.declare(people["red.1"], bid(room, people["red.1"]))
    after = {seat: len(person.frames) for seat, person in people.items()}
    assert after == {**before, "red.1": before["red.1"] + 1}
    assert people["red.1"].last(Receipt).answer == bid(room, people["red.1"])


def test_the_last_declaration_closes_the_question_for_everyone_at_once() -> None:
    """Somebody would see the outcome before somebody else."""
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
    """The first answer would bind although the clock still runs."""
    room, people = bids()
    red = people["red.1"]
    cards = sorted({str(card) for card in room.table.state.hands["red.1"]})
    room.declare(red, {"card": cards[0]})
    room.declare(red, {"card": cards[-1]})
    assert room.table.sealed[SeatId("red.1")].answer == {"card": cards[-1]}


def test_a_repeated_declaration_has_one_effect_and_the_same_receipt() -> None:
    """A client that lost a receipt would vote twice."""
    room, people = bids()
    request = room.declare(people["red.1"], bid(room, people["red.1"]))
    rows = len(room.journal)
    room.ask(people["red.1"], request)
    first, second = people["red.1"].of(Receipt)
    assert first == second
    assert len(room.journal) == rows


def test_an_old_declaration_sent_again_later_changes_nothing() -> None:
    """A recorded frame, played again, would declare for the next question."""
    room, people = bids()
    requests = {seat: room.declare(person, bid(room, person)) for seat, person in people.items()}
    rows = len(room.journal)
    room.ask(people["red.1"], requests["red.1"])
    assert people["red.1"].last(Receipt).gate == 1
    room.ask(people["red.1"], requests["red.2"])
    assert people["red.1"].last(Refusal).code is RefusalCode.STALE
    assert len(room.journal) == rows
    assert not room.table.sealed


def test_an_illegal_answer_is_refused_with_its_rule_and_leaves_the_former_one() -> None:
    """A slip of the finger would cost the answer that was already sealed."""
    room, people = bids()
    room.declare(people["red.1"], bid(room, people["red.1"]))
    rows = len(room.journal)
    room.declare(people["red.1"], {"card": "99"})
    refusal = people["red.1"].last(Refusal)
    assert (refusal.code, refusal.rule) == (RefusalCode.ILLEGAL, "1.1")
    assert room.table.sealed[SeatId("red.1")].answer == bid(room, people["red.1"])
    assert len(room.journal) == rows


def test_the_clock_closes_the_question_after_a_grace_equal_for_all() -> None:
    """A slow link would lose an answer sent in time, or some would get longer than others."""
    room = Room("sealed_bid", {"clock_seconds": 20}, grace_ms=1000)
    people = room.sit_all()
    room.wait(20_750)
    assert room.table.gate == 1
    room.declare(people["red.1"], bid(room, people["red.1"]))
    assert people["red.1"].of(Receipt)
    room.wait(500)
    assert room.table.gate == 2


def test_a_silent_seat_gets_the_mildest_answer_of_the_rules() -> None:
    """One sleeper would stop the table."""
    room, people = bids()
    hand = room.table.state.hands["red.1"]
    room.wait(21_000)
    assert room.table.gate == 2
    assert sorted(room.table.state.hands["red.1"]) == sorted(hand)[1:]
    assert people["red.1"].last(View).gate == 2


def test_speech_reaches_the_members_of_the_channel_and_nobody_else() -> None:
    """The enemy would hear the council of war."""
    room, people = bids()
    before = {seat: len(person.frames) for seat, person in people.items()}
    room.say(people["red.1"], "red", "hold the line")
    assert people["red.2"].last(Spoken).text == "hold the line"
    assert [len(people[seat].frames) - before[seat] for seat in ("black.1", "black.2")] == [0, 0]


@pytest.mark.parametrize(("channel", "who"), [("black", "red.1"), ("nowhere", "red.1"), ("red", "black.2")])
def test_nobody_speaks_in_a_channel_of_which_he_is_no_member(channel: str, who: str) -> None:
    """A player would talk to the enemy, or into his council."""
    room, people = bids()
    room.say(people[who], channel, "psst")
    assert people[who].last(Refusal).code is RefusalCode.CLOSED
    assert not room.table.talk.lines


def test_a_late_line_is_refused_and_its_author_told() -> None:
    """A team would go on talking after its time."""
    room = Room("nim")
    north = room.sit("north")
    room.say(north, "red", "are you there?")
    assert north.last(Refusal).code is RefusalCode.CLOSED
    assert "not sent" in north.last(Refusal).text


def test_speech_is_cleaned_before_anyone_reads_it() -> None:
    """A line would repaint another player's terminal."""
    room, people = bids()
    room.say(people["red.1"], "red", "a\x1b]0;PWNED\x07\x9b2J\u202eb")
    assert people["red.2"].last(Spoken).text == "a]0;PWNED2Jb"


def test_nobody_floods_his_team() -> None:
    """One player would bury the discussion."""
    room, people = bids()
    for number in range(12):
        room.say(people["red.1"], "red", f"line {number}")
    assert len(room.table.talk.lines) == 10
    assert people["red.1"].last(Refusal).code is RefusalCode.TOO_FAST


def test_a_pause_stops_the_clock_and_everything_else() -> None:
    """Time would run, or a team would gain by the pause."""
    room, people = bids()
    umpire = room.umpire()
    room.wait(5_000)
    room.rule(umpire, Pause(), reason="a fire alarm")
    room.wait(60_000)
    room.declare(people["red.1"], bid(room, people["red.1"]))
    assert people["red.1"].last(Refusal).code is RefusalCode.PAUSED
    room.say(people["red.1"], "red", "quick")
    assert people["red.1"].last(Refusal).code is RefusalCode.PAUSED
    assert "fire" not in people["red.1"].last(Clock).paused
    room.rule(umpire, Resume())
    assert people["red.1"].last(Clock).clock.left_ms == 15_000
    room.wait(14_000)
    assert room.table.gate == 1
    room.wait(1_000)
    assert room.table.gate == 2


def test_an_umpire_gives_and_takes_time() -> None:
    """A ruling on the clock would not reach everyone alike."""
    room, people = bids()
    umpire = room.umpire()
    room.rule(umpire, Extend(seconds=30))
    assert {person.last(Clock).clock.left_ms for person in people.values()} == {50_000}
    room.rule(umpire, Extend(seconds=-45))
    room.wait(5_000)
    assert room.table.gate == 2


def test_a_ruling_meant_for_a_question_that_is_gone_is_refused() -> None:
    """Two umpires at once would end two questions."""
    room, _ = bids()
    umpire = room.umpire()
    room.rule(umpire, EndNow(), gate=1)
    room.rule(umpire, EndNow(), gate=1)
    assert room.table.gate == 2
    assert umpire.last(Refusal).code is RefusalCode.STALE


def test_a_voided_declaration_is_missing_whatever_its_seat_sends() -> None:
    """A prevaricator would get his way after all."""
    room, people = bids()
    umpire = room.umpire()
    room.declare(people["red.1"], bid(room, people["red.1"]))
    room.rule(umpire, Void(seat=SeatId("red.1")), reason="dithered")
    room.declare(people["red.1"], bid(room, people["red.1"]))
    assert people["red.1"].last(Refusal).code is RefusalCode.NOT_ALLOWED
    assert SeatId("red.1") not in room.table.sealed
    assert "dithered" not in people["red.1"].last(Notice).text


@pytest.mark.parametrize(
    ("tell", "heard"),
    [
        (Tell(seat=SeatId("red.1"), text="stay"), {"red.1"}),
        (Tell(team=TeamId("black"), text="stay"), {"black.1", "black.2"}),
        (Tell(text="stay"), {"red.1", "red.2", "black.1", "black.2"}),
    ],
)
def test_the_umpire_speaks_to_whom_he_means(tell: Tell, heard: set[str]) -> None:
    """A hint for one team would reach the other."""
    room, people = bids()
    room.rule(room.umpire(), tell)
    assert {seat for seat, person in people.items() if person.of(Notice)} == heard


def test_a_seat_is_handed_to_a_bot_and_back() -> None:
    """A player who had to leave would stop his side, or could not come back."""
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


def test_every_request_is_allowed_to_a_role_by_name_or_refused() -> None:
    """A new kind of request would be open to everyone by default."""
    requests: list[Request] = [
        Resync(),
        Declare(id="0" * 32, gate=GateNo(1), answer=BID),
        Say(id="1" * 32, channel=ChannelId("red"), text="x"),
        Propose(id="2" * 32, to=SeatId("red.2"), text="x"),
        Respond(id="3" * 32, deal=1, accept=True),
        Call(id="4" * 32, text="x"),
        Rule(id="5" * 32, table=TableId(1), act=Pause(), reason="x"),
        Watch(table=TableId(1)),
        Look(id="6" * 32, table=TableId(1), seat=SeatId("black.1")),
        Beat(),
        Leave(),
    ]
    for role, key in ((Role.SEAT, "red.1"), (Role.UMPIRE, ""), (Role.STAND_IN, "red.2")):
        room, _ = bids()
        person = room.umpire("console") if role is Role.UMPIRE else room.sit(key, role=role, key="new")
        for request in requests:
            rows = len(room.journal)
            person.replies.clear()
            room.ask(person, request)
            codes = [body.code for body in person.of(Refusal)]
            if type(request) in ALLOWED[role]:
                assert RefusalCode.NOT_ALLOWED not in codes
            else:
                assert codes == [RefusalCode.NOT_ALLOWED]
                assert len(room.journal) == rows


def test_the_newest_window_of_a_key_counts_and_the_older_is_fenced() -> None:
    """A copied key would drive the seat unseen beside its owner."""
    room, people = bids()
    thief = room.greet("1:red.1:seat", route="thief")
    room.declare(people["red.1"], BID)
    assert people["red.1"].last(Refusal).code is RefusalCode.FENCED
    assert not room.table.sealed
    room.declare(thief, bid(room, thief))
    assert room.table.sealed


def test_a_taken_over_seat_hears_nothing_more() -> None:
    """The former occupant would go on acting or reading (boardgame.io issue 429)."""
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
    """Somebody without a card would be served."""
    room, _ = bids()
    stranger = room.greet("stranger")
    assert stranger.last(Refusal).code is RefusalCode.UNKNOWN_KEY
    assert len(stranger.frames) == 1


def test_a_team_sees_who_of_its_own_is_linked_and_nobody_else() -> None:
    """A drop-out would go unnoticed, or the enemy would see it too."""
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


def test_a_missing_number_is_mended_by_the_whole_view() -> None:
    """A lost frame would leave a client with an old picture for ever."""
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
    """Whoever finds a card would push its owner out."""
    room, people = bids()
    assert room.exercise.card("AAA") is Turned.DRIVEN
    room.wait(10_000)
    assert not isinstance(room.exercise.card("AAA"), Turned)
    assert room.exercise.card("ZZZ") is Turned.WRONG_CODE
    assert people


def test_a_fault_in_one_table_holds_it_and_no_other_notices() -> None:
    """One broken table would stop the exercise."""
    room = Room("sealed_bid", tables=2)
    calm = Room("sealed_bid", tables=2)
    for each in (room, calm):
        each.sit("red.1", table=1)
        each.sit("red.1", table=2)
    umpire = room.umpire()
    room.do(Faulted(at=0, table=TableId(1), alarm="F7"))
    calm.umpire()
    for each in (room, calm):
        each.wait(25_000)
    assert room.table.gate == 1
    assert "F7" in umpire.of(TableStatus)[-1].held or any("F7" in s.held for s in umpire.of(TableStatus))
    assert room.people["1:red.1:seat"].last(View).held
    assert room.people["2:red.1:seat"].frames == calm.people["2:red.1:seat"].frames
    room.rule(umpire, Release())
    room.wait(19_750)
    assert room.table.gate == 1, "being held cost nobody any time"
    room.wait(250)
    assert room.table.gate == 2


def test_a_watching_umpire_sees_the_room_and_each_seat_as_its_person_does() -> None:
    """An umpire would judge by another picture than the player's."""
    room, people = bids()
    umpire = room.umpire()
    room.ask(umpire, Watch(table=TableId(1)))
    room.say(people["red.1"], "red", "we bid low")
    room.wait(250)
    assert [line.text for each in umpire.of(RoomView) for line in each.lines] == ["we bid low"]
    rows = len(room.journal)
    room.ask(umpire, Look(id=room.fresh(), table=TableId(1), seat=SeatId("red.2")))
    seen = umpire.last(Seen).view
    room.ask(people["red.2"], Resync())
    assert seen == people["red.2"].last(View)
    assert len(room.journal) == rows + 1


def test_a_call_waits_for_the_umpire_and_its_answer_goes_to_the_caller() -> None:
    """A question of a player would be lost in the noise."""
    room, people = bids()
    umpire = room.umpire()
    room.ask(people["red.1"], Call(id=room.fresh(), text="may I look at the discards?"))
    room.wait(250)
    (alarm,) = umpire.last(TableStatus).alarms
    assert (alarm.call, alarm.seat) == (1, "red.1")
    room.rule(umpire, Answered(call=1, text="you may"))
    assert people["red.1"].last(Notice).text == "you may"
    assert not people["red.2"].of(Notice)
    assert umpire.last(TableStatus).alarms == ()


def test_a_deal_is_known_to_its_parties_only_and_lapses_with_its_window() -> None:
    """A third seat would read what two have agreed."""
    room = Room("sealed_bid", {"talk": "public", "talk_deals": True, "talk_seconds": 30})
    people = room.sit_all()
    assert people["red.1"].last(View).deals_open
    room.ask(people["red.1"], Propose(id=room.fresh(), to=SeatId("black.1"), text="no eights today"))
    room.ask(people["red.2"], Propose(id=room.fresh(), to=SeatId("black.2"), text="tell me your hand"))
    assert people["black.1"].last(Deals).deals[0].text == "no eights today"
    assert not people["black.1"].of(Deals)[1:]
    room.ask(people["black.2"], Respond(id=room.fresh(), deal=1, accept=True))
    assert people["black.2"].last(Refusal).code is RefusalCode.NO_SUCH
    room.ask(people["black.1"], Respond(id=room.fresh(), deal=1, accept=True))
    assert people["red.1"].last(Deals).deals[0].state == "accepted"
    room.wait(31_000)
    assert [deal.state for deal in room.table.talk.deals] == ["accepted", "lapsed"]
    assert [deal.number for deal in people["red.1"].last(View).deals] == [1]


def test_all_that_is_durable_comes_back_after_a_crash_at_any_record() -> None:
    """An acknowledged declaration would be lost, or somebody's time shortened."""
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
    """A ruling sent twice by a bad link would give twice the time."""
    room, _ = bids()
    umpire = room.umpire()
    request = Rule(id=room.fresh(), table=TableId(1), act=Extend(seconds=30), reason="late start")
    room.ask(umpire, request)
    room.ask(umpire, request)
    assert room.table.clock is not None
    assert room.table.clock.left(room.at) == 50_000
    assert [done.id for done in umpire.of(Done)] == [request.id, request.id]


def test_time_is_kept_in_the_journal_while_a_clock_runs() -> None:
    """A crash would give minutes back, or take them."""
    room, _ = bids()
    room.wait(10_000)
    ticks = [row.at for row in room.journal if row.kind == "ticked"]
    assert ticks == list(range(ticks[0], 10_001, 1000))
