"""Opens an exercise, either a new one or one from a journal. Replaces a code while no arbiter runs."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import zmq
from nacl.bindings import crypto_sign, crypto_sign_BYTES
from nacl.signing import SigningKey
from warcouncil.arbiter.core.room.exercise import Exercise
from warcouncil.arbiter.core.room.recovery import restore
from warcouncil.arbiter.core.words.outcome import Outcome
from warcouncil.arbiter.core.words.plan import TablePlan
from warcouncil.arbiter.core.words.record import Corrupt, Row
from warcouncil.arbiter.core.words.stimuli import Began, CodeCard, Coded, Grant, Lost, Resumed
from warcouncil.arbiter.shell.base import failpoints
from warcouncil.arbiter.shell.base.clock import ExerciseClock, wall_ms
from warcouncil.arbiter.shell.base.codes import draw_code
from warcouncil.arbiter.shell.base.entries import Entry, JournalError, Papers
from warcouncil.arbiter.shell.base.location import Location, home_of
from warcouncil.arbiter.shell.base.program import program
from warcouncil.arbiter.shell.file.data_loss import JournalInDoubt, Loss
from warcouncil.arbiter.shell.service import journal, salvage
from warcouncil.arbiter.shell.service.journal import Journal, written
from warcouncil.games import registry
from warcouncil.protocol.words import Role, SeatId, TableId


@dataclass(frozen=True, slots=True)
class Opened:
    """An exercise with its journal, at the moment when it begins or resumes."""

    exercise: Exercise
    journal: Journal
    clock: ExerciseClock
    resumed: bool
    loss: Loss | None = None
    """The records that were given up so that the exercise could continue."""


def begin(where: str | Path | Location, began: Began) -> Opened:
    """Create a new exercise and record it. Raises the games' errors about their options, and JournalError."""
    home = home_of(where)
    began = began.model_copy(update={"wall_ms": wall_ms(), "program": program()})
    public, secret = zmq.curve_keypair()
    seed = secrets.token_bytes(32)
    signing = SigningKey(seed)
    exercise = Exercise(signer(signing), signing.verify_key.encode().hex())
    outcome = exercise.handle(began)
    for number in exercise.timing.in_doubt:
        game = exercise.tables[number].game.name
        raise JournalError(
            f"{home}: the rules of {game} cannot set up table {number} with its options. Nothing was begun"
        )
    papers = Papers(began.exercise, public.decode(), secret.decode(), seed)
    opened = journal.create(home, papers)
    opened.append(written(began, outcome, TableId(0)))
    return Opened(exercise, opened, ExerciseClock(began.at), resumed=False)


def take_up(
    where: str | Path | Location, *, accept_loss: bool = False, hear: Callable[[str], object] = str
) -> Opened:
    """Resume an exercise from its journal. Raises JournalError. `hear` receives a message about why the call waits.

    If acknowledged records may be missing, it resumes only with `accept_loss`. The journal then records what was
    given up.
    """
    home = home_of(where)
    try:
        return _stand_up(home, hear)
    except JournalInDoubt as doubt:
        if not accept_loss or home.file is None:
            raise
        loss = salvage.give_up(home.file, doubt.loss, _given_up)
        return replace(_stand_up(home, hear), loss=loss)


def _given_up(at: int, loss: Loss) -> list[Entry]:
    """Return the record of what was given up. It is the first event after the resume."""
    counts = Counter((slot.table, *(slot.receipt or (0, ""))) for slot in loss.slots)
    counts[0, 0, ""] += loss.nameless
    lost = tuple(
        Lost(table=TableId(table), gate=gate, seat=SeatId(seat), records=number)
        for (table, gate, seat), number in counts.items()
        if number
    )
    resumed = Resumed(
        at=at, wall_ms=wall_ms(), lost=lost, is_open=loss.is_open, accepted=True, program=program()
    )
    return written(resumed, Outcome(True), TableId(0))


def _stand_up(home: Location, hear: Callable[[str], object]) -> Opened:
    opened = journal.resume(home, hear)
    last = 0

    def rows() -> Iterator[Row]:
        nonlocal last
        for row in opened.rows():
            last = row.at
            failpoints.reach("restoring")
            yield row

    try:
        signing = SigningKey(opened.papers.signing_seed)
        exercise = restore(rows(), signer(signing), signing.verify_key.encode().hex())
    except Corrupt as error:
        opened.close()
        raise JournalError(f"{home}: {error}. Resume from a copy of it") from None
    except JournalError:
        opened.close()
        raise
    return Opened(exercise, opened, ExerciseClock(last), resumed=True)


def new_codes(
    plans: tuple[TablePlan, ...], consoles: Iterable[Grant] = (), plates: str = ""
) -> tuple[CodeCard, ...]:
    """Draw a code for the umpire, the other consoles, a projector and every seat of every table. `plates` has the
    meaning that it has in Began."""
    holders = [Grant(role=Role.UMPIRE), *consoles, Grant(role=Role.DISPLAY)]
    for plan in plans:
        game = registry.load(plan.game)
        options = game.options_type.model_validate(plan.options)
        holders += [Grant(role=Role.SEAT, table=plan.table, seat=seat.id) for seat in game.seats(options)]
    taken: set[str] = set()
    cards: list[CodeCard] = []
    for holder in holders:
        cards.append(CodeCard(code=draw_code(taken, plates), holder=holder))
        taken.add(cards[-1].code.plate)
    return tuple(cards)


def signer(signing: SigningKey) -> Callable[[bytes], str]:
    """Return the function that signs receipts with an exercise's own key."""
    secret = signing.encode() + signing.verify_key.encode()  # The format of the library
    return lambda data: crypto_sign(data, secret)[:crypto_sign_BYTES].hex()


def renew(opened: Opened, plate: str) -> CodeCard:
    """Draw a new code in place of the code with this plate, and record it. Raises JournalError.

    A client that joined with the old code is no longer admitted. A code with this plate (its public first part) must
    exist.
    """
    exercise = opened.exercise
    old = exercise.code(plate)
    assert old is not None
    taken = {card.code.plate for card in exercise.codes}
    card = CodeCard(code=draw_code(taken, exercise.plan.plates), holder=old.holder)
    coded = Coded(at=opened.clock.now(), card=card, key="", instead=plate, keep=False)
    opened.journal.append(written(coded, exercise.handle(coded), exercise.table_of(coded)))
    return card
