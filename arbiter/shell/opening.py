"""Opening an exercise: a new one, or one that is in a journal."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import zmq
from nacl.signing import SigningKey
from warcouncil.arbiter.core.exercise import Exercise
from warcouncil.arbiter.core.recovery import Corrupt, Row, restore
from warcouncil.arbiter.core.stimuli import Began, CodeCard, Holder, TablePlan
from warcouncil.arbiter.shell import failpoints, journal
from warcouncil.arbiter.shell.clock import Clock
from warcouncil.arbiter.shell.codes import draw_code
from warcouncil.arbiter.shell.journal import Journal, JournalDamaged, Papers
from warcouncil.arbiter.shell.service import written
from warcouncil.games import registry
from warcouncil.protocol.words import Role, TableId


@dataclass(frozen=True, slots=True)
class Opened:
    """An exercise with its journal, at the moment where it begins or goes on."""

    exercise: Exercise
    journal: Journal
    clock: Clock
    resumed: bool


def begin(where: str | Path, began: Began) -> Opened:
    """Set up a new exercise and write it down. Raises what the games say of their options, or a JournalError."""
    public, secret = zmq.curve_keypair()
    seed = secrets.token_bytes(32)
    signing = SigningKey(seed)
    exercise = Exercise(_signer(signing), signing.verify_key.encode().hex())
    outcome = exercise.handle(began)
    papers = Papers(began.exercise, public.decode(), secret.decode(), seed)
    opened = journal.create(where, papers)
    opened.append(written(began, outcome, TableId(0)))
    return Opened(exercise, opened, Clock(began.at), resumed=False)


def take_up(where: str | Path) -> Opened:
    """Take an exercise up from its journal where it stood. Raises a JournalError."""
    opened = journal.resume(where)
    last = 0

    def rows() -> Iterator[Row]:
        nonlocal last
        for row in opened.rows():
            last = row.at
            failpoints.reach("restoring")
            yield Row(row.seq, row.at, row.kind, row.table, row.body)

    try:
        signing = SigningKey(opened.papers.signing_seed)
        exercise = restore(rows(), _signer(signing), signing.verify_key.encode().hex())
    except Corrupt as error:
        opened.close()
        raise JournalDamaged(f"{where}: {error}; resume from a copy of the file") from None
    except journal.JournalError:
        opened.close()
        raise
    return Opened(exercise, opened, Clock(last), resumed=True)


def new_codes(plans: tuple[TablePlan, ...], consoles: Iterable[Holder] = ()) -> tuple[CodeCard, ...]:
    """Draw a code for the umpire, for each of the other consoles, for a projector and for every seat of every table."""
    holders = [Holder(role=Role.UMPIRE), *consoles, Holder(role=Role.DISPLAY)]
    for plan in plans:
        game = registry.load(plan.game)
        options = game.options_type.model_validate(plan.options)
        holders += [Holder(role=Role.SEAT, table=plan.table, seat=seat.id) for seat in game.seats(options)]
    plates: set[str] = set()
    cards: list[CodeCard] = []
    for holder in holders:
        cards.append(CodeCard(code=draw_code(plates), holder=holder))
        plates.add(cards[-1].code.plate)
    return tuple(cards)


def _signer(signing: SigningKey) -> Callable[[bytes], str]:
    return lambda data: signing.sign(data).signature.hex()
