"""The window of a standby at a terminal: whom it follows, how closely, and the key by which its people have it lead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from warcouncil.arbiter.shell.hosting.follower import Lookout
from warcouncil.clients.commands.live_window import LiveWindow
from warcouncil.clients.widgets.wording import clock_text, count, fit, lasted
from warcouncil.protocol.words import clean

KEYS = "t  take over     q  stop standing by"
LEAD = "Lead the exercise from here?   y  lead     any other key  go on"
SURE = "Stand by no longer? The exercise goes on without.   y  stop     any other key  go on"
SEEN_MS = 1500
"""A leader who beats is heard of more often."""


@dataclass(frozen=True, slots=True)
class StandbyFacts:
    """What is to be shown."""

    exercise: str
    name: str
    home: str
    addresses: str
    web: tuple[str, ...]
    lookout: Lookout
    up_ms: int
    asks: bool = False
    """The leader was asked to hand over."""
    news: str = ""


class StandbyWindow(LiveWindow):
    """Shows how it follows, and hears keys. `lead`: have it lead; `stop`: stand by no longer."""

    def __init__(
        self,
        draw: Callable[[int, int, str], list[str]],
        lead: Callable[[], None],
        stop: Callable[[], None],
    ) -> None:
        super().__init__(draw)
        self._lead = lead
        self._stop = stop

    def press(self, key: str) -> None:
        """Take a key."""
        asked, self.question = self.question, ""
        if asked and key in ("y", "Y"):
            (self._lead if asked == LEAD else self._stop)()
        elif not asked and key in ("t", "T"):
            self.question = LEAD
        elif not asked and key in ("q", "Q"):
            self.question = SURE
        self.redraw()


def standby_lines(facts: StandbyFacts, columns: int, lines: int, question: str = "") -> list[str]:
    """Give the window, line by line, none longer than `columns`, `lines` at most. `question` takes the place of the keys."""
    up = f"up {clock_text(facts.up_ms)}"
    head = fit(f"{clean(facts.exercise)} · standby {clean(facts.name)}", max(1, columns - len(up) - 2))
    shown = [
        f"{head}  {up}",
        f"Leader    {leader_words(facts.lookout)}",
        f"Follows   {follow_words(facts.lookout)}",
        f"Address   {facts.addresses}   (once it leads)",
        *facts.web,
        f"File      {facts.home}",
        *([f"Log       {clean(facts.news)}"] if facts.news else []),
        "",
        question or (ASKED if facts.asks else KEYS),
    ]
    return [fit(line, columns).rstrip() for line in shown][:lines]


ASKED = "The leader was asked to hand over; this machine leads at the latest when it falls silent.   q  stop standing by"


def leader_words(seen: Lookout) -> str:
    """Say who leads, and when he was last heard of."""
    if seen.fault:
        return f"not known: {seen.fault}"
    if not seen.leader:
        return "nobody"
    heard = "" if seen.still_ms < SEEN_MS else f", silent for {lasted(seen.still_ms)}"
    return f"{clean(seen.leader)} (lead number {seen.epoch}{heard})"


def follow_words(seen: Lookout) -> str:
    """Say how closely it follows, and whether the rules come to the same here."""
    if not seen.tables:
        return "nothing has begun yet"
    said = f"{count(seen.tables, 'table')}, record {seen.seq}"
    if seen.doubts:
        named = ", ".join(str(number) for number in seen.doubts[:8])
        return f"{said}; THE RULES COME TO SOMETHING ELSE HERE at table {named}: is it the same program?"
    return f"{said}; every question came to the same here"
