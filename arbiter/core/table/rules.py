"""The rules of a table: its game, with the options that were set at the beginning. They never change.

Everything that a game returns is checked here before the table uses it.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from math import isfinite
from typing import Any

from warcouncil.arbiter.core.table.closing import Closing, figures
from warcouncil.arbiter.core.table.gate import BY_DEFAULT, Gate
from warcouncil.arbiter.core.table.story import UmpireRuled, load_event
from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.arbiter.core.words.plan import Silence, SilencePolicy, TablePlan
from warcouncil.games.kit import written
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption, Illegal
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import AnyGame, Finish, Options, Phase, Resolution
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.text import agreed
from warcouncil.games.kit.ways import Way, unsealed
from warcouncil.protocol.sentences.sentence import Sentence, say, sentence
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import SeatId


class Rules:
    """Calls the game and the plan of a table.

    `watched` says that an inject depends on the public sheet. The numbers on that sheet are then read when a gate
    opens, and at no other time.
    """

    def __init__(self, plan: TablePlan, game: AnyGame, *, watched: bool) -> None:
        self._game = game
        self._options = game.options_type.model_validate(plan.options)
        self.open_options: Options = self._options.open()
        """The options that the whole table may know."""
        self.cover = written.cover(game, self.open_options)
        """The title and the designer of the table's game."""
        self.seats: dict[SeatId, Seat] = {seat.id: seat for seat in game.seats(self._options)}
        self.sides = game.sides(self._options)
        """The badges of the sides."""
        self.agreed = agreed.elements(game, self.open_options)
        """The elements of every sheet about the agreed options."""
        self._silence = {policy.phase: policy for policy in plan.silence}
        self._watched = watched
        self._begins = plan.begins

    def setup(self, chance: bytes) -> Resolution[Any]:
        """Return the game, set up with this seed or continued from a position in the middle.

        A continued game keeps everything that was drawn before. All later draws use this table's seed.
        """
        if self._begins:
            told = UmpireRuled(say("stored.goes_on", position=self._begins.told))
            return Resolution(self.load(self._begins.state), (told,))
        resolution: Resolution[Any] = self._game.setup(self._options, Dice(chance, "setup"))
        return resolution

    def resolve(self, state: Any, gate: Gate, chance: bytes) -> Resolution[Any]:
        """Return the resolution of a gate's declarations, after its amendments. Random results follow from the seed
        `chance`. The rules resolve missing declarations too.
        """
        came = {seat: self._declared(state, seat, gate) for seat in gate.asked}
        declared = {seat: declaration for seat, (declaration, _) in came.items()}
        ways = {seat: way for seat, (_, way) in came.items()}
        amended = self.amended(state, gate.amended)
        dice = Dice(chance, "gate", gate.number)
        resolution: Resolution[Any] = self._game.resolve_as(amended.state, declared, ways, dice)
        told = tuple(unsealed(gate.playing(), self.seats, ways))
        if not amended.events and not told:
            return resolution
        return replace(resolution, events=(*amended.events, *told, *resolution.events))

    def amended(self, state: Any, texts: tuple[str, ...]) -> Resolution[Any]:
        """Return the position amended by these texts, in order. Raises Refused."""
        events: tuple[Event, ...] = ()
        for text in texts:
            try:
                step = written.amend(self._game, state, text)
            except BadOption as bad:
                raise Refused(RefusalCode.ILLEGAL, Sentence(str(bad))) from None
            state, events = step.state, (*events, *step.events)
        return Resolution(state, events)

    def _declared(self, state: Any, seat: SeatId, gate: Gate) -> tuple[Any, Way]:
        """Return the declaration that counts for an asked seat, and why it counts."""
        if seat in gate.voided:
            return None, Way.STRUCK
        sealed = gate.sealed.get(seat)
        if sealed is not None:
            return sealed.declaration, sealed.way
        match gate.silence.policy:
            case Silence.MISSING:
                return None, Way.SILENT
            case Silence.DRAFT if seat in gate.drafts:
                with suppress(Illegal):
                    return self._game.read(state, seat, gate.drafts[seat].answer), Way.DRAFT
        return self._game.default(state, seat), Way.SILENT

    def read(self, state: Any, seat: SeatId, answer: Answer) -> Any:
        """Parse the declaration in an answer. Raises Refused if the rules forbid it."""
        try:
            return self._game.read(state, seat, answer)
        except Illegal as illegal:
            raise Refused(RefusalCode.ILLEGAL, Sentence(illegal.reason), illegal.rule) from None

    def next(self, state: Any, over: Finish | None) -> Phase | Finish:
        """Return the next phase or the end. Asserts that the phase asks only seats of the table and has a valid
        clock."""
        phase = over or self._game.phase(state)
        if isinstance(phase, Phase):
            assert self.seats.keys() >= {*phase.asked}, "the phase asks a seat that is not at the table"
            assert all(
                self.seats.keys() >= {*channel.members, *channel.readers} for channel in phase.channels
            )
            desk = phase.desk
            assert not desk or all(self.seats[seat].neutral for seat in desk.answers), (
                "a side answers requests"
            )
            assert isfinite(phase.clock_seconds), "the clock of the phase is not finite"
            assert phase.clock_seconds >= 0, "the clock of the phase is negative"
        return phase

    def view_bytes(self, state: Any) -> int:
        """Return the size limit of a seat's view at this position in bytes, without the parts that the whole table
        may read.

        State None means that there is no position yet.
        """
        if state is None:
            return written.view_bytes_of(self._game, self._options)
        return written.view_bytes_at(self._game, self._options, state)

    def figures(self, state: Any) -> dict[str, int]:
        """Return the numbers on the public sheet by their labels, if any inject depends on them."""
        return figures(self._game.sheet(state, None)) if self._watched else {}

    def holds(self, state: Any, conditions: Collection[str]) -> bool:
        """Return whether all these conditions of an inject hold at this position."""
        return not conditions or written.holds(self._game, state, tuple(conditions))

    def silence(self, phase: Phase | Finish) -> SilencePolicy:
        """Return the policy for silent seats in a phase.

        The plan's policy for this phase comes first. Then comes the phase's own policy, and then the plan's policy
        for all other phases.
        """
        if not isinstance(phase, Phase):
            return BY_DEFAULT
        own = SilencePolicy(phase=phase.name, policy=Silence(phase.silence)) if phase.silence else None
        return self._silence.get(phase.name) or own or self._silence.get("*") or BY_DEFAULT

    def knows(self, state: Any, phases: Collection[str]) -> bool:
        """Return whether a position can lead to any of these phases. Return True if the game does not list its
        phases.
        """
        known = self._phases(state)
        return not known or any(phase in known for phase in phases)

    def check_phase(self, state: Any, phase: str) -> None:
        """Check that the game has this phase, if the game lists its phases. Raises Refused."""
        phases = self._phases(state)
        if phases and phase not in phases:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_such_phase", phases=", ".join(phases)))

    def _phases(self, state: Any) -> tuple[str, ...]:
        """Return the phases that a game lists at a position. State None means that the game is not set up yet."""
        if state is None:
            return self._game.phase_names(self._options)
        return written.phase_names_at(self._game, self._options, state)

    # --- the journal ----------------------------------------------------------------------------------------------

    def dump(self, state: Any) -> bytes:
        """Return a position as the journal keeps it."""
        return codec.dump_state(self._game, state)

    def load(self, state: str) -> Any:
        """Parse a position that the journal kept. Raises any error of the present rules."""
        return codec.load_state(self._game, state.encode())

    def events(self, closing: Closing) -> tuple[Event, ...]:
        """Return the events of a closing."""
        return tuple(load_event(self._game, body) for body in closing.events)
