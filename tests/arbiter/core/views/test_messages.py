"""The messages to seats and consoles: views have one size, and a watching umpire misses nothing."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core.table import story
from warcouncil.arbiter.core.table.story import CHAPTERS_KEPT_MAX
from warcouncil.arbiter.core.views.messages import LOOK_LINES_MAX
from warcouncil.arbiter.core.views.seat_view import DECREES_SHOWN_MAX
from warcouncil.arbiter.core.words.stimuli import Ticked
from warcouncil.protocol.acts.acts import Fiat
from warcouncil.protocol.table.views import Company, Spoken, View
from warcouncil.protocol.wire import wire
from warcouncil.protocol.wire.consoles import Room as RoomView
from warcouncil.protocol.wire.consoles import Seen
from warcouncil.protocol.wire.requests import Look, Resync, Watch
from warcouncil.protocol.words import SPEECH_CHARS_MAX, Role, TableId

from tests.arbiter.core.harness import Room


@pytest.mark.parametrize("game", ["kartenspiel", "sealed_bid"])
def test_every_view_of_a_seat_has_the_size_of_its_game(game: str) -> None:
    """The length of a view at a rejoin reveals to a sniffer how much its seat knows."""
    room = Room(game)
    people = room.sit_all()
    room.play(3)
    for person in people.values():
        person.frames.clear()
        person.replies.clear()
        room.ask(person, Resync())
        sizes = {
            len(frame)
            for (_, frame), reply in zip(person.frames, person.replies, strict=True)
            if isinstance(reply.body, View)
        }
        assert sizes == {wire.reply_size(room.table.game.view_bytes - wire.ENVELOPE_BYTES_MAX)}


@pytest.mark.parametrize("game", ["kartenspiel", "sealed_bid"])
def test_every_view_of_a_projector_has_the_size_of_its_game(game: str) -> None:
    """The length of a projector's view reveals to a sniffer how much has become public."""
    room = Room(game)
    room.sit_all()
    display = room.console(Role.DISPLAY)
    room.ask(display, Watch(table=TableId(1)))
    room.play(3)
    sizes = {
        len(frame)
        for (_, frame), reply in zip(display.frames, display.replies, strict=True)
        if isinstance(reply.body, View)
    }
    assert sizes == {wire.reply_size(room.table.game.view_bytes - wire.ENVELOPE_BYTES_MAX)}


def test_a_resync_sends_the_people_and_which_seats_the_table_waits_for() -> None:
    """A briefing waits for people who came long ago, because a missed message is not sent again by itself."""
    room = Room("nim", exercise={"start": "ready"})
    people = list(room.sit_all().values())
    for person in people:
        person.replies.clear()
        room.ask(person, Resync())
        (company,) = person.of(Company)
        assert [one.awaited for one in company.sitters] == [True] * len(people)


def test_a_line_leaves_no_gap_for_its_speaker() -> None:
    """Each line makes its speaker ask for the whole view, because the reply overtook it."""
    room = Room("sealed_bid")
    umpire, speaker = room.umpire(), room.sit_all()["red.1"]
    room.say(speaker, "red", "we bid low")
    room.rule(umpire, Fiat(text="hold"))
    for person in (umpire, speaker):
        numbers = [reply.n for reply in person.replies if reply.n]
        assert numbers == list(range(1, len(numbers) + 1))
    assert Spoken in map(type, (reply.body for reply in speaker.replies))


def test_a_watching_umpire_reads_each_chapter_once_though_the_oldest_are_forgotten() -> None:
    """An umpire misses the events after the two hundredth chapter, or reads them twice."""
    room = Room("nim")
    umpire = room.umpire()
    room.ask(umpire, Watch(table=TableId(1)))
    happened = []
    for number in range(CHAPTERS_KEPT_MAX + 30):
        text = f"decree {number}"
        room.rule(umpire, Fiat(text=text))
        happened.append(text)
        room.at += 50
        room.do(Ticked(at=room.at))
        room.settle()
    assert room.table.story.forgotten == 30
    told = [
        line.text.partition(": ")[2]
        for view in umpire.of(RoomView)
        for line in view.story
        if line.heading == "ruling"
    ]
    assert told == happened
    assert story.story(room.table.story.chapters, None)[-1].text.endswith(happened[-1])


def test_a_look_holds_as_much_of_the_story_as_the_largest_frame() -> None:
    """An umpire who is called to a table reads half of its story, though a frame can hold all of it."""
    room = Room("nim")
    umpire = room.umpire()
    for number in range(LOOK_LINES_MAX + 5):
        room.rule(umpire, Fiat(text=f"{number}: {'so it is decided, and not otherwise; ' * 4}"))
    seat = next(iter(room.table.seats))
    room.ask(umpire, Look(id=room.fresh(), table=TableId(1), seat=seat))
    story = umpire.last(Seen).view.story
    assert len(story) == LOOK_LINES_MAX
    assert sum(len(line.text) for line in story) > max(wire.REPLY_BYTES[:2])
    assert f" {LOOK_LINES_MAX + 4}:" in story[-1].text


def ruled(monkeypatch: pytest.MonkeyPatch, *, seals: bool) -> list[int]:
    """Send long rulings of an umpire, with and without an answer sealed by Black's army, and return the
    lengths of Red's views.
    """
    room = Room("kartenspiel")
    people = room.sit_all()
    umpire = room.umpire()
    if seals:
        room.suggest(people["black.army"])  # its view is the longest
    monkeypatch.setattr(wire, "REPLY_BYTES", tuple(range(2048, 131073, 16)))
    before = len(people["red.army"].frames)
    for _ in range(DECREES_SHOWN_MAX + 1):
        room.rule(umpire, Fiat(text="\u4e2d" * SPEECH_CHARS_MAX))
    monkeypatch.undo()
    return people["red.army"].view_lengths(before)


def test_a_ruling_that_all_read_makes_no_frame_as_long_as_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """If rulings are longer than a view of the game, all frames become as long as the longest view.

    That is the view of the seat that has sealed.
    """
    silent, sealed = (ruled(monkeypatch, seals=seals) for seals in (False, True))
    assert len(silent) == DECREES_SHOWN_MAX + 1
    assert silent == sealed
