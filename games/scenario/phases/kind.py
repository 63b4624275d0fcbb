"""What a kind of phase is: whom it asks at each of its stages, and what becomes of the answers. All of it is pure."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import ClassVar, Generic, TypeVar, cast

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Channel
from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario.file.text.phase import AnyPhase
from warcouncil.games.scenario.look import Beholder, Outlook
from warcouncil.games.scenario.state import AFTER, BEFORE, ScenarioState
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.sheets import Document, Element
from warcouncil.protocol.words import ChannelId, SeatId

P = TypeVar("P", bound=AnyPhase)


class Here(Generic[P]):
    """The phase that a position stands in."""

    def __init__(self, state: ScenarioState) -> None:
        self.state = state
        self.script = state.play
        self.look = Outlook(state)

    @property
    def part(self) -> P:
        """What the file says of it."""
        return cast(
            P, self.script.scenario.phases[self.state.at]
        )  # the kind is chosen by the part's own word

    @property
    def title(self) -> str:
        """Its name, with the round."""
        scenario, number = self.script.scenario, self.state.round
        if number in (BEFORE, AFTER) or scenario.rounds == 1:
            return self.part.name
        return f"{scenario.round} {number} · {self.part.name}"

    def paced(self, minutes: float) -> float:
        """Give minutes of the file as seconds, as fast as this table plays."""
        return max(1.0, round(minutes * 60 * self.state.pace / 100, 1))

    @property
    def channels(self) -> tuple[Channel, ...]:
        """Give the conversations that the file opens meanwhile."""
        script = self.script
        match self.part.channels:
            case "none":
                return ()
            case "all":
                return (_channel("all", "Everyone", script.players),)
            case "teams":
                teams = [(team, script.seats_of(team)) for team in script.sides]
                return tuple(
                    _channel(team, script.title(team), seats) for team, seats in teams if len(seats) > 1
                )
            case "pairs":
                return tuple(
                    _channel(
                        f"{one}+{two}",
                        f"{script.title(one)} and {script.title(two)}",
                        script.seats_in((one, two)),
                    )
                    for one, two in combinations(script.sides, 2)
                )
            case named:
                return tuple(_channel(name, name, script.seats_in(places)) for name, places in named.items())


def _channel(name: str, title: str, seats: tuple[SeatId, ...]) -> Channel:
    return Channel(ChannelId(name), title, seats)


class PhaseKind(ABC, Generic[P]):
    """One kind of phase. Its stages are gates; `close` says by what is left of the state whether another follows."""

    rule: ClassVar[str]
    text: ClassVar[str]
    """What it is, where the file says nothing."""
    first: ClassVar[str] = ""
    """The stage that it begins with."""
    awaited: ClassVar[bool] = True

    @abstractmethod
    def asked(self, here: Here[P]) -> tuple[SeatId, ...]:
        """Give the seats that are asked at this stage, in table order; never none."""

    @abstractmethod
    def form(self, here: Here[P], seat: SeatId) -> Form:
        """Give what an asked seat is asked."""

    def unanswered(self, here: Here[P], seat: SeatId) -> str:
        """Return what counts for a seat that gives no answer, in one sentence to its player; "" where none is expected."""
        return ""

    @abstractmethod
    def close(
        self, here: Here[P], unfolding: Unfolding, given: Mapping[SeatId, Answer | None], dice: Dice
    ) -> tuple[str, int] | None:
        """Take the answers of a stage. Gives the stage and the turn that follow, or None when the phase is over."""

    def hears(self, here: Here[P], seat: SeatId, way: Way) -> tuple[str, ...] | None:
        """Return who is told that an asked seat did not seal the answer that counts. None: everyone."""
        return (seat, *here.script.cell)

    def title(self, here: Here[P]) -> str:
        """Give what everybody reads above."""
        return here.title

    def clock_seconds(self, here: Here[P]) -> float:
        """Give the time to answer."""
        return here.paced(here.part.minutes)

    def talks(self, here: Here[P]) -> bool:
        """Tell whether the phase's conversations are open at this stage."""
        return True

    def at_hand(self, look: Outlook, reader: Beholder) -> Iterator[Element]:
        """Give what is being decided just now: it stands first on a sheet."""
        return iter(())

    def shows(self, look: Outlook, reader: Beholder) -> Iterator[Element]:
        """Give what a sheet shows of what phases of this kind came to, to whoever may know it."""
        return iter(())

    def papers(self, look: Outlook, reader: Beholder) -> Iterator[Document]:
        """Give what there is to read of it, for whoever may."""
        return iter(())

    def dealt_anew(self, state: ScenarioState, seat: SeatId, dice: Dice) -> ScenarioState:
        """Deal anew what phases of this kind keep from a seat."""
        return state
