"""The cost of finding the decisive questions of a table: one table of Kartenspiel, question by question, on
this machine's processors.
"""

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
from warcouncil.games import registry
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.kit.play.playout import Player

from tests.bench.debriefs import room_file


def run(playouts: int, turns: int = 0) -> Iterator[dict[str, object]]:
    """Analyse a table with this number of playouts for every figure; its first `turns` questions alone (0:
    all of them).
    """
    with TemporaryDirectory() as folder:
        file = room_file(Path(folder), 1)
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
            "playouts": playouts,
            "questions": done,
            "workers": workers,
            "wall_seconds": round(wall, 2),
            "cpu_seconds": round(cpu, 2),
            "cpu_seconds_a_question": round(cpu / max(1, done), 2),
        }


def playouts(number: int) -> Iterator[dict[str, object]]:
    """Play battles of Kartenspiel out: by the shortcut, and by the rules with a sheet for each answer. The ratio is the claim."""
    game, bot = registry.load("kartenspiel"), registry.bot_for("kartenspiel")
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
