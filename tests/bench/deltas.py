"""The savings of views with changes only: measured in whole games, against the views that are sent.

Each seat plays by chance, and every view that the exercise sends is compared with the last one of the same
seat: by its fields, and its sheet by element. The rest is the content of a delta. All frames of a game have
one length, so that it reveals nothing: the length of the longest delta is the shortest possible one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from nacl.bindings import crypto_box_afternm, crypto_box_NONCEBYTES
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.words.outcome import Outcome, Send
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.stimuli import Admitted, Began, Grant, Greeted, Received, Stimulus
from warcouncil.games import registry
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.dice import Dice
from warcouncil.protocol.wire.requests import Declare
from warcouncil.protocol.wire.wire import ENVELOPE_BYTES_MAX, REPLY_BYTES
from warcouncil.protocol.words import Role, SeatId, TableId

TABLE = TableId(1)
GATES_MAX = 400
SEALED = 2000
"""The number of frames that are sealed to measure the cost of their length."""
_BLOCK = 256
"""A frame of deltas could be as long as any multiple of this."""

View = dict[str, Any]


@dataclass
class Game:
    """One game after the other of a kind, with all of its clients linked."""

    name: str
    number: int
    at: int = 0
    asked: int = 0
    before: dict[str, View] = field(default_factory=dict)
    """The view that each seat had last."""
    wholes: list[int] = field(default_factory=list)
    deltas: list[int] = field(default_factory=list)
    frames: set[int] = field(default_factory=set)
    seconds: dict[str, float] = field(default_factory=lambda: {"drawn": 0.0, "compared": 0.0})

    def __post_init__(self) -> None:
        self.dice = Dice(b"what changed", self.number)
        self.exercise = Exercise(lambda _data: "0" * 128)
        plan = TablePlan(table=TABLE, game=self.name, options={}, seed=f"{self.number:064x}")
        self.do(Began(exercise="benchmark", tables=(plan,), codes=()))
        self.table = self.exercise.tables[TABLE]
        for seat in self.table.seats:
            self.do(Admitted(at=0, key=seat, holder=Grant(role=Role.SEAT, table=TABLE, seat=seat)))
            self.do(Greeted(at=0, key=seat, route=b"", token=seat.encode().hex()))

    def do(self, stimulus: Stimulus) -> None:
        """Apply a stimulus, and compare the new views with those before."""
        begun = perf_counter()
        outcome: Outcome = self.exercise.handle(stimulus)
        drawn = perf_counter() - begun
        views = [(effect.key, effect.frame) for effect in outcome.effects if isinstance(effect, Send)]
        read = [(key, frame, json.loads(frame)["body"]) for key, frame in views if b'"type":"view"' in frame]
        if len(read) > 1:
            self.seconds["drawn"] += drawn
            self.frames.update(len(frame) for _, frame, _ in read)
        for key, _, view in read:
            if key in self.before and len(read) > 1:
                begun = perf_counter()
                changed = delta(self.before[key], view)
                self.seconds["compared"] += perf_counter() - begun
                self.wholes.append(length(view))
                self.deltas.append(length(changed))
            self.before[key] = view

    def play(self) -> None:
        """Play it to its end."""
        while self.table.gate <= GATES_MAX:
            while pending := self.exercise.pending(self.at):
                for stimulus in pending:
                    self.do(stimulus)
            phase = self.table.phase
            waiting = [seat for seat in getattr(phase, "asked", ()) if seat not in self.table.sealed]
            if not waiting:
                return
            self._answer(waiting[0])

    def _answer(self, seat: SeatId) -> None:
        self.asked += 1
        form = self.table.game.form(self.table.state, seat)
        answer = fill(form, self.dice.stream(self.asked))
        body = Declare(id=f"{self.asked:032x}", gate=self.table.gate, answer=answer)
        self.do(Received(at=self.at, key=seat, body=body, session=seat.encode().hex()))


def delta(before: View, now: View) -> View:
    """Return the data that a seat with one view needs for the next: the fields that differ, and the elements
    of its sheet that differ.
    """
    changed = {name: value for name, value in now.items() if before.get(name) != value or name == "gate"}
    gone = [name for name in before if name not in now]
    if gone:
        changed["gone"] = gone
    if "sheet" in changed and "sheet" in before:
        changed["sheet"] = _sheet(before["sheet"], now["sheet"])
    return changed


def _sheet(before: View, now: View) -> View:
    """Return the elements that differ with their places, and the number of all."""
    old, new = before["elements"], now["elements"]
    differ = {at: each for at, each in enumerate(new) if at >= len(old) or old[at] != each}
    return {
        **{name: value for name, value in now.items() if name != "elements" and before.get(name) != value},
        "elements": differ,
        "count": len(new),
    }


def length(value: object) -> int:
    """Return the length in bytes as written to a frame."""
    return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


def run(games: int) -> Iterator[dict[str, object]]:
    """Measure this number of games of each kind."""
    for name in registry.names():
        played = [Game(name, number) for number in range(1, games + 1)]
        for game in played:
            game.play()
        yield _line(name, played)


def _line(name: str, played: list[Game]) -> dict[str, object]:
    wholes = sorted(each for game in played for each in game.wholes)
    deltas = sorted(each for game in played for each in game.deltas)
    frame = min(min(game.frames) for game in played)  # a public scene has room of its own
    cut = -(-(deltas[-1] + ENVELOPE_BYTES_MAX) // _BLOCK) * _BLOCK
    drawn, compared = (sum(game.seconds[what] for game in played) for what in ("drawn", "compared"))
    sealing, sealing_cut = _sealing(frame), _sealing(cut)
    return {
        "name": "views that say what changed",
        "game": name,
        "views": len(wholes),
        "whole_p50_bytes": wholes[len(wholes) // 2],
        "whole_max_bytes": wholes[-1],
        "delta_p50_bytes": deltas[len(deltas) // 2],
        "delta_p99_bytes": deltas[int(0.99 * len(deltas))],
        "delta_max_bytes": deltas[-1],
        "longest_to_whole": round(deltas[-1] / wholes[-1], 2),
        "frame_bytes": frame,
        "frame_for_deltas_bytes": cut,
        "as_the_wire_has_them_bytes": next(size for size in REPLY_BYTES if size >= cut),
        "closing_and_drawing_us_per_view": round(1e6 * drawn / len(wholes), 1),
        "comparing_us_per_view": round(1e6 * compared / len(wholes), 1),
        "sealing_us": round(sealing, 2),
        "sealing_cut_us": round(sealing_cut, 2),
    }


def _sealing(size: int) -> float:
    """Return the microseconds for the seal of a frame of this length: the best of some rounds."""
    key, nonce, frame = bytes(32), bytes(crypto_box_NONCEBYTES), bytes(size)
    return min(_spent(lambda: crypto_box_afternm(frame, nonce, key)) for _ in range(5))


def _spent(what: Callable[[], object]) -> float:
    begun = perf_counter()
    for _ in range(SEALED // 5):
        what()
    return 1e6 * (perf_counter() - begun) / (SEALED // 5)
