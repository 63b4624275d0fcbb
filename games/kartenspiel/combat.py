"""The arithmetic of one combat between two corps that face each other (3.3)."""

from __future__ import annotations

from warcouncil.games.kartenspiel.state import Force


def losses(mine: int, theirs: int, i_attack: bool, enemy_attacks: bool, enemy_divisions: int) -> int:
    """Give how many divisions a corps must lose, before the excess over what it has is ignored.

    One to a larger enemy who attacks, two if he counts at least double; and one more for attacking an enemy who
    began with two divisions or more.
    """
    outnumbered = 0
    if enemy_attacks and theirs > mine:
        outnumbered = 2 if theirs >= 2 * mine else 1
    return outnumbered + (1 if i_attack and enemy_divisions >= 2 else 0)


def payments(force: Force, owed: int, charged: bool | None) -> tuple[int, int]:
    """Give the fewest and the most cavalry divisions that a corps may give up to pay `owed` divisions."""
    inf, cav = force
    most = owed if owed < cav else cav
    if charged:
        return most, most
    return (owed - inf if owed > inf else 0), most
