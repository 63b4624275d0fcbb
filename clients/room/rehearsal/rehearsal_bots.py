"""RehearsalBots: how long each seat of a rehearsal thinks, and its answers.

The same seed gives the same results.
"""

from __future__ import annotations

from collections.abc import Iterator

from warcouncil.arbiter.core.table.table import Table
from warcouncil.clients.room.rehearsal.verdict import Place
from warcouncil.games.kit.answers import fill
from warcouncil.games.kit.bot import Bot
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.play.play import seed_of
from warcouncil.games.registry import bot_for
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.words import SeatId

BOT_MS = 1000


class RehearsalBots:
    """The players of a rehearsal. `pace_ms`: how long a person thinks on average."""

    def __init__(self, seed: str, pace_ms: int) -> None:
        self._dice = Dice(seed_of(seed), "rehearsal")
        self._pace_ms = pace_ms
        self._bots: dict[Place, Bot] = {}

    def thinks_ms(self, table: Table, seat: SeatId) -> int:
        """Return how long a seat thinks. A person takes from half to one and a half times the average."""
        if seat in table.bots or not self._pace_ms:
            return min(BOT_MS, self._pace_ms)
        dice = self._dice.stream("pace", table.number, seat, table.gate)
        return dice.between(self._pace_ms // 2, self._pace_ms * 3 // 2)

    def answers(self, table: Table, seat: SeatId) -> Iterator[Answer]:
        """Yield a seat's answer to the present question, then another answer in case the first one is refused."""
        form = table.game.form(table.state, seat)
        bot = self._bot(table, seat)
        yield bot.play(table.game.sheet(table.state, seat), form)
        yield fill(form, bot.dice.stream("again", table.gate))

    def _bot(self, table: Table, seat: SeatId) -> Bot:
        place = table.number, seat
        if place not in self._bots:
            dice = self._dice.stream("bot", *place)
            self._bots[place] = bot_for(table.game.name)(seat, table.seats[seat].team, dice)
        return self._bots[place]
