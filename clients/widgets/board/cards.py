"""Draws cards: a hand, a pile, a row. A face-down card is shaded."""

from __future__ import annotations

from textual.content import Content
from warcouncil.clients.widgets.board.colours import Sides
from warcouncil.clients.widgets.board.ink import (
    EDGE,
    FAINT,
    HEAD,
    LIT,
    LOUD,
    Lines,
    beside,
    fit,
    flow,
    heading,
    ink,
    join,
    width_of,
    wrapped,
)
from warcouncil.clients.wording.saying import say
from warcouncil.protocol.table.sheets import Card, Cards

TONES = {
    "plain": "bold",
    "red": "bold $red",
    "black": "bold",
    "green": "bold $text-success",
    "yellow": "bold $text-warning",
    "special": "bold italic $text-accent",
}
_TONE_WORDS = {
    "red": "board.tone_red",
    "black": "board.tone_black",
    "green": "board.tone_green",
    "yellow": "board.tone_yellow",
    "special": "board.tone_special",
}
_SUITS = frozenset("♠♥♦♣")
_FACE_WIDTH_MAX = 14
_FACE_WIDTH_MIN = 5
_FACE_ROWS_MAX = 3
_SHADE = "░"


def draw_cards(element: Cards, width: int, *, sides: Sides, tight: bool, newest: int = 0) -> Lines:
    """Draw a hand, a pile or a row. Its last `newest` cards have just been laid and are highlighted."""
    head = heading(element.title, _count_note(element))
    if element.shape == "pile":
        return head + _pile(element, sides, tight=tight)
    if not element.cards:
        none = f"{say('board.cards', n=element.count)}, {say('board.none_to_see')}" if element.count else ""
        empty = none or say("board.no_cards")
        return [*head, ink(empty, FAINT)]
    if tight:
        return head + _chips(element.cards, sides, width, newest)
    rows = max(len(_face(card)) for card in element.cards)
    old = len(element.cards) - newest
    drawn = [
        draw_card(card, sides, rows, edge=EDGE if n < old else LIT) for n, card in enumerate(element.cards)
    ]
    return head + flow(drawn, width, 1)


def _count_note(element: Cards) -> str:
    notes = [element.note] if element.note else []
    if element.shape != "pile" and element.count is not None and element.count != len(element.cards):
        notes.insert(0, say("board.cards", n=element.count))
    if element.cards and all(card.secret for card in element.cards):
        notes.append(say("board.only_you"))
    return " · ".join(notes)


def chip(card: Card, sides: Sides) -> Content:
    """Draw a card on one line."""
    if card.face is None:
        return ink(f"▐{_SHADE}{card.back or _SHADE}{_SHADE}▌", FAINT)
    note = f" {card.note}" if card.note else ""
    words = sides.suited(f"{card.face}{note}", TONES[card.tone])
    star = Content.styled("★", FAINT) if card.tone == "special" else Content()
    return join(Content.styled("[", FAINT), words, star, Content.styled("]", FAINT))


def _chips(cards: tuple[Card, ...], sides: Sides, width: int, newest: int) -> Lines:
    old = len(cards) - newest
    chips = [
        chip(card, sides) if n < old else chip(card, sides).stylize(LOUD) for n, card in enumerate(cards)
    ]
    return flow([list(each.wrap(width)) for each in chips], width, 1)


def _face(card: Card) -> Lines:
    """Wrap the face of a card into the few lines of a card."""
    words = card.face if card.face is not None else card.back
    lines = wrapped(words, _FACE_WIDTH_MAX) if words else [Content()]
    if len(lines) > _FACE_ROWS_MAX:
        lines = [*lines[: _FACE_ROWS_MAX - 1], fit(lines[_FACE_ROWS_MAX - 1] + Content("…"), _FACE_WIDTH_MAX)]
    return lines


def _tone_word(card: Card) -> str:
    """Return the word for a card's tone, for readers who see no colours."""
    return say(_TONE_WORDS[card.tone]) if card.tone in _TONE_WORDS else ""


def draw_card(card: Card, sides: Sides, rows: int = 1, edge: str = EDGE) -> Lines:
    """Draw one card as a box. A face-down card is shaded. A card that others cannot see has a broken edge."""
    face = _face(card)
    inside = max(_FACE_WIDTH_MIN, width_of(face) + 2, len(_tone_word(card)) + 1)
    if card.note:
        inside = max(inside, min(len(card.note), _FACE_WIDTH_MAX))
    if card.face is None:
        return _back(face, inside, rows)
    stroke, side = ("╌", "┊") if card.secret else ("─", "│")
    tone = "" if _SUITS & set(card.face) else _tone_word(card)
    wall = Content.styled(side, edge)
    body = [wall + fit(sides.suited(line.plain, TONES[card.tone]), inside, "center") + wall for line in face]
    body += [wall + Content(" " * inside) + wall] * (rows - len(face))
    foot = Content.styled(tone, FAINT) + Content.styled(stroke * (inside - len(tone)), edge)
    lines = [Content.styled(f"╭{stroke * inside}╮", edge), *body, join(Content.styled("╰", edge), foot)]
    lines[-1] = lines[-1] + Content.styled("╯", edge)
    if card.note:
        lines += [fit(line, inside + 2, "center") for line in ink(card.note, FAINT).wrap(inside + 2)]
    return lines


def _back(name: Lines, inside: int, rows: int) -> Lines:
    """Draw a face-down card: shaded, with the name of its back in the middle."""
    body: Lines = []
    for row in range(max(rows, 1)):
        words = f" {name[row].plain} " if row < len(name) and name[row].plain else ""
        spare = inside - ink(words).cell_length
        left, right = _SHADE * (spare // 2), _SHADE * (spare - spare // 2)
        middle = Content.styled(words, "") if words.strip() else Content()
        body.append(join(Content.styled(f"│{left}", EDGE), middle, Content.styled(f"{right}│", EDGE)))
    edge = "─" * inside
    return [Content.styled(f"╭{edge}╮", EDGE), *body, Content.styled(f"╰{edge}╯", EDGE)]


def _pile(element: Cards, sides: Sides, *, tight: bool) -> Lines:
    """Draw a pile: its top card, the edges of the cards below, and how many cards it has."""
    count = element.count if element.count is not None else len(element.cards)
    words = ink(say("board.cards", n=count) if count else say("board.empty"), HEAD if count else FAINT)
    if tight or count == 0:
        top = chip(element.cards[0], sides) if element.cards else Content()
        return [join(ink("▤" if count else "▢", FAINT), words, top, gap=" ")]
    top_card = draw_card(element.cards[0] if element.cards else Card(), sides, 1)
    depth = 1 + (count > 1) + (count > 4)
    behind = [Content.styled(text * (depth - 1), EDGE) for text in ("╮", *["│"] * (len(top_card) - 2), "╯")]
    return beside([beside([top_card, behind], 0), [Content(), words]], 1)
