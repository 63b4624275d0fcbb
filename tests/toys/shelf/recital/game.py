"""Recital: a toy game that is defined completely by the text of a file, so that every title, seat and phase
depends on its options.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from pydantic import Field, JsonValue
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public
from warcouncil.games.kit.game import (
    Cover,
    Finish,
    Mistake,
    Options,
    Phase,
    Prepared,
    Resolution,
    Standings,
    Tally,
)
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.written import WrittenGame
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.table.rulebooks import Briefing
from warcouncil.protocol.table.sheets import Fact, Facts, Sheet
from warcouncil.protocol.words import SeatId, TeamId

FERRY = """\
title = "The ferry"
author = "A. Ferryman"
about = "Two towns share one ferry."
seats = ["north", "south"]
[[scenes]]
name = "Morning"
seconds = 60
yes = "The ferry sails."
no = "The ferry stays where it is."
[[scenes]]
name = "Evening"
seconds = 90
yes = "The lamps are lit."
no = "It is dark."
"""
BRIDGE = """\
title = "The bridge"
author = "B. Mason"
about = "Three guilds build one bridge."
seats = ["east", "west", "river"]
secret = "the bridge will fall"
[[scenes]]
name = "Council"
seconds = 30
yes = "The first stone is laid."
no = "Nothing is built."
[[messages]]
text = "It begins to rain."
at_seconds = 10
[[messages]]
text = "The river rises."
to = "river"
phase = "Council"
reply = true
[[messages]]
name = "wolf"
text = "A wolf was seen."
"""
KEYS = ("title", "author", "about", "seats", "scenes", "secret", "messages")


class RecitalOptions(Options):
    """The options of a recital."""

    hidden = ("script",)

    script: str = Field(FERRY, description="The text of the file that is recited.", max_length=65536)
    pace: int = Field(100, ge=10, le=1000, description="All clocks, in percent.")

    def open(self) -> Self:
        """Return the same recital without its secrets."""
        lines = (line for line in self.script.splitlines(keepends=True) if not line.startswith("secret"))
        return self.model_copy(update={"script": "".join(lines)})


@dataclass(frozen=True, slots=True)
class Scene:
    """One question, and the events after either answer."""

    name: str
    seconds: int
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class RecitalState:
    """Which scene it is, and how often each seat has said yes."""

    script: str
    pace: int
    at: int
    said: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recited(Event):
    """The result of a scene."""

    seen_by = EVERYONE
    passage: Public[str]
    words: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the words of the file."""
        return str(known["words"])


def _wrong(data: Mapping[str, Any]) -> list[Mistake]:
    found = [Mistake((key,), f"there is no {key!r} in a recital") for key in data if key not in KEYS]
    found += [Mistake((), f"{key} is missing") for key in KEYS[:5] if key not in data]
    return found + [
        Mistake(("scenes", place, "seconds"), "give a whole number of seconds")
        for place, scene in enumerate(data.get("scenes", ()))
        if not isinstance(scene.get("seconds"), int)
    ]


def _seats(script: str) -> tuple[SeatId, ...]:
    return tuple(map(SeatId, _data(script)["seats"]))


def _scenes(script: str) -> tuple[Scene, ...]:
    return tuple(Scene(**scene) for scene in _data(script)["scenes"])


def _data(script: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(script)
    except tomllib.TOMLDecodeError:
        raise BadOption("script: this is not TOML") from None
    for wrong in _wrong(data):
        raise BadOption(f"script: {wrong.said}")
    return data


class Recital(WrittenGame[RecitalOptions, RecitalState, bool]):
    """Every seat says yes or no to one scene after the other; the text of the options says which."""

    name = "recital"
    title = "Recital"
    designer = "nobody yet"
    rules_version = "1"
    summary = "A file is recited, scene by scene."
    written_in = "script"
    options_type = RecitalOptions
    state_type = RecitalState
    event_types: ClassVar[tuple[type[Event], ...]] = (Recited,)

    def cover(self, options: RecitalOptions) -> Cover:
        """Return the cover of the file."""
        data = _data(options.script)
        return Cover(data["title"], data["author"], data["about"], f"{len(data['scenes'])} scenes")

    def phase_names(self, options: RecitalOptions) -> tuple[str, ...]:
        """Return the scenes."""
        return tuple(scene.name for scene in _scenes(options.script))

    def view_bytes_of(self, options: RecitalOptions) -> int:
        """Make room for a long file."""
        return 40_000 if len(options.script) > 2000 else self.view_bytes

    def presets(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Return the shipped ones."""
        return {"ferry": {"script": FERRY}, "bridge": {"script": BRIDGE}}

    def mistakes(self, text: str) -> tuple[Mistake, ...]:
        """Return the mistakes of a file."""
        return tuple(_wrong(tomllib.loads(text)))

    def prepared(self, options: RecitalOptions) -> tuple[Prepared, ...]:
        """Return the messages of the file."""
        return tuple(Prepared(**each) for each in _data(options.script).get("messages", ()))

    def passages(self, options: RecitalOptions) -> Mapping[str, str]:
        """Return the texts that may be told."""
        told: dict[str, str] = {}
        for scene in _scenes(options.script):
            told |= {f"{scene.name}.yes": scene.yes, f"{scene.name}.no": scene.no}
        return told

    def passages_of(self, state: RecitalState, events: Iterable[Event]) -> frozenset[str]:
        """Return the texts that were told."""
        return frozenset(event.passage for event in events if isinstance(event, Recited))

    def seats(self, options: RecitalOptions) -> tuple[Seat, ...]:
        """Return the seats of the file."""
        return tuple(Seat(seat, TeamId(seat), seat.title()) for seat in _seats(options.script))

    def briefing(self, options: RecitalOptions, seat: SeatId) -> Briefing:
        """Return the role and the goal of a seat."""
        return Briefing(
            role=f"You are {seat.title()}.", wins="Say yes.", sees="You see all.", decides="Yes or no."
        )

    def setup(self, options: RecitalOptions, dice: Dice) -> Resolution[RecitalState]:
        """Begin at the first scene. Raises BadOption."""
        said = (0,) * len(_seats(options.script))
        return Resolution(RecitalState(options.script, options.pace, 0, said))

    def phase(self, state: RecitalState) -> Phase | Finish:
        """Ask all for the next scene."""
        scenes, seats = _scenes(state.script), _seats(state.script)
        if state.at == len(scenes):
            most = max(state.said)
            won = tuple(seat for seat, said in zip(seats, state.said, strict=True) if said == most)
            return Finish("The recital is over", won if len(won) < len(seats) else (), self.standings(state))
        scene = scenes[state.at]
        return Phase(
            name=scene.name,
            rule="1",
            title=f"Scene {state.at + 1} · {scene.name}",
            text="Say yes or no.",
            asked=seats,
            sealed=True,
            clock_seconds=scene.seconds * state.pace / 100,
        )

    def standings(self, state: RecitalState) -> Standings:
        """Count the seats that said yes."""
        counted = dict(zip(map(str, _seats(state.script)), state.said, strict=True))
        return Standings((Tally("times yes", counted),), state.at, "scenes")

    def form(self, state: RecitalState, seat: SeatId) -> Form:
        """Ask for yes or no."""
        options = (Option(value="yes", label="yes"), Option(value="no", label="no"))
        return Form(
            question="Yes or no?", rule="1", fields=(Choice(name="say", label="say", options=options),)
        )

    def read(self, state: RecitalState, seat: SeatId, answer: Answer) -> bool:
        """Check an answer against the form."""
        judge(self.form(state, seat), answer)
        return answer["say"] == "yes"

    def default(self, state: RecitalState, seat: SeatId) -> bool | None:
        """Take silence for no."""
        return False

    def resolve(
        self, state: RecitalState, declarations: Mapping[SeatId, bool | None], dice: Dice
    ) -> Resolution[RecitalState]:
        """Return the answer of more than half."""
        scene, seats = _scenes(state.script)[state.at], _seats(state.script)
        yes = [bool(declarations[seat]) for seat in seats]
        word = "yes" if 2 * sum(yes) > len(yes) else "no"
        event = Recited(passage=f"{scene.name}.{word}", words=getattr(scene, word))
        said = tuple(count + one for count, one in zip(state.said, yes, strict=True))
        return Resolution(replace(state, at=state.at + 1, said=said), (event,), f"scene {state.at + 1}")

    def sheet(self, state: RecitalState, seat: SeatId | None) -> Sheet:
        """Show who said yes how often."""
        tally = self.standings(state).tallies[0]
        facts = tuple(Fact(label=one, value=str(count)) for one, count in tally.by.items())
        return Sheet(headline="A recital", elements=(Facts(title="Times yes", facts=facts),))

    def truth(self, state: RecitalState) -> Sheet:
        """Show the same: nothing is hidden."""
        return self.sheet(state, None)

    def rehide(self, state: RecitalState, seat: SeatId, dice: Dice) -> RecitalState:
        """Hide nothing."""
        return state


GAME = Recital()
