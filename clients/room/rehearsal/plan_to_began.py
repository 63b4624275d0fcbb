"""Converts a plan into the first record of an exercise, as the arbiter does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from secrets import token_hex

from pydantic import ValidationError
from warcouncil.arbiter.core.words.plan import (
    Condition,
    Inject,
    PersonPlan,
    Silence,
    SilencePolicy,
    StartPosition,
    TablePlan,
)
from warcouncil.arbiter.core.words.stimuli import Began, Grant
from warcouncil.arbiter.shell.service.opening import new_codes
from warcouncil.clients.plan.reading.layout import InjectRoom, RoomPlan, TableRoom, UmpireCode
from warcouncil.clients.plan.reading.rounds import drawn
from warcouncil.clients.plan.text.option_text import BadInput
from warcouncil.clients.room.rehearsal.messages import injects_of
from warcouncil.games import registry
from warcouncil.games.kit.play import codec
from warcouncil.games.kit.play.play import seed_of
from warcouncil.protocol.proofs.assignment import assignment_seed
from warcouncil.protocol.words import Role, SeatId, TableId, TeamId

ROLES = {
    "director": Role.UMPIRE,
    "umpire": Role.UMPIRE,
    "observer": Role.OBSERVER,
    "technical": Role.TECHNICAL,
    "display": Role.DISPLAY,
}


def seed_for(seed: str | None, table: int) -> str:
    """Return the seed of one table.

    The first table uses the given seed itself, as in a rehearsal.
    """
    if seed is None:
        return token_hex(32)
    return seed_of(seed if table == 1 else f"{seed}/{table}").hex()


def began_of(room: RoomPlan, seed: str | None = None) -> Began:
    """Return the exercise that a plan describes, with new codes.

    If there is a `seed`, everything random follows from it.
    """
    seeds = _seeds(room, seed)
    room = _drawn(room, seeds)
    tables = tuple(_table(table, seeds[TableId(table.number)]) for table in room.tables)
    return Began(
        exercise=room.name,
        tables=tables,
        codes=new_codes(tables, _consoles(room.umpires), room.plates),
        plates=room.plates,
        grace_ms=room.grace_ms,
        start=room.start,
        chance=room.chance if seed is None else "host",
        people=tuple(
            PersonPlan(name=name, table=TableId(table.number), seat=seat)
            for table in room.tables
            for seat, names in table.people.items()
            for name in names
        ),
        injects=(*(_inject(inject) for inject in room.injects), *prepared(tables)),
        lockstep=room.lockstep,
        second_umpire=room.second_umpire,
        crews=room.crews,
        claim_seconds=room.claim_seconds,
        names=room.names,
        hints=room.hints,
        assigned=room.assigned,
    )


def drawn_by(room: RoomPlan, seed: str) -> RoomPlan:
    """Return the plan after random treatments and the people of later rounds were assigned, as in `began_of`."""
    return _drawn(room, _seeds(room, seed))


def _seeds(room: RoomPlan, seed: str | None) -> dict[TableId, str]:
    return {TableId(table.number): seed_for(seed, table.number) for table in room.tables}


def _drawn(room: RoomPlan, seeds: Mapping[TableId, str]) -> RoomPlan:
    return drawn(room, assignment_seed(room.name, seeds)) if room.assigned else room


def prepared(tables: Iterable[TablePlan]) -> tuple[Inject, ...]:
    """Return the messages that come with the games of these tables.

    Equal messages for several tables become one message. A game that begins in the middle has none.
    """
    found: dict[str, tuple[Inject, list[TableId]]] = {}
    for plan in tables:
        for inject in () if plan.begins else _prepared(plan):
            found.setdefault(inject.model_dump_json(), (inject, []))[1].append(plan.table)
    return tuple(inject.model_copy(update={"tables": tuple(at)}) for inject, at in found.values())


def _prepared(plan: TablePlan) -> Iterator[Inject]:
    game = registry.load(plan.game)
    return injects_of(game, game.options_type.model_validate(plan.options))


def _table(table: TableRoom, seed: str) -> TablePlan:
    return TablePlan(
        table=TableId(table.number),
        game=table.game.name,
        options=table.options,
        seed=seed,
        name=table.name,
        clocks=table.clocks,
        silence=tuple(
            SilencePolicy(phase=phase, policy=Silence(policy), **({"seconds": seconds} if seconds else {}))
            for phase, policy, seconds in table.silence
        ),
        bots=table.bots,
        late=table.late,
        lay_open=table.lay_open,
        rules_version=table.game.rules_version,
        begins=None if table.position is None else _beginning(table),
    )


def _beginning(table: TableRoom) -> StartPosition:
    """Return the position where a table begins. Raises BadInput."""
    try:
        found = StartPosition.model_validate(table.position)
    except ValidationError:
        found = None
    if found is None or codec.digest(found.state.encode()) != found.digest:
        raise BadInput(
            f"{table.title}: the file of its position was changed since `warcouncil branch` wrote"
            " it. Write it again"
        )
    return found


def _consoles(umpires: tuple[UmpireCode, ...]) -> tuple[Grant, ...]:
    """Return the consoles that the plan adds. Every exercise has one director and one projector for all tables."""
    left = [Grant(role=ROLES[one.role], tables=tuple(map(TableId, one.tables))) for one in umpires]
    for usual in (Grant(role=Role.UMPIRE), Grant(role=Role.DISPLAY)):
        if usual in left:
            left.remove(usual)
    return tuple(left)


def _inject(inject: InjectRoom) -> Inject:
    return Inject(
        text=inject.text,
        at_seconds=inject.at_seconds,
        phase=inject.phase,
        occasion=inject.occasion,
        name=inject.name,
        after=inject.after,
        at_hand=inject.at_hand,
        when=Condition(label=inject.label, over=inject.over) if inject.label else None,
        tables=tuple(map(TableId, inject.tables)),
        seat=SeatId(inject.seat),
        team=TeamId(inject.team),
        reply=inject.reply,
        sender=inject.sender,
        kind=inject.kind,
        while_open=inject.while_open,
    )
