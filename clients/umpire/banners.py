"""What stands above and below every screen of the console: that the link is not up, and what became of the last order."""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.link.line import LinkState
from warcouncil.clients.umpire import tone
from warcouncil.clients.umpire.console import Console
from warcouncil.clients.umpire.wing import Wing
from warcouncil.clients.widgets.ink import Lines, whole_rows
from warcouncil.clients.widgets.ownkeys import SAME, OwnKeys
from warcouncil.protocol.words import clean

LINK_ROWS_MAX = 2
LAST_ROWS_MAX = 2


def link_lines(console: Console, width: int, own: OwnKeys = SAME) -> Lines:
    """Draw the banner that stands there while the link is not up."""
    link = console.board.link
    if console.board.several:
        return [line for wing in console.board.away for line in _away_lines(wing, width, own)]
    if link.state is LinkState.UP:
        return []
    if link.state is LinkState.ENDED:
        leave, again = own.of("leave", "Ctrl+Q"), own.of("again", "Ctrl+R")
        text = f" {clean(link.text)} You may leave: {leave}. {again} looks again."
    else:
        down = "LINK DOWN · what you see may be old, and no new order is taken"
        what = down if link.state is LinkState.DOWN else "LINK SHUT for good"
        text = f" {what}{f' · {clean(link.text)}' if link.text else ''}"
    return whole_rows(Content.styled(text, tone.ALARM), width, LINK_ROWS_MAX)


def _away_lines(wing: Wing, width: int, own: OwnKeys) -> Lines:
    """Draw why a wing is away, in a row: what that means stands among the alarms."""
    again = f" {own.of('again', 'Ctrl+R')} looks again." if wing.link.state is LinkState.ENDED else ""
    text = "It is sought again by itself." if not wing.over else clean(wing.link.text)
    said = f" {wing.called.upper()} IS AWAY · {text}{again}"
    return whole_rows(Content.styled(said, tone.ALARM), width, 1)


def last_lines(console: Console, width: int) -> Lines:
    """Draw what became of the last order, or why the last key did nothing: in two rows at most."""
    text, fate = console.last_order()
    if not text:
        return [Content()]
    if fate is None:
        return whole_rows(Content.styled(f" {text}", tone.WARN), width, LAST_ROWS_MAX)
    line = Content.styled(f" {tone.FATE_SIGNS[fate]} {text}", tone.FATE_TONES[fate])
    return whole_rows(line, width, LAST_ROWS_MAX)
