"""Rule 4: playing an Incident. Turn it, escalate it, call the U.N., pass or drop out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from warcouncil.games.escalate.cards import ROLE_TITLES, VALUES, Top, face
from warcouncil.games.escalate.events import (
    AnswerPassed,
    IncidentEscalated,
    IncidentTurned,
    SeatDropped,
    UnPlayed,
)
from warcouncil.games.escalate.flow import Next, next_turn
from warcouncil.games.escalate.nukes import launch
from warcouncil.games.escalate.offers import Offer, aims, form_of, launch_offers, read_offer, turning_sets
from warcouncil.games.escalate.state import (
    Act,
    Laid,
    State,
    clockwise,
    heading,
    held,
    incident_top,
    incidents,
    named,
    role,
    stake,
)
from warcouncil.games.kit.book import PhaseRules
from warcouncil.games.kit.dice import Dice
from warcouncil.games.kit.events import Event
from warcouncil.games.kit.game import Resolution
from warcouncil.protocol.forms import Answer, Form
from warcouncil.protocol.words import SeatId

_RANKS: dict[str, Top] = {"J": "J", "Q": "Q", "K": "K"}


def new_holder(state: State, laid: Laid, dice: Dice) -> Next:
    """Lay cards on the table; whoever laid them holds the Incident, and the others must answer."""
    hand = tuple(card for card in state.hands[laid.seat] if card not in laid.cards)
    state = replace(
        state,
        hands={**state.hands, laid.seat: hand},
        table=(*state.table, laid),
        holder=laid.seat,
        out=tuple(seat for seat in state.out if seat != laid.seat),
    )
    if laid.kind in ("lead", "escalate"):
        out = () if state.options.drop_reopen else state.out
        state = replace(state, top=_RANKS[role(state, laid.cards[0])], out=out, passed={})
    elif laid.kind == "un":
        cancels = state.top == "UN" and state.options.veto_mode == "cancel"
        state = replace(state, top=incident_top(state) if cancels else "UN")
    if state.options.any_time:
        return replace(state, step="interjection", turn=laid.seat), ()
    return next_turn(state, laid.seat, dice)


def play(state: State, seat: SeatId, act: Act, dice: Dice, *, out_of_turn: bool = False) -> Next:
    """4.1 to 4.3: lay agents, a dearer Incident or a U.N. card."""
    laid = Laid(seat, act.kind, act.cards)
    event: Event
    if act.kind == "turn":
        event = IncidentTurned(seat, act.cards, state.top)
    elif act.kind == "escalate":
        state = replace(state, armed=tuple(other for other in state.armed if other != seat))
        card = act.cards[0]
        total = stake(state) + VALUES[role(state, card)]
        event = IncidentEscalated(seat, card, role(state, card), total, out_of_turn)
    else:
        event = UnPlayed(seat, act.cards[0], state.top == "UN", out_of_turn)
    following, events = new_holder(state, laid, dice)
    return following, (event, *events)


def _dearer(state: State, seat: SeatId) -> tuple[Offer, ...]:
    """4.2 Offer every Incident card of higher rank than the one on top; none against the U.N."""
    if state.top == "UN":
        return ()
    floor = VALUES[state.top]
    return tuple(
        Offer(
            Act("escalate", (card,)),
            f"Escalate with {face(card)} to a {ROLE_TITLES[role(state, card)]}",
            f"{stake(state) + VALUES[role(state, card)]} points will be at stake.",
        )
        for card in reversed(incidents(state, seat))
        if VALUES[role(state, card)] > floor
    )


def _un(state: State, seat: SeatId) -> tuple[Offer, ...]:
    """4.3 Offer a U.N. card: a Resolution against an Incident, a Veto against a Resolution."""
    word = "Veto" if state.top == "UN" else "call for a U.N. Resolution"
    return tuple(
        Offer(Act("un", (card,)), f"{word[0].upper()}{word[1:]} with {face(card)}")
        for card in held(state, seat, "un")
    )


class Turning(PhaseRules[State, Act]):
    """4.1 to 4.4 The next player clockwise who is still in turns the Incident, escalates, or drops out."""

    name, rule = "Turning", "4"
    text = (
        "The next player clockwise answers the holder of the Incident, or drops out of it. A Diplomatic Incident "
        "(Jack) is turned by one Diplomat (4, 3, 2); a Spy War (Queen) by one Spy (7, 6, 5) or two Diplomats; a Proxy "
        "Conflict (King) by one Soldier (10, 9, 8), two Spies or three Diplomats. A dearer Incident card escalates: "
        "it must be answered instead, everyone is in again, and its points are added. A U.N. card answers any "
        "Incident and is answered only by another. Whoever answers holds the Incident; when nobody else is in, the "
        "holder wins all Incident cards on the table: Jack 1, Queen 2, King 3. A Nuke may be launched first. A silent "
        "player drops out."
    )

    def asked(self, state: State) -> tuple[SeatId, ...]:
        """Ask the player whose turn it is, whether or not he can answer."""
        return (state.turn,)

    def clock_seconds(self, state: State) -> float:
        """Give the time to answer."""
        return state.options.turn_seconds

    def title(self, state: State) -> str:
        """Give what the players read above the question."""
        return f"Incident {state.incident} · {stake(state)} at stake"

    def offers(self, state: State, seat: SeatId) -> tuple[Offer, ...]:
        """Give all that the seat may do on its turn."""
        left = state.options.pass_limit - state.passed.get(seat, 0)
        wait = Offer(Act("pass"), "Pass and wait", f"You have {left} left in this Incident.", key="p")
        return (
            *turning_sets(state, seat),
            *_dearer(state, seat),
            *_un(state, seat),
            *((wait,) if state.options.passes and left > 0 else ()),
            Offer(Act("drop"), "Drop out of this Incident", "Only an escalation lets you back in.", key="d")
            if state.options.drop_reopen
            else Offer(Act("drop"), "Drop out of this Incident", "You will not come back in.", key="d"),
            *launch_offers(state, seat),
        )

    def form(self, state: State, seat: SeatId) -> Form:
        """Ask for an answer to what lies on top."""
        what = "U.N. card" if state.top == "UN" else ROLE_TITLES[state.top]
        return form_of(
            f"{named(state.holder)} holds the Incident with {stake(state)} at stake. How do you answer the {what}?",
            self.rule,
            self.offers(state, seat),
            aims=aims(state, seat),
        )

    def read(self, state: State, seat: SeatId, answer: Answer) -> Act:
        """Parse and judge an answer."""
        return read_offer(self.form(state, seat), self.offers(state, seat), answer)

    def default(self, state: State, seat: SeatId) -> Act:
        """Drop out."""
        return Act("drop")

    def resolve(
        self, state: State, declarations: Mapping[SeatId, Act | None], dice: Dice
    ) -> Resolution[State]:
        """Apply the answer."""
        seat = state.turn
        act = declarations[seat] or self.default(state, seat)
        event: Event
        if act.kind == "launch":
            following, events = launch(state, seat, act.targets, dice)
        elif act.kind == "pass":
            used = state.passed.get(seat, 0) + 1
            event = AnswerPassed(seat, state.options.pass_limit - used)
            following, events = next_turn(replace(state, passed={**state.passed, seat: used}), seat, dice)
            events = (event, *events)
        elif act.kind == "drop":
            following, events = next_turn(replace(state, out=(*state.out, seat)), seat, dice)
            events = (SeatDropped(seat), *events)
        else:
            following, events = play(state, seat, act, dice)
        return Resolution(following, events, heading(state))


class Interjection(PhaseRules[State, Act]):
    """4.7 (option any_time) After each play everyone else may escalate or call the U.N. out of turn, in secret."""

    name, rule, sealed = "Interjection", "4.7", True
    text = (
        "After each play every other survivor, even one who dropped out, may lay a dearer Incident card or a U.N. "
        "card out of turn. All choose in secret and at once. Of those who play, the first clockwise from the holder "
        "goes through; the others keep their cards, unseen. If nobody plays, the turn goes on. A silent player holds."
    )

    def asked(self, state: State) -> tuple[SeatId, ...]:
        """Ask every survivor but the holder."""
        return tuple(seat for seat in state.alive if seat != state.holder)

    def clock_seconds(self, state: State) -> float:
        """Give the time to play out of turn."""
        return state.options.interjection_seconds

    def title(self, state: State) -> str:
        """Give what the players read above the question."""
        return f"Incident {state.incident} · Out of turn"

    def offers(self, state: State, seat: SeatId) -> tuple[Offer, ...]:
        """Give what the seat may play out of turn."""
        return (Offer(Act("hold"), "Hold", key="h"), *_dearer(state, seat), *_un(state, seat))

    def form(self, state: State, seat: SeatId) -> Form:
        """Ask whether the seat plays out of turn."""
        question = f"{named(state.holder)} holds the Incident. Do you play out of turn?"
        return form_of(question, self.rule, self.offers(state, seat))

    def read(self, state: State, seat: SeatId, answer: Answer) -> Act:
        """Parse and judge an answer."""
        return read_offer(self.form(state, seat), self.offers(state, seat), answer)

    def default(self, state: State, seat: SeatId) -> Act:
        """Hold."""
        return Act("hold")

    def resolve(
        self, state: State, declarations: Mapping[SeatId, Act | None], dice: Dice
    ) -> Resolution[State]:
        """Let the first clockwise from the holder through, or go on."""
        for seat in clockwise(state, state.holder):
            act = declarations.get(seat)
            if act is not None and act.kind != "hold":
                following, events = play(state, seat, act, dice, out_of_turn=True)
                return Resolution(following, events, heading(state))
        following, events = next_turn(state, state.holder, dice)
        return Resolution(following, events, heading(state))
