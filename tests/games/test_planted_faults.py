"""A test of the suite for games: each fault that is planted in a toy must be caught."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from pydantic import Field, ValidationError
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.errors import Illegal
from warcouncil.games.kit.events import EVERYONE, Event, Hidden, Known, Public
from warcouncil.games.kit.game import AnyGame, Finish, Options, Phase, Resolution
from warcouncil.protocol.table.forms import Answer, Form
from warcouncil.protocol.table.scenes import FactChange, Scene
from warcouncil.protocol.table.sheets import Prose, Sheet
from warcouncil.protocol.words import SeatId

from tests.games import (
    found,
    test_conformance,
    test_conformance_answers,
    test_conformance_events,
    test_conformance_records,
    test_conformance_scenes,
    test_conformance_secrecy,
    test_conformance_truth,
)
from tests.toys.bid_events import TITLES
from tests.toys.sealed_bid import BidState, Said, SealedBid


class ShowsAHand(SealedBid):
    """Its public sheet shows a hand."""

    def sheet(self, state: BidState, seat: SeatId | None) -> Sheet:
        """Show Red 1's hand to all."""
        hand = Prose(text=f"{state.hands[SeatId('red.1')]}")
        sheet = super().sheet(state, seat)
        return sheet.model_copy(update={"elements": (*sheet.elements, hand)})


class KeepsASecretFromUmpires(SealedBid):
    """Its truth leaves one hand out."""

    def truth(self, state: BidState) -> Sheet:
        """Leave out Red 1's hand."""
        truth = super().truth(state)
        return truth.model_copy(update={"elements": truth.elements[1:]})


class ShowsUmpiresThePublicSheet(SealedBid):
    """Its truth is the public sheet."""

    def truth(self, state: BidState) -> Sheet:
        """Return the public sheet."""
        return self.sheet(state, None)


class SpeaksToItsUmpire(SealedBid):
    """Its truth is a seat's sheet."""

    def truth(self, state: BidState) -> Sheet:
        """Add what Red 1 reads."""
        return self.sheet(state, SeatId("red.1"))


class AsksTooMuch(SealedBid):
    """Its question tells what is on top of the stock."""

    def form(self, state: BidState, seat: SeatId) -> Form:
        """Reveal the top card."""
        return super().form(state, seat).model_copy(update={"help": f"{state.stock[0]}"})


class TellsByTheTitle(SealedBid):
    """The title of its phase tells the highest hidden card."""

    def phase(self, state: BidState) -> Phase | Finish:
        """Reveal the highest card of all hands."""
        phase = super().phase(state)
        if isinstance(phase, Finish):
            return phase
        return replace(phase, title=f"Bidding {max(state.hands.values())}")


class DealsNothingAnew(SealedBid):
    """It deals nothing anew, so that its secrecy can never be tested."""

    def rehide(self, state: BidState, seat: SeatId, dice: Dice) -> BidState:
        """Leave everything as it is."""
        return state


class DealsAnotherWorld(SealedBid):
    """It deals positions that cannot arise."""

    def rehide(self, state: BidState, seat: SeatId, dice: Dice) -> BidState:
        """Take the others' hands away."""
        return replace(state, hands={who: hand if who == seat else () for who, hand in state.hands.items()})


class OffersTooMuch(SealedBid):
    """Its form offers a card that its rules refuse."""

    def read(self, state: BidState, seat: SeatId, answer: Answer) -> Said:
        """Judge by another form than was shown."""
        return super().read(replace(state, hands={**state.hands, seat: state.hands[seat][:1]}), seat, answer)


class SuggestsTooMuch(SealedBid):
    """It suggests what is not on offer."""

    def form(self, state: BidState, seat: SeatId) -> Form:
        """Suggest a card that is in no hand."""
        return super().form(state, seat).model_copy(update={"suggested": {"card": "9"}})


class StumblesOverGarbage(SealedBid):
    """It parses an answer before it judges it."""

    def read(self, state: BidState, seat: SeatId, answer: Answer) -> Said:
        """Convert any answer."""
        if "card" in answer:
            int(str(answer["card"]))
        return super().read(state, seat, answer)


class SwallowsGarbage(SealedBid):
    """It accepts an answer with a field too many."""

    def read(self, state: BidState, seat: SeatId, answer: Answer) -> Said:
        """Ignore unknown fields."""
        return super().read(
            state, seat, {key: answer[key] for key in answer if key in ("card", "claim", "ready")}
        )


class ChangesTheOldState(SealedBid):
    """It changes the state that it was given."""

    def resolve(
        self, state: BidState, declarations: Mapping[SeatId, Said | None], dice: Dice
    ) -> Resolution[BidState]:
        """Write into the given points."""
        points: Any = state.points
        points[SeatId("red.1")] += 1
        return super().resolve(state, declarations, dice)


class RollsItsOwnDice(SealedBid):
    """It draws chance from elsewhere than its dice."""

    drawn = 0

    def resolve(
        self, state: BidState, declarations: Mapping[SeatId, Said | None], dice: Dice
    ) -> Resolution[BidState]:
        """Count how often it is called."""
        type(self).drawn += 1
        after = super().resolve(state, declarations, dice)
        return replace(after, state=replace(after.state, stock=(*after.state.stock, self.drawn)))


class NeverEnds(SealedBid):
    """Its bids have no effect."""

    def resolve(
        self, state: BidState, declarations: Mapping[SeatId, Said | None], dice: Dice
    ) -> Resolution[BidState]:
        """Resolve nothing."""
        return Resolution(state)


class AsksNobody(SealedBid):
    """It asks a seat that is not at the table."""

    def phase(self, state: BidState) -> Phase | Finish:
        """Open the team's channel to a stranger."""
        phase = super().phase(state)
        if isinstance(phase, Finish):
            return phase
        channels = tuple(
            replace(channel, members=(*channel.members, SeatId("spy"))) for channel in phase.channels
        )
        return replace(phase, channels=channels)


class ForgetsAnEvent(SealedBid):
    """One kind of its events is not declared."""

    event_types = SealedBid.event_types[1:]


@dataclass(frozen=True, slots=True)
class SecretTold(Event):
    """Its sentence is made of what only umpires may know."""

    seen_by = EVERYONE
    seat: Public[SeatId]
    card: Hidden[int]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Reveal the secret."""
        return f"{known['seat']} holds {known['card']}."


class TellsASecret(SealedBid):
    """It tells an event by a field that its reader may not know."""

    event_types = (*SealedBid.event_types, SecretTold)

    def resolve(
        self, state: BidState, declarations: Mapping[SeatId, Said | None], dice: Dice
    ) -> Resolution[BidState]:
        """Reveal one secret each time."""
        after = super().resolve(state, declarations, dice)
        return replace(after, events=(*after.events, SecretTold(SeatId("red.1"), 7)))


@dataclass(frozen=True, slots=True)
class ShownToReaders(Event):
    """A public event whose scene has the name of its reader."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Name the seat."""
        return f"{known['seat']} moved."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Speak to the reader."""
        return Scene(title="You" if known.mine("seat") else known["seat"])


@dataclass(frozen=True, slots=True)
class MiscountShown(Event):
    """It runs a seat's points to a number that they do not have."""

    seen_by = EVERYONE
    seat: Public[SeatId]

    @classmethod
    def tell(cls, known: Known) -> str:
        """Name the seat."""
        return f"{known['seat']} counted."

    @classmethod
    def show(cls, known: Known) -> Scene:
        """Count wrong."""
        return Scene(title="Points", changes=(FactChange(label=TITLES[known["seat"]], value="77"),))


class ShowsItsReader(SealedBid):
    """It draws a scene once for all, although the scene depends on the reader."""

    event_types = (*SealedBid.event_types, ShownToReaders)

    def resolve(
        self, state: BidState, declarations: Mapping[SeatId, Said | None], dice: Dice
    ) -> Resolution[BidState]:
        """Show one such event each time."""
        after = super().resolve(state, declarations, dice)
        return replace(after, events=(*after.events, ShownToReaders(SeatId("red.1"))))


class CountsWrong(SealedBid):
    """The watched scene ends with a number that the position does not have."""

    event_types = (*SealedBid.event_types, MiscountShown)

    def resolve(
        self, state: BidState, declarations: Mapping[SeatId, Said | None], dice: Dice
    ) -> Resolution[BidState]:
        """Show a wrong count each time."""
        after = super().resolve(state, declarations, dice)
        return replace(after, events=(*after.events, MiscountShown(SeatId("red.1"))))


class WritesControlCharacters(SealedBid):
    """Its labels contain control characters."""

    def form(self, state: BidState, seat: SeatId) -> Form:
        """Colour the question."""
        return super().form(state, seat).model_copy(update={"question": "\x1b[31mBid?"})


class MuteOptions(Options):
    """Options without a meaning."""

    hand: int = Field(4, ge=1, le=5)


class SaysNothingOfItsOptions(SealedBid):
    """Its options have no meaning in words."""

    options_type: Any = MuteOptions


Check = Callable[[str], None]
FAULTS: tuple[tuple[type[SealedBid], Check, type[Exception]], ...] = (
    (ShowsAHand, test_conformance_secrecy.test_a_seat_sees_nothing_of_what_it_cannot_know, AssertionError),
    (AsksTooMuch, test_conformance_secrecy.test_a_seat_sees_nothing_of_what_it_cannot_know, AssertionError),
    (
        TellsByTheTitle,
        test_conformance_secrecy.test_a_seat_sees_nothing_of_what_it_cannot_know,
        AssertionError,
    ),
    (
        KeepsASecretFromUmpires,
        test_conformance_truth.test_the_truth_contains_the_knowledge_of_every_seat,
        AssertionError,
    ),
    (
        ShowsUmpiresThePublicSheet,
        test_conformance_truth.test_worlds_that_differ_for_a_seat_differ_in_the_truth,
        AssertionError,
    ),
    (ShowsUmpiresThePublicSheet, test_conformance_truth.test_nothing_is_unknown_in_the_truth, AssertionError),
    (SpeaksToItsUmpire, test_conformance_truth.test_the_truth_addresses_no_reader, AssertionError),
    (DealsNothingAnew, test_conformance_secrecy.test_dealing_anew_changes_something, AssertionError),
    (
        DealsAnotherWorld,
        test_conformance_secrecy.test_play_goes_on_from_a_position_that_was_dealt_anew,
        ValidationError,
    ),
    (SuggestsTooMuch, test_conformance_answers.test_suggestions_are_accepted, Illegal),
    (
        StumblesOverGarbage,
        test_conformance_answers.test_garbage_is_refused_with_a_rule_and_nothing_else,
        ValueError,
    ),
    (
        SwallowsGarbage,
        test_conformance_answers.test_garbage_is_refused_with_a_rule_and_nothing_else,
        AssertionError,
    ),
    (OffersTooMuch, test_conformance_answers.test_whatever_fills_a_form_is_legal, Illegal),
    (ChangesTheOldState, test_conformance_records.test_resolving_leaves_the_old_state_alone, AssertionError),
    (RollsItsOwnDice, test_conformance_records.test_resolving_leaves_the_old_state_alone, AssertionError),
    (NeverEnds, test_conformance.test_a_table_where_everyone_is_silent_ends_too, AssertionError),
    (AsksNobody, test_conformance.test_phases_ask_seats_that_sit_at_the_table, AssertionError),
    (ForgetsAnEvent, test_conformance_events.test_events_are_declared_and_survive_json, AssertionError),
    (TellsASecret, test_conformance_events.test_every_reader_gets_a_clean_sentence, KeyError),
    (
        ShowsItsReader,
        test_conformance_scenes.test_an_event_without_a_secret_is_the_same_scene_for_all,
        AssertionError,
    ),
    (CountsWrong, test_conformance_scenes.test_the_last_scene_is_the_new_position, AssertionError),
    (
        WritesControlCharacters,
        test_conformance_records.test_forms_survive_the_wire_and_hold_clean_words,
        AssertionError,
    ),
    (SaysNothingOfItsOptions, test_conformance.test_every_option_has_a_default_and_a_meaning, AssertionError),
)
"""Each fault, the check that must catch it, and what it says: its own claim, or the game's stumble."""


@pytest.fixture(autouse=True)
def _forgetting() -> Iterator[None]:
    """Forget the faulty games afterwards."""
    kept = dict[str, AnyGame](found.TOYS)
    yield
    found.TOYS.clear()
    found.TOYS.update(kept)


@pytest.mark.parametrize(
    ("faulty", "check", "says"), FAULTS, ids=[faulty.__name__ for faulty, _, _ in FAULTS]
)
def test_a_planted_fault_is_caught(faulty: type[SealedBid], check: Check, says: type[Exception]) -> None:
    """A suite that accepts this fault accepts it in a game that people play."""
    found.TOYS[faulty.__name__] = faulty()
    with pytest.raises(says):
        check(faulty.__name__)


@pytest.mark.parametrize("check", tuple(dict.fromkeys(check for _, check, _ in FAULTS)))
def test_each_check_is_also_made_where_nothing_is_planted(check: Check) -> None:
    """A check fails also for the toy without a fault, so it detects nothing."""
    (mark,) = (mark for mark in vars(check)["pytestmark"] if mark.name == "parametrize")
    assert {"sealed_bid", *found.REGISTERED} & {*mark.args[1]}
