"""Nim: a tiny sequential game with perfect information, in which a silent seat is played by the rules and by
chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from pydantic import Field
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.book import Book, PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public
from warcouncil.games.kit.game import Finish, Options, Resolution, Standings, Tally
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.forms import Answer, Choice, Count, Form, Option, When
from warcouncil.protocol.table.rulebooks import Briefing
from warcouncil.protocol.table.sheets import Fact, Facts, Sheet
from warcouncil.protocol.words import SeatId, TeamId

NORTH, SOUTH = SeatId("north"), SeatId("south")
PLAYERS = {NORTH: "North", SOUTH: "South"}


class NimOptions(Options):
    """The options of a game of nim."""

    heaps: tuple[Annotated[int, Field(ge=0, le=9)], ...] = Field(
        (3, 4, 5), description="The stones of each heap.", max_length=9
    )
    misere: bool = Field(False, description="Whoever takes the last stone loses.")
    clock_seconds: float = Field(30, gt=0, description="Seconds for a turn.")


@dataclass(frozen=True, slots=True)
class NimState:
    """The heaps, and who is to take."""

    heaps: tuple[int, ...]
    mover: SeatId
    misere: bool
    clock_seconds: float


@dataclass(frozen=True, slots=True)
class Take:
    """Take `stones` from the heap with this index."""

    heap: int
    stones: int


@dataclass(frozen=True, slots=True)
class StonesTaken(Event):
    """A player took stones from a heap; `late` when the clock took them for the player."""

    seen_by = EVERYONE
    taker: Public[SeatId]
    heap: Public[int]
    stones: Public[int]
    late: Public[bool]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the player and the number of stones."""
        who = "You" if known.mine("taker") else PLAYERS[known["taker"]]
        why = " because the time was up" if known["late"] else ""
        return f"{who} took {known['stones']} from heap {known['heap'] + 1}{why}."


class Taking(PhaseRules[NimState, Take]):
    """1. The players take turns to take stones from one heap."""

    name, rule = "Taking", "1"
    text = (
        "Take at least one stone from one heap. If you are silent, one stone is taken from a heap by chance."
    )

    def asked(self, state: NimState) -> tuple[SeatId, ...]:
        """Ask the mover."""
        return (state.mover,)

    def clock_seconds(self, state: NimState) -> float:
        """Return the time for a turn."""
        return state.clock_seconds

    def form(self, state: NimState, seat: SeatId) -> Form:
        """Ask for a heap, then for a number that fits it."""
        there = [index for index, heap in enumerate(state.heaps) if heap]
        options = tuple(Option(value=str(index), label=f"heap {index + 1}") for index in there)
        counts = tuple(
            Count(
                name=f"stones_{index}",
                label=f"stones of heap {index + 1}",
                low=1,
                high=state.heaps[index],
                when=When(field="heap", values=(str(index),)),
            )
            for index in there
        )
        return Form(
            question="Which stones do you take?",
            rule="1.1",
            fields=(Choice(name="heap", label="heap", options=options), *counts),
            suggested={"heap": str(there[0]), f"stones_{there[0]}": 1},
        )

    def read(self, state: NimState, seat: SeatId, answer: Answer) -> Take:
        """Check an answer against the form."""
        judge(self.form(state, seat), answer)
        heap = str(answer["heap"])
        stones = answer[f"stones_{heap}"]
        assert isinstance(stones, int)
        return Take(heap=int(heap), stones=stones)

    def resolve(
        self, state: NimState, declarations: Mapping[SeatId, Take | None], dice: Dice
    ) -> Resolution[NimState]:
        """Take the stones away."""
        there = [index for index, heap in enumerate(state.heaps) if heap]
        said = declarations[state.mover]
        take = said or Take(heap=dice.stream("silence").pick(there), stones=1)
        heaps = tuple(heap - take.stones * (index == take.heap) for index, heap in enumerate(state.heaps))
        event = StonesTaken(taker=state.mover, heap=take.heap, stones=take.stones, late=said is None)
        return Resolution(replace(state, heaps=heaps, mover=_other(state.mover)), (event,))


class Nim(Book[NimOptions, NimState, Take]):
    """Two players take stones; the last stone decides."""

    name = "nim"
    title = "Nim"
    designer = "traditional"
    rules_version = "1"
    summary = "Take stones from one heap at a time. Whoever takes the last one wins."
    options_type = NimOptions
    state_type = NimState
    event_types: ClassVar[tuple[type[Event], ...]] = (StonesTaken,)
    phases = (Taking(),)

    def seats(self, options: NimOptions) -> tuple[Seat, ...]:
        """Return the two players."""
        return tuple(Seat(seat, TeamId(seat), title) for seat, title in PLAYERS.items())

    def briefing(self, options: NimOptions, seat: SeatId) -> Briefing:
        """Return the role and the goal of a player."""
        wins = "Leave the last stone to the other." if options.misere else "Take the last stone."
        return Briefing(
            role=f"You are {PLAYERS[seat]}.", wins=wins, sees="You see all.", decides="You take stones."
        )

    def setup(self, options: NimOptions, dice: Dice) -> Resolution[NimState]:
        """Lay the heaps out and draw who begins. Raises BadOption without any stone."""
        if not any(options.heaps):
            raise BadOption("heaps: there must be at least one stone")
        mover = dice.stream("first").pick((NORTH, SOUTH))
        return Resolution(NimState(options.heaps, mover, options.misere, options.clock_seconds))

    def step(self, state: NimState) -> str:
        """Return the only phase."""
        return "Taking"

    def finish(self, state: NimState) -> Finish | None:
        """End when no stone is left."""
        if any(state.heaps):
            return None
        winner = state.mover if state.misere else _other(state.mover)
        return Finish("The last stone was taken", (winner,), self.standings(state))

    def standings(self, state: NimState) -> Standings:
        """Count the stones that are left: there is nothing else."""
        return Standings((Tally("stones left", {NORTH: sum(state.heaps), SOUTH: sum(state.heaps)}),))

    def sheet(self, state: NimState, seat: SeatId | None) -> Sheet:
        """Show the heaps, which are the same for everyone."""
        heaps = tuple(
            Fact(label=f"heap {index + 1}", value=str(heap)) for index, heap in enumerate(state.heaps)
        )
        return Sheet(
            headline=f"{PLAYERS[state.mover]} to take", elements=(Facts(title="Heaps", facts=heaps),)
        )

    def truth(self, state: NimState) -> Sheet:
        """Show the heaps, which are the complete truth."""
        return self.sheet(state, None)

    def rehide(self, state: NimState, seat: SeatId, dice: Dice) -> NimState:
        """Hide nothing: all heaps are open."""
        return state


def _other(seat: SeatId) -> SeatId:
    return SOUTH if seat == NORTH else NORTH


GAME = Nim()
