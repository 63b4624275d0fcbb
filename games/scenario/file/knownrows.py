"""The table of who knows what when, in words: a row for each fact, a column for everybody and for each seat."""

from __future__ import annotations

from dataclasses import dataclass

from warcouncil.games.scenario.file.knowing import EVERYONE, Learns, Secret, WhoKnows

HEADS = {
    "brief": "Briefs",
    "number": "Numbers",
    "document": "Papers",
    "answer": "Answers",
    "ballot": "Ballots",
    "result": "What came of votes and treaties",
    "treaty": "Texts of treaties",
    "words": "Words told to some",
}
"""The parts of the table, in their order."""


@dataclass(frozen=True, slots=True)
class SecretRow:
    """One fact: what it is, and when each reader may know it."""

    what: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SecretPart:
    """The rows of one kind of fact."""

    head: str
    rows: tuple[SecretRow, ...]


def columns(known: WhoKnows) -> tuple[str, ...]:
    """Give the readers: everybody, then each seat."""
    return (EVERYONE, *(str(seat.id) for seat in known.script.seats))


def titles(known: WhoKnows) -> tuple[str, ...]:
    """Give what the columns are called."""
    return ("everybody", *(seat.title for seat in known.script.seats))


def parts(known: WhoKnows) -> tuple[SecretPart, ...]:
    """Give the whole table."""
    return tuple(
        SecretPart(head, rows)
        for kind, head in HEADS.items()
        if (rows := tuple(_row(known, fact) for fact in known.facts if fact.kind == kind))
    )


def _row(known: WhoKnows, fact: Secret) -> SecretRow:
    return SecretRow(
        named(known, fact), tuple(_cell(known, known.learns(fact, reader)) for reader in columns(known))
    )


def named(known: WhoKnows, fact: Secret) -> str:
    """Say what a fact is."""
    script = known.script
    whose = f", {script.title(fact.owner)}" if fact.owner else ""
    match fact.kind:
        case "brief":
            return f"brief of {script.title(fact.name)}"
        case "number":
            return f"{script.numbers[fact.name].title}{whose}"
        case "document":
            return script.documents[fact.name].title
        case "answer":
            title = script.questions[fact.name].title or fact.name.replace("_", " ")
            return f"{title}{whose}"
        case "ballot":
            return f"{script.votes[fact.name].motion}{whose}"
        case "result":
            part = script.votes.get(fact.name)
            return part.motion if part else script.treaties[fact.name].name
        case "treaty":
            return script.treaties[fact.name].name
        case "words":
            return f"{fact.name}: to {script.title(fact.owner)}"


def _cell(known: WhoKnows, found: Learns) -> str:
    if found.when == "always":
        return "always"
    first = known.first(found)
    if first is None:
        return "never"
    number, place = first
    scenario = known.scenario
    phase = scenario.phases[place]
    when = f" ({scenario.round} {number})" if number > 0 and scenario.rounds > 1 else ""
    after = f"after {phase.name}{when}"
    if found.when == "closing":
        return f"{after}, if it opens" if phase.only_if else after
    return f"{after}, if {' or '.join(found.by)}"
