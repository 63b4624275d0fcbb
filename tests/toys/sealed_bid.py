"""Sealed bid: a tiny game of simultaneous sealed bids with hidden hands, a team channel and a sequential tiebreak."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from pydantic import Field
from warcouncil.games.kit.answers import judge
from warcouncil.games.kit.book import Book, PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import BadOption
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Channel, Finish, Resolution, Standings, Tally
from warcouncil.games.kit.negotiation import Negotiation, Ready, TalkOptions, TalkWindow, talk_of
from warcouncil.games.kit.play.reveal_all import openly
from warcouncil.games.kit.seats import Seat
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option
from warcouncil.protocol.table.rulebooks import Briefing
from warcouncil.protocol.table.sheets import Card, Cards, Fact, Facts, Prose, Sheet
from warcouncil.protocol.words import ChannelId, SeatId

from tests.toys.bid_events import SEATS, TITLES, BidKept, BidShown, ClaimPassed, PrizeTaken

CARDS = tuple(value for value in range(1, 9) for _ in range(3))
"""The bid cards: three of each value, so that ties happen."""


class BidOptions(TalkOptions):
    """The options of a game of sealed bids."""

    hand: int = Field(4, ge=1, le=5, description="Cards in a hand, and so rounds in the game.")
    losers: Literal["shown", "kept"] = Field("shown", description="Whether bids that lose are shown to all.")
    claim_costs: bool = Field(True, description="Whoever claims a tied prize pays a point.")
    deal: dict[str, tuple[int, ...]] = Field(
        {}, description='Cards from the top of the deck: {"deck": [8, 1, ...]}; the rest is drawn.'
    )
    clock_seconds: float = Field(20, gt=0, description="Seconds for each question.")


@dataclass(frozen=True, slots=True)
class BidState:
    """Hands and used cards by seat, the prizes to come, and the prize in the middle.

    `kept` are used cards that only their owner saw, `open_cards` those that everyone saw. `tied` are the
    seats that still may claim the prize, in table order.
    """

    hands: Mapping[SeatId, tuple[int, ...]]
    kept: Mapping[SeatId, tuple[int, ...]]
    open_cards: Mapping[SeatId, tuple[int, ...]]
    stock: tuple[int, ...]
    prizes: tuple[int, ...]
    points: Mapping[SeatId, int]
    tied: tuple[SeatId, ...]
    step: str
    talk: TalkWindow
    losers: Literal["shown", "kept"]
    claim_costs: bool
    clock_seconds: float


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid a card of the hand."""

    card: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim a tied prize, or pass."""

    claims: bool


Said = Bid | Claim | Ready


class Talking(Negotiation[BidState]):
    """0. Before each bid there may be negotiation."""

    rule = "0"

    def talk(self, state: BidState) -> TalkWindow:
        """Return the talk window of the options."""
        return state.talk

    def onward(self, state: BidState) -> BidState:
        """Go on to the bids."""
        return replace(state, step="Bidding")


class Bidding(PhaseRules[BidState, Said]):
    """1. Everyone bids a card from their hand, at the same moment."""

    name, rule, sealed = "Bidding", "1", True
    text = "Bid one card of your hand for the prize. The highest bid takes it; a tie is settled by claims."

    def asked(self, state: BidState) -> tuple[SeatId, ...]:
        """Ask everyone."""
        return tuple(seat.id for seat in SEATS)

    def clock_seconds(self, state: BidState) -> float:
        """Return the time for each question."""
        return state.clock_seconds

    def channels(self, state: BidState) -> tuple[Channel, ...]:
        """Return a channel for each team."""
        return tuple(
            Channel(
                ChannelId(team),
                f"{team.title()} team",
                tuple(seat.id for seat in SEATS if seat.team == team),
            )
            for team in ("red", "black")
        )

    def form(self, state: BidState, seat: SeatId) -> Form:
        """Offer each different card of the hand."""
        cards = sorted(set(state.hands[seat]))
        options = tuple(Option(value=str(card), label=f"the {card}") for card in cards)
        return Form(
            question=f"Which card do you bid for the prize of {state.prizes[0]}?",
            rule="1.1",
            fields=(Choice(name="card", label="bid", options=options),),
            suggested={"card": str(cards[0])},
        )

    def read(self, state: BidState, seat: SeatId, answer: Answer) -> Said:
        """Check an answer against the form."""
        judge(self.form(state, seat), answer)
        return Bid(int(str(answer["card"])))

    def default(self, state: BidState, seat: SeatId) -> Said:
        """Bid the lowest card."""
        return Bid(min(state.hands[seat]))

    def resolve(
        self, state: BidState, declarations: Mapping[SeatId, Said | None], dice: Dice
    ) -> Resolution[BidState]:
        """Turn the bids up; one highest bid takes the prize, several go on to claims."""
        bids = {
            seat: said.card if isinstance(said, Bid) else min(state.hands[seat])
            for seat, said in declarations.items()
        }
        top = max(bids.values())
        best = tuple(seat for seat, card in bids.items() if card == top)
        shown = {seat for seat in bids if state.losers == "shown" or seat in best}
        events: list[Event] = [
            BidShown(seat, card) if seat in shown else BidKept(seat, card) for seat, card in bids.items()
        ]
        after = replace(
            state,
            hands={seat: _without(state.hands[seat], card) for seat, card in bids.items()},
            kept={seat: _with(state.kept[seat], card, seat not in shown) for seat, card in bids.items()},
            open_cards={
                seat: _with(state.open_cards[seat], card, seat in shown) for seat, card in bids.items()
            },
            tied=best,
            step="Claiming",
        )
        if len(best) > 1:
            return Resolution(after, tuple(events), _heading(state))
        after, taken = _award(after, best[0], claimed=False)
        return Resolution(after, (*events, taken), _heading(state))


class Claiming(PhaseRules[BidState, Said]):
    """2.

    Tied bidders, in table order, claim the prize or pass; the last of them takes a prize that was not
    claimed.
    """

    name, rule = "Claiming", "2"
    text = "The tied bidders are asked one after the other. The first who claims takes the prize."

    def asked(self, state: BidState) -> tuple[SeatId, ...]:
        """Ask the first of the tied seats."""
        return state.tied[:1]

    def clock_seconds(self, state: BidState) -> float:
        """Return the time for each question."""
        return state.clock_seconds

    def form(self, state: BidState, seat: SeatId) -> Form:
        """Ask whether to claim."""
        options = (
            Option(value="claim", label="claim it", key="c"),
            Option(value="pass", label="pass", key="p"),
        )
        return Form(
            question=f"You tied for the prize of {state.prizes[0]}. Do you claim it?",
            rule="2.1",
            fields=(Choice(name="claim", label="claim", options=options),),
            suggested={"claim": "pass"},
        )

    def read(self, state: BidState, seat: SeatId, answer: Answer) -> Said:
        """Check an answer against the form."""
        judge(self.form(state, seat), answer)
        return Claim(answer["claim"] == "claim")

    def default(self, state: BidState, seat: SeatId) -> Said:
        """Pass."""
        return Claim(claims=False)

    def resolve(
        self, state: BidState, declarations: Mapping[SeatId, Said | None], dice: Dice
    ) -> Resolution[BidState]:
        """Award the prize to a claimer, or continue with the next; the last one left takes it."""
        seat = state.tied[0]
        said = declarations[seat]
        if isinstance(said, Claim) and said.claims:
            after, taken = _award(state, seat, claimed=True)
            return Resolution(after, (taken,), _heading(state))
        passed = replace(state, tied=state.tied[1:])
        if len(passed.tied) > 1:
            return Resolution(passed, (ClaimPassed(seat),), _heading(state))
        after, taken = _award(passed, passed.tied[0], claimed=False)
        return Resolution(after, (ClaimPassed(seat), taken), _heading(state))


class SealedBid(Book[BidOptions, BidState, Said]):
    """Two teams of two bid for prizes with hidden hands."""

    name = "sealed_bid"
    title = "Sealed bid"
    designer = "nobody: a test piece"
    rules_version = "1"
    summary = "Bid a card of a hidden hand for each prize. The team with the most points wins."
    options_type = BidOptions
    state_type = BidState
    event_types: ClassVar[tuple[type[Event], ...]] = (BidShown, BidKept, PrizeTaken, ClaimPassed)
    phases = (Talking(), Bidding(), Claiming())

    def seats(self, options: BidOptions) -> tuple[Seat, ...]:
        """Return the four bidders."""
        return SEATS

    def briefing(self, options: BidOptions, seat: SeatId) -> Briefing:
        """Return the role and the goal of a bidder."""
        return Briefing(
            role=f"You are {TITLES[seat]}.",
            wins="Your team takes more points in prizes.",
            sees="You see your own hand.",
            decides=f"For each of {options.hand} prizes you bid a card.",
        )

    def setup(self, options: BidOptions, dice: Dice) -> Resolution[BidState]:
        """Deal the hands and lay out the prizes. Raises BadOption for a deal that the cards do not allow."""
        deck = _deck(options.deal, dice.stream("deck"))
        hands = {
            seat.id: tuple(sorted(deck[index * options.hand : (index + 1) * options.hand]))
            for index, seat in enumerate(SEATS)
        }
        nothing: dict[SeatId, tuple[int, ...]] = {seat.id: () for seat in SEATS}
        prizes = dice.stream("prizes").shuffled(range(1, options.hand + 1))
        talk = talk_of(options, SEATS)
        return Resolution(
            BidState(
                hands=hands,
                kept=nothing,
                open_cards=nothing,
                stock=deck[len(SEATS) * options.hand :],
                prizes=prizes,
                points={seat.id: 0 for seat in SEATS},
                tied=(),
                step=talk.before("Bidding"),
                talk=talk,
                losers=options.losers,
                claim_costs=options.claim_costs,
                clock_seconds=options.clock_seconds,
            ),
            heading=f"{options.hand} prizes to come",
        )

    def step(self, state: BidState) -> str:
        """Stand where the state says."""
        return state.step

    def finish(self, state: BidState) -> Finish | None:
        """End when the last prize is taken."""
        if state.prizes:
            return None
        standings = self.standings(state)
        scores = standings.tallies[0].by
        best = max(scores.values())
        winners = tuple(team for team, score in scores.items() if score == best)
        return Finish("The last prize was taken", winners if len(winners) == 1 else (), standings)

    def standings(self, state: BidState) -> Standings:
        """Count the points of the teams."""
        points = {
            team: sum(state.points[seat.id] for seat in SEATS if seat.team == team)
            for team in ("red", "black")
        }
        return Standings((Tally("points", points),))

    def sheet(self, state: BidState, seat: SeatId | None) -> Sheet:
        """Show the prize, the points, the used cards and the reader's own hand."""
        hand = () if seat is None else (_hand(state, seat, "Your hand"),)
        known = frozenset() if seat is None else frozenset({seat})
        return Sheet(headline=_headline(state), elements=(*hand, _points(state), *_used(state, known)))

    def truth(self, state: BidState) -> Sheet:
        """Show every hand, all that was used, and the prizes and cards to come."""
        hands = tuple(_hand(state, seat, f"{TITLES[seat]}'s hand") for seat in state.hands)
        coming = (
            Prose(title="The prizes to come", text=", ".join(map(str, state.prizes)) or "none"),
            Prose(title="The stock, from the top", text=", ".join(map(str, state.stock)) or "empty"),
        )
        used = _used(state, frozenset(state.hands))
        return openly(Sheet(headline=_headline(state), elements=(*hands, _points(state), *used, *coming)))

    def rehide(self, state: BidState, seat: SeatId, dice: Dice) -> BidState:
        """Deal anew the others' hands and kept cards, the stock, and the order of the prizes to come."""
        others = [who for who in state.hands if who != seat]
        unseen = list(state.stock)
        for who in others:
            unseen += [*state.hands[who], *state.kept[who]]
        deck = list(dice.stream("cards").shuffled(sorted(unseen)))
        hands, kept = dict(state.hands), dict(state.kept)
        for who in others:
            hands[who] = tuple(sorted(_draw(deck, len(hands[who]))))
            kept[who] = _draw(deck, len(kept[who]))
        prizes = (*state.prizes[:1], *dice.stream("prizes").shuffled(sorted(state.prizes[1:])))
        return replace(state, hands=hands, kept=kept, stock=tuple(deck), prizes=prizes)


def _headline(state: BidState) -> str:
    return f"Prize of {state.prizes[0]}" if state.prizes else "All prizes are taken"


def _hand(state: BidState, seat: SeatId, title: str) -> Cards:
    cards = tuple(Card(face=str(card), secret=True) for card in state.hands[seat])
    return Cards(title=title, shape="hand", cards=cards)


def _points(state: BidState) -> Facts:
    facts = tuple(Fact(label=TITLES[who], value=str(score)) for who, score in state.points.items())
    return Facts(title="Points", facts=facts)


def _used(state: BidState, known: frozenset[SeatId]) -> tuple[Cards, ...]:
    """Draw what each seat has used; of what was kept, only the seats `known` show the faces."""
    return tuple(
        Cards(
            title=f"Used by {TITLES[who]}",
            shape="pile",
            cards=tuple(
                [Card(face=str(card)) for card in state.open_cards[who]]
                + [Card(face=str(card) if who in known else None) for card in state.kept[who]]
            ),
            count=len(state.open_cards[who]) + len(state.kept[who]),
        )
        for who in state.hands
    )


def _award(state: BidState, seat: SeatId, *, claimed: bool) -> tuple[BidState, PrizeTaken]:
    points = state.prizes[0] - (1 if claimed and state.claim_costs else 0)
    after = replace(
        state,
        points={**state.points, seat: state.points[seat] + points},
        prizes=state.prizes[1:],
        tied=(),
        step=state.talk.before("Bidding"),
    )
    return after, PrizeTaken(seat, points, claimed)


def _heading(state: BidState) -> str:
    return f"{len(state.prizes)} prizes to come" if len(state.prizes) > 1 else "the last prize"


def _without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _with(cards: tuple[int, ...], card: int, wanted: bool) -> tuple[int, ...]:
    return (*cards, card) if wanted else cards


def _draw(deck: list[int], count: int) -> tuple[int, ...]:
    drawn = tuple(deck[:count])
    del deck[:count]
    return drawn


def _deck(deal: dict[str, tuple[int, ...]], dice: Dice) -> tuple[int, ...]:
    """Return the whole deck, the dealt cards on top and the others shuffled below."""
    for name in deal:
        if name != "deck":
            raise BadOption(f"deal: there is no {name!r}; only 'deck' can be dealt")
    rest = list(CARDS)
    for card in deal.get("deck", ()):
        if card not in rest:
            raise BadOption(f"deal: deck: the card {card} is not there, or is dealt too often")
        rest.remove(card)
    return (*deal.get("deck", ()), *dice.shuffled(rest))


GAME = SealedBid()
