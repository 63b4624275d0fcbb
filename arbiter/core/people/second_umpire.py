"""Approval of grave rulings by a second umpire."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.arbiter.core.people.roster import Roster
from warcouncil.arbiter.core.words.outcome import Refused
from warcouncil.games.kit.text.phrases import listed
from warcouncil.protocol.acts.acts import Act, Amend, EndGame, Fiat, GoBack
from warcouncil.protocol.acts.room_acts import Approve, Reseat, Withdraw
from warcouncil.protocol.sentences.sentence import say, sentence
from warcouncil.protocol.wire.replies import RefusalCode
from warcouncil.protocol.wire.requests import Rule


@dataclass(frozen=True, slots=True)
class WaitingRuling:
    """A grave ruling that waits for a second umpire: the key of the first umpire, and the request."""

    key: str
    body: Rule


class Seconds:
    """The grave rulings that wait for a second umpire, if the exercise requires two (`wanted`)."""

    def __init__(self, *, wanted: bool = False) -> None:
        self.wanted = wanted
        self.waiting: dict[int, WaitingRuling] = {}
        self._count = 0

    def ask(self, key: str, body: Rule) -> int:
        """Keep a ruling until a second umpire approves it. Return its number."""
        self._count += 1
        self.waiting[self._count] = WaitingRuling(key, body)
        return self._count

    def asked(self, key: str, act: Approve | Withdraw, roster: Roster) -> WaitingRuling:
        """Return the ruling that an umpire approves or takes back. No umpire approves their own ruling. Raises
        Refused."""
        asked = self.waiting.get(act.number)
        if asked is None:
            raise Refused(RefusalCode.NO_SUCH, sentence("rulings.no_waiting_ruling"))
        if isinstance(act, Approve) and roster.same_person(asked.key, key):
            raise Refused(
                RefusalCode.NOT_ALLOWED,
                sentence("rulings.own_ruling"),
            )
        return asked

    def settle(self, number: int) -> None:
        """Remove a ruling that was approved or taken back."""
        del self.waiting[number]


def asked_for(act: Act) -> str:
    """Return the ruling that a second umpire is asked to approve."""
    match act:
        case Fiat():
            return say("warnings.to_rule", text=act.text)
        case GoBack():
            return say("warnings.to_go_back", to=act.to)
        case EndGame():
            if act.winners:
                return say("warnings.to_end_won", winners=listed(act.winners), text=act.text)
            return say("warnings.to_end_draw", text=act.text)
        case Reseat():
            return say("warnings.to_move", seat=act.seat, to_seat=act.to_seat, to_table=act.to_table)
        case Amend():
            return say("warnings.to_amend")
        case _:
            raise AssertionError(f"{act.act} is not grave")
