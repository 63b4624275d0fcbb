"""ActTarget: the tables and the seat that an act is for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from warcouncil.clients.umpire.acts.act_descriptions import (
    ACT_DESCRIPTIONS,
    ActDescription,
    ActKind,
    in_the_room,
)
from warcouncil.clients.umpire.model.alarms import NO_SEAT
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.orders import Fate
from warcouncil.clients.umpire.model.phrases import named, seat_name, standby_words
from warcouncil.clients.umpire.model.turns import ROOM, State, Switch, switch_of
from warcouncil.clients.widgets.pieces.results import game_shown
from warcouncil.clients.widgets.pieces.table_now import TableNow
from warcouncil.clients.widgets.pieces.wording import lasted, listed
from warcouncil.clients.wording.saying import said, say
from warcouncil.protocol.acts import acts, room_acts
from warcouncil.protocol.table.forms import Answer
from warcouncil.protocol.wire.consoles import TableStatus
from warcouncil.protocol.words import GateNo, Role, SeatId, TableId, TeamId, clean

ANY_GATE = GateNo(0)
NO_TEAM = TeamId("")
EMPTY_LINES_MAX, EMPTY_NAMES_MAX = 3, 6
"""How many tables the list of empty seats names, and how many seats at each table."""


def idle_because(kind: ActKind, status: TableStatus, seat: SeatId) -> str:
    """Return why an act would have no effect at a table. It is "" if it would have one."""
    description = ACT_DESCRIPTIONS[kind]
    if status.ended and not kind.after_the_end:
        return say("display.over")
    if why := description.idle(status):
        return why
    if not kind.one_seat:
        return ""
    found = next((each for each in status.seats if each.seat == seat), None)
    return say("acts.idle_no_seat") if found is None else description.seat_idle(found)


def _told_by(why: str, now: TableNow | None) -> str:
    """Return a reason. If the state of a table is the last report of a wing that does not answer, add this source."""
    if why and now and now.away and now.wing and not now.status.ended:
        return say("acts.as_told_last", why=why, wing=clean(now.wing))
    return why


@dataclass(frozen=True, slots=True)
class ActTarget:
    """The act that an umpire is about to do, and its tables with the gates that were open when the umpire
    began.

    `number` is the number of a call, an inject or a waiting ruling. `phase` is the phase of a clock or a
    step. `winners`, `keep`, `answer` and `reply` (whether a reply is wanted) are the umpire's choices.
    `choice` is the text of the choice.
    """

    kind: ActKind
    gates: dict[TableId, GateNo]
    seat: SeatId = NO_SEAT
    team: TeamId = NO_TEAM
    number: int = 0
    phase: str = ""
    winners: tuple[str, ...] = ()
    keep: bool = True
    reply: bool = False
    answer: Answer = field(default_factory=dict)
    choice: str = ""
    turns_on: bool = True
    """For an act that switches a state of the room: whether it switches the state on or off. The key press
    decides this.
    """
    wing: str = ""
    """The wing whose room the act is for. It is "" for every wing."""
    why_not: str = ""
    """Why the act can have no effect. It is "" if it can have one."""
    description: ActDescription = field(init=False, repr=False, compare=False)
    """The texts of the act."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "description", ACT_DESCRIPTIONS[self.kind])

    def _idle(self, board: Board, table: TableId) -> str:
        if table not in board.tables:
            return say("acts.idle_gone")
        status = board.tables[table].status
        if self.kind is acts.SetClock and game_shown(status) != self.game(board):
            return say("acts.idle_other_game")
        if self.kind is acts.Answered and all(alarm.call != self.number for alarm in status.alarms):
            return say("acts.idle_answered")
        return idle_because(self.kind, status, self.seat)

    @property
    def ask(self) -> str:
        """A sentence about the effect of the act. If a key switches a state, the sentence says whether on or off."""
        if self.kind is room_acts.Results:
            return say("acts.ask_results") if self.turns_on else say("acts.ask_tables")
        if self.kind is room_acts.Lockstep:
            return say("acts.ask_in_step") if self.turns_on else say("acts.ask_own_pace")
        return say(self.description.ask)

    def game(self, board: Board) -> str:
        """Return the game of the first table of the target."""
        tables = (board.tables[table].status for table in self.gates if table in board.tables)
        return next(map(game_shown, tables), "")

    def touched(self, board: Board) -> dict[TableId, GateNo]:
        """Return the tables where the act would have an effect, each with the gate for which it is meant."""
        if in_the_room(self.kind):
            return {ROOM: ANY_GATE}
        bound = self.description.bound
        return {
            table: gate if bound else ANY_GATE
            for table, gate in self.gates.items()
            if not self._idle(board, table)
        }

    def left_out(self, board: Board) -> dict[str, list[TableId]]:
        """Return the tables where the act would have no effect, by reason."""
        found: dict[str, list[TableId]] = {}
        for table in self.gates:
            why = self._idle(board, table)
            if why:
                found.setdefault(_told_by(why, board.tables.get(table)), []).append(table)
        return found

    def moved_on(self, board: Board) -> tuple[TableId, ...]:
        """Return the tables that have gone on to another question since the umpire began.

        The arbiter will refuse the act there.
        """
        if not self.description.bound:
            return ()
        return tuple(t for t, gate in self.touched(board).items() if board.tables[t].status.gate != gate)


def target(
    board: Board, kind: ActKind, tables: Iterable[TableId], seat: str = "", number: int = 0
) -> ActTarget:
    """Return the target of an act at tables in their present state.

    The target keeps its seat only if the act is about a seat or answers one.
    """
    if "seat" not in kind.model_fields and kind is not acts.Answered:
        seat = ""
    gates = {table: board.tables[table].status.gate for table in tables if table in board.tables}
    phase = next((board.tables[table].status.phase for table in gates), "")
    turns_on = kind not in (room_acts.Results, room_acts.Lockstep) or not (
        board.results if kind is room_acts.Results else phase in board.lockstep
    )
    aimed = ActTarget(kind, gates, seat=SeatId(seat), number=number, phase=phase, turns_on=turns_on)
    return replace(aimed, why_not=hindered(board, aimed))


def pause_or_not(board: Board, tables: tuple[TableId, ...]) -> ActTarget:
    """Return the target that pauses tables.

    If all are paused already, it resumes the tables that were stopped by the last pause from this console.
    """
    pausing, resuming = target(board, acts.Pause, tables), target(board, acts.Resume, tables)
    paused = resuming.touched(board)
    if pausing.touched(board) or not paused:
        return pausing
    stopped = _stopped(board, paused)
    return target(board, acts.Resume, stopped) if stopped else resuming


def _stopped(board: Board, paused: Iterable[TableId]) -> tuple[TableId, ...]:
    """Return the paused tables that were stopped by the newest pause from this console. Return an empty
    result if it paused none.
    """
    for order in reversed(board.orders):
        if isinstance(order.act, acts.Pause):
            done = order.tables(Fate.DONE)
            mine = [t for t in paused if t in done and board.tables[t].status.paused == order.reason]
            if mine:
                return tuple(mine)
    return ()


def hindered(board: Board, target: ActTarget) -> str:
    """Return why an act would have no effect at its target now. It is "" if it would have one."""
    if why := barred(board, target.kind):
        return why
    if target.kind.one_seat and not target.seat:
        return say("acts.needs_seat")
    if (
        target.kind is room_acts.Debrief
        and board.debriefing is not None
        and board.debriefing.state == "writing"
    ):
        return say("acts.debrief_runs", percent=board.debriefing.percent)
    if target.kind is room_acts.HandOverLead and not board.standbys:
        return say("acts.no_standby")
    if target.kind is room_acts.Results and not target.wing and target.turns_on is board.results:
        return say("acts.already_so", act=target.ask)
    if target.kind is room_acts.Lockstep and target.turns_on is (target.phase in board.lockstep):
        return say("acts.already_so", act=target.ask)
    if target.touched(board):
        return ""
    left = "; ".join(
        say("acts.why_at_table", table=tables[0], why=why)
        if len(tables) == 1
        else say("acts.why_at_tables", n=len(tables), why=why)
        for why, tables in target.left_out(board).items()
    )
    nothing = say(
        "acts.nothing_to_do", act=say(target.description.ask), why=left or say("acts.no_table_chosen")
    )
    return f"{nothing} {_elsewhere(board, target)}".strip()


def switched(target: ActTarget, board: Board) -> dict[Switch, bool]:
    """Return the switches that an act would turn, and whether it would turn each on or off."""
    kind = target.kind
    tables = (ROOM,) if kind in (room_acts.Results, room_acts.Lockstep) else target.touched(board)
    found = (switch_of(kind, table, target.seat, target.phase) for table in tables)
    on = target.turns_on and kind not in (acts.Resume, acts.GiveBack)
    return {switch: on for switch in found if switch}


def just_elsewhere(board: Board, target: ActTarget, now_ms: int) -> str:
    """Return the sentence which says that another console did the opposite a moment ago. It is "" if no
    console did that.
    """
    found = {
        switch: ago_ms
        for switch, on in switched(target, board).items()
        if (ago_ms := board.turns.elsewhere_ms(switch, on, board.orders, now_ms)) is not None
    }
    if not found:
        return ""
    switch, ago_ms = min(found.items(), key=lambda each: each[1])
    done, ago = _DONE_BY_OTHER[switch.state][not switched(target, board)[switch]], lasted(ago_ms)
    if not switch.table:
        return say(done, ago=ago)
    return say(done, tables=named(each.table for each in found), ago=ago)


_DONE_BY_OTHER = {
    State.PAUSED: ("acts.other_resumed", "acts.other_paused"),
    State.BOT: ("acts.other_gave_back", "acts.other_gave_to_bot"),
    State.RESULTS: ("acts.other_showed_tables", "acts.other_showed_results"),
    State.STEP: ("acts.other_ended_step", "acts.other_began_step"),
}
"""Messages about the act of another console, by the state that it switched: one for off, one for on."""


def _elsewhere(board: Board, target: ActTarget) -> str:
    """Return text that names the tables where an act on whole tables would have an effect."""
    if target.seat or target.number:
        return ""
    where = replace(target, gates=dict.fromkeys(board.tables, ANY_GATE)).touched(board)
    return say("acts.can_be_done_at", tables=named(where)) if where else ""


def barred(board: Board, kind: ActKind) -> str:
    """Return why the card of this console does not allow an act. It is "" if the card allows it."""
    if board.role is Role.OBSERVER:
        return say("acts.bar_observer")
    if board.role is Role.TECHNICAL and not kind.technical:
        return say("acts.bar_technical")
    return ""


def _projectors(board: Board) -> str:
    if not board.results:
        return say("acts.to_results")
    if all(now.status.ended for now in board.tables.values()):
        return say("acts.to_results_over")
    return say("acts.to_tables")


def whom(board: Board, target: ActTarget) -> str:
    """Return text that names the tables and people whom an act concerns."""
    if target.kind is room_acts.Lockstep:
        return say("acts.to_phase", phase=clean(target.phase))
    if target.kind is room_acts.Results:
        return _projectors(board)
    if target.kind is room_acts.HandOverLead:
        there = board.wings[target.wing].standbys if target.wing else board.standbys
        return say("acts.to_standby", standbys=standby_words(there))
    to, touched = said(target.description.to), target.touched(board)
    if in_the_room(target.kind):
        return to
    if touched and to:
        return say("acts.to_some", to=to, tables=named(touched))
    if not touched:
        return say("acts.to_none", why="; ".join(_left_out(board, target)))
    if target.seat:
        return say("acts.to_seat", seat=seat_words(board, target.seat, touched), tables=named(touched))
    nows = [board.tables[table] for table in touched]
    if target.team:
        team, people = str(target.team).capitalize(), _people(nows, target.team)
        return say("acts.to_team", team=team, tables=named(touched), people=people)
    every = len(touched) == len(board.tables) > 1
    key = "acts.to_every" if every else "acts.to_people"
    return say(key, tables=named(touched), people=_people(nows, target.team))


def _left_out(board: Board, target: ActTarget) -> list[str]:
    """Return the tables where the act would have no effect, by reason."""
    return [
        say("acts.why_at", tables=named(tables), why=why) for why, tables in target.left_out(board).items()
    ]


def _people(nows: list[TableNow], team: TeamId) -> str:
    seats = [seat for now in nows for seat in now.status.seats if not team or seat.team == team]
    bots = sum(seat.bot for seat in seats)
    all_seats = say("company.seats", n=len(seats))
    return say("acts.with_bots", n=bots, seats=all_seats) if bots else all_seats


def seat_words(board: Board, seat: SeatId, tables: Iterable[TableId]) -> str:
    """Return the name of a seat at one of these tables, with its player."""
    nows = [board.tables[table] for table in tables if table in board.tables]
    found = next((each for now in nows if (each := now.seat(seat)) is not None), None)
    if found is None:
        return clean(str(seat))
    person = clean(found.person)
    return say("company.with_person", title=seat_name(found), person=person) if person else seat_name(found)


def weighs(board: Board, target: ActTarget) -> bool:
    """Return whether an act needs confirmation, because it is grave or begins a game with empty seats."""
    return weighed(board, target)[1]


def weighed(board: Board, target: ActTarget) -> tuple[dict[TableId, GateNo], bool]:
    """Return the tables that an act concerns now, and whether it needs Enter twice.

    An act needs Enter twice if it is grave, moves the whole room to another machine, or begins a game with
    empty seats.
    """
    touched = target.touched(board)
    if target.kind is room_acts.HandOverLead:
        return touched, True
    return touched, target.kind.grave or (target.kind is acts.Begin and bool(empty_seats(board, touched)))


def empty_seats(board: Board, tables: Iterable[TableId]) -> list[str]:
    """Return the seats at these tables that no person plays, one line for each table.

    After the third table, one line sums up the rest.
    """
    lines: list[str] = []
    more = 0
    for table in tables:
        seats = [s for s in board.tables[table].status.seats if not (s.linked or s.bot)] if table else []
        if seats and len(lines) == EMPTY_LINES_MAX:
            more += 1
        elif seats:
            names = [seat_words(board, seat.seat, (table,)) for seat in seats[:EMPTY_NAMES_MAX]]
            rest = len(seats) - EMPTY_NAMES_MAX
            shown = say("company.and_more", who=", ".join(names), n=rest) if rest > 0 else listed(names)
            lines.append(say("acts.empty_at", table=table, names=shown))
    return [*lines, say("acts.empty_elsewhere", n=more)] if more else lines


def cautions(board: Board, target: ActTarget) -> tuple[str, ...]:
    """Return what the umpire should know before the act."""
    lines: list[str] = []
    touched = target.touched(board)
    if touched and not in_the_room(target.kind):
        lines += [say("acts.not_at", why=why) for why in _left_out(board, target)]
    moved = target.moved_on(board)
    if moved:
        lines.append(say("acts.moved_on", tables=named(moved)))
    if target.kind is acts.Begin:
        lines += empty_seats(board, touched)
    if target.kind is room_acts.Debrief:
        on = sum(not now.status.ended for now in board.tables.values())
        if on:
            lines.append(say("acts.games_on", n=on))
    if target.kind is acts.Resume:
        whys = {board.tables[table].status.paused: table for table in reversed(tuple(touched))}
        if len(whys) > 1:
            lines += [
                say("acts.paused_for", table=table, why=clean(why)) for why, table in reversed(whys.items())
            ]
    if target.kind is acts.EndNow:
        owing = sum(len(board.tables[table].missing) for table in touched)
        if owing:
            lines.append(say("acts.owing", n=owing))
    if target.kind.grave and board.second_umpire:
        lines.append(say("acts.needs_second"))
    return tuple(lines)
