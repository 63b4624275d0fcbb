"""`warcouncil branch`: makes a new exercise that begins at a position of another one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from typing import Annotated, Any

import typer
from warcouncil.arbiter.core.words.plan import Inject, StartPosition, TablePlan
from warcouncil.arbiter.core.words.stimuli import Began
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.branching import beginning, opened_by, still_to_come
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import NothingProved, Record
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.service.opening import begin, new_codes
from warcouncil.clients.commands.common.atomic_folder import whole_files
from warcouncil.clients.commands.common.errors import one_line, politely
from warcouncil.clients.commands.common.exercise_file import Told, other_rules_words, recorded
from warcouncil.clients.commands.common.exercise_location import home_typed
from warcouncil.clients.debrief.building.telling import said_words
from warcouncil.clients.plan.cards.printing import write_private
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.commandline import command
from warcouncil.protocol.words import TableId, clean

TABLES_MAX = 400
NAME_CHARS = 60
FILE_ENDS = ("", "-wal", "-shm", "-trail")
"""The suffixes of an exercise file and of the files beside it."""


def branch(
    file: Annotated[
        str,
        typer.Argument(
            metavar="EXERCISE",
            help="The exercise file, or the address of a database. The host can be running.",
        ),
    ],
    *,
    gate: Annotated[int, typer.Option(min=1, help="The question from which to play again.")],
    out: Annotated[
        str, typer.Option(metavar="NEW", help="The exercise file to write, or an address with another name.")
    ],
    table: Annotated[int, typer.Option(min=0, help="The table with that position. 0: the only one.")] = 0,
    tables: Annotated[int, typer.Option(min=1, max=TABLES_MAX, help="How many tables begin there.")] = 1,
) -> None:
    """Play again from here: write a new exercise that begins at a position of another one, with new codes.

    Cards that were drawn stay drawn. New chance decides the rest, and its fingerprint is shown to the seats. A plan
    is written too. You can change it before you host it.
    """
    with politely():
        new = home_typed(out)
        plan, position = (Path(f"{new.whole_stem}{ending}") for ending in (".toml", ".position.json"))
        _check_free(*([new.file] if new.file else []), plan, position)
        try:
            with recorded(file, "told", reader="branch") as (record, told):
                account = _account(record, told, table)
                differs = other_rules_words(record)
                start = _beginning(record, account, gate)
                injects = still_to_come(
                    record.began.injects, account.number, opened_by(record, account.number, gate)
                )
                began = _began(record, account, start, tables, injects)
        except NothingProved as fault:
            raise BadInput(str(fault)) from None
        own = [new.file.with_name(new.file.name + end) for end in FILE_ENDS] if new.file else []
        with whole_files(*own, position, plan):
            try:
                begin(new, began).journal.close()
            except (BadOption, JournalError) as fault:
                raise BadInput(str(fault)) from None
            write_private(position, start.model_dump_json(indent=1))
            write_private(plan, _plan(began, position.name, tables))
    for line in (
        (
            f"{new}: {plural(tables, 'table')} of {account.cover.title} from {start.told},"
            " with new codes and a new seed."
        ),
        *differs,
        f"To play it:         {command('host', '--resume', new)}",
        f"To change it first: edit {plan}, then {command('host', '--plan', plan)}",
        (
            f"These files hold every secret of that position (the plan begins from {position}). Keep"
            " all three to yourself."
        ),
    ):
        typer.echo(one_line(line))


def _check_free(*paths: Path) -> None:
    if len({*paths}) < len(paths):
        raise BadInput(f"--out {paths[0]}: give the exercise file another ending, such as .warcouncil")
    for path in paths:
        if path.exists():
            raise BadInput(f"{path}: this file exists already. Name another file, or move it away")


def _account(record: Record, told: Told, table: int) -> TableAccount:
    numbers = [plan.table for plan in record.began.tables]
    if not table and len(numbers) > 1:
        raise BadInput(f"--table is missing. Give a table from {numbers[0]} to {numbers[-1]}")
    number = TableId(table or numbers[0])
    if number not in numbers:
        raise BadInput(f"--table {table}: there is no such table. Tables are {', '.join(map(str, numbers))}")
    accounts = gather(record, (number,), told=told)
    if number not in accounts:
        game = next(plan.game for plan in record.began.tables if plan.table == number)
        raise BadInput(
            f"table {number} plays {game}. This program lacks this game, or does not accept its options"
        )
    return accounts[number]


def _beginning(record: Record, account: TableAccount, gate: int) -> StartPosition:
    try:
        return beginning(record.began.exercise, account, gate, said_words)
    except KeyError:
        asked = [each.number for each in account.gates if each.asks]
        had = f"questions {asked[0]} to {asked[-1]}" if asked else "no question"
        raise BadInput(f"--gate {gate}: table {account.number} has had {had}") from None


def _began(
    record: Record, account: TableAccount, start: StartPosition, tables: int, injects: tuple[Inject, ...]
) -> Began:
    """Return the new exercise. It has the plan of the other one without its people and its seed, and the
    injects to come.
    """
    was = record.began
    plans = tuple(
        account.plan.model_copy(
            update={
                "table": TableId(number),
                "seed": token_hex(32),
                "rules_version": account.game.rules_version,
                "begins": start,
            }
        )
        for number in range(1, tables + 1)
    )
    update: dict[str, Any] = {
        "at": 0,
        "exercise": clean(f"{was.exercise}, again from question {start.gate}", NAME_CHARS),
        "tables": plans,
        "codes": new_codes(plans),
        "people": (),
        "injects": injects,
        "lockstep": was.lockstep if tables > 1 else (),
        "start": "linked" if was.start == "now" else was.start,
    }
    return was.model_copy(update=update)


def _plan(began: Began, position: str, tables: int) -> str:
    """Return the plan of an exercise that begins in the middle, for a person to change."""
    plan = began.tables[0]
    lines = [
        "# Play it again from here. `warcouncil plan check` finds mistakes; docs/plan.md explains every key.",
        "[exercise]",
        f"name = {_toml(began.exercise)}",
        f"start = {_toml(began.start)}",
        f"chance = {_toml(began.chance)}",
        f"second_umpire = {_toml(began.second_umpire)}",
        f"crews = {_toml(began.crews)}",
        f"names = {_toml(began.names)}",
        f"hints = {_toml(began.hints)}",
        "",
        "[[tables]]",
        f"game = {_toml(plan.game)}",
        f"count = {tables}",
        f"position = {_toml(position)}  # {plan.begins.told if plan.begins else ''}",
        f"bots = {_toml(list(plan.bots))}",
        f"lay_open = {_toml(plan.lay_open)}",
        *_part("options", plan.options),
        *_part("clocks", plan.clocks),
        *_part("silence", {each.phase: _silence(plan, each.phase) for each in plan.silence}),
        *_injects(began.injects),
    ]
    return "\n".join(lines) + "\n"


def _injects(injects: tuple[Inject, ...]) -> list[str]:
    """Return injects in the form of a plan. An inject gets a name if another one follows it."""
    names = [each.name or f"inject {number}" for number, each in enumerate(injects, 1)]
    followed = {each.after for each in injects}
    lines: list[str] = []
    for place, inject in enumerate(injects):
        values: dict[str, Any] = {
            "text": inject.text,
            "name": names[place] if inject.name or place in followed else None,
            "at": inject.at_seconds,
            "phase": inject.phase or None,
            "occasion": inject.occasion if inject.occasion > 1 else None,
            "after": None if inject.after is None else names[inject.after],
            "when": inject.when.model_dump() if inject.when else None,
            "at_hand": inject.at_hand or None,
            "seat": inject.seat or None,
            "team": inject.team or None,
            "reply": inject.reply or None,
        }
        given = (f"{key} = {_toml(value)}" for key, value in values.items() if value is not None)
        lines += ["", "[[injects]]", *given]
    return lines


def _silence(plan: TablePlan, phase: str) -> str:
    policy = next(each for each in plan.silence if each.phase == phase)
    timed = policy.policy in ("bot", "extend")
    return f"{policy.policy} {policy.seconds}" if timed else policy.policy.value


def _part(name: str, values: Mapping[str, Any]) -> list[str]:
    rows = [f"{_toml(key)} = {_toml(value)}" for key, value in values.items() if value is not None]
    return ["", f"[tables.{name}]", *rows] if rows else []


def _toml(value: Any) -> str:
    """Return a value as TOML. Texts have the form of JSON, except for one character that TOML does not allow."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_toml(key)} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    return json.dumps(value).replace("\x7f", "\\u007f")
