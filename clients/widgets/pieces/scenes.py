"""Telling: the latest events as steps in time. Each has its lines and, for a scene, its board.

It uses no screen and no clock. The caller supplies the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from warcouncil.protocol.table.lighting import Light, light_of
from warcouncil.protocol.table.scenes import Scene
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.staging import after
from warcouncil.protocol.table.views import StoryLine

WORD_MS = 250
WORD_SHORT_MS = 100
"""How long a reader gets for each word: normally, and at least if little time is left."""
STEP_MS = 1100
STEP_SHORT_MS = 500
"""The shortest time for which each line is shown alone: normally, and if little time is left."""
SCENE_MS = 1700
SCENE_SHORT_MS = 900
"""The shortest time for which each scene is shown: normally, and if little time is left."""
LINGER_MS = 3500
LINGER_SCENE_MS = 1500
"""How long the last step stays visible: after lines, and after scenes."""
TELL_MIN = 3
"""The least number of lines that are shown as steps. Fewer are only in the story, unless they have scenes."""
LONG_MS = 60_000
"""The longest time for all steps, if they can be read faster."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its lines, and the board after it. `title` is "" if it has no scene."""

    lines: tuple[StoryLine, ...]
    title: str = ""
    board: Sheet | None = None
    light: Light | None = None


def steps_of(lines: Sequence[StoryLine], scenes: Sequence[Scene], board: Sheet | None) -> list[Step]:
    """Return the steps in which these lines are shown, starting with a board.

    A line without a scene joins the scene before it. Lines before the first scene form one step.
    """
    steps: list[Step] = []
    shows = board is not None and any(line.scene or line.shows for line in lines)
    for line in lines:
        scene = line.scene or (scenes[line.shows - 1] if 0 < line.shows <= len(scenes) else None)
        last = steps[-1] if steps else None
        if scene is not None and board is not None:
            board, light = after(board, scene), light_of(scene)
            if scene.joins and last is not None and last.light is not None and last.title == scene.title:
                light = Light(last.light.places | light.places)
                steps[-1] = Step((*last.lines, line), last.title, board, light)
            else:
                steps.append(Step((line,), scene.title, board, light))
        elif shows and last is not None:
            steps[-1] = Step((*last.lines, line), last.title, last.board, last.light)
        else:
            steps.append(Step((line,), board=board))
    return steps


def times_of(steps: Sequence[Step], room_ms: int | None, *, watched: bool) -> list[int]:
    """Return how long each step is shown. It is as long as a reader needs, or less if there is too little time for all."""
    long, short = (SCENE_MS, SCENE_SHORT_MS) if watched else (STEP_MS, STEP_SHORT_MS)
    words = [sum(len(line.text.split()) for line in step.lines) for step in steps]
    times = [max(long, n * WORD_MS) for n in words]
    room = LONG_MS if room_ms is None else min(LONG_MS, room_ms)
    if sum(times) <= room:
        return times
    whole = sum(times)
    return [
        max(short, n * WORD_SHORT_MS, ms * max(0, room) // whole) for n, ms in zip(words, times, strict=True)
    ]


class Telling:
    """The latest events, shown step by step. Events that happen meanwhile are added, and all steps before
    them are shown at once.

    Each step is shown as long as a reader needs. `room_ms` is how much time all steps may take. It is None if
    there is no limit. `scenes` are the public scenes of these events, and `board` is the board before them.
    With `still`, nothing moves and the end is shown at once.
    """

    def __init__(
        self,
        lines: Sequence[StoryLine],
        now_ms: int,
        *,
        room_ms: int | None,
        scenes: Sequence[Scene] = (),
        board: Sheet | None = None,
        still: bool = False,
        look: str = "",
    ) -> None:
        self.steps: list[Step] = []
        self.look = look
        """The briefing's advice on where to look meanwhile, or "" if there is none."""
        self.step_ms: list[int] = []
        """How long each step is shown. A step that was shown at once has 0."""
        self._paused_ms: int | None = None
        self._still = still
        self._told_before = 0
        self._begun_ms = now_ms
        self._ends_ms = now_ms
        self.add(lines, now_ms, room_ms=room_ms, scenes=scenes, board=board)

    def add(
        self,
        lines: Sequence[StoryLine],
        now_ms: int,
        *,
        room_ms: int | None,
        scenes: Sequence[Scene] = (),
        board: Sheet | None = None,
    ) -> None:
        """Add new events.

        All steps before them are shown at once. Fewer than TELL_MIN lines without a scene are shown at once too.
        """
        steps = steps_of(lines, scenes, board)
        watched = any(step.title for step in steps)
        self._told_before = len(self.steps)
        self._paused_ms = None
        self.steps += steps
        self.step_ms = [0] * self._told_before + times_of(steps, room_ms, watched=watched)
        self._begun_ms = now_ms
        if self._still:
            self._told_before = len(self.steps)
            self._ends_ms = now_ms + LINGER_MS
            return
        if self._told_before and len(lines) < TELL_MIN and not watched:
            self._told_before = len(self.steps)
            self._ends_ms = min(self._ends_ms, now_ms + LINGER_MS)
            return
        self._ends_ms = now_ms + sum(self.step_ms) + (LINGER_SCENE_MS if watched else LINGER_MS)

    @property
    def lines(self) -> tuple[StoryLine, ...]:
        """All lines of the steps, in order."""
        return tuple(line for step in self.steps for line in step.lines)

    @property
    def watched(self) -> bool:
        """Whether any step has a scene."""
        return any(step.title for step in self.steps)

    def come(self, now_ms: int) -> int:
        """Return how many steps have been shown."""
        past = self._at(now_ms) - self._begun_ms
        come = self._told_before + 1
        while come < len(self.steps) and past >= self.step_ms[come - 1]:
            past -= self.step_ms[come - 1]
            come += 1
        return min(len(self.steps), come)

    def _at(self, now_ms: int) -> int:
        """Return the time of the steps, which stops while they are paused."""
        return now_ms if self._paused_ms is None else self._paused_ms

    @property
    def paused(self) -> bool:
        """Whether the reader has paused the steps."""
        return self._paused_ms is not None

    def pause(self, now_ms: int) -> None:
        """Stop at the present step, or go on."""
        if self._paused_ms is None:
            self._paused_ms = now_ms
            return
        self._begun_ms += now_ms - self._paused_ms
        self._ends_ms += now_ms - self._paused_ms
        self._paused_ms = None

    def now(self, now_ms: int) -> Step:
        """Return the scene that is shown now."""
        return self.steps[self.come(now_ms) - 1]

    def told(self, now_ms: int) -> int:
        """Return how many lines have been shown."""
        return sum(len(step.lines) for step in self.steps[: self.come(now_ms)])

    def is_over(self, now_ms: int) -> bool:
        """Return whether all steps have been shown long enough."""
        return self._at(now_ms) >= self._ends_ms

    def hurry_on(self, now_ms: int) -> None:
        """Show the next step at once. After the last step, end."""
        come, at = self.come(now_ms), self._at(now_ms)
        if come == len(self.steps):
            self._ends_ms = at
            return
        sooner = self._begun_ms + sum(self.step_ms[:come]) - at
        self._begun_ms -= sooner
        self._ends_ms -= sooner
