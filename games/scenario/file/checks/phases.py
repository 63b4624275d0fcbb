"""Checks of phases that cannot be held: rounds that do not exist, conversations of one seat, and missing cells,
voters or signers."""

from __future__ import annotations

from collections.abc import Iterable

from warcouncil.games.kit.text.suggestions import unknown
from warcouncil.games.scenario.file.checks.clause_meaning import parsed
from warcouncil.games.scenario.file.checks.questionnaires import check_questionnaire
from warcouncil.games.scenario.file.checks.questions import check_readers
from warcouncil.games.scenario.file.checks.references import check_ref
from warcouncil.games.scenario.file.model.clause_sites import Site, effects
from warcouncil.games.scenario.file.model.names import Names
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import OWN
from warcouncil.games.scenario.file.text.consequences import EffectPart, EndingPart
from warcouncil.games.scenario.file.text.faults import Path
from warcouncil.games.scenario.file.text.phase import (
    AnyPhase,
    ArgumentPhase,
    CellPhase,
    QuestionnairePhase,
    TreatyPhase,
    VotePhase,
)
from warcouncil.games.scenario.file.text.question import QuestionPart
from warcouncil.games.scenario.file.text.scenario import HintPart, ScenarioInject
from warcouncil.games.scenario.file.text.vocabulary import ARGUING_MAX, PAIRS_MAX, TOLD_APART_MAX, VOTES


def check_phases(names: Names) -> None:
    """Record phases that cannot be held, consequences for unknown places, and endings, hints and injects that
    cannot happen."""
    for place, phase in enumerate(names.scenario.phases):
        path: Path = ("phases", place)
        _times(names, path, phase)
        _channels(names, path, phase)
        for number, follow in enumerate(phase.follows):
            for each in follow.for_each if isinstance(follow.for_each, tuple) else ():
                names.check_place((*path, "follows", number, "for_each"), each)
        _of_its_kind(names, path, phase)
    for site, effect in effects(names):
        _effect(names, site, effect)
    for at, document in enumerate(names.scenario.documents):
        check_readers(names, ("documents", at), document.known_to)
    _endings(names)
    for at, hint in enumerate(names.scenario.hints):
        _hint(names, ("hints", at), hint)
    for at, inject in enumerate(names.scenario.injects):
        _inject(names, ("injects", at), inject)


def _of_its_kind(names: Names, path: Path, phase: AnyPhase) -> None:
    match phase:
        case CellPhase():
            _cell(names, path, phase)
        case ArgumentPhase():
            _argument(names, path, phase)
        case VotePhase():
            _vote(names, path, phase)
        case TreatyPhase():
            _treaty(names, path, phase)
        case QuestionnairePhase():
            check_questionnaire(names, path, phase)
        case _:
            pass


def _times(names: Names, path: Path, phase: AnyPhase) -> None:
    if phase.rounds and phase.at != "round":
        names.note((*path, "rounds"), f"this phase is played once, {phase.at} the rounds. Leave rounds out")
    for at, number in enumerate(phase.rounds):
        if not 1 <= number <= names.scenario.rounds:
            names.note(
                (*path, "rounds", at), f"there is no round {number}. There are {names.scenario.rounds}"
            )
    if phase.quiet_minutes and phase.quiet_minutes >= phase.minutes:
        names.note(
            (*path, "quiet_minutes"),
            f"the quiet time is not shorter than the phase, which has {phase.minutes:g} minutes. Write a smaller number",
        )
    if phase.quiet_minutes and phase.channels == "none":
        names.note((*path, "quiet_minutes"), "this phase has no channels. Write channels, or leave it out")


def _channels(names: Names, path: Path, phase: AnyPhase) -> None:
    for key in ("cell_reads", "requests"):
        if getattr(phase, key) and not names.script.cell:
            said = (
                f"there is no white cell. Add a team with cell = true, and a seat for it, or leave {key} out"
            )
            names.note((*path, key), said)
    if phase.cell_reads and phase.channels == "none":
        names.note(
            (*path, "cell_reads"), "this phase has no channels. Write channels, or leave cell_reads out"
        )
    if phase.channels == "pairs" and len(names.script.sides) < 2:
        names.note((*path, "channels"), "pairs need two teams. Add a team, or choose other channels")
    if phase.channels == "pairs" and len(names.script.sides) > PAIRS_MAX:
        names.note(
            (*path, "channels"),
            f"pairs of {len(names.script.sides)} teams are too many conversations. The limit is {PAIRS_MAX} teams. Name the conversations",
        )
    if phase.channels == "all" and len(names.script.players) < 2:
        names.note((*path, "channels"), "there is only one seat. Add a seat, or choose other channels")
    if phase.channels == "teams" and not any(
        len(names.script.seats_of(team)) > 1 for team in names.script.sides
    ):
        names.note((*path, "channels"), "no team has two seats. Add a seat, or choose other channels")
    for title, places in phase.channels.items() if isinstance(phase.channels, dict) else ():
        where = (*path, "channels", title)
        sound = [names.check_place(where, place) for place in places]
        if all(sound) and len(names.script.seats_in(places)) < 2:
            names.note(where, "a conversation needs two different seats. Add one")


def _cell(names: Names, path: Path, phase: CellPhase) -> None:
    if not names.script.cell:
        names.note((*path, "kind"), "there is no white cell. Add a team with cell = true, and a seat for it")
    if phase.agree and len(names.script.cell) == 1:
        names.note(
            (*path, "agree"), "the white cell has only one seat, so no one can agree. Give it a second seat"
        )
    for number, text in enumerate(phase.sets):
        where = Site((*path, "sets", number), "closing")
        if (found := parsed(names, where.path, clauses.ref, text)) is not None:
            check_ref(names, where, found, ("number",))
    if phase.tells and len(names.script.sides) > TOLD_APART_MAX:
        names.note(
            (*path, "tells"),
            f"texts to {len(names.script.sides)} teams do not fit into one decision. The limit is {TOLD_APART_MAX} teams. Write tells = false",
        )
    if not (phase.foreseen or phase.writes or phase.sets or phase.tells):
        names.note(
            path, "the white cell can do nothing in this phase. Give it foreseen, writes, sets or tells"
        )


def _argument(names: Names, path: Path, phase: ArgumentPhase) -> None:
    sound = [names.check_place((*path, "of"), place, names.players) for place in phase.of]
    if all(sound) and len({names.script.commander(place) for place in phase.of}) < len(phase.of):
        names.note((*path, "of"), "a seat would argue twice, alone and for its team. Name only one of them")
    sides = len(phase.of or names.script.sides)
    if sides > ARGUING_MAX or (phase.against and len(names.script.sides) > ARGUING_MAX):
        names.note(
            (*path, "of"),
            f"{len(names.script.sides)} teams do not fit into one argument. The limit is {ARGUING_MAX}. Name the sides in `of`, and write against = 0",
        )
    if phase.against and len(names.script.sides) < 2:
        names.note((*path, "against"), "there is no team to argue against it. Write against = 0")


def _vote(names: Names, path: Path, phase: VotePhase) -> None:
    sound = [names.check_place((*path, "of"), place, names.players) for place in phase.of]
    voters = names.script.seats_in(phase.of) if phase.of else names.script.players
    if isinstance(phase.needs, int) and all(sound) and phase.needs > len(voters):
        names.note((*path, "needs"), f"{phase.needs} votes are needed, but only {len(voters)} seats vote")
    if all(sound) and phase.quorum > len(voters):
        names.note((*path, "quorum"), f"{phase.quorum} seats must vote, but only {len(voters)} can vote")
    for at, seat in enumerate(phase.veto):
        names.check_place((*path, "veto", at), seat, voters)


def _treaty(names: Names, path: Path, phase: TreatyPhase) -> None:
    names.check_place((*path, "drafter"), phase.drafter, names.script.players)
    sound = [names.check_place((*path, "signers"), place, names.players) for place in phase.signers]
    if not all(sound):
        return
    signing = {names.script.commander(place) for place in phase.signers}
    if len(signing) < len(phase.signers):
        names.note(
            (*path, "signers"), "a seat would sign twice, alone and for its team. Name only one of them"
        )
    elif isinstance(phase.needs, int) and phase.needs > len(signing):
        names.note((*path, "needs"), f"{phase.needs} must sign, but only {len(signing)} can sign")


def _effect(names: Names, site: Site, effect: EffectPart) -> None:
    for place in effect.tell_to:
        _whom(names, site.at("tell_to", place), place)
    for document, places in effect.hand.items():
        if document not in names.script.documents:
            said = unknown(
                f"there is no document {document!r}", document, names.script.documents, "documents are"
            )
            names.note(site.at("hand", document).path, said)
        if not places:
            names.note(site.at("hand", document).path, f"{document!r} has no receiver. Name teams or seats")
        for place in places:
            _whom(names, site.at("hand", document), place)
    endings = tuple(ending.name for ending in names.scenario.endings)
    if effect.end and effect.end not in endings:
        said = unknown(f"there is no ending {effect.end!r}", effect.end, endings, "endings are")
        names.note(site.at("end").path, said)


def _whom(names: Names, site: Site, place: str) -> None:
    if place in ("all", "everyone"):
        names.note(site.path, f"{place!r} has no meaning here. For everyone write tell, or name every team")
    elif place != OWN:
        names.check_place(site.path, place)
    elif not site.own:
        names.note(site.path, "`own` has no meaning here. Name the team or seat, or write for_each")


def _endings(names: Names) -> None:
    endings = names.scenario.endings
    if not any(ending.when == "end" and not ending.only_if for ending in endings):
        names.note(
            ("endings",),
            'the exercise may end without an ending. Write a last ending with when = "end" and no conditions',
        )
    closed = next(
        (at for at, each in enumerate(endings) if each.when == "end" and not each.only_if), len(endings)
    )
    for at, ending in enumerate(endings):
        if ending.when == "end" and at > closed:
            names.note(
                ("endings", at),
                f"this ending can never come: {endings[closed].name} is before it and has no conditions",
            )
        if ending.when == "always" and not ending.only_if:
            names.note(
                ("endings", at),
                "this ending has no conditions, so the exercise ends after the first phase. Give it only_if",
            )
        _winners(names, ("endings", at, "winners"), ending)


def _winners(names: Names, path: Path, ending: EndingPart) -> None:
    for place in ending.winners if not isinstance(ending.winners, str) else ():
        names.check_place(path, place, names.players)
    for place, texts in ending.winners.items() if isinstance(ending.winners, dict) else ():
        if not texts:
            names.note((*path, place), "it has no conditions. Write one, as in `points of red >= 50`")


def _hint(names: Names, path: Path, hint: HintPart) -> None:
    if vote := names.script.votes.get(hint.question):
        _vote_hint(names, path, hint, vote)
        return
    question = names.script.questions.get(hint.question)
    if question is None:
        known = (*names.script.questions, *names.script.votes)
        names.note(
            (*path, "question"),
            unknown(f"there is no question {hint.question!r}", hint.question, known, "there are"),
        )
        return
    if names.check_place((*path, "of"), hint.of, names.players):
        meant = (hint.of, *names.script.seats_of(hint.of))
        if not set(meant) & {*names.owners(hint.question)}:
            names.note(
                (*path, "of"),
                f"{hint.of} is not asked this question. It is asked of {', '.join(names.owners(hint.question))}",
            )
    _hinted(names, (*path, "answer"), question, hint.answer)


def _vote_hint(names: Names, path: Path, hint: HintPart, vote: VotePhase) -> None:
    if names.check_place((*path, "of"), hint.of, names.players):
        voters = names.script.voters(vote)
        if not {*names.script.seats_of(hint.of)} & {*voters}:
            names.note((*path, "of"), f"{hint.of} has no vote here. The voters are {', '.join(voters)}")
    if hint.answer not in VOTES:
        said = unknown(f"{hint.answer!r} is not a vote", str(hint.answer), VOTES, "write one of")
        names.note((*path, "answer"), said)


def _hinted(names: Names, path: Path, question: QuestionPart, answer: object) -> None:
    """Record an answer that is not possible for a question."""
    options = names.options(question.name)
    match question.kind, answer:
        case "choice", str() if answer in options:
            return
        case "choice", str():
            names.note(
                path, unknown(f"{question.name} has no option {answer!r}", answer, options, "options are")
            )
        case "amount", int():
            return
        case "amount", _:
            names.note(path, f"{answer!r} is not an amount. Write a whole number without quotation marks")
        case (("several" | "ranking"), tuple()):
            _named(names, path, question, answer)
            if question.kind == "ranking" and sorted(answer) != sorted(options):
                names.note(path, f"a ranking names every option once: {', '.join(options)}")
        case "allocation", dict():
            _named(names, path, question, answer)
        case "order", str():
            return
        case kind, _:
            names.note(path, f"{question.name} is of kind {kind}, and this is not a possible answer")


def _named(names: Names, path: Path, question: QuestionPart, given: Iterable[str]) -> None:
    options = names.options(question.name)
    for name in given:
        if name not in options:
            names.note(path, unknown(f"{question.name} has no option {name!r}", name, options, "options are"))


_KINDS = {"news": "news", "letter": "a letter", "call": "a call"}


def _inject(names: Names, path: Path, inject: ScenarioInject) -> None:
    if inject.to != "all":
        names.check_place((*path, "to"), inject.to, ("all", *names.places))
    if not inject.text:
        names.note((*path, "text"), "the text is empty. Write one")
    if inject.kind != "message" and not inject.sender:
        names.note((*path, "kind"), f"{_KINDS[inject.kind]} needs a sender. Write sender, or leave kind out")
    if not inject.phase:
        for key in ("round", "while_open"):
            if key in inject.model_fields_set:
                names.note((*path, key), f"{key} belongs to a phase. Name the phase, or leave {key} out")
        return
    phases = [phase.name for phase in names.scenario.phases]
    if inject.phase not in phases:
        names.note(
            (*path, "phase"),
            unknown(f"there is no phase {inject.phase!r}", inject.phase, phases, "phases are"),
        )
        return
    opens = [place for _, place in names.timeline].count(phases.index(inject.phase))
    if inject.round > opens:
        names.note(
            (*path, "round"),
            f"{inject.phase} opens {opens} times at most, so this is never sent. Give a smaller round",
        )
