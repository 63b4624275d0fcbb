"""What may be shown of a table, part by part: its clock, a sheet, the end, a team, its channels.

Law: a part that is made for a seat holds what that seat may see. `truth` alone is for nobody before all is laid open.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from warcouncil.arbiter.core.draw import UNDEALT
from warcouncil.arbiter.core.sessions import Sessions
from warcouncil.arbiter.core.stops import Stop
from warcouncil.arbiter.core.table import Table
from warcouncil.games.kit.game import Finish, Phase
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.sides import named
from warcouncil.protocol import wire
from warcouncil.protocol.penning import Pen
from warcouncil.protocol.sheets import Prose, Sheet
from warcouncil.protocol.views import ChannelView, ClockView, Ended, Mate, Score
from warcouncil.protocol.words import SeatId

DECREES_SHOWN_MAX = 5
PAUSED = "The umpire has paused the clock."
"""What players read. The umpire's reason may hold what they must not know."""
LAID_OPEN = "Everything lies open."
NOT_BEGUN = "The game has not begun yet."
NOT_DEALT = Sheet(
    headline="Nothing is dealt yet.",
    elements=(
        Prose(
            title="Chance",
            text="The chance of this table is made by the host and all who sit here, when the game begins.",
        ),
    ),
)
"""What everybody sees of a table, umpires too, before its draw: it has no position."""


def paused(table: Table) -> str:
    """Say to players why the clock stands, "" if it runs."""
    stops = table.now.stops
    if Stop.UNBEGUN in stops:
        return NOT_BEGUN
    return PAUSED if Stop.PAUSED in stops else ""


def clock_view(table: Table, at: int) -> ClockView | None:
    """Give the table's clock; None when the game is over."""
    clock = table.now.clock
    return clock.view(at) if clock else None


def sheet(table: Table, seat: SeatId | None) -> Sheet:
    """Give a seat's sheet (None: the public one), with the umpire's rulings on top; when all is laid open, the truth."""
    if table.laid_open:
        open_to_all = truth(table)
        return open_to_all.model_copy(update={"headline": f"{LAID_OPEN} {open_to_all.headline}".strip()})
    return _finished(table, _own_sheet(table, seat))


def sheet_json(table: Table, seat: SeatId | None, pen: Pen) -> bytes:
    """Give the JSON of the same: what the table adds is written into it, not into a copy of it."""
    if table.laid_open:
        return pen.sheet(sheet(table, seat))
    return pen.sheet(_own_sheet(table, seat), above=_above(table), sides=table.sides)


def truth(table: Table) -> Sheet:
    """Give all that is so at a table, with the umpire's rulings on top. No seat's frame is made of it before all is laid open."""
    return _finished(table, NOT_DEALT if table.now.phase is UNDEALT else table.game.truth(table.state))


def _own_sheet(table: Table, seat: SeatId | None) -> Sheet:
    return NOT_DEALT if table.now.phase is UNDEALT else table.game.sheet(table.state, seat)


def _finished(table: Table, own: Sheet) -> Sheet:
    """Give a sheet with what the table adds to it: the badges of its sides, and what stands on top."""
    return own.model_copy(update={"sides": table.sides, "elements": (*_above(table), *own.elements)})


def _above(table: Table) -> tuple[Prose, ...]:
    """Give what stands on top of every sheet: the umpire's rulings."""
    decrees = table.story.decrees[-DECREES_SHOWN_MAX:]
    return (Prose(title="Ruling of the umpire", text="\n".join(decrees)),) if decrees else ()


def rulings_bytes(table: Table) -> int:
    """Give how much longer the umpire's rulings make every sheet; 0: there are none."""
    return sum(len(wire.dump(each)) + 1 for each in _above(table))


def mates(table: Table, seat: Seat, sessions: Sessions) -> tuple[Mate, ...]:
    """Give the seat's own team: who is linked."""
    team = [mate for mate in table.seats.values() if mate.team == seat.team]
    heard = sessions.heard(table.number, [mate.id for mate in team])
    bots = table.bots
    return tuple([_mate(mate.id, mate.title, heard[mate.id].linked, mate.id in bots) for mate in team])


@lru_cache(maxsize=4096)
def _mate(seat: SeatId, title: str, linked: bool, bot: bool) -> Mate:
    return Mate(seat=seat, title=title, linked=linked, bot=bot)


def ended(table: Table, seat: Seat) -> Ended:
    """Give the end of the game as a seat reads it; the public seat is a bystander, and who is neutral has lost nothing."""
    finish = table.phase
    assert isinstance(finish, Finish)
    won = bool({seat.id, seat.team} & set(finish.winners))
    stands_by = not seat.id or not finish.winners or (seat.neutral and not won)
    names = {str(s.id): s.title for s in table.seats.values()} | {side.id: side.title for side in table.sides}
    standings = finish.standings
    return Ended(
        reason=finish.reason,
        winners=tuple(names.get(winner, named(winner)) for winner in finish.winners),
        won=None if stands_by else won,
        scores=tuple(
            Score(
                label=tally.label, of=tuple((names.get(side, named(side)), n) for side, n in tally.by.items())
            )
            for tally in standings.tallies
        ),
        turns=standings.turns,
        turns_are=standings.turns_are,
        laid_open=table.laid_open,
        sides=table.sides,
    )


def channels(table: Table, at: int, seat: SeatId | None) -> tuple[ChannelView, ...]:
    """Give the channels of the phase in which a seat may speak (None: all of them)."""
    phase = table.phase
    if not isinstance(phase, Phase):
        return ()
    return tuple(
        ChannelView(
            id=channel.id,
            title=channel.title,
            members=titles(table, channel.members),
            open=table.now.speakable(at),
            quiet_ms=round(phase.quiet_seconds * 1000),
        )
        for channel in phase.channels
        if seat is None or seat in channel.members
    )


def titles(table: Table, seats: Iterable[SeatId]) -> tuple[str, ...]:
    """Give what seats are called at their table."""
    return tuple(table.seats[seat].title for seat in seats)
