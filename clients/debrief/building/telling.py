"""GateTeller: writes the account of a gate: the question, what each seat declared and knew, what was said,
and the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from warcouncil.arbiter.core.words.outcome import RulesFault, attempt
from warcouncil.arbiter.record.account.account import By, Decision, GateAccount, Moment, MomentKind
from warcouncil.arbiter.record.account.audience import Audience
from warcouncil.arbiter.record.file.wall_time import WallTime
from warcouncil.clients.debrief.building.knowledge import compare
from warcouncil.clients.debrief.model.badge import NOBODYS, Badge
from warcouncil.clients.debrief.model.number_words import together
from warcouncil.clients.debrief.model.question import DeclaredRow, GatePage, Knowledge, TalkLine, Weighed
from warcouncil.clients.seat.words.answer_words import answer_words
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.play.beliefs import ALIKE
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.words import Model, SeatId

BY_WORDS = {
    By.BOT: "report.by_bot",
    By.UMPIRE: "report.by_umpire",
    By.DRAFT: "report.by_draft",
    By.RULES: "report.by_rules",
    By.NOBODY: "report.by_nobody",
    By.RULING: "report.by_ruling",
}
SILENT = frozenset({By.DRAFT, By.RULES, By.NOBODY})
"""If an answer comes from one of these sources, the seat counts as silent."""
KIND_WORDS = {
    MomentKind.SPOKE: "report.kind_spoke",
    MomentKind.PROPOSED: "report.kind_proposed",
    MomentKind.SETTLED: "report.kind_settled",
    MomentKind.TOLD: "report.kind_told",
    MomentKind.CALLED: "report.kind_called",
    MomentKind.ANSWERED: "report.kind_answered",
    MomentKind.STOPPED: "replay.clock_stopped",
    MomentKind.RAN: "report.kind_ran",
    MomentKind.RULED: "report.kind_ruled",
    MomentKind.NOTED: "report.kind_noted",
    MomentKind.STRUCK: "question.struck_out",
    MomentKind.TAKEN_BACK: "report.kind_taken_back",
    MomentKind.BOT: "report.kind_bot",
    MomentKind.BACK: "report.kind_back",
    MomentKind.CAME: "report.kind_came",
}
"""The kinds of moments that a report shows at a gate, each with the key of its text. Other kinds are shown
elsewhere.
"""

Naming = Callable[[str], str]
"""Returns a text with pseudonyms, if they are wanted. Without pseudonyms the function is `str`."""
_CHANCE = b"could it know it"
_NO_WORDS = frozenset({"kind", "key", "keys", "team", "tone", "shape", "sides"})
"""The fields of a sheet that contain no words, and only distinguish its parts and sides."""


def named(value: Any, naming: Naming) -> Any:
    """Return a part of a sheet with pseudonyms in all its words, if they are wanted."""
    match value:
        case _ if naming is str:
            return value
        case str():
            return naming(value)
        case tuple():
            return tuple(named(each, naming) for each in value)
        case Model():
            return value.model_copy(
                update={name: named(part, naming) for name, part in value if name not in _NO_WORDS}
            )
        case _:
            return value


def said_words(game: AnyGame, state: Any, made: Decision) -> str:
    """Return what was declared at a position, in the words of its form.

    It is "" if nothing was declared, or if the form no longer exists.
    """
    form = None if made.answer is None else attempt(partial(game.form, state, made.seat))
    if made.answer is None or form is None or isinstance(form, RulesFault):
        return ""
    return answer_words(form, made.answer)


@dataclass(slots=True)
class GateTeller:
    """Writes the accounts of a table's gates for one audience."""

    eyes: Audience
    wall: WallTime
    naming: Naming
    inks: Mapping[str, Badge]
    judged: Mapping[tuple[int, str], Weighed] = field(default_factory=dict)
    _said: dict[int, list[TalkLine]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Group the moments by the gate that was open at the time."""
        for moment in self.eyes.moments:
            if moment.kind in KIND_WORDS and not (moment.kind is MomentKind.CAME and moment.gate <= 1):
                self._said.setdefault(moment.gate, []).append(self.line(moment))

    def line(self, moment: Moment) -> TalkLine:
        """Return a moment as a line."""
        seat = self.eyes.account.seats.get(moment.seat)
        where = self._channel(moment)
        return TalkLine(
            at=moment.at,
            kind=_kind(moment),
            who=seat.title if seat else "",
            ink=self.ink(moment.seat),
            where=where,
            text=self.naming(moment.text),
        )

    def _channel(self, moment: Moment) -> str:
        if moment.kind is MomentKind.SPOKE:
            others = [self.title(seat) for seat in moment.to if seat != moment.seat]
            if 0 < len(others) <= 2:
                return say("report.to_whom", who=", ".join(others))
            return say("report.line_in", where=moment.title)
        if moment.kind in (MomentKind.PROPOSED, MomentKind.SETTLED):
            return together([self.title(seat) for seat in moment.to])
        return self.naming(say("report.to_whom", who=moment.title) if moment.sender else moment.title)

    def title(self, seat: SeatId) -> str:
        """Return the title of a seat."""
        known = self.eyes.account.seats.get(seat)
        return known.title if known else str(seat)

    def ink(self, seat: SeatId) -> Badge:
        """Return the badge of a seat's side."""
        known = self.eyes.account.seats.get(seat)
        return self.inks.get(str(known.team), self.inks.get(str(seat), NOBODYS)) if known else NOBODYS

    def gate(self, gate: GateAccount, after: GateAccount | None) -> GatePage:
        """Return the page of a gate. `after` is the next gate."""
        asks, account = gate.asks, self.eyes.account
        counted = attempt(partial(account.game.standings, gate.state))
        truth = self._fenced(partial(self.eyes.truth, gate))
        return GatePage(
            number=gate.number,
            anchor=f"t{account.number}-g{gate.number}",
            title=self.naming(asks.title) if asks else say("report.game_over"),
            rule=asks.rule if asks else "",
            text=self.naming(asks.text) if asks else "",
            asks=asks.name if asks else "",
            turn=0 if isinstance(counted, RulesFault) else counted.turns,
            at=gate.opened_at,
            wall=self.wall.at(gate.opened_at).astimezone().strftime("%H:%M:%S"),
            ran_ms=gate.closed_at - gate.opened_at - gate.stood_ms if gate.closed_at is not None else None,
            clock_ms=gate.clock_ms,
            stood_ms=gate.stood_ms,
            lost_ms=self._lost(gate),
            heading=self.naming(gate.heading),
            told=tuple(self.naming(text) for text in self.eyes.told(gate.events)),
            by_ruling=self.naming(gate.by_ruling),
            declared=tuple(self._declared(gate, one) for one in self.eyes.decisions(gate)),
            position=truth,
            own=() if truth else self._own(gate),
            knowledge=self._knowledge(gate, truth),
            lines=tuple(self._said.get(gate.number, ())),
            ahead=self.eyes.course(gate).ahead,
            ahead_after=self.eyes.course(after).ahead if after else {},
        )

    def _lost(self, gate: GateAccount) -> int:
        """Return the wall time that was lost to faults while the gate was open, in milliseconds."""
        until = gate.closed_at if gate.closed_at is not None else float("inf")
        return sum(loss.ms for loss in self.wall.losses() if gate.opened_at < loss.at <= until)

    def _declared(self, gate: GateAccount, made: Decision) -> DeclaredRow:
        return DeclaredRow(
            seat=str(made.seat),
            title=self.title(made.seat),
            ink=self.ink(made.seat),
            said=self._answer(gate, made),
            by=_by_words(made),
            took_ms=made.last_ms,
            first_ms=made.first_ms,
            times=made.times,
            struck=made.struck,
            silent=made.by in SILENT and not made.struck,
            judged=self.judged.get((gate.number, str(made.seat))),
        )

    def _answer(self, gate: GateAccount, made: Decision) -> str:
        return self.naming(said_words(self.eyes.account.game, gate.state, made))

    def _own(self, gate: GateAccount) -> tuple[tuple[str, Sheet], ...]:
        """Return what each group of the audience's seats saw."""
        seen: list[tuple[str, Sheet]] = []
        asked = [seat for seat in self.eyes.seats if seat in self.eyes.asked(gate)] or list(self.eyes.seats)[
            :1
        ]
        for seat in asked:
            sheet = self._fenced(partial(self.eyes.sheet, gate, seat))
            if sheet and sheet not in [each for _, each in seen]:
                seen.append((self.title(seat), sheet))
        return tuple(seen)

    def _knowledge(self, gate: GateAccount, truth: Sheet | None) -> Knowledge | None:
        if truth is None or gate.asks is None:
            return None
        sheets = self.sheets(gate, gate.asks.asked)
        worlds = {self.title(seat): self._worlds(gate, seat) for seat in gate.asks.asked}
        return compare(truth, sheets, worlds) if sheets else None

    def _worlds(self, gate: GateAccount, seat: SeatId) -> Iterator[Sheet]:
        """Yield the truth of positions that a seat cannot distinguish from the position of a gate."""
        game = self.eyes.account.game
        for number in range(ALIKE):
            dealt = self._fenced(lambda: game.truth(game.rehide(gate.state, seat, Dice(_CHANCE, number))))  # noqa: B023  # called at once
            if dealt is None:
                return
            yield dealt

    def sheets(self, gate: GateAccount, seats: Sequence[SeatId]) -> dict[str, Sheet]:
        """Return what these seats of the audience saw at a gate, by their titles."""
        sheets = {}
        for seat in seats:
            if seat in self.eyes.seats:
                sheet = self._fenced(partial(self.eyes.sheet, gate, seat))
                if sheet:
                    sheets[self.title(seat)] = sheet
        return sheets

    def _fenced(self, make: Callable[[], Sheet | None]) -> Sheet | None:
        """Return a sheet. Return None if the rules of this program cannot draw the position."""
        made = attempt(make)
        return None if isinstance(made, RulesFault) else named(made, self.naming)


def _by_words(made: Decision) -> str:
    """Return a sentence that says who answered instead of the seat. It is "" if the seat answered itself."""
    if made.struck:
        return say("report.by_void")
    return say(BY_WORDS[made.by]) if made.by in BY_WORDS else ""


def _kind(moment: Moment) -> str:
    """Return a word or two for what happened at a moment. For a message, name its form and its sender."""
    if moment.sender:
        return say("report.kind_message", form=moment.form, sender=moment.sender)
    return say(KIND_WORDS[moment.kind])
