"""Points: they are counted from the final position, and announced at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from warcouncil.games.kit.text.phrases import capital
from warcouncil.games.scenario.file.model.payoffs import issue_words
from warcouncil.games.scenario.file.model.script import Script
from warcouncil.games.scenario.file.text import clauses
from warcouncil.games.scenario.file.text.clauses import Fixed, Ref
from warcouncil.games.scenario.file.text.consequences import EndingPart
from warcouncil.games.scenario.file.text.own import owned_term
from warcouncil.games.scenario.file.text.scenario import ScorePart
from warcouncil.games.scenario.file.text.vocabulary import REASONS_CHARS_MAX, REASONS_MAX
from warcouncil.games.scenario.look import Outlook
from warcouncil.games.scenario.wording import say


def points_of(look: Outlook) -> dict[str, int]:
    """Return the points of each team or seat. Empty if the scenario has no points."""
    scores = look.script.scenario.scores
    if scores is None:
        return {}
    points: dict[str, int] = dict.fromkeys(_sides(look.script, scores), 0)
    for side, _, worth in _parts(look, scores):
        points[side] += worth
    return points


def reasons_of(look: Outlook) -> tuple[tuple[str, str, str], ...]:
    """Return why each team or seat has its points: its title, the reason, and the points with their sign.

    The texts have at most REASONS_CHARS_MAX characters. The last reasons are left out.
    """
    scores, found, chars = look.script.scenario.scores, list[tuple[str, str, str]](), 0
    if scores is None:
        return ()
    order = list(_sides(look.script, scores))
    for side, why, worth in sorted(_parts(look, scores), key=lambda part: order.index(part[0])):
        if worth:
            row = look.script.title(side), capital(why or say("shown.bonus")), f"{worth:+d}"
            chars += sum(map(len, row))
            if chars > REASONS_CHARS_MAX or len(found) == REASONS_MAX:
                break
            found.append(row)
    return tuple(found)


def _sides(script: Script, scores: ScorePart) -> tuple[str, ...]:
    return script.sides if scores.of == "team" else tuple(map(str, script.players))


def _parts(look: Outlook, scores: ScorePart) -> Iterator[tuple[str, str, int]]:
    """Yield the points that each team or seat gets, each with its reason. A bonus may have no reason."""
    for side in _sides(look.script, scores):
        for text in scores.sum:
            yield side, _words(look.script, text, side), _part(look, text, side)
    for bonus in scores.bonus:
        if look.all_said(bonus.only_if):
            yield bonus.to, bonus.words, bonus.points
    for row in scores.sheet if look.all_said(scores.sheet_only_if) else ():
        if look.all_said(look.script.agreed(row)):
            said = ": ".join(issue_words(look.script, row))
            for side, worth in row.points.items():
                yield side, said, worth


def _words(script: Script, text: str, side: str) -> str:
    """Return the names of the numbers that a part of a sum counts. If it counts something else, return its text."""
    _, term = clauses.summand(text)
    parts = [part for part in clauses.parts_of(owned_term(term, side)) if not isinstance(part, Fixed)]
    titles = {**{name: number.title for name, number in script.numbers.items()}, **_map_titles(script)}
    named = [part for part in parts if isinstance(part, Ref) and part.name in titles]
    if not named or len(named) < len(parts):
        return text
    return ", ".join(
        titles[part.name]
        if part.owner in ("", side)
        else say("shown.of_owner", title=titles[part.name], owner=script.title(part.owner))
        for part in named
    )


def _map_titles(script: Script) -> dict[str, str]:
    words = {"places": say("shown.places"), "pieces": say("shown.pieces")}
    return {name: title for name, title in words.items() if script.is_of_map(name)}


def agreed_package(look: Outlook) -> tuple[tuple[str, str], ...]:
    """Return the option of each issue on which all asked sides agreed, if the payoff sheet counts."""
    scores = look.script.scenario.scores
    if scores is None or not look.all_said(scores.sheet_only_if):
        return ()
    counted = [row for row in scores.sheet if look.all_said(look.script.agreed(row))]
    return tuple(issue_words(look.script, row) for row in counted)


def open_points(look: Outlook) -> dict[str, float]:
    """Return the points of each team that everyone can count now. Empty if none can be counted."""
    scores = look.script.scenario.scores
    if scores is None or scores.of != "team":
        return {}
    counted = [text for text in scores.sum if _is_open(look, text)]
    return {
        side: float(sum(_part(look, text, side) for text in counted)) for side in look.script.sides if counted
    }


def _is_open(look: Outlook, text: str) -> bool:
    _, term = clauses.summand(text)
    return all(
        isinstance(part, Ref) and _is_public(look, part)
        for part in clauses.parts_of(term)
        if not isinstance(part, Fixed)
    )


def _is_public(look: Outlook, ref: Ref) -> bool:
    if ref.name in look.script.numbers:
        return look.script.numbers[ref.name].known_to == "all"
    return look.script.is_of_map(ref.name) and look.script.is_open_map(ref.name)


def _part(look: Outlook, text: str, side: str) -> int:
    times, term = clauses.summand(text)
    amount = look.term(owned_term(term, side))
    return times * (amount or 0)


def competing(script: Script) -> tuple[str, ...]:
    """Return the teams or seats that can win. Empty if the file names no winner and scores nothing."""
    scores, endings = script.scenario.scores, script.scenario.endings
    if scores and any(ending.winners == "best" for ending in endings):
        return script.sides if scores.of == "team" else tuple(map(str, script.players))
    named = {place for ending in endings if ending.winners != "best" for place in ending.winners}
    if not named:
        return ()
    return tuple(map(str, script.players)) if named & set(script.players) else script.sides


def winners_of(ending: EndingPart, points: Mapping[str, int], look: Outlook) -> tuple[str, ...]:
    """Return the winners: the named ones, those whose own conditions hold, or the sides with the most points.

    If all have the same points, there is no winner.
    """
    if isinstance(ending.winners, dict):
        counted = Outlook(look.state, before=look.before, points=points)
        return tuple(side for side, texts in ending.winners.items() if counted.all_said(texts))
    if ending.winners != "best":
        return tuple(ending.winners)
    best = max(points.values(), default=0)
    winners = tuple(side for side, won in points.items() if won == best)
    return winners if len(winners) < len(points) else ()
