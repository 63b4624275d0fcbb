"""The beginning of each Incident: timed negotiation among the survivors, if the options open it, and then the calls."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.escalate.state import NOBODY, EscalateState, may_launch_now
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.negotiation import Negotiation, TalkWindow


def talk_now(state: EscalateState) -> TalkWindow:
    """Return the talk of the survivors. A seat that was knocked out is not in any channel."""
    channels = (
        replace(channel, members=tuple(seat for seat in channel.members if seat in state.alive))
        for channel in state.talk.channels
    )
    several = tuple(channel for channel in channels if len(channel.members) > 1)
    return replace(state.talk, channels=several, seats=state.alive)


def before_opening(state: EscalateState) -> EscalateState:
    """Return the state at the beginning of the next Incident: at the negotiation, if there is one, or at the calls."""
    fresh = replace(state, calls=(), circles=0, turn=state.lead)
    return replace(fresh, step="negotiation") if talk_now(state).opens else _first_call(fresh)


def _first_call(state: EscalateState) -> EscalateState:
    """Ask the lead player for a call. If all may launch at any time, ask them for a launch first."""
    if may_launch_now(state):
        return replace(state, step="launching", turn=NOBODY)
    return replace(state, step="opening")


class SurvivorsTalk(Negotiation[EscalateState]):
    """T. (option talk) Before each opening the survivors may talk for a while."""

    rule = "T"

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("phases.talk")

    def title(self, state: EscalateState) -> str:
        """Return what the players read above the question."""
        return say("phases.title_talk", incident=state.incident)

    def talk(self, state: EscalateState) -> TalkWindow:
        """Return the talk of the survivors."""
        return talk_now(state)

    def onward(self, state: EscalateState) -> EscalateState:
        """Return the state at the first call."""
        return _first_call(state)
