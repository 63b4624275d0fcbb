"""Payoffs: the payoff sheet of a scenario in the form that each side reads. Every issue has all its options,
including those that are worth no points.
"""

from __future__ import annotations

from collections.abc import Iterator

from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.question import OptionPart, QuestionPart
from warcouncil.games.scenario.file.text.scenario import PayoffPart
from warcouncil.protocol.words import SeatId


def sides_with_sheet(script: Script, seat: SeatId | None = None) -> tuple[str, ...]:
    """Return the teams or seats that have a column in the payoff sheet. With a seat, return only the columns that it
    reads.
    """
    scores = script.scenario.scores
    if scores is None or not scores.sheet:
        return ()
    sides = script.sides if scores.of == "team" else tuple(map(str, script.players))
    return tuple(side for side in sides if seat is None or seat in script.seats_of(side))


def payoff_rows(script: Script, side: str) -> tuple[tuple[str, str, str], ...]:
    """Return the column of one side. For each option of each issue, the column has the issue, the option and the
    points as text.
    """
    scores = script.scenario.scores
    worth = {(row.issue, row.option): row.points.get(side, 0) for row in scores.sheet} if scores else {}
    return tuple(
        (label, option.label, str(worth.get((issue, option.name), 0)))
        for issue, label, options in _issues(script)
        for option in options
    )


def _issues(script: Script) -> Iterator[tuple[str, str, tuple[OptionPart, ...]]]:
    """Yield each issue once, with its label and its options."""
    scores = script.scenario.scores
    for issue in dict.fromkeys(row.issue for row in scores.sheet) if scores else ():
        name, _, owner = issue.partition(" of ")
        question = script.questions[name]
        yield issue, _label(script, question, owner), question.options


def _label(script: Script, question: QuestionPart, owner: str) -> str:
    """Return the name of an issue on a sheet. If several sides answer it separately, the name includes the side."""
    title = question.title or question.name.replace("_", " ")
    apart = owner and len(script.owners(question.name)) > 1
    return f"{title}, {script.title(owner)}" if apart else title


def issue_words(script: Script, row: PayoffPart) -> tuple[str, str]:
    """Return the issue and the option of a row in the words that players read."""
    name, _, owner = row.issue.partition(" of ")
    question = script.questions[name]
    labels = {option.name: option.label for option in question.options}
    return _label(script, question, owner), labels[row.option]
