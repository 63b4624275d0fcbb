"""`warcouncil rehearse`: adjudicate a game without a network."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress
from warcouncil.clients.commands.polite import politely
from warcouncil.clients.plan.played import named_games, played
from warcouncil.clients.plan.settings import BadInput, read_piped
from warcouncil.clients.room.rules_alone import POLICIES, AnswerLine, Rehearsal, parse_answers
from warcouncil.clients.room.rules_alone import rehearse as play
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import AnyGame, Options
from warcouncil.games.kit.play import seed_of
from warcouncil.games.kit.wants import unknown

GAMES_MAX = 100_000


def rehearse(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game, what ships with one, or a scenario file; `warcouncil games` lists them. Not with --plan.",
            autocompletion=named_games,
        ),
    ] = None,
    *,
    plan: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Play the whole room of a plan with bots, and say what would have gone wrong.",
        ),
    ] = None,
    scenario: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A scenario file, in place of a game.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="An option of the game; KEY=@FILE loads JSON from a file."
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option(help="A number, a word, or a table's opened seed: equal seeds give equal chance.")
    ] = "0",
    deal: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="An explicit order of cards: JSON, or lines `deck: 8 1 5`."),
    ] = None,
    answers: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|-",
            help='Lines {"gate": 1, "seat": "red.army", "answer": {…}}; - reads standard input.',
        ),
    ] = None,
    policy: Annotated[
        str,
        typer.Option(
            metavar="sensible|default|random",
            help="What seats without an answer do: what a bot would (the usual), what their clock would (the usual with"
            " --answers), or anything legal.",
        ),
    ] = "",
    forms: Annotated[
        bool, typer.Option("--forms", help="Also write what each asked seat could answer.")
    ] = False,
    sheets: Annotated[bool, typer.Option("--sheets", help="Also write what each seat saw.")] = False,
    games: Annotated[
        int,
        typer.Option(
            min=0,
            max=GAMES_MAX,
            help="Play so many games, seeds counted on, and say how often each ended how, how long its clocks ran and which text"
            " nobody ever read.",
        ),
    ] = 0,
    gates: Annotated[int, typer.Option(min=0, help="Stop after this many gates; 0: play to the end.")] = 0,
    pace: Annotated[
        float, typer.Option(min=0, max=3600, help="With --plan: seconds that a person needs for a question.")
    ] = 12.0,
    hours: Annotated[
        float, typer.Option(min=0.1, max=100, help="With --plan: how long the room may take.")
    ] = 8.0,
    keep: Annotated[
        str | None,
        typer.Option(
            metavar="EXERCISE",
            help="With --plan: keep what was rehearsed as an exercise file, or at an address, to try a debrief on.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --plan or --games: write one line of JSON.")
    ] = False,
) -> None:
    """Adjudicate a game without a network: JSON lines out, for tutors and for checking a ruling.

    With --plan, rehearse a whole room instead, with the arbiter's own rules and clocks but in no time.
    """
    with politely():
        if plan is not None:
            if game or scenario or settings or deal or answers or forms or sheets or gates or games or policy:
                raise BadInput("--plan: the plan says what is played; leave the game and its options out")
            _room(plan, seed=seed, pace=pace, hours=hours, keep=keep, as_json=as_json)
            return
        if keep is not None:
            raise BadInput("--keep: only a room that is rehearsed by --plan is kept")
        if scenario is not None:
            if game:
                raise BadInput("--scenario: the file is what is played; leave the game out")
            game = f"@{scenario}"
        if game is None:
            raise BadInput("name a game, or give --plan FILE; `warcouncil games` lists the games")
        meant = played(game)
        policy = policy or ("default" if answers else "sensible")
        if policy not in POLICIES:
            raise BadInput(
                unknown(f"--policy {policy}: there is no such policy", policy, POLICIES, "policies are")
            )
        options = meant.options(settings or [], deal)
        if games:
            if answers or forms or sheets or gates:
                raise BadInput(
                    "--games: many games are told in figures; leave --answers, --forms, --sheets and --gates out"
                )
            raise typer.Exit(
                _often(meant.game, options, policy=policy, seed=seed, games=games, as_json=as_json)
            )
        rehearsal = Rehearsal(
            game=meant.game,
            options=options,
            seed=seed_of(seed),
            answers=_answers(answers),
            policy=POLICIES[policy],
            forms=forms,
            sheets=sheets,
            gates_max=gates,
        )
        play(rehearsal, _write)


def _often(game: AnyGame, options: Options, *, policy: str, seed: str, games: int, as_json: bool) -> int:
    """Rehearse many games. What it needs is loaded for this alone."""
    from warcouncil.clients.commands.rehearse_often import rehearse_often

    try:
        game.setup(options, Dice(bytes(32), "setup"))
    except BadOption as fault:
        raise BadInput(f"{game.name}: {fault}") from None
    return rehearse_often(game, options, policy=policy, seed=seed, games=games, as_json=as_json)


def _room(plan: Path, *, seed: str, pace: float, hours: float, keep: str | None, as_json: bool) -> None:
    """Rehearse a room and say what would have gone wrong; exit status 1 when something would."""
    from warcouncil.arbiter.shell.base.entries import JournalError
    from warcouncil.clients.commands.where import home_typed
    from warcouncil.clients.plan.check import room_in
    from warcouncil.clients.room.rehearsal import rehearse_room

    room = room_in(plan)
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(room.name, total=len(room.tables))
        try:
            verdict = rehearse_room(
                room,
                seed=seed,
                pace_seconds=pace,
                hours=hours,
                told=lambda over: progress.update(task, completed=over),
                file=home_typed(keep) if keep else None,
            )
        except JournalError as fault:
            raise BadInput(str(fault)) from None
    if as_json:
        _write({"wrong": verdict.wrong, "questions": verdict.questions, "seconds": verdict.lasted})
    else:
        for line in verdict.wrong:
            typer.echo(line)
        typer.echo(verdict.line() if verdict.wrong else f"{verdict.line()} Nothing went wrong.")
    raise typer.Exit(1 if verdict.wrong else 0)


def _answers(source: str | None) -> tuple[AnswerLine, ...]:
    return () if source is None else parse_answers(*read_piped(source))


def _write(line: Mapping[str, Any]) -> None:
    typer.echo(json.dumps(line, ensure_ascii=False))
