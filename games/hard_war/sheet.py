"""The sheet of a reader: the cities, the reader's hand, the toll, and the decks.

It also draws the truth: the sheet with nothing hidden.

The reader is a player, NOBODY for the public, or ALL_KNOWING.
"""

from __future__ import annotations

from warcouncil.games.hard_war import cards
from warcouncil.games.hard_war.asking import worth
from warcouncil.games.hard_war.counted import all_dead, left_to_play, row_dead
from warcouncil.games.hard_war.endings import why_counted
from warcouncil.games.hard_war.events.words import TOLL, dead_of, deck_title, hand_of, left_of, points_of
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
from warcouncil.games.hard_war.wording import say
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
    "Check control": ("sheet.you_control", "sheet.control"),
    "Dedes": ("sheet.you_dedes", "sheet.dedes"),
    "Draw": ("sheet.you_draw", "sheet.draw"),
    "Play": ("sheet.you_play", "sheet.play"),
    "Second report": ("sheet.you_second", "sheet.second"),
    "Play extra": ("sheet.you_extra", "sheet.extra"),
    "Discard": ("sheet.you_discard", "sheet.discard"),
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
    return Sheet(headline=_headline(state, reader), elements=tuple(elements))


def draw_truth(state: HardWarState) -> Sheet:
    """Draw the full truth: both hands, the face-down cards, and the decks in their order."""
    known = draw(state, ALL_KNOWING)
    decks = (
        Prose(
            title=say("sheet.deck_truth", deck=deck_title(name)),
            text=say("events.list_comma").join(cards.words(card) for card in pile) or say("sheet.deck_empty"),
        )
        for name, pile in zip(DECK_NAMES, state.decks, strict=True)
    )
    return openly(known.model_copy(update={"elements": (*known.elements, *decks)}))


def _knows(reader: int, player: int) -> bool:
    """Return whether a reader knows what otherwise only one player knows."""
    return reader in (player, ALL_KNOWING)


def _headline(state: HardWarState, reader: int) -> str:
    result = state.result
    if result is not None:
        why = say("sheet.by_arms") if result.reason == "military" else why_counted(result.reason)
        if result.winner == NOBODY:
            return say("sheet.over_none", why=why)
        if result.winner == reader:
            return say("sheet.over_won_you", why=why)
        return say("sheet.over_won", side=NAMES[result.winner], why=why)
    toll, top = state.toll, state.rules.toll_max
    if state.step == "Negotiation":
        if state.agenda[1].step == "Begin":
            return say("sheet.talk_before", turn=state.turn + 1, toll=toll, top=top)
        return say("sheet.talk", turn=state.turn, toll=toll, top=top)
    doer = state.asked_player
    second, third = _DOING[state.step]
    doing = say(second) if doer == reader else say(third, side=NAMES[doer])
    return say("sheet.now", turn=state.turn, doing=doing, toll=toll, top=top)


def _fronts(state: HardWarState, reader: int, left: int) -> Fronts:
    return Fronts(
        title=say("sheet.cities"),
        left=_side_title(left, reader),
        right=_side_title(1 - left, reader),
        fronts=tuple(_front(city, reader, left) for city in state.cities),
    )


def _side_title(player: int, reader: int) -> str:
    return say("sheet.side_you", side=NAMES[player]) if player == reader else NAMES[player]


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
    words = ""
    if city.owner != NOBODY:
        mine = city.owner == reader
        words = say("sheet.controlled_you") if mine else say("sheet.controlled", side=NAMES[city.owner])
    if city.secured != NOBODY:
        mine = city.secured == reader
        words = say("sheet.secured_you") if mine else say("sheet.secured", side=NAMES[city.secured])
    if not city.report:
        return words
    observers = say("sheet.observers" if city.owner != NOBODY else "sheet.observers_up")
    return say("sheet.joined", one=words, other=observers) if words else observers


def _row(city: City, player: int, reader: int) -> Cards:
    drawn: list[Card] = []
    for laid in city.rows[player]:
        if laid.up:
            drawn.append(cards.in_row(laid.card))
        elif _knows(reader, player):
            drawn.append(cards.in_row(laid.card, secret=True, note=say("sheet.face_down")))
        else:
            drawn.append(cards.face_down(cards.back(laid.card)))
    return Cards(title=NAMES[player], shape="row", cards=tuple(drawn))


def _hand(state: HardWarState, player: int, reader: int) -> Cards:
    hand = state.sides[player].hand
    return Cards(
        title=say("sheet.hand_yours") if player == reader else say("sheet.hand", side=NAMES[player]),
        shape="hand",
        cards=tuple(cards.in_hand(card) for card in hand),
        count=len(hand),
        note=say("sheet.hand_size", size=hand_limit(state, player)),
        key=hand_of(SEAT_IDS[player]),
    )


def _other_hand(state: HardWarState, player: int) -> Cards:
    hand = state.sides[player].hand
    return Cards(
        title=say("sheet.hand", side=NAMES[player]),
        shape="hand",
        cards=tuple(cards.face_down(seen_back(state, card)) for card in hand),
        count=len(hand),
        note=say("sheet.hand_size", size=hand_limit(state, player)),
        key=hand_of(SEAT_IDS[player]),
    )


def _toll(state: HardWarState) -> Track:
    top = state.rules.toll_max
    marks = tuple(Mark(at=at, label=say("sheet.toll_talk")) for at in state.talk_tolls)
    return Track(
        key=TOLL,
        title=say("sheet.toll"),
        low=0,
        high=top,
        at=state.toll,
        marks=(*marks, Mark(at=top, label=say("sheet.toll_un"))),
        note=say("sheet.toll_left", left=top - state.toll),
    )


def _standing(state: HardWarState, reader: int) -> Facts:
    facts = [
        Fact(
            label=points_of(SEAT_IDS[player]),
            value=say("sheet.points_of", points=state.sides[player].vp, needed=state.rules.military_vp),
        )
        for player in PLAYERS
    ]
    facts.append(Fact(label=say("sheet.jus"), value=_jus(state)))
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
        mine = state.active == reader
        may = say("sheet.fire_you") if mine else say("sheet.fire_side", side=NAMES[state.active])
        facts.append(Fact(label=say("sheet.fire"), value=may))
    return Facts(title=say("sheet.standing"), facts=tuple(facts))


def _jus(state: HardWarState) -> str:
    if state.jab == NOBODY:
        return say("sheet.jus_none")
    return say("sheet.jus_up" if state.jab_up else "sheet.jus_down", side=NAMES[state.jab])


def _decks(state: HardWarState, reader: int) -> list[Element]:
    return [
        Cards(
            title=say("sheet.deck", deck=deck_title(name)),
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
    """Return the cards out of play: the used cards, the reader's own discards, and the number of the hidden ones."""
    known = [out.card for out in state.discard if out.by in {NOBODY, reader} or reader == ALL_KNOWING]
    rows = [(cards.words(card), str(known.count(card))) for card in cards.ALL if card in known]
    hidden = len(state.discard) - len(known)
    if hidden:
        rows.append((say("sheet.face_down"), str(hidden)))
    return Rows(
        title=say("sheet.out_of_play"),
        head=(say("sheet.head_card"), say("sheet.head_number")),
        rows=tuple(rows),
    )
