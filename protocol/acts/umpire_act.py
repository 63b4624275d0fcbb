"""What an act of an umpire can be: what each kind says of itself, and everybody else asks it for."""

from __future__ import annotations

from typing import ClassVar

from warcouncil.protocol.words import Model


class UmpireAct(Model):
    """What every act says of itself."""

    act: str
    grave: ClassVar[bool] = False
    """It weighs much: where the exercise wants two umpires, it waits for the second."""
    technical: ClassVar[bool] = False
    """The technical role may do it: it touches no game."""
    one_seat: ClassVar[bool] = False
    """It is done to one seat, its `seat`."""
    of_people: ClassVar[bool] = False
    """It changes who holds what. People belong to the exercise and not to a table: no resume may pass it over."""
    room_wide: ClassVar[bool] = False
    """It concerns no one table: it may be asked for at table 0, and no resume may pass it over."""
    after_the_end: ClassVar[bool] = False
    """It means something at a table whose game is over; else a console leaves that table out."""

    @classmethod
    def word(cls) -> str:
        """Give the word that names it in a message."""
        word: str = cls.model_fields["act"].default
        return word
