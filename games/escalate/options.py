"""The options of a game of Escalate!. The defaults are the designer's rules."""

from __future__ import annotations

from typing import Literal

from pydantic import Field
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.negotiation import TalkOptions
from warcouncil.protocol.words import Model

TARGETS = {2: 30, 3: 25, 4: 20}
"""Victory points that win, by the number of players at the start (the designer's numbers)."""

_STRUCK_BACK = {
    "any_holder": "forms.struck_any",
    "targets": "forms.struck_targets",
    "chosen": "forms.struck_chosen",
}


def struck_back(retaliation: str) -> str:
    """Return a sentence about the danger to a launcher, by the option `retaliation` (rule 5.2)."""
    return say(_STRUCK_BACK[retaliation])


def said_if(holds: bool, key: str) -> str:
    """Return a sentence of the catalogue if it is true for a table, otherwise ""."""
    return say(key) if holds else ""


class CardOrder(Model):
    """An explicit order of cards, for teaching and for checking rulings. Cards are written 10S, KH, AD, 2C, joker1."""

    deck: tuple[str, ...] | None = Field(
        default=None,
        description="The draw pile, in the order in which its cards are drawn. It has every card that is not in "
        "`hands`. If left out, it is shuffled.",
    )
    hands: dict[str, tuple[str, ...]] = Field(
        default_factory=dict,
        description="For the name of each seat its five cards. If left out, the hands are dealt from the deck.",
    )
    reshuffle: tuple[tuple[str, ...], ...] = Field(
        default=(),
        description="A list with one order of the whole deck for each reshuffle, the first reshuffle first. The "
        "cards that are then in the discard pile are stacked in that order. Chance decides later "
        "reshuffles.",
    )


class EscalateOptions(TalkOptions):
    """The options of a new game of Escalate!. A negotiation, if there is one, comes before each opening."""

    players: int = Field(
        default=2,
        ge=2,
        le=4,
        description="The number of seats at the table: 2 (north and south, as in the designer's example), 3 (north, "
        "east and south) or 4. With two seats and Nukes, the first Nuke nearly always decides the game. "
        "For a game of skill set salt=true or players=4.",
    )
    dealer: Literal["north", "east", "south", "west", "chance"] = Field(
        default="north",
        description="The dealer. The dealer does not change during the game. The seat at the dealer's left leads "
        "first.",
    )
    target: int | None = Field(
        default=None,
        ge=1,
        le=200,
        description="The number of victory points that wins. If left out, it is 30, 25 or 20 for 2, 3 or 4 players. "
        "It does not change when players are knocked out.",
    )
    passes: bool = Field(
        default=False,
        description="With three or more players: a seat may pass during an Incident and wait, without dropping out.",
    )
    pass_limit: int | None = Field(
        default=None,
        ge=1,
        le=10,
        description="With `passes`: how often a seat may pass in one Incident. After an escalation the count begins "
        "again. If left out, there is no limit. The designer advises a limit, because otherwise players "
        "can pass in a circle and never play.",
    )
    salt: bool = Field(
        default=False, description="S.A.L.T.: there are no Nukes, and only victory points win."
    )
    mad: bool = Field(default=False, description="M.A.D.: the Aces are Nukes and the Jokers are U.N. cards.")
    gunboat: bool = Field(default=False, description="Gunboat Diplomacy: there are no U.N. cards.")
    all_passed: Literal["first_passer", "new_circle"] = Field(
        default="first_passer",
        description="Sets what follows if several seats hold an Incident and all pass. first_passer: the first of "
        "them must lead. new_circle: all are asked again.",
    )
    pass_circles: int = Field(
        default=3,
        ge=1,
        le=10,
        description="With all_passed=new_circle: after this many circles in which all pass, the first passer must "
        "lead.",
    )
    veto_mode: Literal["stack", "cancel"] = Field(
        default="stack",
        description="stack: a Veto is itself a U.N. card, and only another U.N. card beats it. cancel: a Veto "
        "removes the Resolution, and players must answer the Incident below it again.",
    )
    must_turn: bool = Field(
        default=False,
        description="A seat that holds agents that turn the Incident may not drop out of it. This is the exact "
        "wording of rule 3 (players must try to turn). Off: a seat may decline, as in the designer's "
        "example.",
    )
    drop_reopen: bool = Field(
        default=True, description="Whether seats that dropped out return to the Incident after an escalation."
    )
    retaliation: Literal["any_holder", "targets", "chosen"] = Field(
        default="any_holder",
        description="Sets who strikes back after a launch. any_holder: every other seat that holds a Nuke, without "
        "being asked. targets: every target that holds a Nuke, without being asked. chosen: every holder "
        "who chooses to.",
    )
    mixing: bool = Field(
        default=False, description="Whether one Spy and two Diplomats together may turn a Proxy Conflict."
    )
    any_time: bool = Field(
        default=False,
        description="Whether every seat, also the holder, may escalate or play a U.N. card after each play, launch, "
        "pass and drop. All choose in secret. If several choose to play, only the first of them plays, "
        "clockwise from the holder's left.",
    )
    launches: Literal["own_turn", "instantly"] = Field(
        default="own_turn",
        description="When a seat may launch a Nuke. own_turn: on its own turn, before its normal act. instantly: "
        "also before the first call of an Incident, and after each call, exchange, play, launch, pass "
        "and drop. All choose in secret.",
    )
    mutual: Literal["most_points", "both_win", "both_lose"] = Field(
        default="most_points",
        description="The result if there are two seats and neither survives. most_points: the seat with more points "
        "before the launch wins, and equal points are a draw. both_win: both win. both_lose: both lose.",
    )
    posthumous: Literal["every_game", "mad"] = Field(
        default="every_game",
        description="The result if no seat survives. every_game: the seat with the most points wins. mad: the same, "
        "but only with the option `mad`. In other games nobody wins.",
    )
    max_incidents: int | None = Field(
        default=None,
        ge=1,
        le=1000,
        description="After this many Incidents the surviving seat with the most points wins. If left out, the game "
        "goes on until a seat reaches the target or the Nukes end the game.",
    )
    call_seconds: float = Field(
        default=45, ge=5, le=3600, description="Time to lead an Incident, pass or defer."
    )
    exchange_seconds: float = Field(
        default=45,
        ge=5,
        le=3600,
        description="Time to choose a card to exchange when nobody holds an Incident.",
    )
    turn_seconds: float = Field(default=45, ge=5, le=3600, description="Time to answer an Incident.")
    interjection_seconds: float = Field(
        default=15, ge=5, le=3600, description="With any_time: the time to play out of turn."
    )
    launch_seconds: float = Field(
        default=15, ge=5, le=3600, description="With launches=instantly: the time to launch out of turn."
    )
    retaliation_seconds: float = Field(
        default=20,
        ge=5,
        le=3600,
        description="With retaliation=chosen: the time to decide whether to strike back.",
    )
    deal: CardOrder | None = Field(
        default=None,
        description="An explicit order of the cards: `deck`, `hands` and `reshuffle`. If left out, chance decides.",
    )
