"""Hints: the answer that a game's sensible bot would make for a seat, for a client that has no bots.

A hint is made from the sheet and the form of its seat. Its random numbers do not come from the table. A hint changes
nothing and is not journalled.
"""

from __future__ import annotations

from warcouncil.arbiter.core.table.table import Table
from warcouncil.arbiter.core.views import seat_view
from warcouncil.arbiter.core.words.outcome import Refused, RulesFault, attempt
from warcouncil.games import registry
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.sentences.sentence import sentence
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.wire.replies import Hint, RefusalCode
from warcouncil.protocol.wire.requests import AskHint

SEED_BYTES_MIN = 16


def hint(table: Table, seat: Seat, request: AskHint, token: str, *, allowed: bool) -> Hint:
    """Return the answer that a bot would make. The same id in one session (`token`) gives the same answer. Raises
    Refused."""
    if not allowed:
        raise Refused(RefusalCode.NO_SUCH, sentence("refusals.no_suggestions"))
    if request.gate != table.gate:
        raise Refused(RefusalCode.STALE, sentence("refusals.question_closed"))
    if seat.id in table.bots:
        raise Refused(RefusalCode.NOT_DRIVER, sentence("refusals.bot_plays_yours"))
    if seat.id not in table.now.playing().asked:
        raise Refused(RefusalCode.NOT_ASKED, sentence("refusals.not_asked"))
    dice = Dice(token.encode().ljust(SEED_BYTES_MIN), table.number, seat.id, request.id)
    answer = attempt(lambda: _answer(table, seat, dice))
    if isinstance(answer, RulesFault):
        raise Refused(RefusalCode.NO_SUCH, sentence("refusals.no_suggestion"))
    return Hint(id=request.id, gate=request.gate, answer=answer)


def _answer(table: Table, seat: Seat, dice: Dice) -> Answer:
    bot = registry.bot_for(table.game.name)(seat.id, seat.team, dice)
    return bot.play(seat_view.sheet(table, seat.id), table.game.form(table.state, seat.id))
