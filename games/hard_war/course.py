"""WarCourse: a resolution in progress, with the changing state and its events. It exists only during the resolution."""

from __future__ import annotations

from dataclasses import replace

from warcouncil.games.hard_war import cards, endings
from warcouncil.games.hard_war.counted import counted
from warcouncil.games.hard_war.events.attacks import AttackRevealed, JusPassed
from warcouncil.games.hard_war.events.turns import CardDrawn, CardsDiscarded
from warcouncil.games.hard_war.state import (
    DECK_NAMES,
    NAMES,
    NOBODY,
    PLAYERS,
    SEAT_IDS,
    SIGN,
    AgendaItem,
    City,
    Discarded,
    Faction,
    HardWarState,
    LaidAttack,
    WarEnd,
    dead,
    decks_empty,
    seen_back,
    with_city,
    with_side,
    without,
)
from warcouncil.games.hard_war.wording import say
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution


class WarCourse:
    """The state and the events so far."""

    __slots__ = ("_heading", "events", "state")

    def __init__(self, state: HardWarState) -> None:
        self.state = state
        self.events: list[Event] = []
        self._heading = say("events.heading", turn=max(1, state.turn))

    def tell(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)

    def resolution(self) -> Resolution[HardWarState]:
        """Return the resolution so far, under the turn in which it was declared."""
        return Resolution(self.state, tuple(self.events), self._heading)

    def put_first(self, item: AgendaItem) -> None:
        """Put an item before the rest of the agenda."""
        self.state = replace(self.state, agenda=(item, *self.state.agenda))

    def done(self) -> None:
        """Remove the present item from the agenda."""
        self.state = replace(self.state, agenda=self.state.agenda[1:])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result is not None


def marker_words(city: City) -> str:
    """Return where a marker is, such as "on Amber's flag 2 of 3"."""
    if city.marker == 0:
        return say("events.marker_start")
    player = 0 if city.marker > 0 else 1
    at = city.marker * SIGN[player]
    return say("events.marker_at", at=at, flags=city.flags, side=NAMES[player])


def draw_card(course: WarCourse, deck: int) -> None:
    """5.1.2: move the top card of a deck to the active player's hand. The last card of all may end the game (5.5.3)."""
    state = course.state
    player = state.active
    pile = state.decks[deck]
    card, rest = pile[0], pile[1:]
    hand = cards.in_order((*state.sides[player].hand, card))
    decks = (rest, state.decks[1]) if deck == 0 else (state.decks[0], rest)
    state = with_side(state, player, replace(state.sides[player], hand=hand))
    course.state = replace(state, decks=decks)
    course.tell(CardDrawn(SEAT_IDS[player], DECK_NAMES[deck], len(rest), seen_back(state, card), card))
    if decks_empty(course.state) and state.rules.deck_end == "immediate":
        tribunal(course, "decks")


def use_up(course: WarCourse, player: int, card: str) -> None:
    """Move a Special card from a hand to the discards, face up."""
    take_from_hand(course, player, card)
    course.state = replace(course.state, discard=(*course.state.discard, Discarded(card)))


def take_from_hand(course: WarCourse, player: int, card: str) -> None:
    """Remove one copy of a card from a hand."""
    side = course.state.sides[player]
    course.state = with_side(course.state, player, replace(side, hand=without(side.hand, card)))


def throw_away(course: WarCourse, player: int, thrown: tuple[str, ...]) -> None:
    """5.1.5: discard cards face down. This is not a reveal."""
    if not thrown:
        return
    for card in thrown:
        take_from_hand(course, player, card)
    backs = (
        tuple(seen_back(course.state, card) for card in thrown) if course.state.rules.backs_visible else ()
    )
    out = tuple(Discarded(card, player) for card in thrown)
    course.state = replace(course.state, discard=course.state.discard + out)
    course.tell(CardsDiscarded(SEAT_IDS[player], len(thrown), backs, thrown))


def reveal(course: WarCourse, place: int, player: int, index: int) -> None:
    """5.3: turn a card on the table face up. The toll changes first. An Atrocity then passes Jus ad bellum. An
    intervention comes last.
    """
    city = course.state.cities[place]
    row = city.rows[player]
    card = row[index].card
    shown = (*row[:index], LaidAttack(card, up=True), *row[index + 1 :])
    rows = (shown, city.rows[1]) if player == 0 else (city.rows[0], shown)
    toll = min(course.state.rules.toll_max, course.state.toll + cards.toll(card))
    course.state = replace(with_city(course.state, place, replace(city, rows=rows)), toll=toll)
    seen, own = counted(course.state, place, player)
    course.tell(AttackRevealed(SEAT_IDS[player], city.name, card, toll, index, seen, own))
    if cards.is_atrocity(card):
        pass_jus(course, 1 - player)
    check_toll(course)


def pass_jus(course: WarCourse, player: int) -> None:
    """5.4: pass Jus ad bellum to a player, face down. Nothing changes if the player already has it."""
    if course.state.jab != player:
        course.state = replace(course.state, jab=player, jab_up=False)
        course.tell(JusPassed(SEAT_IDS[player]))


def check_toll(course: WarCourse) -> None:
    """5.5.2: hold the tribunal if the toll has reached the end of its track."""
    if course.state.toll >= course.state.rules.toll_max:
        tribunal(course, "intervention")


def win_by_arms(course: WarCourse, player: int) -> None:
    """5.5.1: end the game, because a player has enough victory points."""
    course.tell(endings.WarWon(SEAT_IDS[player], course.state.sides[player].vp))
    course.state = replace(course.state, result=WarEnd("military", player))


def tribunal(course: WarCourse, reason: str) -> None:
    """5.5.2: show all attacks and sum up their dead.

    Jus ad bellum reduces its owner's sum. The lower sum wins. Equal sums have no winner.
    """
    state = course.state
    course.tell(endings.TribunalCalled(reason))
    for place, city in enumerate(state.cities):
        for player in PLAYERS:
            row = tuple(laid.card for laid in city.rows[player])
            if row:
                course.state = _row_shown(course.state, place, player)
                (in_row, seen), (_, own) = counted(course.state, place, player)
                course.tell(endings.RowShown(SEAT_IDS[player], city.name, row, in_row, seen, own))
    relief = [state.rules.jab_bonus if state.jab == player else 0 for player in PLAYERS]
    sums = (dead(state, 0) - relief[0], dead(state, 1) - relief[1])
    for player in PLAYERS:
        course.tell(endings.DeadCounted(SEAT_IDS[player], sums[player], relief[player]))
    winner = NOBODY if sums[0] == sums[1] else sums.index(min(sums))
    course.tell(endings.TribunalClosed(SEAT_IDS[winner] if winner != NOBODY else ""))
    course.state = replace(course.state, result=WarEnd(reason, winner, sums))


def _row_shown(state: HardWarState, place: int, player: int) -> HardWarState:
    """Turn a row face up without changing the toll or Jus ad bellum."""
    city = state.cities[place]
    shown = tuple(LaidAttack(laid.card, up=True) for laid in city.rows[player])
    rows = (shown, city.rows[1]) if player == 0 else (city.rows[0], shown)
    return with_city(state, place, replace(city, rows=rows))


def add_points(course: WarCourse, player: int, points: int) -> int:
    """Add victory points and return the new total."""
    side = course.state.sides[player]
    course.state = with_side(course.state, player, Faction(side.hand, side.vp + points))
    return side.vp + points
