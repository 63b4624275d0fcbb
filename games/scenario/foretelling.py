"""The consequences of a decision as text, before the decision is made.

The decision is applied to a copy of the position, and the events of the copy are described.
"""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.games.scenario.events.decided import CellAnnounced, CellWhispered
from warcouncil.games.scenario.events.followed import Announced, DocumentHanded, FactEstablished, Whispered
from warcouncil.games.scenario.file.model.in_words import effect_words, everyone
from warcouncil.games.scenario.file.text.clauses import Ref
from warcouncil.games.scenario.file.text.vocabulary import FORETOLD_CHARS_MAX
from warcouncil.games.scenario.look import cut
from warcouncil.games.scenario.numbers import label_of
from warcouncil.games.scenario.state import ScenarioState, key
from warcouncil.games.scenario.unfolding import Unfolding
from warcouncil.games.scenario.wording import say


def consequence_words(before: ScenarioState, came: Unfolding, touched: Iterable[Ref]) -> str:
    """Return the consequences in words: changed numbers, texts with their receivers, and an ending.

    For each number in `touched` that does not change, the text says so.
    """
    told: list[tuple[str, str]] = []
    handed: list[tuple[str, tuple[str, ...]]] = []
    established: list[str] = []
    for event in came.events:
        match event:
            case Announced() | CellAnnounced():
                told.append((everyone(), _beginning(event.text)))
            case Whispered() | CellWhispered():
                told.append((", ".join(event.whom), _beginning(event.text)))
            case DocumentHanded():
                handed.append((event.title, event.whom))
            case FactEstablished():
                established.append(_beginning(event.text))
            case _:
                pass
    over = came.state.over
    then = effect_words(
        _moves(before, came, frozenset(touched)),
        told,
        handed,
        say("events.effect_joined").join(established),
        _beginning(over.words) if over else "",
    )
    return say("events.then", effects=then) if then else say("events.no_effect")


def _moves(before: ScenarioState, came: Unfolding, touched: frozenset[Ref]) -> Iterable[str]:
    script = before.play
    for name in script.numbers:
        for ref in (Ref(name, owner) for owner in script.owners(name)):
            at = key(ref.name, ref.owner)
            was, now = before.numbers[at], came.state.numbers[at]
            words = script.numbers[name].words
            if now != was:
                yield say("events.change", label=label_of(came.look, ref), before=words(was), now=words(now))
            elif ref in touched:
                yield say("events.stays", label=label_of(came.look, ref), now=words(now))


def _beginning(text: str) -> str:
    return cut(text, FORETOLD_CHARS_MAX)
