"""The base class of an umpire's acts. Each kind of act declares its properties here and nowhere else."""

from __future__ import annotations

from typing import ClassVar

from warcouncil.protocol.words import Model


class UmpireAct(Model):
    """The properties that every act has."""

    act: str
    grave: ClassVar[bool] = False
    """Whether the act is grave. It waits for a second umpire if the exercise requires two."""
    technical: ClassVar[bool] = False
    """Whether the technical role may do it, because it changes no game."""
    one_seat: ClassVar[bool] = False
    """Whether it concerns one seat, its `seat`."""
    of_people: ClassVar[bool] = False
    """Whether it changes which person has which place. People belong to the exercise and not to a table, so no resume
    may skip such an act.
    """
    room_wide: ClassVar[bool] = False
    """Whether it concerns no single table. It may be requested at table 0, and no resume may skip it."""
    after_the_end: ClassVar[bool] = False
    """Whether it also has an effect at a table whose game is over. For other acts, consoles leave such a table out."""

    @classmethod
    def word(cls) -> str:
        """Return the word that names the act in a message."""
        word: str = cls.model_fields["act"].default
        return word
