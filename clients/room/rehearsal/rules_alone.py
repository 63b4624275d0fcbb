"""A rehearsal of the rules alone, without a network, for tutors and for checking a ruling.

It writes JSON values, one on each line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter, ValidationError
from warcouncil.clients.plan.text.option_text import BadInput, parse_json
from warcouncil.games.kit import written
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption, Illegal
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import AnyGame, Finish, Options, Phase
from warcouncil.games.kit.play.codec import dump_event
from warcouncil.games.kit.play.play import Happened, Playing, Policy, at_random, silent
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.registry import bot_for
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo, SeatId


def sensible(playing: Playing, seat: SeatId) -> Answer | None:
    """Return the answer of the game's bot, which knows nothing from before this question."""
    game, state = playing.game, playing.state
    team = next(each.team for each in game.seats(playing.options) if each.id == seat)
    bot = bot_for(game.name)(seat, team, Dice(playing.seed, "policy", playing.gate, seat))
    return bot.play(game.sheet(state, seat), game.form(state, seat))


Emit = Callable[[Mapping[str, Any]], None]
"""Receives the lines."""
POLICIES: dict[str, Policy] = {"default": silent, "random": at_random, "sensible": sensible}

GATES_MAX = 3000
"""How many gates a rehearsal may have, if no other limit is set."""

_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """An answer from a file, and its place, such as "answers.jsonl: line 3"."""

    where: str
    gate: int
    seat: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The settings of a rehearsal.

    `forms`, `sheets` and `trace`: whether these are written too. `gates_max` stops the game early. With 0 the
    game is played to its end.
    """

    game: AnyGame
    options: Options
    seed: bytes
    answers: Sequence[AnswerLine] = ()
    policy: Policy = silent
    forms: bool = False
    sheets: bool = False
    gates_max: int = 0
    trace: bool = False


def parse_answers(text: str, source: str) -> tuple[AnswerLine, ...]:
    """Parse lines such as {"gate": 1, "seat": "red.army", "answer": {…}}. Raises BadInput.

    The output of a rehearsal can be parsed too. If lines have a type, only those of the type `answer` count.
    """
    return tuple(_answer_lines(text, source))


def _answer_lines(text: str, source: str) -> Iterator[AnswerLine]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{source}: line {number}"
        value = parse_json(line, where, one_line=True)
        if not isinstance(value, dict):
            raise BadInput(f'{where}: write it as {{"gate": 1, "seat": "…", "answer": {{…}}}}')
        if value.get("type", "answer") != "answer":
            continue
        gate, seat = value.get("gate"), value.get("seat")
        if not isinstance(gate, int) or isinstance(gate, bool) or gate < 1:
            raise BadInput(f'{where}: "gate" must be a whole number from 1')
        if not isinstance(seat, str):
            raise BadInput(f'{where}: "seat" must be the name of a seat')
        try:
            answer = _ANSWER.validate_python(value.get("answer"))
        except ValidationError:
            raise BadInput(
                f'{where}: "answer" must be a mapping of fields to texts, whole numbers, lists of names, or moves'
            ) from None
        yield AnswerLine(where, gate, seat, answer)


def rehearse(rehearsal: Rehearsal, emit: Emit) -> None:
    """Play a game with these answers, and write what happens.

    Raises BadInput, for example if an answer is illegal or the game has no end.
    """
    game, options = rehearsal.game, rehearsal.options
    seats = {seat.id: seat for seat in _setup(lambda: game.seats(options))}
    for line in rehearsal.answers:
        if line.seat not in seats:
            raise BadInput(
                unknown(f"{line.where}: there is no seat {line.seat!r}", line.seat, seats, "seats are")
            )
    playing: Playing = _setup(lambda: Playing(game, options, rehearsal.seed))
    _emit_events(playing.events, emit)
    for phase in playing.gates():
        if rehearsal.gates_max and playing.gate > rehearsal.gates_max:
            return
        if not rehearsal.gates_max and playing.gate > GATES_MAX:
            raise BadInput(
                f"{game.name} has not ended after {GATES_MAX} gates. Give --gates to stop earlier,"
                " or --policy sensible to let seats act"
            )
        emit(_gate(playing.gate, phase))
        if rehearsal.sheets:
            _emit_sheets(playing, tuple(seats), emit)
        if rehearsal.forms:
            for seat in phase.asked:
                form = game.form(playing.state, seat)
                emit(_line("form", playing.gate, seat=seat, form=form.model_dump(mode="json")))
        _answer(rehearsal, playing, phase)
        for seat, answer in playing.declared.items():
            emit(_line("answer", playing.gate, seat=seat, answer=answer))
        if rehearsal.trace:
            _emit_trace(playing, emit)
        _emit_events(playing.close(), emit)
        if rehearsal.trace:
            emit(
                _line("numbers", GateNo(playing.gate - 1), numbers=dict(written.numbers(game, playing.state)))
            )
    _end(rehearsal, playing, tuple(seats), emit)


def _setup(make: Callable[[], Any]) -> Any:
    try:
        return make()
    except BadOption as fault:
        raise BadInput(str(fault)) from None


def _line(kind: str, gate: GateNo, **values: Any) -> dict[str, Any]:
    return {"type": kind, "gate": gate, **values}


def _gate(number: GateNo, phase: Phase) -> dict[str, Any]:
    return _line(
        "gate",
        number,
        phase=phase.name,
        rule=phase.rule,
        title=phase.title,
        asked=list(phase.asked),
        sealed=phase.sealed,
        clock_seconds=_plain(phase.clock_seconds),
        channels=[
            {"id": channel.id, "title": channel.title, "members": list(channel.members)}
            for channel in phase.channels
        ],
        closes_early=phase.closes_early,
        quiet_seconds=_plain(phase.quiet_seconds),
        deals=phase.deals,
    )


def _plain(seconds: float) -> float:
    """Return a whole number of seconds as an int."""
    return int(seconds) if seconds == int(seconds) else seconds


def _emit_events(events: Sequence[Happened], emit: Emit) -> None:
    for happened in events:
        emit(
            {
                "type": "event",
                "gate": happened.gate,
                **dump_event(happened.event),
                "heading": happened.heading,
                "told": told(happened.event, None),
            }
        )


def _emit_trace(playing: Playing, emit: Emit) -> None:
    """Write each change of a number when the open gate closes."""
    for step in playing.traced():
        emit(
            _line(
                "trace",
                playing.gate,
                rule=step.rule,
                change=step.change,
                number=step.number,
                before=step.before,
                reached=step.reached,
                now=step.now,
            )
        )


def _emit_sheets(playing: Playing, seats: Sequence[SeatId], emit: Emit) -> None:
    for seat in (*seats, None):
        sheet = playing.game.sheet(playing.state, seat)
        emit(
            _line(
                "sheet", playing.gate, seat=seat, sheet=sheet.model_dump(mode="json", exclude_defaults=True)
            )
        )


def _answer(rehearsal: Rehearsal, playing: Playing, phase: Phase) -> None:
    """Declare these answers at the open gate, and the policy's answers for the other seats. A policy answers no questionnaire."""
    for line in rehearsal.answers:
        if line.gate == playing.gate:
            _declare(playing, phase, line)
    for seat in () if phase.consent else phase.asked:
        if seat not in playing.declared:
            answer = rehearsal.policy(playing, seat)
            if answer is not None:
                playing.declare(seat, answer)


def _declare(playing: Playing, phase: Phase, line: AnswerLine) -> None:
    at = f"{line.where}: gate {line.gate}, {phase.title}"
    if line.seat not in phase.asked:
        raise BadInput(f"{at}: {line.seat} is not asked. Asked are {', '.join(phase.asked)}")
    try:
        playing.declare(SeatId(line.seat), line.answer)
    except Illegal as illegal:
        raise BadInput(f"{at}: the answer of {line.seat} breaks a rule: {illegal}") from None


def _end(rehearsal: Rehearsal, playing: Playing, seats: Sequence[SeatId], emit: Emit) -> None:
    finish = playing.phase
    assert isinstance(finish, Finish)
    if rehearsal.sheets:
        _emit_sheets(playing, seats, emit)
    closed = playing.gate - 1
    emit(
        {
            "type": "finish",
            "gates": closed,
            **({"title": finish.title} if finish.title else {}),
            "reason": finish.reason,
            "winners": list(finish.winners),
            "scores": {tally.label: dict(tally.by) for tally in finish.standings.tallies},
        }
    )
    for line in rehearsal.answers:
        if line.gate > closed:
            raise BadInput(f"{line.where}: there was no gate {line.gate}. The game ended after gate {closed}")
