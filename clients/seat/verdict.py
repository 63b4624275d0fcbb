"""The verdict: how the game ended, in the board's place once everything has been told that led to it."""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.seat import tone
from warcouncil.clients.seat.deeds import Deeds
from warcouncil.clients.widgets.ink import Lines, fit, flow, ink, join, rule
from warcouncil.clients.widgets.wording import listed
from warcouncil.protocol.views import Ended
from warcouncil.protocol.words import clean

MARGIN = 3
LAST_TURN = "The last of it is being told. Space goes on, Esc ends it."


def outcome(ended: Ended) -> str:
    """Say what the end is for the reader: a draw is one for everybody."""
    if not ended.winners:
        return "A draw."
    return {True: "You won.", False: "You lost.", None: ""}[ended.won]


def headline(ended: Ended) -> str:
    """Say who won, or that nobody did."""
    if not ended.winners:
        return "A DRAW"
    wins = "WINS" if len(ended.winners) == 1 else "WIN"
    return f"{listed(clean(name) for name in ended.winners).upper()} {wins}"


def ended_lines(ended: Ended, width: int, *, again: bool) -> Lines:
    """Say under the board that the game is over, and what may be done now. `again`: another may be played at once."""
    words = " ".join(filter(None, ("The game is over.", outcome(ended))))
    ways = [("Esc", "the board or the verdict"), ("F3", "the story"), ("S", "saves it")]
    if again:
        ways.insert(0, ("Enter", "plays again"))
    pieces = [Content.assemble((key, tone.KEY), f" {does}") for key, does in ways]
    return [Content(" ") + ink(words, tone.STRONG), fit(Content(" ") + join(*pieces, gap="   "), width)]


def verdict_lines(ended: Ended, deeds: Deeds, width: int, height: int) -> Lines:
    """Draw who won, why, what was counted, and what the reader did."""
    inner = max(20, width - 2 * MARGIN)
    body: Lines = [rule(headline(ended), inner, "═", tone.STRONG), Content()]
    mine = outcome(ended)
    if mine and ended.winners:
        body += [fit(ink(f" {mine} ", tone.SEAL), inner, "center"), Content()]
    body += [fit(line, inner, "center") for line in ink(f"{clean(ended.reason)}.", tone.STRONG).wrap(inner)]
    body.append(Content())
    for score in ended.scores:
        values = [join(ink(side), ink(str(value), tone.STRONG), gap=" ") for side, value in score.of]
        counted = [[join(ink(score.label, tone.QUIET), *values, gap="   ")]]
        body += [fit(line, inner, "center") for line in flow(counted, inner)]
    if ended.turns:
        turns = join(ink(ended.turns_are, tone.QUIET), ink(str(ended.turns), tone.STRONG), gap="   ")
        body.append(fit(turns, inner, "center"))
    if deeds.words:
        body += [Content(), fit(ink(f"your orders: {deeds.words}", tone.QUIET), inner, "center")]
    body += [Content(), Content.styled("═" * inner, tone.STRONG)]
    above = max(0, (height - len(body)) // 3)
    return [*[Content()] * above, *(Content(" " * MARGIN) + line for line in body)]
