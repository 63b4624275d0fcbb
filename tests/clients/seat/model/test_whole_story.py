"""The story of a seat with its messages: each where it came, at the addressees alone, and again after a reconnection."""

from __future__ import annotations

from warcouncil.arbiter.core.table.talk import NOTHING_SAID, Talk
from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.seat.model.kept_files import story_text
from warcouncil.protocol.acts.acts import EndNow, Fiat, Tell
from warcouncil.protocol.table.views import Notice, StoryLine
from warcouncil.protocol.words import SeatId

from tests.arbiter.core.harness import Person, Room
from tests.clients.seat.tables import ids

RED, FOE = SeatId("red.1"), SeatId("black.1")


def told_room() -> Room:
    """Return a room in which messages came between the events of a game."""
    room = Room("sealed_bid")
    room.sit_all()
    umpire = room.umpire()
    for act in (
        Tell(seat=RED, text="The bridge\nis down."),
        EndNow(),
        Tell(text="Hurry."),
        Fiat(text="It snows."),
        EndNow(),
        Tell(seat=RED, text="It is over for you."),
    ):
        room.rule(umpire, act)
    return room


def desk_of(person: Person) -> Desk:
    """Return the desk of a person who has heard all that was sent to them."""
    desk = Desk(ids())
    desk.feed(LinkChange(LinkState.UP), 0)
    for reply in person.replies:
        desk.feed(reply.body, 0)
    return desk


def texts(desk: Desk, untold: int = 0) -> list[str]:
    """Return the sentences of a desk's story."""
    return [line.text for line in desk.whole_story(untold)[0]]


def test_a_message_is_in_the_story_between_the_events_where_it_came() -> None:
    """A player who dismissed a message, or was away, looks for it in the story in vain."""
    desk = desk_of(told_room().people["1:red.1:seat"])
    events = [line.text for line in desk.story]
    told = texts(desk)
    assert [text for text in told if text in events] == events
    first, hurry, last = map(told.index, ("The bridge is down.", "Hurry.", "It is over for you."))
    closed = next(at for at, line in enumerate(desk.story) if line.gate == 1)
    assert told.index(events[closed]) == first + 1
    assert told.index(events[closed]) < hurry < last == len(told) - 1
    assert desk.whole_story()[0][first].heading == "The umpire to you"
    assert "The bridge is down." in story_text(desk)


def test_only_the_addressees_have_it() -> None:
    """The other side reads an inject in its story that was meant for one player."""
    desk = desk_of(told_room().people["1:black.1:seat"])
    assert "Hurry." in texts(desk)
    assert not {"The bridge is down.", "It is over for you."} & {*texts(desk)}


def test_a_message_keeps_its_place_after_a_reconnection_and_after_a_crash() -> None:
    """After a reload all messages stand at the end of the story, or are gone."""
    room = told_room()
    before = texts(desk_of(room.people["1:red.1:seat"]))
    assert texts(desk_of(room.greet("1:red.1:seat"))) == before
    room.play()
    after = texts(desk_of(room.greet("1:red.1:seat")))
    room.crash()
    assert texts(desk_of(room.greet("1:red.1:seat"))) == after


def test_a_message_waits_until_the_events_before_it_are_told() -> None:
    """The story shows what came after events that are still being told."""
    desk = Desk(ids())
    desk.story = [StoryLine(heading="I", text=f"event {gate}", gate=gate) for gate in range(1, 4)]
    desk.news = (*desk.story[1:],)
    desk.notices = [Notice(to="you", text=f"message {gate}", gate=gate) for gate in range(1, 5)]
    assert texts(desk, 3) == ["message 1"]
    assert texts(desk, 1) == ["message 1", "event 1", "message 2", "event 2", "message 3"]
    assert desk.whole_story(1)[1] == 2
    assert texts(desk)[-3:] == ["message 3", "event 3", "message 4"]
    assert desk.whole_story()[1] == 4


def test_a_message_of_an_older_exercise_file_belongs_to_the_question_that_closed_after_it() -> None:
    """A resumed older exercise shows all its messages before the first event."""
    talk = Talk()
    old = Notice(text="x", to="you")
    talk.put(NOTHING_SAID.model_copy(update={"notices": (((RED,), old),)}), 4)
    assert [notice.gate for notice in talk.notices_for(RED)] == [4]
