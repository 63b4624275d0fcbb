"""What a console knows of one arbiter and of the link to it. Of several, each is a wing of one event."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field

from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.link.base.links import ONE, event_name
from warcouncil.protocol.acts.room_acts import Lockstep
from warcouncil.protocol.wire.consoles import Alarm, Debriefing, Standby, TableStatus, Wall, WebAddress
from warcouncil.protocol.words import Role, clean

ROLES = (Role.UMPIRE, Role.TECHNICAL, Role.OBSERVER)
"""Whom the console serves, who may do most first."""


@dataclass(slots=True)
class Wing:
    """One arbiter. `name` "": there is no other."""

    name: str
    exercise: str = ""
    link: LinkChange = field(default_factory=lambda: LinkChange(LinkState.DOWN, "not connected yet"))
    since_ms: int | None = None
    """Since when its link is not up, as far as is known."""
    role: Role = Role.UMPIRE
    lockstep: tuple[str, ...] = ()
    """The phases that no table of it passes before all have sealed."""
    second_umpire: bool = False
    web: WebAddress | None = None
    """Where browsers come in; None: they do not."""
    results: bool = False
    """Whether its projectors show the results of the room."""
    alarms: tuple[Alarm, ...] = ()
    """What needs an umpire and belongs to no table."""
    standbys: tuple[Standby, ...] = ()
    """Those who stand by to go on without this arbiter."""
    debriefing: Debriefing | None = None
    """How the debrief comes on that was ordered last; None: none was, as far as is known here."""

    @property
    def up(self) -> bool:
        """Whether its link stands."""
        return self.link.state is LinkState.UP

    @property
    def over(self) -> bool:
        """Whether its link is not sought any more: nothing that was asked is answered."""
        return self.link.state in (LinkState.SHUT, LinkState.ENDED)

    @property
    def called(self) -> str:
        """What people call it."""
        return clean(self.name)

    def linked(self, change: LinkChange, now_ms: int) -> None:
        """Take note of the link."""
        if change.state is LinkState.UP:
            self.since_ms = None
        elif self.since_ms is None:
            self.since_ms = now_ms
        self.link = change

    def walled(self, wall: Wall) -> None:
        """Take in what a wall says of the whole exercise."""
        self.exercise = wall.exercise
        self.alarms, self.standbys = (), ()
        if self.debriefing is not None and self.debriefing.state == "writing":
            self.debriefing = None  # an arbiter that still writes it says so again
        self.second_umpire, self.web = wall.second_umpire, wall.web

    def seen(self, status: TableStatus) -> None:
        """Take in what a table says of the whole exercise."""
        self.lockstep, self.results = status.lockstep, status.results


PhasesOf = Callable[[Container[str]], Iterable[str]]
"""Gives the phases of the games that are called so, as far as they are known."""


def none_known(_: Container[str]) -> Iterable[str]:
    """Know no game."""
    return ()


def lockstep_for(
    act: Lockstep,
    here: Sequence[TableStatus],
    elsewhere: Sequence[TableStatus],
    phases_of: PhasesOf = none_known,
) -> Lockstep:
    """Give what is asked of one wing, with the tables that it has and the others have: it would refuse all of it for a phase that only
    another game has, as far as is known."""
    games = {status.game_title for status in here}
    ours: set[str] = set()
    theirs: set[str] = set()
    for status in (*here, *elsewhere):
        (ours if status.game_title in games else theirs).update((*status.lockstep, status.phase))
    foreign = theirs.difference(ours).intersection(act.phases)
    if foreign:  # several games have a phase of one name; seldom, for they are loaded for it
        foreign.difference_update(phases_of(games))
    return act.model_copy(update={"phases": tuple(phase for phase in act.phases if phase not in foreign)})


class Wings:
    """The arbiters that a console is linked to, and what holds of all of them together."""

    def __init__(self, names: Iterable[str] = (ONE,)) -> None:
        self.wings = {name: Wing(name) for name in names}
        """Each by the name of its wing."""
        self.up = False
        """Whether some link stands."""
        self.role = Role.UMPIRE
        """What this console is; of several cards, the one that may do most."""
        self.lockstep: tuple[str, ...] = ()
        """The phases that no table of a wing passes before all have sealed."""
        self.second_umpire = False
        """Whether grave rulings need two umpires."""
        self.results = False
        """Whether projectors show the results of the room."""

    def agree(self) -> None:
        """Take together what each arbiter has said of its exercise."""
        wings = self.wings.values()
        roles = [wing.role for wing in wings]
        self.up = any(wing.up for wing in wings)
        self.role = next((role for role in ROLES if role in roles), roles[0])
        self.lockstep = tuple(dict.fromkeys(phase for wing in wings for phase in wing.lockstep))
        self.second_umpire = any(wing.second_umpire for wing in wings)
        self.results = any(wing.results for wing in wings)

    @property
    def several(self) -> bool:
        """Whether there is more than one."""
        return len(self.wings) > 1

    @property
    def link(self) -> LinkChange:
        """How the link stands; of several, the best."""
        wings = [*self.wings.values()]
        return next((wing.link for wing in wings if wing.up), wings[0].link)

    @property
    def away(self) -> tuple[Wing, ...]:
        """The wings whose links are not up."""
        return tuple(wing for wing in self.wings.values() if not wing.up)

    @property
    def exercise(self) -> str:
        """What the exercise is called; of several, all their names, or what these have in common."""
        return event_name(wing.exercise for wing in self.wings.values())

    @property
    def web(self) -> WebAddress | None:
        """Where browsers come in; of several places, the first."""
        return next((wing.web for wing in self.wings.values() if wing.web is not None), None)

    @property
    def webs(self) -> tuple[WebAddress, ...]:
        """The places where browsers come in."""
        return tuple(wing.web for wing in self.wings.values() if wing.web is not None)

    @property
    def standbys(self) -> tuple[Standby, ...]:
        """Those who stand by to go on without an arbiter."""
        return tuple(one for wing in self.wings.values() for one in wing.standbys)

    @property
    def debriefing(self) -> Debriefing | None:
        """How the debrief comes on that was ordered last; of several, the one that is still written."""
        found = [wing.debriefing for wing in self.wings.values() if wing.debriefing is not None]
        return next((news for news in found if news.state == "writing"), found[0] if found else None)
