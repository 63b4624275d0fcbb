"""The mail: of what size views are, and that a watching umpire misses nothing."""

from __future__ import annotations

import pytest
from warcouncil.arbiter.core import telling
from warcouncil.arbiter.core.stimuli import Ticked
from warcouncil.arbiter.core.story import CHAPTERS_KEPT_MAX
from warcouncil.protocol import wire
from warcouncil.protocol.acts import Fiat
from warcouncil.protocol.consoles import Room as RoomView
from warcouncil.protocol.requests import Resync, Watch
from warcouncil.protocol.views import View
from warcouncil.protocol.words import Role, TableId

from tests.arbiter.core.room import Room


@pytest.mark.parametrize("game", ["kartenspiel", "sealed_bid"])
def test_every_view_of_a_seat_has_the_size_of_its_game(game: str) -> None:
    """The length of a view at a rejoin would tell a sniffer how much its seat knows."""
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
    """How long it is would tell whoever listens at the projector's cable how much has come out."""
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


def test_a_watching_umpire_reads_each_chapter_once_though_the_oldest_are_forgotten() -> None:
    """He would miss what happened after the two hundredth chapter, or read it twice."""
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
    assert telling.story(room.table.story.chapters, None)[-1].text.endswith(happened[-1])
