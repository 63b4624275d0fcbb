"""Twin worlds: two rooms that differ only in what one seat may not know, played by the same clock. Unless a
secret has leaked, the seat is shown the same in both.

The worlds differ in everything that `rehide` deals anew, in what the others declare, and in how often and
when they change it. They differ in lines where the seat does not listen, and in how many answers the others
have missed. A sniffer of every other link must see the same times, sizes and order. For that, each person
sends one request per beat, whatever it contains.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.wire.requests import Beat, Declare, ReadRules, Request, Resync
from warcouncil.protocol.words import SeatId

from tests.arbiter.core.harness import Person, Room, load
from tests.profile import seconds

BEATS = 5
BEAT_MS = 400
NONSENSE: Answer = {"no such field": "x"}


@dataclass
class Pair:
    """Two rooms with one history."""

    left: Room
    right: Room
    seat: SeatId

    def people(self, seat: str) -> tuple[Person, Person]:
        """Return the two people of a seat, one from each room."""
        key = f"1:{seat}:seat"
        return self.left.people[key], self.right.people[key]


class Leak(AssertionError):
    """A secret reached a seat that may not know it."""


def twins(
    game: str, seat: SeatId, seed: int, gates: int, options: Mapping[str, Any] | None = None
) -> Pair | None:
    """Play two rooms identically for this number of gates, then deal anew in the right one what the seat
    cannot know. Return None if the game was over by then.
    """
    rooms = [Room(game, options, seed=seed) for _ in range(2)]
    for room in rooms:
        room.sit_all()
        for gate in range(gates):
            _play_gate(room, Dice(b"twins of one egg", seed, gate))
    pair = Pair(rooms[0], rooms[1], seat)
    if isinstance(pair.left.table.phase, Finish):
        return None
    table = pair.right.table
    table.state = table.game.rehide(table.state, seat, Dice(b"the other egg...", seed, gates))
    table.now.phase = table.game.phase(table.state)
    missed = {other: 1 + number for number, other in enumerate(table.seats) if other != seat}
    table.counters = replace(table.counters, missed=missed)
    for room in rooms:
        _shorten(room)
    return pair


def _shorten(room: Room) -> None:
    """Shorten, by day, the long middle of a clock in which everyone only waits."""
    clock = room.table.now.clock
    assert clock is not None
    left = clock.left(room.at)
    room.table.now.clock = clock.extended(room.at, round(1000 * seconds(left / 1000)) - left)
    room.exercise.timing.timetable.mark(room.table.number)


def _play_gate(room: Room, dice: Dice) -> None:
    table = room.table
    if not isinstance(table.phase, Phase):
        return
    gate = table.gate
    for seat in table.phase.asked:
        form = table.game.form(table.state, seat)
        room.declare(room.people[f"1:{seat}:seat"], fill(form, dice.stream(seat)), gate=gate)
    room.wait(BEAT_MS)


def secret_gate(pair: Pair, seed: int) -> None:
    """Run one gate in which the others act differently in the two rooms, and compare.

    The clock ends it, so one asked seat other than the observer stays silent.
    """
    for person in (*pair.left.people.values(), *pair.right.people.values()):
        person.frames.clear()
    for side, room in enumerate((pair.left, pair.right)):
        dice = Dice(b"what others do..", seed, side)
        phase = room.table.phase
        assert isinstance(phase, Phase)
        others = [seat for seat in phase.asked if seat != pair.seat]
        silent = dice.pick(others) if others else None
        for beat in range(BEATS):
            _beat(
                room, pair.seat, silent, beat, dice.stream(beat), same=Dice(b"what I do myself", seed, beat)
            )
            room.wait(BEAT_MS)
    _compare(pair, "before the close")
    for room in (pair.left, pair.right):
        room.greet(f"1:{pair.seat}:seat")
    _compare(pair, "in a new window")


def _beat(room: Room, me: SeatId, silent: SeatId | None, beat: int, dice: Dice, *, same: Dice) -> None:
    """Send one request of each person: the observer's is the same in both rooms, the others' follow from
    their own dice.
    """
    phase = room.table.phase
    assert isinstance(phase, Phase)
    for seat in room.table.seats:
        person = room.people[f"1:{seat}:seat"]
        own = seat == me
        request = _request(
            room, seat, phase, same if own else dice.stream(seat), beat, own=own, silent=seat == silent
        )
        room.ask(person, request)
        room.settle()


def _request(
    room: Room, seat: SeatId, phase: Phase, dice: Dice, beat: int, *, own: bool, silent: bool
) -> Request:
    ident = f"{beat:08x}{dice.below(1 << 60):024x}" if not own else f"{room.table.gate:08x}{beat:024x}"
    asked = seat in phase.asked and not silent
    if own and beat == 1:
        return Declare(id=ident, gate=room.table.gate, answer=NONSENSE)
    if own and beat == BEATS - 1:
        return Resync()
    if own and beat == BEATS - 2:
        return ReadRules(id=ident)
    lone = asked and own and len(phase.asked) == 1
    if asked and not lone and (beat == 2 if own else dice.below(2)):
        form = room.table.game.form(room.table.state, seat)
        return Declare(id=ident, gate=room.table.gate, answer=fill(form, dice.stream("answer")))
    return Beat()


def _compare(pair: Pair, when: str) -> None:
    left, right = pair.people(pair.seat)
    if left.frames != right.frames:
        raise Leak(f"{pair.seat} can tell the worlds apart {when}: {_first_difference(left, right)}")
    for seat in pair.left.table.seats:
        left, right = pair.people(seat)
        sizes = [[(at, len(frame)) for at, frame in person.frames] for person in (left, right)]
        if sizes[0] != sizes[1]:
            raise Leak(f"a sniffer on the link of {seat} can tell the worlds apart {when}")


def _first_difference(left: Person, right: Person) -> str:
    for number, (one, other) in enumerate(zip(left.frames, right.frames, strict=False)):
        if one != other:
            place = next((i for i, (a, b) in enumerate(zip(one[1], other[1], strict=False)) if a != b), 0)
            return f"message {number}: {one[1][max(0, place - 60) : place + 40]!r} or {other[1][max(0, place - 60) : place + 40]!r}"
    return f"{len(left.frames)} messages or {len(right.frames)}"


def close_and_compare(pair: Pair) -> bool:
    """Close the gate by the clock in both rooms.

    If the rules then show the seat the same, check that it is sent the same. Return whether there was
    anything to compare.
    """
    for room in (pair.left, pair.right):
        for person in room.people.values():
            person.frames.clear()
        longest = round(room.table.phase.clock_seconds) if isinstance(room.table.phase, Phase) else 0
        gate = room.table.gate
        for _ in range(4 * longest + 4):
            if room.table.gate != gate:
                break
            for person in room.people.values():
                room.beat(person)
            room.wait(250)
    if not _same_knowledge(pair):
        return False
    _compare(pair, "after the close")
    return True


def _same_knowledge(pair: Pair) -> bool:
    """Return whether the rules now show the seat the same in both rooms."""
    one, other = pair.left.table, pair.right.table
    if _as_seen(one.phase) != _as_seen(other.phase) or one.game.sheet(
        one.state, pair.seat
    ) != other.game.sheet(other.state, pair.seat):
        return False
    asked = [isinstance(t.phase, Phase) and pair.seat in t.phase.asked for t in (one, other)]
    if asked[0] != asked[1]:
        return False
    return not asked[0] or one.game.form(one.state, pair.seat) == other.game.form(other.state, pair.seat)


def _as_seen(phase: Phase | Finish) -> Phase | Finish:
    """Return what a seat may know of a phase. Which seats are asked is not always part of it."""
    return phase if isinstance(phase, Finish) or phase.asked_known else replace(phase, asked=())


def seats(game: str, options: Mapping[str, Any] | None = None) -> tuple[SeatId, ...]:
    """Return the seats of a game."""
    rules = load(game)
    return tuple(seat.id for seat in rules.seats(rules.options_type.model_validate(options or {})))
