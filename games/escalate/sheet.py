"""The sheet of a seat: the table, its own hand, the piles, and what everyone could see. Also the truth."""

from __future__ import annotations

from warcouncil.games.escalate.cards import ROLE_TITLES, ROLES, deck_of, face
from warcouncil.games.escalate.events.words import (
    ANSWERS,
    DISCARDS,
    DRAW_PILE,
    HELD,
    ON_TABLE,
    PLAYERS,
    STAKE,
    TO_ANSWER,
    drawn,
    hand_of,
)
from warcouncil.games.escalate.standing import around, demand, standings, tally
from warcouncil.games.escalate.state import EscalateState, named, role, stake, target
from warcouncil.games.kit.play.reveal_all import openly
from warcouncil.protocol.table.sheets import (
    Card,
    Cards,
    Element,
    Fact,
    Facts,
    Mark,
    Prose,
    Rows,
    Sheet,
    Track,
)
from warcouncil.protocol.words import SeatId

_ASKED = {
    "opening": "to open",
    "obliged": "to lead",
    "turning": "to answer",
}
_ANYONE = {
    "interjection": "play out of turn",
    "launching": "launch",
}


def sheet(state: EscalateState, seat: SeatId | None) -> Sheet:
    """Return all that a seat may see now. None: what everyone may see."""
    holds = seat is not None and seat in state.alive
    mine = (_hand(state, seat, "Your hand"),) if seat is not None and holds else ()
    back = Card(back="Escalate!")
    return _sheet(state, seat, (*mine, *_fallen(state, seat)), _draw_pile(state, back))


def truth(state: EscalateState) -> Sheet:
    """Return the whole truth: every hand, and the draw pile in its order."""
    hands = tuple(
        _hand(state, seat, f"{named(seat)}'s hand") for seat in around(state) if seat in state.alive
    )
    top = _card(state, state.draw[0], secret=True) if state.draw else None
    order = Prose(
        title="The draw pile, from the top", text=", ".join(face(card) for card in state.draw) or "empty"
    )
    known = _sheet(state, None, hands, _draw_pile(state, top))
    return openly(known.model_copy(update={"elements": (*known.elements, order)}))


def _sheet(state: EscalateState, reader: SeatId | None, held: tuple[Element, ...], draw: Cards) -> Sheet:
    """Return the sheet of a table, with what its reader knows of the hands and of the draw pile."""
    return Sheet(
        headline=_headline(state, reader),
        elements=(
            *_incident(state),
            *held,
            _table(state),
            _players(state, reader),
            draw,
            *_discarded(state),
            *_tracks(state, reader),
            _game(state),
        ),
    )


def _name(reader: SeatId | None, seat: SeatId) -> str:
    return "You" if seat == reader else named(seat)


def _headline(state: EscalateState, reader: SeatId | None) -> str:
    if state.ending is not None:
        winners = ["you" if seat == reader else named(seat) for seat in state.ending.winners]
        return f"{state.ending.reason}: {' and '.join(winners) or 'nobody'} won"
    number = f"Incident {state.incident}"
    if state.step == "negotiation":
        return f"{number} · negotiation before the opening"
    if state.step == "exchange":
        return f"{number} · nobody holds an Incident: everyone exchanges a card"
    if state.step == "retaliation":
        assert state.launch is not None
        return f"{number} · {_name(reader, state.launch.seat)} launched: who strikes back?"
    at = f" · {stake(state)} at stake" if state.table else ""
    if state.step in _ANYONE:
        return f"{number}{at} · anyone may {_ANYONE[state.step]}"
    whose = "you" if state.turn == reader else named(state.turn)
    return f"{number}{at} · {whose} {_ASKED.get(state.step, 'to speak')}"


def _card(state: EscalateState, card: str, *, note: str = "", secret: bool = False) -> Card:
    return drawn(card, role(state, card), note=note, secret=secret)


def _incident(state: EscalateState) -> tuple[Facts, ...]:
    if not state.table:
        return ()
    top, answers = demand(state)
    facts = (
        Fact(label=TO_ANSWER, value=top),
        Fact(label=ANSWERS, value=answers),
        Fact(label=HELD, value=named(state.holder)),
        Fact(label=STAKE, value=str(stake(state))),
    )
    return (Facts(title="The Incident", facts=facts),)


def _table(state: EscalateState) -> Cards:
    """Return the pile of the Incident in the order of play, each card with the seat that laid it."""
    cards = tuple(_card(state, card, note=named(laid.seat)) for laid in state.table for card in laid.cards)
    note = "in the order they were laid" if len(cards) > 1 else ""
    return Cards(title=ON_TABLE, shape="row", cards=cards, note=note)


def _hand(state: EscalateState, seat: SeatId, title: str) -> Cards:
    hand = sorted(state.hands[seat], key=lambda card: (ROLES.index(role(state, card)), card))
    cards = tuple(_card(state, card, secret=True) for card in hand)
    return Cards(title=title, shape="hand", cards=cards, key=hand_of(seat))


def _players(state: EscalateState, reader: SeatId | None) -> Rows:
    """Return the seats clockwise from the dealer's left, with what everyone may know of them."""
    rows = standings(state)
    return Rows(
        title=PLAYERS,
        head=("seat", "points", "cards", "standing"),
        rows=tuple((_name(reader, seat), *cells) for seat, *cells in rows),
        keys=tuple(str(seat) for seat, *_ in rows),
    )


def _tracks(state: EscalateState, reader: SeatId | None) -> tuple[Track, ...]:
    goal = target(state)
    return tuple(
        Track(
            key=str(seat),
            title=_name(reader, seat),
            low=0,
            high=max(goal, state.points[seat]),
            at=state.points[seat],
            marks=(Mark(at=goal, label="to win"),),
            note="" if seat in state.alive else "knocked out",
        )
        for seat in around(state)
    )


def _draw_pile(state: EscalateState, top: Card | None) -> Cards:
    shown = (top,) if top is not None else ()
    return Cards(title=DRAW_PILE, shape="pile", cards=shown, count=len(state.draw))


def _discarded(state: EscalateState) -> tuple[Element, ...]:
    """Return the discard pile, which is open: its top card, and how many cards it has of each kind."""
    if not state.discard:
        return (Cards(title=DISCARDS, shape="pile", count=0),)
    top = (_card(state, state.discard[-1]),)
    return (
        Cards(title=DISCARDS, shape="pile", cards=top, count=len(state.discard)),
        Facts(
            title="In the discard pile",
            facts=tuple(
                Fact(label=ROLE_TITLES[kind], value=str(number)) for kind, number in tally(state).items()
            ),
        ),
    )


def _game(state: EscalateState) -> Facts:
    """Return the points that win, the deck, and the special rules and other readings in force."""
    options = state.options
    deck = deck_of(mad=options.mad, salt=options.salt, gunboat=options.gunboat)
    kinds = [role(state, card) for card in deck]
    nukes = not options.salt
    special = [
        word
        for word, holds in (
            (f"passes ({options.pass_limit or 'no limit'})", options.passes),
            ("S.A.L.T.", options.salt),
            ("M.A.D.", options.mad),
            ("Gunboat Diplomacy", options.gunboat),
            ("out-of-turn plays", options.any_time),
            ("mixed agents", options.mixing),
            ("whoever can turn must", options.must_turn),
            ("instant launches", options.launches == "instantly"),
            (
                f"the first passer leads after {options.pass_circles} circles",
                options.all_passed == "new_circle",
            ),
            ("a Veto cancels the Resolution", options.veto_mode == "cancel" and not options.gunboat),
            ("an escalation lets nobody back in", not options.drop_reopen),
            ("only targets strike back", nukes and options.retaliation == "targets"),
            ("whoever strikes back chooses to", nukes and options.retaliation == "chosen"),
            (_fallen_together(state), nukes),
            (f"over after {options.max_incidents} Incidents", options.max_incidents is not None),
        )
        if word and holds
    ]
    return Facts(
        title="This game",
        facts=(
            Fact(label="points to win", value=str(target(state))),
            Fact(label="Nukes in play", value=str(kinds.count("nuke"))),
            Fact(label="U.N. cards in play", value=str(kinds.count("un"))),
            Fact(label="special rules", value=", ".join(special) or "none"),
        ),
    )


def _fallen_together(state: EscalateState) -> str:
    """Return which seats win if none survives, if it is not the seat with the most points (rule 5.4)."""
    options = state.options
    if options.players == 2 and options.mutual != "most_points":
        return f"if both fall both {'win' if options.mutual == 'both_win' else 'lose'}"
    return "nobody wins after death" if options.posthumous == "mad" and not options.mad else ""


def _fallen(state: EscalateState, reader: SeatId | None) -> tuple[Element, ...]:
    if reader is None or reader in state.alive:
        return ()
    return (Prose(text="You have been knocked out. Your points stand, and you may watch."),)
