"""Makes the message of an act from what stands in the boxes."""

from __future__ import annotations

from warcouncil.clients.umpire.acts import Aim
from warcouncil.clients.umpire.board import Board
from warcouncil.clients.umpire.manners import Kind
from warcouncil.clients.umpire.phrases import seat_name
from warcouncil.clients.umpire.seconds import BadSeconds, parse_seconds
from warcouncil.protocol.acts import (
    Act,
    Answered,
    Approve,
    DeclareFor,
    EndGame,
    EndNow,
    Extend,
    Fiat,
    GiveBack,
    GiveToBot,
    GoBack,
    Hold,
    Lockstep,
    Note,
    Pause,
    Reissue,
    Release,
    Remove,
    Reseat,
    Resume,
    SetClock,
    Tell,
    Void,
    Withdraw,
)
from warcouncil.protocol.words import GateNo, SeatId, TableId, clean

NO_WORDS = "Write what they shall read."


class BadBox(Exception):
    """What stands in a box is no good. `box` names it; the text says how to mend it."""

    def __init__(self, box: str, text: str) -> None:
        super().__init__(text)
        self.box = box


def make_act(board: Board, aim: Aim, amount: str, words: str) -> Act:
    """Make the act. Raises BadBox."""
    if aim.manner.words:
        return _spoken(aim, clean(words))
    if aim.manner.amount:
        return _measured(board, aim, amount)
    if aim.manner.seat:
        return _seated(aim)
    if aim.kind is Kind.LOCKSTEP:
        kept = tuple(phase for phase in board.lockstep if phase != aim.phase)
        return Lockstep(phases=kept if aim.phase in board.lockstep else (*kept, aim.phase))
    plain: dict[Kind, Act] = {
        Kind.PAUSE: Pause(),
        Kind.RESUME: Resume(),
        Kind.END_NOW: EndNow(),
        Kind.HOLD: Hold(),
        Kind.RELEASE: Release(),
        Kind.APPROVE: Approve(number=aim.number),
        Kind.WITHDRAW: Withdraw(number=aim.number),
    }
    return plain[aim.kind]


def _spoken(aim: Aim, text: str) -> Act:
    if not text:
        raise BadBox("words", NO_WORDS)
    spoken: dict[Kind, Act] = {
        Kind.TELL: Tell(seat=aim.seat, team=aim.team, text=text, reply=aim.reply),
        Kind.ANSWERED: Answered(call=aim.number, text=text),
        Kind.NOTE: Note(text=text),
        Kind.FIAT: Fiat(text=text),
        Kind.END_GAME: EndGame(winners=aim.winners, text=text),
    }
    return spoken[aim.kind]


def _seated(aim: Aim) -> Act:
    seated: dict[Kind, Act] = {
        Kind.VOID: Void(seat=aim.seat),
        Kind.GIVE_TO_BOT: GiveToBot(seat=aim.seat),
        Kind.GIVE_BACK: GiveBack(seat=aim.seat),
        Kind.REISSUE: Reissue(seat=aim.seat),
        Kind.DECLARE_FOR: DeclareFor(seat=aim.seat, answer=aim.answer),
        Kind.REMOVE: Remove(seat=aim.seat, keep=aim.keep),
    }
    return seated[aim.kind]


def _measured(board: Board, aim: Aim, amount: str) -> Act:
    if aim.kind is Kind.GO_BACK:
        return GoBack(to=_earlier(board, aim, amount))
    if aim.kind is Kind.RESEAT:
        table, seat = _place(board, amount)
        return Reseat(seat=aim.seat, to_table=table, to_seat=seat)
    try:
        seconds = parse_seconds(amount)
    except BadSeconds as bad:
        raise BadBox("amount", str(bad)) from None
    if aim.kind is Kind.EXTEND:
        return Extend(seconds=seconds)
    if seconds < 0:
        raise BadBox("amount", "A clock cannot have less than no time.")
    return SetClock(phase=aim.phase, seconds=seconds)


def _earlier(board: Board, aim: Aim, amount: str) -> GateNo:
    latest = min(aim.touched(board).values(), default=GateNo(1)) - 1
    if not amount.strip().isdecimal() or not 1 <= int(amount) <= latest:
        raise BadBox("amount", f"Write the number of an earlier question: 1 to {latest}.")
    return GateNo(int(amount))


def _place(board: Board, text: str) -> tuple[TableId, SeatId]:
    number, _, name = clean(text).strip().partition(" ")
    now = board.tables.get(TableId(int(number))) if number.isdecimal() else None
    if now is None:
        raise BadBox("amount", "Begin with the number of a table, then the seat: 7 red corps II.")
    wanted = name.strip().lower()
    exact = [seat for seat in now.status.seats if wanted in (str(seat.seat).lower(), seat_name(seat).lower())]
    found = exact or [seat for seat in now.status.seats if wanted and wanted in seat_name(seat).lower()]
    if len(found) != 1:
        names = ", ".join(seat_name(seat) for seat in (found or now.status.seats))
        raise BadBox("amount", f"Which seat? {names}."[:300])
    return now.status.table, found[0].seat
