"""PhaseKind: one kind of phase, with the seats that it asks at each stage and the use of the answers. It is pure."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import ClassVar, Generic, TypeVar, cast

from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import Channel, RequestDesk
from warcouncil.games.kit.ways import Way
from warcouncil.games.scenario.file.text.phase import AnyPhase
from warcouncil.games.scenario.look import Beholder, Outlook
from warcouncil.games.scenario.state import AFTER, BEFORE, ScenarioState
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.games.scenario.wording import say
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.sheets import Document, Element
from warcouncil.protocol.words import ChannelId, SeatId

P = TypeVar("P", bound=AnyPhase)


class Here(Generic[P]):
    """The present phase of a position."""

    def __init__(self, state: ScenarioState) -> None:
        self.state = state
        self.script = state.play
        self.look = Outlook(state)

    @property
    def part(self) -> P:
        """The phase as the file describes it."""
        return cast(P, self.script.scenario.phases[self.state.at])  # The part's own word chooses the kind

    @property
    def title(self) -> str:
        """The name of the phase, with the round."""
        scenario, number = self.script.scenario, self.state.round
        if number in (BEFORE, AFTER) or scenario.rounds == 1:
            return self.part.name
        return say("shown.round_phase", round=scenario.round, number=number, phase=self.part.name)

    def paced(self, minutes: float) -> float:
        """Return minutes of the file in seconds, at the speed of this table."""
        return max(1.0, round(minutes * 60 * self.state.pace / 100, 1))

    @property
    def desk(self) -> RequestDesk | None:
        """The desk for requests for information during the phase."""
        script = self.script
        return RequestDesk(script.cell_title, script.cell, script.players) if self.part.requests else None

    @property
    def channels(self) -> tuple[Channel, ...]:
        """The conversations that the file opens during the phase. The white cell is a reader if the file says so."""
        if not self.part.cell_reads:
            return self._channels
        return tuple(
            replace(each, readers=tuple(seat for seat in self.script.cell if seat not in each.members))
            for each in self._channels
        )

    @property
    def _channels(self) -> tuple[Channel, ...]:
        script = self.script
        match self.part.channels:
            case "none":
                return ()
            case "all":
                return (_channel("all", say("asked.channel_everyone"), script.players),)
            case "teams":
                teams = [(team, script.seats_of(team)) for team in script.sides]
                return tuple(
                    _channel(team, script.title(team), seats) for team, seats in teams if len(seats) > 1
                )
            case "pairs":
                return tuple(
                    _channel(
                        f"{one}+{two}",
                        say("asked.channel_pair", one=script.title(one), two=script.title(two)),
                        script.seats_in((one, two)),
                    )
                    for one, two in combinations(script.sides, 2)
                )
            case named:
                return tuple(_channel(name, name, script.seats_in(places)) for name, places in named.items())


def _channel(name: str, title: str, seats: tuple[SeatId, ...]) -> Channel:
    return Channel(ChannelId(name), title, seats)


class PhaseKind(ABC, Generic[P]):
    """One kind of phase. Its stages are gates. `close` decides whether another stage follows."""

    rule: ClassVar[str]
    text: ClassVar[str]
    """The key of the phase's text if the file has none."""
    first: ClassVar[str] = ""
    """The first stage."""
    awaited: ClassVar[bool] = True
    readiness: ClassVar[bool] = False
    """Whether a phase of this kind asks each seat only to say that it is ready."""
    consent: ClassVar[str] = ""
    """The field that asks for consent, if the answers are confidential."""

    @abstractmethod
    def asked(self, here: Here[P]) -> tuple[SeatId, ...]:
        """Return the seats that are asked at this stage, in table order. There is always at least one."""

    @abstractmethod
    def form(self, here: Here[P], seat: SeatId) -> Form:
        """Return the form of an asked seat."""

    def unanswered(self, here: Here[P], seat: SeatId) -> str:
        """Return what counts for a seat that does not answer, in one sentence to its player.

        "": no answer is expected.
        """
        return ""

    @abstractmethod
    def close(
        self, here: Here[P], unfolding: Unfolding, given: Mapping[SeatId, Answer | None], dice: Dice
    ) -> tuple[str, int] | None:
        """Take the answers of a stage. Return the next stage and turn, or None when the phase is over."""

    def hears(self, here: Here[P], seat: SeatId, way: Way) -> tuple[str, ...] | None:
        """Return the readers who are informed that an asked seat did not seal the answer that counts. None: everyone."""
        return (seat, *here.script.cell)

    def title(self, here: Here[P]) -> str:
        """Return what everyone reads above the question."""
        return here.title

    def clock_seconds(self, here: Here[P]) -> float:
        """Return the time to answer, in seconds."""
        return here.paced(here.part.minutes)

    def talks(self, here: Here[P]) -> bool:
        """Return whether the phase's conversations are open at this stage."""
        return True

    def at_hand(self, look: Outlook, reader: Beholder) -> Iterator[Element]:
        """Yield what is being decided now. It comes first on a sheet."""
        return iter(())

    def shows(self, look: Outlook, reader: Beholder) -> Iterator[Element]:
        """Yield the results of phases of this kind, as far as the reader may know them."""
        return iter(())

    def papers(self, look: Outlook, reader: Beholder) -> Iterator[Document]:
        """Yield the documents of phases of this kind that the reader may read."""
        return iter(())

    def dealt_anew(self, state: ScenarioState, seat: SeatId, dice: Dice) -> ScenarioState:
        """Deal again what phases of this kind hide from a seat."""
        return state
