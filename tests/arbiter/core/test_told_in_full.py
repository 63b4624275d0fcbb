"""Every field of a view and of a table status, one by one, in every state of a table.

Each shown value is the true one.
"""

from __future__ import annotations

from typing import Any

import pytest
from warcouncil.arbiter.core.views import seat_view, table_status
from warcouncil.arbiter.core.views.seat_view import (
    DEALS_SHOWN_MAX,
    DECREES_SHOWN_MAX,
    WHOLE_LINES_MAX,
)
from warcouncil.games.kit.game import Phase
from warcouncil.games.kit.seats import PUBLIC
from warcouncil.protocol.acts.acts import DeclareFor, EndGame, Fiat, GiveToBot, Hold, Pause, Tell, Void
from warcouncil.protocol.sentences.sentence import say
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.table.sheets import Prose, Sheet
from warcouncil.protocol.table.views import (
    ChannelView,
    ClockView,
    Deal,
    Ended,
    Mate,
    Notice,
    Score,
    Spoken,
    View,
)
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.consoles import Room as RoomView
from warcouncil.protocol.wire.consoles import SeatStatus, TableStatus
from warcouncil.protocol.wire.replies import Receipt
from warcouncil.protocol.wire.requests import Propose, Watch
from warcouncil.protocol.words import ChannelId, GateNo, Role, SeatId, TableId, TeamId

from tests.arbiter.core.harness import Person, Room

RED, MATE, FOE, FAR = SeatId("red.1"), SeatId("red.2"), SeatId("black.1"), SeatId("black.2")
TITLES = {RED: "Red 1", MATE: "Red 2", FOE: "Black 1", FAR: "Black 2"}
TALK: dict[str, Any] = {"talk": "bilateral", "talk_deals": True, "talk_seconds": 60, "talk_quiet_seconds": 10}
PEOPLE = [{"name": "Ana", "table": 1, "seat": RED}, {"name": "Gül", "table": 1, "seat": FOE}]


def opened(options: dict[str, Any] | None = None, **exercise: Any) -> Room:
    """Return a room of one table called Jena, with crews, where two seats have named people."""
    more = {"crews": True, "people": PEOPLE, **exercise}
    return Room("sealed_bid", options or {}, plan={"name": "Jena"}, exercise=more)


def status(room: Room, **more: Any) -> TableStatus:
    """Return the status of the table."""
    return table_status.status(room.table, room.at, room.exercise.sessions, room.exercise.roster, **more)


def view(room: Room, seat: SeatId = RED, role: Role = Role.SEAT, since: int | None = None) -> View:
    """Return what a seat may see."""
    sessions = room.exercise.sessions
    return seat_view.view(room.table, room.table.seats[seat], room.at, sessions, role=role, since=since)


def line(seat: SeatId, **more: Any) -> SeatStatus:
    """Return the status of a seat that is asked and has no person yet."""
    plain = {
        "seat": seat,
        "title": TITLES[seat],
        "team": seat.partition(".")[0],
        "linked": False,
        "joined": False,
        "asked": True,
        "sealed": False,
        "voided": False,
        "bot": False,
        "silent_ms": 0,
        "person": {RED: "Ana", FOE: "Gül"}.get(seat, ""),
    }
    return SeatStatus.model_validate(plain | more)


def here(seat: SeatId, **more: Any) -> SeatStatus:
    """Return the status of a seat whose person is present."""
    return line(seat, **{"linked": True, "joined": True, **more})


# --- a table at a glance ------------------------------------------------------------------------------------------


def test_a_table_that_waits_for_its_people_says_so_at_a_glance() -> None:
    """The umpire starts an empty table, or looks for a person who is present."""
    room = opened(start="linked")
    room.sit(RED)
    room.sit(RED, role=Role.WATCHER, key="watcher")
    clock = ClockView(left_ms=20_000, total_ms=20_000, running=False)
    assert status(room) == TableStatus(
        table=TableId(1),
        game="sealed_bid",
        gate=GateNo(1),
        title="Bidding",
        rule="1",
        clock=clock,
        paused="",
        held="",
        ended="",
        result=None,
        game_title="Sealed bid",
        name="Jena",
        begun=False,
        phase="Bidding",
        seats=(here(RED, watchers=1), line(MATE), line(FOE), line(FAR)),
    )


def test_the_status_shows_the_problem_of_each_seat_at_that_seat() -> None:
    """The umpire calls the wrong person, or never learns which seat is inactive."""
    room = opened()
    room.sit_all()
    room.sit(FOE, role=Role.WATCHER, key="watcher")
    umpire = room.umpire()
    room.wait(21_000)  # every seat misses one answer
    hand = room.table.state.hands
    room.declare(room.people[f"1:{RED}:seat"], {"card": str(hand[RED][0])})
    room.rule(umpire, Void(seat=MATE))
    room.rule(umpire, GiveToBot(seat=FAR))
    heard = room.at
    for person in (RED, MATE, FAR):
        room.beat(room.people[f"1:{person}:seat"])
    room.beat(umpire)
    room.at = heard + 3000
    for person in (RED, MATE, FAR):
        room.beat(room.people[f"1:{person}:seat"])
    room.wait(1500)
    found = status(room).seats
    assert found == (
        here(RED, sealed=True, missed=1),
        here(MATE, voided=True, missed=1),
        line(FOE, joined=True, watchers=1, missed=1, silent_ms=room.at),
        here(FAR, bot=True, missed=1),
    )
    assert status(room, seats=False).seats == ()


@pytest.mark.parametrize("act", [Pause(), Hold()])
def test_a_stopped_table_shows_its_reason_and_no_running_clock(act: Pause | Hold) -> None:
    """An umpire of another table does not know that this one is stopped, or who stopped it."""
    room = opened()
    room.sit_all()
    room.at = 5000
    room.rule(room.umpire(), act, reason="a question about the rules")
    found = status(room)
    reason, held = "a question about the rules", "held by an umpire"
    is_held = act.act == "hold"
    assert (found.paused, found.held) == (("", held) if is_held else (reason, ""))
    assert table_status.held(room.table) == (f"{held}: {reason}" if is_held else "")
    assert found.clock == ClockView(left_ms=15_000, total_ms=20_000, running=False)
    assert (found.ended, found.result, found.begun) == ("", None, True)


def test_a_table_that_is_over_says_how_it_ended() -> None:
    """Results are lost on the wall, or the room waits for a finished table."""
    room = opened()
    room.sit_all()
    room.rule(room.umpire(), EndGame(winners=("red", str(FAR)), text="Red holds the bridge."))
    found = status(room)
    reason = "The umpire ended the game: Red holds the bridge."
    assert (found.title, found.rule, found.phase, found.clock) == ("over", "", "", None)
    assert (found.ended, found.begun) == (reason, True)
    assert found.result is not None
    points = Score(label="points", of=(("Red", 0), ("Black", 0)))
    assert found.result == Ended(
        reason=reason,
        winners=("Red", "Black 2"),
        won=None,
        scores=(points,),
        turns=0,
        turns_are="turns",
        sides=room.table.sides,
    )
    assert not any(seat.asked for seat in found.seats)


# --- a seat's view ------------------------------------------------------------------------------------------------


def test_a_view_shows_which_seats_are_asked_and_what_is_open() -> None:
    """A seat does not know that its answer is secret, with whom it may talk, or to whom it may propose."""
    room = opened(TALK)
    room.sit(RED)
    room.sit(FOE)
    room.at = 4000
    found = view(room)
    phase = room.table.phase
    assert isinstance(phase, Phase)
    own = room.sheet(RED)
    sheet = own.model_copy(update={"elements": (*own.elements, *room.table.rules.agreed)})
    assert found == View(
        whole=True,
        begun=True,
        gate=GateNo(1),
        title="Negotiation",
        phase="Negotiation",
        rule="0",
        rule_text=phase.text,
        several=True,
        readiness=True,
        clock=ClockView(left_ms=56_000, total_ms=60_000, running=True),
        paused="",
        held=False,
        deals_open=True,
        asked=tuple(TITLES.values()),
        channels=tuple(
            ChannelView(
                id=channel.id,
                title=channel.title,
                members=tuple(TITLES[seat] for seat in channel.members),
                open=True,
                quiet_ms=10_000,
            )
            for channel in phase.channels
            if RED in channel.members
        ),
        team=(
            Mate(seat=RED, title="Red 1", linked=True, bot=False),
            Mate(seat=MATE, title="Red 2", linked=False, bot=False),
        ),
        sheet=sheet,
        form=room.table.game.form(room.table.state, RED),
        seats=tuple((seat, TITLES[seat]) for seat in (MATE, FOE, FAR)),
    )
    assert len(found.channels) == 3
    room.at = 50_000
    assert not any(channel.open for channel in view(room).channels)


def test_a_view_without_open_talk_or_deals_offers_none() -> None:
    """A player writes to people who cannot receive it."""
    found = view(opened())
    assert (found.several, found.deals_open, found.seats) == (True, False, ())
    assert [channel.id for channel in found.channels] == ["red"]


def test_a_view_shows_what_the_seat_did_and_what_was_done_to_it() -> None:
    """A seat seals twice, plays against its own bot, or answers although it no longer counts."""
    room = opened({}, start="now")
    people = room.sit_all()
    umpire = room.umpire()
    answer: Answer = {"card": str(room.table.state.hands[RED][0])}
    room.declare(people[RED], answer)
    assert people[RED].of(Receipt)
    assert (view(room).sealed, view(room, MATE).sealed) == (answer, None)
    room.rule(umpire, Void(seat=RED))
    assert (view(room).sealed, view(room).voided, view(room, MATE).voided) == (None, True, False)
    room.rule(umpire, DeclareFor(seat=RED, answer=answer))
    assert (view(room).sealed, view(room).voided) == (answer, False)
    room.rule(umpire, GiveToBot(seat=MATE))
    for role, bot, watching in (
        (Role.SEAT, True, False),
        (Role.WATCHER, True, True),
        (Role.STAND_IN, False, False),
    ):
        found = view(room, MATE, role)
        assert (found.bot, found.watching) == (bot, watching)
    assert view(room).team[1] == Mate(seat=MATE, title="Red 2", linked=True, bot=True)
    room.rule(umpire, Pause())
    assert (view(room).paused, view(room).held) == (say("told.clock_stopped"), False)
    room.rule(umpire, Hold())
    assert view(room).held


def test_a_view_of_a_game_that_is_over_says_how_it_ended_for_its_reader() -> None:
    """A seat reads another's victory, or is asked again."""
    room = opened()
    room.sit_all()
    room.rule(room.umpire(), EndGame(winners=("red",), text="Red holds the bridge."))
    won = {seat: view(room, seat).ended for seat in TITLES}
    assert {seat: ended and ended.won for seat, ended in won.items()} == {
        RED: True,
        MATE: True,
        FOE: False,
        FAR: False,
    }
    found = view(room)
    assert (found.title, found.phase, found.rule, found.rule_text) == ("The game is over", "", "", "")
    assert (found.form, found.clock, found.asked, found.several, found.deals_open) == (
        None,
        None,
        (),
        False,
        False,
    )
    bystander = seat_view.ended(room.table, PUBLIC)
    assert (bystander.won, bystander.winners, bystander.laid_open) == (None, ("Red",), False)


def test_a_draw_has_no_winner() -> None:
    """Both sides read that they lost."""
    room = opened()
    room.sit_all()
    room.rule(room.umpire(), EndGame(text="Night falls."))
    assert [view(room, seat).ended for seat in TITLES] == [seat_view.ended(room.table, PUBLIC)] * 4


def talked() -> tuple[Room, dict[str, Person]]:
    """Return a table at which lines, proposals and notices were sent."""
    room = opened(TALK)
    people = room.sit_all()
    phase = room.table.phase
    assert isinstance(phase, Phase)
    with_foe = next(channel.id for channel in phase.channels if {RED, FOE} == {*channel.members})
    room.say(people[RED], with_foe, "peace?")
    room.ask(people[RED], Propose(id=room.fresh(), to=FOE, text="the bridge for the wood"))
    umpire = room.umpire()
    room.rule(umpire, Tell(seat=RED, text="well?", reply=True))
    room.rule(umpire, Tell(team=TeamId("red"), text="hurry"))
    return room, people


def test_a_whole_view_has_all_messages_and_a_later_one_only_the_new() -> None:
    """A player who reconnects loses what was agreed, or reads everything twice."""
    room, _ = talked()
    channel = room.table.talk.lines[0].channel
    spoken = Spoken(channel=channel, n=1, seat=RED, title="Red 1", text="peace?")
    deal = Deal(
        number=1,
        giver=RED,
        giver_title="Red 1",
        taker=FOE,
        taker_title="Black 1",
        text="the bridge for the wood",
        state="open",
        heading="Negotiation",
    )
    notices = (
        Notice(text="well?", to="you", number=1, gate=1),
        Notice(text="hurry", to="your team", gate=1),
    )
    found = view(room)
    assert (found.lines, found.deals, found.notices) == ((spoken,), (deal,), notices)
    for_foe, for_mate = view(room, FOE), view(room, MATE)
    assert (for_foe.lines, for_foe.deals, for_foe.notices) == ((spoken,), (deal,), ())
    assert (for_mate.lines, for_mate.deals, for_mate.notices) == ((), (), notices[1:])
    later = view(room, since=len(room.table.story))
    assert (later.whole, later.lines, later.notices, later.story) == (False, (), (), ())
    assert later.deals == (), "what becomes of a proposal comes by itself"


def test_a_whole_view_has_the_newest_lines_and_proposals_up_to_a_limit() -> None:
    """A long talk keeps a seat from reconnecting, or brings it the oldest lines."""
    room, _ = talked()
    table, channel = room.table, ChannelId("all")
    for number in range(WHOLE_LINES_MAX + 5):
        table.talk.speak(channel, tuple(TITLES), table.seats[RED], f"line {number}")
        table.talk.notify((RED,), f"notice {number}", "you", gate=number)
        table.story.tell(f"turn {number}", (), number)
    for number in range(DEALS_SHOWN_MAX + 5):
        table.talk.propose(table.seats[RED], table.seats[FOE], f"deal {number}", "Negotiation")
    found = view(room)
    assert len(found.lines) == len(found.notices) == WHOLE_LINES_MAX
    assert len(found.deals) == DEALS_SHOWN_MAX
    assert found.lines[-1].text == f"line {WHOLE_LINES_MAX + 4}"
    assert found.notices[-1].text == f"notice {WHOLE_LINES_MAX + 4}"
    assert found.deals[-1].text == f"deal {DEALS_SHOWN_MAX + 4}"


def test_the_newest_rulings_are_first_on_every_sheet() -> None:
    """A ruling disappears with the sheet on which it was read, or the oldest hide the newest."""
    room = opened()
    room.sit_all()
    umpire = room.umpire()
    before = view(room).sheet
    for number in range(DECREES_SHOWN_MAX + 2):
        room.rule(umpire, Fiat(text=f"ruling {number}"))
    for sheet in (view(room).sheet, seat_view.sheet(room.table, None), seat_view.truth(room.table)):
        first = sheet.elements[0]
        newest = "\n".join(f"ruling {number}" for number in range(2, DECREES_SHOWN_MAX + 2))
        assert first == Prose(title="Ruling of the umpire", text=newest)
    assert view(room).sheet.elements[1:] == before.elements


# --- the room of a table ------------------------------------------------------------------------------------------


def test_a_room_brings_all_that_one_frame_holds_the_newest_first() -> None:
    """An umpire who watches a talkative table receives nothing, more than a frame can hold, or only its oldest
    lines.
    """
    room, _ = talked()
    umpire = room.people["umpire"]
    table = room.table
    for number in range(WHOLE_LINES_MAX):
        table.talk.speak(ChannelId("all"), (RED, FOE), table.seats[RED], f"{number:03d} {'漢' * 270}")
    room.ask(umpire, Watch(table=TableId(1)))
    at, frame = umpire.frames[-1]
    found = umpire.last(RoomView)
    assert (found.whole, found.table) == (True, 1)
    assert len(frame) <= wire.REPLY_BYTES[-1]
    numbers = [int(line.text[:3]) for line in found.lines]
    assert numbers == [*range(WHOLE_LINES_MAX - len(numbers), WHOLE_LINES_MAX)]
    assert WHOLE_LINES_MAX / 4 <= len(numbers) < WHOLE_LINES_MAX
    assert at == room.at


def test_a_room_says_each_thing_once_and_to_each_umpire() -> None:
    """An umpire reads every line twice, or misses what another has read."""
    room, people = talked()
    one, other = room.people["umpire"], room.umpire("other")
    for umpire in (one, other):
        room.ask(umpire, Watch(table=TableId(1)))
        first = umpire.last(RoomView)
        assert [line.text for line in first.lines] == ["peace?"]
        assert [deal.text for deal in first.deals] == ["the bridge for the wood"]
        assert first.rulings[0].words().startswith("told Red 1")
        assert {channel.id for channel in first.channels} == {
            channel.id
            for channel in room.table.phase.channels  # type: ignore[union-attr]  # a negotiation
        }
    channel = room.table.talk.lines[0].channel
    room.say(people[RED], channel, "still there?")
    room.wait(300)
    for umpire in (one, other):
        newest = umpire.last(RoomView)
        assert (newest.whole, [line.text for line in newest.lines]) == (False, ["still there?"])
        assert newest.rulings == ()


def test_a_room_whose_sheet_cannot_be_drawn_reports_it_and_sends_the_rest() -> None:
    """An umpire who watches a table whose rules failed sees an empty board, or no more of what is said there."""
    room, _ = talked()
    umpire = room.people["umpire"]
    session = room.exercise.sessions.get(umpire.key)
    assert session is not None
    sent = table_status.room(room.table, session, room.at, whole=True, blind=True)
    found = wire.decode_reply(sent.frame).body
    assert isinstance(found, RoomView)
    assert found.sheet == Sheet(headline="This table's sheet cannot be drawn.")
    assert [line.text for line in found.lines] == ["peace?"]
