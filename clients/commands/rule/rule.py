"""`warcouncil rule`: all acts of an umpire's console, as commands for scripts."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError
from warcouncil.clients.commands.common.errors import politely
from warcouncil.clients.commands.rule.acts import COMMANDS
from warcouncil.clients.commands.rule.one_shot_client import ArbiterToAsk
from warcouncil.clients.commands.rule.rulings import TypedOrder, bring, bring_all, first_fault
from warcouncil.clients.commands.rule.show import show_injects, show_seat, show_status, show_table, watch
from warcouncil.clients.plan.text.option_text import BadInput, read_piped
from warcouncil.protocol.acts.acts import Act
from warcouncil.protocol.acts.umpire_act import UmpireAct
from warcouncil.protocol.words import GateNo, SeatId, TableId

HELP = """Control tables from the command line. Each act of the umpire's console has a command here.

Connect once with `--address` and the umpire's `--code`. With `--code -` the code is asked, or read from WARCOUNCIL_CODE.
After that, this machine keeps its own key for commands. Every ruling needs a `--reason`, which goes on the record.

    warcouncil rule status --address 192.168.1.20 --code -

    warcouncil rule pause --table all --reason "a break"

    warcouncil rule extend 60 --table 3,5-9 --reason "they came late"

    warcouncil rule void red.corps.2 --table 7 --gate 12 --reason "declared in the open"

    warcouncil rule pause --event north.toml --event south.toml --table all --reason "a break"

One line for each table shows the result: done, refused (with the reason), waiting for a second umpire, or unknown. Unknown
means that no answer came. Send such a ruling again with the same `--once`: it happens only once.

In an event with several hosts, each ruling goes to the host of its table. If a host is away, its tables are listed as not
done. The exit status is 0 if everything was done. It is 1 if a table refused or did not answer. It is 2 if the command was
wrong or no host was reached."""

app = typer.Typer(
    name="rule",
    help=HELP,
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)

Address = Annotated[str, typer.Option("--address", help="The address of the host, such as 192.168.1.20.")]
Code = Annotated[
    str,
    typer.Option(
        "--code",
        help="The umpire's code. Give it once on each machine. With -, it is read from WARCOUNCIL_CODE or "
        "standard input.",
    ),
]
Event = Annotated[
    list[Path] | None,
    typer.Option(
        "--event",
        metavar="FILE",
        help=(
            "Use all hosts of an event: this file of `host` names them, with your codes. May be given several times."
        ),
    ),
]
Wing = Annotated[str, typer.Option("--wing", metavar="NAME", help="Only this wing (one host) of the event.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object per line.")]
Wait = Annotated[float, typer.Option("--wait", min=0.1, help="Seconds to wait for each answer.")]
Tables = Annotated[
    str, typer.Option("--table", "-t", metavar="TABLES", help="The tables: 3, or 3,5-9, or all.")
]
Reason = Annotated[str, typer.Option("--reason", "-r", help="The reason. It goes on the record.")]
Gate = Annotated[
    int,
    typer.Option(
        "--gate",
        min=0,
        help=(
            "The number of the question that you mean, as `rule status --json` shows it. If the table is at "
            "another question, the ruling is refused (stale). 0: the open question."
        ),
    ),
]
Once = Annotated[
    str,
    typer.Option(
        "--once",
        metavar="WORD",
        help="A word of your choice. If you send the ruling again with this word, it still happens only once.",
    ),
]
NO_DEFAULT = inspect.Parameter.empty


def _where(address: str, code: str, wait: float, event: list[Path] | None, wing: str) -> ArbiterToAsk:
    return ArbiterToAsk(address, code, wait, tuple(event or ()), wing)


def _option(name: str, annotation: object, default: object = NO_DEFAULT) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


LINK = (
    _option("address", Address, ""),
    _option("code", Code, ""),
    _option("event", Event, None),
    _option("wing", Wing, ""),
    _option("wait", Wait, 10.0),
    _option("as_json", AsJson, False),
)
TABLE_OPTIONS = (
    _option("table", Tables, ""),
    _option("reason", Reason),
    _option("gate", Gate, 0),
    _option("once", Once, ""),
    *LINK,
)
EXERCISE_OPTIONS = (_option("reason", Reason), _option("once", Once, ""), *LINK)


def _ruling(kind: type[UmpireAct], make: Callable[..., Act]) -> None:
    """Add a command for an act: its own arguments, which `make` has, and the options of every ruling."""
    options = EXERCISE_OPTIONS if kind.room_wide else TABLE_OPTIONS
    own = inspect.signature(make, eval_str=True).parameters

    def command(**given: Any) -> None:
        with politely():
            where = _where(*(given[name] for name in ("address", "code", "wait", "event", "wing")))
            try:
                act = make(**{name: given[name] for name in own})
            except ValidationError as fault:
                raise BadInput(first_fault(fault)) from None
            order = TypedOrder(
                act,
                reason=given["reason"],
                tables="0" if kind.room_wide else given["table"],
                gate=GateNo(given.get("gate", 0)),
                once=given["once"],
            )
            status = bring(order, where, as_json=given["as_json"])
        raise typer.Exit(status)

    parameters = [*own.values(), *options]
    command.__doc__ = make.__doc__
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what typer reads
    app.command(make.__name__.replace("_", "-"))(command)


# --- looking ------------------------------------------------------------------------------------------------------


@app.command()
def status(
    *,
    address: Address = "",
    code: Code = "",
    event: Event = None,
    wing: Wing = "",
    wait: Wait = 10.0,
    as_json: AsJson = False,
) -> None:
    """Show every table in one line: question, clock, missing answers, alarms and calls. --json: one JSON object."""
    with politely():
        raise typer.Exit(show_status(_where(address, code, wait, event, wing), as_json=as_json))


@app.command("watch")
def watch_all(
    *,
    table: Annotated[int, typer.Option("--table", "-t", min=0, help="Also print this table in full.")] = 0,
    seconds: Annotated[
        float, typer.Option(min=0, help="Stop after this many seconds. 0: stop at Ctrl-C.")
    ] = 0.0,
    address: Address = "",
    code: Code = "",
    event: Event = None,
    wing: Wing = "",
    wait: Wait = 10.0,
) -> None:
    """Print each change as a JSON line when the host sends it: all tables, and one table in full."""
    with politely():
        raise typer.Exit(watch(_where(address, code, wait, event, wing), TableId(table), seconds))


@app.command()
def look(
    seat: Annotated[
        str,
        typer.Argument(
            metavar="[SEAT]", help="The seat, such as red.corps.2. If left out, everything is printed."
        ),
    ] = "",
    *,
    table: Annotated[int, typer.Option("--table", "-t", min=1, help="The table.")],
    address: Address = "",
    code: Code = "",
    event: Event = None,
    wing: Wing = "",
    wait: Wait = 10.0,
) -> None:
    """Print what a seat has on its screen, or everything, as one JSON object. The form of a seat shows its possible
    answers. This goes on the record.
    """
    with politely():
        raise typer.Exit(show_seat(_where(address, code, wait, event, wing), TableId(table), SeatId(seat)))


@app.command()
def room(
    *,
    table: Annotated[int, typer.Option("--table", "-t", min=1, help="The table.")],
    address: Address = "",
    code: Code = "",
    event: Event = None,
    wing: Wing = "",
    wait: Wait = 10.0,
) -> None:
    """Print one table in full as one JSON object: public sheet, conversations, proposals, story and rulings."""
    with politely():
        raise typer.Exit(show_table(_where(address, code, wait, event, wing), TableId(table)))


@app.command()
def injects(
    *,
    table: Annotated[int, typer.Option("--table", "-t", min=1, help="The table.")],
    address: Address = "",
    code: Code = "",
    event: Event = None,
    wing: Wing = "",
    wait: Wait = 10.0,
    as_json: AsJson = False,
) -> None:
    """Show the injects of a table: those to come with their time, those that you can send, and those that came. --json:
    one JSON object.
    """
    with politely():
        raise typer.Exit(
            show_injects(_where(address, code, wait, event, wing), TableId(table), as_json=as_json)
        )


@app.command("run")
def run_file(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE|-",
            help=(
                'Lines {"table": "3,5-9", "act": {"act": "extend", "seconds": 60}, "reason": '
                '"…"}, optionally with "gate" and "once". With -, they are read from standard input.'
            ),
        ),
    ],
    *,
    address: Address = "",
    code: Code = "",
    event: Event = None,
    wing: Wing = "",
    wait: Wait = 10.0,
    as_json: AsJson = False,
) -> None:
    """Send the rulings of a file, one after another, over one connection. Nothing is sent unless all lines can
    be read.
    """
    with politely():
        raise typer.Exit(bring_all(_lines(file), _where(address, code, wait, event, wing), as_json=as_json))


def _lines(file: str) -> list[tuple[str, str]]:
    """Return the lines that are not blank, each with its place."""
    text, name = read_piped(file)
    lines = [
        (f"{name}: line {number}", line) for number, line in enumerate(text.split("\n"), 1) if line.strip()
    ]
    if not lines:
        raise BadInput(f"{name}: this file has no ruling")
    return lines


# --- rulings ------------------------------------------------------------------------------------------------------

for _kind, _make in COMMANDS.items():
    _ruling(_kind, _make)
