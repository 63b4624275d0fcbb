"""Checks of questionnaires: names, keys and options of the questions, and consequences that can never follow."""

from __future__ import annotations

from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.phase import QuestionnairePhase
from warcouncil.games.scenario.file.text.questionnaire import ItemPart

CONSENT = "consent"
"""The name of the question for consent. No other question of a questionnaire may have it."""
_USES = {"scale": ("steps", "ends"), "choice": ("options",), "words": ("chars",)}
"""The keys that have a meaning for each kind of question."""


def check_questionnaire(names: Names, path: Path, phase: QuestionnairePhase) -> None:
    """Record seats that do not exist, questions that cannot be asked, and consequences of a questionnaire."""
    for place in phase.of:
        names.check_place((*path, "of"), place)
    for key in ("follows", "tables"):
        if getattr(phase, key):
            names.note((*path, key), f"nothing follows from a questionnaire. Move {key} to another phase")
    if phase.silence:
        names.note((*path, "silence"), "a questionnaire has no default answers. Leave this key out")
    named = [item.name for item in phase.items]
    for at, item in enumerate(phase.items):
        where: Path = (*path, "items", at)
        if item.name == CONSENT:
            names.note((*where, "name"), f"{CONSENT!r} is the question that comes first. Take another name")
        if item.name in named[:at]:
            names.note((*where, "name"), f"{item.name!r} is already used. Take another name")
        _item(names, where, item)


def _item(names: Names, path: Path, item: ItemPart) -> None:
    for kind, keys in _USES.items():
        for key in keys:
            if kind != item.kind and key in item.model_fields_set:
                names.note(
                    (*path, key),
                    f"a question of kind {item.kind} cannot have {key}. Only one of kind {kind} can",
                )
    if not item.ask:
        names.note((*path, "ask"), "the question is empty. Write one")
    if item.kind != "choice":
        return
    if len(item.options) < 2:
        names.note((*path, "options"), "a question of kind choice needs 2 options or more. Add options")
    options = [option.name for option in item.options]
    for at, name in enumerate(options):
        if name in options[:at]:
            names.note((*path, "options", at, "name"), f"{name!r} is already used. Take another name")
