"""The state of a game: cities with their rows of attacks, hands, decks, the toll, Jus ad bellum, and the player in
turn.

Players have the numbers 0 (Amber) and 1 (Teal). Markers count upward towards Amber.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from warcouncil.games.hard_war import cards
from warcouncil.games.kit.negotiation import TalkWindow
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.sides import badge_of
from warcouncil.protocol.words import SeatId, TeamId

AMBER, TEAL = 0, 1
PLAYERS = (AMBER, TEAL)
NOBODY = -1
SIGN = (1, -1)
NAMES = ("Amber", "Teal")
SEATS = (
    Seat(
        SeatId("amber"),
        TeamId("amber"),
        "Amber",
    ),
    Seat(
        SeatId("teal"),
        TeamId("teal"),
        "Teal",
    ),
)
SIDES = (badge_of("amber", NAMES[0], "▲", "gold"), badge_of("teal", NAMES[1], "■", "teal"))
SEAT_IDS = (SEATS[0].id, SEATS[1].id)

LEFT, RIGHT = 0, 1
DECK_NAMES = ("left", "right")

Step = Literal[
    "Begin",
    "Check control",
    "Draw",
    "Play",
    "Play extra",
    "Discard",
    "End",
    "Dedes",
    "Second report",
    "Negotiation",
]
Cause = Literal["turn", "city", "jus"]
"""The reason for a draw: the draw phase (5.1.2), Inae (6A) or Jus ad bellum (5.4)."""


@dataclass(frozen=True, slots=True)
class AgendaItem:
    """One item of the agenda: a phase of the turn, or a matter that is settled before it.

    `player` is the player who discards. For a draw, `cause` is the reason and `drawn` is the number of cards so far.
    """

    step: Step
    player: int = NOBODY
    cause: Cause = "turn"
    drawn: int = 0


def turn_of(player: int) -> tuple[AgendaItem, ...]:
    """5.1: return the five phases of a player's turn, between its beginning and its end."""
    return (
        AgendaItem("Begin"),
        AgendaItem("Check control"),
        AgendaItem("Draw"),
        AgendaItem("Play"),
        AgendaItem("Play extra"),
        AgendaItem("Discard", player),
        AgendaItem("End"),
    )


@dataclass(frozen=True, slots=True)
class LaidAttack:
    """An Attack card on the table. Its kind is public. Its toll is public only when the card is face up."""

    card: str
    up: bool = False


@dataclass(frozen=True, slots=True)
class City:
    """A city: its printed values, its marker (positive towards Amber), its owner and the rows of attacks.

    `owner` is the player who controls it. `secured` is the player who moved the marker off that player's own edge.
    `report` is an attached Media Report.
    """

    name: str
    vp: int
    flags: int
    effect: str
    marker: int = 0
    owner: int = NOBODY
    secured: int = NOBODY
    report: str = ""
    rows: tuple[tuple[LaidAttack, ...], tuple[LaidAttack, ...]] = ((), ())

    def outer(self, player: int) -> int:
        """Return the place of the marker on the player's outer flag."""
        return self.flags * SIGN[player]

    def stepped(self, player: int) -> int:
        """Return the place of the marker after one step towards a player.

        The start space is never used again (5.2.1).
        """
        at = self.marker * SIGN[player]
        assert at < self.flags
        return SIGN[player] * (1 if at in {-1, 0} else at + 1)


@dataclass(frozen=True, slots=True)
class Faction:
    """One player: the hand, sorted by the backs, and the victory points."""

    hand: tuple[str, ...] = ()
    vp: int = 0


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card out of play. `by` is the player who discarded it face down. `by` is NOBODY if the card was used face
    up.
    """

    card: str
    by: int = NOBODY


@dataclass(frozen=True, slots=True)
class WarRules:
    """The rules that the options and the manifest set for the whole game. `max_turns` is 0 if there is no limit."""

    hand_size: int
    toll_max: int
    military_vp: int
    jab_bonus: int
    jab_effects: tuple[str, ...]
    jus_all_turn: bool
    un_observers: bool
    observers_anywhere: bool
    securing: bool
    extra_as_play: bool
    overplay: bool
    deck_end: str
    backs_visible: bool
    max_turns: int
    talk: TalkWindow
    talk_turns: bool
    seconds: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class WarEnd:
    """How the game ended: by "military", "intervention", "decks" or "turns".

    `sums` are the dead, if they were counted.
    """

    reason: str
    winner: int
    sums: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class HardWarState:
    """A position. `agenda` holds the items that are left in this turn. The first item is the present one.

    `plays_left` is how many cards may still be played in this turn's play phase. `plays_more` is how many Jus ad
    bellum added. `attacks` are the active player's attacks of this turn by city. `friendly_pass` allows one of them
    to ignore friendly fire. `talk_tolls` are the tolls that still open a negotiation.
    """

    rules: WarRules
    cities: tuple[City, ...]
    sides: tuple[Faction, Faction]
    decks: tuple[tuple[str, ...], tuple[str, ...]]
    starter: int
    active: int
    turn: int = 0
    agenda: tuple[AgendaItem, ...] = ()
    plays_left: int = 0
    plays_more: int = 0
    attacks: tuple[int, ...] = ()
    friendly_pass: bool = False
    toll: int = 0
    jab: int = NOBODY
    jab_up: bool = False
    discard: tuple[Discarded, ...] = ()
    talk_tolls: tuple[int, ...] = ()
    result: WarEnd | None = None

    @property
    def step(self) -> Step:
        """The first item of the agenda."""
        return self.agenda[0].step

    @property
    def asked_player(self) -> int:
        """The player who decides now: the player who discards, otherwise the active player."""
        return self.agenda[0].player if self.step == "Discard" else self.active


def player_of(seat: SeatId) -> int:
    """Return the number of the player on a seat."""
    return SEAT_IDS.index(seat)


def controls(state: HardWarState, player: int, effect: str) -> int:
    """Return how many cities with an effect a player controls."""
    return sum(1 for city in state.cities if city.owner == player and city.effect == effect)


def city_with(state: HardWarState, effect: str) -> str:
    """Return the name of the one city that has an effect."""
    return next(city.name for city in state.cities if city.effect == effect)


def play_limit(state: HardWarState) -> int:
    """5.1.3: return how many cards may be played: two, or one in the first turn of the game. Adech adds one, and Jus
    ad bellum may add more (5.4).
    """
    return (1 if state.turn == 1 else 2) + controls(state, state.active, "play+1") + state.plays_more


def to_draw(state: HardWarState) -> tuple[int, int]:
    """Return how many cards of the present draw must still be drawn, and how many more may be."""
    item = state.agenda[0]
    match item.cause:
        case "turn":  # 5.1.2, and Dunshe (6A)
            must, may = 1 if state.turn == 1 else 2, controls(state, state.active, "draw+1")
        case "city":  # Inae (6A)
            must, may = 0, 3
        case "jus":  # 5.4
            must, may = 2, 0
        case _:
            assert_never(item.cause)
    left = must - item.drawn
    return max(0, left), may + min(0, left)


def hand_limit(state: HardWarState, player: int) -> int:
    """5.1.5: return the hand size. It is one card less while the opponent controls Korocas."""
    return state.rules.hand_size - controls(state, 1 - player, "opp_hand-1")


def claims(state: HardWarState) -> tuple[int, ...]:
    """5.1.1: return the cities that the active player takes control of and does not control yet."""
    return tuple(
        place
        for place, city in enumerate(state.cities)
        if city.owner == NOBODY and (city.secured == state.active or _on_edge(city, state.active))
    )


def _on_edge(city: City, player: int) -> bool:
    return city.secured == NOBODY and city.marker == city.outer(player)


def decks_empty(state: HardWarState) -> bool:
    """Return whether both decks are empty."""
    return not any(state.decks)


def seen_back(state: HardWarState, card: str) -> str:
    """Return the back of a card in a hand or on a deck in the form that everyone may see. It is "" if backs are hidden."""
    return cards.back(card) if state.rules.backs_visible else ""


def dead(state: HardWarState, player: int) -> int:
    """Return the tolls of all of a player's attacks on the table, in thousands, including those that are not
    revealed.
    """
    return sum(cards.toll(laid.card) for city in state.cities for laid in city.rows[player])


def with_city(state: HardWarState, place: int, city: City) -> HardWarState:
    """Return the state with one city changed."""
    return replace(state, cities=(*state.cities[:place], city, *state.cities[place + 1 :]))


def with_side(state: HardWarState, player: int, side: Faction) -> HardWarState:
    """Return the state with one player changed."""
    return replace(state, sides=(side, state.sides[TEAL]) if player == AMBER else (state.sides[AMBER], side))


def without(hand: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Return a hand without one copy of a card."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]
