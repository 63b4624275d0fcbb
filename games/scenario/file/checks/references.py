"""Checks of references: the name must exist, its kind must fit, and its owner must have it.

Each mistake is recorded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from warcouncil.games.kit.text.phrases import either
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario.file.model.clause_sites import Site
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.text.clauses import (
    OWN,
    Computed,
    Counted,
    Drawn,
    Fixed,
    Ref,
    Round,
    Summed,
    Term,
    moment_words,
)
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.vocabulary import FORMAT, STEPWISE

SILENT = "silent"
MAP_NAMED = ("owner", "place")
"""The words for the map whose value is a name. The value of each other word is a number."""
POINTS = "points"
"""The points of a side, in the conditions under which it wins."""


def check_ref(names: Names, site: Site, ref: Ref, kinds: Iterable[str]) -> bool:
    """Record a name that does not exist, that has the wrong kind, or whose owner is wrong.

    Return whether it is sound.
    """
    kind = names.kind(ref.name)
    allowed = tuple(kinds)
    if kind not in allowed:
        _no_such(names, site.path, ref.name, kind, allowed)
        return False
    if ref.place and not (
        kind == "question" and names.script.questions[ref.name].kind in ("allocation", "ranking")
    ):
        names.note(
            site.path,
            f"{str(ref)!r}: `in` is for allocations and rankings, and {ref.name} is neither. Leave out `in` and the option",
        )
        return False
    if ref.place and ref.place not in names.options(ref.name):
        said = unknown(
            f"{ref.name} has no option {ref.place!r}", ref.place, names.options(ref.name), "options are"
        )
        names.note(site.path, said)
        return False
    if ref.moment and not _moment(names, site, ref.name, ref.moment):
        return False
    return check_owner(names, site, ref)


def check_map_ref(names: Names, site: Site, ref: Ref, *, counts: bool) -> bool:
    """Record a word for the map that does not fit. With `counts`, a number is required. Otherwise a name is
    required.

    Return whether it is sound.
    """
    if counts is (ref.name in MAP_NAMED):
        mend = f"`{ref} is …`" if counts else f"`{ref} >= 1`"
        names.note(site.path, f"{str(ref)!r} is {'not a number' if counts else 'a number'}. Write {mend}")
        return False
    if ref.place and ref.name not in ("pieces", "strength"):
        names.note(site.path, f"{str(ref)!r}: `in` is for pieces and strength. Leave it out")
        return False
    if ref.place and ref.place not in names.script.places:
        known = names.script.places
        names.note(site.path, unknown(f"there is no place {ref.place!r}", ref.place, known, "places are"))
        return False
    if ref.moment.isdigit():
        names.note(
            site.path, f"the map of an earlier round cannot be read. Write `{replace(ref, moment='')}`"
        )
        return False
    if ref.moment and not _moment(names, site, ref.name, ref.moment):
        return False
    if not ref.owner:
        names.note(
            site.path,
            f"it is not clear whose value is meant. Write the owner, as in `{ref.name} of "
            f"{names.owners(ref.name)[0]}`",
        )
        return False
    return check_owner(names, site, ref)


def _no_such(names: Names, path: Path, name: str, kind: str, allowed: tuple[str, ...]) -> None:
    known = tuple(each for each in (*names.values, *names.script.documents) if names.kind(each) in allowed)
    none = either(allowed)
    wanted = either(f"a {each}" for each in allowed)
    if kind:
        names.note(path, f"{name!r} is a {kind}. Write the name of {wanted} here")
    elif name in names.places:
        names.note(
            path, f"{name!r} is a team or a seat. Write the name of {wanted} first, as in `oil of {name}`"
        )
    elif known:
        names.note(path, unknown(f"there is no {none} {name!r}", name, known, "there are"))
    else:
        names.note(path, f"there is no {none} {name!r}. This file has none")


def check_owner(names: Names, site: Site, ref: Ref) -> bool:
    owners = names.owners(ref.name)
    if ref.owner == OWN and owners != ("",):
        return _own(names, site, ref, owners)
    if owners == ("",):
        if ref.owner:
            names.note(
                site.path,
                f"{ref.name} is one number for the whole table. Write `{ref.name}`, without `of {ref.owner}`",
            )
        return not ref.owner
    if not ref.owner:
        first = owners[0] if owners else "…"
        names.note(
            site.path,
            f"{ref.name} has a value for each team or seat. Write `{ref.name} of {first}`, or `sum of {ref.name}`",
        )
        return False
    if ref.owner not in owners:
        said = f"{ref.owner!r} has no {ref.name}"
        names.note(site.path, unknown(said, ref.owner, owners, "it is of"))
        return False
    return True


def _own(names: Names, site: Site, ref: Ref, owners: tuple[str, ...]) -> bool:
    if not site.own:
        names.note(
            site.path, f"{str(ref)!r}: `own` has no meaning here. Name the team or seat, or write for_each"
        )
        return False
    without = [each for each in site.own if each not in owners]
    if without:
        names.note(
            site.path, f"{str(ref)!r}: this is also checked for {', '.join(without)}, which has no {ref.name}"
        )
    return not without


def check_term(names: Names, site: Site, term: Term) -> bool:
    """Record a term that is not a number. Return whether it is sound."""
    match term:
        case Fixed() | Round():
            return True
        case Ref():
            return _number_ref(names, site, term)
        case Counted():
            return _counted(names, site, term) and _group(names, site, term)
        case Drawn():
            return _drawn(names, site, term)
        case Computed():
            sound = [check_term(names, site, part) for part in (term.left, term.right)]
            if term.how == "/" and all(sound) and not _positive(names, term.right):
                names.note(
                    site.path,
                    "the amount after / may be 0. Divide by a whole number, by a number whose low is 1 or more, or by `max(…, 1)`",
                )
                return False
            return all(sound)
        case Summed():
            if term.moment and not _moment(names, site, term.name, term.moment):
                return False
            if names.kind(term.name) == "question" and names.script.questions[term.name].kind != "amount":
                names.note(
                    site.path,
                    f"`sum of {term.name}`: only amounts can be added. Write `count {term.name} is …`",
                )
                return False
            if names.kind(term.name) not in ("number", "question"):
                _no_such(names, site.path, term.name, names.kind(term.name), ("number", "question"))
                return False
            return not is_state(names, site, term.name) and _group(names, site, term)


def _group(names: Names, site: Site, term: Counted | Summed) -> bool:
    """Record a team or seat of a group that does not exist or has no such value."""
    for place in term.of:
        if place == OWN and not site.own:
            names.note(site.path, "`own` has no meaning here. Name the team or seat, or write for_each")
            return False
        for own in site.own if place == OWN else (place,):
            if not names.check_place(site.path, own):
                return False
            if not names.script.owners_in(term.name, (own,)):
                said = unknown(f"{own!r} has no {term.name}", own, names.owners(term.name), "it is of")
                names.note(site.path, said)
                return False
    return True


def _drawn(names: Names, site: Site, term: Drawn) -> bool:
    """Record a list that does not exist, or a draw in a place where no rule acts."""
    if term.name not in names.script.draws:
        said = unknown(
            f"there is no list {term.name!r} in [[draws]]", term.name, names.script.draws, "lists are"
        )
        names.note(site.path, said)
        return False
    if site.path[2:3] not in (("follows",), ("tables",)) or "change" not in site.path:
        names.note(
            site.path,
            f"`draw from {term.name}` is allowed only in the changes of rules and tables. Draw into a number, and read the number",
        )
        return False
    return True


def _positive(names: Names, term: Term) -> bool:
    """Return whether an amount is 1 or more, whatever happens."""
    match term:
        case Fixed(value=value):
            return value >= 1
        case Ref(name=name) if name in names.script.numbers:
            return names.script.numbers[name].low >= 1
        case Computed(how="max", left=left, right=right):
            return _positive(names, left) or _positive(names, right)
        case Computed(how="min" | "+" | "*", left=left, right=right):
            return _positive(names, left) and _positive(names, right)
        case _:
            return False


def _moment(names: Names, site: Site, name: str, moment: str) -> bool:
    """Record a moment that has no meaning: of a vote, or in a place where nothing changes. Return whether it is sound."""
    said = moment_words(moment).strip()
    if names.kind(name) not in ("number", "question", "map"):
        names.note(site.path, f"only numbers and answers have a value {said!r}. Leave it out")
        return False
    if moment.isdigit():
        return True
    if names.scenario.format < STEPWISE:
        names.note(
            site.path,
            f'`{said}` needs format {STEPWISE} or later. Write format = {FORMAT}, and see "Versions"',
        )
        return False
    if site.path[0] == "endings" or site.path[2:3] in (("follows",), ("tables",), ("foreseen",)):
        return True
    names.note(site.path, f"`{said}` has no meaning here: nothing changes meanwhile. Leave it out")
    return False


def _points(names: Names, site: Site, ref: Ref) -> bool:
    """Record points that are never counted, or that belong to a team or seat without points."""
    scores = names.scenario.scores
    if scores is None:
        names.note(site.path, "nothing counts points. Write [scores], or compare a number")
        return False
    sides = names.script.sides if scores.of == "team" else names.script.players
    if ref != Ref(POINTS, ref.owner) or not ref.owner:
        names.note(site.path, f"write `points of {sides[0]}`")
        return False
    return names.check_place(site.path, ref.owner, tuple(map(str, sides)))


def is_state(names: Names, site: Site, name: str) -> bool:
    """Record a mistake if a name has states and is used as a number. Return whether it has states."""
    number = names.script.numbers.get(name)
    if number is None or not number.states:
        return False
    first = number.states[0].name
    names.note(
        site.path, f"{name} has states and no numbers. Write `{name} is {first}`, or `{name} = {first}`"
    )
    return True


def _number_ref(names: Names, site: Site, ref: Ref) -> bool:
    if ref.name == POINTS and not names.kind(POINTS) and "winners" in site.path:
        return _points(names, site, ref)
    if names.kind(ref.name) == "map":
        return check_map_ref(names, site, ref, counts=True)
    if not check_ref(names, site, ref, ("number", "question")):
        return False
    if names.kind(ref.name) == "number":
        return not is_state(names, site, ref.name)
    match names.script.questions[ref.name].kind:
        case "amount":
            return True
        case "allocation" | "ranking" if ref.place:
            return True
        case "allocation" | "ranking" as kind:
            names.note(
                site.path,
                f"{str(ref)!r}: name the option, as in `{ref} in {_first(names, ref.name)}` ({ref.name} is of kind {kind})",
            )
        case kind:
            names.note(
                site.path,
                f"{str(ref)!r} is not a number: {ref.name} is of kind {kind}. Write `is` and an answer",
            )
    return False


def _first(names: Names, name: str) -> str:
    return next(iter(names.options(name)), "…")


def _counted(names: Names, site: Site, term: Counted) -> bool:
    if names.kind(term.name) != "question":
        _no_such(names, site.path, term.name, names.kind(term.name), ("question",))
        return False
    if names.script.questions[term.name].kind != "choice":
        names.note(
            site.path,
            f"`count {term.name} is …`: only answers to a choice can be counted. Write `sum of` for amounts",
        )
        return False
    return check_values(names, site, term.name, term.values)


def check_values(names: Names, site: Site, name: str, values: tuple[str, ...]) -> bool:
    wrong = [value for value in values if value not in (*names.options(name), SILENT)]
    for value in wrong:
        known = (*names.options(name), SILENT)
        names.note(site.path, unknown(f"{name} has no option {value!r}", value, known, "options are"))
    return not wrong
