"""The sheet of a reader: the cities, their own hand, the toll, the decks. Also the truth.

The reader is a player, NOBODY for the public, or ALL_KNOWING.
"""

from __future__ import annotations

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.asking import worth
from warcouncil.games.hard_war.counted import all_dead, left_to_play, row_dead
from warcouncil.games.hard_war.endings import REASONS
from warcouncil.games.hard_war.events.words import JUS, TOLL, dead_of, hand_of, left_of, points_of
from warcouncil.games.hard_war.state import (
    AMBER,
    DECK_NAMES,
    NAMES,
    NOBODY,
    PLAYERS,
    SEAT_IDS,
    SIGN,
    TEAL,
    City,
    HardWarState,
    hand_limit,
    seen_back,
)
from warcouncil.games.kit.play.reveal_all import openly
from warcouncil.protocol.table.sheets import (
    Card,
    Cards,
    Element,
    Fact,
    Facts,
    Front,
    Fronts,
    Mark,
    Prose,
    Rows,
    Sheet,
    Track,
)

ALL_KNOWING = -2
"""The reader from whom nothing is hidden, and who plays neither side."""
_DOING = {
    "Check control": ("take control of cities", "takes control of cities"),
    "Dedes": ("may move the toll", "may move the toll"),
    "Draw": ("draw", "draws"),
    "Play": ("play", "plays"),
    "Second report": ("may reveal a second attack", "may reveal a second attack"),
    "Play extra": ("may play extra cards", "may play extra cards"),
    "Discard": ("discard", "discards"),
}
"""The actions of the asked player, in the second and in the third person."""


def draw(state: HardWarState, reader: int) -> Sheet:
    """Draw the sheet of one reader."""
    left = TEAL if reader == TEAL else AMBER
    elements: list[Element] = [_fronts(state, reader, left)]
    elements += [_hand(state, player, reader) for player in PLAYERS if _knows(reader, player)]
    elements += [_toll(state), _standing(state, reader), *_decks(state, reader)]
    elements += [_other_hand(state, player) for player in PLAYERS if not _knows(reader, player)]
    if state.discard:
        elements.append(_discards(state, reader))
    elements += _game(state)
    return Sheet(headline=_headline(state, reader), elements=tuple(elements))


def draw_truth(state: HardWarState) -> Sheet:
    """Draw the whole truth: both hands, the face-down cards, and the decks in their order."""
    known = draw(state, ALL_KNOWING)
    decks = (
        Prose(
            title=f"The {name} deck, from the top",
            text=", ".join(cards.words(card) for card in pile) or "empty",
        )
        for name, pile in zip(DECK_NAMES, state.decks, strict=True)
    )
    return openly(known.model_copy(update={"elements": (*known.elements, *decks)}))


def _knows(reader: int, player: int) -> bool:
    """Return whether a reader knows what otherwise only a player knows."""
    return reader in (player, ALL_KNOWING)


def _headline(state: HardWarState, reader: int) -> str:
    result = state.result
    if result is not None:
        won = "nobody won" if result.winner == NOBODY else f"{_name(result.winner, reader)} won"
        why = "by force of arms" if result.reason == "military" else REASONS[result.reason]
        return f"The war is over: {won}. {why[0].upper()}{why[1:]}."
    if state.step == "Negotiation":
        when = f"Before turn {state.turn + 1}" if state.agenda[1].step == "Begin" else f"Turn {state.turn}"
        return f"{when} · negotiation · toll {state.toll}k of {state.rules.toll_max}k"
    doer = state.asked_player
    second, third = _DOING[state.step]
    doing = f"you {second}" if doer == reader else f"{NAMES[doer]} {third}"
    return f"Turn {state.turn} · {doing} · toll {state.toll}k of {state.rules.toll_max}k"


def _name(player: int, reader: int) -> str:
    return "you" if player == reader else NAMES[player]


def _fronts(state: HardWarState, reader: int, left: int) -> Fronts:
    return Fronts(
        title="Cities",
        left=_side_title(left, reader),
        right=_side_title(1 - left, reader),
        fronts=tuple(_front(city, reader, left) for city in state.cities),
    )


def _side_title(player: int, reader: int) -> str:
    return f"{NAMES[player]} (you)" if player == reader else NAMES[player]


def _front(city: City, reader: int, left: int) -> Front:
    free = city.owner == NOBODY and city.secured == NOBODY
    return Front(
        label=city.name,
        left=_row(city, left, reader),
        right=_row(city, 1 - left, reader),
        at=city.marker * SIGN[left] if free else None,
        low=-city.flags,
        high=city.flags,
        left_total=row_dead(city, left, knows=_knows(reader, left)),
        right_total=row_dead(city, 1 - left, knows=_knows(reader, 1 - left)),
        mark=_mark(city, reader),
        note=worth(city),
    )


def _mark(city: City, reader: int) -> str:
    words = []
    if city.owner != NOBODY:
        words.append(f"controlled by {_name(city.owner, reader)}")
    if city.secured != NOBODY:
        words.append(f"secured by {_name(city.secured, reader)}")
    if city.report:
        words.append("observers" if city.owner != NOBODY else "observers: attacks face up")
    return ", ".join(words)


def _row(city: City, player: int, reader: int) -> Cards:
    drawn: list[Card] = []
    for laid in city.rows[player]:
        if laid.up:
            drawn.append(cards.in_row(laid.card))
        elif _knows(reader, player):
            drawn.append(cards.in_row(laid.card, secret=True, note="face down"))
        else:
            drawn.append(cards.face_down(cards.back(laid.card)))
    return Cards(title=NAMES[player], shape="row", cards=tuple(drawn))


def _hand(state: HardWarState, player: int, reader: int) -> Cards:
    hand = state.sides[player].hand
    return Cards(
        title="Your hand" if player == reader else f"{NAMES[player]}'s hand",
        shape="hand",
        cards=tuple(cards.in_hand(card) for card in hand),
        count=len(hand),
        note=f"hand size {hand_limit(state, player)}",
        key=hand_of(SEAT_IDS[player]),
    )


def _other_hand(state: HardWarState, player: int) -> Cards:
    hand = state.sides[player].hand
    return Cards(
        title=f"{NAMES[player]}'s hand",
        shape="hand",
        cards=tuple(cards.face_down(seen_back(state, card)) for card in hand),
        count=len(hand),
        note=f"hand size {hand_limit(state, player)}",
        key=hand_of(SEAT_IDS[player]),
    )


def _toll(state: HardWarState) -> Track:
    top = state.rules.toll_max
    marks = tuple(Mark(at=at, label="talk") for at in state.talk_tolls)
    return Track(
        key=TOLL,
        title="Civilian death toll, in thousands",
        low=0,
        high=top,
        at=state.toll,
        marks=(*marks, Mark(at=top, label="UN intervention")),
        note=f"{top - state.toll}k to the intervention",
    )


def _standing(state: HardWarState, reader: int) -> Facts:
    facts = [
        Fact(
            label=points_of(SEAT_IDS[player]), value=f"{state.sides[player].vp} of {state.rules.military_vp}"
        )
        for player in PLAYERS
    ]
    facts.append(Fact(label=JUS, value=_jus(state)))
    facts += [
        Fact(
            label=dead_of(SEAT_IDS[player]),
            value=all_dead(state, player, knows=_knows(reader, player)),
        )
        for player in PLAYERS
    ]
    if state.step == "Play" and state.result is None:
        facts.append(Fact(label=left_of(SEAT_IDS[state.active]), value=left_to_play(state)))
    if state.friendly_pass:
        facts.append(Fact(label="friendly fire", value=f"{_name(state.active, reader)} may ignore it once"))
    return Facts(title="Standing", facts=tuple(facts))


def _jus(state: HardWarState) -> str:
    if state.jab == NOBODY:
        return "nobody"
    return f"{NAMES[state.jab]}, face {'up' if state.jab_up else 'down'}"


def _decks(state: HardWarState, reader: int) -> list[Element]:
    return [
        Cards(
            title=f"The {name} deck",
            shape="pile",
            cards=(_top(state, pile[0], reader),) if pile else (),
            count=len(pile),
        )
        for name, pile in zip(DECK_NAMES, state.decks, strict=True)
    ]


def _top(state: HardWarState, card: str, reader: int) -> Card:
    """Draw the top card of a deck. Players see at most its back."""
    return cards.in_hand(card) if reader == ALL_KNOWING else cards.face_down(seen_back(state, card))


def _discards(state: HardWarState, reader: int) -> Rows:
    """Return the cards out of play: those used up, the reader's own discards, and the number of the hidden ones."""
    known = [out.card for out in state.discard if out.by in {NOBODY, reader} or reader == ALL_KNOWING]
    rows = [(cards.words(card), str(known.count(card))) for card in cards.ALL if card in known]
    hidden = len(state.discard) - len(known)
    if hidden:
        rows.append(("face down", str(hidden)))
    return Rows(title="Out of play", head=("card", "number"), rows=tuple(rows))


def _game(state: HardWarState) -> list[Facts]:
    """Return the advanced rules (5.6) and other readings in force, or nothing if there are none."""
    rules = state.rules
    where = "" if rules.observers_anywhere else " at uncontrolled cities"
    special = [
        word
        for word, holds in (
            (f"UN observers{where}", rules.un_observers),
            ("securing a local victory", rules.securing),
            ("extra cards among the plays too", rules.extra_as_play),
            ("attacks from one's own outer flag", rules.overplay),
            ("Jus ad bellum among the plays only", not rules.jus_all_turn),
            ("empty decks end the game with that turn", rules.deck_end == "end_of_turn"),
            ("empty decks end the game when a draw fails", rules.deck_end == "failed_draw"),
            (f"the dead are counted after turn {rules.max_turns}", rules.max_turns > 0),
        )
        if holds
    ]
    return (
        [Facts(title="This game", facts=(Fact(label="special rules", value=", ".join(special)),))]
        if special
        else []
    )
