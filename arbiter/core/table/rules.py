"""The rules of a table: its game, with the options that it was begun with. They never change.

Law: what a game says is looked at here before the table believes it.
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
from warcouncil.games.kit.ways import Way, unsealed
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.words import SeatId


class Rules:
    """What a table asks of its game, and of the plan that it was begun with.

    `watched`: something hangs on what the public sheet says, so the figures on it are read at each opening, never in
    between.
    """

    def __init__(self, plan: TablePlan, game: AnyGame, *, watched: bool) -> None:
        self._game = game
        self._options = game.options_type.model_validate(plan.options)
        self.open_options: Options = self._options.open()
        """The options as everybody at the table may know them."""
        self.cover = written.cover(game, self.open_options)
        """What the table's game is called there, and by whom it is."""
        self.seats: dict[SeatId, Seat] = {seat.id: seat for seat in game.seats(self._options)}
        self.sides = game.sides(self._options)
        """The badges of the sides."""
        self._silence = {policy.phase: policy for policy in plan.silence}
        self._watched = watched
        self._begins = plan.begins

    def setup(self, chance: bytes) -> Resolution[Any]:
        """Set the game up by this chance, or take it up in the middle: what has been drawn there stays drawn, what comes is this table's chance."""
        if self._begins:
            told = UmpireRuled(f"The game goes on from {self._begins.told}.")
            return Resolution(self.load(self._begins.state), (told,))
        resolution: Resolution[Any] = self._game.setup(self._options, Dice(chance, "setup"))
        return resolution

    def resolve(self, state: Any, gate: Gate, chance: bytes) -> Resolution[Any]:
        """Resolve what a gate has of its seats, by this chance, once it has been amended. A missing declaration is a fact too."""
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
        """Give the position amended by these texts, one after the other. Raises Refused."""
        events: tuple[Event, ...] = ()
        for text in texts:
            try:
                step = written.amend(self._game, state, text)
            except BadOption as bad:
                raise Refused(RefusalCode.ILLEGAL, str(bad)) from None
            state, events = step.state, (*events, *step.events)
        return Resolution(state, events)

    def _declared(self, state: Any, seat: SeatId, gate: Gate) -> tuple[Any, Way]:
        """Return what counts for an asked seat, and how it came to count."""
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
        """Give the declaration in an answer. Raises Refused when the rules forbid it."""
        try:
            return self._game.read(state, seat, answer)
        except Illegal as illegal:
            raise Refused(RefusalCode.ILLEGAL, illegal.reason, illegal.rule) from None

    def next(self, state: Any, over: Finish | None) -> Phase | Finish:
        """Give what is asked next. A question that nobody could be asked is a fault in the rules."""
        phase = over or self._game.phase(state)
        if isinstance(phase, Phase):
            assert self.seats.keys() >= {*phase.asked}, "asks a seat that is not there"
            assert all(self.seats.keys() >= {*channel.members} for channel in phase.channels)
            assert isfinite(phase.clock_seconds), "a clock without an end"
            assert phase.clock_seconds >= 0, "a clock that ran out before"
        return phase

    def view_bytes(self, state: Any) -> int:
        """Give how long no seat's view at a gate is, but for what everybody may read: at this position (None: there is none yet)."""
        if state is None:
            return written.view_bytes_of(self._game, self._options)
        return written.view_bytes_at(self._game, self._options, state)

    def figures(self, state: Any) -> dict[str, int]:
        """Give the numbers on the public sheet by their labels, if anything hangs on them."""
        return figures(self._game.sheet(state, None)) if self._watched else {}

    def silence(self, phase: Phase | Finish) -> SilencePolicy:
        """Give what silence means in a phase: as the plan says of it, or else the phase itself, or the plan of every other."""
        if not isinstance(phase, Phase):
            return BY_DEFAULT
        own = SilencePolicy(phase=phase.name, policy=Silence(phase.silence)) if phase.silence else None
        return self._silence.get(phase.name) or own or self._silence.get("*") or BY_DEFAULT

    def knows(self, state: Any, phases: Collection[str]) -> bool:
        """Tell whether a position may come to any of these phases; where the game does not list its own it may come to all."""
        known = self._phases(state)
        return not known or any(phase in known for phase in phases)

    def check_phase(self, state: Any, phase: str) -> None:
        """Check that there is such a phase, as far as the game says which there are. Raises Refused."""
        phases = self._phases(state)
        if phases and phase not in phases:
            raise Refused(RefusalCode.NO_SUCH, f"There is no such phase; there are {', '.join(phases)}.")

    def _phases(self, state: Any) -> tuple[str, ...]:
        """Give the phases of a game at a position (None: it has not been set up), as far as it says which there are."""
        if state is None:
            return self._game.phase_names(self._options)
        return written.phase_names_at(self._game, self._options, state)

    # --- as the journal keeps it ----------------------------------------------------------------------------------

    def dump(self, state: Any) -> bytes:
        """Give a position as it is kept."""
        return codec.dump_state(self._game, state)

    def load(self, state: str) -> Any:
        """Give the position that was kept. Raises whatever today's rules have against it."""
        return codec.load_state(self._game, state.encode())

    def events(self, closing: Closing) -> tuple[Event, ...]:
        """Give what happened at a closing."""
        return tuple(load_event(self._game, body) for body in closing.events)
