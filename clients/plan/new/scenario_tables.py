"""The tables of the white cell's page: the exercise, its phases, rules, endings, points, messages, hints and
sides.

A key that no table names is added as the file writes it, so the page leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from warcouncil.games.kit.text.phrases import plural
from warcouncil.games.scenario.file.checks.who_knows import WhoKnows
from warcouncil.games.scenario.file.model.clause_sites import effects, site_label
from warcouncil.games.scenario.file.model.in_words import effect_words, everyone
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text.clauses import OWN
from warcouncil.games.scenario.file.text.consequences import (
    EffectPart,
    EndingPart,
    FollowPart,
    ForeseenPart,
    RowPart,
)
from warcouncil.games.scenario.file.text.map import NOBODY, PiecePart
from warcouncil.games.scenario.file.text.phase import (
    AnyPhase,
    ArgumentPhase,
    CellPhase,
    PhasePart,
    QuestionnairePhase,
    QuestionPhase,
    TreatyPhase,
    VotePhase,
)
from warcouncil.games.scenario.file.text.question import OptionPart, QuestionPart
from warcouncil.games.scenario.file.text.questionnaire import ItemPart
from warcouncil.games.scenario.file.text.scenario import NumberPart, Scenario, ScenarioInject
from warcouncil.games.scenario.file.text.vocabulary import Places, ScenarioPart
from warcouncil.protocol.table.papers import lines_of

SILENCE = {
    "": "no answer counts",
    "missing": "no answer counts",
    "draft": "an unsealed draft counts",
    "wait": "the table waits",
    "bot": "a bot answers",
    "extend": "the clock runs once more",
}
"""The effect of a phase's clock for a player who has not sealed."""


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table: its heading, and rows of the same length."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


# --- words --------------------------------------------------------------------------------------------------------


def _joined(*parts: str) -> str:
    return "; ".join(filter(None, parts))


def _readers(known_to: str | Places) -> str:
    return known_to if isinstance(known_to, str) else ", ".join(known_to)


def _winners(ending: EndingPart) -> str:
    """Return the winners of an ending, each with its own conditions if it has some."""
    if not isinstance(ending.winners, dict):
        return _readers(ending.winners) or "nobody"
    return "; ".join(f"{side} if {' and '.join(texts)}" for side, texts in ending.winners.items())


def _plain(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(f"{key} {_plain(each)}" for key, each in value.items())
        case list() | tuple():
            return ", ".join(map(_plain, value))
        case float():
            return f"{value:g}"
        case _:
            return str(value)


def _more(part: ScenarioPart, *named: str) -> str:
    """Return the keys of a part that its table does not name, with their values."""
    rest = part.model_dump(exclude_defaults=True, exclude=set(named))
    return "; ".join(f"{key.replace('_', ' ')}: {_plain(value)}" for key, value in rest.items())


def _given_away(reveals: Iterable[str]) -> str:
    given = ", ".join(reveals)
    return f"gives away {given}" if given else ""


def _points(points: int) -> str:
    return plural(points, "point") if points >= 0 else f"-{plural(-points, 'point')}"


# --- the exercise -------------------------------------------------------------------------------------------------


def the_exercise(scenario: Scenario) -> PageTable:
    """Return what the file says about itself, without its long texts."""
    rows = [
        ("author", scenario.author),
        ("how to win", scenario.wins),
        ("rounds", f"{scenario.rounds}, each called {scenario.round}"),
        ("length", f"about {plural(scenario.minutes, 'minute')}"),
    ]
    named = (
        "format",
        "title",
        "author",
        "summary",
        "situation",
        "wins",
        "rounds",
        "round",
        "minutes",
        "notes",
    )
    parts = (
        "teams",
        "seats",
        "numbers",
        "map",
        "documents",
        "phases",
        "endings",
        "scores",
        "hints",
        "injects",
        "treatments",
    )
    more = _more(scenario, *named, *parts)
    return PageTable(("what", "in the file"), tuple([*rows, ("more", more)] if more else rows))


def the_map(scenario: Scenario) -> Iterator[tuple[str, PageTable]]:
    """Yield the rules of a map, and each place with its links, its owner and its piece."""
    board = scenario.map
    if board is None:
        return
    titles = {place.name: place.title for place in board.places}
    teams = {team.name: team.title for team in scenario.teams} | {NOBODY: "no side"}
    known = {"all": "everyone", "near": "its own side, and sides with a piece near", "own": "its own side"}
    yield (
        board.title,
        PageTable(
            ("what", "how"),
            (
                ("who knows the owners", known[board.owners_known_to]),
                ("who knows the pieces", known[board.pieces_known_to]),
                ("a piece that is driven out", board.dislodged),
            ),
        ),
    )
    yield (
        "Places",
        PageTable(
            ("place", "at", "next to", "owner", "piece"),
            tuple(
                (
                    f"{place.title} ({place.name})",
                    ", ".join(map(str, place.at)),
                    ", ".join(titles[each] for each in place.links),
                    teams[place.owner],
                    ", ".join(_piece(piece, teams) for piece in board.pieces if piece.at == place.name),
                )
                for place in board.places
            ),
        ),
    )


def _piece(piece: PiecePart, teams: Mapping[str, str]) -> str:
    return f"{piece.title} of {teams[piece.of]}, strength {piece.strength} ({piece.name})"


def order(known: WhoKnows) -> PageTable:
    """Return the phases in order, each with its opening, its clock and its talk."""
    rows = [
        (
            phase.name,
            _when(known.scenario, phase),
            phase.kind,
            _clock(phase),
            _talk(known, phase),
            SILENCE.get(phase.silence, phase.silence),
        )
        for phase in known.scenario.phases
    ]
    return PageTable(("phase", "when", "kind", "clock", "talk", "without a seal"), tuple(rows))


def _when(scenario: Scenario, phase: AnyPhase) -> str:
    word = scenario.round.lower()
    once = {"before": "before the rounds", "after": "after the rounds"}
    when = once.get(phase.at) or (
        f"{word} {', '.join(map(str, phase.rounds))}" if phase.rounds else f"every {word}"
    )
    if_ = f", if {' and '.join(phase.only_if)}" if phase.only_if else ""
    return _joined(when + if_, _given_away(phase.reveals))


def _clock(phase: AnyPhase) -> str:
    more = f" + {phase.sign_minutes:g}" if isinstance(phase, TreatyPhase) else ""
    quiet = f", quiet for the last {phase.quiet_minutes:g}" if phase.quiet_minutes else ""
    return f"{phase.minutes:g}{more} min{quiet}"


def _talk(known: WhoKnows, phase: AnyPhase) -> str:
    deals = " with deals" if phase.deals else ""
    match phase.channels:
        case str(word):
            return f"{word}{deals}"
        case named:
            rooms = [
                f"{title}: {', '.join(map(known.script.title, places))}" for title, places in named.items()
            ]
            return "; ".join(rooms) + deals


# --- what is asked ------------------------------------------------------------------------------------------------

_EVERY_PHASE = (
    *("name", "kind", "text", "at", "rounds", "only_if", "reveals", "minutes", "silence", "channels"),
    *("deals", "quiet_minutes", "follows", "tables"),
)


def asked(known: WhoKnows) -> Iterator[tuple[str, PageTable]]:
    """Yield for each phase what players read and what they are asked."""
    for phase in known.scenario.phases:
        rows = [("all players read", phase.text)] if phase.text else []
        rows += _asks(phase)
        if rows:
            yield phase.name, PageTable(("what", "how"), tuple(rows))


def _asks(phase: PhasePart) -> Iterator[tuple[str, str]]:
    match phase:
        case QuestionPhase():
            for question in phase.questions:
                yield _of_question(question), _how_asked(question)
                yield from map(_option, question.options)
            named: tuple[str, ...] = ("questions",)
        case CellPhase():
            yield phase.asks, _cell(phase)
            named = ("asks", "foreseen", "writes", "sets", "tells", "agree")
        case ArgumentPhase():
            yield "arguments", _argued(phase)
            named = ("of", "order", "reasons", "against", "chars", "against_minutes", "weigh_minutes")
        case VotePhase():
            yield f"{phase.motion} ({phase.vote})", _voted(phase)
            named = ("vote", "motion", "of", "needs", "veto", "ballot")
        case TreatyPhase():
            yield phase.treaty, _signed(phase)
            named = ("treaty", "drafter", "signers", "needs", "chars", "sign_minutes", "known_to")
        case QuestionnairePhase():
            yield phase.consent or "the standard question that asks for consent", "yes or no. It comes first"
            for item in phase.items:
                yield f"{item.ask} ({item.name})", _item(item)
                yield from map(_option, item.options)
            named = ("of", "consent", "items")
        case _:
            named = ()
    if more := _more(phase, *_EVERY_PHASE, *named):
        yield "more", more


def _of_question(question: QuestionPart) -> str:
    title = f"{question.title}: " if question.title else ""
    return f"{title}{question.ask} ({question.name})"


def _how_asked(question: QuestionPart) -> str:
    named = (
        *("name", "ask", "title", "help", "kind", "of", "by", "options", "low", "high", "total", "chars"),
        *("weighty", "silence", "known_to", "only_if"),
    )
    return _joined(
        question.help,
        f"{question.kind}, asked of {_asked_of(question)}",
        _answers(question),
        "no option is selected in advance" if question.weighty else "",
        f"silence: {_plain(question.silence)}" if question.silence != "" else "",
        f"known to {_readers(question.known_to)}",
        f"only if {' and '.join(question.only_if)}" if question.only_if else "",
        _more(question, *named),
    )


def _asked_of(question: QuestionPart) -> str:
    places = ", ".join(question.of) or "every side"
    how = {"commander": "", "majority": ", by most seats", "all": ", by all seats", "seat": ", each seat"}
    return f"{places}{how[question.by]}"


def _answers(question: QuestionPart) -> str:
    """Return the limits of an answer. Each option has a row of its own."""
    match question.kind:
        case "choice" | "ranking":
            return ""
        case "several" | "amount":
            return f"from {question.low} to {question.high}"
        case "allocation":
            return f"{question.total} in all"
        case "order":
            return f"at most {question.chars} letters"
        case "orders":
            return "hold, move or support, for each piece. The pieces of a silent team hold"


def _item(item: ItemPart) -> str:
    """Return how a question of a questionnaire is answered."""
    match item.kind:
        case "scale":
            ends = f", from “{item.ends[0]}” to “{item.ends[1]}”" if item.ends else ""
            how = f"a scale from 1 to {item.steps}{ends}"
        case "choice":
            how = "choice of one option"
        case "words":
            how = f"words, at most {item.chars} letters"
    return _joined(how, _more(item, "name", "ask", "kind", "steps", "ends", "options", "chars"))


def _option(option: OptionPart) -> tuple[str, str]:
    words = _joined(option.help, _more(option, "name", "label", "help"))
    return f"· {option.label} ({option.name})", words


def _cell(phase: CellPhase) -> str:
    outcomes = ", ".join(f"{each.label} ({each.name})" for each in phase.foreseen)
    return _joined(
        f"the white cell chooses from {outcomes}" if outcomes else "",
        "it may write its own outcome" if phase.writes else "it may not write its own outcome",
        f"it may set {', '.join(phase.sets)}" if phase.sets else "",
        "it may send each team a private message" if phase.tells else "",
        "a second seat must agree" if phase.agree else "",
    )


def _argued(phase: ArgumentPhase) -> str:
    return _joined(
        f"of {', '.join(phase.of) or 'every side'}, {phase.order}",
        f"{plural(phase.reasons, 'reason')} for, {phase.against} against, {phase.chars} letters each",
        f"{phase.against_minutes:g} min to answer, {phase.weigh_minutes:g} min for the white cell",
    )


def _voted(phase: VotePhase) -> str:
    return _joined(
        f"of {', '.join(phase.of) or 'every seat but those of the white cell'}",
        f"needs {phase.needs}",
        f"veto of {', '.join(phase.veto)}" if phase.veto else "",
        f"{phase.ballot} ballot",
    )


def _signed(phase: TreatyPhase) -> str:
    return _joined(
        f"{phase.drafter} writes at most {phase.chars} letters",
        f"{', '.join(phase.signers)} sign in {phase.sign_minutes:g} min",
        f"needs {phase.needs}",
        f"the signed text is known to {phase.known_to}",
    )


# --- what follows -------------------------------------------------------------------------------------------------

_EFFECT = ("change", "tell", "tell_to", "hand", "establish", "end", "reveals")
_CAUSE = ("name", "only_if", "or_if", "for_each", "chance", "answers", "label", "help")


def follows(known: WhoKnows) -> Iterator[tuple[str, PageTable]]:
    """Yield for each phase its tables and rules: the cause, and the effect with the information that it gives players."""
    rows: dict[int, list[tuple[str, ...]]] = {}
    for site, effect in effects(known.names):
        label = site_label(known.names, site.path)
        rows.setdefault(site.place, []).append((label, _conditions(effect), _does(known.script, effect)))
    for place, each in rows.items():
        phase = known.scenario.phases[place]
        of = [
            f"{table.name or f'table {at}'}: {', '.join(table.of)}"
            for at, table in enumerate(phase.tables, 1)
        ]
        head = f"{phase.name} ({'; '.join(of)})" if of else phase.name
        yield head, PageTable(("rule", "if", "then"), tuple(each))


def _conditions(effect: EffectPart) -> str:
    match effect:
        case ForeseenPart():
            return _joined(f"the white cell says: {effect.label}", effect.help)
        case RowPart():
            return ", ".join(effect.answers)
        case FollowPart():
            words, other = " and ".join(effect.only_if), " and ".join(effect.or_if)
            return _joined(
                f"for each {_readers(effect.for_each)}" if effect.for_each else "",
                f"{words} or {other}" if other else words,
                f"{effect.chance} %" if effect.chance < 100 else "",
            )
        case _:
            return ""


def _does(script: Script, effect: EffectPart) -> str:
    to_all = ((everyone(), effect.tell),) if effect.tell else ()
    told = [(_whom(script, place), text) for place, text in effect.tell_to.items()]
    handed = [
        (script.documents[document].title, [_whom(script, place) for place in places])
        for document, places in effect.hand.items()
    ]
    words = effect_words(effect.change, (*to_all, *told), handed, effect.establish, effect.end or "")
    return _joined(words, _given_away(effect.reveals), _more(effect, *_EFFECT, *_CAUSE))


def _whom(script: Script, place: str) -> str:
    return OWN if place == OWN else script.title(place)


def endings(scenario: Scenario) -> PageTable:
    """Return the ways in which the exercise ends."""
    looked_at = {
        "always": "after every phase",
        "end": "after the last phase",
        "called": "when a rule calls it",
    }
    named = ("name", "words", "when", "only_if", "winners", "reveals")
    rows = [
        (
            ending.name,
            looked_at[ending.when],
            _joined(" and ".join(ending.only_if), _given_away(ending.reveals)),
            _joined(ending.words, _more(ending, *named)),
            _winners(ending),
        )
        for ending in scenario.endings
    ]
    return PageTable(("ending", "looked at", "if", "words", "winners"), tuple(rows))


def points(scenario: Scenario) -> Iterator[tuple[str, PageTable]]:
    """Yield what counts as points, and the bonuses."""
    scores = scenario.scores
    if scores is None:
        return
    more = _more(scores, "title", "of", "sum", "bonus", "sheet", "sheet_only_if")
    rows = [
        (scores.title, f"each {scores.of}", ", ".join(scores.sum)),
        *([("more", "", more)] if more else []),
    ]
    yield "", PageTable(("points", "whose", "the sum of"), tuple(rows))
    if scores.sheet:
        sides = tuple(dict.fromkeys(side for row in scores.sheet for side in row.points))
        yield (
            _joined(
                "Payoff sheet", f"if {' and '.join(scores.sheet_only_if)}" if scores.sheet_only_if else ""
            ),
            PageTable(
                ("issue", "option", *sides, "words"),
                tuple(
                    (row.issue, row.option, *(str(row.points.get(side, 0)) for side in sides), row.words)
                    for row in scores.sheet
                ),
            ),
        )
    if scores.bonus:
        named = ("to", "points", "only_if", "words")
        yield (
            "Bonuses",
            PageTable(
                ("to", "points", "if", "for"),
                tuple(
                    (
                        each.to,
                        _points(each.points),
                        " and ".join(each.only_if) or "always",
                        _joined(each.words, _more(each, *named)),
                    )
                    for each in scores.bonus
                ),
            ),
        )


# --- messages and hints -------------------------------------------------------------------------------------------


def injects(scenario: Scenario) -> PageTable:
    """Return the messages: when each comes, its receivers, and its text."""
    named = (
        "name",
        "text",
        "minutes",
        "phase",
        "round",
        "to",
        "reply",
        "sender",
        "kind",
        "only_if",
        "while_open",
    )
    rows = [
        (
            each.name or f"message {number}",
            _comes(each),
            f"{each.kind} of {each.sender}" if each.sender else "the umpire",
            each.to,
            each.text,
            _joined("an answer is asked for" if each.reply else "", _more(each, *named)),
        )
        for number, each in enumerate(scenario.injects, 1)
    ]
    return PageTable(("message", "when", "from", "to", "text", "more"), tuple(rows))


def _comes(each: ScenarioInject) -> str:
    after = f"{each.minutes:g} min after" if each.minutes is not None else ""
    condition = f"if {' and '.join(each.only_if)}" if each.only_if else ""
    if each.phase:
        again = f", opening {each.round}" if each.round > 1 else ""
        said = f"{after or 'when'} {each.phase} {'opened' if after else 'opens'}{again}"
        return _joined(said, condition, "only while it is open" if each.while_open else "")
    if after:
        return _joined(f"{after} the beginning", condition)
    return f"as soon as {' and '.join(each.only_if)}" if condition else "at hand: an umpire sends it"


def hints(scenario: Scenario) -> PageTable:
    """Return the hints: what bots answer and forms suggest."""
    rows = [
        (each.of, each.question, _plain(each.answer), " and ".join(each.only_if) or "always", more)
        for each in scenario.hints
        for more in (_more(each, "of", "question", "answer", "only_if"),)
    ]
    return PageTable(("for", "question", "answer", "if", "more"), tuple(rows))


# --- sides and numbers --------------------------------------------------------------------------------------------


def _in_one_line(scenario: Scenario, text: str) -> str:
    return " ".join(lines_of(scenario.pieces_of(text))) or text.replace("\n\n", " ")


def sides(scenario: Scenario) -> PageTable:
    """Return the teams, with what all players know about them."""
    rows = [
        (
            team.title,
            team.name,
            "the white cell" if team.cell else "a side",
            _joined(
                _in_one_line(scenario, team.about), _more(team, "name", "title", "about", "brief", "cell")
            ),
        )
        for team in scenario.teams
    ]
    return PageTable(("team", "its name", "what", "all players know"), tuple(rows))


def seats(scenario: Scenario) -> PageTable:
    """Return the seats, with their duties and the backs of their cards."""
    named = ("name", "team", "title", "duty", "brief", "aid")
    rows = [
        (seat.title, seat.name, seat.team, seat.duty, _joined(seat.aid, _more(seat, *named)))
        for seat in scenario.seats
    ]
    return PageTable(("seat", "its name", "team", "duty", "back of the card"), tuple(rows))


def numbers(known: WhoKnows) -> PageTable:
    """Return the numbers: their initial values, their bounds, their readers and their marks."""
    named = (
        *("name", "title", "each", "of", "low", "high", "start", "starts", "known_to", "track", "marks"),
    )
    return PageTable(
        ("number", "its name", "whose", "begins", "from", "to", "seen by", "drawn"),
        tuple(
            (
                number.title,
                number.name,
                _joined(number.each, ", ".join(number.of)),
                _start(number),
                "" if number.states else str(number.low),
                "" if number.states else str(number.high),
                _readers(number.known_to),
                _joined(_drawn(number), _more(number, *named)),
            )
            for number in known.scenario.numbers
        ),
    )


def _start(number: NumberPart) -> str:
    single = [f"{owner} {start}" for owner, start in number.starts.items()]
    return ", ".join([str(number.start), *single])


def _drawn(number: NumberPart) -> str:
    marks = ", ".join(f"{mark.at} {mark.label}" for mark in number.marks)
    return _joined("as a track" if number.track else "", marks)
