"""The umpire's acts: what each is called, whom it touches, what it is refused for beforehand, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from clients.alarms import NO_SEAT
from clients.board import Board, TableNow
from clients.orders import Fate, Order
from clients.umpire.phrases import count, named, seat_name
from protocol.messages import (
    Answered,
    EndNow,
    Extend,
    GiveBack,
    GiveToBot,
    Pause,
    RefusalCode,
    Release,
    Resume,
    TableStatus,
    Tell,
    Void,
)
from protocol.words import GateNo, SeatId, TableId, TeamId, clean

ANY_GATE = GateNo(0)
NO_TEAM = TeamId("")


class Kind(StrEnum):
    """The kinds of acts. The values are those of the messages."""

    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    END_NOW = "end_now"
    VOID = "void"
    TELL = "tell"
    GIVE_TO_BOT = "give_to_bot"
    GIVE_BACK = "give_back"
    RELEASE = "release"
    ANSWERED = "answered"


@dataclass(frozen=True, slots=True)
class Manner:
    """How a kind of act is said and done.

    `bound`: it is meant for the question seen, and must not strike a later one. `ready`: the last reason stands in the
    box already, so that two keys do it; a graver act waits for a reason to be chosen.
    """

    ask: str
    done: str
    bound: bool
    ready: bool
    reasons: tuple[str, ...]
    means: str


MANNERS = {
    Kind.PAUSE: Manner(
        "Pause",
        "Paused",
        bound=False,
        ready=True,
        reasons=("A question about the rules", "A break", "A fault with a machine", "A word to the room"),
        means="The clock stops. Nobody can seal or speak until it goes on.",
    ),
    Kind.RESUME: Manner(
        "Resume",
        "Resumed",
        bound=True,
        ready=True,
        reasons=("All is settled", "The break is over"),
        means="The clock goes on with the time that was left.",
    ),
    Kind.EXTEND: Manner(
        "More or less time",
        "Moved the clock",
        bound=True,
        ready=True,
        reasons=("They need more time", "A fault with a machine", "Everyone is ready"),
        means="The clock of this question moves by so many seconds.",
    ),
    Kind.END_NOW: Manner(
        "End the question now",
        "Ended the question",
        bound=True,
        ready=False,
        reasons=("Everyone is ready", "We are short of time"),
        means="The question closes as if its clock had run out. Who has not answered is missing.",
    ),
    Kind.VOID: Manner(
        "Strike out a declaration",
        "Struck out the declaration",
        bound=True,
        ready=False,
        reasons=("Answered after time", "Declared against the rules", "Changed it in the open"),
        means="The declaration counts as missing, whatever this seat sends until the question closes.",
    ),
    Kind.TELL: Manner(
        "Say something",
        "Told",
        bound=False,
        ready=True,
        reasons=("A word to the players", "An answer for everyone", "An inject"),
        means="They read it at once, as the umpire's word.",
    ),
    Kind.GIVE_TO_BOT: Manner(
        "Give the seat to a bot",
        "Gave to a bot",
        bound=False,
        ready=True,
        reasons=("Nobody is there", "They had to leave", "Their machine failed"),
        means="A bot answers for this seat. Its holder keeps watching.",
    ),
    Kind.GIVE_BACK: Manner(
        "Give the seat back",
        "Gave back",
        bound=False,
        ready=True,
        reasons=("They are here again",),
        means="The seat's holder answers for it again.",
    ),
    Kind.RELEASE: Manner(
        "Let the table go on",
        "Let go on",
        bound=False,
        ready=False,
        reasons=("The fault is mended", "Go on and watch it closely"),
        means="The table was held after a fault. It goes on from where it stood.",
    ),
    Kind.ANSWERED: Manner(
        "Answer the call",
        "Answered the call",
        bound=False,
        ready=True,
        reasons=("They called",),
        means="The caller reads the answer, and the call leaves the queue.",
    ),
}

AnyAct = Pause | Resume | Extend | EndNow | Void | Tell | GiveToBot | GiveBack | Release | Answered

TOUCHES_SEAT = frozenset({Kind.VOID, Kind.GIVE_TO_BOT, Kind.GIVE_BACK})


def idle_because(kind: Kind, status: TableStatus, seat: SeatId) -> str:
    """Say why an act would do nothing at a table; "" when it would do something."""
    if status.ended and kind not in (Kind.TELL, Kind.ANSWERED):
        return "over"
    if kind is Kind.RELEASE:
        return "" if status.held else "not held"
    if status.held and kind in (Kind.PAUSE, Kind.RESUME, Kind.EXTEND, Kind.END_NOW):
        return "held after a fault"
    if kind is Kind.PAUSE:
        return "paused already" if status.paused else "" if status.clock else "no clock"
    if kind is Kind.RESUME:
        return "" if status.paused else "not paused"
    if kind in (Kind.EXTEND, Kind.END_NOW):
        return "" if status.clock else "no question is open"
    return _seat_idle(kind, status, seat) if kind in TOUCHES_SEAT else ""


def _seat_idle(kind: Kind, status: TableStatus, seat: SeatId) -> str:
    found = next((each for each in status.seats if each.seat == seat), None)
    if found is None:
        return "no such seat"
    if kind is Kind.VOID:
        return "struck out already" if found.voided else "" if found.asked else "not asked"
    if kind is Kind.GIVE_TO_BOT:
        return "a bot plays it already" if found.bot else ""
    return "" if found.bot else "no bot plays it"


@dataclass(frozen=True, slots=True)
class Aim:
    """What an umpire is about to do, and where: the tables as they stood when he began."""

    kind: Kind
    gates: dict[TableId, GateNo]
    seat: SeatId = NO_SEAT
    team: TeamId = NO_TEAM
    call: int = 0

    @property
    def manner(self) -> Manner:
        """How it is said and done."""
        return MANNERS[self.kind]

    def touched(self, board: Board) -> dict[TableId, GateNo]:
        """Give the tables where it would do something, each with the question that it is meant for."""
        bound = self.manner.bound
        return {
            table: gate if bound else ANY_GATE
            for table, gate in self.gates.items()
            if table in board.tables and not idle_because(self.kind, board.tables[table].status, self.seat)
        }

    def left_out(self, board: Board) -> dict[str, list[TableId]]:
        """Give the tables where it would do nothing, by reason."""
        found: dict[str, list[TableId]] = {}
        for table in self.gates:
            why = (
                idle_because(self.kind, board.tables[table].status, self.seat)
                if table in board.tables
                else "gone"
            )
            if why:
                found.setdefault(why, []).append(table)
        return found

    def moved_on(self, board: Board) -> tuple[TableId, ...]:
        """Give the tables that have gone on to another question since: the arbiter will refuse it there."""
        if not self.manner.bound:
            return ()
        return tuple(t for t, gate in self.touched(board).items() if board.tables[t].status.gate != gate)


def aim(board: Board, kind: Kind, tables: Iterable[TableId], seat: str = "", call: int = 0) -> Aim:
    """Aim an act at tables as they stand now."""
    gates = {table: board.tables[table].status.gate for table in tables if table in board.tables}
    return Aim(kind, gates, seat=SeatId(seat), call=call)


def whom(board: Board, aim: Aim) -> str:
    """Say whom an act touches: the tables and the people."""
    touched = aim.touched(board)
    if not touched:
        return "nobody: " + "; ".join(f"{named(tables)} {why}" for why, tables in aim.left_out(board).items())
    if aim.seat:
        return f"{_seat_words(board, aim.seat, touched)} at {named(touched)}"
    nows = [board.tables[table] for table in touched]
    if aim.team:
        return f"{str(aim.team).capitalize()} at {named(touched)} · {_people(nows, aim.team)}"
    every = "every table: " if len(touched) == len(board.tables) > 1 else ""
    return f"{every}{named(touched)} · {_people(nows, aim.team)}"


def _people(nows: list[TableNow], team: TeamId) -> str:
    seats = [seat for now in nows for seat in now.status.seats if not team or seat.team == team]
    bots = sum(seat.bot for seat in seats)
    return count(len(seats), "seat") + (f", {bots} played by bots" if bots else "")


def _seat_words(board: Board, seat: SeatId, tables: Iterable[TableId]) -> str:
    found = next((s for t in tables if (s := board.tables[t].seat(seat)) is not None), None)
    return seat_name(found) if found is not None else clean(str(seat))


def cautions(board: Board, aim: Aim) -> tuple[str, ...]:
    """Say what an umpire should know before he does it."""
    said: list[str] = []
    if aim.touched(board):
        for why, tables in aim.left_out(board).items():
            said.append(f"not {named(tables)}: {why}")
    moved = aim.moved_on(board)
    if moved:
        said.append(
            f"{named(moved)} went on to another question meanwhile: it will be refused there".capitalize()
        )
    if aim.kind is Kind.END_NOW:
        owing = sum(len(board.tables[table].missing) for table in aim.touched(board))
        if owing:
            said.append(f"{count(owing, 'answer')} will be missing")
    return tuple(said)


_REFUSED_FOR = {
    RefusalCode.STALE: "the question it was meant for has closed, so nothing was done",
    RefusalCode.NOT_ALLOWED: "this card may not do that",
    RefusalCode.CLOSED: "nothing is open there now",
    RefusalCode.OVER: "the game there is over",
    RefusalCode.NO_SUCH: "there is no such seat or call any more",
    RefusalCode.FENCED: "this console was replaced by a newer one",
    RefusalCode.TOO_FAST: "too many orders at once; send it again",
}


def what_was_done(board: Board, order: Order) -> str:
    """Name an order in the past tense, with what it was about: Paused; Told Red Corps II: “…”."""
    act = order.act
    tables = [ruling.table for ruling in order.rulings.values()]
    text = MANNERS[Kind(act.act)].done
    match act:
        case Extend():
            text = f"{'Gave' if act.seconds >= 0 else 'Took'} {abs(act.seconds)} s"
        case Void() | GiveToBot() | GiveBack():
            text = f"{text}: {_seat_words(board, act.seat, tables)}"
        case Tell():
            to = (
                _seat_words(board, act.seat, tables) if act.seat else str(act.team).capitalize() or "everyone"
            )
            text = f"Told {to}: “{clean(act.text)}”"
        case Answered():
            text = f"Answered: “{clean(act.text)}”"
        case _:
            pass
    return text


def what_became(board: Board, order: Order) -> tuple[str, Fate]:
    """Say in a sentence what became of an order at all its tables, and what its worst fate was."""
    doing = what_was_done(board, order)
    done, waiting = order.tables(Fate.DONE), order.tables(Fate.WAITING)
    lost, refused = order.tables(Fate.UNKNOWN), order.tables(Fate.REFUSED)
    if waiting and not refused:
        return f"{doing} · {named(order.tables(Fate.WAITING) + done)}: sent, not yet answered", Fate.WAITING
    ask = MANNERS[Kind(order.act.act)].ask
    nowhere = f"NOT DONE · {ask}" if refused else f"NOT CERTAIN · {ask}"
    parts = [f"{doing} · {named(done)}"] if done else [nowhere]
    parts += [
        f"{'NOT at ' if done else ''}{named(tables)}: {why}" for why, tables in _refusals(order).items()
    ]
    if lost:
        parts.append(f"{named(lost)}: the link was lost before the answer; press A to ask again")
    if waiting:
        parts.append(f"{named(waiting)}: not yet answered")
    worst = Fate.REFUSED if refused else Fate.UNKNOWN if lost else Fate.DONE
    return " · ".join(parts), worst


def _refusals(order: Order) -> dict[str, list[TableId]]:
    found: dict[str, list[TableId]] = {}
    for ruling in order.rulings.values():
        if ruling.fate is Fate.REFUSED:
            why = _REFUSED_FOR.get(ruling.code, "") if ruling.code is not None else ""
            found.setdefault(why or ruling.text or "refused", []).append(ruling.table)
    return found
