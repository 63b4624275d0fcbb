"""The phases of a turn, in the order of the rulebook."""

from __future__ import annotations

from warcouncil.games.kartenspiel.phases.charge import Charge, ConfusedCharge
from warcouncil.games.kartenspiel.phases.declaration import ConfusedOrders, Declaration
from warcouncil.games.kartenspiel.phases.losses import Losses
from warcouncil.games.kartenspiel.phases.redeployment import Redeployment

PHASES = (Redeployment(), Declaration(), ConfusedOrders(), Charge(), ConfusedCharge(), Losses())
"""The phases of 3.1, 3.2 with the phase after a missing order, and the parts of 3.3 that ask a seat."""
