"""Negotiation: a talk window, described by data, that a game inserts between two of its own phases.

A game adds the settings of the window to its own options, and stores the window in its state. One small class
says where the state holds the window, and what follows it:

    class MyOptions(TalkOptions): ...                    # adds talk, talk_seconds and the others

    class MyState: ...                                   # a frozen dataclass
        step: str
        talk: Talk

    class Talking(Negotiation[MyState]):
        rule = "T"                                       # the rule's number in the game's own book
        def talk(self, state):   return state.talk
        def onward(self, state): return replace(state, step="Placement")

In `setup` the game writes `talk=talk_of(options, self.seats(options))`. Before its own phase `Placement` it writes
`step=state.talk.before("Placement")`: that is `Negotiation` if the window opens, and `Placement` if the options leave
it closed. It lists `Talking()` among its phases. The arbiter keeps written proposals, so the game need not do so.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.game import Channel, Options, Resolution, S
from warcouncil.games.kit.seats import Seat
from warcouncil.games.kit.wording import say
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.words import ChannelId, SeatId

STEP = "Negotiation"
_TALK = {
    "public": "agreed.talk_public",
    "bilateral": "agreed.talk_bilateral",
    "team": "agreed.talk_team",
}
"""The words for players about who may talk with whom."""

ChannelName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9 .+_-]{0,31}$")]
"""A short name that a screen can show unchanged."""


class TalkOptions(Options):
    """The options of a game that offers timed negotiation.

    A game's own options are a subclass. Negotiation is off by default.
    """

    talk: Literal["off", "public", "bilateral", "team", "named"] = Field(
        "off",
        description="Sets who may talk during negotiation. off: nobody. public: everyone together. bilateral: any two"
        " seats in private. team: each team among itself. named: the channels in talk_channels.",
    )
    talk_channels: dict[ChannelName, tuple[str, ...]] = Field(
        {},
        description='The channels of talk=named and their seats: {"hotline": ["india", "pakistan"]}.',
        max_length=20,
    )
    talk_seconds: int = Field(120, ge=5, le=7200, description="How many seconds negotiation lasts.")
    talk_closes_early: bool = Field(True, description="Negotiation ends as soon as every seat is ready.")
    talk_quiet_seconds: int = Field(
        0, ge=0, le=600, description="How many seconds before the end of negotiation the channels close."
    )
    talk_deals: bool = Field(
        False, description="Seats may put written proposals to each other during negotiation."
    )


@dataclass(frozen=True, slots=True)
class TalkWindow:
    """A talk window with the settings of the options. It is part of a game's state."""

    channels: tuple[Channel, ...] = ()
    seats: tuple[SeatId, ...] = ()
    seconds: float = 0
    closes_early: bool = True
    quiet_seconds: float = 0
    deals: bool = False

    @property
    def opens(self) -> bool:
        """Return whether the window ever opens."""
        return bool(self.channels) or self.deals

    def before(self, step: str, negotiation: str = STEP) -> str:
        """Return the step that comes before `step`: negotiation if the window opens, otherwise `step` itself."""
        return negotiation if self.opens else step


def talk_of(options: TalkOptions, seats: Sequence[Seat]) -> TalkWindow:
    """Return the window that the options describe. Raises BadOption if they contradict each other."""
    if options.talk_channels and options.talk != "named":
        raise BadOption(say("options.channels_unnamed"))
    if options.talk_quiet_seconds >= options.talk_seconds:
        raise BadOption(
            say("options.quiet_too_long", quiet=options.talk_quiet_seconds, talk=options.talk_seconds)
        )
    return TalkWindow(
        channels=_channels(options, seats),
        seats=tuple(seat.id for seat in seats),
        seconds=options.talk_seconds,
        closes_early=options.talk_closes_early,
        quiet_seconds=options.talk_quiet_seconds,
        deals=options.talk_deals,
    )


def talk_terms(options: TalkOptions, seats: Sequence[Seat]) -> dict[str, str]:
    """Return sentences for players about the options of negotiation, by their names.

    "" means that negotiation never opens, so the option changes nothing.
    """
    if options.talk == "off" and not options.talk_deals:
        return dict.fromkeys(TalkOptions.model_fields, "")
    titles = {seat.id: seat.title for seat in seats}
    comma = say("agreed.list_comma")
    channels = say("agreed.list_semicolon").join(
        say(
            "agreed.talk_channel",
            name=name,
            seats=comma.join(titles.get(SeatId(seat), seat) for seat in members),
        )
        for name, members in options.talk_channels.items()
    )
    named = say("agreed.talk_named", channels=channels)
    return {
        "talk": say(_TALK[options.talk]) if options.talk in _TALK else named,
        "talk_channels": named if options.talk == "named" else "",
        "talk_seconds": say("agreed.talk_seconds", n=options.talk_seconds),
        "talk_closes_early": say("agreed.talk_late"),
        "talk_quiet_seconds": say("agreed.talk_quiet", n=options.talk_quiet_seconds),
        "talk_deals": say("agreed.talk_deals"),
    }


def _channels(options: TalkOptions, seats: Sequence[Seat]) -> tuple[Channel, ...]:
    match options.talk:
        case "off":
            return ()
        case "public":
            return (Channel(ChannelId("all"), say("talk.everyone"), tuple(seat.id for seat in seats)),)
        case "bilateral":
            return tuple(
                Channel(
                    ChannelId(f"{one.id}+{two.id}"),
                    say("talk.pair", one=one.title, other=two.title),
                    (one.id, two.id),
                )
                for one, two in combinations(seats, 2)
            )
        case "team":
            return _team_channels(seats)
        case "named":
            return _named_channels(options, seats)


def _team_channels(seats: Sequence[Seat]) -> tuple[Channel, ...]:
    teams = dict.fromkeys(seat.team for seat in seats)
    channels = tuple(
        Channel(
            ChannelId(team),
            say("talk.team", team=team.capitalize()),
            tuple(seat.id for seat in seats if seat.team == team),
        )
        for team in teams
    )
    several = tuple(channel for channel in channels if len(channel.members) > 1)
    if not several:
        raise BadOption(say("options.no_pair"))
    return several


def _named_channels(options: TalkOptions, seats: Sequence[Seat]) -> tuple[Channel, ...]:
    if not options.talk_channels:
        raise BadOption(say("options.channels_missing"))
    known = tuple(seat.id for seat in seats)
    for name, members in options.talk_channels.items():
        for member in members:
            if member not in known:
                raise BadOption(
                    say("options.channel_no_seat", channel=name, seat=repr(member), seats=", ".join(known))
                )
        if len(set(members)) != len(members) or len(members) < 2:
            raise BadOption(say("options.channel_of_one", channel=name))
    return tuple(
        Channel(ChannelId(name), name, tuple(seat for seat in known if seat in members))
        for name, members in options.talk_channels.items()
    )


@dataclass(frozen=True, slots=True)
class Ready:
    """A declaration: the seat is ready to continue."""


class Negotiation(PhaseRules[S, Any]):  # The other phases of the game have their own types of declarations
    """A talk window.

    It decides nothing. It ends when its clock runs out or, as an option, when all seats are ready.
    """

    name = STEP
    sealed = True
    awaited = False
    readiness = True

    @property
    def text(self) -> str:
        """The rule as players read it."""
        return say("talk.text")

    def is_played(self, options: Any) -> bool:  # Each game has its own options
        """Return whether the options allow any talk."""
        return isinstance(options, TalkOptions) and (options.talk != "off" or options.talk_deals)

    @abstractmethod
    def talk(self, state: S) -> TalkWindow:
        """Return the window that the state has."""

    @abstractmethod
    def onward(self, state: S) -> S:
        """Return the state at the following phase."""

    def asked(self, state: S) -> tuple[SeatId, ...]:
        """Return every seat. Each is asked whether it is ready."""
        return self.talk(state).seats

    def clock_seconds(self, state: S) -> float:
        """Return the length of the window, in seconds."""
        return self.talk(state).seconds

    def channels(self, state: S) -> tuple[Channel, ...]:
        """Return the channels that the options name."""
        return self.talk(state).channels

    def closes_early(self, state: S) -> bool:
        """Return whether the window ends when all seats are ready."""
        return self.talk(state).closes_early

    def quiet_seconds(self, state: S) -> float:
        """Return how long before the end the channels close, in seconds."""
        return self.talk(state).quiet_seconds

    def deals(self, state: S) -> bool:
        """Return whether seats may send each other written proposals."""
        return self.talk(state).deals

    def form(self, state: S, seat: SeatId) -> Form:
        """Return the form that asks whether the seat is ready."""
        early = self.talk(state).closes_early
        return Form(
            question=say("talk.ask"),
            help=say("talk.help_early" if early else "talk.help"),
            rule=self.rule,
            fields=(
                Choice(
                    name="ready",
                    label=say("talk.field"),
                    options=(Option(value="ready", label=say("talk.ready"), key="r"),),
                ),
            ),
            suggested={"ready": "ready"},
        )

    def read(self, state: S, seat: SeatId, answer: Answer) -> Ready:
        """Check an answer against the form."""
        judge(self.form(state, seat), answer)
        return Ready()

    def default(self, state: S, seat: SeatId) -> Ready:
        """Return the declaration that the seat is ready."""
        return Ready()

    def resolve(self, state: S, declarations: Mapping[SeatId, Any], dice: Dice) -> Resolution[S]:
        """Return the state at the following phase."""
        return Resolution(self.onward(state))
