"""What happened last, as steps that follow one another in time: each with its lines and, if it can be watched, its board.

No screen and no clock of its own: the time comes in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from warcouncil.clients.widgets.board.light import Light, light_of
from warcouncil.protocol.table.scenes import Scene
from warcouncil.protocol.table.sheets import Sheet
from warcouncil.protocol.table.staging import after
from warcouncil.protocol.table.views import StoryLine

STEP_MS = 1100
STEP_SHORT_MS = 500
"""How long each line stands alone, when there is time and when there is little."""
SCENE_MS = 1700
SCENE_SHORT_MS = 900
"""How long each scene stands."""
LINGER_MS = 3500
LINGER_SCENE_MS = 1500
"""How long the end stands, of what was read and of what was watched."""
TELL_MIN = 3
"""Fewer lines than this need no telling, unless they can be watched: they stand in the story."""
LONG_MS = 9000
LONG_SCENES_MS = 14_000


@dataclass(frozen=True, slots=True)
class Step:
    """One step: its lines, and the board as it stands then; `title` "": there is nothing to watch."""

    lines: tuple[StoryLine, ...]
    title: str = ""
    board: Sheet | None = None
    light: Light | None = None


def steps_of(lines: Sequence[StoryLine], scenes: Sequence[Scene], board: Sheet | None) -> list[Step]:
    """Give the steps in which these lines are told, from a board on. What cannot be watched is told with what can: with
    the scene before it, or all in one go before the first."""
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
    """What happened last, being told step by step. What happens meanwhile is told too, without falling behind.

    `scenes` are what everybody may watch of it, `board` is what was shown before. `still`: nothing moves, the end stands
    there at once.
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
        """What to look at meanwhile, "" for nothing."""
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
        """Take in what has happened: all that was told before stands there at once; a few lines are not worth a wait."""
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
        """All that is told, in order."""
        return tuple(line for step in self.steps for line in step.lines)

    @property
    def watched(self) -> bool:
        """Whether there is anything to watch."""
        return any(step.title for step in self.steps)

    def come(self, now_ms: int) -> int:
        """Give how many steps have come."""
        come = self._told_before + 1 + (now_ms - self._begun_ms) // self.step_ms
        return min(len(self.steps), come)

    def now(self, now_ms: int) -> Step:
        """Give the step that stands now."""
        return self.steps[self.come(now_ms) - 1]

    def told(self, now_ms: int) -> int:
        """Give how many lines have been told."""
        return sum(len(step.lines) for step in self.steps[: self.come(now_ms)])

    def is_over(self, now_ms: int) -> bool:
        """Say whether all has been told, and has stood for a while."""
        return now_ms >= self._ends_ms

    def hurry_on(self, now_ms: int) -> None:
        """Tell the next step at once; after the last, end."""
        if self.come(now_ms) == len(self.steps):
            self._ends_ms = now_ms
            return
        sooner = self.step_ms - (now_ms - self._begun_ms) % self.step_ms
        self._begun_ms -= sooner
        self._ends_ms -= sooner
