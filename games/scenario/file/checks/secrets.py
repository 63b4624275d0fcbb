"""Checks of secrets: what the file would reveal by a text, a branch, a bound, a question or a hint.

Each reader of a text must be allowed to know what it prints, or `reveals` must name it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warcouncil.games.scenario.file.model.clause_sites import Printed, Purpose, conditions, effects, printed
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import (
    OWN,
    Compared,
    Condition,
    Counted,
    Has,
    Holds,
    Is,
    Ref,
    Summed,
    Term,
    Unclear,
    parts_of,
)
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.own import owned_ref
from warcouncil.games.scenario.file.text.phase import QuestionPhase
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.scenario import HintPart, ScenarioInject
from warcouncil.protocol.words import SeatId


def check_secrets(names: Names) -> None:
    """Record everything from which a reader would learn a fact that they may not know."""
    for each in printed(names):
        _printed(names, each)
    for purpose in conditions(names):
        if purpose.tells:
            _branch(names, purpose)
    for at, phase in enumerate(names.scenario.phases):
        for number, question in enumerate(phase.questions if isinstance(phase, QuestionPhase) else ()):
            for key in ("high", "total"):
                _bound(names, ("phases", at, "questions", number, key), question, getattr(question, key))
    for at, inject in enumerate(names.scenario.injects):
        _inject(names, ("injects", at), inject)
    for at, hint in enumerate(names.scenario.hints):
        _hint(names, ("hints", at), hint)


def looked_at(condition: Condition) -> Iterator[Ref]:
    """Yield what a condition reads. A value of several owners has no owner here, and a document has its holder."""
    match condition:
        case Compared():
            yield from of_term(condition.left)
            yield from of_term(condition.right)
        case Is() | Has():
            yield condition.ref
        case Holds():
            yield Ref(condition.document, condition.owner)


def of_term(term: Term) -> Iterator[Ref]:
    """Yield what a term reads."""
    for part in parts_of(term):
        if isinstance(part, Ref):
            yield part
        elif isinstance(part, Counted | Summed):
            yield Ref(part.name)


def refs_of(text: str) -> tuple[Ref, ...]:
    """Return what the text of a condition reads, or nothing if it cannot be parsed."""
    try:
        return tuple(looked_at(clauses.condition(text)))
    except Unclear:
        return ()


def _revealed(reveals: Iterable[str]) -> tuple[Ref, ...]:
    found: list[Ref] = []
    for text in reveals:
        try:
            found.append(clauses.ref(text))
        except Unclear:
            continue
    return tuple(found)


def _open(ref: Ref, revealed: tuple[Ref, ...]) -> bool:
    """Return whether a reference is revealed, either for its owner or for all owners."""
    bare = Ref(ref.name, ref.owner)
    return bare in revealed or Ref(ref.name) in revealed or ref in revealed


def _printed(names: Names, each: Printed) -> None:
    try:
        slots = clauses.slots(each.text)
    except Unclear:
        return
    revealed = _revealed(each.site.reveals)
    for slot in slots:
        if not names.kind(slot.name) or _open(slot, revealed):
            continue
        for own in each.site.own or ("",):
            ref = owned_ref(slot, own)
            if each.to is None:
                leaks = not names.public(ref.name)
                whom = "everyone"
            else:
                known = names.readers(ref)
                blind = [
                    seat
                    for seat in each.readers(names, own)
                    if seat not in known and seat not in names.script.cell
                ]
                leaks, whom = bool(blind), ", ".join(blind)
            if leaks:
                mend = f', or write reveals = ["{Ref(slot.name, slot.owner)}"] beside it if that is intended'
                names.note(
                    each.site.path,
                    f"{{{slot}}} tells {whom} a value that not all of them may know. Leave it out"
                    + (mend if each.site.path != ("situation",) else ""),
                )
                break


def _branch(names: Names, purpose: Purpose) -> None:
    revealed = _revealed(purpose.site.reveals)
    for ref in refs_of(purpose.text):
        if not names.kind(ref.name) or names.public(ref.name) or _open(ref, revealed):
            continue
        what = Ref(ref.name, "" if names.kind(ref.name) == "document" or ref.owner == OWN else ref.owner)
        if purpose.tells == "asked":
            said = f"not all players know {what}, and the question would reveal it. Always ask it, or use a value that all know"
        else:
            said = f'not all players know {what}, and {purpose.tells}. Write reveals = ["{what}"] there if that is intended'
        names.note(purpose.site.path, said)


def _bound(names: Names, path: Path, question: QuestionPart, bound: object) -> None:
    if not isinstance(bound, str) or bound not in names.script.numbers:
        return
    owners = names.owners(bound)
    for owner in names.owners(question.name):
        if owners != ("",) and owner not in owners:
            continue
        known = names.readers(Ref(bound, owner if owners != ("",) else ""))
        blind = [seat for seat in names.asked(question, owner) if seat not in known]
        if blind:
            names.note(
                path,
                f"{', '.join(blind)} may not know {bound}, and the question would reveal it. Use another bound",
            )
            return


def _asked_of(names: Names, hint: HintPart) -> list[SeatId]:
    """Return the seats for which a hint answers."""
    script = names.script
    meant = (hint.of, *script.seats_of(hint.of))
    if vote := script.votes.get(hint.question):
        return [seat for seat in script.voters(vote) if seat in meant]
    question = script.questions.get(hint.question)
    owners = [owner for owner in names.owners(hint.question) if owner in meant] if question else []
    return [seat for owner in owners for seat in names.asked(question, owner)] if question else []


def _hint(names: Names, path: Path, hint: HintPart) -> None:
    if hint.of not in names.places:
        return
    asked = _asked_of(names, hint)
    for number, text in enumerate(hint.only_if):
        for ref in refs_of(text):
            kind = names.kind(ref.name)
            if kind == "document":
                blind = [seat for seat in asked if not _knows_of(names, seat, ref)]
            elif kind:
                known = names.readers(ref)
                blind = [seat for seat in asked if seat not in known]
            else:
                blind = []
            if blind:
                names.note(
                    (*path, "only_if", number),
                    f"{', '.join(blind)} may not know {ref}. A hint can use only what its seat knows",
                )


def _inject(names: Names, path: Path, inject: ScenarioInject) -> None:
    """Record what the arrival of a message would reveal to a reader who may not know it."""
    script = names.script
    readers = script.players if inject.to == "all" else script.seats_of(inject.to)
    revealed = _revealed(inject.reveals)
    for number, text in enumerate(inject.only_if):
        for ref in refs_of(text):
            if not names.kind(ref.name) or names.public(ref.name) or _open(ref, revealed):
                continue
            blind = [seat for seat in readers if seat in script.players and not _may_know(names, seat, ref)]
            if blind:
                what = Ref(ref.name, "" if names.kind(ref.name) == "document" else ref.owner)
                names.note(
                    (*path, "only_if", number),
                    f"{', '.join(blind)} may not know {what}, and the message would tell them."
                    f' Write reveals = ["{what}"] beside it if that is intended',
                )


def _may_know(names: Names, seat: SeatId, ref: Ref) -> bool:
    if names.kind(ref.name) == "document":
        return _knows_of(names, seat, ref)
    return seat in names.readers(ref)


def _knows_of(names: Names, seat: SeatId, ref: Ref) -> bool:
    """Return whether a seat knows if a team or a seat has a document. A seat does not know which documents only
    other seats of its team have.
    """
    holders = names.script.seats_of(ref.owner)
    if names.public(ref.name) or holders == (seat,):
        return True
    return seat in holders and not any(place in holders for place in _getting(names, ref.name))


def _getting(names: Names, document: str) -> Iterator[str]:
    """Yield the teams and seats that have a document at the beginning, or may receive it."""
    known_to = names.script.documents[document].known_to
    yield from known_to if isinstance(known_to, tuple) else ()
    for site, effect in effects(names):
        for place in effect.hand.get(document, ()):
            yield from site.own if place == OWN else (place,)
