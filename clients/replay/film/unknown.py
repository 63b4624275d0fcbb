"""The gaps in a viewpoint's knowledge: compares the full truth with its sheet, place by place.

It needs no knowledge of any game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from warcouncil.clients.widgets.board.map import owner_words, pieces_words
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.lighting import Light, places_of
from warcouncil.protocol.table.sheets import (
    BattleLine,
    Cards,
    Documents,
    Element,
    Facts,
    Front,
    Fronts,
    Map,
    Prose,
    Rows,
    Sheet,
    Side,
    Strength,
    Track,
)

NOTHING = "?"
YOU = " (you)"
_YOURS = re.compile(r"^[Yy]our ")


@dataclass(frozen=True, slots=True)
class Gap:
    """One unknown thing: its name, its true value, the known value, and its place on the sheet."""

    what: str
    was: str
    knew: str
    place: tuple[str, ...] = ()


def gaps(knew: Sheet, was: Sheet, own: str = "") -> tuple[Gap, ...]:
    """Return what the sheet `was` has and the reader of the sheet `knew` did not know.

    `own` is the title of the reader's seat.
    """
    known = tuple(_called(element, own) for element in knew.elements)
    return tuple(gap for element in was.elements for gap in _gaps(element, known))


def _called(element: Element, own: str) -> Element:
    """Rename the facts and the row that the reader calls their own, so that they have their owner's name."""
    if isinstance(element, Rows):
        rows = tuple(tuple(own if own and cell == "You" else cell for cell in row) for row in element.rows)
        return element.model_copy(update={"rows": rows})
    if not isinstance(element, Facts):
        return element
    facts = (fact.model_copy(update={"label": _YOURS.sub(f"{own}'s ", fact.label)}) for fact in element.facts)
    return element.model_copy(update={"facts": tuple(facts)})


def unknown_light(found: Iterable[Gap]) -> Light:
    """Return the light that highlights everything that was unknown."""
    return Light(frozenset(gap.place for gap in found if gap.place), follows=False)


def known_light(was: Sheet, found: Iterable[Gap]) -> Light:
    """Return the light that highlights everything that was known. The rest is dimmed."""
    everywhere = {place for element in was.elements for place in places_of(element)}
    return Light(frozenset(everywhere - {gap.place for gap in found}), plain=True, follows=False)


def _gaps(was: Element, knew: tuple[Element, ...]) -> Iterator[Gap]:
    match was:
        case BattleLine():
            yield from _in_line(was, [each for each in knew if isinstance(each, BattleLine)])
        case Fronts():
            yield from _in_fronts(was, [each for each in knew if isinstance(each, Fronts)])
        case Cards():
            yield from _in_cards(was, [each for each in knew if isinstance(each, Cards)])
        case Facts():
            yield from _in_facts(was, [each for each in knew if isinstance(each, Facts)])
        case Track():
            yield from _in_track(was, [each for each in knew if isinstance(each, Track)])
        case Rows():
            yield from _in_rows(was, [each for each in knew if isinstance(each, Rows)])
        case Prose():
            if not any(isinstance(each, Prose) and each.text == was.text for each in knew):
                yield Gap(was.title, was.text, NOTHING, ("prose", was.title))
        case Map():
            yield from _in_map(was, [each for each in knew if isinstance(each, Map)])
        case Documents():
            yield from _in_documents(was, [each for each in knew if isinstance(each, Documents)])
        case _:
            assert_never(was)


# --- battle lines -----------------------------------------------------------------------------------------------


def strength_words(strength: Strength) -> str:
    """Return the text of a strength, on one line."""
    if strength.now is not None:
        now, parts = strength.now, " ".join(strength.parts)
        return say("replay.strength", n=now, parts=parts) if parts else str(now)
    if strength.seen is not None:
        when = strength.seen_when
        if when:
            return say("replay.strength_on", n=strength.seen, when=when)
        return say("replay.strength_seen", n=strength.seen)
    return NOTHING


def _in_line(was: BattleLine, knew: list[BattleLine]) -> Iterator[Gap]:
    sides = {side.team: side for line in knew for side in (line.far, line.near)}
    for side in (was.far, was.near):
        yield from _in_side(side, sides.get(side.team, Side(team=side.team, title="", posts=())))


def _in_side(was: Side, knew: Side) -> Iterator[Gap]:
    posts = {post.label: post for post in knew.posts}
    for post in was.posts:
        theirs = posts.get(post.label)
        place = ("post", was.team, post.label)
        if theirs is None or post.strength.now != theirs.strength.now:
            known = theirs.strength if theirs is not None else Strength()
            yield Gap(
                f"{was.title} {post.label}", strength_words(post.strength), strength_words(known), place
            )
        elif post.strength.parts and not theirs.strength.parts:
            yield Gap(f"{was.title} {post.label}", " ".join(post.strength.parts), NOTHING, place)
    behind = {fact.label: fact.value for fact in knew.behind}
    for fact in was.behind:
        if behind.get(fact.label) != fact.value:
            yield Gap(f"{was.title} {fact.label}", fact.value, behind.get(fact.label, NOTHING))


# --- fronts and cards -------------------------------------------------------------------------------------------


def _in_fronts(was: Fronts, knew: list[Fronts]) -> Iterator[Gap]:
    for front in was.fronts:
        found = next(((line, own) for line in knew for own in line.fronts if own.label == front.label), None)
        turned = found is not None and _name(found[0].left) == _name(was.right) != _name(was.left)
        left, right = _halves(found[1] if found else None, turned=turned)
        place = ("front", front.label)
        for title, cards, seen in ((was.left, front.left, left), (was.right, front.right, right)):
            if hidden := _hidden(cards, seen):
                what = say("replay.place_of", place=front.label, side=_name(title))
                yield Gap(what, ", ".join(hidden), _knew_of(seen), place)


def _name(title: str) -> str:
    return title.removesuffix(YOU)


def _halves(front: Front | None, *, turned: bool) -> tuple[Cards | None, Cards | None]:
    """Return the cards at a front in the order of the other sheet's sides."""
    if front is None:
        return None, None
    return (front.right, front.left) if turned else (front.left, front.right)


def _hidden(was: Cards, knew: Cards | None) -> list[str]:
    """Return the unknown faces, in the order of the cards."""
    seen = Counter(card.face for card in knew.cards if card.face) if knew is not None else Counter[str]()
    hidden = []
    for card in was.cards:
        if card.face is None:
            continue
        if seen[card.face]:
            seen[card.face] -= 1
        else:
            hidden.append(card.face)
    return hidden


def _knew_of(cards: Cards | None) -> str:
    """Return text for what was known of a group of cards."""
    if cards is None:
        return NOTHING
    if cards.cards and not any(card.face for card in cards.cards):
        return say("replay.face_down", n=len(cards.cards))
    faces = [card.face or "?" for card in cards.cards]
    return ", ".join(faces) or (say("board.cards", n=cards.count) if cards.count else NOTHING)


def _in_cards(was: Cards, knew: list[Cards]) -> Iterator[Gap]:
    """Yield the gaps in a group of cards.

    Cards count as known wherever they were seen, because the group of their holder has another title.
    """
    if not any(card.face for card in was.cards):
        return
    nearest = min(knew, key=lambda cards: (len(_hidden(was, cards)), cards.title != was.title), default=None)
    if nearest is not None and not _hidden(was, nearest):
        return
    same = next((cards for cards in knew if cards.title == was.title), None)
    yield Gap(was.title, ", ".join(_hidden(was, same)), _knew_of(same), ("cards", was.title))


def _in_documents(was: Documents, knew: list[Documents]) -> Iterator[Gap]:
    """Yield the documents whose exact text the reader did not have."""
    held = {document.known_by for lying in knew for document in lying.documents}
    for document in was.documents:
        if document.known_by not in held:
            yield Gap(document.title, "\n".join(document.lines), NOTHING, ("document", document.title))


# --- facts, tracks, tables --------------------------------------------------------------------------------------


def _in_facts(was: Facts, knew: list[Facts]) -> Iterator[Gap]:
    same = [facts for facts in knew if facts.title == was.title] or knew
    values = {fact.label: fact.value for facts in same for fact in facts.facts}
    for fact in was.facts:
        if values.get(fact.label) != fact.value:
            yield Gap(
                say("fields.named", label=was.title, value=fact.label) if was.title else fact.label,
                fact.value,
                values.get(fact.label, NOTHING),
                ("fact", fact.label),
            )


def _in_track(was: Track, knew: list[Track]) -> Iterator[Gap]:
    """Yield a track that was unknown. A track that is shown from the reader's own end is known too."""
    for track in knew:
        turned = (track.low, track.high, track.at) == (-was.high, -was.low, -was.at)
        if turned or (track.low, track.high, track.at) == (was.low, was.high, was.at):
            return
    yield Gap(was.title, str(was.at), NOTHING, ("track", was.key or was.title))


def _in_rows(was: Rows, knew: list[Rows]) -> Iterator[Gap]:
    known = {row for rows in knew for row in rows.rows}
    firsts = {row[0]: row for row in sorted(known) if row}
    for row in was.rows:
        if row not in known and row and not _same_cells(row, was, knew):
            said = firsts.get(row[0], ())
            yield Gap(
                say("fields.named", label=was.title, value=row[0]),
                " · ".join(row[1:]),
                " · ".join(said[1:]) or NOTHING,
                ("rows", was.title),
            )


def _in_map(was: Map, knew: list[Map]) -> Iterator[Gap]:
    """Yield the owners and the pieces that the reader did not know, place by place."""
    theirs = next((each for each in knew if each.title == was.title), None)
    known = {place.name: place for place in theirs.places} if theirs else {}
    for place in was.places:
        own = known.get(place.name)
        if own is None or own.owner != place.owner:
            said = owner_words(own) if own is not None and own.owner is not None else NOTHING
            yield Gap(place.title, owner_words(place), said, ("map", was.title))
        if own is None or theirs is None or not own.seen:
            said = pieces_words(theirs, own, yours=False) if theirs and own else NOTHING
            yield Gap(place.title, pieces_words(was, place, yours=False), said, ("map", was.title))


def _same_cells(row: tuple[str, ...], was: Rows, knew: list[Rows]) -> bool:
    """Return whether a row was known with its columns in another order."""
    for rows in knew:
        if sorted(rows.head) == sorted(was.head):
            wanted = dict(zip(was.head, row, strict=False))
            if any(dict(zip(rows.head, own, strict=False)) == wanted for own in rows.rows):
                return True
    return False
