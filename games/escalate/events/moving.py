"""RowsMoved: the base of every event that changes the table of the players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema
from warcouncil.games.escalate.standing import Standing
from warcouncil.games.kit.events import EVERYONE, Event, Public


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsMoved(Event):
    """An event that changed rows of the table of the players.

    `standings` has the rows that changed. Every event must set it, even to no rows.
    """

    seen_by = EVERYONE
    standings: Public[tuple[Standing, ...]]

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Return a schema that also reads records of `rules_version` 2, which have no rows."""
        return core_schema.no_info_before_validator_function(_with_rows, handler(source))


def _with_rows(record: dict[str, Any]) -> dict[str, Any]:
    return {"standings": (), **record}
