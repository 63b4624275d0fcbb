"""The verdict: how the game ended."""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.seat import tone
from warcouncil.clients.widgets.ink import Lines, ink, inset
from warcouncil.clients.widgets.wording import listed
from warcouncil.protocol.views import Ended
from warcouncil.protocol.words import clean


def ended_lines(ended: Ended, width: int) -> Lines:
    """Say how the game ended."""
    outcome = {True: "You won.", False: "You lost.", None: "It is a draw." if not ended.winners else ""}[
        ended.won
    ]
    lines = [Content.styled(f" THE GAME IS OVER {f'· {outcome}' if outcome else ''}", tone.STRONG)]
    lines += inset(ink(f"{clean(ended.reason)}.").wrap(width - 2))
    if ended.winners:
        lines += inset(
            ink(f"Won by {listed(clean(name) for name in ended.winners)}.", tone.STRONG).wrap(width - 2)
        )
    for score in ended.scores:
        values = ", ".join(f"{clean(side)} {value}" for side, value in score.of)
        lines += inset(ink(f"{clean(score.label)}: {values}").wrap(width - 2))
    return lines
