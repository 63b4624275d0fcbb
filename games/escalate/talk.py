"""How each Incident begins: timed negotiation among those who survive, if the options open it, and then the calls."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.escalate.state import NOBODY, EscalateState, may_launch_now
from warcouncil.games.kit.negotiation import Negotiation, TalkWindow


def talk_now(state: EscalateState) -> TalkWindow:
    """Give the window for the survivors: nobody talks with a seat that was knocked out."""
    channels = (
        replace(channel, members=tuple(seat for seat in channel.members if seat in state.alive))
        for channel in state.talk.channels
    )
    several = tuple(channel for channel in channels if len(channel.members) > 1)
    return replace(state.talk, channels=several, seats=state.alive)


def before_opening(state: EscalateState) -> EscalateState:
    """Give the state as the next Incident begins: at the talk, if there is any, or where the calls begin."""
    fresh = replace(state, calls=(), circles=0, turn=state.lead)
    return replace(fresh, step="negotiation") if talk_now(state).opens else _first_call(fresh)


def _first_call(state: EscalateState) -> EscalateState:
    """Ask the lead player for his call or, where anyone may launch at any moment, everyone for a launch first."""
    if may_launch_now(state):
        return replace(state, step="launching", turn=NOBODY)
    return replace(state, step="opening")


class SurvivorsTalk(Negotiation[EscalateState]):
    """T. (option talk) Before each opening the survivors may talk for a while."""

    rule = "T"
    text = (
        "Before the next Incident is opened, the survivors may talk on the open channels and, if the umpire allows it, "
        "put written proposals to each other. Nothing that is agreed binds anyone. Then the lead player is asked first."
    )

    def title(self, state: EscalateState) -> str:
        """Give what the players read above the question."""
        return f"Incident {state.incident} · Negotiation"

    def talk(self, state: EscalateState) -> TalkWindow:
        """Give the window for the survivors."""
        return talk_now(state)

    def onward(self, state: EscalateState) -> EscalateState:
        """Go on to the calls."""
        return _first_call(state)
