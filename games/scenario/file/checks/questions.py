"""Checks of questions, numbers and tables: bounds, options, owners, silence, and rows that do not fit the answers."""

from __future__ import annotations

from warcouncil.games.kit.text.phrases import either
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario.file.checks.clause_meaning import parsed
from warcouncil.games.scenario.file.checks.references import SILENT, check_ref
from warcouncil.games.scenario.file.model.clause_sites import Site
from warcouncil.games.scenario.file.model.names import CLOSING, Names
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.file.text.consequences import TablePart
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.phase import QuestionPhase
from warcouncil.games.scenario.file.text.question import NOTHING, QuestionPart
from warcouncil.games.scenario.file.text.scenario import NumberPart
from warcouncil.games.scenario.file.text.vocabulary import TREATY_RESULTS, VOTE_RESULTS

ANY = "*"
_USES = {
    "choice": ("options", "weighty"),
    "several": ("options", "low", "high"),
    "amount": ("low", "high"),
    "allocation": ("options", "total"),
    "ranking": ("options",),
    "order": ("chars",),
    "orders": (),
}
"""The keys that have a meaning for each kind of question."""
_OPTIONS_MIN = {"choice": 2, "several": 1, "allocation": 2, "ranking": 2}
_POOL = "pool"
"""The place of the units of an allocation that are kept back. No option may have this name."""


def check_numbers(names: Names) -> None:
    """Record numbers that start outside their bounds, or that have no valid owner."""
    for at, number in enumerate(names.scenario.numbers):
        path: Path = ("numbers", at)
        _bounds(names, path, number)
        _whose(names, path, number)
        check_readers(names, path, number.known_to)
        if number.known_to == "own" and number.each == "table":
            names.note(
                (*path, "known_to"),
                "this number has no owner. Write all, none or a list, or give the number each",
            )


def check_readers(names: Names, path: Path, known_to: object) -> None:
    """Record readers that do not exist."""
    for place in known_to if isinstance(known_to, tuple) else ():
        names.check_place((*path, "known_to"), place)
    if known_to == ():
        names.note((*path, "known_to"), 'this list is empty, so it names no reader. Write "none"')


def _bounds(names: Names, path: Path, number: NumberPart) -> None:
    if number.states:
        _states(names, path, number)
        return
    if not all(isinstance(start, int) for start in (number.start, *number.starts.values())):
        names.note((*path, "start"), "this number has no states. Write a whole number")
        return
    if number.low > number.high:
        names.note((*path, "high"), f"high {number.high} is under low {number.low}")
        return
    starts = [((*path, "start"), number.start)]
    if number.each != "table" and set(number.starts) >= set(names.owners(number.name)):
        starts = []
    starts += [((*path, "starts", owner), start) for owner, start in number.starts.items()]
    for where, start in starts:
        if isinstance(start, int) and not number.low <= start <= number.high:
            names.note(where, f"it begins at {start}, outside its bounds {number.low} to {number.high}")
    for at, mark in enumerate(number.marks):
        if not number.low <= mark.at <= number.high:
            names.note(
                (*path, "marks", at, "at"),
                f"the mark at {mark.at} is outside the bounds {number.low} to {number.high}",
            )
    if number.marks and not number.track:
        names.note((*path, "marks"), "only a track has marks. Write track = true, or leave the marks out")


def _states(names: Names, path: Path, number: NumberPart) -> None:
    """Record states that are named twice, and keys of a number that a state does not have."""
    named = [state.name for state in number.states]
    if len(named) < 2:
        names.note((*path, "states"), "one state is not enough. Write two or more")
    for at, name in enumerate(named):
        if name in named[:at]:
            names.note((*path, "states", at, "name"), f"{name!r} is already used. Take another name")
    for key in ("low", "high", "track", "marks"):
        if key in number.model_fields_set:
            names.note((*path, key), f"states have no {key}. Leave it out")
    starts = [((*path, "start"), number.start)] if "start" in number.model_fields_set else []
    starts += [((*path, "starts", owner), start) for owner, start in number.starts.items()]
    for where, start in starts:
        if start not in named:
            names.note(where, unknown(f"there is no state {start!r}", str(start), named, "states are"))


def _whose(names: Names, path: Path, number: NumberPart) -> None:
    if number.each == "table":
        for key in ("of", "starts"):
            if getattr(number, key):
                names.note(
                    (*path, key), f"this is one number for the whole table. Leave {key} out, or write each"
                )
        return
    allowed = tuple(names.script.teams) if number.each == "team" else names.places
    for place in number.of:
        names.check_place((*path, "of"), place, allowed)
    for place in number.starts:
        names.check_place((*path, "starts", place), place, names.owners(number.name))


# --- questions ----------------------------------------------------------------------------------------------------


def check_questions(names: Names) -> None:
    """Record questions that cannot be asked or answered."""
    for at, phase in enumerate(names.scenario.phases):
        for number, question in enumerate(phase.questions if isinstance(phase, QuestionPhase) else ()):
            path: Path = ("phases", at, "questions", number)
            _keys(names, path, question)
            _options(names, path, question)
            _asked(names, path, question)
            _answered_for(names, path, question)
            check_readers(names, path, question.known_to)
            for key in ("high", "total"):
                _bound(names, path, key, question)


def _keys(names: Names, path: Path, question: QuestionPart) -> None:
    for key in ("options", "low", "high", "total", "chars"):
        default = QuestionPart.model_fields[key].default
        if getattr(question, key) != default and key not in _USES[question.kind]:
            kinds = either(kind for kind, uses in _USES.items() if key in uses)
            names.note(
                (*path, key),
                f"a question of kind {question.kind} cannot have {key}. Only one of kind {kinds} can",
            )


def _options(names: Names, path: Path, question: QuestionPart) -> None:
    least, given = _OPTIONS_MIN.get(question.kind, 0), len(question.options)
    if given < least:
        names.note(
            (*path, "options"),
            f"a question of kind {question.kind} needs {least} options or more. Add options",
        )
    if question.kind == "allocation" and _POOL in names.options(question.name):
        names.note(
            (*path, "options"), f"{_POOL!r} is the place for units that are not assigned. Take another name"
        )
    if question.kind == "several":
        if question.low > given:
            names.note((*path, "low"), f"{question.low} of {given} options cannot be chosen")
        if "high" in question.model_fields_set and isinstance(question.high, int) and question.high > given:
            names.note((*path, "high"), f"{question.high} of {given} options cannot be chosen")
    least_high = {"several": max(question.low, 1), "amount": question.low}.get(question.kind)
    if least_high is not None and isinstance(question.high, int) and question.high < least_high:
        names.note((*path, "high"), f"high {question.high} leaves nothing to answer: low is {question.low}")
    if question.kind == "several" and question.low < 0:
        names.note((*path, "low"), "low is less than 0. Write 0 or more")


def _asked(names: Names, path: Path, question: QuestionPart) -> None:
    sound = [names.check_place((*path, "of"), place, names.players) for place in question.of]
    if not all(sound):
        return
    seats = [seat for owner in names.owners(question.name) for seat in names.asked(question, owner)]
    for seat in dict.fromkeys(seats):
        if seats.count(seat) > 1:
            names.note((*path, "of"), f"{seat} is asked twice, alone and for its team. Name only one of them")


def _answered_for(names: Names, path: Path, question: QuestionPart) -> None:
    silence, where = question.silence, (*path, "silence")
    if silence == "":
        return
    match question.kind:
        case "choice":
            if silence not in names.options(question.name):
                known = names.options(question.name)
                names.note(
                    where, unknown(f"there is no option {silence!r}", str(silence), known, "options are")
                )
        case "amount":
            _silent_amount(names, where, question)
        case "allocation":
            if silence != NOTHING:
                names.note(where, f'{silence!r} is not possible. Write "{NOTHING}": no unit is assigned')
        case "several":
            _silent_several(names, where, question)
        case "ranking":
            _silent_ranking(names, where, question)
        case "order":
            _silent_order(names, where, question)
        case "orders":
            pass  # check_map says what to write


def _silent_amount(names: Names, where: Path, question: QuestionPart) -> None:
    silence = question.silence
    high = question.high if isinstance(question.high, int) else None
    if not isinstance(silence, int):
        names.note(where, f"{silence!r} is not an amount. Write a whole number without quotation marks")
    elif silence < question.low or (high is not None and silence > high):
        names.note(where, f"{silence} is not a possible answer. Write a number from low to high")
    elif high is None and silence > question.low:
        names.note(where, f"a player may have less of {question.high} than {silence}. Write {question.low}")


def _silent_ranking(names: Names, where: Path, question: QuestionPart) -> None:
    silence, options = question.silence, names.options(question.name)
    if not isinstance(silence, tuple) or sorted(silence) != sorted(options):
        every = ", ".join(f'"{name}"' for name in options)
        names.note(where, f"a ranking has every option once, in order. Write [{every}]")


def _silent_order(names: Names, where: Path, question: QuestionPart) -> None:
    if not isinstance(question.silence, str):
        names.note(where, "an order is a text. Write it in quotation marks")
    elif len(question.silence) > question.chars:
        names.note(
            where,
            f"this text has {len(question.silence)} letters, but chars is {question.chars}. Write a shorter text",
        )


def _silent_several(names: Names, where: Path, question: QuestionPart) -> None:
    """Record a value for silence with several options that is not a possible answer."""
    silence, options = question.silence, names.options(question.name)
    chosen = () if silence == NOTHING else silence
    if not isinstance(chosen, tuple) or silence == ():
        names.note(where, f'{silence!r} is not possible. Write a list of options, or "{NOTHING}"')
        return
    for name in chosen:
        if name not in options:
            names.note(where, unknown(f"there is no option {name!r}", name, options, "options are"))
            return
    high = question.high if isinstance(question.high, int) else len(options)
    if not question.low <= len(set(chosen)) <= min(high, len(options)):
        names.note(
            where,
            f"{len(set(chosen))} options are not a possible answer. Choose from {question.low} to {high}",
        )


def _bound(names: Names, path: Path, key: str, question: QuestionPart) -> None:
    bound, where = getattr(question, key), (*path, key)
    if not isinstance(bound, str) or key not in _USES[question.kind]:
        return
    found = parsed(names, where, clauses.ref, bound)
    if found is None:
        return
    if names.kind(found.name) != "number":
        known = names.script.numbers
        names.note(where, unknown(f"there is no number {found.name!r}", found.name, known, "numbers are"))
    elif names.script.numbers[found.name].states:
        names.note(where, f"{found.name} has states and no numbers. Use another bound")
    elif found != Ref(found.name):
        names.note(where, f"write only the number's name: `{found.name}`. Each player's own value counts")
    elif (owners := names.owners(found.name)) != ("",):
        for owner in names.owners(question.name):
            if owner not in owners:
                names.note(
                    where, f"{owner} is asked, but has no {found.name}. Its owners are {', '.join(owners)}"
                )


# --- tables -------------------------------------------------------------------------------------------------------


def check_tables(names: Names) -> None:
    """Record tables whose rows do not fit their questions, or can never be reached."""
    for place, phase in enumerate(names.scenario.phases):
        for number, table in enumerate(phase.tables):
            _table(names, Site(("phases", place, "tables", number), CLOSING, place), table)


def _table(names: Names, site: Site, table: TablePart) -> None:
    allowed = [words_of(names, site.at("of", at), text) for at, text in enumerate(table.of)]
    seen: list[tuple[int, tuple[str, ...]]] = []
    for at, row in enumerate(table.rows):
        where = site.at("rows", at, "answers")
        if len(row.answers) != len(table.of):
            names.note(
                where.path, f"{len(row.answers)} answers for {len(table.of)} questions. Give one for each"
            )
            continue
        for answer, words in zip(row.answers, allowed, strict=True):
            if words and answer == SILENT and SILENT not in words:
                names.note(where.path, "there is always an answer here. Leave out `silent`")
            elif words and answer not in (*words, ANY):
                names.note(
                    where.path,
                    unknown(f"there is no answer {answer!r}", answer, (*words, ANY), "answers are"),
                )
        for number, other in seen:
            if _covers(other, row.answers):
                names.note(
                    where.path,
                    f"this row is never used: row {number + 1} always fits first. Change their order, or remove one",
                )
                break
        seen.append((at, row.answers))


def _covers(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return len(one) == len(other) and all(a in (ANY, b) for a, b in zip(one, other, strict=True))


def words_of(names: Names, site: Site, text: str) -> tuple[str, ...]:
    """Return all possible answers in a column of a table. If the question is not sound, record this and return no
    answers.
    """
    ref = parsed(names, site.path, clauses.ref, text)
    if ref is None or not check_ref(names, site, ref, ("question", "vote", "treaty")):
        return ()
    match names.kind(ref.name):
        case "vote":
            return VOTE_RESULTS
        case "treaty":
            return TREATY_RESULTS
        case _:
            question = names.script.questions[ref.name]
    if question.kind != "choice":
        names.note(
            site.path, f"{ref.name} is of kind {question.kind}. A table reads choices, votes and treaties"
        )
        return ()
    silent = (SILENT,) if names.can_be_silent(ref.name, site.when, site.place) else ()
    return (*names.options(ref.name), *silent)
