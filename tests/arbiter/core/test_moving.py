"""People who change places: who may order it, and that nobody hears what is said where he sat."""

from __future__ import annotations

from warcouncil.protocol.acts import Reseat
from warcouncil.protocol.replies import Done, Refusal, RefusalCode
from warcouncil.protocol.requests import Resync
from warcouncil.protocol.words import Role, SeatId, TableId

from tests.arbiter.core.room import Room


def test_an_umpire_of_some_tables_moves_people_between_them_and_to_no_other() -> None:
    """A director of two tables could not even them out, or would put a player where another umpire rules."""
    room = Room("sealed_bid", tables=3)
    room.sit("red.1")
    tutor = room.console(Role.UMPIRE, "tutor", tables=(1, 2))
    away = Reseat(seat=SeatId("red.1"), to_table=TableId(3), to_seat=SeatId("black.1"))
    refused = room.rule(tutor, away)
    assert isinstance(refused, Refusal)
    assert refused.code is RefusalCode.NOT_ALLOWED
    assert isinstance(room.rule(tutor, away.model_copy(update={"to_table": TableId(2)})), Done)
    assert room.exercise.roster.holding(Role.SEAT, TableId(2), SeatId("black.1"))


def test_both_who_change_places_are_cut_off_until_they_say_hello() -> None:
    """Whoever was made to give his seat up would go on hearing the council of the team that he has left."""
    room = Room("sealed_bid", tables=2)
    one, other = room.sit("red.1"), room.sit("black.2", table=2)
    mate = room.sit("black.1", table=2)
    room.rule(room.umpire(), Reseat(seat=SeatId("red.1"), to_table=TableId(2), to_seat=SeatId("black.2")))
    heard = [len(person.frames) for person in (one, other)]
    room.say(mate, "black", "now that he has gone")
    assert [len(person.frames) for person in (one, other)] == heard
    for person in (one, other):
        room.ask(person, Resync())
        assert person.last(Refusal).code is RefusalCode.STALE
