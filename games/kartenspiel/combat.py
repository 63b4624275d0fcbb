"""The arithmetic of one combat between two corps that face each other (3.3, steps 4 to 7)."""

from __future__ import annotations

from warcouncil.games.kartenspiel.state import Force


def total(force: Force, charges: bool | None) -> int:
    """3.3.4 Return the total of a corps. Each division counts one, and each cavalry division that charges counts
    two.
    """
    inf, cav = force
    return inf + cav * 2 if charges else inf + cav


def owes(side: int, sizes: tuple[int, int], attacks: tuple[bool, bool], totals: tuple[int, int]) -> int:
    """Return how many divisions a side must lose. `sizes` are the divisions present when the combat begins."""
    enemy, owed = 1 - side, 0
    # 3.3.5 One to a larger enemy that attacks, or two if its total is at least double.
    if attacks[enemy] and totals[enemy] > totals[side]:
        owed = 2 if totals[enemy] >= 2 * totals[side] else 1
    # 3.3.6 One more for attacking, unless the enemy began with fewer than two divisions.
    if attacks[side] and sizes[enemy] >= 2:
        owed += 1
    # 3.3.7 A corps never loses more divisions than it has.
    return owed if owed < sizes[side] else sizes[side]


def payments(force: Force, owed: int, charged: bool | None) -> tuple[int, int]:
    """3.3.7 Return the fewest and the most cavalry divisions with which a corps may pay `owed` divisions."""
    inf, cav = force
    most = owed if owed < cav else cav
    if charged:
        return most, most
    return (owed - inf if owed > inf else 0), most
