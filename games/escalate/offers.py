"""Offers: all that a seat may legally do now, as one question with one choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations, product

from warcouncil.games.escalate.cards import VALUES, Role, face, faces, role_title, set_words, sets_against
from warcouncil.games.escalate.options import struck_back
from warcouncil.games.escalate.state import Act, EscalateState, after, held, incidents, named, role
from warcouncil.games.escalate.wording import say
from warcouncil.games.kit.answers import judge
from warcouncil.protocol.table.forms import Answer, Choice, Form, Option, Pick, When
from warcouncil.protocol.words import SeatId


@dataclass(frozen=True, slots=True)
class Offer:
    """One legal act, in words."""

    act: Act
    label: str
    help: str = ""
    key: str = ""

    @property
    def value(self) -> str:
        """The value that an answer uses, such as `turn:5H+7D`."""
        cards = "+".join(self.act.cards)
        return f"{self.act.kind}:{cards}" if cards else self.act.kind


def form_of(
    question: str,
    rule: str,
    offers: tuple[Offer, ...],
    *,
    help_text: str = "",
    suggested: Offer | None = None,
    aims: Pick | None = None,
) -> Form:
    """Return a form of the offers. `aims` asks for targets once a launch is chosen."""
    choice = Choice(
        name="act",
        label=say("forms.act"),
        options=tuple(
            Option(value=offer.value, label=offer.label, help=offer.help, key=offer.key) for offer in offers
        ),
        weighty=True,
    )
    return Form(
        question=question,
        help=help_text,
        rule=rule,
        fields=(choice, aims) if aims else (choice,),
        suggested={"act": (suggested or offers[0]).value},
    )


def read_offer(form: Form, offers: tuple[Offer, ...], answer: Answer) -> Act:
    """Check an answer and return the act that it chose. Raises Illegal."""
    judge(form, answer)
    chosen = next(offer.act for offer in offers if offer.value == answer["act"])
    aims = answer.get("targets", ())
    assert isinstance(aims, tuple | list), "judged above"
    return Act(chosen.kind, chosen.cards, tuple(SeatId(aim) for aim in aims))


def launch_offers(state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
    """Return the offer of a launch, if the seat holds a Nuke (rule 5.1)."""
    if not held(state, seat, "nuke"):
        return ()
    words = say("forms.launch_help", back=struck_back(state.options.retaliation))
    return (Offer(Act("launch"), say("forms.launch"), words, key="n"),)


def aims(state: EscalateState, seat: SeatId) -> Pick | None:
    """Return the field in which a launcher chooses targets: at most as many survivors as the seat has Nukes."""
    nukes = held(state, seat, "nuke")
    if not nukes:
        return None
    others = after(state, seat)[:-1]
    return Pick(
        name="targets",
        label=say("forms.targets"),
        options=tuple(Option(value=other, label=named(other)) for other in others),
        low=1,
        high=min(len(nukes), len(others)),
        when=When(field="act", values=("launch",)),
    )


def turning_sets(state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
    """Return an offer for every set of agents in the hand that turns the top (rule 4.1)."""
    wanted = sets_against(state.top, mixing=state.options.mixing)
    return tuple(_turn(cards, agents) for agents in wanted for cards in _picks(state, seat, agents))


def _picks(state: EscalateState, seat: SeatId, agents: Mapping[Role, int]) -> list[tuple[str, ...]]:
    parts = [list(combinations(held(state, seat, role), number)) for role, number in agents.items()]
    return [tuple(card for part in parts_taken for card in part) for parts_taken in product(*parts)]


def _turn(cards: tuple[str, ...], agents: Mapping[Role, int]) -> Offer:
    return Offer(Act("turn", cards), say("forms.turn", cards=faces(cards), agents=set_words(agents)))


def dearer(state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
    """Return an offer for every Incident card of higher rank than the top.

    A U.N. card cannot be escalated (rule 4.2).
    """
    if state.top == "UN":
        return ()
    floor = VALUES[state.top]
    return tuple(
        Offer(
            Act("escalate", (card,)),
            say("forms.escalate", card=face(card), incident=role_title(role(state, card))),
            say("forms.escalate_help", n=VALUES[role(state, card)]),
        )
        for card in reversed(incidents(state, seat))
        if VALUES[role(state, card)] > floor
    )


def un_cards(state: EscalateState, seat: SeatId) -> tuple[Offer, ...]:
    """Return an offer for each U.N. card: a Resolution against an Incident, a Veto against a Resolution (rule 4.3)."""
    key = "forms.veto" if state.top == "UN" else "forms.resolution"
    return tuple(Offer(Act("un", (card,)), say(key, card=face(card))) for card in held(state, seat, "un"))
