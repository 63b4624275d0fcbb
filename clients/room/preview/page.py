"""The page of a preview, which this machine draws from the rules of the game. It loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from warcouncil.clients.plan.text import papers
from warcouncil.clients.plan.text.mistakes import Fault
from warcouncil.clients.room.preview.answering import Typed, control, typed_of
from warcouncil.clients.room.preview.source import Source
from warcouncil.clients.room.preview.stepping import Answers, Step, Walk, by_bots
from warcouncil.clients.room.preview.tracing import Trace, trace
from warcouncil.clients.widgets.board.map import place_line
from warcouncil.clients.widgets.board.map_svg import map_picture
from warcouncil.clients.widgets.pieces.message_heads import message_head
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.seats import Seat
from warcouncil.games.scenario import GAME
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.file.text.treatment import TreatmentPart
from warcouncil.games.scenario.look import Outlook
from warcouncil.games.scenario.numbers import label_of
from warcouncil.games.scenario.state import ScenarioState, key
from warcouncil.protocol.table.forms import Form
from warcouncil.protocol.table.sheets import Document, Sheet
from warcouncil.protocol.table.views import Notice
from warcouncil.protocol.words import SeatId, TeamId

if TYPE_CHECKING:
    from markupsafe import Markup

UMPIRE, PUBLIC = "", "all"
"""The readers that are not seats: the umpire, who sees everything, and the board."""
BOARD = Seat(SeatId("-"), TeamId("-"), "")
"""A reader that knows only what everyone knows. No seat and no team has its name."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat that is asked: its form, the texts of its controls, and whether it seals an answer."""

    seat: str
    title: str
    form: Form
    typed: Typed
    seals: bool


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A number now and before the last question, and its readers."""

    label: str
    before: str
    now: str
    seen_by: str
    rises: bool

    @property
    def stays(self) -> bool:
        """Whether the number did not change."""
        return self.before == self.now


@dataclass(frozen=True, slots=True)
class Sight:
    """A place in a walk (a game played with an author's answers), and the reader for whom it is shown."""

    step: int
    reader: str = UMPIRE


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the page shows of one place in a walk."""

    sight: Sight
    steps: tuple[tuple[int, str], ...]
    readers: tuple[tuple[str, str], ...]
    phase: Phase | None
    finish: Finish | None
    finish_words: tuple[str, ...]
    messages: tuple[str, ...]
    numbers: tuple[NumberRow, ...]
    sheet: Sheet
    heard: tuple[str, ...]
    followed: str
    trace: Trace | None
    asked: tuple[Asked, ...]
    given: bool
    seed: str
    lost: str
    refused: str = ""
    reader_title: str = ""
    facts: dict[str, str] = field(default_factory=dict)


def scene(made: Walk, sight: Sight, *, typed: Typed | None = None, refused: str = "") -> Scene:
    """Return the scene of a place in a walk.

    `typed` has the controls as they were sent, if the game refused them.
    """
    at = max(0, min(sight.step, len(made.steps)))
    given = at < len(made.steps)
    state, phase = _position(made, at)
    readers = _readers(state.play)
    reader = sight.reader if sight.reader in dict(readers) else UMPIRE
    last = made.steps[at - 1] if at else None
    happened = last.happened if last else made.began
    lines = [told(each.event, _eyes(state.play, reader)) for each in happened]
    finish = phase if isinstance(phase, Finish) else None
    return Scene(
        sight=Sight(at, reader),
        steps=tuple(_steps(made)),
        readers=readers,
        phase=phase if isinstance(phase, Phase) else None,
        finish=finish,
        finish_words=tuple(_won(state.play, finish)),
        messages=tuple(_messages(made, at, state, phase)),
        numbers=tuple(_numbers(state, last.before if last else state)),
        sheet=_sheet(state, reader),
        heard=tuple(filter(None, lines)),
        followed=last.phase.title if last else "",
        trace=trace(last, state, made.seed) if last else None,
        asked=tuple(_asked(made, at, state, phase, typed)),
        given=given,
        seed=made.seed,
        lost=made.lost,
        refused=refused,
        reader_title=dict(readers)[reader],
        facts=_facts(state.play, phase),
    )


def _position(made: Walk, at: int) -> tuple[ScenarioState, Phase | Finish]:
    if at < len(made.steps):
        step: Step = made.steps[at]
        return step.before, step.phase
    return made.state, made.phase


def _steps(made: Walk) -> Iterator[tuple[int, str]]:
    yield from ((number, step.phase.title) for number, step in enumerate(made.steps))
    open_ = made.phase.title if isinstance(made.phase, Phase) else say("preview.end")
    yield len(made.steps), open_


def _readers(script: Script) -> tuple[tuple[str, str], ...]:
    seats = ((str(seat.id), seat.title) for seat in script.seats)
    return ((UMPIRE, say("preview.umpire")), (PUBLIC, say("preview.public")), *seats)


def _eyes(script: Script, reader: str) -> Seat | None:
    """Return the seat of a reader. Return None for the umpire. The board counts as a seat without a team."""
    if reader == UMPIRE:
        return None
    return BOARD if reader == PUBLIC else script.seat(reader)


def _sheet(state: ScenarioState, reader: str) -> Sheet:
    sides = GAME.sides(GAME.options_type(scenario=state.script))
    if reader == UMPIRE:
        shown = GAME.truth(state)
    else:
        shown = GAME.sheet(state, None if reader == PUBLIC else SeatId(reader))
    return shown.model_copy(update={"sides": sides})


def _won(script: Script, finish: Finish | None) -> Iterator[str]:
    """Yield the winners, then the points of each side."""
    if finish is None:
        return
    names = ", ".join(script.title(str(who)) for who in finish.winners)
    yield say("verdict.won_by", who=names) if names else say("preview.no_winner")
    for tally in finish.standings.tallies:
        points = ", ".join(f"{script.title(str(who))} {count}" for who, count in tally.by.items())
        yield say("preview.points", title=tally.label.capitalize(), points=points)


def _facts(script: Script, phase: Phase | Finish) -> dict[str, str]:
    """Return what the page shows of an open question: its clock, the asked seats, and the conversations."""
    if isinstance(phase, Finish):
        return {}
    rooms = "; ".join(
        f"{room.title} ({', '.join(script.seat(seat).title for seat in (*room.members, *room.readers))})"
        for room in phase.channels
    )
    return {
        "clock": say("preview.clock", minutes=f"{phase.clock_seconds / 60:g}"),
        "asked": say("preview.asked", who=", ".join(script.seat(seat).title for seat in phase.asked)),
        "talk": say("preview.talk", rooms=rooms) if rooms else "",
    }


def _messages(made: Walk, at: int, state: ScenarioState, phase: Phase | Finish) -> Iterator[str]:
    """Yield the messages that may come now. They belong to this opening of the phase, or their condition
    holds.

    If the condition of a message of the phase does not hold, the message is shown with its condition.
    """
    if isinstance(phase, Finish):
        return
    gates = [*(step.phase for step in made.steps[:at]), phase]
    opened = sum(one.name == phase.name and not one.goes_on for one in gates)
    for each in GAME.prepared(made.options):
        holds = GAME.holds(state, each.only_if)
        here = each.phase == phase.name and each.occasion == opened
        if not here and not (each.only_if and holds and not each.phase and each.at_seconds is None):
            continue
        notice = Notice(text="", to=each.to or say("preview.all"), sender=each.sender, kind=each.kind)
        who, text, minutes = message_head(notice), each.text, f"{(each.at_seconds or 0) / 60:g}"
        if not holds:
            yield say("preview.message_if", who=who, conditions=", ".join(each.only_if), text=text)
        elif each.at_seconds:
            yield say("preview.message_at", who=who, minutes=minutes, text=text)
        else:
            yield say("preview.message_here", who=who, text=text)


def _numbers(state: ScenarioState, before: ScenarioState) -> Iterator[NumberRow]:
    look, script = Outlook(state), state.play
    for name, number in script.numbers.items():
        for owner in script.owners(name):
            at, ref = key(name, owner), Ref(name, owner)
            names = ", ".join(script.seat(seat).title for seat in script.readers_of(ref))
            seen = say("preview.all") if number.known_to == "all" else names
            unseen = say("preview.cell_only") if script.cell else say("preview.none")
            now = state.numbers[at]
            was = before.numbers.get(at, now)
            words = number.words(was), number.words(now)
            yield NumberRow(label_of(look, ref), *words, seen or unseen, now > was)


def _asked(
    made: Walk, at: int, state: ScenarioState, phase: Phase | Finish, typed: Typed | None
) -> Iterator[Asked]:
    if isinstance(phase, Finish):
        return
    answers: Answers = made.steps[at].answers if at < len(made.steps) else by_bots(made)
    for seat in phase.asked:
        form, name = GAME.form(state, seat), str(seat)
        if typed is None:
            answer = answers.get(seat) or form.suggested or {}
            yield Asked(
                name, state.play.seat(name).title, form, typed_of(form, name, answer), seat in answers
            )
        else:
            seals = bool(typed.get(control(name)))
            yield Asked(name, state.play.seat(name).title, form, typed, seals)


# --- as HTML ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the page around the scene: the file, its mistakes, the address, and the shown treatment."""

    source: Source
    base: str
    treatment: str = ""

    @property
    def treatments(self) -> tuple[TreatmentPart, ...]:
        """The treatments of the newest version that has no mistakes."""
        found = self.source.sound.found.scenario if self.source.sound else None
        return found.treatments if found else ()

    def link(self, sight: Sight) -> str:
        """Return the address of a place."""
        return f"{self.base}?{urlencode({'step': sight.step, 'as': sight.reader})}"


def page(frame: Frame, shown: Scene | None) -> str:
    """Return the whole page. `shown` is None if every version of the file had mistakes."""
    newest, sound = frame.source.newest, frame.source.sound
    title = sound.found.scenario.title if sound and sound.found.scenario else frame.source.file.name
    return str(
        _template().render(
            frame=frame,
            base=frame.base,
            scene=shown,
            title=title,
            file=str(frame.source.file),
            version=newest.number,
            faults=newest.found.faults,
            hints=newest.found.hints,
            older=sound.number if sound and newest.found.faults else 0,
            words=_words(),
            say=_said,
            control=control,
            applied=_applied,
            place=partial(_place, str(frame.source.file)),
            link=frame.link,
            Sight=Sight,
        )
    )


def _place(file: str, fault: Fault) -> str:
    """Return the line of a fault. If the fault is in a table beside the scenario, include the name of that file."""
    if fault.file == file:
        return say("preview.line", n=fault.line)
    return say("preview.line_of", file=Path(fault.file).name, n=fault.line)


def _applied(shown: Any) -> str:
    """Return one word: whether a rule was applied, or why it was not."""
    if shown.applied:
        return say("preview.applied")
    return say("preview.missed") if shown.could and shown.chance < 100 else say("preview.not_applied")


_SAID: Mapping[str, Any] = {
    "version": lambda n, file: say("preview.version", n=n, file=file),
    "mistakes": lambda n: say("preview.mistakes", n=n),
    "older": lambda n: say("preview.mistakes_older", n=n),
    "hints": lambda n: say("preview.hints", n=n),
    "title": lambda title: say("preview.title", title=title),
    "board": lambda who: say("preview.board", who=who),
    "heard": lambda who: say("preview.heard", who=who),
    "followed": lambda phase: say("preview.followed", phase=phase),
    "place": lambda n: say("preview.place", n=n),
    "only_if": lambda field, values: say("preview.only_if", field=field, values=values),
    "chance": lambda n: say("preview.chance", n=n),
    "seed": lambda seed: say("preview.seed", seed=seed),
    "lost": lambda why: say("preview.lost", why=why),
}
"""The sentences of the template that contain values."""


def _said(name: str, *values: Any) -> str:
    return str(_SAID[name](*values))


def _words() -> Mapping[str, str]:
    """Return the words of the template that contain no values."""
    return {
        "sound": say("preview.sound"),
        "mistakes_only": say("preview.mistakes_only"),
        "ended": say("preview.ended"),
        "whole": say("preview.whole"),
        "secret": say("preview.secret"),
        "steps": say("preview.steps"),
        "now": say("preview.now"),
        "sees": say("preview.sees"),
        "messages": say("preview.messages"),
        "numbers": say("preview.numbers"),
        "number": say("preview.number"),
        "still": say("preview.still"),
        "before": say("preview.before"),
        "value": say("preview.value"),
        "seen_by": say("preview.seen_by"),
        "heard_nothing": say("preview.heard_nothing"),
        "answers": say("preview.answers"),
        "answers_help": say("preview.answers_help"),
        "answers_given": say("preview.answers_given"),
        "seals": say("preview.seals"),
        "nothing": say("preview.nothing"),
        "close": say("preview.close"),
        "finish": say("preview.finish"),
        "again": say("preview.again"),
        "throw": say("preview.throw"),
        "treatment": say("preview.treatment"),
        "treat": say("preview.treat"),
        "followed_help": say("preview.followed_help"),
        "no_rules": say("preview.no_rules"),
        "goes_on": say("preview.goes_on"),
        "came": say("preview.came"),
        "always": say("preview.always"),
        "or": say("preview.or"),
        "holds": say("preview.holds"),
        "fails": say("preview.fails"),
        "ending": say("preview.ending"),
        "ending_came": say("preview.ending_came"),
        "map_as_list": say("board.map_as_list"),
        "ending_not": say("preview.ending_not"),
        "rest": say("preview.rest"),
        "how": say("verdict.title"),
    }


@cache
def _template() -> Any:
    # Loaded only here, because the other commands for scenarios need no templates
    from jinja2 import Environment, PackageLoader, StrictUndefined

    world = Environment(
        loader=PackageLoader("warcouncil.clients.room.preview", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    world.globals["in_full"] = _in_full
    world.globals.update(map_picture=map_picture, place_line=place_line)
    return world.get_template("page.html.j2")


def _in_full(document: Document) -> Markup:
    from markupsafe import Markup

    written = document.pieces or tuple(map(papers.one_line, document.lines))
    return Markup(papers.html(written, below=4))  # noqa: S704  # `papers` escapes every word


@cache
def style() -> str:
    """Return the style sheet: the colours of every page, then those of this page."""
    tokens = files("warcouncil.clients").joinpath("web", "page", "style", "tokens.css").read_text("utf-8")
    return tokens + _data("preview.css") + papers.STYLE


@cache
def script() -> str:
    """Return the script. It loads the page again when the file has changed, and does nothing else."""
    return _data("preview.js")


def _data(name: str) -> str:
    return files("warcouncil.clients.room.preview").joinpath("data", name).read_text("utf-8")
