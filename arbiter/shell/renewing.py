"""Renewing codes in an exercise's file, while no arbiter runs."""

from __future__ import annotations

from warcouncil.arbiter.core.words.stimuli import CodeCard, Coded
from warcouncil.arbiter.shell.codes import draw_code
from warcouncil.arbiter.shell.opening import Opened
from warcouncil.arbiter.shell.writing import written


def renew(opened: Opened, plate: str) -> CodeCard:
    """Draw another code for what a plate's code admits to, and write it down; who came in with the old one comes in no
    more. Some code begins so. Raises a JournalError."""
    exercise = opened.exercise
    old = exercise.code(plate)
    assert old is not None
    taken = {card.code.plate for card in exercise.codes}
    card = CodeCard(code=draw_code(taken, exercise.plan.plates), holder=old.holder)
    coded = Coded(at=opened.clock.now(), card=card, key="", instead=plate, keep=False)
    opened.journal.append(written(coded, exercise.handle(coded), exercise.table_of(coded)))
    return card
