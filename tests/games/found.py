"""Every game that the registry finds, the toys, and the option sets to play them with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import chain
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from warcouncil.games import registry
from warcouncil.games.kit import template
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import AnyGame, Options, Phase
from warcouncil.games.kit.play.play import Playing, at_random, seed_of
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import GateNo, SeatId, clean

from tests.profile import games as profile_games
from tests.toys import nim, sealed_bid

TOYS: dict[str, AnyGame] = {"nim": nim.GAME, "sealed_bid": sealed_bid.GAME, "template": template.GAME}
REGISTERED = registry.names()
NAMES = (*REGISTERED, *TOYS)
SEEDS = profile_games(2, 60)
"""How many games are played with the default options."""
GATES_MAX = 20_000
"""No game may take more gates than this: with its default options at random, with its limits in silence."""

LIMITS: dict[str, dict[str, Any]] = {"kartenspiel": {"max_turns": 200}}
"""The options that end a game in which no seat acts, if its designer set no end to that."""


def load(name: str) -> AnyGame:
    """Return a game of the registry or of the toys."""
    return TOYS[name] if name in TOYS else registry.load(name)


def limited(name: str) -> Options:
    """Return options under which the game ends even if no seat acts."""
    options: Options = load(name).options_type.model_validate(LIMITS.get(name, {}))
    return options


Settings = dict[str, Any]


def alternatives(options_type: type[BaseModel]) -> tuple[Settings, ...]:
    """Return one set of settings for each simple alternative of each option, the others at their defaults."""
    found: list[Settings] = []
    for name, field in options_type.model_fields.items():
        default = field.get_default(call_default_factory=True)
        hint = Annotated[field.annotation, *field.metadata] if field.metadata else field.annotation
        values: list[Any] = []
        for value in _values(hint):
            if value != default and value not in values:
                values.append(value)
        found += [{name: value} for value in values]
    return tuple(found)


def _values(hint: Any, bounds: tuple[Any, ...] = ()) -> Iterator[Any]:
    origin = get_origin(hint)
    if origin is Annotated:
        inner, *marks = get_args(hint)
        flat = [mark.metadata if isinstance(mark, FieldInfo) else [mark] for mark in marks]
        yield from _values(inner, (*chain.from_iterable(flat), *bounds))
    elif origin in (Union, UnionType):
        for part in get_args(hint):
            yield from _values(part, bounds)
    elif origin is Literal:
        yield from get_args(hint)
    elif hint is bool:
        yield from (False, True)
    elif hint is int or hint is float:
        yield from _bounds(hint, bounds)
    elif isinstance(hint, type) and issubclass(hint, Enum):
        yield from (member.value for member in hint)
    elif isinstance(hint, type) and issubclass(hint, BaseModel):
        yield from alternatives(hint)
    elif hint is type(None):
        yield None


def _bounds(kind: type, marks: tuple[Any, ...]) -> Iterator[Any]:
    step = 1 if kind is int else 0.5
    for mark in marks:
        match mark:
            case Ge(ge=low):
                yield low
            case Gt(gt=low):
                yield low + step  # type: ignore[operator]  # a bound of a number is a number
            case Le(le=high):
                yield high
            case Lt(lt=high):
                yield high - step  # type: ignore[operator]  # a bound of a number is a number
            case _:
                pass


@dataclass(frozen=True, slots=True)
class Moment:
    """A gate that was played: the state and phase when it opened, and the answers that closed it."""

    options: Options
    gate: GateNo
    state: Any
    phase: Phase
    answers: Mapping[SeatId, Answer]


@dataclass(frozen=True, slots=True)
class Played:
    """A game played at random: its moments in order, and its final state."""

    settings: Settings
    playing: Playing
    moments: tuple[Moment, ...]


def start(game: AnyGame, settings: Settings, seed: bytes) -> Playing | None:
    """Start a game. Return None if it refuses the settings as contradictory."""
    try:
        return Playing(game, game.options_type.model_validate(settings), seed)
    except (BadOption, ValidationError):
        return None


def play(game: AnyGame, settings: Settings, seed: bytes, gates_max: int) -> Played | None:
    """Play a game at random, up to a number of gates. Return None if it refuses the settings."""
    playing = start(game, settings, seed)
    if playing is None:
        return None
    moments: list[Moment] = []
    for phase in playing.gates():
        if len(moments) == gates_max:
            break
        for seat in phase.asked:
            if Dice(seed, "silent", playing.gate, seat).below(10):
                answer = at_random(playing, seat)
                assert answer is not None
                playing.declare(seat, answer)
        opened = Moment(playing.options, playing.gate, playing.state, phase, playing.declared)
        playing.close()
        moments.append(opened)
    return Played(settings, playing, tuple(moments))


@cache
def default_games(name: str) -> tuple[Played, ...]:
    """Return games with the default options, each played at random to its end.

    One seat in ten stays silent.
    """
    found = [play(load(name), {}, seed_of(f"{name} {index}"), GATES_MAX) for index in range(SEEDS)]
    assert all(found), "the default options must be playable"
    return tuple(game for game in found if game is not None)


@cache
def option_games(name: str) -> tuple[Played, ...]:
    """Return the first gates of a game with each alternative of each option that is not refused."""
    game = load(name)
    found = [
        play(game, settings, seed_of(f"{name} {settings}"), profile_games(20, GATES_MAX))
        for settings in alternatives(game.options_type)
    ]
    return tuple(played for played in found if played is not None)


@cache
def all_games(name: str) -> tuple[Played, ...]:
    """Return the games with the default options and those with each alternative."""
    return default_games(name) + option_games(name)


@cache
def sample(name: str) -> tuple[Moment, ...]:
    """Return some moments of every game: the first, the last, and a few between, including every phase."""
    chosen: list[Moment] = []
    for index, played in enumerate(all_games(name)):
        last = len(played.moments) - 1
        few = profile_games(16 if index < SEEDS else 1, 200)
        picks = Dice(seed_of(name), "sample", index).sample(range(last + 1), few)
        first_of_phase = {played.moments[at].phase.name: at for at in range(last, -1, -1)}
        wanted = {0, last, *picks, *(first_of_phase.values() if index < SEEDS else ())}
        chosen += [played.moments[at] for at in sorted(wanted) if at >= 0]
    return tuple(chosen)


def asked(name: str) -> Iterator[tuple[AnyGame, Moment, SeatId]]:
    """Yield every asked seat of the sampled moments."""
    game = load(name)
    for moment in sample(name):
        for seat in moment.phase.asked:
            yield game, moment, seat


def seat_ids(game: AnyGame, options: Options) -> tuple[SeatId, ...]:
    """Return the names of the seats in table order."""
    return tuple(seat.id for seat in game.seats(options))


def texts(value: Any) -> Iterator[str]:
    """Yield every text inside a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts(inner)


def is_clean(text: str) -> bool:
    """Return whether a text has no control character, and no space at either end."""
    return clean(text, chars_max=100_000) == text
