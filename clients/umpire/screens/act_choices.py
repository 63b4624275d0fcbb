"""The choices before an act besides the reason: the addressee, the winner, whether a sealed answer still
counts.
"""

from __future__ import annotations

from dataclasses import replace

from warcouncil.clients.umpire.acts.act_descriptions import (
    ALL_HERE,
    BACK_TO_TABLES,
    GAMES_OVER,
    ROOM_STANDS,
    THEY_CALLED,
    THEY_REPLIED,
    of_inject,
)
from warcouncil.clients.umpire.acts.act_target import ActTarget, empty_seats, target
from warcouncil.clients.umpire.drawing.form_view import value_text
from warcouncil.clients.umpire.model.board import Board
from warcouncil.clients.umpire.model.phrases import seat_name
from warcouncil.clients.widgets.pieces.wording import named
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.acts import acts, room_acts
from warcouncil.protocol.table.forms import Answer, Choice, Form
from warcouncil.protocol.words import SeatId, TableId, TeamId

WAYS_MAX = 40
"""If a form can be filled in more ways than this, only the suggested answer is offered."""


def choices(board: Board, aimed: ActTarget) -> tuple[ActTarget, ...]:
    """Return the targets that an umpire can choose from, the most likely one first.

    One target means that there is no choice.
    """
    if aimed.kind is acts.Tell:
        return _addressees(board, aimed)
    if aimed.kind is acts.EndGame:
        teams = _teams(board, tuple(aimed.gates))
        won = [
            replace(aimed, winners=(team,), choice=say("verdict.wins", n=1, who=team.capitalize()))
            for team in teams
        ]
        return (replace(aimed, choice=say("umpire.a_draw")), *won)
    if aimed.kind is room_acts.Remove:
        return (
            replace(aimed, keep=True, choice=say("umpire.sealed_counts")),
            replace(aimed, keep=False, choice=say("umpire.sealed_struck")),
        )
    if aimed.kind is room_acts.Renew:
        kept = replace(aimed, keep=True, choice=say("umpire.code_users_stay"))
        gone = replace(aimed, keep=False, choice=say("umpire.code_users_go"))
        return (*_of_wings(board, kept), *_of_wings(board, gone))
    if aimed.kind in (room_acts.Results, room_acts.Debrief):
        return aimed, *(_of_wings(board, aimed) if board.several else ())
    if aimed.kind is room_acts.HandOverLead:
        return tuple(
            each for each in _of_wings(board, aimed) if not each.wing or board.wings[each.wing].standbys
        )
    if aimed.kind is acts.DeclareFor and aimed.choice:
        return (aimed,)  # This was filled in by hand
    if aimed.kind is acts.DeclareFor:
        form = (
            board.looking.view.form if board.looking is not None and board.looking.view is not None else None
        )
        return answers(aimed, form) or (aimed,)
    if aimed.kind is acts.Begin:
        every = target(board, acts.Begin, board.tables)
        more = every.touched(board).keys() - aimed.touched(board).keys()
        return (aimed, replace(every, choice=say("umpire.every_not_begun"))) if more else (aimed,)
    if of_inject(aimed.kind):
        return _of_injects(board, aimed)
    if aimed.kind is room_acts.Approve:
        return (aimed, replace(aimed, kind=room_acts.Withdraw))
    return (aimed,)


def _of_wings(board: Board, aimed: ActTarget) -> tuple[ActTarget, ...]:
    """Return one target for each wing in which the act can be done.

    If there is one wing, return only the target itself.
    """
    if not board.several:
        return (aimed,)
    return tuple(
        replace(
            aimed,
            wing=wing.name,
            choice=", ".join(filter(None, (say("umpire.in_wing", wing=wing.called), aimed.choice))),
        )
        for wing in board.wings.values()
    )


def _of_injects(board: Board, aimed: ActTarget) -> tuple[ActTarget, ...]:
    """Return the targets of an act on an inject: here or at every table, and whether a kept inject can still
    be sent.
    """
    every = target(board, aimed.kind, board.tables, number=aimed.number)
    more = every.touched(board).keys() - aimed.touched(board).keys()
    found = (aimed, replace(every, choice=say("umpire.at_every_table"))) if more else (aimed,)
    if aimed.kind is not acts.KeepBack:
        return found
    return tuple(
        replace(each, keep=keep, choice=", ".join(filter(None, (say(key), each.choice))))
        for keep, key in ((True, "umpire.kept_at_hand"), (False, "umpire.kept_dropped"))
        for each in found
    )


def answers(aimed: ActTarget, form: Form | None) -> tuple[ActTarget, ...]:
    """Return the answers that an umpire can seal at once: the suggested one, and each combination of the
    form's choices.
    """
    if form is None:
        return ()
    found = [replace(aimed, answer=answer, choice=words) for answer, words in _ways(form)]
    if form.suggested is None or any(each.answer == form.suggested for each in found):
        return tuple(found)
    labels = {field.name: field.label for field in form.fields}
    words = "; ".join(
        named(labels.get(name, name), value_text(value)) for name, value in form.suggested.items()
    )
    return (
        replace(aimed, answer=form.suggested, choice=say("umpire.suggested", answer=words)),
        *found,
    )


def is_choices(form: Form) -> bool:
    """Return whether every way to fill a form can be offered, because it has only choices and few
    combinations.
    """
    return bool(_ways(form))


def _ways(form: Form) -> list[tuple[Answer, str]]:
    """Return every way to fill a form that has only choices, each with its text.

    Return an empty list if the form has other fields, or can be filled in too many ways.
    """
    ways: list[tuple[Answer, str]] = [({}, "")]
    for field in form.fields:
        if not isinstance(field, Choice):
            return []
        ways = [
            (
                {**answer, field.name: option.value},
                "; ".join(filter(None, (words, named(field.label, option.label)))),
            )
            if field.when is None or answer.get(field.when.field) in field.when.values
            else (answer, words)
            for answer, words in ways
            for option in field.options
        ]
        ways = list({words: (answer, words) for answer, words in ways}.values())
    return ways if len(ways) <= WAYS_MAX else []


def _teams(board: Board, tables: tuple[TableId, ...]) -> list[str]:
    nows = [board.tables[table] for table in tables if table in board.tables]
    return list(dict.fromkeys(str(seat.team) for now in nows for seat in now.status.seats if seat.team))


def _addressees(board: Board, aimed: ActTarget) -> tuple[ActTarget, ...]:
    """Return the addressees of a message: the chosen seat, the tables, each team there, and everyone."""
    whole = replace(aimed, seat=SeatId(""))
    found = [aimed, whole] if aimed.seat else [whole]
    found += [replace(whole, team=TeamId(team)) for team in _teams(board, tuple(aimed.gates))]
    if len(aimed.gates) < len(board.tables):
        found.append(target(board, acts.Tell, board.tables))
    return tuple(found)


def places_to_swap(board: Board, aimed: ActTarget) -> list[str]:
    """Return the seats with which a player can change places, in the form that the box reads. Seats of the
    same table come first.
    """
    if aimed.kind is not room_acts.Reseat:
        return []
    own = [board.tables[table] for table in aimed.gates if table in board.tables]
    wings = {now.wing for now in own}
    others = [now for now in board.tables.values() if now not in own and now.wing in wings]
    return [
        f"{now.status.table} {seat_name(seat)}"
        for now in (*own, *others)
        for seat in now.status.seats
        if now not in own or seat.seat != aimed.seat
    ]


def reasons(board: Board, target: ActTarget) -> tuple[str, ...]:
    """Return the reasons that are offered for an act, without those that are untrue for its target."""
    offered = board.reasons(target.kind.word(), map(say, target.description.reasons))
    return tuple(each for each in offered if not _is_untrue(each, board, target))


def _is_untrue(reason: str, board: Board, target: ActTarget) -> bool:
    if reason == say(ALL_HERE):
        return bool(empty_seats(board, target.touched(board)))
    if target.kind is room_acts.Results:
        return reason in map(say, (GAMES_OVER, ROOM_STANDS) if board.results else (BACK_TO_TABLES,))
    if target.kind is acts.Answered:
        alarms = [alarm for table in target.gates for alarm in board.tables[table].status.alarms]
        replied = any(alarm.reply for alarm in alarms if alarm.call == target.number)
        return reason == say(THEY_CALLED if replied else THEY_REPLIED)
    return False
