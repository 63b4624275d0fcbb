"""The lead: which arbiter leads an exercise that several machines may, how often it has passed on, and where the next may be found.

Law: what players are told of it is the same for everybody, and says nothing of any table.
"""

from __future__ import annotations

from typing import TypedDict

from warcouncil.arbiter.core.consoles import Consoles
from warcouncil.arbiter.core.outcome import HandOn, Refused, Send
from warcouncil.arbiter.core.sessions import Sessions
from warcouncil.arbiter.core.stimuli import Followed, Placed, Resumed
from warcouncil.protocol import wire
from warcouncil.protocol.consoles import Standby
from warcouncil.protocol.replies import Elsewhere, RefusalCode
from warcouncil.protocol.words import ADDRESSES_MAX, Addresses, WebPlaces

ALONE = "No standby is ready to go on: start one with `warcouncil standby` on another machine first."


class LeadTold(TypedDict):
    """What a welcome says of it."""

    epoch: int
    elsewhere: Addresses
    webs: WebPlaces


class Lead:
    """The lead of an exercise. `epoch` counts the arbiters that have led it; 0: none but one ever can."""

    def __init__(self, sessions: Sessions, consoles: Consoles) -> None:
        self._sessions = sessions
        self._consoles = consoles
        self.epoch = 0
        self._place = Elsewhere()
        self._told: tuple[str, ...] = ()
        self.sought: tuple[str, ...] = ()
        """Where those look too who sat down under a former lead: what they were told, the newest first."""

    @property
    def welcome(self) -> LeadTold:
        """Give what whoever comes in is told."""
        return {"epoch": self.epoch, "elsewhere": self._place.addresses, "webs": self._place.webs}

    def resumed(self, resumed: Resumed) -> None:
        """Take note that another arbiter leads. Its standbys are not those of the former one, and nobody is here to be told."""
        self.epoch = max(self.epoch, resumed.epoch)
        self._place = Elsewhere()
        self.sought = self._told
        self._consoles.led_by_another()

    def placed(self, placed: Placed) -> list[Send]:
        """Take note where this arbiter and its standbys are found, and tell everybody."""
        self.epoch = max(self.epoch, placed.epoch)
        before, self._place = self._place, Elsewhere(addresses=placed.elsewhere, webs=placed.webs)
        self._told = tuple(dict.fromkeys((*placed.elsewhere, *self._told)))[:ADDRESSES_MAX]
        behind = {one.name: one.behind for one in self._consoles.standbys}
        here = [Standby(name=name, behind=behind.get(name, 0)) for name in placed.standbys]
        body = wire.dump(self._place)
        to = self._sessions.placed() if self._place != before else ()
        return [*(session.mail(body) for session in to), *self._consoles.stand_by(here)]

    def followed(self, followed: Followed) -> list[Send]:
        """Take note how closely the standbys follow."""
        here = {one.name for one in self._consoles.standbys}
        return self._consoles.stand_by([one for one in followed.standbys if one.name in here])

    def hand_on(self) -> list[HandOn]:
        """Give the lead to a standby. Raises Refused."""
        if not self._consoles.standbys:
            raise Refused(RefusalCode.NO_SUCH, ALONE)
        return [HandOn()]
