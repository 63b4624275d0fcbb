"""Reads the tables of a plan: their games, options and clocks, and the silence rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import IntEnum
from pathlib import Path as File
from typing import Any

from warcouncil.clients.plan.reading.layout import TableRoom, table_called
from warcouncil.clients.plan.reading.played import NamedGame, played
from warcouncil.clients.plan.text.mistakes import Faults
from warcouncil.clients.plan.text.model import TABLES_MAX, TablesPart
from warcouncil.clients.plan.text.option_text import BadInput, faults_in, parse_json, read_text
from warcouncil.clients.plan.text.toml_lines import Path
from warcouncil.games import registry
from warcouncil.games.kit import written
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import AnyGame, Phase
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.words import SeatId, clean


class Certainty(IntEnum):
    """How much is known about the tables despite faults.

    It prevents messages about faults that only follow from other faults.
    """

    NOTHING = 0
    NUMBERS = 1
    SEATS = 2


@dataclass(slots=True)
class Tables:
    """The tables that could be read, and the parts of the file that made them."""

    rooms: list[TableRoom] = field(default_factory=list)
    """The tables of the first round."""
    later: list[TableRoom] = field(default_factory=list)
    """The tables of later rounds."""
    parts: dict[Path, TablesPart] = field(default_factory=dict)
    sure: Certainty = Certainty.SEATS
    phased: list[tuple[str, ...]] = field(default_factory=list)
    """For each part, the phases of its game that may occur. A list is empty if the game does not list its phases."""
    unphased: bool = False
    """Whether there is a part whose phases are unknown."""

    def made_by(self, path: Path) -> list[TableRoom]:
        """Return the tables that one part of the file makes."""
        before = 0
        for other, part in self.parts.items():
            count = len(part.names) or part.count
            if other == path:
                return self.rooms[before : before + count]
            before += count
        return []

    def doubt(self, sure: Certainty) -> None:
        """Lower the certainty."""
        self.sure = min(self.sure, sure)


def read_tables(items: Iterable[tuple[Path, dict[str, Any]]], faults: Faults, folder: File) -> Tables:
    """Read every part that describes tables."""
    tables = Tables()
    for path, raw in items:
        part, wrong = faults.read(TablesPart, raw, path)
        if part is None or wrong & {"count", "names"}:
            tables.doubt(Certainty.NOTHING)
        if wrong & {"game", "options", "bots"}:
            tables.doubt(Certainty.NUMBERS)
        if part:
            _add(tables, path, part, faults, folder)
        else:
            tables.unphased = True
        if len(tables.rooms) > TABLES_MAX:
            faults.add(("tables",), f"there are more than {TABLES_MAX} tables. Give at most {TABLES_MAX}")
            break
    return tables


def _add(tables: Tables, path: Path, part: TablesPart, faults: Faults, folder: File) -> None:
    tables.parts[path] = part
    names = _names(tables, path, part, faults)
    meant = _meant(path, part, faults, folder)
    game = meant.game if meant else None
    options = _options(path, part, meant, faults, folder) if meant else None
    seats = _seats(path, game, options, faults) if game and options is not None else ()
    if not seats:
        tables.doubt(Certainty.NUMBERS)
    bots = _bots(path, part, seats, faults)
    position = (
        _position(path, part, (game, seats), faults, folder) if seats and game and part.position else None
    )
    for group, name in enumerate(names):
        room = TableRoom(
            number=len(tables.rooms) + 1,
            name=name,
            game=game or registry.load(registry.names()[0]),
            options=options or {},
            seats=seats,
            bots=bots,
            clocks=dict(part.clocks),
            silence=tuple(_policy(phase, text) for phase, text in part.silence.items()),
            late=part.late,
            lay_open=part.lay_open,
            position=position,
            part=len(tables.parts) - 1,
            group=group,
        )
        tables.rooms.append(room)
    if game and (seats or not written.written_in(game)):
        tables.phased.append(tables.rooms[-1].phases)
        _check_phases(path, part, tables.rooms[-1].phases, faults)
    else:
        tables.unphased = True


def _names(tables: Tables, path: Path, part: TablesPart, faults: Faults) -> list[str]:
    if not part.names:
        return [""] * part.count
    if "count" in part.model_fields_set and part.count != len(part.names):
        faults.add(
            (*path, "count"), f"count is {part.count}, but there are {len(part.names)} names. Leave count out"
        )
    taken = {room.name for room in tables.rooms}
    for place, name in enumerate(part.names):
        if clean(name) != name:
            faults.add(
                (*path, "names", place),
                "this name has characters that cannot be shown. Write it with letters",
            )
        elif name.isdigit():
            faults.add((*path, "names", place), f"the name {name!r} is a number. Add a word")
        if name in taken:
            faults.add((*path, "names", place), f"two tables are called {name!r}. Give each its own name")
        taken.add(name)
    return part.names


def _meant(path: Path, part: TablesPart, faults: Faults, folder: File) -> NamedGame | None:
    try:
        return played(part.game, folder)
    except BadInput as fault:
        faults.add((*path, "game"), str(fault))
        return None


def _options(
    path: Path, part: TablesPart, meant: NamedGame, faults: Faults, folder: File
) -> dict[str, Any] | None:
    game = meant.game
    values: dict[str, Any] = dict(meant.given)
    wrong = False
    for key, value in part.options.items():
        if key in meant.given:
            faults.add((*path, "options", key), f"{key}: {part.game} sets it already. Leave it out")
            wrong = True
            continue
        try:
            values[key] = _loaded(value, folder)
        except BadInput as fault:
            faults.add((*path, "options", key), f"{key}: {fault}")
            wrong = True
    for key, said in faults_in(game.options_type, values).items():
        faults.add((*path, "options", key) if key else (*path, "options"), said)
        wrong = True
    return None if wrong else game.options_type.model_validate(values).model_dump(mode="json")


def _loaded(value: Any, folder: File) -> Any:
    """Return a value. If it is the name of a file, read it from there."""
    if isinstance(value, str) and value.startswith("@"):
        return parse_json(read_text(str(folder / value[1:])), value[1:])
    return value


def _seats(path: Path, game: AnyGame, options: dict[str, Any], faults: Faults) -> tuple[Seat, ...]:
    """Return the seats of a game. Return an empty result if the game cannot be set up."""
    chosen = game.options_type.model_validate(options)
    try:
        seats = game.seats(chosen)
        game.setup(chosen, Dice(bytes(32), "setup"))
    except BadOption as fault:
        faults.add((*path, "options"), str(fault))
        return ()
    return seats


def _position(
    path: Path, part: TablesPart, at: tuple[AnyGame, Sequence[Seat]], faults: Faults, folder: File
) -> dict[str, Any] | None:
    """Read the position where the tables begin. It must be a position of this game with these seats."""
    game, seats = at
    try:
        found = parse_json(read_text(str(folder / part.position)), part.position)
    except BadInput as fault:
        faults.add((*path, "position"), str(fault))
        return None
    state = found.get("state") if isinstance(found, dict) else None
    try:
        phase = game.phase(codec.load_state(game, state.encode() if isinstance(state, str) else b""))
        asked = phase.asked if isinstance(phase, Phase) else ()
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, AssertionError):
        asked = ()
    if not asked or not {seat.id for seat in seats} >= {*asked}:
        said = (
            f"{part.position}: this is not a position of {game.name} with these options. `warcouncil"
            " branch` writes such files"
        )
        faults.add((*path, "position"), said)
        return None
    assert isinstance(found, dict)
    return found


def _check_phases(path: Path, part: TablesPart, phases: Sequence[str], faults: Faults) -> None:
    for key in ("clocks", "silence"):
        for phase in getattr(part, key):
            if phases and phase not in phases and (key, phase) != ("silence", "*"):
                said = unknown(f"{part.game} has no phase {phase!r}", phase, phases, "phases are")
                faults.add((*path, key, phase), said)


def _bots(path: Path, part: TablesPart, seats: Sequence[Seat], faults: Faults) -> tuple[SeatId, ...]:
    known = [seat.id for seat in seats]
    for place, name in enumerate(part.bots):
        if seats and name not in known:
            faults.add(
                (*path, "bots", place), unknown(f"there is no seat {name!r}", name, known, "seats are")
            )
    return tuple(seat for seat in known if seat in part.bots)


def _policy(phase: str, text: str) -> tuple[str, str, int | None]:
    policy, _, seconds = text.partition(" ")
    return phase, policy, int(seconds) if seconds else None


def check_lockstep(lockstep: Sequence[str], tables: Tables, faults: Faults) -> None:
    """Check that the lockstep phases exist. Tables of games without such a phase do not wait."""
    if not all(tables.phased):
        return  # A game that does not list its phases may have any
    known = dict.fromkeys(name for phases in tables.phased for name in phases)
    for place, phase in enumerate(lockstep):
        if tables.unphased and not get_close_matches(phase, known):
            continue  # The phase may belong to a game that could not be read
        if known and phase not in known:
            said = f"no table has a phase {phase!r}"
            faults.add(("exercise", "lockstep", place), unknown(said, phase, known, "phases are"))


def numbers_of(path: Path, wanted: list[int | str], tables: Tables, faults: Faults) -> tuple[int, ...]:
    """Return the numbers of the tables that a part names, and of the same tables in later rounds."""
    if tables.sure is Certainty.NOTHING:
        return ()
    numbers: list[int] = []
    for place, one in enumerate(wanted):
        found = table_called(one, tables.rooms)
        if isinstance(found, str):
            faults.add((*path, "tables", place), found)
        else:
            numbers.append(found.number)
            numbers += [room.number for room in tables.later if _same_place(room, found)]
    return tuple(dict.fromkeys(numbers))


def _same_place(room: TableRoom, other: TableRoom) -> bool:
    return (room.part, room.group) == (other.part, other.group)
