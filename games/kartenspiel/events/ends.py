"""The events at the end of a turn: broken lines, night, and the end of the battle."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.kartenspiel.roles import ROMAN, TITLE
from warcouncil.games.kartenspiel.state import Force, spoken
from warcouncil.games.kartenspiel.wording import say
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public
from warcouncil.games.kit.text.phrases import listed
from warcouncil.protocol.table.scenes import PostChange, Scene


@dataclass(frozen=True, slots=True)
class LineBroken(Event):
    """4. The line of a side broke: these corps fought and had no division left."""

    seen_by = EVERYONE
    team: Public[str]
    corps: Public[tuple[int, ...]]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return where the line broke."""
        corps = listed([ROMAN[k - 1] for k in known["corps"]])
        return say("events.broke", side=TITLE[known["team"]], corps=corps)

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that shows the broken line."""
        team = known["team"]
        return Scene(
            title=say("events.scene_broke"),
            changes=tuple(PostChange(team=team, post=ROMAN[k - 1], broken=True) for k in known["corps"]),
        )


@dataclass(frozen=True, slots=True)
class NightFell(Event):
    """6. Every corps defended. Night fell, all divisions went back to reserve, and some lost divisions rallied."""

    seen_by = EVERYONE
    day: Public[int]
    red: Public[Force]
    black: Public[Force]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return the sentence which says that night fell, and how many divisions rallied."""
        return say("events.night", day=known["day"], red=spoken(known["red"]), black=spoken(known["black"]))


@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    """4. The battle ended. `winner` is a team, or "" for a draw."""

    seen_by = EVERYONE
    winner: Public[str]
    reason: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which side won, and why."""
        if not known["winner"]:
            return say("events.drawn", reason=known["reason"])
        return say("events.won", reason=known["reason"], side=TITLE[known["winner"]])
