"""Telling: the latest events as steps in time, each with its lines and, for a scene, its board.

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

STEP_MS = 1100
STEP_SHORT_MS = 500
"""How long each line is shown alone, normally and when little time is left."""
SCENE_MS = 1700
SCENE_SHORT_MS = 900
"""How long each scene is shown, normally and when little time is left."""
LINGER_MS = 3500
LINGER_SCENE_MS = 1500
"""How long the end is shown after lines, and after scenes."""
TELL_MIN = 3
"""Fewer lines than this are not told, unless they have scenes. They are in the story."""
LONG_MS = 9000
LONG_SCENES_MS = 14_000


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its lines, and the board after it. `title` is "" if it has no scene."""

    lines: tuple[StoryLine, ...]
    title: str = ""
    board: Sheet | None = None
    light: Light | None = None


def steps_of(lines: Sequence[StoryLine], scenes: Sequence[Scene], board: Sheet | None) -> list[Step]:
    """Return the steps in which these lines are told, beginning with a board.

    A line without a scene joins the scene before it. Those before the first scene are one step.
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


class Telling:
    """The latest events, told step by step. Events that happen meanwhile are added without falling behind.

    `scenes` are the public scenes of these events, `board` is the board before them. `still`: without
    movement, the end is shown at once.
    """

    def __init__(
        self,
        lines: Sequence[StoryLine],
        now_ms: int,
        *,
        hurry: bool,
        scenes: Sequence[Scene] = (),
        board: Sheet | None = None,
        still: bool = False,
        look: str = "",
    ) -> None:
        self.steps: list[Step] = []
        self.look = look
        """The briefing's advice on where to look meanwhile, "" for none."""
        self.step_ms = STEP_MS
        self._still = still
        self._told_before = 0
        self._begun_ms = now_ms
        self._ends_ms = now_ms
        self.add(lines, now_ms, hurry=hurry, scenes=scenes, board=board)

    def add(
        self,
        lines: Sequence[StoryLine],
        now_ms: int,
        *,
        hurry: bool,
        scenes: Sequence[Scene] = (),
        board: Sheet | None = None,
    ) -> None:
        """Add new events.

        All steps before them are shown at once. Fewer than TELL_MIN lines without a scene are also shown at
        once.
        """
        steps = steps_of(lines, scenes, board)
        watched = any(step.title for step in steps)
        self._told_before = len(self.steps)
        self.steps += steps
        self._begun_ms = now_ms
        if self._still:
            self._told_before = len(self.steps)
            self._ends_ms = now_ms + LINGER_MS
            return
        if self._told_before and len(lines) < TELL_MIN and not watched:
            self._told_before = len(self.steps)
            self._ends_ms = min(self._ends_ms, now_ms + LINGER_MS)
            return
        long, short = (SCENE_MS, SCENE_SHORT_MS) if watched else (STEP_MS, STEP_SHORT_MS)
        brisk = hurry or len(steps) * long > (LONG_SCENES_MS if watched else LONG_MS)
        self.step_ms = short if brisk else long
        self._ends_ms = now_ms + len(steps) * self.step_ms + (LINGER_SCENE_MS if watched else LINGER_MS)

    @property
    def lines(self) -> tuple[StoryLine, ...]:
        """All lines of the telling, in order."""
        return tuple(line for step in self.steps for line in step.lines)

    @property
    def watched(self) -> bool:
        """Whether any step has a scene."""
        return any(step.title for step in self.steps)

    def come(self, now_ms: int) -> int:
        """Return how many steps have been shown."""
        come = self._told_before + 1 + (now_ms - self._begun_ms) // self.step_ms
        return min(len(self.steps), come)

    def now(self, now_ms: int) -> Step:
        """Return the step that is shown now."""
        return self.steps[self.come(now_ms) - 1]

    def told(self, now_ms: int) -> int:
        """Return how many lines have been told."""
        return sum(len(step.lines) for step in self.steps[: self.come(now_ms)])

    def is_over(self, now_ms: int) -> bool:
        """Return whether everything has been told and shown long enough."""
        return now_ms >= self._ends_ms

    def hurry_on(self, now_ms: int) -> None:
        """Show the next step at once. After the last step, end."""
        if self.come(now_ms) == len(self.steps):
            self._ends_ms = now_ms
            return
        sooner = self.step_ms - (now_ms - self._begun_ms) % self.step_ms
        self._begun_ms -= sooner
        self._ends_ms -= sooner
