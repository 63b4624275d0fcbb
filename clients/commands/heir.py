"""What is said of a hand-over: that it was done is read where the exercise is, from the lease, and not believed beforehand."""

from __future__ import annotations

import time

from warcouncil.arbiter.record.roll import roll
from warcouncil.arbiter.shell.base.entries import JournalError
from warcouncil.arbiter.shell.base.location import Home

HEIR_SECONDS = 5.0
"""So long a standby may take to lead; it takes one."""
LOOK_SECONDS = 0.2


def took_over(home: Home, epoch: int) -> bool | None:
    """Wait until another leads an exercise that we led in this epoch; False: nobody does, None: nobody can be asked. At Ctrl-C it waits no longer."""
    until = time.monotonic() + HEIR_SECONDS
    try:
        while not (led := _is_led(home, epoch)) and time.monotonic() <= until:
            time.sleep(LOOK_SECONDS)
    except JournalError:
        return None
    except KeyboardInterrupt:
        return False
    return led


def _is_led(home: Home, epoch: int) -> bool:
    """Tell whether another leads it. Raises JournalError."""
    return any(one.epoch > epoch for one in roll(home) if one.name == home.exercise)


def handed_words(heir: str, taken: bool | None, to_go_on: str) -> str:
    """Say what became of handing over."""
    if taken:
        return f"Handed over to {heir}: seats and consoles are there, and nothing is lost."
    if taken is None:
        return f"Left to {heir}; the database cannot be asked whether it leads. If it does not: {to_go_on}"
    return f"Left to {heir}, which has not begun to lead: look there. Nothing is lost. To go on: {to_go_on}"
