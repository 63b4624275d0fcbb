"""The events at the end of a turn: broken lines, night, and the end of the battle."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.kartenspiel.events.words import (
    TITLE,
    listed,
)
from warcouncil.games.kartenspiel.roles import ROMAN
from warcouncil.games.kartenspiel.state import Force, words
from warcouncil.games.kit.events import EVERYONE, Event, Known, Public
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
        return (
            f"{TITLE[known['team']]}'s line broke at corps {listed([ROMAN[k - 1] for k in known['corps']])}."
        )

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Return the scene that shows the broken line."""
        team = known["team"]
        return Scene(
            title="The line breaks",
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
        """Return that night fell, and what rallied."""
        rallied = f"Red rallied {words(known['red'])}, Black {words(known['black'])}"
        return f"Night fell on day {known['day']}; all divisions went back to reserve; {rallied}."


@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    """4. The battle was over. `winner` is a team, or "" for a draw."""

    seen_by = EVERYONE
    winner: Public[str]
    reason: Public[str]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Return which side won, and why."""
        end = f"{TITLE[known['winner']]} won the battle" if known["winner"] else "the battle was drawn"
        return f"{known['reason']}: {end}."
