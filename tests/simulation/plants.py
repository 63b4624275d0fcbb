"""The plants: bugs of the kind that cost an exercise, each of which the simulation must find.

`python -m tests.simulation.plants` plants each, one after the other, and says after how many runs it was found, and by which promise.
"""

from __future__ import annotations

import sys
import time

from tests.simulation.finding import find
from tests.simulation.planting import Plant
from tests.simulation.world import Wish

SERVICE = "arbiter.shell.service:Service"

PLANTS: tuple[Plant, ...] = (
    # --- sends and commits ----------------------------------------------------------------------------------------------
    Plant(
        "said before it is written",
        f"{SERVICE}._go_on",
        "writing = self._write(batch)",
        "self.doer.do(batch.effects); batch.effects = []; writing = self._write(batch)",
        "a receipt leaves before the journal holds what it is for",
    ),
    Plant(
        "a failed commit is passed over",
        f"{SERVICE}._follow",
        "        self._end(EXIT_FENCED)\n        return []",
        "        pass",
        "on a full disk people are told what nobody wrote down",
    ),
    Plant(
        "nothing is synced",
        "arbiter.shell.filestore:FileStore.commit",
        "    self.connection.commit()\n",
        "",
        "a power cut takes everything",
    ),
    Plant(
        "the trail before the file",
        "arbiter.shell.filestore:FileStore.commit",
        '    self.connection.commit()\n    failpoints.reach("before_trail")\n    self._writer.write(self._slots)',
        '    self._writer.write(self._slots)\n    failpoints.reach("before_trail")\n    self.connection.commit()',
        "a power cut between the two leaves a file that cannot be taken up",
    ),
    Plant(
        "closings are not written",
        "arbiter.shell.writing:written",
        "if isinstance(effect, Closed):",
        "if False:",
        "a table stands up from another position",
    ),
    # --- clocks ---------------------------------------------------------------------------------------------------------
    Plant(
        "a crash takes time",
        "arbiter.shell.opening:_stand_up",
        "ExerciseClock(last)",
        "ExerciseClock(last + 4000)",
        "whoever thinks while the arbiter crashes has four seconds less",
    ),
    Plant(
        "time by the wall clock",
        "arbiter.shell.clock:monotonic_ms",
        "time.monotonic_ns()",
        "time.time_ns()",
        "a wall clock that is set takes or gives time",
    ),
    Plant(
        "closed within the grace",
        "arbiter.core.gate:Gate._out",
        "at >= deadline",
        "at >= deadline - 50",
        "an answer at the last moment is too late",
    ),
    # --- once, and not never --------------------------------------------------------------------------------------------
    Plant(
        "receipts are forgotten with their gate",
        "arbiter.core.gate:Gate.opened",
        "former=before.receipts",
        "former={}",
        "a repeat whose receipt was lost is refused, though it counted",
    ),
    Plant(
        "requests that were carried out are forgotten",
        "arbiter.core.sessions:Repeats.known",
        "return (key, request) in self._done",
        "return False",
        "a line that is sent again is said again",
    ),
    Plant(
        "an older window has the say",
        "arbiter.core.arrivals:Arrivals.session",
        "session.token == received.session or ",
        "True or ",
        "whoever shut a seat out at another window goes on deciding for it",
    ),
    Plant(
        "nothing is sent again",
        "clients.link.asked:Asked.broken",
        "deque([*self._newest.values(), *self._unanswered.values()])",
        "deque()",
        "a declaration is lost with the cable",
    ),
    Plant(
        "a gap is not noticed",
        "arbiter.core.sessions:Session.aside",
        "self.token, 0, self.n)",
        "self.token, 0, 0)",
        "whoever misses a frame does not know it, and looks at an old question",
    ),
)

RUNS_MAX = 60
"""So many runs a plant is sought in; all of them together take a minute or two of a processor."""


def main() -> int:
    """Plant each, and say what found it."""
    missed = 0
    for plant in PLANTS:
        began = time.process_time()
        told, runs = find(plant, Wish(1), RUNS_MAX)
        found = f"{runs:3d} runs  {told.broken}" if told else "NOT FOUND"
        missed += told is None
        print(f"{plant.name:50s} {time.process_time() - began:5.1f} s  {found:.110}", flush=True)  # noqa: T201
    print(f"{len(PLANTS) - missed} of {len(PLANTS)} found")  # noqa: T201
    return missed


if __name__ == "__main__":
    sys.exit(main())
