"""A table: one running game, its gates and their clock. It decides what counts; it sends nothing.

Laws: what a gate does is computed whole before any of it is kept, so a fault in the rules leaves the table as it was;
a declaration counts if it was accepted before its gate closed, and nothing afterwards changes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from warcouncil.arbiter.core.clock import GateClock
from warcouncil.arbiter.core.outcome import Closed, Refused
from warcouncil.arbiter.core.stimuli import Silence, SilencePolicy, TablePlan
from warcouncil.arbiter.core.story import Chapter, UmpireRuled, load_event
from warcouncil.arbiter.core.talk import NOTHING_SAID, Said, Talk
from warcouncil.games.kit import codec
from warcouncil.games.kit.book import Book
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.game import AnyGame, Channel, Finish, Phase, Resolution
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.forms import Answer
from warcouncil.protocol.replies import Receipt, RefusalCode, StoryLine
from warcouncil.protocol.requests import Declare
from warcouncil.protocol.sheets import Sheet
from warcouncil.protocol.words import ChannelId, GateNo, SeatId, TableId

CHANGES_MAX = 100
"""How often a seat may change its mind at one gate."""
DRAFTS_MAX = 200
"""How often a seat may change its draft at one gate."""
CHAPTERS_KEPT_MAX = 200
"""A table remembers so many of the newest chapters of its story."""
PAST_MAX = 60
"""A table can be taken back so many gates."""

_GROWING = (dict, list, set)
_BY_DEFAULT = SilencePolicy(policy=Silence.DEFAULT)


@dataclass(frozen=True, slots=True)
class Sealed:
    """A declaration as it was accepted."""

    id: str
    answer: Answer
    declaration: Any


class Table:
    """One running game. Built from its plan; `begin` sets it up."""

    def __init__(  # noqa: PLR0915  # one line for each thing that a table knows
        self, plan: TablePlan, game: AnyGame, *, counts_phases: bool = False, watched: bool = False
    ) -> None:
        self.counts_phases = counts_phases
        self.watched = watched
        """Whether anything hangs on what the public sheet says: then it is drawn at each opening, never in between."""
        self.public: Sheet | None = None
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
        self.paused, self.held = "", ""
        self.talk = Talk()
        self.story: list[Chapter] = []
        self.forgotten = 0
        """How many of the oldest chapters are no longer here; the journal has them."""
        self.bots: dict[SeatId, str] = dict.fromkeys(plan.bots, "sensible")
        self.lent: set[SeatId] = set(plan.bots)
        """Seats that the plan or silence gave to a bot: whoever holds one takes it back at a touch."""
        self.rulings: list[StoryLine] = []
        self.drafts: dict[SeatId, Answer] = {}
        self.drafted: dict[SeatId, int] = {}
        self.over: Finish | None = None
        self.decrees: list[str] = []
        self.past: dict[int, tuple[str, int]] = {}
        """What each of the newest gates opened with: its position, and how often the table had kept step."""
        self.steps, self.prolonged = 0, False
        self.begun, self.begun_at = True, 0  # whether and when the first clock began to run
        self.asleep = False
        """In a resume: the records before the closing from which the table will stand up are being passed over."""
        self.fired: set[int] = set()
        self.opened: dict[str, int] = {}
        self.plan = plan
        self.clocks = dict(plan.clocks)
        self._rulings_taken = 0
        self._decreed: list[str] = []
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
        if sealed is not None:
            return sealed.declaration
        match self.silence.policy:
            case Silence.MISSING:
                return None
            case Silence.DRAFT if seat in self.drafts:
                with suppress(Illegal):
                    return self.game.read(self.state, seat, self.drafts[seat])
        return self.game.default(self.state, seat)

    def knows(self, phases: tuple[str, ...]) -> bool:
        """Tell whether the game has any of these phases; one that is no book may have them all."""
        game = self.game
        return not isinstance(game, Book) or any(page.name in phases for page in game.phases)

    @property
    def silence(self) -> SilencePolicy:
        """What silence means in the open phase."""
        if not self.plan.silence:
            return _BY_DEFAULT
        phase = self.phase.name if isinstance(self.phase, Phase) else ""
        named = {policy.phase: policy for policy in self.plan.silence}
        return named.get(phase) or named.get("*") or _BY_DEFAULT

    @property
    def silent(self) -> tuple[SeatId, ...]:
        """The asked seats that have sealed nothing, in table order."""
        asked = self.phase.asked if isinstance(self.phase, Phase) else ()
        return tuple(seat for seat in asked if seat not in self.sealed and seat not in self.voided)

    def prolong(self, at: int) -> bool:
        """Let the clock run on for silent seats, once, where the exercise says so; whether it does."""
        if not self.prolongs:
            return False
        self.prolonged = True
        self.clock = GateClock.started(at, self.silence.seconds * 1000)
        return True

    @property
    def prolongs(self) -> bool:
        """Whether the clock will run on for silent seats when it has run out."""
        may = self.silence.policy in (Silence.EXTEND, Silence.BOT)
        return may and not self.prolonged and bool(self.silent)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Let all of what is done in here happen, or (when anything fails) nothing: the journal would not hold it."""
        kept = {
            name: value.copy() if isinstance(value, _GROWING) else value for name, value in vars(self).items()
        }
        kept["talk"] = self.talk.copy()
        try:
            yield
        except BaseException:
            vars(self).update(kept)
            raise

    # --- rulings on the course of the game ------------------------------------------------------------------------

    def go_back(self, at: int, gate: GateNo, words: str) -> Closed:
        """Open a gate with the position of an earlier one. Raises Refused. What happened since stays in the story."""
        self.check_back(gate)
        self.over = None
        state, steps = self.past[gate]
        self.steps = min(self.steps, steps)
        return self._enter(at, self._by_ruling(codec.load_state(self.game, state.encode()), words))

    def check_back(self, gate: GateNo) -> None:
        """Check that the table can be taken back to a gate. Raises Refused."""
        if gate not in self.past or gate >= self.gate:
            raise Refused(RefusalCode.NO_SUCH, "The table cannot be taken back to that question.")

    def end(self, at: int, finish: Finish) -> Closed:
        """End the game by ruling. Raises Refused."""
        self.playing()
        self.over = finish
        return self._enter(at, self._by_ruling(self.state, finish.reason))

    def decree(self, text: str) -> None:
        """Keep a ruling that every sheet shows from now on."""
        self.decrees.append(text)
        self._decreed.append(text)
        self._tell_decree(text)

    def _tell_decree(self, text: str) -> None:
        self.story.append(Chapter("ruling", (UmpireRuled(text),)))

    def _by_ruling(self, state: Any, words: str) -> Resolution[Any]:
        return Resolution(state, (UmpireRuled(words),), "ruling")

    # --- the next gate --------------------------------------------------------------------------------------------

    def _enter(self, at: int, resolution: Resolution[Any]) -> Closed:
        """Keep a resolution and open the next gate."""
        phase = self.over or self.game.phase(resolution.state)
        public = self._public(resolution.state)
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
        if self._decreed:
            record["decreed"], self._decreed = self._decreed, []
        for name, kept in self._kept().items():
            if kept:
                record[name] = kept
        self._keep_past(self.gate + 1, record["state"], self.steps)
        closed = Closed(self.number, self.gate, digest, record)
        self.public = public
        self._open(at, resolution, phase)
        return closed

    def _public(self, state: Any) -> Sheet | None:
        return self.game.sheet(state, None) if self.watched else None

    def _kept(self) -> dict[str, Any]:
        """Give what a closing keeps besides the state and what happened."""
        over = self.over
        return {
            "bots": dict(self.bots),
            "lent": sorted(self.lent),
            "held": self.held,
            "decrees": list(self.decrees),
            "clocks": {} if self.clocks == self.plan.clocks else dict(self.clocks),
            "steps": self.steps,
            "begun_at": self.begun_at,
            "fired": sorted(self.fired),
            "opened": dict(self.opened) if self.counts_phases else {},
            "over": over and {"reason": over.reason, "winners": over.winners, "scores": dict(over.scores)},
        }

    def _open(self, at: int, resolution: Resolution[Any], phase: Phase | Finish) -> None:
        self.state = resolution.state
        if resolution.events:
            self.story.append(Chapter(resolution.heading, resolution.events))
        self.gate = GateNo(self.gate + 1)
        self.phase = phase
        self.sealed, self.voided, self.changes, self.paused = {}, set(), {}, ""
        self.drafts, self.drafted, self.prolonged = {}, {}, False
        self.receipts = {id_: kept for id_, kept in self.receipts.items() if kept[1].gate == self.gate - 1}
        self.clock = None
        if isinstance(phase, Phase):
            seconds = self.clocks.get(phase.name, phase.clock_seconds)
            started = GateClock.started(at, round(seconds * 1000))
            self.clock = started.paused(at) if self.held else started
            self.opened[phase.name] = self.opened.get(phase.name, 0) + 1

    def adopt(self, at: int, gate: int, record: dict[str, Any]) -> None:
        """Stand as after the closing of `gate`, from what `Closed` kept. Earlier chapters must be there already."""
        state = codec.load_state(self.game, record["state"].encode())
        self.bots = dict(record.get("bots", {}))
        self.lent = set(record.get("lent", ()))
        self.held = record.get("held", "")
        self.decrees = list(record.get("decrees", ()))
        self.clocks = dict(record.get("clocks", self.plan.clocks))
        self.steps = record.get("steps", 0)
        self.begun_at = record.get("begun_at", 0)
        self.fired = set(record.get("fired", ()))
        self.opened = dict(record.get("opened", {}))
        over = record.get("over")
        self.over = Finish(over["reason"], tuple(over["winners"]), over["scores"]) if over else None
        self.begun, self.asleep = True, False
        self.gate = GateNo(gate)
        self.public = self._public(state)
        self._open(at, Resolution(state), self.over or self.game.phase(state))

    def forget(self) -> None:
        """Keep the newest chapters: no view ever holds more. To be called when everybody has been told the last."""
        over = len(self.story) - CHAPTERS_KEPT_MAX
        if over > 0:
            del self.story[:over]
            self.forgotten += over

    def _keep_past(self, gate: int, state: str, steps: int) -> None:
        """Remember the position that a gate opens with, of the newest ones."""
        self.past[gate] = state, steps
        self.past.pop(gate - PAST_MAX, None)

    def recall(self, gate: int, record: dict[str, Any]) -> None:
        """Put back what happened and what was said until a closing."""
        self._keep_past(gate + 1, record["state"], record.get("steps", 0))
        if "said" in record:
            self.talk.put(Said.model_validate(record["said"]))
        self.rulings += [StoryLine.model_validate(line) for line in record.get("rulings", ())]
        self._rulings_taken = len(self.rulings)
        for text in record.get("decreed", ()):
            self._tell_decree(text)
        events = tuple(load_event(self.game, body) for body in record["events"])
        if events:
            self.story.append(Chapter(record["heading"], events))
        self.forget()

    def due(self, at: int, grace_ms: int) -> bool:
        """Tell whether the clock has run out, and the hidden grace with it."""
        deadline = self.deadline(grace_ms)
        return deadline is not None and at >= deadline and not self.waits_for_umpire(at, grace_ms)

    def waits_for_umpire(self, at: int, grace_ms: int) -> bool:
        """Tell whether the clock has run out and silence lets the table wait."""
        deadline = self.deadline(grace_ms)
        out = deadline is not None and at >= deadline
        return out and bool(self.silent) and self.silence.policy is Silence.WAIT

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
            and len(self.sealed) + len(self.voided) >= len(phase.asked)  # mostly false, and soon seen
            and phase.closes_early
            and not self.held
            and not self.paused
            and self.begun
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
        declaration = self._read(seat, request.answer)
        self.changes[seat] = self.changes.get(seat, 0) + 1
        self.sealed[seat] = Sealed(request.id, request.answer, declaration)

    def declare_for(self, seat: SeatId, answer: Answer, request: str) -> None:
        """Seal a declaration for a seat by ruling. Raises Refused."""
        if seat not in self.playing().asked:
            raise Refused(RefusalCode.NOT_ASKED, "That seat is not asked anything now.")
        self.startable()
        declaration = self._read(seat, answer)
        self.voided.discard(seat)
        self.sealed[seat] = Sealed(request, answer, declaration)

    def _read(self, seat: SeatId, answer: Answer) -> Any:
        try:
            return self.game.read(self.state, seat, answer)
        except Illegal as illegal:
            raise Refused(RefusalCode.ILLEGAL, illegal.reason, illegal.rule) from None

    def draft(self, seat: SeatId, gate: GateNo, answer: Answer) -> bool:
        """Keep what a seat would answer, for when it stays silent; whether that matters. Raises Refused."""
        phase = self.playing()
        if gate != self.gate or seat not in phase.asked or self.silence.policy is not Silence.DRAFT:
            raise Refused(RefusalCode.STALE, "A draft does not count now.")
        self.awake()
        if self.drafts.get(seat) == answer:
            return False
        if self.drafted.get(seat, 0) >= DRAFTS_MAX:
            raise Refused(RefusalCode.TOO_FAST, "You changed your draft too often; seal your answer.")
        self.drafted[seat] = self.drafted.get(seat, 0) + 1
        self.drafts[seat] = answer
        return True

    def void(self, seat: SeatId) -> None:
        """Strike out a seat's declaration. Raises Refused."""
        if seat not in self.playing().asked:
            raise Refused(RefusalCode.NOT_ASKED, "That seat is not asked anything now.")
        self.sealed.pop(seat, None)
        self.voided.add(seat)

    def keep_receipt(self, seat: SeatId, receipt: Receipt) -> None:
        """Remember the receipt of a declaration that was accepted."""
        self.receipts[receipt.id] = (seat, receipt)

    def withdraw(self, seat: SeatId) -> None:
        """Forget what a seat has sealed and drafted: whoever did so was taken from it."""
        self.sealed.pop(seat, None)
        self.drafts.pop(seat, None)

    # --- who plays, and what is on the record ---------------------------------------------------------------------

    def hand_to_bot(self, seat: SeatId, kind: str, *, lent: bool) -> None:
        """Let a bot play a seat. `lent`: its holder may take it back at a touch."""
        self.bots[seat] = kind
        if lent:
            self.lent.add(seat)
        else:
            self.lent.discard(seat)

    def take_from_bot(self, seat: SeatId) -> None:
        """Let nobody but its holder play a seat."""
        del self.bots[seat]
        self.lent.discard(seat)

    def note(self, at: int, text: str) -> None:
        """Put a line on the record that umpires read."""
        if self.asleep:
            return
        minutes, seconds = divmod(at // 1000, 60)
        self.rulings.append(StoryLine(heading=f"{minutes}:{seconds:02d}", text=text))

    def fire(self, inject: int) -> None:
        """Remember that a message written beforehand has come."""
        self.fired.add(inject)

    def count_step(self) -> None:
        """Count a gate that all tables pass together."""
        self.steps += 1

    def count_steps_anew(self) -> None:
        """Begin to count such gates."""
        self.steps = 0

    # --- starting and stopping ------------------------------------------------------------------------------------

    def await_start(self, at: int) -> None:
        """Let the first clock stand until the table is started."""
        self.begun = False
        self.clock = self.clock and self.clock.paused(at)

    def start(self, at: int) -> None:
        """Let the clock run, for the first time or after a pause."""
        if not self.begun:
            self.begun_at = at
        self.begun, self.paused = True, ""
        self.clock = self.clock and self.clock.resumed(at)

    def pause(self, at: int, why: str) -> None:
        """Stop the clock. Raises Refused when it stands already."""
        self.playing()
        if self.paused or not self.begun:
            raise Refused(RefusalCode.PAUSED, "The clock of that table stands already.")
        self.paused, self.clock = why, self.clock and self.clock.paused(at)

    def resume(self, at: int) -> None:
        """Let the clock run, for the first time or after a pause. Raises Refused when it does or the table is held."""
        self.playing()
        if self.held:
            raise Refused(RefusalCode.PAUSED, "The table is held; release it instead.")
        if not self.paused and self.begun:
            raise Refused(RefusalCode.NO_SUCH, "The clock of that table runs already.")
        self.start(at)

    def extend(self, at: int, more_ms: int) -> None:
        """Give the question more time, or less. Raises Refused when the game is over."""
        self.playing()
        self.clock = self.clock and self.clock.extended(at, more_ms)

    def set_clock(self, phase: str, seconds: int) -> None:
        """Give a phase another clock, from its next gate on. Raises Refused."""
        phases = [page.name for page in self.game.phases] if isinstance(self.game, Book) else [phase]
        if phase not in phases:
            raise Refused(RefusalCode.NO_SUCH, f"There is no such phase; there are {', '.join(phases)}.")
        self.clocks[phase] = seconds

    def hold(self, at: int, why: str) -> None:
        """Stop everything at the table: an umpire wants it so. No time is lost. Raises Refused when it is held."""
        if self.held:
            raise Refused(RefusalCode.PAUSED, "The table is held already.")
        self.stop(at, why)

    def stop(self, at: int, why: str) -> None:
        """Stop everything at the table, whatever it does: something went wrong there."""
        self.held = why
        self.clock = self.clock and self.clock.paused(at)

    def release(self, at: int) -> None:
        """Let a held table go on with the time that was left. Raises Refused when it is not held."""
        if not self.held:
            raise Refused(RefusalCode.NO_SUCH, "The table is not held.")
        self.held = ""
        if self.clock and self.begun and not self.paused:
            self.clock = self.clock.resumed(at)

    def startable(self) -> None:
        """Check that a ruling on the question makes sense. Raises Refused while the table is held or has not begun."""
        self.playing()
        if self.held:
            raise Refused(RefusalCode.PAUSED, "The table is held; release it first.")
        if not self.begun:
            raise Refused(RefusalCode.PAUSED, "The game has not begun; let it begin first.")

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
        if not self.begun:
            raise Refused(RefusalCode.PAUSED, "The game has not begun yet.")
        if self.paused:
            raise Refused(RefusalCode.PAUSED, "The clock is paused by the umpire; wait until it runs again.")

    def channel(self, name: ChannelId) -> Channel | None:
        """Give a channel of the open phase."""
        channels = self.phase.channels if isinstance(self.phase, Phase) else ()
        return next((channel for channel in channels if channel.id == name), None)

    def speakable(self, at: int) -> bool:
        """Tell whether the channels of the phase are open now."""
        phase = self.phase
        if not isinstance(phase, Phase) or self.clock is None or self.held or self.paused or not self.begun:
            return False
        return not phase.quiet_seconds or self.clock.left(at) > phase.quiet_seconds * 1000

    def seat(self, seat: SeatId) -> Seat:
        """Give a seat. Raises Refused."""
        found = self.seats.get(seat)
        if found is None:
            raise Refused(RefusalCode.NO_SUCH, f"There is no seat {seat!r} at this table.")
        return found

    def addressed(self, seat: SeatId, team: str) -> tuple[tuple[SeatId, ...], str, str]:
        """Give whom a message reaches, what they read of it ("you"), and what the record says. Raises Refused."""
        if seat:
            return (self.seat(seat).id,), "you", self.seat(seat).title
        if not team:
            return tuple(self.seats), "the table", "the table"
        members = tuple(each.id for each in self.seats.values() if each.team == team)
        if not members:
            raise Refused(RefusalCode.NO_SUCH, f"There is no team {team!r} at this table.")
        return members, "your team", f"team {team}"


def numbered(tables: Mapping[TableId, Table], number: TableId) -> Table:
    """Give the table of this number. Raises Refused."""
    table = tables.get(number)
    if table is None:
        raise Refused(RefusalCode.NO_SUCH, f"There is no table {number}.")
    return table
