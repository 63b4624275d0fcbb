"""Branched: a table that begins at a position of another game, compared with the first game and every other
branch.

Only umpires read how the other branches ended. A team reads where its table begins, in the sentence that its
players received.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from warcouncil.arbiter.core.words.plan import EarlierOutcome, StartPosition
from warcouncil.arbiter.record.account.account import TableAccount
from warcouncil.arbiter.record.account.branching import went
from warcouncil.clients.debrief.building.table_page import outcome, sides_of
from warcouncil.clients.debrief.building.telling import Naming, said_words
from warcouncil.clients.debrief.model.badge import NOBODYS, Badge
from warcouncil.clients.debrief.model.branches import Branched, SameQuestion, WayOn
from warcouncil.clients.wording.saying import say
from warcouncil.games.kit.play import codec
from warcouncil.protocol.words import SeatId

COLUMNS_MAX = 5
"""How many branches the text compares. The picture shows all of them."""
QUESTIONS_MAX = 60
SAID_CHARS_MAX = 600


@dataclass(frozen=True, slots=True)
class OtherFile:
    """Tables of another file that may continue from the same positions: its exercise, path and accounts."""

    exercise: str
    file: str
    accounts: Mapping[int, TableAccount]


def branched(
    account: TableAccount, here: Iterable[TableAccount], elsewhere: Sequence[OtherFile], naming: Naming
) -> Branched | None:
    """Return how a table compares with all others from the position where it begins.

    Return None if the table does not begin in another game.
    """
    start = account.plan.begins
    if start is None:
        return None
    ways = [
        _there(start, elsewhere, account),
        _way(say("report.way_here", table=account.number), account, start, here=True),
    ]
    ways += [
        _way(say("display.table_n", table=other.number), other, start)
        for other in here
        if other.number != account.number and _same(other.plan.begins, start)
    ]
    ways += [
        _way(say("report.way_other", file=each.file, table=other.number), other, start)
        for each in elsewhere
        for other in each.accounts.values()
        if _same(other.plan.begins, start)
    ]
    return Branched(
        told=naming(account.origin),
        ways=tuple(replace(way, name=naming(way.name), why=naming(way.why)) for way in ways),
        questions=_questions(account, ways, naming),
    )


def origin_words(account: TableAccount, naming: Naming) -> str:
    """Return a sentence that says where a table begins, as its players received it. It is "" if the table was
    set up new.
    """
    return naming(account.origin)


def share_an_origin(elsewhere: OtherFile, starts: Iterable[StartPosition]) -> bool:
    """Return whether another file has one of the positions where these tables begin.

    It also counts if a table of that file begins at the same position.
    """
    return any(
        _origin(start, elsewhere)
        or any(_same(each.plan.begins, start) for each in elsewhere.accounts.values())
        for start in starts
    )


def _same(one: StartPosition | None, other: StartPosition) -> bool:
    return one is not None and (one.exercise, one.table, one.gate, one.digest) == (
        other.exercise,
        other.table,
        other.gate,
        other.digest,
    )


def _origin(start: StartPosition, elsewhere: OtherFile) -> TableAccount | None:
    """Return the table that a position comes from, if the other file has it unchanged."""
    account = elsewhere.accounts.get(start.table)
    if account is None or elsewhere.exercise != start.exercise:
        return None
    for gate in account.gates:
        if (
            gate.number == start.gate
            and codec.digest(codec.dump_state(account.game, gate.state)) == start.digest
        ):
            return account
    return None


def _there(start: StartPosition, elsewhere: Sequence[OtherFile], account: TableAccount) -> WayOn:
    """Return how the first game continued.

    If the file of that game is available, it is read, because the game may have continued. Otherwise the
    stored outcome is used.
    """
    origin = next((found for each in elsewhere if (found := _origin(start, each))), None)
    if origin is not None:
        start = start.model_copy(
            update={
                "went": went(origin, start.gate, said_words),
                "ended": origin.finish.reason if origin.finish else "",
                "winners": origin.finish.winners if origin.finish else (),
                "title": origin.finish.title if origin.finish else "",
            }
        )
    return _of_went("there", start.went, 0, outcome(account, start.winners, start.ended, start.title))


def _way(name: str, account: TableAccount, start: StartPosition, *, here: bool = False) -> WayOn:
    finish = account.finish
    ended = (
        outcome(account, finish.winners, finish.reason, finish.title) if finish else outcome(account, (), "")
    )
    way = _of_went(name, went(account, 1, said_words), start.gate - 1, ended)
    return replace(way, here=here)


def _of_went(name: str, known: Sequence[EarlierOutcome], ahead_of: int, ended: tuple[str, str]) -> WayOn:
    return WayOn(
        name=name,
        won=ended[0],
        why=ended[1],
        label=next((step.ahead_is for step in known if step.ahead_is), ""),
        points={
            side: tuple((step.gate + ahead_of, step.ahead[side]) for step in known if side in step.ahead)
            for side in dict.fromkeys(side for step in known for side in step.ahead)
        },
        asked={
            step.gate + ahead_of: (step.title, {str(seat): words for seat, words in step.said.items()})
            for step in known
            if step.title
        },
    )


def _questions(account: TableAccount, ways: Sequence[WayOn], naming: Naming) -> tuple[SameQuestion, ...]:
    """Return the declarations of all branches at each question. Questions are counted as in the first game."""
    shown = ways[:COLUMNS_MAX]
    inks: dict[str, Badge] = {side.id: side.ink for side in sides_of(account)}
    found = []
    for number in sorted({number for way in shown for number in way.asked})[:QUESTIONS_MAX]:
        asked = [way.asked.get(number, ("", {})) for way in shown]
        seats = [str(seat) for seat in account.seats if any(str(seat) in said for _, said in asked)]
        rows = []
        for seat in seats:
            one = account.seats[SeatId(seat)]
            ink = inks.get(str(one.team), inks.get(seat, NOBODYS))
            rows.append(
                (
                    one.title,
                    ink,
                    tuple(naming(said.get(seat, ""))[:SAID_CHARS_MAX] for _, said in asked),
                )
            )
        if rows:
            found.append(SameQuestion(number, tuple(title for title, _ in asked), tuple(rows)))
    return tuple(found)
