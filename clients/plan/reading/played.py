"""Finds the game that a person names: a game, a preset with its own name, or a scenario file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as File
from typing import Any

from pydantic import JsonValue
from warcouncil.clients.plan.reading.scenario_files import Assembled, assemble
from warcouncil.clients.plan.text.mistakes import Fault
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
"""The most characters of a file that is read."""
_PLANS = ("exercise", "tables", "people", "umpires")
"""The parts of a file that only a plan has."""


@dataclass(frozen=True, slots=True)
class NamedGame:
    """A game, and the options of its preset. `called` is the name that the person typed, without folders."""

    game: AnyGame
    called: str
    given: Mapping[str, JsonValue] = field(default_factory=dict)

    def options(self, pairs: Sequence[str] = (), deal: str | None = None) -> Options:
        """Return the options, changed by `key=value` pairs and a deal file. Raises BadInput."""
        options = options_of(self.game, pairs, deal, given=self.given)
        try:
            self.game.seats(options)
        except BadOption as fault:
            raise BadInput(f"{self.called}: {fault}") from None
        return options


def is_file(name: str) -> bool:
    """Return whether a text means a file: it ends in .toml, contains a separator, or begins with @."""
    separators = "/" if os.sep == "/" else f"/{os.sep}"
    return name.startswith("@") or name.lower().endswith(SUFFIX) or any(one in name for one in separators)


def called(name: str) -> str:
    """Return a name without folders and suffixes."""
    return File(name.removeprefix("@")).stem if is_file(name) else name


def played(name: str, folder: File | None = None) -> NamedGame:
    """Return the game that a name or a file (in this folder) means.

    Raises BadInput with the first fault in it.
    """
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
    """Return the known spelling of a name. For "The Hard War" it is hard_war."""
    plain = "_".join(name.lower().replace("!", "").replace("-", " ").replace("_", " ").split())
    meant = (name, plain, plain.removeprefix("the_"))
    # Presets come last, because a search for them loads every game, which takes a fifth of a host's start
    of_games = (each for each in meant if each in registry.names())
    return next(of_games, None) or next((each for each in meant if each in registry.presets()), name)


def beside(name: str, folder: File) -> str:
    """Return the name of the same game for a plan in this folder. For a file, return its path from that folder."""
    if not is_file(name):
        return name
    file = File(name.removeprefix("@"))
    try:
        return File(os.path.relpath(file, folder)).as_posix()
    except ValueError:  # The file is on another drive
        return file.absolute().as_posix()


def _from_file(file: File) -> NamedGame:
    found = read_file(read_text(str(file)), file)
    if found.faults:
        more = f" (and {len(found.faults) - 1} more)" if len(found.faults) > 1 else ""
        raise BadInput(f"{found.faults[0]}{more}")
    game = registry.written_game()
    assert game is not None
    return NamedGame(game, file.stem, {game.written_in: found.text})


@dataclass(frozen=True, slots=True)
class FileRead:
    """A file from which a game is made: its text with its tables, all its faults, and the place of each value.

    `made` is None if the file is not TOML.
    """

    text: str
    faults: tuple[Fault, ...]
    made: Assembled | None = None

    @property
    def seen(self) -> str:
        """The texts of the file and its tables. It changes whenever one of these texts changes."""
        return "\0".join((self.text, *(self.made.seen if self.made else ())))


def read_file(text: str, file: File) -> FileRead:
    """Read a file from which a game is made, with the tables beside it. Each fault has its line or its row."""
    game = registry.written_game()
    data = parsed(text, str(file)) if len(text) <= CHARS_MAX else Fault(str(file), 1, "this file is too long")
    if isinstance(data, Fault):
        return FileRead(text, (data,))
    if game is None:
        return FileRead(text, (Fault(str(file), 1, "this program cannot play scenario files"),))
    if data.keys() & {*_PLANS}:
        said = f"this is a plan. Use {command('host', '--plan', file)}"
        return FileRead(text, (Fault(str(file), 1, said),))
    made = assemble(data, file, lines_of(text))
    if made.faults:
        return FileRead(text, tuple(made.faults), made)
    whole = made.text() if made.has_tables else text
    faults = [made.fault(mistake.path, mistake.said) for mistake in game.mistakes(whole)]
    return FileRead(
        whole, tuple(sorted(faults, key=lambda fault: (fault.file != str(file), fault.line))), made
    )


def no_plan(data: Mapping[str, Any], file: File) -> Fault | None:
    """Return a fault if a file that should be a plan looks like a scenario."""
    small = {key.lower(): key for key in data}
    if meant := next((name for name in _PLANS if name in small and name not in data), ""):
        return Fault(str(file), 1, f"there is no key {small[meant]!r}. Write it in small letters: {meant}")
    if not data or data.keys() & {*_PLANS} or (game := registry.written_game()) is None:
        return None
    return Fault(str(file), 1, f"this is not a plan, but perhaps a {game.name}. Use {command('host', file)}")


def named_games(incomplete: str) -> list[str]:
    """Return the games, presets and files with this beginning, for shell completion."""
    names = [*registry.names(), *registry.presets(), *_files(incomplete)]
    return [name for name in names if name.startswith(incomplete)]


def _files(incomplete: str) -> list[str]:
    """Return the TOML files for a file name that the user has begun, in the form that the user types."""
    folder, slash, _ = incomplete.rpartition("/")
    try:
        return sorted(f"{folder}{slash}{one.name}" for one in File(f"{folder}{slash}").glob(f"*{SUFFIX}"))
    except OSError:
        return []
