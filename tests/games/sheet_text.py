"""Sheets as compact text, one line or a few for each element: what a person would read, without any drawing."""

from __future__ import annotations

from typing import assert_never

from warcouncil.protocol.sheets import (
    BattleLine,
    Card,
    Cards,
    Element,
    Fact,
    Facts,
    Front,
    Fronts,
    Post,
    Prose,
    Rows,
    Side,
    Strength,
    Track,
)


def element_lines(element: Element) -> list[str]:
    """Give an element as lines of text."""
    match element:
        case BattleLine():
            return [*_titled(element.title), *_side_lines(element.far), *_side_lines(element.near)]
        case Facts():
            return [f"{_title(element.title)}{_facts(element.facts)}"]
        case Cards():
            return [f"{_title(element.title)}{_cards(element)}"]
        case Fronts():
            head = f"{_title(element.title)}{element.left} | {element.right}"
            return [head, *(f"  {_front(front)}" for front in element.fronts)]
        case Track():
            return [_track(element)]
        case Rows():
            rows = [element.head, *element.rows]
            return [*_titled(element.title), *(f"  {' | '.join(row)}" for row in rows)]
        case Prose():
            return [f"{_title(element.title)}{element.text}"]
        case _:
            assert_never(element)


def _title(title: str) -> str:
    return f"{title}: " if title else ""


def _titled(title: str) -> list[str]:
    return [f"{title}:"] if title else []


def _facts(facts: tuple[Fact, ...]) -> str:
    return ", ".join(f"{fact.label} {fact.value}" for fact in facts)


def _note(note: str) -> str:
    return f" ({note})" if note else ""


def _side_lines(side: Side) -> list[str]:
    behind = f" ({_facts(side.behind)})" if side.behind else ""
    return [f"{side.title}{behind}", f"  {' | '.join(_post(post) for post in side.posts)}"]


def _post(post: Post) -> str:
    yours = "*" if post.yours else ""
    stance = f" {post.stance}" if post.stance else ""
    return f"{post.label}{yours} {_strength(post.strength)}{stance}{_note(post.note)}"


def _strength(strength: Strength) -> str:
    if strength.now is not None:
        return f"{strength.now}{_note(' '.join(strength.parts))}"
    if strength.seen is not None:
        return f"? [seen {strength.seen}{_note(' '.join(strength.seen_parts))} {strength.seen_when}]"
    return "?"


def _cards(cards: Cards) -> str:
    shown = " ".join(_card(card) for card in cards.cards)
    count = f" [{cards.count}]" if cards.count is not None else ""
    return f"{shown or '-'}{count}{_note(cards.note)}"


def _card(card: Card) -> str:
    face = "?" if card.face is None else f"<{card.face}>" if card.secret else card.face
    back = f"/{card.back}" if card.back else ""
    return f"{face}{back}{_note(card.note)}"


def _front(front: Front) -> str:
    left, right = _cards(front.left), _cards(front.right)
    at = f" at {front.at} of {front.low}..{front.high}" if front.at is not None else ""
    mark = f" {front.mark}" if front.mark else ""
    return (
        f"{front.label}:{at}{mark} {left} = {front.left_total or '?'} | "
        f"{right} = {front.right_total or '?'}{_note(front.note)}"
    )


def _track(track: Track) -> str:
    marks = ", ".join(f"{mark.at} {mark.label}" for mark in track.marks)
    return f"{track.title}: {track.at} of {track.low}..{track.high}{_note(marks)}{_note(track.note)}"
