"""Whole games as readable text: every gate with its rule, the answers, each event as each side reads it,
every sheet. The files are stored, so that a review shows every change of a reader's knowledge. `python -m
tests.games.playthrough` writes them again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from warcouncil.clients.plain.base.sheets import element_lines
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import told
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.play.play import Happened, Playing, Policy, at_random, seed_of
from warcouncil.games.kit.seats import PUBLIC, Seat
from warcouncil.protocol.table.forms import Answer, Choice
from warcouncil.protocol.words import SeatId

from tests.games.found import load

FOLDER = Path(__file__).parent / "playthroughs"
SECRET = "<{}>"
"""Marks a card whose face others do not know."""
GATES_MAX = 60
"""A playthrough is to be read by people."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A game to write down. `about` says what it shows."""

    game: str
    name: str
    about: str
    seed: str
    settings: dict[str, Any] = field(default_factory=dict)
    policy: Policy = at_random

    @property
    def file(self) -> Path:
        """Return the path of the stored file."""
        return FOLDER / f"{self.game}_{self.name}.txt"


def choosing(wanted: Callable[[Playing, SeatId], str | None], otherwise: Policy = at_random) -> Policy:
    """Return a policy that takes the wanted value whenever a form's choices offer it."""

    def policy(playing: Playing, seat: SeatId) -> Answer | None:
        value = wanted(playing, seat)
        form = playing.game.form(playing.state, seat)
        choices = [each for each in form.fields if isinstance(each, Choice) and each.when is None]
        if value is None or not choices:
            return otherwise(playing, seat)
        if not all(value in [option.value for option in each.options] for each in choices):
            return otherwise(playing, seat)
        rest = fill(form, Dice(playing.seed, "scene", playing.gate, seat))
        return {**rest, **{each.name: value for each in choices}}

    return policy


def dithering(names: Sequence[str]) -> Policy:
    """Return a policy in which these seats never answer and the others answer at random."""
    return lambda playing, seat: None if seat in names else at_random(playing, seat)


class Writer:
    """Writes one game as text. A seat's sheet is written only when it changed since the last gate."""

    def __init__(self, scene: Scene) -> None:
        """Set the game up."""
        game = load(scene.game)
        self.scene = scene
        self.playing = Playing(game, game.options_type.model_validate(scene.settings), seed_of(scene.seed))
        self.seats: tuple[Seat, ...] = game.seats(self.playing.options)
        self._shown: dict[SeatId | None, set[str]] = {}

    def lines(self) -> Iterator[str]:
        """Return the whole game as lines."""
        game = self.playing.game
        yield f"{game.title}, designed by {game.designer}"
        yield self.scene.about
        yield f"options: {json.dumps(self.scene.settings)}; all others as by default"
        yield f"seed: {self.scene.seed}"
        yield ""
        yield "===== Setup"
        yield from self._story(self.playing.events)
        for phase in self.playing.gates():
            if self.playing.gate > GATES_MAX:
                yield ""
                yield f"===== Here the record stops, after {GATES_MAX} gates"
                return
            yield from self._gate(phase)
        finish = self.playing.phase
        assert isinstance(finish, Finish)
        yield ""
        yield f"===== The end: {finish.reason}"
        yield f"winners: {', '.join(finish.winners) or 'nobody'}"
        standings = finish.standings
        for tally in standings.tallies:
            yield f"{tally.label}: {', '.join(f'{side} {number}' for side, number in tally.by.items())}"
        yield f"{standings.turns_are}: {standings.turns}"
        yield from self._sheets()

    def _gate(self, phase: Phase) -> Iterator[str]:
        playing = self.playing
        sealed = ", sealed" if phase.sealed else ""
        yield ""
        yield f"===== Gate {playing.gate}: {phase.title} (rule {phase.rule}, {phase.clock_seconds:g} s{sealed})"
        yield f"asked: {', '.join(phase.asked)}"
        for channel in phase.channels:
            yield f"channel {channel.id}: {', '.join(channel.members)}"
        yield from self._sheets()
        yield "--- answers"
        for seat in phase.asked:
            answer = self.scene.policy(playing, seat)
            if answer is not None:
                playing.declare(seat, answer)
            form = playing.game.form(playing.state, seat)
            said = "(silent)" if answer is None else json.dumps(answer, ensure_ascii=False)
            yield f"{seat}: {form.question} {said}"
        yield from self._story(playing.close())

    def _sheets(self) -> Iterator[str]:
        seats = [seat.id for seat in self.seats]
        for seat in (*seats, None):
            sheet = self.playing.game.sheet(self.playing.state, seat)
            blocks = ["\n".join(element_lines(element, SECRET)) for element in sheet.elements]
            before = self._shown.get(seat, set())
            self._shown[seat] = set(blocks)
            same = sum(block in before for block in blocks)
            yield f"--- {seat or 'the public'} sees: {sheet.headline}"
            for block in blocks:
                if block not in before:
                    yield from (f"    {line}" for line in block.split("\n"))
            if same:
                yield f"    ({'the rest' if same < len(blocks) else 'all'} as before)"

    def _story(self, events: Sequence[Happened]) -> Iterator[str]:
        heading = ""
        for happened in events:
            if happened.heading != heading:
                heading = happened.heading
                yield f"--- what happened, {heading}"
            yield f"{type(happened.event).__name__}"
            yield from (f"    {line}" for line in self._read(happened))

    def _read(self, happened: Happened) -> Iterator[str]:
        """Return each sentence of the event with its readers."""
        readers: dict[str, list[str]] = {told(happened.event, None): ["umpire"]}
        for seat in self.seats:
            readers.setdefault(told(happened.event, seat), []).append(seat.id)
        readers.setdefault(told(happened.event, PUBLIC), []).append("the public")
        for sentence, names in readers.items():
            everyone = len(names) == len(self.seats) + 2
            yield f"{'everyone' if everyone else ', '.join(names)}: {sentence or '(nothing)'}"


def rendered(scene: Scene) -> str:
    """Return a scene's game as text."""
    return "\n".join(line.rstrip() for line in Writer(scene).lines()) + "\n"


def _defending_on_turn_2(playing: Playing, seat: SeatId) -> str | None:
    phase = playing.phase
    return "defend" if isinstance(phase, Phase) and "turn 2" in phase.title.lower() else None


SCENES = (
    Scene("kartenspiel", "battle", "A battle of two turns, played at random, to the break of a line.", "12"),
    Scene(
        "kartenspiel",
        "night",
        "After a turn of fighting nobody attacks, so night falls and half of the lost rally; the second day is fought.",
        "77",
        {"seats": "two", "max_turns": 4},
        choosing(_defending_on_turn_2),
    ),
    Scene(
        "kartenspiel",
        "prevaricators",
        "Red II, Red III and Black III never answer: the commanders opposite choose for them.",
        "10",
        {"max_turns": 2},
        dithering(("red.corps.2", "red.corps.3", "black.corps.3")),
    ),
    Scene("kashmir_crisis", "basic", "The basic game, cut off after four turns.", "243", {"max_turns": 4}),
    Scene(
        "kashmir_crisis",
        "talks",
        "The red and the black with both kinds of sudden death, and talks before each play.",
        "158",
        {
            "max_turns": 3,
            "red_and_black": True,
            "sudden_death_1": True,
            "sudden_death_2": True,
            "talk": "public",
        },
    ),
    Scene("escalate", "two", "Two players at random.", "380"),
    Scene(
        "escalate",
        "three",
        "Three players with passes, without Nukes, to six points.",
        "185",
        {"players": 3, "passes": True, "pass_limit": 1, "salt": True, "target": 6},
    ),
    Scene("escalate", "four", "Four players with M.A.D.", "392", {"players": 4, "mad": True}),
    Scene("scenario", "couriers", "The two couriers, at random.", "7"),
    Scene("hard_war", "war", "Ten turns of a war, played at random.", "148", {"max_turns": 10}),
    Scene(
        "hard_war",
        "talks",
        "UN observers, and public talks before each turn of the starting player and as the toll passes 40k and 80k.",
        "155",
        {
            "max_turns": 6,
            "un_observers": True,
            "talk": "public",
            "talk_deals": True,
            "talk_tolls": [40, 80],
        },
    ),
)


def main() -> None:
    """Write every playthrough anew."""
    FOLDER.mkdir(exist_ok=True)
    for scene in SCENES:
        scene.file.write_text(rendered(scene), encoding="utf-8")


if __name__ == "__main__":
    main()
