"""Makes the film of a table from an exercise file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from warcouncil.arbiter.record.account.gathering import gather, other_rules, unknown_games
from warcouncil.arbiter.record.account.rewind import Rewind
from warcouncil.arbiter.record.file.reading import Record, open_record
from warcouncil.arbiter.shell.base.location import Location
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.replay.film.film import Eyes, Film
from warcouncil.clients.room.films.film import TableFilm
from warcouncil.clients.room.films.film_without_game import FilmWithoutGame
from warcouncil.games import registry
from warcouncil.games.kit.game import AnyGame
from warcouncil.games.kit.text.phrases import capital
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.words import TableId

ALL = "umpire"
"""The name of the all-seeing viewpoint."""


def film_of(
    file: Path | Location,
    table: int = 0,
    told: Callable[[int, int], None] = lambda _done, _all: None,
    *,
    load: Callable[[str], AnyGame] = registry.load,
) -> Film:
    """Return the film of a table of an exercise file. 0 means the first table.

    `told` is called with the number of records that were read.

    Raises BadInput if the table does not exist, and JournalError if the file cannot be read.
    """
    with open_record(file, told, reader="replay") as record:
        plans = {plan.table: plan for plan in record.began.tables}
        number = TableId(table) if table else min(plans)
        if number not in plans:
            raise BadInput(f"--table {table}: there is no such table. {capital(_tables(plans))}")
        remarks = _remarks(record)
        if number in unknown_games(record, load):
            game = plans[number].game
            why = (
                f"This program does not have the game {game} as it was played here. It shows the"
                " record, without a board."
            )
            return FilmWithoutGame(record, plans[number], (why, *remarks))
        account = gather(record, (number,), load=load)[number]
        if (then := other_rules(record, load).get(number)) is not None:
            remarks.insert(
                0,
                f"Played with version {then} of the rules of {account.cover.title}. This program"
                f" has {account.game.rules_version}. Positions are shown as recorded.",
            )
        if account.doubt:
            doubt = account.doubt.removeprefix("held: ")
            remarks.append(f"{capital(doubt)}.")
        return TableFilm(record, account, Rewind(record, number, load=load), remarks)


def eyes_named(film: Film, name: str) -> Eyes:
    """Return the viewpoint with this name. "" means the all-seeing one. Raises BadInput."""
    wanted = (name or ALL).strip().lower().replace(" ", "_")
    for eyes in film.eyes:
        if wanted in (eyes.name.lower(), eyes.title.lower().replace(" ", "_")):
            return eyes
    known = [eyes.name for eyes in film.eyes]
    raise BadInput(unknown(f"--as {name}: there is no such seat or team", wanted, known, "there are"))


def _tables(plans: Iterable[TableId]) -> str:
    numbers = sorted(plans)
    return (
        f"tables are {numbers[0]} to {numbers[-1]}"
        if len(numbers) > 1
        else f"there is only table {numbers[0]}"
    )


def _remarks(record: Record) -> list[str]:
    """Return the warnings about a record."""
    said = []
    if record.fault:
        said.append(f"The file is damaged: {record.fault}. Everything before that is shown.")
    if record.in_use:
        said.append("A host still runs, or was not stopped in order. r reads the file again.")
    return said
