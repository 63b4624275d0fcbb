"""Builds the page of a table from its account, for one audience."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from warcouncil.arbiter.record.account.account import By, Decision, MomentKind, TableAccount
from warcouncil.arbiter.record.account.audience import UMPIRES, Audience
from warcouncil.arbiter.record.file.wall_time import WallTime
from warcouncil.clients.debrief.building.telling import GateTeller, Naming, named
from warcouncil.clients.debrief.model.badge import NOBODYS, Badge
from warcouncil.clients.debrief.model.documents import HeldDocument, has_documents, held_documents
from warcouncil.clients.debrief.model.front import FRONT_MAX, SeatLine, at_moments, talked_of
from warcouncil.clients.debrief.model.number_words import Measured, together
from warcouncil.clients.debrief.model.pages import (
    Chance,
    Curve,
    Intent,
    Move,
    Parts,
    SeatIntent,
    SeatSum,
    TablePage,
    TableSide,
)
from warcouncil.clients.debrief.model.question import DeclaredRow, GatePage, TalkLine, Weighed
from warcouncil.clients.debrief.model.turning_points import decisive, ending
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit import written
from warcouncil.games.kit.events import Event, is_open
from warcouncil.games.kit.text.phrases import plural
from warcouncil.protocol.words import SeatId, TeamId

FIRST_WORDS = 2
"""How many lines of talk from a seat are quoted as its intention."""


@dataclass(frozen=True, slots=True)
class Told:
    """The options for the page of a table: its audience, and what was analysed."""

    wall: WallTime
    naming: Naming
    team: TeamId = UMPIRES
    chances: tuple[Chance, ...] = ()
    """The chances that rank the moments, if they were computed."""
    parts: tuple[Parts, ...] = ()
    judged: Mapping[tuple[int, str], Weighed] = field(default_factory=dict)
    """The verdict of an analysis on each seat's decision at each gate."""
    moves: tuple[Move, ...] = ()
    lost: Mapping[str, tuple[int, Measured]] = field(default_factory=dict)
    """For each seat, how many of its decisions were judged, and how many points it lost per decision."""
    not_judged: str = ""


def table_page(account: TableAccount, told: Told) -> TablePage:
    """Return the page of a table."""
    eyes = Audience(account, told.team)
    sides = sides_of(account)
    inks = {side.id: side.ink for side in sides} | {
        str(seat): next((side.ink for side in sides if side.id in (str(seat), str(one.team))), NOBODYS)
        for seat, one in account.seats.items()
    }
    teller = GateTeller(eyes, told.wall, told.naming, inks, told.judged)
    after = (*account.gates[1:], None)[: len(account.gates)]  # There are none if the game never began
    gates = tuple(teller.gate(gate, later) for gate, later in zip(account.gates, after, strict=True))
    figures, ahead_is = _figures(eyes)
    finish = account.finish
    last = account.gates[-1] if account.gates else None
    moments = decisive(gates, sides, figures, ahead_is=ahead_is, chances=told.chances, moves=told.moves)
    seats = _seat_rows(eyes, gates, teller, told.naming)
    return TablePage(
        number=account.number,
        anchor=f"t{account.number}",
        name=told.naming(account.name),
        game=account.game.name,
        title=account.cover.title,
        treatment=account.treatment.title if account.treatment else "",
        designer=account.cover.designer,
        rules=account.plan.rules_version or account.game.rules_version,
        sides=sides,
        result=_result(account, sides, told.naming),
        winners=tuple(_named(sides, account, winner) for winner in (finish.winners if finish else ())),
        end_title=finish.title if finish else "",
        scores=_scores(account, sides),
        turns=plural(finish.standings.turns, finish.standings.turns_are.removesuffix("s"))
        if finish and finish.standings.turns
        else "",
        turns_are=finish.standings.turns_are if finish else "turns",
        began=_wall(told.wall, account.gates[0].opened_at) if account.gates else "",
        ended=_wall(told.wall, last.opened_at) if last and finish else "",
        lasted_ms=last.opened_at - account.gates[0].opened_at if last else 0,
        lost_ms=sum(gate.lost_ms for gate in gates),
        stood_ms=sum(gate.stood_ms for gate in gates),
        seats=seats,
        intents=_intents(eyes, gates, sides),
        gates=gates,
        decisive=moments,
        talk=talked_of(gates) if told.chances else at_moments([each.gate for each in moments][:FRONT_MAX]),
        lines=tuple(
            SeatLine(seat.title, seat.ink, seat.person, *told.lost[seat.seat])
            for seat in seats
            if seat.seat in told.lost
        ),
        over=ending(gates, sides, figures, ahead_is=ahead_is, chances=told.chances, moves=told.moves),
        not_judged=told.not_judged,
        figures=figures,
        ahead_is=ahead_is,
        deals=tuple(
            (
                told.naming(deal.text),
                say("deals.from_to", giver=deal.giver_title, taker=deal.taker_title),
                deal.state,
            )
            for deal in eyes.deals
        ),
        rulings=tuple(teller.line(one) for one in eyes.moments if one.kind is MomentKind.RULED),
        notes=tuple(teller.line(one) for one in eyes.moments if one.kind is MomentKind.NOTED),
        documents=_documents(eyes, gates, teller),
        doubts=(account.doubt,) if account.doubt and not told.team else (),
        chances=told.chances,
        parts=told.parts,
        payoff=None
        if told.team or not account.gates
        else written.payoff(account.game, account.gates[-1].state),
        besides=named(written.afterwards(account.game, _open_events(account)), told.naming),
    )


def _open_events(account: TableAccount) -> tuple[Event, ...]:
    """Return the events that every player saw in full."""
    events = (*account.setting, *(event for gate in account.gates for event in gate.events))
    return tuple(event for event in events if is_open(type(event)))


def sides_of(account: TableAccount) -> tuple[TableSide, ...]:
    """Return the sides, each with its name and its badge."""
    return tuple(TableSide(one.id, one.title, Badge(one.ink, one.sign)) for one in account.sides)


def _named(sides: Sequence[TableSide], account: TableAccount, side: str) -> str:
    seat = account.seats.get(SeatId(side))
    if seat is not None:
        return seat.title
    return next((each.name for each in sides if each.id == side), side)


def _result(account: TableAccount, sides: Sequence[TableSide], naming: Naming) -> str:
    finish = account.finish
    if finish is None:
        return say("report.not_over_yet")
    return f"{_won(account, sides, finish.winners, finish.title)}. {naming(finish.reason)}."


def _won(account: TableAccount, sides: Sequence[TableSide], winners: Sequence[str], title: str) -> str:
    names = together([_named(sides, account, winner) for winner in winners])
    won = say("display.won", who=names) if names else ""
    return ". ".join(filter(None, (title, won))) or say("report.nobody_won")


def outcome(account: TableAccount, winners: Sequence[str], reason: str, title: str = "") -> tuple[str, str]:
    """Return the title of an end, or else the winners, and the reason. Without a reason, the game was not over."""
    return (
        (_won(account, sides_of(account), winners, title), reason)
        if reason
        else (say("display.not_over"), "")
    )


def _scores(
    account: TableAccount, sides: Sequence[TableSide]
) -> tuple[tuple[str, tuple[tuple[str, int], ...]], ...]:
    finish = account.finish
    if finish is None:
        return ()
    return tuple(
        (tally.label, tuple((_named(sides, account, side), count) for side, count in tally.by.items()))
        for tally in finish.standings.tallies
    )


def _wall(wall: WallTime, at: int) -> str:
    return wall.at(at).astimezone().strftime("%H:%M:%S")


def _figures(eyes: Audience) -> tuple[tuple[Curve, ...], str]:
    """Return the figures of the game, with each number at its gate. The first figure shows which side is ahead."""
    points: dict[str, dict[str, list[tuple[int, float]]]] = {}
    ahead_is = ""
    for gate in eyes.account.gates:
        course = eyes.course(gate)
        ahead_is = course.ahead_is or ahead_is
        known: list[tuple[str, Mapping[str, float]]] = [
            (figure.label, figure.by) for figure in course.figures
        ]
        if course.ahead:
            known.insert(0, (course.ahead_is, course.ahead))
        for label, by in known:
            for side, value in by.items():
                points.setdefault(label, {}).setdefault(side, []).append((gate.number, value))
    return (
        tuple(
            Curve(label, {side: tuple(steps) for side, steps in by.items()})
            for label, by in points.items()
            if label == ahead_is or any(len({value for _, value in steps}) > 1 for steps in by.values())
        ),
        ahead_is,
    )


def _seat_rows(
    eyes: Audience, gates: Sequence[GatePage], teller: GateTeller, naming: Naming
) -> tuple[SeatSum, ...]:
    made: dict[SeatId, list[tuple[Decision, DeclaredRow]]] = {seat: [] for seat in eyes.seats}
    for account, page in zip(eyes.account.gates, gates, strict=True):
        for decision, declared in zip(eyes.decisions(account), page.declared, strict=True):
            if account.closed_at is not None:
                made[decision.seat].append((decision, declared))
    said = Counter(moment.seat for moment in eyes.moments if moment.kind is MomentKind.SPOKE)
    rows = []
    for seat, decisions in made.items():
        took = sorted(d.last_ms for d, _ in decisions if d.last_ms is not None and d.by is By.SEAT)
        rows.append(
            SeatSum(
                seat=str(seat),
                title=teller.title(seat),
                ink=teller.ink(seat),
                person=naming(eyes.people.get(seat, "")),
                sealed=sum(d.by is By.SEAT for d, _ in decisions),
                missed=sum(d.was_missed for d, _ in decisions),
                bot=sum(d.by in (By.BOT, By.UMPIRE) for d, _ in decisions),
                changed=sum(max(0, d.times - 1) for d, _ in decisions),
                median_ms=round(median(took)) if took else None,
                slowest_ms=took[-1] if took else None,
                lines=said[seat],
            )
        )
    return tuple(rows)


def _documents(eyes: Audience, gates: Sequence[GatePage], teller: GateTeller) -> tuple[HeldDocument, ...]:
    """Return the documents of a table.

    At the end everything may be disclosed. So the last question shows which seat had which document.
    """
    if not has_documents(gates):
        return ()
    asked = [gate for gate in eyes.account.gates if gate.asks is not None]
    last = teller.sheets(asked[-1], tuple(eyes.seats)) if asked else {}
    return held_documents(gates, last)


def _intents(eyes: Audience, gates: Sequence[GatePage], sides: Sequence[TableSide]) -> tuple[Intent, ...]:
    """Return the intention of each seat of each side, in the words of the record.

    It is what the seat said in the first turn, and the first order that the seat gave itself. Words of later
    turns do not count as an intention.
    """
    first_turn = gates[0].turn if gates else 0
    awaited = {gate.number for gate in eyes.account.gates if gate.asks and gate.asks.awaited}
    said: dict[str, list[TalkLine]] = {}
    orders: dict[str, DeclaredRow] = {}
    for gate in gates:
        for line in gate.lines if gate.turn == first_turn else ():
            if line.kind in ("said", "proposed"):
                said.setdefault(line.who, []).append(line)
        for declared in gate.declared if gate.number in awaited else ():
            first = orders.setdefault(declared.title, declared)
            if first.by and declared.said and not declared.by:
                orders[declared.title] = declared
    found = []
    for side in sides:
        own = [seat.title for seat in eyes.seats.values() if seat.team == side.id]
        seats = tuple(
            _intent(title, said.get(title, ()), orders.get(title))
            for title in own
            if title in said or title in orders
        )
        if own:
            found.append(Intent(side, seats))
    return tuple(found)


def _intent(title: str, said: Sequence[TalkLine], first: DeclaredRow | None) -> SeatIntent:
    ordered = first.said if first and not first.by else ""
    return SeatIntent(title, tuple(said[:FIRST_WORDS]), ordered, first.by if first else "")
