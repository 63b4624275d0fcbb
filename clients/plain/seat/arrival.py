"""Arrival: the first lines at a seat. They name the seat, and show the briefing before the first question."""

from __future__ import annotations

from warcouncil.clients.plain.base.rules import briefing_lines
from warcouncil.clients.seat.model.desk import Desk
from warcouncil.clients.wording.saying import say

BRIEFING_MS = 3000
"""How long the first question waits for the briefing."""


class Arrival:
    """The first lines for a player who sits down."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._sat_ms = 0
        self._is_briefed = False

    def sat_down(self, now_ms: int) -> list[str]:
        """Return the lines that name the seat."""
        self._sat_ms, self._is_briefed = now_ms, False
        welcome = self._desk.welcome
        assert welcome is not None
        seat, person, game, table = welcome.seat_title, welcome.person, welcome.game_title, welcome.table
        who = (
            say("plain.you_are_person", person=person, seat=seat, game=game, n=table)
            if person
            else say("plain.you_are", seat=seat, game=game, n=table)
        )
        return [
            f"seat: {who}",
            f"seat: {welcome.duty}" if welcome.duty else "",
            f"seat: {say('plain.help_says')}",
        ]

    def briefed(self) -> list[str]:
        """Return the briefing once, when it has come. If the table has not begun, also return how it will
        begin.

        The duty of the seat was printed when the player sat down.
        """
        desk = self._desk
        if desk.rules is None or self._is_briefed:
            return []
        self._is_briefed = True
        duty = f"briefing: {desk.welcome.duty}" if desk.welcome is not None else ""
        lines = [line for line in briefing_lines(desk.rules.briefing) if line != duty]
        if desk.company is not None and desk.company.begins == "ready":
            lines.append(f"briefing: {say('plain.write_ready')}")
        return lines

    def waits(self, now_ms: int) -> bool:
        """Return whether the briefing is still on its way, and the question should wait for it."""
        return not self._is_briefed and now_ms - self._sat_ms < BRIEFING_MS
