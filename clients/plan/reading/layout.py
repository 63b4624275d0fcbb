"""The result of reading a plan: the tables of a room one by one, and the people at their seats."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

from warcouncil.clients.plan.text.roster import Person
from warcouncil.games.kit import written
from warcouncil.games.kit.game import AnyGame, Cover
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.text.phrases import capital, plural
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.proofs.assignment import AssignedTables
from warcouncil.protocol.table.views import MessageKind
from warcouncil.protocol.words import SeatId

T = TypeVar("T")


@dataclass(slots=True)
class TableRoom:
    """One table. `people` are the names at each seat, and `bots` are the seats that bots play from the start."""

    number: int
    name: str
    game: AnyGame
    options: dict[str, Any]
    seats: tuple[Seat, ...]
    bots: tuple[SeatId, ...] = ()
    clocks: dict[str, int] = field(default_factory=dict)
    silence: tuple[tuple[str, str, int | None], ...] = ()
    """A phase, the silence rule of its clock, and how many seconds it is extended. None means the usual number."""
    late: Literal["take", "ask"] = "take"
    lay_open: bool = False
    people: dict[SeatId, list[str]] = field(default_factory=dict)
    position: dict[str, Any] | None = None
    """The position where the table begins, if that is in the middle of a game. `warcouncil branch` writes this form."""
    part: int = 0
    """The index of the table's [[tables]] part in the plan."""
    group: int = 0
    """The index of the table among the tables of its part and round."""
    round: int = 1

    @property
    def title(self) -> str:
        """The name of the table."""
        return f"table {self.number} ({self.name})" if self.name else f"table {self.number}"

    @property
    def cover(self) -> Cover:
        """The title and the designer of the game. They are not available if the options have a fault."""
        return written.cover(self.game, self.game.options_type.model_validate(self.options).open())

    @property
    def cautions(self) -> tuple[str, ...]:
        """The cautions about the options, for an umpire. They are not available if the options have a fault."""
        return self.game.cautions(self.game.options_type.model_validate(self.options))

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases that may occur. The value is empty if the game does not list them.

        The phases are not available if the options have a fault.
        """
        return self.game.phase_names(self.game.options_type.model_validate(self.options))

    @property
    def brought(self) -> int:
        """How many messages come with the game. It is not available if the options have a fault."""
        return len(written.prepared(self.game, self.game.options_type.model_validate(self.options)))

    @property
    def open(self) -> tuple[Seat, ...]:
        """The seats that have neither a person nor a bot."""
        return tuple(seat for seat in self.seats if seat.id not in self.people and seat.id not in self.bots)

    def fill(self) -> None:
        """Assign a bot to every open seat."""
        self.bots = tuple(seat.id for seat in self.seats if seat.id not in self.people)

    @property
    def count(self) -> int:
        """How many people sit at the table."""
        return sum(len(names) for names in self.people.values())


@dataclass(frozen=True, slots=True)
class UmpireCode:
    """A code for a member of the staff. If it names no tables, it is for all of them."""

    role: str
    tables: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class InjectRoom:
    """A message written beforehand.

    `line` is its line in the plan. `after` is the index of the inject that it comes after.
    """

    text: str
    at_seconds: int | None
    phase: str
    occasion: int
    label: str
    over: int
    tables: tuple[int, ...]
    seat: str
    team: str
    reply: bool
    line: int
    name: str = ""
    after: int | None = None
    at_hand: bool = False
    sender: str = ""
    kind: MessageKind = "message"
    while_open: bool = False


@dataclass(frozen=True, slots=True)
class WebWish:
    """The settings for browsers: the port, and the files of the certificate.

    The port is None for the default. The files are None if the certificate is made for the exercise.
    """

    port: int | None = None
    cert: Path | None = None
    key: Path | None = None


@dataclass(frozen=True, slots=True)
class WingRoom:
    """A part of an event with its own arbiter: its tables by number, and its address.

    If `host` is "", it is this machine. `plates` has the first letters of its codes (the public part), so
    that no two codes of the event are equal.
    """

    name: str
    tables: tuple[int, ...]
    host: str
    port: int
    file: str
    plates: str


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """A complete exercise that has been checked.

    `wings` has the parts of an event that consists of several exercises. `plates` is explained at `WingRoom`.
    """

    name: str
    start: Literal["now", "linked", "ready", "umpire"]
    grace_ms: int
    tables: tuple[TableRoom, ...]
    umpires: tuple[UmpireCode, ...]
    injects: tuple[InjectRoom, ...] = ()
    lockstep: tuple[str, ...] = ()
    second_umpire: bool = False
    crews: bool = False
    claim_seconds: int = 60
    names: bool = True
    hints: bool = False
    chance: Literal["all", "host"] = "host"
    web: WebWish | None = None
    wings: tuple[WingRoom, ...] = ()
    plates: str = ""
    standby: tuple[str, ...] = ()
    """The addresses of standbys, as people wrote them."""
    assigned: tuple[AssignedTables, ...] = ()
    """The tables whose treatment is drawn at random, or whose people play several rounds."""


def seconded(codes: Sequence[UmpireCode], tables: Iterable[TableRoom]) -> tuple[UmpireCode, ...]:
    """Return the codes, with one more director if a table has only one ruling umpire.

    An umpire cannot approve their own ruling.
    """
    rulers = [code for code in codes if code.role in ("director", "umpire")]
    alone = any(sum(not one.tables or table.number in one.tables for one in rulers) == 1 for table in tables)
    return (*codes, UmpireCode("director")) if alone else tuple(codes)


def seat_people(
    people: Sequence[Person], tables: Sequence[TableRoom], *, crews: bool
) -> list[tuple[Person, str]]:
    """Seat all people, first those with a given place. Return those without a place, and the reasons.

    A person without a table gets the table with the fewest people. A person without a seat gets a seat in the
    team with the fewest people.
    """
    refused: list[tuple[Person, str]] = []
    for person in sorted(people, key=lambda one: (one.table is None) + 2 * (one.seat is None)):
        why = _seat(person, tables, crews=crews)
        if why:
            refused.append((person, why))
    return refused


def _seat(person: Person, tables: Sequence[TableRoom], *, crews: bool) -> str:
    chosen: Sequence[TableRoom] = tables
    if person.table is not None:
        found = table_called(person.table, tables)
        if isinstance(found, str):
            return f"{person.name}: {found}"
        chosen = (found,)
    if person.seat is None:
        return _spread(person, chosen, crews=crews)
    return _put(person, SeatId(person.seat), chosen, crews=crews)


def table_called(wanted: int | str, tables: Sequence[TableRoom]) -> TableRoom | str:
    """Return the table with a number or name, or a sentence that says why there is none."""
    for table in tables:
        if wanted in (table.number, table.name):
            return table
    if isinstance(wanted, str) and (alike := _alike(wanted, {t.name: t for t in tables if t.name})):
        return alike
    typed = _TABLE.fullmatch(wanted) if isinstance(wanted, str) else None
    if typed and (by_number := [table for table in tables if table.number == int(typed[1])]):
        return by_number[0]
    numbers = f"tables are 1 to {len(tables)}" if len(tables) > 1 else "there is only table 1"
    names = [table.name for table in tables if table.name]
    if names and isinstance(wanted, str):
        return unknown(f"there is no table {wanted!r}", wanted, names, f"{numbers}, called")
    return f"there is no table {wanted!r}. {capital(numbers)}"


_TABLE = re.compile(r"(?:table\s*)?(\d{1,4})(?:[.,]0+)?", re.IGNORECASE)
"""A number of a table in the form of spreadsheets and cards: 1.0, Table 1."""


def _alike(given: str, known: Mapping[str, T]) -> T | None:
    """Return the item that a name means. Capitals and separators do not matter. Return None if it fits no
    item, or several.
    """
    found = {id(value): value for name, value in known.items() if _plain(name) == _plain(given)}
    return next(iter(found.values())) if len(found) == 1 else None


def _plain(name: str) -> str:
    return " ".join(re.split(r"[\W_]+", name.casefold())).strip()


def _put(person: Person, seat: SeatId, tables: Sequence[TableRoom], *, crews: bool) -> str:
    """Put a person on a given seat. Of the tables where the seat is free, choose the one with the fewest people."""
    every = [one for table in tables for one in table.seats]
    if all(one.id != seat for one in every):
        # People copy what cards and screens show, such as a title with capitals
        ids = {str(one.id): one.id for one in every}
        names = ids | {one.title: ids[str(one.id)] for one in every}
        seat = _alike(seat, names) or seat
    having = [table for table in tables if any(one.id == seat for one in table.seats)]
    if not having:
        seats = dict.fromkeys(one.id for table in tables for one in table.seats)
        return unknown(f"{person.name}: there is no seat {seat!r}", seat, seats, "seats are")
    played = [table for table in having if seat in table.bots]
    free = [table for table in having if table not in played and seat not in table.people]
    if not free and crews:
        free = [table for table in having if table not in played]
    if not free and played:
        return f"{person.name}: a bot plays {seat}. Take it out of the table's bots, or give another seat"
    if not free:
        others = ", ".join(having[0].people[seat])
        return (
            f"{person.name}: {others} has {seat} at {having[0].title}. Give another seat, or write"
            " crews = true"
        )
    table = min(free, key=lambda one: (one.count, one.number))
    table.people.setdefault(seat, []).append(person.name)
    return ""


def _spread(person: Person, tables: Sequence[TableRoom], *, crews: bool) -> str:
    free = [table for table in tables if table.open]
    if free:
        table = min(free, key=lambda one: (one.count, one.number))
        seat = min(table.open, key=lambda one: _team(table, one)).id
    elif crews and any(table.people for table in tables):
        table = min((one for one in tables if one.people), key=lambda one: (one.count, one.number))
        seat = min(table.people, key=lambda one: len(table.people[one]))
    else:
        where = tables[0].title if len(tables) == 1 else "any table"
        return f"{person.name}: no seat is free at {where}. Add a table, or write crews = true"
    table.people.setdefault(seat, []).append(person.name)
    return ""


def _team(table: TableRoom, seat: Seat) -> int:
    """Return how many people the team of a seat has."""
    mates = (one.id for one in table.seats if one.team == seat.team)
    return sum(len(table.people.get(mate, ())) for mate in mates)


def summary(room: RoomPlan) -> tuple[str, str]:
    """Return a summary of a plan in two lines."""
    games: dict[str, int] = {}
    first_round = [table for table in room.tables if table.round == 1]
    for table in first_round:
        games[table.cover.title] = games.get(table.cover.title, 0) + 1
    played = ", ".join(f"{title} at {plural(count, 'table')}" for title, count in games.items())
    people = sum(table.count for table in first_round)
    bots = sum(len(table.bots) for table in first_round)
    free = sum(len(table.open) for table in first_round)
    seats = sum(len(table.seats) for table in first_round)
    seated = f"{plural(people, 'person', 'people')} and {plural(bots, 'bot')}"
    first = (
        f"{room.name}: {played}, with {plural(seats, 'seat')} for {seated}."
        f" {plural(free, 'seat')} {'is' if free == 1 else 'are'} open."
    )
    starts = {
        "now": "at once",
        "linked": "when all players of a table are connected",
        "ready": "when all players of a table are ready",
        "umpire": "when an umpire begins them",
    }
    rest = [
        f"Clocks begin {starts[room.start]}",
        f"The plan has {_codes(room.umpires)}",
        f"It has {plural(len(room.injects), 'inject')}",
    ]
    if brought := sum({str(table.options): table.brought for table in room.tables}.values()):
        rest.append(plural(brought, "more inject comes with the game", "more injects come with the game"))
    rest += [capital(_assigned(each)) for each in room.assigned]
    if room.lockstep:
        rest.append(f"All tables wait for each other at {', '.join(room.lockstep)}")
    if room.crews:
        rest.append("Several people can share a seat")
    if not room.names:
        rest.append("Players do not see names")
    if room.hints:
        rest.append("Players can use hints")
    if room.chance == "host" and room.start != "now" and people + free:
        rest.append("The host alone makes the seed")
    if room.second_umpire:
        rest.append("Serious rulings need two umpires")
    return first, ". ".join(rest) + "."


def _assigned(tables: AssignedTables) -> str:
    """Return a sentence that says how tables are assigned."""
    count, rounds = len(tables.rounds[0]), len(tables.rounds)
    said = f"{plural(rounds, 'round')} of {plural(count, 'table')}, {tables.rematch}" if rounds > 1 else ""
    if not tables.method:
        return said
    names = ", ".join(tables.treatments)
    return f"{f'{said}, ' if said else ''}{tables.method} treatments: {names}"


def _codes(umpires: Iterable[UmpireCode]) -> str:
    counts: dict[str, int] = {}
    for one in umpires:
        counts[one.role] = counts.get(one.role, 0) + 1
    return "codes for " + ", ".join(plural(count, role) for role, count in counts.items())
