"""Wing: the state of one arbiter and of the link to it. An event with several arbiters has several wings."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field

from warcouncil.clients.link.base.line import LinkChange, LinkState
from warcouncil.clients.link.base.links import ONE, event_name
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts.room_acts import Lockstep
from warcouncil.protocol.wire.consoles import Alarm, Debriefing, Standby, TableStatus, Wall, WebAddress
from warcouncil.protocol.words import Role, clean

ROLES = (Role.UMPIRE, Role.TECHNICAL, Role.OBSERVER)
"""The roles that the console serves, the most powerful first."""


@dataclass(slots=True)
class Wing:
    """One arbiter and the link to it. `name` is "" if there is only one arbiter."""

    name: str
    exercise: str = ""
    link: LinkChange = field(default_factory=lambda: LinkChange(LinkState.DOWN, say("link.not_yet")))
    since_ms: int | None = None
    """The time since when its link is not up, as far as this console knows."""
    role: Role = Role.UMPIRE
    lockstep: tuple[str, ...] = ()
    """The phases that no table of this wing leaves before all tables have sealed."""
    second_umpire: bool = False
    web: WebAddress | None = None
    """The address for browsers, or None if there is none."""
    results: bool = False
    """Whether its projectors show the results of the room."""
    alarms: tuple[Alarm, ...] = ()
    """The alarms that belong to no table."""
    standbys: tuple[Standby, ...] = ()
    """The standbys that can take over from this arbiter."""
    debriefing: Debriefing | None = None
    """The state of the debrief that was ordered last, or None if this console knows of none."""

    @property
    def up(self) -> bool:
        """Whether its link is up."""
        return self.link.state is LinkState.UP

    @property
    def over(self) -> bool:
        """Whether its link has ended permanently. Then no request on it is answered."""
        return self.link.state in (LinkState.SHUT, LinkState.ENDED)

    @property
    def called(self) -> str:
        """The name that is shown on the screen."""
        return clean(self.name)

    def says(self, text: str) -> str:
        """Return a text about this arbiter, with its name if there are several."""
        return say("alarms.of_wing", wing=self.called, text=text) if self.name else text

    def linked(self, change: LinkChange, now_ms: int) -> None:
        """Record the state of the link."""
        if change.state is LinkState.UP:
            self.since_ms = None
        elif self.since_ms is None:
            self.since_ms = now_ms
        self.link = change

    def walled(self, wall: Wall) -> None:
        """Record what a `Wall` contains about the whole exercise."""
        self.exercise = wall.exercise
        self.alarms, self.standbys = (), ()
        match self.debriefing:  # An arbiter that is still writing the debrief sends that state again
            case Debriefing(state="writing"):
                self.debriefing = None
            case Debriefing(state="analysing", text=text):
                self.debriefing = Debriefing(state="written", percent=100, text=text)
            case _:
                pass
        self.second_umpire, self.web = wall.second_umpire, wall.web

    def seen(self, status: TableStatus) -> None:
        """Record what a table's status contains about the whole exercise."""
        self.lockstep, self.results = status.lockstep, status.results


PhasesOf = Callable[[Container[str]], Iterable[str]]
"""Returns the phases of the games with these titles, as far as they are known."""


def none_known(_: Container[str]) -> Iterable[str]:
    """Return no phases, because no game is known."""
    return ()


def lockstep_for(
    act: Lockstep,
    here: Sequence[TableStatus],
    elsewhere: Sequence[TableStatus],
    phases_of: PhasesOf = none_known,
) -> Lockstep:
    """Return the lockstep act for one wing, without phases that only games of other wings have.

    A wing would refuse the whole act for such a phase.
    """
    games = {status.game_title for status in here}
    ours: set[str] = set()
    theirs: set[str] = set()
    for status in (*here, *elsewhere):
        (ours if status.game_title in games else theirs).update((*status.lockstep, status.phase))
    foreign = theirs.difference(ours).intersection(act.phases)
    if foreign:  # Several games may share a phase name. This is rare, and the games are loaded only then
        foreign.difference_update(phases_of(games))
    return act.model_copy(update={"phases": tuple(phase for phase in act.phases if phase not in foreign)})


class Wings:
    """The arbiters to which a console is linked, and their combined state."""

    def __init__(self, names: Iterable[str] = (ONE,)) -> None:
        self.wings = {name: Wing(name) for name in names}
        """The wings by name."""
        self.up = False
        """Whether at least one link is up."""
        self.role = Role.UMPIRE
        """The role of this console. With several cards it is the most powerful one."""
        self.lockstep: tuple[str, ...] = ()
        """The phases that no table of a wing leaves before all tables have sealed."""
        self.second_umpire = False
        """Whether grave rulings need two umpires."""
        self.results = False
        """Whether projectors show the results of the room."""

    def agree(self) -> None:
        """Combine what each arbiter has sent about its exercise."""
        wings = self.wings.values()
        roles = [wing.role for wing in wings]
        self.up = any(wing.up for wing in wings)
        self.role = next((role for role in ROLES if role in roles), roles[0])
        self.lockstep = tuple(dict.fromkeys(phase for wing in wings for phase in wing.lockstep))
        self.second_umpire = any(wing.second_umpire for wing in wings)
        self.results = any(wing.results for wing in wings)

    @property
    def several(self) -> bool:
        """Whether there is more than one wing."""
        return len(self.wings) > 1

    @property
    def link(self) -> LinkChange:
        """The state of the link. With several wings, it is the best state of all links."""
        wings = [*self.wings.values()]
        return next((wing.link for wing in wings if wing.up), wings[0].link)

    @property
    def away(self) -> tuple[Wing, ...]:
        """The wings whose links are not up."""
        return tuple(wing for wing in self.wings.values() if not wing.up)

    @property
    def exercise(self) -> str:
        """The name of the exercise. With several wings, it has all names, or the part that they share."""
        return event_name(wing.exercise for wing in self.wings.values())

    @property
    def web(self) -> WebAddress | None:
        """The address for browsers. With several wings, it is the first address."""
        return next((wing.web for wing in self.wings.values() if wing.web is not None), None)

    @property
    def webs(self) -> tuple[WebAddress, ...]:
        """The addresses for browsers."""
        return tuple(wing.web for wing in self.wings.values() if wing.web is not None)

    @property
    def standbys(self) -> tuple[Standby, ...]:
        """The standbys that can take over from an arbiter."""
        return tuple(one for wing in self.wings.values() for one in wing.standbys)

    @property
    def debriefing(self) -> Debriefing | None:
        """The state of the debrief that was ordered last.

        With several wings, it is one that is still being written, if there is one.
        """
        found = [wing.debriefing for wing in self.wings.values() if wing.debriefing is not None]
        return next((news for news in found if news.state == "writing"), found[0] if found else None)
