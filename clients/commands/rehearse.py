"""`warcouncil rehearse`: adjudicate a game without a network."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from clients.commands.polite import politely
from clients.rehearse import POLICIES, AnswerLine, Rehearsal, parse_answers
from clients.rehearse import rehearse as play
from clients.settings import BadInput, game_named, options_of, read_text, unknown
from games.kit.play import seed_of


def rehearse(
    game: Annotated[str, typer.Argument(help="The game; `warcouncil games` lists them.")],
    *,
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
            metavar="default|random",
            help="What seats without an answer do: what their clock would, or anything legal.",
        ),
    ] = "default",
    forms: Annotated[
        bool, typer.Option("--forms", help="Also write what each asked seat could answer.")
    ] = False,
    sheets: Annotated[bool, typer.Option("--sheets", help="Also write what each seat saw.")] = False,
    gates: Annotated[int, typer.Option(min=0, help="Stop after this many gates; 0: play to the end.")] = 0,
) -> None:
    """Adjudicate a game without a network: JSON lines out, for tutors and for checking a ruling."""
    with politely():
        chosen = game_named(game)
        if policy not in POLICIES:
            raise BadInput(
                unknown(f"--policy {policy}: there is no such policy", policy, POLICIES, "policies are")
            )
        rehearsal = Rehearsal(
            game=chosen,
            options=options_of(chosen, settings or [], deal),
            seed=seed_of(seed),
            answers=_answers(answers),
            policy=POLICIES[policy],
            forms=forms,
            sheets=sheets,
            gates_max=gates,
        )
        play(rehearsal, _write)


def _answers(source: str | None) -> tuple[AnswerLine, ...]:
    if source is None:
        return ()
    if source != "-":
        return parse_answers(read_text(source), source)
    try:
        return parse_answers(sys.stdin.read(), "standard input")
    except UnicodeDecodeError:
        raise BadInput("standard input: this is not text in UTF-8") from None


def _write(line: Mapping[str, Any]) -> None:
    typer.echo(json.dumps(line, ensure_ascii=False))
