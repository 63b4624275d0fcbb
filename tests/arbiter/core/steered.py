"""Twin worlds with a whole room: crews, a projector, a technician and umpires who rule.

In both worlds the two umpires do the same things openly and different things in secret. Secret are acts to
seats that are not the observer's. Secret are also reasons and notes that players never read, rulings that
wait for a second umpire, and injects to others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.protocol.acts.acts import (
    Act,
    DeclareFor,
    EndGame,
    Extend,
    Fiat,
    GiveToBot,
    GoBack,
    Hold,
    KeepBack,
    Note,
    Pause,
    Postpone,
    Release,
    Resume,
    Tell,
    Void,
)
from warcouncil.protocol.acts.room_acts import Approve, Reissue, Remove, Reseat
from warcouncil.protocol.wire.requests import Claim, HandOver, Leave, Look, Resync, SayReady, Watch
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId

from tests.arbiter.core.harness import Person, Room
from tests.arbiter.core.twins import BEAT_MS, BEATS, Leak, Pair, _beat, _first_difference, _play_gate

WATCHER, DISPLAY, FIXER = "watcher", "display", "fixer"

Part = Callable[["Side"], None]


class Side:
    """One of the two worlds, as its umpires see it."""

    def __init__(self, room: Room, me: SeatId, number: int, other: SeatId, stranger: SeatId | None) -> None:
        self.room, self.me, self.number = room, me, number
        self.other, self.stranger = other, stranger
        teams = {seat.id: seat.team for seat in room.table.seats.values()}
        far = [seat for seat in teams if teams[seat] != teams[me] and seat != stranger]
        self.further = far[0] if far else None
        """A second seat that is not in the observer's team."""

    @property
    def left(self) -> bool:
        """Whether this is the left world."""
        return self.number == 0

    def rule(self, act: Act, reason: str = "because", *, seconded: bool = True) -> None:
        """Send the umpire's ruling. Another umpire seconds it where the exercise requires that."""
        waiting = self.room.exercise.room.seconds.waiting
        before = set(waiting)
        self.room.rule(self.room.people["umpire"], act, reason=reason)
        for number in set(waiting) - before if seconded else ():
            self.room.rule(self.room.people["other"], Approve(number=number))


def steered(game: str, me: SeatId, seed: int, gates: int) -> tuple[Pair, list[Side]] | None:
    """Play two rooms identically for this number of gates, then deal anew in the right one what the seat
    cannot know.
    """
    rooms = []
    for number in range(2):
        injects = [
            {"text": "Rain.", "at_seconds": 1},
            {
                "text": f"For others, in world {number}: {'long ' * 9 * number}",
                "at_seconds": 2,
                "seat": _other(game, me),
            },
            *({"text": f"To come, in world {number}.", "at_seconds": 5_000} for _ in range(3)),
        ]
        exercise = {"crews": True, "second_umpire": True, "injects": injects, "claim_seconds": 1}
        room = Room(game, seed=seed, exercise=exercise)
        room.sit_all()
        for seat in room.table.seats:
            room.sit(seat, role=Role.WATCHER, key=WATCHER if seat == me else f"crew of {seat}")
        for key, role in (
            (DISPLAY, Role.DISPLAY),
            (FIXER, Role.TECHNICAL),
            ("umpire", Role.UMPIRE),
            ("other", Role.UMPIRE),
        ):
            room.console(role, key)
        room.ask(room.people[DISPLAY], Watch(table=TableId(1)))
        room.ask(room.people["umpire"], Watch(table=TableId(1)))
        for gate in range(gates):
            _play_gate(room, Dice(b"steered alike...", seed, gate))
        rooms.append(room)
    pair = Pair(rooms[0], rooms[1], me)
    if isinstance(pair.left.table.phase, Finish):
        return None
    table = pair.right.table
    table.state = table.game.rehide(table.state, me, Dice(b"the other world.", seed, gates))
    table.now.phase = table.game.phase(table.state)
    missed = {other: 1 + number for number, other in enumerate(table.seats) if other != me}
    table.counters = replace(table.counters, missed=missed)
    teams = {seat: table.seats[seat].team for seat in table.seats}
    stranger = next((seat for seat in teams if teams[seat] != teams[me]), None)
    return pair, [Side(room, me, n, _other(game, me), stranger) for n, room in enumerate(rooms)]


def _other(game: str, me: SeatId) -> SeatId:
    room = Room(game)
    return next(seat for seat in room.table.seats if seat != me)


# --- what umpires do ----------------------------------------------------------------------------------------------


def in_secret(side: Side) -> None:
    """Do what only an umpire and another seat may know."""
    room, other = side.room, side.other
    phase = room.table.phase
    asked = isinstance(phase, Phase) and other in phase.asked and len(phase.asked) > 2
    if side.left:
        side.rule(Tell(seat=other, text="well done"))
        side.rule(Note(text="He hesitates."))
        side.rule(Postpone(inject=5, seconds=600))
        side.rule(KeepBack(inject=3))
        side.rule(KeepBack(inject=4, drop=True))
        if asked:
            form = room.table.game.form(room.table.state, other)
            side.rule(DeclareFor(seat=other, answer=fill(form, Dice(b"what umpires seal", 1))))
            side.rule(Void(seat=other))
    else:
        room.ask(room.people["umpire"], Look(id=room.fresh(), table=TableId(1), seat=other))
    side.rule(Fiat(text=f"only asked for, {side.number}"), seconded=False)
    side.rule(EndGame(text=f"only asked for, {side.number}"), seconded=False)


def in_the_open(side: Side) -> None:
    """Do the same in both worlds, each with its own reason."""
    for act in (Pause(), Resume(), Extend(seconds=5), Hold(), Release()):
        side.rule(act, f"world {side.number}: {'he knows too much ' * side.number}")


def with_people(side: Side) -> None:
    """Do to a person of another team what only that team may see."""
    room, stranger = side.room, side.stranger
    if stranger is None:
        return
    if side.left:
        side.rule(GiveToBot(seat=stranger))
        room.ask(room.people[f"1:{stranger}:seat"], HandOver(id=room.fresh()))
        room.settle()
        room.ask(room.people[f"crew of {stranger}"], Claim(id=room.fresh()))
        room.ask(room.people[f"1:{side.further or stranger}:seat"], SayReady())
        room.ask(room.people[f"1:{side.further or stranger}:seat"], Leave())
    else:
        side.rule(Reissue(seat=stranger), "a lost card")
        side.rule(Remove(seat=stranger, keep=True), "shouting")
        side.rule(Reseat(seat=stranger, to_table=TableId(1), to_seat=stranger))


def by_fiat(side: Side) -> None:
    """Send the same public rulings in both worlds."""
    side.rule(Fiat(text="The bridge is blown."), f"in world {side.number}")


def going_back(side: Side) -> None:
    """Roll both tables back to the same gate, before the worlds differed."""
    if side.room.table.gate > 1:
        side.rule(GoBack(to=GateNo(side.room.table.gate - 1)), f"in world {side.number}")
        side.room.settle()


# --- the comparison -----------------------------------------------------------------------------------------------


def compare(game: str, me: SeatId, seed: int, gates: int) -> int:
    """Play the whole course in both worlds, and compare what reached the seat, its crew and the screens."""
    made = steered(game, me, seed, gates)
    if made is None:
        return 0
    pair, sides = made
    count = 0
    for act in (in_secret, in_the_open, by_fiat, going_back, with_people):
        if isinstance(pair.left.table.phase, Finish):
            break
        _through(pair, sides, act, seed)
        fixer = () if act is with_people else (FIXER,)
        for key in (f"1:{me}:seat", WATCHER, DISPLAY, *fixer):
            _same(pair, key, f"after {act.__name__}")
            count += 1
    return count


def _through(pair: Pair, sides: list[Side], act: Part, seed: int) -> None:
    for side in sides:
        for person in side.room.people.values():
            person.frames.clear()
        dice = Dice(b"what others do..", seed, side.number)
        for beat in range(BEATS):
            if beat == 2:
                act(side)
            phase = side.room.table.phase
            if isinstance(phase, Finish):
                return
            silent = next((seat for seat in phase.asked if seat not in (pair.seat, side.other)), side.other)
            _beat(
                side.room,
                pair.seat,
                silent,
                beat,
                dice.stream(beat),
                same=Dice(b"what I do myself", seed, beat),
            )
            side.room.ask(side.room.people[WATCHER], Resync())
            side.room.ask(side.room.people[DISPLAY], Resync())
            for key in (FIXER, "umpire", "other"):
                side.room.beat(side.room.people[key])
            side.room.wait(BEAT_MS)


def _same(pair: Pair, key: str, when: str) -> None:
    people: list[Person] = [side.people[key] for side in (pair.left, pair.right)]
    if people[0].frames != people[1].frames:
        raise Leak(f"{key} can tell the worlds apart {when}: {_first_difference(*people)}")
