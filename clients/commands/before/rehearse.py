"""`warcouncil rehearse`: plays a game with its rules alone, once or many times, without a network."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text
from warcouncil.arbiter.record.judging.analysis import pool
from warcouncil.clients.commands.common.errors import politely, stoppable
from warcouncil.clients.debrief.model.number_words import lasted, number
from warcouncil.clients.plan.reading.played import named_games, played
from warcouncil.clients.plan.text.option_text import BadInput, read_piped
from warcouncil.clients.room.rehearsal.many_games import GameRun, GameSetup, by_many, by_one, seeds
from warcouncil.clients.room.rehearsal.messages import BY_HAND, DEALS, REPLIES, REQUESTS, TALK
from warcouncil.clients.room.rehearsal.rules_alone import POLICIES, AnswerLine, Rehearsal, parse_answers
from warcouncil.clients.room.rehearsal.rules_alone import rehearse as play
from warcouncil.clients.room.rehearsal.statistics import EndTally, GameStatistics, Span, tally
from warcouncil.games.kit import written
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import AnyGame, Options
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.text.phrases import listed, plural
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.protocol.words import clean

A_PROCESS = 25
"""From this number of games on, it is worth starting another process."""
OUTCOMES_MAX, UNSEEN_MAX, COUNTS_MAX = 12, 40, 60
WORDS_MAX = 300


def rehearse_often(
    game: AnyGame, options: Options, *, policy: str, seed: str, games: int, as_json: bool
) -> int:
    """Play `games` games and print the statistics. If the options name no treatment, print them for each.

    Return the exit status. It is 1 if a game has no end, and the status of an interruption if there was one.
    """
    each = [written.in_treatment(game, options, name) for name in written.to_assign(game, options)]
    status = 0
    for place, one in enumerate(each or [options]):
        if place and not as_json:
            Console().print()
        status = max(status, _rehearse_one(game, one, policy=policy, seed=seed, games=games, as_json=as_json))
        if status > 1:  # The user stopped it
            break
    return status


def _rehearse_one(
    game: AnyGame, options: Options, *, policy: str, seed: str, games: int, as_json: bool
) -> int:
    """Play `games` games with the same options and print the statistics. Return the exit status."""
    ways = GameSetup(game.name, options.model_dump(mode="json"), policy)
    wanted = seeds(seed, games)
    made: list[GameRun] = []
    status = 0
    try:
        with stoppable(lambda: f" after {len(made)} of {plural(games, 'game')}"):
            _play(ways, wanted, made)
    except typer.Exit as stopped:
        status = stopped.exit_code
    if made:
        status = status or int(any(one.fault for one in made))
        title = written.cover(game, options.open()).title
        found = tally(game, options, made)
        about = {"game": game.name, "title": title, "policy": policy, "seed": seed, "wanted": games}
        treatment = written.treatment(game, options)
        if treatment:
            about["treatment"] = treatment.name
            title = f"{title}, treatment {treatment.name}"
        if as_json:
            typer.echo(json.dumps({**about, **found.plain()}, ensure_ascii=False))
        else:
            for line in _told(
                found, clean(title), _names(game, options), f"{policy}, seeds {_from_to(made)}"
            ):
                Console(highlight=False).print(line)
    return status


def _play(ways: GameSetup, wanted: Sequence[str], made: list[GameRun]) -> None:
    """Play the games, with a bar that shows the remaining time.

    Finished games are in `made`, even after an error.
    """
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    hands = min(os.cpu_count() or 1, len(wanted) // A_PROCESS)
    with Progress(
        *columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        task = bar.add_task("games", total=len(wanted))

        def keep(parts: Iterator[tuple[GameRun, ...]]) -> None:
            for part in parts:
                made.extend(part)
                bar.advance(task, len(part))

        if hands < 2:  # A single worker plays in this process
            keep(by_one(ways, wanted))
            return
        with pool(hands) as crew:
            keep(by_many(ways, wanted, crew, hands=hands))


# --- for people -----------------------------------------------------------------------------------------------------


def _told(found: GameStatistics, title: str, names: dict[str, str], how: str) -> Iterator[Text | Table]:
    yield Text(f"{plural(found.games, 'game')} of {title} ({how})\n", style="bold")
    yield _won(found, names)
    yield Text()
    yield _ends(found, names)
    if len(found.outcomes) > OUTCOMES_MAX:
        yield Text(f"and {plural(len(found.outcomes) - OUTCOMES_MAX, 'other ending')}; --json names all")
    yield Text()
    yield _times(found)
    if found.illegal:
        yield Text(f"\n{plural(found.illegal, 'answer')} broke a rule, and counted as no answer.")
    if found.counts:
        yield Text("\nNumbers and scores at the end", style="bold")
        yield _numbers(found)
    if found.passages:
        yield from _unseen(found)
    for name, (late, came) in found.late.items():
        yield Text(
            f"{clean(name)} came too late in {late} of {plural(came, 'game')}: its readers were asked nothing afterwards."
        )
    yield from _messages(found)


def _won(found: GameStatistics, names: dict[str, str]) -> Table:
    table = _table("won by", "games", "")
    for winners, games in found.won:
        table.add_row(_who(winners, names), str(games), _share(games, found))
    return table


def _share(games: int, found: GameStatistics) -> str:
    return f"{number(100 * games / found.games)} %"


def _who(winners: Sequence[str], names: dict[str, str]) -> Text:
    return Text(clean(listed(names.get(winner, winner) for winner in winners)) or "no side")


def _ends(found: GameStatistics, names: dict[str, str]) -> Table:
    table = _table("how it ended", "games", "", "first with")
    for one in found.outcomes[:OUTCOMES_MAX]:
        table.add_row(_end(one, names), str(one.games), _share(one.games, found), f"--seed {one.seed}")
    return table


def _end(one: EndTally, names: dict[str, str]) -> Text:
    if one.fault:
        return Text(f"no end: {one.fault}", style="bold")
    won = "" if one.title and not one.winners else f"{_who(one.winners, names)} won"
    return Text(clean(f"{', '.join(filter(None, (one.title, won)))}: {one.reason}", 300))


def _times(found: GameStatistics) -> Table:
    table = _table("", "least", "middle", "most")
    table.add_row("questions per game", *(f"{value:g}" for value in _values(found.questions)))
    table.add_row("clocks of a game", *map(_clock, _values(found.clock)))
    if found.rounds:
        table.add_row(
            Text(f"clocks of a {clean(found.rounds_are)[:-1]}"), *map(_clock, _values(found.rounds))
        )
    for phase in found.phases:
        name = Text(f"clock of {clean(phase.name)}")
        if phase.clock is None:
            table.add_row(name, "never", "never", "never")
        else:
            table.add_row(name, *map(_clock, _values(phase.clock)))
            table.add_row("  times per game", *(f"{value:g}" for value in _values(phase.opened)))
    return table


def _numbers(found: GameStatistics) -> Table:
    """Return the distribution of each number and score."""
    table = _table("", "least", "quarter", "middle", "three quarters", "most")
    for label, spread in list(found.counts.items())[:COUNTS_MAX]:
        values = (spread.least, spread.low, spread.middle, spread.high, spread.most)
        table.add_row(Text(clean(label)), *(f"{value:g}" for value in values))
    if len(found.counts) > COUNTS_MAX:
        table.add_row(f"and {len(found.counts) - COUNTS_MAX} more; --json names all")
    return table


def _unseen(found: GameStatistics) -> Iterator[Text | Table]:
    if not found.unseen:
        texts = plural(found.passages, "text")
        yield Text(f"\nEach text of a rule or an ending was shown in at least one game ({texts}).")
        return
    yield Text(f"\n{len(found.unseen)} of {plural(found.passages, 'text')} were never shown:")
    yield from _listed([f"{name}: {text}" for name, text in found.unseen.items()])


def _listed(texts: Sequence[str]) -> Iterator[Text | Table]:
    """Yield the beginnings of some texts, one on each line."""
    lines = Table(box=None, show_header=False, padding=(0, 0, 0, 2))
    lines.add_column(no_wrap=True, overflow="ellipsis")
    for text in texts[:UNSEEN_MAX]:
        lines.add_row(Text(clean(text, WORDS_MAX)))
    yield lines
    if len(texts) > UNSEEN_MAX:
        yield Text(f"  and {len(texts) - UNSEEN_MAX} more; --json names all")


_UNTRIED = {
    TALK: "talk",
    DEALS: "proposals",
    REQUESTS: "requests for information",
    REPLIES: "replies to messages",
    BY_HAND: "messages that an umpire sends",
}
"""The words for the acts that bots do not try."""


def _messages(found: GameStatistics) -> Iterator[Text | Table]:
    """Yield the messages that never came, and the acts that no bot tried."""
    never = [one for one in found.messages if not one.games]
    if found.messages and not never:
        yield Text(f"\nEach of {plural(len(found.messages), 'message')} came in some game.")
    elif never:
        yield Text(f"\n{len(never)} of {plural(len(found.messages), 'message')} never came:")
        yield from _listed([f"{one.name}: {one.text}" if one.name else one.text for one in never])
    if found.untried:
        yield Text(
            f"\nBots do not use: {', '.join(_UNTRIED[way] for way in found.untried)}. Try these with people."
        )


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for place, heading in enumerate(headings):
        left = place == 0 or heading == "first with"
        table.add_column(heading, justify="left" if left else "right", no_wrap=place > 0)
    return table


def _values(span: Span) -> tuple[float, float, float]:
    return span.least, span.middle, span.most


def _clock(seconds: float) -> str:
    return lasted(round(seconds * 1000))


def _names(game: AnyGame, options: Options) -> dict[str, str]:
    """Return the titles of teams and seats."""
    seats = {str(seat.id): seat.title for seat in game.seats(options)}
    return seats | {str(side.id): side.title for side in game.sides(options)}


def _from_to(made: Sequence[GameRun]) -> str:
    played = sorted((one.seed for one in made), key=lambda seed: (len(seed), seed))
    return played[0] if len(played) == 1 else f"{played[0]} to {played[-1]}"


GAMES_MAX = 100_000


def rehearse(
    game: Annotated[
        str | None,
        typer.Argument(
            help=(
                "A game, one of the scenarios that ship, or a scenario file. `warcouncil games`"
                " lists them. Not with --plan."
            ),
            autocompletion=named_games,
        ),
    ] = None,
    *,
    plan: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Play the whole room of a plan with bots, and report what would have gone wrong.",
        ),
    ] = None,
    scenario: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A scenario file, instead of a game.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="An option of the game. KEY=@FILE loads JSON from a file."
        ),
    ] = None,
    seed: Annotated[
        str,
        typer.Option(
            help="A number, a word, or the published seed of a table. The same seed gives the same cards and dice."
        ),
    ] = "0",
    deal: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="The order of cards: JSON, or lines `deck: 8 1 5`."),
    ] = None,
    answers: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|-",
            help='Lines {"gate": 1, "seat": "red.army", "answer": {…}}. -: from standard input.',
        ),
    ] = None,
    policy: Annotated[
        str,
        typer.Option(
            metavar="sensible|default|random",
            help=(
                "How seats without an answer act. sensible: as a bot does. default: as when their clock runs "
                "out. random: any legal answer. Without this option it is sensible, or default with --answers."
            ),
        ),
    ] = "",
    forms: Annotated[
        bool, typer.Option("--forms", help="Also print what each asked seat could answer.")
    ] = False,
    sheets: Annotated[bool, typer.Option("--sheets", help="Also print what each seat saw.")] = False,
    trace: Annotated[
        bool,
        typer.Option(
            "--trace",
            help=(
                "Print a text for people, not JSON. It shows every rule of a scenario that acts, each number "
                "that it changes, and all numbers after each phase. With --json it prints JSON lines."
            ),
        ),
    ] = False,
    games: Annotated[
        int,
        typer.Option(
            min=0,
            max=GAMES_MAX,
            help=(
                "Play this many games with consecutive seeds. Report the endings, the final numbers and scores, "
                "and the times. Report also the texts that were never shown, and the messages that came too late."
            ),
        ),
    ] = 0,
    gates: Annotated[int, typer.Option(min=0, help="Stop after this many gates. 0: play to the end.")] = 0,
    pace: Annotated[
        float, typer.Option(min=0, max=3600, help="With --plan: seconds that a person needs for a question.")
    ] = 12.0,
    hours: Annotated[
        float, typer.Option(min=0.1, max=100, help="With --plan: the longest time that the room may take.")
    ] = 8.0,
    keep: Annotated[
        str | None,
        typer.Option(
            metavar="EXERCISE",
            help=("With --plan: keep the rehearsal as an exercise file, or at an address, to try a debrief."),
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="With --plan or --games: print one line of JSON. With --trace: JSON lines."
        ),
    ] = False,
) -> None:
    """Run a game without a network and print JSON lines, for tutors and to check a ruling.

    With --plan, rehearse a whole room instead, with the host's own rules and clocks, but without waiting.
    """
    with politely():
        if plan is not None:
            if (
                game
                or scenario
                or settings
                or deal
                or answers
                or forms
                or sheets
                or gates
                or games
                or policy
                or trace
            ):
                raise BadInput("--plan sets what is played. Leave the game and its options out")
            _room(plan, seed=seed, pace=pace, hours=hours, keep=keep, as_json=as_json)
            return
        if keep is not None:
            raise BadInput("--keep needs --plan: only the rehearsal of a room can be kept")
        if scenario is not None:
            if game:
                raise BadInput("--scenario names what is played. Leave the game out")
            game = f"@{scenario}"
        if game is None:
            raise BadInput(
                "the game is missing. Name one, or give --plan FILE. `warcouncil games` lists the games"
            )
        meant = played(game)
        policy = policy or ("default" if answers else "sensible")
        if policy not in POLICIES:
            raise BadInput(
                unknown(f"--policy {policy}: there is no such policy", policy, POLICIES, "policies are")
            )
        options = meant.options(settings or [], deal)
        if games:
            if answers or forms or sheets or gates or trace:
                raise BadInput(
                    "--games prints figures of many games. Leave --answers, --forms, --sheets, --gates and"
                    " --trace out"
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
            trace=trace,
        )
        play(rehearsal, _print_trace if trace and not as_json else _write)


def _often(game: AnyGame, options: Options, *, policy: str, seed: str, games: int, as_json: bool) -> int:
    """Rehearse many games. Only this function needs its imports."""
    from warcouncil.clients.commands.before.rehearse import rehearse_often

    try:
        game.setup(options, Dice(bytes(32), "setup"))
    except BadOption as fault:
        raise BadInput(f"{game.name}: {fault}") from None
    return rehearse_often(game, options, policy=policy, seed=seed, games=games, as_json=as_json)


def _room(plan: Path, *, seed: str, pace: float, hours: float, keep: str | None, as_json: bool) -> None:
    """Rehearse a room and print each fault. The exit status is 1 if there is one."""
    from warcouncil.arbiter.shell.base.entries import JournalError
    from warcouncil.clients.commands.common.exercise_location import home_typed
    from warcouncil.clients.plan.reading.check import room_in
    from warcouncil.clients.room.rehearsal.rehearsal import rehearse_room

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


def _print_trace(line: Mapping[str, Any]) -> None:
    """Print a line of a rehearsal for people: phases, answers, rules with each number they change, and the end."""
    match line["type"]:
        case "gate":
            typer.echo(f"\n{clean(line['title'])}")
        case "answer":
            given = json.dumps(line["answer"], ensure_ascii=False)
            typer.echo(f"  {line['seat']}: {clean(given, WORDS_MAX)}")
        case "trace":
            typer.echo(f"  {clean(_step(line), WORDS_MAX)}")
        case "numbers" if line["numbers"]:
            shown = " · ".join(f"{label} {value}" for label, value in line["numbers"].items())
            typer.echo(f"  after it: {clean(shown, len(shown))}")
        case "event" if line["told"] and not {"now", "chance"} & {*line}:  # Steps print these already
            typer.echo(f"  told: {clean(line['told'], WORDS_MAX)}")
        case "finish":
            typer.echo(
                f"\n{clean('. '.join(filter(None, (line.get('title', ''), line['reason']))), WORDS_MAX)}."
            )
        case _:
            pass


def _step(line: Mapping[str, Any]) -> str:
    """Return a step of a trace: the rule, its change, and the number before and after."""
    rule = line["rule"] or "by hand"
    if not line["number"]:
        return f"rule {rule} acts and changes no number"
    change = f" ({line['change']})" if line["change"] else ""
    moved = f"rule {rule}{change}: {line['number']} {line['before']} -> {line['now']}"
    if line["reached"] is None:
        return f"{moved}. The change was skipped, because one of its amounts is missing"
    if line["reached"] != line["now"]:
        return f"{moved}, because this is its bound (without it: {line['reached']})"
    return moved


def _write(line: Mapping[str, Any]) -> None:
    typer.echo(json.dumps(line, ensure_ascii=False))
