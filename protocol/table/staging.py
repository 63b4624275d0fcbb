"""Staging: computes the sheet after a scene has happened on it.

A change of a place that a sheet does not have is ignored. Everything that no change names stays unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from typing import TypeVar

from warcouncil.protocol.table.scenes import (
    CardsChange,
    Change,
    DocumentChange,
    FactChange,
    FrontChange,
    LineChange,
    PostChange,
    ProseChange,
    RowChange,
    Scene,
    TrackChange,
)
from warcouncil.protocol.table.sheets import (
    BattleLine,
    Card,
    Cards,
    Document,
    Documents,
    Element,
    Fact,
    Facts,
    Front,
    Fronts,
    Post,
    Prose,
    Rows,
    Sheet,
    Side,
    Strength,
    Track,
)
from warcouncil.protocol.words import Model, Text

M = TypeVar("M", bound=Model)


def after(sheet: Sheet, scene: Scene) -> Sheet:
    """Return the sheet after a scene has happened."""
    elements = list(sheet.elements)
    for change in scene.changes:
        elements = _changed(elements, change)
    return _with(sheet, elements=tuple(elements))


def _changed(elements: list[Element], change: Change) -> list[Element]:
    match change:
        case PostChange():
            return _each(elements, BattleLine, lambda line: _line(line, change))
        case LineChange():
            return _each(elements, BattleLine, lambda line: _stanced(line, change))
        case FrontChange():
            return _each(elements, Fronts, lambda fronts: _fronts(fronts, change))
        case CardsChange():
            return _each(elements, Cards, lambda cards: _cards(cards, change))
        case FactChange() if change.team:
            return _each(elements, BattleLine, lambda line: _with_behind(line, change))
        case FactChange():
            return _each(elements, Facts, lambda facts: _facts(facts, change))
        case TrackChange():
            return _each(elements, Track, lambda track: _track(track, change))
        case RowChange():
            return _each(elements, Rows, lambda rows: _rows(rows, change))
        case ProseChange():
            said = Prose(title=change.title, text=change.text)
            return [said, *(each for each in elements if not _is_prose(each, change.title))]
        case DocumentChange():
            return _handed(elements, change)


def _each(elements: list[Element], kind: type[M], change: Callable[[M], Element]) -> list[Element]:
    return [change(element) if isinstance(element, kind) else element for element in elements]


def _handed(elements: list[Element], change: DocumentChange) -> list[Element]:
    document = Document(
        title=change.title, text=change.text, note=change.note, new=True, secret=change.secret
    )
    for at, lying in enumerate(elements):
        if isinstance(lying, Documents):
            kept = tuple(each for each in lying.documents if each.title != change.title)
            return [*elements[:at], _with(lying, documents=(*kept, document)), *elements[at + 1 :]]
    return [*elements, Documents(documents=(document,))]


def _is_prose(element: Element, title: str) -> bool:
    return isinstance(element, Prose) and element.title == title


def _with(model: M, **changes: object) -> M:
    """Return a copy of a model with new values for all fields that are not None."""
    return model.model_copy(update={name: value for name, value in changes.items() if value is not None})


def _line(line: BattleLine, change: PostChange) -> BattleLine:
    return _with(line, far=_side(line.far, change), near=_side(line.near, change))


def _stanced(line: BattleLine, change: LineChange) -> BattleLine:
    sides = {"far": line.far, "near": line.near}
    return _with(
        line, **{place: _acting(side, change) for place, side in sides.items() if side.team == change.team}
    )


def _acting(side: Side, change: LineChange) -> Side:
    acts = zip_longest(side.posts, change.stances[: len(side.posts)])
    return _with(side, posts=tuple(_with(post, stance=stance) for post, stance in acts))


def _side(side: Side, change: PostChange) -> Side:
    if side.team != change.team:
        return side
    return _with(side, posts=tuple(_post(p, change) if p.label == change.post else p for p in side.posts))


def _post(post: Post, change: PostChange) -> Post:
    open_now = None if change.now is None else Strength(now=change.now, parts=change.parts or ())
    return _with(post, strength=open_now, stance=change.stance, note=change.note, broken=change.broken)


def _fronts(fronts: Fronts, change: FrontChange) -> Fronts:
    return _with(
        fronts,
        fronts=tuple(
            _front(fronts, each, change) if each.label == change.front else each for each in fronts.fronts
        ),
    )


def _front(fronts: Fronts, front: Front, change: FrontChange) -> Front:
    for here, title in (("left", fronts.left), ("right", fronts.right)):
        lying: Cards = getattr(front, here)
        if change.side in (title, lying.title):
            at = None if change.at is None else change.at * (1 if here == "left" else -1)
            cards = _lying(lying, change.cards, change.add, change.turned)
            held: dict[str, object] = {here: cards, f"{here}_total": change.total}
            return _with(front, at=at, mark=change.mark, note=change.note, **held)
    return front


def _lying(
    lying: Cards,
    cards: tuple[Card, ...] | None,
    add: tuple[Card, ...] | None,
    turned: tuple[int, Card] | None = None,
) -> Cards:
    now = lying.cards if cards is None else cards
    if turned is not None and turned[0] < len(now):
        now = (*now[: turned[0]], turned[1], *now[turned[0] + 1 :])
    return _with(lying, cards=(*now, *(add or ())))


def _cards(cards: Cards, change: CardsChange) -> Cards:
    if change.title != (cards.key or cards.title):
        return cards
    left = _left(cards, change.take or ())
    count = change.count
    if count is None and left.count is not None:
        count = left.count + len(change.add or ())
    return _with(_lying(left, change.cards, change.add), count=count, note=change.note)


def _left(cards: Cards, taken: tuple[Card, ...]) -> Cards:
    """Return the cards without the removed ones. The count, if there is one, falls by their number."""
    left = list(cards.cards)
    for card in taken:
        lying = next((here for here in left if _is_taken(here, card)), None)
        if lying is not None:
            left.remove(lying)
    gone = len(cards.cards) - len(left)
    return _with(cards, cards=tuple(left), count=None if cards.count is None else cards.count - gone)


def _is_taken(here: Card, card: Card) -> bool:
    return here.face == card.face if here.face is not None else here.back in {card.back, ""}


def _facts(facts: Facts, change: FactChange) -> Facts:
    return _with(facts, facts=_valued(facts.facts, change))


def _valued(facts: tuple[Fact, ...], change: FactChange) -> tuple[Fact, ...]:
    return tuple(_with(fact, value=change.value) if fact.label == change.label else fact for fact in facts)


def _with_behind(line: BattleLine, change: FactChange) -> BattleLine:
    far, near = (
        _with(side, behind=_valued(side.behind, change)) if side.team == change.team else side
        for side in (line.far, line.near)
    )
    return _with(line, far=far, near=near)


def _track(track: Track, change: TrackChange) -> Track:
    if change.track != (track.key or track.title):
        return track
    at = track.at if change.at is None else change.at
    return _with(track, at=at, low=min(track.low, at), high=max(track.high, at), note=change.note)


def _rows(rows: Rows, change: RowChange) -> Rows:
    if rows.title != change.title:
        return rows
    keys = (*(rows.keys or (row[0] if row else "" for row in rows.rows)), *("" for _ in rows.rows))
    now = tuple(
        _celled(row, change.cells) if key == change.row else row
        for row, key in zip(rows.rows, keys, strict=False)
    )
    return _with(rows, rows=now)


def _celled(row: tuple[Text, ...], cells: tuple[Text | None, ...]) -> tuple[Text, ...]:
    """Return a row with new cells after the first one. A cell of None stays unchanged."""
    said = zip_longest(row[1:], cells[: len(row) - 1])
    return (*row[:1], *(old if new is None else new for old, new in said))
