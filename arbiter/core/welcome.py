"""The welcome: what a key is told first.

Chance is committed before it is drawn: everyone who joins is told the fingerprint of the table's seed.
"""

from __future__ import annotations

from warcouncil.arbiter.core.plan import TablePlan
from warcouncil.arbiter.core.sessions import Session
from warcouncil.arbiter.core.stimuli import Began
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.sides import named
from warcouncil.protocol import lots
from warcouncil.protocol.replies import Welcome


def commitment(exercise: str, plan: TablePlan) -> str:
    """Give the fingerprint of a table's seed, or of the host's part of it, as `Welcome.commitment` describes it. It is made of 32
    random bytes, so it tells nothing of them."""
    return lots.seed_print(exercise, plan.table, plan.seed)


def to_console(exercise: str, verify_key: str, session: Session) -> Welcome:
    """Give the welcome of a key that sits at no table."""
    return Welcome(exercise=exercise, role=session.holder.role, session=session.token, verify_key=verify_key)


def to_seat(plan: Began, verify_key: str, session: Session, table: Table, *, person: str) -> Welcome:
    """Give the welcome of a key that sits at a table."""
    seat = table.seats[session.holder.seat]
    return Welcome(
        exercise=plan.exercise,
        role=session.holder.role,
        session=session.token,
        table=table.number,
        seat=seat.id,
        team=seat.team,
        seat_title=seat.title,
        team_title=named(seat.team),
        duty=seat.duty,
        game=table.game.name,
        game_title=table.cover.title,
        designer=table.cover.designer,
        summary=table.cover.summary,
        person=person,
        hints=plan.hints,
        crews=plan.crews,
        chance=plan.chance,
        commitment=commitment(plan.exercise, table.plan),
        verify_key=verify_key,
    )
