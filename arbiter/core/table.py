"""A table: one running game, its gates and their clock. It decides what counts; it sends nothing.

Laws: what a gate does is computed whole before any of it is kept, so a fault in the rules leaves the table as it was;
a declaration counts if it was accepted before its gate closed, and nothing afterwards changes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arbiter.core.clock import GateClock
from arbiter.core.effects import Closed
from arbiter.core.refused import Refused
from arbiter.core.stimuli import TablePlan
from arbiter.core.talk import NOTHING_SAID, Said, Talk
from games.kit import codec
from games.kit.dice import Dice
from games.kit.errors import Illegal
from games.kit.events import Event
from games.kit.game import AnyGame, Channel, Finish, Phase, Resolution
from games.kit.seats import Seat
from protocol.forms import Answer
from protocol.messages import Declare, Receipt, RefusalCode, StoryLine
from protocol.words import ChannelId, GateNo, SeatId

CHANGES_MAX = 100
"""How often a seat may change its mind at one gate."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A declaration as it was accepted."""

    id: str
    answer: Answer
    declaration: Any


@dataclass(frozen=True, slots=True)
class Chapter:
    """What happened at once, and when in the players' words."""

    heading: str
    events: tuple[Event, ...]


class Table:
    """One running game. Built from its plan; `begin` sets it up."""

    def __init__(self, plan: TablePlan, game: AnyGame) -> None:
        self.number = plan.table
        self.game = game
        self.options = game.options_type.model_validate(plan.options)
        self.seats: dict[SeatId, Seat] = {seat.id: seat for seat in game.seats(self.options)}
        self.state: Any = None
        self.gate = GateNo(0)
        self.phase: Phase | Finish = Finish("not begun", ())
        self.clock: GateClock | None = None
        self.sealed: dict[SeatId, Sealed] = {}
        self.voided: set[SeatId] = set()
        self.receipts: dict[str, tuple[SeatId, Receipt]] = {}
        self.changes: dict[SeatId, int] = {}
        self.paused = ""
        self.held = ""
        self.talk = Talk()
        self.story: list[Chapter] = []
        self.bots: dict[SeatId, str] = {}
        self.rulings: list[StoryLine] = []
        self._rulings_taken = 0
        self._seed = bytes.fromhex(plan.seed)

    # --- gates ----------------------------------------------------------------------------------------------------

    def begin(self, at: int) -> Closed:
        """Set the game up and open the first gate."""
        return self._enter(at, self.game.setup(self.options, Dice(self._seed, "setup")))

    def close(self, at: int) -> Closed:
        """Close the gate: resolve what was declared and open the next one. A missing declaration is a fact too."""
        assert isinstance(self.phase, Phase)
        declared = {seat: self._declared(seat) for seat in self.phase.asked}
        resolution = self.game.resolve(self.state, declared, Dice(self._seed, "gate", self.gate))
        return self._enter(at, resolution)

    def _declared(self, seat: SeatId) -> Any:
        if seat in self.voided:
            return None
        sealed = self.sealed.get(seat)
        return self.game.default(self.state, seat) if sealed is None else sealed.declaration

    def _enter(self, at: int, resolution: Resolution[Any]) -> Closed:
        """Keep a resolution and open the next gate."""
        phase = self.game.phase(resolution.state)
        state = codec.dump_state(self.game, resolution.state)
        digest = codec.digest(state)
        record: dict[str, Any] = {
            "state": state.decode(),
            "heading": resolution.heading,
            "events": [codec.dump_event(event) for event in resolution.events],
        }
        self.talk.lapse()
        said = self.talk.take()
        if said != NOTHING_SAID:
            record["said"] = said.model_dump(mode="json")
        if len(self.rulings) > self._rulings_taken:
            record["rulings"] = [line.model_dump() for line in self.rulings[self._rulings_taken :]]
            self._rulings_taken = len(self.rulings)
        if self.bots:
            record["bots"] = dict(self.bots)
        closed = Closed(self.number, self.gate, digest, record)
        self._open(at, resolution, phase)
        return closed

    def _open(self, at: int, resolution: Resolution[Any], phase: Phase | Finish) -> None:
        self.state = resolution.state
        if resolution.events:
            self.story.append(Chapter(resolution.heading, resolution.events))
        self.gate = GateNo(self.gate + 1)
        self.phase = phase
        self.sealed, self.voided, self.changes, self.paused = {}, set(), {}, ""
        self.receipts = {id_: kept for id_, kept in self.receipts.items() if kept[1].gate == self.gate - 1}
        self.clock = (
            None if isinstance(phase, Finish) else GateClock.started(at, round(phase.clock_seconds * 1000))
        )

    def adopt(self, at: int, gate: int, record: dict[str, Any]) -> None:
        """Stand as after the closing of `gate`, from what `Closed` kept. Earlier chapters must be there already."""
        state = codec.load_state(self.game, record["state"].encode())
        self.bots = dict(record.get("bots", {}))
        self.gate = GateNo(gate)
        self._open(at, Resolution(state), self.game.phase(state))

    def recall(self, record: dict[str, Any]) -> None:
        """Put back what happened and what was said until a closing."""
        if "said" in record:
            self.talk.put(Said.model_validate(record["said"]))
        self.rulings += [StoryLine.model_validate(line) for line in record.get("rulings", ())]
        self._rulings_taken = len(self.rulings)
        events = tuple(codec.load_event(self.game, body) for body in record["events"])
        if events:
            self.story.append(Chapter(record["heading"], events))

    def due(self, at: int, grace_ms: int) -> bool:
        """Tell whether the clock has run out, and the hidden grace with it."""
        deadline = self.deadline(grace_ms)
        return deadline is not None and at >= deadline

    def deadline(self, grace_ms: int) -> int | None:
        """Give when the gate closes by itself; None while it is paused, held or over."""
        if self.clock is None or self.clock.deadline is None or self.held:
            return None
        return self.clock.deadline + grace_ms

    @property
    def complete(self) -> bool:
        """Whether nothing is awaited any more and the gate need not wait for its clock."""
        phase = self.phase
        return (
            isinstance(phase, Phase)
            and phase.closes_early
            and not self.held
            and all(seat in self.sealed or seat in self.voided for seat in phase.asked)
        )

    # --- declarations ---------------------------------------------------------------------------------------------

    def repeated(self, seat: SeatId, request: Declare) -> Receipt | None:
        """Give the receipt of a declaration that was accepted before."""
        kept = self.receipts.get(request.id)
        return kept[1] if kept and kept[0] == seat else None

    def declare(self, seat: SeatId, request: Declare) -> None:
        """Seal a declaration. Raises Refused."""
        phase = self.playing()
        if request.gate != self.gate:
            raise Refused(RefusalCode.STALE, "That question is closed; nothing was changed.")
        if seat not in phase.asked:
            raise Refused(RefusalCode.NOT_ASKED, "You are not asked anything now.")
        self.awake()
        if seat in self.voided:
            raise Refused(
                RefusalCode.NOT_ALLOWED, "The umpire struck out your declaration for this question."
            )
        if self.changes.get(seat, 0) >= CHANGES_MAX:
            raise Refused(RefusalCode.TOO_FAST, "You changed your mind too often; your last answer stands.")
        try:
            declaration = self.game.read(self.state, seat, request.answer)
        except Illegal as illegal:
            raise Refused(RefusalCode.ILLEGAL, illegal.reason, illegal.rule) from None
        self.changes[seat] = self.changes.get(seat, 0) + 1
        self.sealed[seat] = Sealed(request.id, request.answer, declaration)

    def void(self, seat: SeatId) -> None:
        """Strike out a seat's declaration. Raises Refused."""
        if seat not in self.playing().asked:
            raise Refused(RefusalCode.NOT_ASKED, "That seat is not asked anything now.")
        self.sealed.pop(seat, None)
        self.voided.add(seat)

    # --- state of play --------------------------------------------------------------------------------------------

    def playing(self) -> Phase:
        """Give the open phase. Raises Refused when the game is over."""
        if isinstance(self.phase, Finish):
            raise Refused(RefusalCode.OVER, "The game at this table is over.")
        return self.phase

    def awake(self) -> None:
        """Check that the table runs. Raises Refused while it is paused or held."""
        if self.held:
            raise Refused(RefusalCode.PAUSED, "The table waits for the umpire.")
        if self.paused:
            raise Refused(RefusalCode.PAUSED, "The clock is paused by the umpire; wait until it runs again.")

    def channel(self, name: ChannelId) -> Channel | None:
        """Give a channel of the open phase."""
        channels = self.phase.channels if isinstance(self.phase, Phase) else ()
        return next((channel for channel in channels if channel.id == name), None)

    def speakable(self, at: int) -> bool:
        """Tell whether the channels of the phase are open now."""
        phase = self.phase
        if not isinstance(phase, Phase) or self.clock is None or self.held or self.paused:
            return False
        return not phase.quiet_seconds or self.clock.left(at) > phase.quiet_seconds * 1000

    def seat(self, seat: SeatId) -> Seat:
        """Give a seat. Raises Refused."""
        found = self.seats.get(seat)
        if found is None:
            raise Refused(RefusalCode.NO_SUCH, f"There is no seat {seat!r} at this table.")
        return found
