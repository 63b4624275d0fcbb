"""What is to be played, as people name it: a game, options that ship with one under a name of their own, or a file of which one is made."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as File
from typing import Any

from pydantic import JsonValue
from warcouncil.clients.plan.text.mistakes import Fault, Faults
from warcouncil.clients.plan.text.option_text import BadInput, options_of, read_text
from warcouncil.clients.plan.text.toml_lines import lines_of
from warcouncil.clients.plan.text.toml_syntax import parsed
from warcouncil.games import registry
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import AnyGame, Options
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.commandline import command

SUFFIX = ".toml"
CHARS_MAX = 1024 * 1024
"""No file that is longer is looked into."""
_PLANS = ("exercise", "tables", "people", "umpires")
"""The parts that only a plan has."""


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A game, and the options that its name stands for. `called`: how people named it, without folders."""

    game: AnyGame
    called: str
    given: Mapping[str, JsonValue] = field(default_factory=dict)

    def options(self, pairs: Sequence[str] = (), deal: str | None = None) -> Options:
        """Give its options, with what `key=value` pairs and a deal file set. Raises BadInput."""
        options = options_of(self.game, pairs, deal, given=self.given)
        try:
            self.game.seats(options)
        except BadOption as fault:
            raise BadInput(f"{self.called}: {fault}") from None
        return options


def is_file(name: str) -> bool:
    """Tell whether a file is meant, and no name: it ends in .toml, holds a separator, or begins with @."""
    separators = "/" if os.sep == "/" else f"/{os.sep}"
    return name.startswith("@") or name.lower().endswith(SUFFIX) or any(one in name for one in separators)


def called(name: str) -> str:
    """Give what is meant by a name, without folders and endings."""
    return File(name.removeprefix("@")).stem if is_file(name) else name


def played(name: str, folder: File | None = None) -> NamedGame:
    """Give what is meant by a name, or by a file (of this folder). Raises BadInput with the first mistake in it."""
    if is_file(name):
        return _from_file(folder / name.removeprefix("@") if folder else File(name.removeprefix("@")))
    name = _known(name)
    if name in registry.names():
        return NamedGame(registry.load(name), name)
    shipped = registry.presets()
    if name in shipped:
        return NamedGame(shipped[name].game, name, shipped[name].options)
    raise BadInput(unknown(f"there is no game {name!r}", name, [*registry.names(), *shipped], "games are"))


def _known(name: str) -> str:
    """Give a name as it is known, however it was written: The Hard War is hard_war."""
    plain = "_".join(name.lower().replace("!", "").replace("-", " ").replace("_", " ").split())
    meant = (name, plain, plain.removeprefix("the_"))
    # What ships under a name of its own is not asked for before it must be: it takes every game to know it, a fifth of a host's start.
    of_games = (each for each in meant if each in registry.names())
    return next(of_games, None) or next((each for each in meant if each in registry.presets()), name)


def beside(name: str, folder: File) -> str:
    """Give the name that stands for the same in a plan of this folder: a file is found from there."""
    if not is_file(name):
        return name
    file = File(name.removeprefix("@"))
    try:
        return File(os.path.relpath(file, folder)).as_posix()
    except ValueError:  # it lies on another drive
        return file.absolute().as_posix()


def _from_file(file: File) -> NamedGame:
    text = read_text(str(file))
    faults = file_faults(text, file)
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise BadInput(f"{faults[0]}{more}")
    game = registry.written_game()
    assert game is not None
    return NamedGame(game, file.stem, {game.written_in: text})


def file_faults(text: str, file: File) -> tuple[Fault, ...]:
    """Give all that is wrong with a file of which a game is to be made, each with its line, in their order."""
    game = registry.written_game()
    data = parsed(text, str(file)) if len(text) <= CHARS_MAX else Fault(str(file), 1, "this file is too long")
    if isinstance(data, Fault):
        return (data,)
    if game is None:
        return (Fault(str(file), 1, "no game of this program is made of a file"),)
    if data.keys() & {*_PLANS}:
        return (Fault(str(file), 1, f"this is a plan: {command('host', '--plan', file)}"),)
    faults = Faults(str(file), lines_of(text))
    for mistake in game.mistakes(text):
        faults.add(mistake.path, mistake.said)
    return tuple(sorted(faults.found, key=lambda fault: fault.line))


def no_plan(data: Mapping[str, Any], file: File) -> Fault | None:
    """Say so where a file that is to be a plan has nothing of one, and is perhaps what a game is made of."""
    if not data or data.keys() & {*_PLANS} or (game := registry.written_game()) is None:
        return None
    return Fault(str(file), 1, f"this is no plan, but perhaps a {game.name}: {command('host', file)}")


def named_games(incomplete: str) -> list[str]:
    """Give the games, those that ship under names of their own, and the files that begin so, for a shell that completes one."""
    names = [*registry.names(), *registry.presets(), *_files(incomplete)]
    return [name for name in names if name.startswith(incomplete)]


def _files(incomplete: str) -> list[str]:
    """Give the TOML files where somebody has begun to name one, as he writes it."""
    folder, slash, _ = incomplete.rpartition("/")
    try:
        return sorted(f"{folder}{slash}{one.name}" for one in File(f"{folder}{slash}").glob(f"*{SUFFIX}"))
    except OSError:
        return []
