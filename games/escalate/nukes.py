"""Rule 5: Nukes. A launch, who strikes back, who is knocked out, and what becomes of the open Incident."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from warcouncil.games.escalate.events import HolderReplaced, NukeAnswered, NukesLaunched, SeatKnockedOut
from warcouncil.games.escalate.flow import Next, after_knock_out, next_call, next_turn, void
from warcouncil.games.escalate.offers import Offer, form_of, read_offer
from warcouncil.games.escalate.state import (
    NOBODY,
    Act,
    Launch,
    State,
    after,
    cards_named,
    clockwise,
    heading,
    held,
    named,
)
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.forms import Answer, Form
from warcouncil.protocol.words import SeatId


def launch(state: State, seat: SeatId, targets: tuple[SeatId, ...], dice: Dice) -> Next:
    """5.1 Launch one Nuke at each target; 5.2 whoever may strike back does, or is asked."""
    cards = held(state, seat, "nuke")[: len(targets)]
    fired = _discarded(state, seat, cards)
    event = NukesLaunched(seat, targets, cards)
    waiting = Launch(seat=seat, targets=targets, cards=cards, then=state.step)
    if state.options.retaliation == "chosen":
        return replace(fired, step="retaliation", turn=NOBODY, launch=waiting), (event,)
    state, events = _strike(fired, waiting, _answering(fired, waiting), dice)
    return state, (event, *events)


def _discarded(state: State, seat: SeatId, cards: tuple[str, ...]) -> State:
    hand = tuple(card for card in state.hands[seat] if card not in cards)
    return replace(state, hands={**state.hands, seat: hand}, discard=state.discard + cards)


def _answering(state: State, launch: Launch) -> tuple[SeatId, ...]:
    """Give those who strike back by themselves: targets first, who lose their Nuke anyway, then clockwise."""
    others = after(state, launch.seat)[:-1]
    holders = [seat for seat in others if held(state, seat, "nuke")]
    hit = [seat for seat in holders if seat in launch.targets]
    missed = [seat for seat in holders if seat not in launch.targets]
    return tuple(hit if state.options.retaliation == "targets" else hit + missed)


def _strike(state: State, launch: Launch, answering: tuple[SeatId, ...], dice: Dice) -> Next:
    """5.2 to 5.5: the first who answers spends a Nuke and takes the launcher along."""
    events: list[Event] = []
    gone = list(launch.targets)
    if answering:
        card = held(state, answering[0], "nuke")[:1]
        state = _discarded(state, answering[0], card)
        events.append(NukeAnswered(answering[0], launch.seat, card[0]))
        gone.append(launch.seat)
    elif state.options.retaliation == "any_holder":
        state = replace(state, disarmed=tuple(seat for seat in state.alive if seat != launch.seat))
    for seat in gone:
        events.append(SeatKnockedOut(seat, state.hands[seat], state.points[seat]))
        state = _knocked_out(state, seat)
    following, more = after_knock_out(state) or _go_on(replace(state, step=launch.then), launch.seat, dice)
    return replace(following, launch=None), (*events, *more)


def _knocked_out(state: State, seat: SeatId) -> State:
    state = _discarded(state, seat, state.hands[seat])
    return replace(
        state,
        alive=_without(state.alive, seat),
        out=_without(state.out, seat),
        bare=_without(state.bare, seat),
        armed=_without(state.armed, seat),
        disarmed=_without(state.disarmed, seat),
    )


def _without(seats: tuple[SeatId, ...], gone: SeatId) -> tuple[SeatId, ...]:
    return tuple(seat for seat in seats if seat != gone)


def _go_on(state: State, launcher: SeatId, dice: Dice) -> Next:
    """5.5: the launcher, if he lives, still has his turn, or takes over from a holder whom he knocked out."""
    lives = launcher in state.alive
    state = replace(state, lead=clockwise(state, state.lead)[0])
    if state.step != "turning":
        return (replace(state, turn=launcher), ()) if lives else next_call(state)
    if state.holder in state.alive:
        return (replace(state, turn=launcher), ()) if lives else next_turn(state, launcher, dice)
    if not lives:
        return void(state, launcher, dice)
    following, events = next_turn(replace(state, holder=launcher), launcher, dice)
    return following, (HolderReplaced(launcher), *events)


class Retaliation(PhaseRules[State, Act]):
    """5.2 (option retaliation=chosen) Every other seat says in secret whether it strikes back."""

    name, rule, sealed = "Retaliation", "5.2", True
    text = (
        "A Nuke has been launched. Whoever holds one may strike back and take the launcher along; everyone else is "
        "asked too, so that nothing shows. If several strike back, a target does it, or else the first clockwise from "
        "the launcher, and the others keep their Nukes. Who strikes back shows that Nuke and discards it."
    )

    def asked(self, state: State) -> tuple[SeatId, ...]:
        """Give every survivor but the launcher."""
        assert state.launch is not None
        return tuple(seat for seat in state.alive if seat != state.launch.seat)

    def clock_seconds(self, state: State) -> float:
        """Give the time to decide."""
        return state.options.retaliation_seconds

    def title(self, state: State) -> str:
        """Give what the players read above the question."""
        return f"Incident {state.incident} · Nukes in the air"

    def offers(self, state: State, seat: SeatId) -> tuple[Offer, ...]:
        """Give what a seat may do: hold still, or strike back with a Nuke."""
        hold = Offer(Act("hold"), "Do not strike back", key="h")
        strike = Offer(
            Act("retaliate"), f"Strike back with {cards_named(held(state, seat, 'nuke')[:1])}", key="s"
        )
        return (hold, strike) if held(state, seat, "nuke") else (hold,)

    def form(self, state: State, seat: SeatId) -> Form:
        """Ask whether the seat strikes back."""
        assert state.launch is not None
        launcher, targets = state.launch.seat, state.launch.targets
        at = " and ".join("you" if target == seat else named(target) for target in targets)
        question = f"{named(launcher)} has launched at {at}. Do you strike back?"
        return form_of(question, self.rule, self.offers(state, seat))

    def read(self, state: State, seat: SeatId, answer: Answer) -> Act:
        """Parse and judge an answer."""
        return read_offer(self.form(state, seat), self.offers(state, seat), answer)

    def default(self, state: State, seat: SeatId) -> Act:
        """Hold still."""
        return Act("hold")

    def resolve(
        self, state: State, declarations: Mapping[SeatId, Act | None], dice: Dice
    ) -> Resolution[State]:
        """Let the first who strikes back do so."""
        assert state.launch is not None
        willing = [seat for seat, act in declarations.items() if act is not None and act.kind == "retaliate"]
        answering = tuple(seat for seat in _answering(state, state.launch) if seat in willing)
        following, events = _strike(state, state.launch, answering, dice)
        return Resolution(following, events, heading(state))
