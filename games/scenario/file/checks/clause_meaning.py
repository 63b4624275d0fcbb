"""Checks of clauses: unknown names, wrong owners, wrong kinds, and silence that no clause covers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from warcouncil.games.kit.text.phrases import listed
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario.file.checks.references import (
    MAP_NAMED,
    SILENT,
    check_map_ref,
    check_owner,
    check_ref,
    check_term,
    check_values,
)
from warcouncil.games.scenario.file.model.clause_sites import Site, conditions, effects, printed, unprinted
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import (
    OWN,
    Compared,
    Condition,
    Has,
    Holds,
    Is,
    Ref,
    Unclear,
    parts_of,
)
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.map import NOBODY
from warcouncil.games.scenario.file.text.scenario import PayoffPart
from warcouncil.games.scenario.file.text.vocabulary import STEPWISE, TREATY_RESULTS, VOTE_RESULTS

T = TypeVar("T")


def parsed(names: Names, path: Path, read: Callable[[str], T], text: str) -> T | None:
    """Parse a clause. If it cannot be parsed, record the mistake and return None."""
    try:
        return read(text)
    except Unclear as unclear:
        names.note(path, str(unclear))
    return None


def check_clauses(names: Names) -> None:
    """Record every clause and every pair of braces that has no meaning."""
    for purpose in conditions(names):
        if (found := parsed(names, purpose.site.path, clauses.condition, purpose.text)) is not None:
            _condition(names, purpose.site, found, purpose.text)
    _check_reveals(names)
    _check_braces(names)
    _scores(names)
    for site, effect in effects(names):
        for number, text in enumerate(effect.change):
            _change(names, site.at("change", number), text)
        for number, text in enumerate(effect.reveals):
            _revealed(names, site.at("reveals", number), text)
    for at, ending in enumerate(names.scenario.endings):
        if ending.when == "called" and ending.only_if:
            names.note(
                ("endings", at, "only_if"),
                'an ending that a rule calls cannot have conditions. Leave out only_if, or write when = "always"',
            )


def _check_braces(names: Names) -> None:
    for each in printed(names):
        _slots(names, each.site, each.text)
    for path, bare in unprinted(names):
        if clauses_in(bare):
            names.note(
                path,
                "braces print nothing here. Use them in situation, tell, tell_to, establish and words",
            )


def _check_reveals(names: Names) -> None:
    scenario = names.scenario
    texts = [(("phases", at), part.reveals) for at, part in enumerate(scenario.phases)]
    texts += [(("injects", at), part.reveals) for at, part in enumerate(scenario.injects)]
    texts += [(("endings", at), part.reveals) for at, part in enumerate(scenario.endings)]
    for path, reveals in texts:
        for number, text in enumerate(reveals):
            _revealed(names, Site((*path, "reveals", number), "end"), text)


def clauses_in(text: str) -> bool:
    """Return whether a text has something in braces."""
    return "{" in text and "}" in text.partition("{")[2]


# --- conditions ---------------------------------------------------------------------------------------------------


def _condition(names: Names, site: Site, found: Condition, text: str) -> None:
    match found:
        case Compared():
            _compared(names, site, found, text)
        case Is() if names.kind(found.ref.name) == "map":
            _is_on_map(names, site, found, text)
        case Is():
            _is(names, site, found, text)
        case Has():
            if check_ref(names, site, found.ref, ("question",)):
                if names.script.questions[found.ref.name].kind != "several":
                    names.note(site.path, f"{text!r}: `has` is for questions of kind several. Write `is`")
                else:
                    check_values(names, site, found.ref.name, (found.value,))
        case Holds():
            _holds(names, site, found, text)


def _holds(names: Names, site: Site, found: Holds, text: str) -> None:
    if found.owner == OWN:
        if not site.own:
            names.note(
                site.path, f"{text!r}: `own` has no meaning here. Name the team or seat, or write for_each"
            )
    else:
        names.check_place(site.path, found.owner)
    if found.document not in names.script.documents:
        said = unknown(
            f"there is no document {found.document!r}",
            found.document,
            names.script.documents,
            "documents are",
        )
        names.note(site.path, said)


def _compared(names: Names, site: Site, found: Compared, text: str) -> None:
    sound = [check_term(names, site, term) for term in (found.left, found.right)]
    if not all(sound):
        return
    silent = {
        Ref(part.name, part.owner, moment=part.moment)
        for term in (found.left, found.right)
        for part in parts_of(term)
        if isinstance(part, Ref) and _can_be_silent(names, site, part)
    }
    if len(silent) > 1 and names.scenario.format >= STEPWISE:
        both = listed(sorted(map(str, silent)))
        names.note(
            site.path,
            f"{text!r}: {both} may each have no answer, and one addition cannot say what that means for each. "
            "Give both questions a `silence`",
        )
        return
    _silence(names, site, text, can=bool(silent), said=found.silent is not None)


def _can_be_silent(names: Names, site: Site, ref: Ref) -> bool:
    """Return whether a value may be missing when it is read. Before the first round no question has an answer."""
    if names.kind(ref.name) != "question":
        return False
    return ref.moment.isdigit() or names.can_be_silent(ref.name, site.when, site.place)


def _silence(names: Names, site: Site, text: str, *, can: bool, said: bool) -> None:
    bare = text.partition(",")[0]
    if can and not said:
        names.note(
            site.path,
            f"{text!r}: there may be no answer. Write `{bare}, silent counts` or `{bare}, silent does not`",
        )
    if said and not can:
        names.note(
            site.path,
            f"{text!r}: there is always an answer here. Leave out the part about silence, and write `{bare}`",
        )


def _is(names: Names, site: Site, found: Is, text: str) -> None:
    if not check_ref(names, site, found.ref, ("question", "vote", "treaty", "number")):
        return
    name, kind = found.ref.name, names.kind(found.ref.name)
    if kind == "number" and names.script.numbers[name].states:
        _states(names, site, found, text)
        return
    if kind == "number":
        names.note(
            site.path, f"{text!r}: {name} is a number. Compare it with a number, as in `{found.ref} >= 5`"
        )
        return
    if kind in ("vote", "treaty"):
        _results(names, site, found, VOTE_RESULTS if kind == "vote" else TREATY_RESULTS)
        return
    asked = names.script.questions[name].kind
    if asked == "order" and set(found.values) != {SILENT}:
        names.note(
            site.path,
            f"{text!r}: {name} is written in words. Only `{found.ref} is silent` is possible",
        )
        return
    if asked not in ("choice", "order"):
        verb = "has" if asked == "several" else ">="
        names.note(site.path, f"{text!r}: {name} is of kind {asked}; `is` is for choices. Write `{verb}`")
        return
    if not check_values(names, site, name, found.values):
        return
    can = _can_be_silent(names, site, found.ref)
    if SILENT in found.values:
        if not can:
            names.note(site.path, f"{text!r}: there is always an answer here. Leave out `silent`")
        elif found.silent is not None:
            names.note(site.path, f"{text!r}: silence is named twice. Leave out the part after the comma")
    elif found.negated or found.silent is not None:
        _silence(names, site, text, can=can, said=found.silent is not None)


def _is_on_map(names: Names, site: Site, found: Is, text: str) -> None:
    if not check_map_ref(names, site, found.ref, counts=False):
        return
    known = names.script.sides if found.ref.name == "owner" else tuple(names.script.places)
    for value in found.values:
        if value == OWN and found.ref.name == "owner":
            if not site.own:
                names.note(
                    site.path, f"{text!r}: `own` has no meaning here. Name the team, or write for_each"
                )
        elif value not in (*known, NOBODY):
            said = f"{found.ref} is never {value!r}"
            names.note(site.path, unknown(said, value, (*known, NOBODY), "it is"))
    if found.silent is not None:
        _silence(names, site, text, can=False, said=True)


def _states(names: Names, site: Site, found: Is, text: str) -> None:
    states = [state.name for state in names.script.numbers[found.ref.name].states]
    for value in found.values:
        if value not in states:
            names.note(
                site.path, unknown(f"{found.ref.name} has no state {value!r}", value, states, "states are")
            )
    if found.silent is not None:
        _silence(names, site, text, can=False, said=True)


def _results(names: Names, site: Site, found: Is, results: tuple[str, ...]) -> None:
    for value in found.values:
        if value not in results:
            names.note(site.path, unknown(f"{found.ref.name} is never {value!r}", value, results, "it is"))
    if found.silent is not None:
        names.note(site.path, f"{found.ref.name} is never silent. Leave out the part after the comma")


# --- changes, texts, points ---------------------------------------------------------------------------------------


def _change(names: Names, site: Site, text: str) -> None:
    found = parsed(names, site.path, clauses.change, text)
    if found is None:
        return
    if check_ref(names, site, found.ref, ("number",)) and names.script.numbers[found.ref.name].states:
        _set_state(names, site, found, text)
        return
    check_term(names, site, found.amount)


def _set_state(names: Names, site: Site, found: clauses.Change, text: str) -> None:
    """Record a change of a number with states that sets it to a state it does not have."""
    number = names.script.numbers[found.ref.name]
    states = [state.name for state in number.states]
    if not found.sets or not isinstance(found.amount, Ref) or found.times != 1:
        names.note(site.path, f"{text!r}: {found.ref.name} has states. Write `{found.ref} = {states[0]}`")
    elif found.amount.name not in states or str(found.amount) != found.amount.name:
        said = f"{found.ref.name} has no state {str(found.amount)!r}"
        names.note(site.path, unknown(said, found.amount.name, states, "states are"))


def _revealed(names: Names, site: Site, text: str) -> None:
    found = parsed(names, site.path, clauses.ref, text)
    if found is None:
        return
    if not names.kind(found.name):
        known = (*names.values, *names.script.documents)
        names.note(
            site.path, unknown(f"there is nothing called {found.name!r}", found.name, known, "there are")
        )
    elif found.owner and found.owner != OWN and names.kind(found.name) != "document":
        check_owner(names, site, found)


def _slots(names: Names, site: Site, text: str) -> None:
    found = parsed(names, site.path, clauses.slots, text)
    for ref in found or ():
        if ref.name == "round" and not ref.owner:
            continue
        if ref == Ref(OWN):
            if not site.own:
                names.note(site.path, "{own} has no meaning here. Name the team or seat, or write for_each")
        elif names.kind(ref.name) == "map":
            check_map_ref(names, site, ref, counts=ref.name not in MAP_NAMED)
        else:
            check_ref(names, site, ref, ("number", "question", "vote", "treaty"))


def _scores(names: Names) -> None:
    scores = names.scenario.scores
    if scores is None:
        for at, ending in enumerate(names.scenario.endings):
            if ending.winners == "best":
                names.note(
                    ("endings", at, "winners"),
                    "`best` needs points. Write [scores], or name the winners",
                )
        return
    sides = names.script.sides if scores.of == "team" else names.script.players
    for number, text in enumerate(scores.sum):
        site = Site(("scores", "sum", number), "end", own=sides)
        found = parsed(names, site.path, clauses.summand, text)
        if found is not None:
            check_term(names, site, found[1])
    for at, bonus in enumerate(scores.bonus):
        names.check_place(("scores", "bonus", at, "to"), bonus.to, sides)
    _sheet(names, scores.sheet, sides)


def _sheet(names: Names, rows: tuple[PayoffPart, ...], sides: tuple[str, ...]) -> None:
    """Record rows of the payoff sheet that name no question of kind choice or no side, or repeat an option."""
    seen: set[tuple[str, str]] = set()
    for at, row in enumerate(rows):
        path: Path = ("scores", "sheet", at)
        for place in row.points:
            names.check_place((*path, "points", place), place, sides)
        name = row.issue.partition(" of ")[0]
        question = names.script.questions.get(name)
        kind = f"of kind {question.kind}" if question else f"a {names.kind(name)}" if names.kind(name) else ""
        if kind and (question is None or question.kind != "choice"):
            names.note((*path, "issue"), f"{name} is {kind}. An issue is a question of kind choice")
        if (row.issue, row.option) in seen:
            names.note((*path, "option"), f"there are two rows for `{row.issue} is {row.option}`. Remove one")
        seen.add((row.issue, row.option))
