"""A person at a seat of a demo, in the terminal: with the whole screen, or in plain lines."""

from __future__ import annotations

import sys

from warcouncil.clients.commands.at_work import say_lines
from warcouncil.clients.commands.polite import last_words, say_left
from warcouncil.clients.link.keyring import stories
from warcouncil.clients.link.link import Link
from warcouncil.clients.room.hints import hints_from
from warcouncil.games.kit.dice import Dice

LEAVING = "The demo ends with you."
GOODBYE = "Good-bye: the demo has ended with you."
NOT_KEPT = "Its story was not kept; at the seat {key} saves it in {folder}"


async def at_seat(line: Link, dice: Dice) -> bool:
    """Open the seat's screen, until it is left; tell whether another game is wanted. `dice` makes hints."""
    from warcouncil.clients.seat.model.kept_files import Keeping
    from warcouncil.clients.seat.screen.app import SeatApp
    from warcouncil.clients.widgets.settings import Remembered, settings_file
    from warcouncil.clients.widgets.shown import shown

    app = SeatApp(
        line,
        kept=Remembered(settings_file()),
        leaving=LEAVING,
        suggest=hints_from(dice),
        keeping=Keeping(stories=stories()),
        plays_again=True,
    )
    await shown(app, line.leave)
    left = app.left_behind()
    if not app.again:
        left = parting(left, app.own_keys.of("save-story", "Ctrl+S"))
    say_left(left)
    return app.again


def parting(left: list[str], key: str) -> list[str]:
    """Say good-bye, and what was left on this machine, or by which key something might have been."""
    return [GOODBYE, *(left or [NOT_KEPT.format(key=key, folder=stories())])]


async def in_lines(line: Link, dice: Dice) -> int:
    """Let the person sit there in plain lines; give the exit status. `dice` makes hints."""
    from warcouncil.clients.link.machine import new_id
    from warcouncil.clients.plain.seat import PlainSeat
    from warcouncil.clients.seat.model.kept_files import Keeping

    keeping = Keeping(stories=stories())
    seat = PlainSeat(
        new_id,
        guarded=sys.stdin.isatty(),
        leaving=LEAVING,
        suggest=hints_from(dice),
        keeping=keeping,
    )
    status = await say_lines(line, seat)
    if not keeping.left_behind(seat.desk):
        last_words(NOT_KEPT.format(key="/save", folder=stories()))
    return status
