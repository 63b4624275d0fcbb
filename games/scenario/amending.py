"""Amendments: change an exercise while it runs, by one line or a piece of the file. The result is checked like the
file.

tell blue: The port is shut.                  Tells a text. Without a name, everyone reads it.
hand red: Intercept: The fleet sails at dawn. Hands a paper to some readers, or to all.
fact: The bridge is down.
change: tension + 2
talk 5 pairs                                  A phase of talk comes next: all, teams or pairs.
ask blue, red.navy: Do you open the port? | Yes | No
                                              A question comes next. Without options, the answer is an order in words.
[[phases]] …                                  Pieces of the file. Phases come next, and other parts are added.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic_core import to_json
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import Resolution
from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario.events.followed import FileAmended
from warcouncil.games.scenario.file.model.script import script_of, text_of
from warcouncil.games.scenario.file.reading import read
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import Drawn, Unclear
from warcouncil.games.scenario.file.text.consequences import EffectPart
from warcouncil.games.scenario.file.text.faults import Unsound
from warcouncil.games.scenario.file.text.scenario import Scenario
from warcouncil.games.scenario.state import AFTER, BEFORE, ScenarioState
from warcouncil.games.scenario.unfolding import Unfolding

HOW = (
    "Write `tell WHO: …`, `hand WHO: TITLE: …`, `fact: …`, `change: NUMBER + 1`, `talk MINUTES all`, "
    "`ask WHO: …? | A | B`, or a piece of a scenario file"
)
_VERB = re.compile(r"(tell|hand|fact|change|talk|ask)\b\s*([^:|]*)(?::\s*(.*))?", re.DOTALL)
_TALK = re.compile(r"(\d+(?:\.\d+)?)\s*(all|teams|pairs)?")
_WHEN = {BEFORE: "before", AFTER: "after"}
PIECES = ("phases", "documents", "hints", "endings")
"""The lists of a scenario file to which an amendment may add."""
LABEL_CHARS, TITLE_CHARS = 60, 60
"""How many characters of an umpire's text become a label or a title."""


def amend(state: ScenarioState, text: str) -> Resolution[ScenarioState]:
    """1.7 Amend an exercise. Raises BadOption, which says how to write the amendment."""
    said = text.strip()
    pieces, effect = _pieces(state, said)
    raw = script_of(state.script).scenario.model_dump(mode="json", exclude_defaults=True)
    place = state.at + 1 + state.added
    for name in PIECES:
        new = [*pieces.get(name, ())]
        if name == "phases":
            raw[name] = [*raw[name][:place], *new, *raw[name][place:]]
        elif name == "endings":
            raw[name] = [*new, *raw[name]]
        elif new:
            raw[name] = [*raw.get(name, ()), *new]
    scenario = _sound(raw)
    unfolding = Unfolding(
        replace(state, script=text_of(scenario), added=state.added + len(pieces.get("phases", ())))
    )
    unfolding.events.append(FileAmended(said))
    _follow(unfolding, effect)
    return Resolution(unfolding.state, tuple(unfolding.events))


def _sound(raw: Mapping[str, Any]) -> Scenario:
    try:
        return read(to_json(raw).decode())
    except Unsound as unsound:
        raise BadOption(str(unsound)) from None


def _follow(unfolding: Unfolding, effect: EffectPart) -> None:
    try:
        changes = unfolding.state.play.changes(effect)
        if any(isinstance(part, Drawn) for each in changes for part in clauses.parts_of(each.amount)):
            raise BadOption("an amendment draws nothing. Write the amount")
        unfolding.effect(effect, changes, "amended")
    except Unclear as unclear:
        raise BadOption(str(unclear)) from None
    except (KeyError, StopIteration, IndexError):
        raise BadOption("it names a number, a team or a seat that does not exist") from None


def _pieces(state: ScenarioState, said: str) -> tuple[Mapping[str, Any], EffectPart]:
    """Return the parts that the amendment adds to the file, and its immediate consequences."""
    found = _VERB.fullmatch(said)
    if found is None:
        return _toml(said), EffectPart()
    verb, whom, rest = (
        found[1],
        _places(state, found[2]) if found[1] in ("tell", "hand", "ask") else (),
        (found[3] or "").strip(),
    )
    if verb == "talk":
        return {"phases": [_talk(state, found[2].strip())]}, EffectPart()
    if not rest:
        raise BadOption(f"{said!r}: there is nothing after the colon. {HOW}")
    match verb:
        case "tell":
            return {}, EffectPart(tell_to=dict.fromkeys(whom, rest)) if whom else EffectPart(tell=rest)
        case "fact":
            return {}, EffectPart(establish=rest)
        case "change":
            return {}, EffectPart(change=(rest,))
        case "hand":
            return _paper(state, whom, rest)
        case _:
            return {"phases": [_asking(state, whom, rest)]}, EffectPart()


def _toml(said: str) -> Mapping[str, Any]:
    try:
        found = tomllib.loads(said)
    except (ValueError, RecursionError):
        raise BadOption(f"this is not an amendment. {HOW}") from None
    strange = [name for name in found if name not in PIECES]
    if strange or not found or not all(isinstance(each, list) for each in found.values()):
        raise BadOption(f"only {', '.join(PIECES)} can be added, each as [[{PIECES[0]}]]. {HOW}")
    return found


def _places(state: ScenarioState, names: str) -> tuple[str, ...]:
    script = state.play
    places = tuple(each.strip() for each in names.split(",") if each.strip() and each.strip() != "all")
    known = [*dict.fromkeys([*script.teams, *(str(seat.id) for seat in script.seats)])]
    for place in places:
        if place not in known:
            raise BadOption(unknown(f"there is no team or seat {place!r}", place, known, "there are"))
    return places


def _paper(state: ScenarioState, whom: tuple[str, ...], rest: str) -> tuple[Mapping[str, Any], EffectPart]:
    title, colon, text = rest.partition(":")
    if not colon or not text.strip():
        raise BadOption("write `hand WHO: TITLE: TEXT`")
    name = _free("paper", state.play.documents)
    paper = {"name": name, "title": title.strip(), "text": text.strip(), "known_to": "none"}
    return {"documents": [paper]}, EffectPart(hand={name: whom or state.play.sides})


def _next(state: ScenarioState) -> dict[str, Any]:
    """Return the keys that make a phase come next, once only."""
    if state.round in _WHEN:
        return {"at": _WHEN[state.round]}
    return {"at": "round", "rounds": [state.round]}


def _free(stem: str, taken: Any) -> str:
    return next(name for number in range(1, 1000) if (name := f"{stem}_{number}") not in taken)


def _titled(state: ScenarioState, title: str) -> str:
    taken = {phase.name for phase in state.play.scenario.phases}
    return next(
        name
        for number in range(1, 1000)
        if (name := title if number == 1 else f"{title} {number}") not in taken
    )


def _talk(state: ScenarioState, rest: str) -> dict[str, Any]:
    found = _TALK.fullmatch(rest)
    if found is None:
        raise BadOption("write `talk 5`, `talk 5 teams` or `talk 5 pairs`")
    name = _titled(state, "Talks by ruling")
    return {
        "name": name,
        "kind": "talk",
        "minutes": float(found[1]),
        "channels": found[2] or "all",
        **_next(state),
    }


def _asking(state: ScenarioState, whom: tuple[str, ...], rest: str) -> dict[str, Any]:
    ask, *labels = [part.strip() for part in rest.split("|")]
    question: dict[str, Any] = {
        "name": _free("asked", state.play.questions),
        "ask": ask,
        "title": ask[:TITLE_CHARS],
        "of": whom,
    }
    if labels:
        question["options"] = [
            {"name": f"answer_{place}", "label": label[:LABEL_CHARS]} for place, label in enumerate(labels, 1)
        ]
    else:
        question["kind"] = "order"
    name = _titled(state, "A question by ruling")
    return {"name": name, "kind": "questions", "questions": [question], **_next(state)}
