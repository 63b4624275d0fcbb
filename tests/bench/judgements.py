"""The cost of finding the decisive questions: one table, or a room of tables, on this machine's processors."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import psutil  # type: ignore[import-untyped]  # it comes without types
from warcouncil.arbiter.record.account.gathering import gather
from warcouncil.arbiter.record.file.reading import open_record
from warcouncil.arbiter.record.judging import analysis
from warcouncil.arbiter.record.judging.analysis import Findings
from warcouncil.arbiter.record.judging.judging import shortcut_of
from warcouncil.games import registry
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.play.playout import Player

from tests.bench.debriefs import room_file


def run(
    playouts: int, turns: int = 0, *, game: str = "kartenspiel", tables: int = 1
) -> Iterator[dict[str, object]]:
    """Analyse tables with this number of playouts for every figure. `turns`: only this number of first questions (0: all)."""
    with TemporaryDirectory() as folder:
        file = room_file(Path(folder), tables, game)
        with open_record(file) as record:
            accounts = gather(record)
            basis = analysis.basis_of(record.began.exercise, accounts.values(), seed="0", playouts=playouts)
        results = Findings(analysis.beside(file), basis)
        questions = list(analysis.asked(accounts.values(), basis))[: turns or None]
        workers = os.cpu_count() or 1
        begun, before = perf_counter(), _children()
        with analysis.pool(workers) as hands:
            done = sum(1 for _ in analysis.run(results, questions, hands, at_once=2 * workers))
            cpu = (
                _children()
                - before
                + sum(_spent(child) for child in psutil.Process().children(recursive=True))
            )
        wall = perf_counter() - begun
        yield {
            "name": "analyse",
            "game": game,
            "tables": tables,
            "playouts": playouts,
            "questions": done,
            "workers": workers,
            "wall_seconds": round(wall, 2),
            "cpu_seconds": round(cpu, 2),
            "cpu_seconds_a_question": round(cpu / max(1, done), 2),
        }


def playouts(number: int) -> Iterator[dict[str, object]]:
    """Play games out: by the shortcut, and by the rules with a sheet for each answer. The ratio is the claim."""
    for name in registry.names():
        if shortcut_of(name):
            yield from _playouts(name, number)


def _playouts(name: str, number: int) -> Iterator[dict[str, object]]:
    game, bot = registry.load(name), registry.bot_for(name)
    options = game.options_type()
    seats = {seat.id: seat for seat in game.seats(options)}
    state = game.setup(options, Dice(seed_of("bench"), "setup")).state
    swift, slow = Player(game, seats, bot), Player(game, seats, bot)
    slow.shortcut = None
    seconds = []
    for player, many in ((swift, number * 10), (slow, number)):
        begun = process_time()
        for each in range(many):
            player.play_out(state, 1, seed_of(f"bench {each}"))
        seconds.append((process_time() - begun) / many)
    yield {
        "name": "playouts",
        "game": game.name,
        "cpu_ms_by_shortcut": round(1000 * seconds[0], 2),
        "cpu_ms_by_sheets": round(1000 * seconds[1], 2),
        "times_as_fast": round(seconds[1] / seconds[0], 1),
    }


def _children() -> float:
    """Return the processor time of our ended child processes, in seconds."""
    times = os.times()
    return times.children_user + times.children_system


def _spent(child: psutil.Process) -> float:
    try:
        times = child.cpu_times()
    except psutil.Error:
        return 0.0
    return float(times.user + times.system)
