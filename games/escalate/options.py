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
    """Return a sentence of the catalogue if it is true for a table, or else ""."""
    return say(key) if holds else ""


class CardOrder(Model):
    """An explicit order of cards, for teaching and for checking rulings. Cards are written 10S, KH, AD, 2C, joker1."""

    deck: tuple[str, ...] | None = Field(
        default=None,
        description="The draw pile, first card drawn first: the whole deck, or what `hands` leaves of it. "
        "Left out: shuffled.",
    )
    hands: dict[str, tuple[str, ...]] = Field(
        default_factory=dict,
        description="Five cards for every seat, by its name; left out, the hands are dealt from the deck.",
    )
    reshuffle: tuple[tuple[str, ...], ...] = Field(
        default=(),
        description="For each reshuffle in turn an order of the whole deck; the cards then in the discard pile "
        "are stacked in that order. Later reshuffles are left to chance.",
    )


class EscalateOptions(TalkOptions):
    """The options of a new game of Escalate!. A negotiation, if there is one, comes before each opening."""

    players: int = Field(
        default=2,
        ge=2,
        le=4,
        description="Seats at the table: 2 (north, south, as in the designer's example), 3 (north, east, south) or 4. "
        "With two seats and Nukes, the first Nuke nearly always decides the game; for a game of skill set salt=true or "
        "players=4.",
    )
    dealer: Literal["north", "east", "south", "west", "chance"] = Field(
        default="north", description="Who deals, and stays dealer. The seat at the dealer's left leads first."
    )
    target: int | None = Field(
        default=None,
        ge=1,
        le=200,
        description="Victory points that win; left out: 30, 25 or 20 for 2, 3 or 4 players. "
        "It does not change when players are knocked out.",
    )
    passes: bool = Field(
        default=False,
        description="Three or more players: a seat may pass inside an Incident and wait, without dropping out.",
    )
    pass_limit: int | None = Field(
        default=None,
        ge=1,
        le=10,
        description="With `passes`: passes of a seat in one Incident; an escalation gives them all back. Left out: "
        "as many as it likes. The designer advises a limit, against a circle of passers with no plays.",
    )
    salt: bool = Field(default=False, description="S.A.L.T.: no Nukes; only victory points win.")
    mad: bool = Field(default=False, description="M.A.D.: the Aces are Nukes and the Jokers are U.N. cards.")
    gunboat: bool = Field(default=False, description="Gunboat Diplomacy: no U.N. cards.")
    all_passed: Literal["first_passer", "new_circle"] = Field(
        default="first_passer",
        description="When several hold an Incident and all pass: the first of them must lead, or everyone is "
        "asked again.",
    )
    pass_circles: int = Field(
        default=3,
        ge=1,
        le=10,
        description="With all_passed=new_circle: after so many circles of passing the first passer must lead.",
    )
    veto_mode: Literal["stack", "cancel"] = Field(
        default="stack",
        description="stack: a Veto is itself a U.N. card that only another U.N. card beats; cancel: it undoes the "
        "Resolution, and the Incident below must be answered again.",
    )
    must_turn: bool = Field(
        default=False,
        description="Rule 3 by the letter, players must try to turn: whoever holds the agents that turn the Incident "
        "may not drop out of it. Off: a seat may decline, as in the designer's example.",
    )
    drop_reopen: bool = Field(
        default=True, description="Whether an escalation lets seats that dropped out back into the Incident."
    )
    retaliation: Literal["any_holder", "targets", "chosen"] = Field(
        default="any_holder",
        description="Who strikes back at a launch: any other seat that holds a Nuke, by itself; only a target that "
        "holds one, by itself; or any holder who chooses to.",
    )
    mixing: bool = Field(
        default=False, description="Whether one Spy with two Diplomats may turn a Proxy Conflict."
    )
    any_time: bool = Field(
        default=False,
        description="Whether every seat, the holder too, may escalate or play a U.N. card after each play, launch, "
        "pass and drop, in secret. If several do, only the first of them clockwise from the holder's left plays.",
    )
    launches: Literal["own_turn", "instantly"] = Field(
        default="own_turn",
        description="When a Nuke may be launched: on one's own turn, before the normal act; or also instantly, by any "
        "seat, before the first call of an Incident and after each call, exchange, play, launch, pass and drop, in secret.",
    )
    mutual: Literal["most_points", "both_win", "both_lose"] = Field(
        default="most_points",
        description="Two seats, and neither survives: the most points before the launch win, equal points are a draw; "
        "or both win; or both lose.",
    )
    posthumous: Literal["every_game", "mad"] = Field(
        default="every_game",
        description="Nobody survives: the most points win in every game; or only in one with `mad`, and else nobody "
        "wins.",
    )
    max_incidents: int | None = Field(
        default=None,
        ge=1,
        le=1000,
        description="After so many Incidents the surviving seat with most points wins. Left out: the game goes on "
        "until the target is reached or the Nukes end it.",
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
        default=15, ge=5, le=3600, description="With any_time: time to play out of turn."
    )
    launch_seconds: float = Field(
        default=15, ge=5, le=3600, description="With launches=instantly: time to launch out of turn."
    )
    retaliation_seconds: float = Field(
        default=20, ge=5, le=3600, description="With retaliation=chosen: time to decide on striking back."
    )
    deal: CardOrder | None = Field(
        default=None,
        description="An explicit order of cards: `deck`, `hands` and `reshuffle`. Left out: chance deals.",
    )
